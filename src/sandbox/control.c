/* Answers requests for paths under /__sandbox. Every other request takes these steps: find the endpoint,
 * count the request, choose a fault, let the service carry out the operation, apply the fault to the reply.
 * Also contains the list of received requests (secrets masked) and the grammar of faults. */
/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define COUNT(rows)      (sizeof(rows) / sizeof(rows)[0])
#define ROOT             "/__sandbox"
#define SECRET           "***"
#define BODY_MAX         ((size_t)16 << 10) /* bytes of a request body that are kept */
#define FAULT_NUMBER_MAX (1 << 30)          /* largest argument of a fault, in bytes or ms */
#define MARK             "\xEE\x80\x80" /* U+E000 (private use), a placeholder for hostile_json in a body */

/* --- received requests --- */

/* True if a query parameter, a form field or a header of this name contains a secret. */
static bool received_is_secret(const char *name)
{
    static const char *const names[] = {"Authorization", "Proxy-Authorization", "Cookie", "Password",
                                        "Token"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (text_equal_nocase(name, names[i]))
            return true;
    }
    return false;
}

static void received_copy(struct query *out, const struct query *query)
{
    query_free(out);
    for (size_t i = 0; i < query->count; i++)
        query_add(out, query->pairs[i].name,
                  received_is_secret(query->pairs[i].name) ? SECRET : query->pairs[i].value);
}

static void received_free(struct received_row *row)
{
    free(row->method);
    free(row->path);
    free(row->body);
    free(row->fault);
    free(row->note);
    query_free(&row->query);
    query_free(&row->headers);
    *row = (struct received_row){0};
}

/* Adds a request, the status of its reply and its fault (NULL: none) to the list, which then owns `fault`.
 * Masks secrets in the body of a login, or the whole body if the body is not a JSON object. */
static void received_note(struct received *received, const struct service_request *request,
                          const struct reply *reply, char *fault, int64_t now_ms)
{
    struct received_row *row = &received->rows[received->count++ % RECEIVED_MAX];
    received->kept += received->kept < RECEIVED_MAX;
    received_free(row);
    row->time_ms = now_ms;
    row->method = mem_copy(request->method);
    row->path = mem_copy(request->path);
    received_copy(&row->query, request->query);
    received_copy(&row->headers, request->headers);
    row->body_len = request->body_len;
    row->status = reply->status;
    row->fault = fault;
    row->note = mem_copy_or_null(reply->note);
    memcpy(row->refused, reply->refused, sizeof row->refused);
    if (!text_contains_nocase(request->path, "/login")) {
        row->body = mem_copy_n(request->body, request->body_len < BODY_MAX ? request->body_len : BODY_MAX);
        return;
    }
    json_t *value = json_loadb(request->body, request->body_len, 0, NULL), *member;
    const char *name;
    void *next;
    json_object_foreach_safe(value, next, name, member)
    {
        if (received_is_secret(name))
            json_object_set_new(value, name, json_string(SECRET));
    }
    row->body =
        json_is_object(value) ? json_dumps(value, JSON_COMPACT) : mem_copy(request->body_len ? SECRET : "");
    json_decref(value);
}

/* Returns a text as a JSON string, with invalid UTF-8 replaced. NULL becomes null. */
static json_t *received_text(const char *text)
{
    struct buffer valid;
    json_t *value = text ? json_string(text) : json_null();
    if (value)
        return value;
    buffer_init(&valid, BUFFER_MAX_DEFAULT);
    text_repair(&valid, text, strlen(text));
    value = json_string(buffer_text(&valid));
    buffer_free(&valid);
    return value;
}

/* Returns the pairs as [[name, value], ...], not as an object, because a name may come twice. */
static json_t *received_pairs(const struct query *query)
{
    json_t *list = json_array();
    for (size_t i = 0; i < query->count; i++)
        json_array_append_new(list, json_pack("[o, o]", received_text(query->pairs[i].name),
                                              received_text(query->pairs[i].value)));
    return list;
}

static json_t *received_json(const struct received *received)
{
    json_t *list = json_array();
    for (int64_t at = received->count - received->kept; at < received->count; at++) {
        const struct received_row *row = &received->rows[at % RECEIVED_MAX];
        char time[DATE_TEXT_SIZE];
        date_format_utc(time, sizeof time, row->time_ms);
        json_array_append_new(
            list, json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:i, s:o, s:o, s:o}", "Number",
                            (json_int_t)at + 1, "Time", time, "Method", received_text(row->method), "Path",
                            received_text(row->path), "Query", received_pairs(&row->query), "Headers",
                            received_pairs(&row->headers), "Body", received_text(row->body), "BodyLength",
                            (json_int_t)row->body_len, "Status", row->status, "Refused",
                            received_text(row->refused[0] ? row->refused : NULL), "Fault",
                            received_text(row->fault), "Note", received_text(row->note)));
    }
    return list;
}

void received_log(const struct received *received, const char *endpoint, struct buffer *out)
{
    if (received->kept == 0)
        return;
    const struct received_row *row = &received->rows[(received->count - 1) % RECEIVED_MAX];
    char time[DATE_TEXT_SIZE];
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    date_format_utc(time, sizeof time, row->time_ms);
    buffer_printf(&line, "%s #%lld %s %s %d %s", time, (long long)received->count, row->method, endpoint,
                  row->status, row->path);
    for (size_t i = 0; i < row->query.count; i++) {
        const char *value = row->query.pairs[i].value;
        buffer_printf(&line, "%s%s=", i ? "&" : "?", row->query.pairs[i].name);
        if (strcmp(value, SECRET) == 0)
            buffer_append_text(&line, value);
        else
            param_encode(&line, value);
    }
    if (row->refused[0])
        buffer_printf(&line, " refused=%s", row->refused);
    if (row->fault)
        buffer_printf(&line, " fault=%s", row->fault);
    if (row->note)
        buffer_printf(&line, ": %s", row->note);
    text_clean(out, buffer_text(&line), line.len);
    buffer_free(&line);
}

/* --- faults: kinds and grammar --- */

const struct fault_kind fault_kinds[] = {
    {"status", FAULT_ARG_STATUS, true, true, REPLY_SEND, EFFECT_STATUS,
     "status=NNN: answers with this status, 200 to 599"},
    {"retry-after", FAULT_ARG_RETRY, false, true, REPLY_SEND, EFFECT_RETRY,
     "retry-after[=[STATUS/]VALUE]: answers 429 or STATUS, with Retry-After (default: 1)"},
    {"stall", FAULT_ARG_NONE, false, true, REPLY_STALL, EFFECT_NONE, "never answers"},
    {"reset", FAULT_ARG_NONE, false, true, REPLY_RESET, EFFECT_NONE, "breaks the connection with a reset"},
    {"late", FAULT_ARG_NUMBER, true, true, REPLY_LATE, EFFECT_DELAY,
     "late=MS: does what was asked MS later, even if the client has left by then"},
    {"lost", FAULT_ARG_NONE, false, false, REPLY_RESET, EFFECT_NONE,
     "does what was asked, then breaks the connection"},
    {"done", FAULT_ARG_STATUS, true, false, REPLY_SEND, EFFECT_STATUS,
     "done=NNN: does what was asked, then answers with this status"},
    {"head", FAULT_ARG_NONE, false, false, REPLY_HEAD, EFFECT_NONE,
     "does what was asked, then sends the status line and one header, and closes"},
    {"delay", FAULT_ARG_NUMBER, true, false, REPLY_SEND, EFFECT_DELAY, "delay=MS: delays the reply"},
    {"cut", FAULT_ARG_NUMBER, false, false, REPLY_CUT, EFFECT_CUT,
     "cut[=N]: sends N bytes of the body (default: half), then closes"},
    {"freeze", FAULT_ARG_NUMBER, false, false, REPLY_FREEZE, EFFECT_CUT,
     "freeze[=N]: sends N bytes of the body (default: half), then nothing"},
    {"empty", FAULT_ARG_NONE, false, false, REPLY_SEND, EFFECT_EMPTY, "an empty body"},
    {"html", FAULT_ARG_NONE, false, false, REPLY_SEND, EFFECT_HTML, "an HTML page as body"},
    {"missing", FAULT_ARG_TEXT, true, false, REPLY_SEND, EFFECT_MISSING,
     "missing=NAME: leaves out all fields of this name"},
    {"set", FAULT_ARG_TEXT, true, false, REPLY_SEND, EFFECT_SET,
     "set=NAME:JSON: gives all fields of this name this value"},
    {"hostile", FAULT_ARG_NONE, false, false, REPLY_SEND, EFFECT_HOSTILE,
     "adds control characters and invalid UTF-8 to every text"},
    {.name = NULL},
};

static bool fault_is_status(const char *text, size_t len)
{
    return len == 3 && strspn(text, "0123456789") >= 3 && text[0] >= '2' && text[0] <= '5';
}

/* Reads ROUTE[/ID][+AFTER] into `fault`. Modifies the text. */
static bool fault_read_route(struct fault *fault, char *text)
{
    char *plus = strchr(text, '+');
    if (plus)
        *plus = '\0';
    char *slash = strchr(text, '/');
    if (slash)
        *slash = '\0';
    fault->endpoint = endpoint_find(text);
    return (fault->endpoint || strcmp(text, "*") == 0) &&
           (!plus || (text_parse_int(plus + 1, &fault->after) && fault->after >= 1)) &&
           (!slash || (text_parse_int(slash + 1, &fault->project) && fault->project >= 1));
}

/* Reads ",NAME:VALUE,NAME:VALUE...". A name has letters, digits and dashes. A value is printable ASCII
 * without commas. */
static bool fault_read_headers(struct query *headers, const char *at)
{
    while (*at == ',') {
        const char *name = ++at;
        while (isalnum((unsigned char)*at) || *at == '-')
            at++;
        size_t len = (size_t)(at - name);
        if (len == 0 || *at != ':')
            return false;
        const char *value = ++at;
        while (*at >= ' ' && *at <= '~' && *at != ',')
            at++;
        char *name_copy = mem_copy_n(name, len), *value_copy = mem_copy_n(value, (size_t)(at - value));
        query_add(headers, name_copy, value_copy);
        free(name_copy);
        free(value_copy);
    }
    return *at == '\0';
}

/* Reads KIND[=ARG][,NAME:VALUE...][*COUNT] into `fault`. Modifies the text. */
static bool fault_read_kind(struct fault *fault, char *text, struct error *err)
{
    char *star = strrchr(text, '*');
    int64_t number;
    fault->left = -1;
    if (star && star != text && text_parse_int(star + 1, &number) && number >= 1) {
        fault->left = number;
        *star = '\0';
    }
    size_t len = strcspn(text, "=,");
    const struct fault_kind *kind = fault_kinds;
    while (kind->name && (strlen(kind->name) != len || strncmp(kind->name, text, len) != 0))
        kind++;
    if (!kind->name)
        return error_set(err, ERROR_USAGE, "“%.*s” is not a kind of fault", (int)len, text);
    fault->kind = kind;
    const char *at = text + len;
    if (*at == '=') {
        len = kind->arg >= FAULT_ARG_RETRY ? strlen(at + 1) : strcspn(at + 1, ",");
        fault->arg = mem_copy_n(at + 1, len);
        at += 1 + len;
    }
    const char *arg = fault->arg;
    if (!fault_read_headers(&fault->headers, at))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not a list of headers (each: ,NAME:VALUE)",
                         kind->name, at);
    if (!arg && kind->arg_required)
        return error_set(err, ERROR_USAGE, "The fault %s needs an argument: %s", kind->name, kind->help);
    if (arg && kind->arg == FAULT_ARG_NONE)
        return error_set(err, ERROR_USAGE, "The fault %s takes no argument", kind->name);
    if (arg && kind->arg == FAULT_ARG_NUMBER &&
        (!text_parse_int(arg, &number) || number < 0 || number > FAULT_NUMBER_MAX))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not a number up to %d: %s", kind->name, arg,
                         FAULT_NUMBER_MAX, kind->help);
    if ((kind->arg == FAULT_ARG_STATUS && !fault_is_status(arg, strlen(arg))) ||
        (kind->arg == FAULT_ARG_RETRY && arg && strchr(arg, '/') && !fault_is_status(arg, strcspn(arg, "/"))))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” needs a status from 200 to 599", kind->name,
                         arg);
    return true;
}

static void fault_free(struct fault *fault)
{
    free(fault->arg);
    free(fault->text);
    query_free(&fault->headers);
}

bool faults_add(struct faults *faults, const char *text, struct error *err)
{
    struct fault fault = {.text = mem_copy(text)};
    char *copy = mem_copy(text), *colon = strchr(copy, ':');
    if (colon)
        *colon = '\0';
    bool ok = colon && fault_read_route(&fault, copy);
    if (!ok)
        error_set(err, ERROR_USAGE, "“%s” is not a fault: write ROUTE[/ID][+AFTER]:KIND; ROUTE can be *",
                  text);
    ok = ok && fault_read_kind(&fault, colon + 1, err);
    free(copy);
    if (!ok) {
        fault_free(&fault);
        return false;
    }
    faults->rows = mem_grow(faults->rows, faults->count + 1, sizeof *faults->rows);
    faults->rows[faults->count++] = fault;
    return true;
}

void faults_clear(struct faults *faults)
{
    while (faults->count > 0)
        fault_free(&faults->rows[--faults->count]);
    free(faults->rows);
    *faults = (struct faults){0};
}

/* --- faults: effects on a reply --- */

/* The fault `hostile` adds these bytes to every text of a reply. A client must not write them to a terminal.
 * As in every JSON string, C0 control characters are escaped, and all others are raw. */
/* clang-format off */
static const char hostile_json[] =
    "\\u001B]0;title\\u0007\\u001B[2J\\u001B[31m"                          /* terminal control sequences */
    "\\u0000\\u0001\\b\\t\\n\\r\\u000E\\u001F" "\x7F"                      /* other C0, and DEL */
    "\xC2\x80\xC2\x85\xC2\x9B" "31m\xC2\x9D"                               /* C1, including NEL and CSI */
    "\xE2\x80\xAE\xE2\x80\xAA\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C\xE2\x80\x8F" /* bidirectional controls */
    "\xE2\x80\xA8\xE2\x80\xA9"                                             /* line and paragraph separator */
    /* Not valid UTF-8: stray bytes, an overlong code, a cut code, a surrogate, a code that is too large. */
    "\xFF\xFE\xC0\xAF\xE2\x82\xED\xA0\x80\xF4\x90\x80\x80"
    "\\uDC00 \\uD800 "                                                     /* lone surrogates */
    "\xEF\xBB\xBF\xF3\xA0\x81\x81"                                         /* byte order mark, a tag character */
    /* Invisible: soft hyphen, zero-width space, word joiner, Hangul filler. */
    "\xC2\xAD\xE2\x80\x8B\xE2\x81\xA0\xE3\x85\xA4";
/* clang-format on */

/* The fault `hostile` adds these bytes to an exported file, where nothing is escaped. */
static const char hostile_raw[] = "\x1B]0;title\x07\x1B[2J\x1B[31m\x01\b\r\x7F\xC2\x9B"
                                  "31m\xE2\x80\xAE\xE2\x80\xA8\xFF\xC0\xAF\xED\xA0\x80\n";

/* Returns `value` with MARK at the end of every text. Token stays as it is, so that a login works. Metadata
 * gets a new member with MARK in its name. Objects and lists are changed in place. Caller owns the result. */
static json_t *fault_mark(json_t *value)
{
    const char *name;
    void *next;
    size_t i;
    json_t *member;
    if (json_is_string(value))
        return json_sprintf("%s" MARK, json_string_value(value));
    json_array_foreach(value, i, member) json_array_set_new(value, i, fault_mark(member));
    json_object_foreach_safe(value, next, name, member)
    {
        if (strcmp(name, "Metadata") == 0)
            json_object_set_new(member, "key" MARK, json_string("value"));
        if (strcmp(name, "Token") != 0)
            json_object_set_new(value, name, fault_mark(member));
    }
    return json_incref(value);
}

/* Sets each member of this name, at every depth, to `value`. NULL deletes the member. Returns the count. */
static size_t fault_members(json_t *tree, const char *name, json_t *value)
{
    size_t changed = 0, i;
    const char *own;
    void *next;
    json_t *member;
    json_array_foreach(tree, i, member) changed += fault_members(member, name, value);
    json_object_foreach_safe(tree, next, own, member)
    {
        if (strcmp(own, name) != 0) {
            changed += fault_members(member, name, value);
            continue;
        }
        if (value)
            json_object_set_new(tree, own, json_deep_copy(value));
        else
            json_object_del(tree, own);
        changed++;
    }
    return changed;
}

static void fault_body(struct reply *reply, const char *text)
{
    json_decref(reply->json);
    reply->json = NULL;
    reply->stream_bytes = 0;
    buffer_clear(&reply->body);
    buffer_append_text(&reply->body, text);
}

static void fault_apply(const struct fault *fault, struct reply *reply)
{
    const char *arg = fault->arg;
    reply->manner = fault->kind->manner;
    switch (fault->kind->effect) {
    case EFFECT_NONE:
        break;
    case EFFECT_STATUS:
        reply_error(reply, (int)strtol(arg, NULL, 10), "A fault of the sandbox");
        if (reply->status == 204 || reply->status == 304)
            fault_body(reply, "");
        break;
    case EFFECT_RETRY: {
        const char *slash = arg ? strchr(arg, '/') : NULL;
        reply_error(reply, slash ? (int)strtol(arg, NULL, 10) : 429, "Too many requests");
        query_add(&reply->headers, "Retry-After", slash ? slash + 1 : arg ? arg : "1");
        break;
    }
    case EFFECT_DELAY:
        reply->delay_ms = strtoll(arg, NULL, 10);
        break;
    case EFFECT_CUT:
        reply->cut_at = arg ? strtoll(arg, NULL, 10) : -1;
        break;
    case EFFECT_EMPTY:
        fault_body(reply, "");
        break;
    case EFFECT_HTML:
        fault_body(reply, "<!DOCTYPE html>\n<html><head><title>Gateway</title></head>"
                          "<body><h1>Please come back later</h1></body></html>\n");
        reply->type = "text/html; charset=utf-8";
        break;
    case EFFECT_MISSING:
        fault_members(reply->json, arg, NULL);
        break;
    case EFFECT_SET: {
        size_t len = strcspn(arg, ":");
        if (!arg[len])
            break;
        char *name = mem_copy_n(arg, len);
        json_t *value = json_loads(arg + len + 1, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        if (!value) /* not JSON: use the text itself */
            value = json_string(arg + len + 1);
        json_t *data = json_object_get(reply->json, "Data");
        if (value && fault_members(reply->json, name, value) == 0)
            json_object_set(json_is_object(data) ? data : reply->json, name, value);
        json_decref(value);
        free(name);
        break;
    }
    case EFFECT_HOSTILE:
        if (reply->json) { /* jansson refuses hostile_json: let jansson write MARK, then replace MARK */
            json_decref(fault_mark(reply->json));
            reply_render(reply);
            char *body = text_replace(buffer_text(&reply->body), MARK, hostile_json);
            fault_body(reply, body);
            free(body);
            break;
        }
        buffer_append(&reply->body, hostile_raw, sizeof hostile_raw - 1);
        query_free(&reply->headers);
        query_add(&reply->headers, "Content-Disposition",
                  "attachment; filename=\"../../\x1B[31m.hidden.srt\"; "
                  "filename*=UTF-8''..%2F..%2Fetc%2F%1B%5B2J%E2%80%AE%00%0Apasswd.srt");
        break;
    }
    for (size_t i = 0; i < fault->headers.count; i++)
        query_add(&reply->headers, fault->headers.pairs[i].name, fault->headers.pairs[i].value);
}

/* --- routes --- */

/* True if the path matches a pattern such as /v2/Projects/{id}. *id becomes the decimal number at {id}. ASCII
 * case is ignored. A slash at the end of the path is allowed. */
static bool route_fits(const char *pattern, const char *path, int64_t *id)
{
    while (*pattern) {
        size_t plain = strcspn(pattern, "{");
        if (strncasecmp(pattern, path, plain) != 0)
            return false;
        pattern += plain;
        path += plain;
        if (*pattern) {
            char digits[24];
            size_t len = strcspn(path, "/");
            snprintf(digits, sizeof digits, "%.*s", (int)len, path);
            if (len >= sizeof digits || !text_parse_int(digits, id))
                return false;
            path += len;
            pattern = strchr(pattern, '}') + 1;
        }
    }
    return *path == '\0' || strcmp(path, "/") == 0;
}

/* True if a route with this method accepts the request's method. A route with GET also accepts HEAD
 * if `writes` is false. If the result is false, appends the methods of the route to `allow`. */
static bool route_has_method(const char *method, bool writes, const struct service_request *request,
                             char allow[64])
{
    bool reads = strcmp(method, "GET") == 0 && !writes;
    size_t len = strlen(allow);
    if (strcmp(method, request->method) == 0 || (reads && strcmp(request->method, "HEAD") == 0))
        return true;
    snprintf(allow + len, 64 - len, "%s%s%s", len ? ", " : "", method, reads ? ", HEAD" : "");
    return false;
}

static void route_refuse(struct reply *reply, const char *allow)
{
    reply_error(reply, allow[0] ? 405 : 404, allow[0] ? "Method not allowed" : "No such resource");
    if (allow[0])
        query_add(&reply->headers, "Allow", allow);
}

/* Returns the endpoint of a request, and sets *id to the project in the path (0: none). If no endpoint fits,
 * returns NULL and puts the refusal into the reply. */
static const struct endpoint *control_route(const struct service *service,
                                            const struct service_request *request, int64_t *id,
                                            struct reply *reply)
{
    const char *const roots[] = {service->api_path ? service->api_path : "/API", "/XAPI"};
    char allow[64] = "";
    for (int i = 0; i < (service->api_path ? 1 : 2) * ENDPOINT_COUNT; i++) {
        const struct endpoint *endpoint = &endpoints[i % ENDPOINT_COUNT];
        const char *root = roots[i / ENDPOINT_COUNT];
        *id = 0;
        if (strncasecmp(request->path, root, strlen(root)) == 0 &&
            route_fits(endpoint->path, request->path + strlen(root), id) &&
            route_has_method(endpoint->method, endpoint->write, request, allow))
            return endpoint;
    }
    route_refuse(reply, allow);
    return NULL;
}

/* --- steering --- */

static const struct steering {
    const char *method;
    const char *path; /* after /__sandbox/; {id} stands for the id of a project */
    enum {
        STEER_FAULTS,
        STEER_ADD_FAULTS,
        STEER_COUNTS,
        STEER_RECEIVED,
        STEER_SHOW,
        STEER_CHANGE,
        STEER_CANCEL,
        STEER_EXPIRE,
        STEER_RESET
    } what;
} steerings[] = {
    {"GET", "fault", STEER_FAULTS},          {"POST", "fault", STEER_ADD_FAULTS},
    {"DELETE", "fault", STEER_FAULTS},       {"GET", "requests", STEER_COUNTS},
    {"DELETE", "requests", STEER_COUNTS},    {"GET", "received", STEER_RECEIVED},
    {"DELETE", "received", STEER_RECEIVED},  {"GET", "projects/{id}", STEER_SHOW},
    {"POST", "projects/{id}", STEER_CHANGE}, {"POST", "projects/{id}/cancel", STEER_CANCEL},
    {"DELETE", "tokens", STEER_EXPIRE},      {"POST", "reset", STEER_RESET},
};

/* Adds the faults of a request body, one per line. If a line is invalid, adds no fault and returns false. */
static bool steer_add_faults(struct faults *faults, const char *at, struct error *err)
{
    size_t before = faults->count;
    while (*at) {
        size_t len = strcspn(at, "\r\n");
        char *line = mem_copy_n(at, len);
        bool ok = len == 0 || faults_add(faults, line, err);
        free(line);
        while (!ok && faults->count > before)
            fault_free(&faults->rows[--faults->count]);
        if (!ok)
            return false;
        at += len + strspn(at + len, "\r\n");
    }
    return true;
}

bool control_is_steering(const char *path)
{
    size_t len = strlen(ROOT);
    return strncmp(path, ROOT, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

static void control_steer(struct control *control, const struct service_request *request, int64_t now_ms,
                          struct reply *reply)
{
    struct faults *faults = &control->faults;
    const char *path = request->path + strlen(ROOT), *bad;
    const struct steering *row = NULL;
    struct world_project *project = NULL;
    json_t *list = NULL, *change = NULL;
    struct error err;
    char allow[64] = "";
    int64_t id = 0;
    path += path[0] == '/';
    for (size_t i = 0; i < COUNT(steerings) && !row; i++) {
        if (route_fits(steerings[i].path, path, &id) &&
            route_has_method(steerings[i].method, false, request, allow))
            row = &steerings[i];
    }
    if (!row) {
        route_refuse(reply, allow);
        return;
    }
    bool clears = strcmp(row->method, "DELETE") == 0;
    if (strchr(row->path, '{') && !(project = service_find(&control->service, id, now_ms))) {
        reply_error(reply, 404, "Project not found");
        return;
    }
    switch (row->what) {
    case STEER_FAULTS:
        if (clears)
            faults_clear(faults);
        else
            list = json_array();
        for (size_t i = 0; i < faults->count; i++) {
            const struct fault *fault = &faults->rows[i];
            json_t *left = fault->left < 0 ? json_null() : json_integer(fault->left);
            json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "Fault", fault->text, "After",
                                                  (json_int_t)fault->after, "Left", left));
        }
        reply_json(reply, json_pack("{s:o}", "Faults", list ? list : json_integer(0)));
        return;
    case STEER_ADD_FAULTS:
        if (steer_add_faults(faults, request->body, &err))
            reply_json(reply, json_pack("{s:I}", "Faults", (json_int_t)faults->count));
        else
            reply_error(reply, 400, err.text);
        return;
    case STEER_COUNTS:
        list = json_object();
        for (int i = 0; i <= ENDPOINT_COUNT; i++) {
            control->counts[i] = clears ? 0 : control->counts[i];
            json_object_set_new(list, i < ENDPOINT_COUNT ? endpoints[i].name : "other",
                                json_integer(control->counts[i]));
        }
        reply_json(reply, list);
        return;
    case STEER_RECEIVED: /* DELETE empties the list, but keeps the numbering of requests */
        if (clears)
            control->received.kept = 0;
        reply_json(reply, json_pack("{s:o}", "Requests", received_json(&control->received)));
        return;
    case STEER_EXPIRE: /* replaces the tokens of all accounts, or of the account in the parameter Email */
        list = json_array();
        for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
            struct account *account = &control->service.accounts[i];
            const char *email = query_get(request->query, "Email");
            if (email && !text_equal_nocase(email, account->email))
                continue;
            account_renew_token(account);
            json_array_append_new(list, json_string(account->email));
        }
        reply_json(reply, json_pack("{s:o}", "Expired", list));
        return;
    case STEER_RESET:
        service_reset(&control->service);
        reply_json(reply, json_pack("{s:I}", "Projects", (json_int_t)control->service.world->count));
        return;
    case STEER_CHANGE:
        change = request->body_len ? json_loadb(request->body, request->body_len, 0, NULL) : json_object();
        bad = json_is_object(change) ? world_change(project, change, now_ms) : "The body";
        if (!json_is_object(change)) {
            reply_error(reply, 400, "The body is not a JSON object");
        } else if (bad) {
            error_set(&err, ERROR_USAGE, "%s: this field cannot be changed, or the value is invalid", bad);
            reply_error(reply, 422, err.text);
        }
        json_decref(change);
        if (bad)
            return;
        break;
    case STEER_CANCEL:
        if (!world_cancel(project, now_ms)) {
            reply_error(reply, 412, "The project is not being transcribed");
            return;
        }
        break;
    case STEER_SHOW:
        break;
    }
    reply_json(reply, json_pack("{s:o}", "Data", world_project_json(project, true)));
}

/* --- requests --- */

/* Returns the fault that a request for this endpoint and project (0: none) gets, or NULL. Decrements `after`
 * of the faults that let this request pass, and `left` of the returned fault. */
static struct fault *control_fault(struct faults *faults, const struct endpoint *endpoint, int64_t project)
{
    for (size_t i = 0; i < faults->count; i++) {
        struct fault *fault = &faults->rows[i];
        if ((fault->endpoint && fault->endpoint != endpoint) || (fault->project && fault->project != project))
            continue;
        if (fault->after > 0) {
            fault->after--;
            continue;
        }
        fault->left -= fault->left > 0;
        return fault;
    }
    return NULL;
}

const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply)
{
    if (control_is_steering(request->path)) {
        control_steer(control, request, now_ms, reply);
        return NULL;
    }
    /* True in the second call for a delayed request. The first call counted it and chose its fault. */
    bool late = reply->manner == REPLY_LATE;
    char *text = reply->late;
    struct faults *faults = &control->faults;
    struct fault *fault = NULL;
    int64_t id;
    reply->late = NULL;
    reply->manner = REPLY_SEND;
    reply->delay_ms = 0;
    const struct endpoint *endpoint = control_route(&control->service, request, &id, reply);
    if (!late)
        control->counts[endpoint ? endpoint - endpoints : ENDPOINT_COUNT]++;
    if (endpoint && !late)
        fault = control_fault(faults, endpoint, id);
    if (endpoint && (!fault || !fault->kind->replaces))
        service_run(&control->service, request, endpoint, id, now_ms, reply);
    if (fault) {
        fault_apply(fault, reply);
        text = mem_copy(fault->text);
        if (fault->left == 0) {
            fault_free(fault);
            memmove(fault, fault + 1, (size_t)(faults->rows + --faults->count - fault) * sizeof *fault);
        }
    }
    if (reply->manner == REPLY_LATE)
        reply->late = text;
    else
        received_note(&control->received, request, reply, text, now_ms);
    return endpoint;
}

void control_free(struct control *control)
{
    faults_clear(&control->faults);
    for (size_t i = 0; i < RECEIVED_MAX; i++)
        received_free(&control->received.rows[i]);
    control->received.kept = 0;
    service_free(&control->service);
}
