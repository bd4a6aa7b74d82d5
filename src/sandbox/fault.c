/* Owns the kinds of faults, what each does to a reply, their grammar, and which of them a request gets. */
/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MARK "\xEE\x80\x80" /* U+E000, of the private use area */

/* Replaces the body by a text of this media type; the status stays. */
static void fault_body(struct reply *reply, const char *text, const char *type)
{
    json_decref(reply->json);
    reply->json = NULL;
    reply->stream_bytes = 0;
    buffer_clear(&reply->body);
    buffer_append_text(&reply->body, text);
    reply->type = type;
}

static void fault_status(struct reply *reply, const char *arg)
{
    int status = (int)strtol(arg, NULL, 10);
    reply_error(reply, status, "A fault of the sandbox");
    if (status == 204 || status == 304)
        fault_body(reply, "", reply->type);
}

static void fault_retry_after(struct reply *reply, const char *arg)
{
    const char *slash = arg ? strchr(arg, '/') : NULL;
    reply_error(reply, slash ? (int)strtol(arg, NULL, 10) : 429, "Too many requests");
    query_add(&reply->headers, "Retry-After", slash ? slash + 1 : arg ? arg : "1");
}

static void fault_delay(struct reply *reply, const char *arg)
{
    reply->delay_ms = strtoll(arg, NULL, 10);
}

static void fault_cut(struct reply *reply, const char *arg)
{
    reply->cut_at = arg ? strtoll(arg, NULL, 10) : -1;
}

static void fault_empty(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply, "", reply->type);
}

static void fault_html(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply,
               "<!DOCTYPE html>\n<html><head><title>Gateway</title></head>"
               "<body><h1>Please come back later</h1></body></html>\n",
               "text/html; charset=utf-8");
}

/* Gives the members of a name a value, or takes them out when it is NULL. Returns how many. */
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

static void fault_missing(struct reply *reply, const char *arg)
{
    fault_members(reply->json, arg, NULL);
}

static void fault_set(struct reply *reply, const char *arg)
{
    const char *colon = strchr(arg, ':');
    if (!colon)
        return;
    char *name = mem_copy_n(arg, (size_t)(colon - arg));
    json_t *value = json_loads(colon + 1, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (!value) /* no JSON: the text itself */
        value = json_string(colon + 1);
    json_t *data = json_object_get(reply->json, "Data");
    if (value && fault_members(reply->json, name, value) == 0)
        json_object_set(json_is_object(data) ? data : reply->json, name, value);
    json_decref(value);
    free(name);
}

/* --- hostile text: what no client may pass on to a terminal, in every text of a reply. The JSON library
 * cannot write most of it, so each text gets a mark, and the marks are replaced in the written body --- */

/* As it stands between the quotes of a JSON text: C0 must be escaped there, all else is raw. */
/* clang-format off */
static const char hostile_json[] =
    "\\u001B]0;title\\u0007\\u001B[2J\\u001B[31m"                          /* sequences that change a terminal */
    "\\u0000\\u0001\\b\\t\\n\\r\\u000E\\u001F" "\x7F"                      /* other C0, and DEL */
    "\xC2\x80\xC2\x85\xC2\x9B" "31m\xC2\x9D"                               /* C1, NEL and CSI among them */
    "\xE2\x80\xAE\xE2\x80\xAA\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C\xE2\x80\x8F" /* bidirectional controls */
    "\xE2\x80\xA8\xE2\x80\xA9"                                             /* line and paragraph separator */
    "\xFF\xFE\xC0\xAF\xE2\x82\xED\xA0\x80\xF4\x90\x80\x80"                 /* no UTF-8: stray, overlong, surrogate */
    "\\uDC00 \\uD800 "                                                     /* lone surrogates */
    "\xEF\xBB\xBF\xF3\xA0\x81\x81"                                         /* byte order mark, a tag character */
    "\xC2\xAD\xE2\x80\x8B\xE2\x81\xA0\xE3\x85\xA4";                        /* soft hyphen, zero width, joiner, filler */
/* clang-format on */

/* For the body of a file, where nothing is escaped. */
static const char hostile_raw[] = "\x1B]0;title\x07\x1B[2J\x1B[31m\x01\b\r\x7F\xC2\x9B"
                                  "31m\xE2\x80\xAE\xE2\x80\xA8\xFF\xC0\xAF\xED\xA0\x80\n";

/* Puts the mark at the end of a text and of every one below a value, which becomes the caller's; tokens stay
 * usable. Metadata gets a key with it too. */
static json_t *fault_hostile_mark(json_t *value)
{
    const char *name;
    void *next;
    size_t i;
    json_t *member;
    if (json_is_string(value))
        return json_sprintf("%s" MARK, json_string_value(value));
    json_array_foreach(value, i, member) json_array_set_new(value, i, fault_hostile_mark(member));
    json_object_foreach_safe(value, next, name, member)
    {
        if (strcmp(name, "Metadata") == 0)
            json_object_set_new(member, "key" MARK, json_string("value"));
        if (strcmp(name, "Token") != 0)
            json_object_set_new(value, name, fault_hostile_mark(member));
    }
    return json_incref(value);
}

static void fault_hostile(struct reply *reply, const char *arg)
{
    (void)arg;
    if (reply->json) {
        json_decref(fault_hostile_mark(reply->json));
        reply_render(reply);
        char *body = text_replace(buffer_text(&reply->body), MARK, hostile_json);
        buffer_clear(&reply->body);
        buffer_append_text(&reply->body, body);
        free(body);
        return;
    }
    buffer_append(&reply->body, hostile_raw, sizeof hostile_raw - 1);
    free(reply->disposition);
    reply->disposition = mem_copy("attachment; filename=\"../../\x1B[31m.hidden.srt\"; "
                                  "filename*=UTF-8''..%2F..%2Fetc%2F%1B%5B2J%E2%80%AE%00%0Apasswd.srt");
}

/* --- the table --- */

const struct fault_kind fault_kinds[] = {
    {"status", FAULT_ARG_STATUS, true, true, REPLY_SEND, fault_status,
     "status=NNN: answers with this status, 200 to 599"},
    {"retry-after", FAULT_ARG_RETRY, false, true, REPLY_SEND, fault_retry_after,
     "retry-after[=[STATUS/]VALUE]: 429, or this status, with Retry-After (1)"},
    {"stall", FAULT_ARG_NONE, false, true, REPLY_STALL, NULL, "never answers"},
    {"reset", FAULT_ARG_NONE, false, true, REPLY_RESET, NULL, "breaks the connection with a reset"},
    {"late", FAULT_ARG_NUMBER, true, true, REPLY_LATE, fault_delay,
     "late=MS: does what was asked MS later, also when the client has gone by then"},
    {"lost", FAULT_ARG_NONE, false, false, REPLY_RESET, NULL,
     "does what was asked, then breaks the connection"},
    {"done", FAULT_ARG_STATUS, true, false, REPLY_SEND, fault_status,
     "done=NNN: does what was asked, then answers with this status"},
    {"head", FAULT_ARG_NONE, false, false, REPLY_HEAD, NULL,
     "does what was asked, then sends the status line and one header, and closes"},
    {"delay", FAULT_ARG_NUMBER, true, false, REPLY_SEND, fault_delay, "delay=MS: delays the reply"},
    {"cut", FAULT_ARG_NUMBER, false, false, REPLY_CUT, fault_cut,
     "cut[=N]: sends N bytes of the body (half of it), then closes"},
    {"freeze", FAULT_ARG_NUMBER, false, false, REPLY_FREEZE, fault_cut,
     "freeze[=N]: sends N bytes of the body (half), then nothing"},
    {"empty", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_empty, "an empty body"},
    {"html", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_html, "an HTML page as body"},
    {"missing", FAULT_ARG_TEXT, true, false, REPLY_SEND, fault_missing,
     "missing=NAME: without the fields of this name"},
    {"set", FAULT_ARG_TEXT, true, false, REPLY_SEND, fault_set,
     "set=NAME:JSON: fields of this name get this value, an integer beyond 64 bits as a string"},
    {"hostile", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_hostile,
     "every kind of hostile byte in every text"},
    {.name = NULL},
};

/* --- grammar --- */

static bool fault_is_status(const char *text, size_t len)
{
    return len == 3 && strspn(text, "0123456789") >= 3 && text[0] >= '2' && text[0] <= '5';
}

static bool fault_check_arg(const struct fault_kind *kind, const char *arg, struct error *err)
{
    int64_t number;
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
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not from 200 to 599", kind->name, arg);
    return true;
}

/* Reads ",NAME:VALUE...": names of letters, digits and dashes, values of printable ASCII. */
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

/* Reads ROUTE[/ID][+AFTER], which is written over. */
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

/* Reads KIND[=ARG][,NAME:VALUE...][*COUNT], which is written over. */
static bool fault_read_kind(struct fault *fault, char *text, struct error *err)
{
    char *star = strrchr(text, '*');
    fault->left = -1;
    if (star && star != text && text_parse_int(star + 1, &fault->left) && fault->left >= 1)
        *star = '\0';
    else
        fault->left = -1;
    size_t len = strcspn(text, "=,");
    for (const struct fault_kind *kind = fault_kinds; kind->name && !fault->kind; kind++) {
        if (strlen(kind->name) == len && strncmp(kind->name, text, len) == 0)
            fault->kind = kind;
    }
    if (!fault->kind)
        return error_set(err, ERROR_USAGE, "“%.*s” is no kind of fault", (int)len, text);
    const char *at = text + len;
    if (*at == '=') {
        len = fault->kind->arg >= FAULT_ARG_RETRY ? strlen(at + 1) : strcspn(at + 1, ",");
        fault->arg = mem_copy_n(at + 1, len);
        at += 1 + len;
    }
    if (!fault_read_headers(&fault->headers, at))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not a list of headers: ,NAME:VALUE",
                         fault->kind->name, at);
    return fault_check_arg(fault->kind, fault->arg, err);
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
        error_set(err, ERROR_USAGE,
                  "“%s” is no fault: it must begin with an endpoint's name or *, perhaps /ID and +AFTER, "
                  "and a colon",
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

/* --- which one a request gets --- */

void faults_cut(struct faults *faults, size_t count)
{
    while (faults->count > count)
        fault_free(&faults->rows[--faults->count]);
}

void faults_clear(struct faults *faults)
{
    faults_cut(faults, 0);
    free(faults->rows);
    *faults = (struct faults){0};
}

struct fault *faults_take(struct faults *faults, const struct endpoint *endpoint, int64_t project)
{
    for (size_t i = 0; i < faults->count; i++) {
        struct fault *fault = &faults->rows[i];
        if ((fault->endpoint && fault->endpoint != endpoint) || (fault->project && fault->project != project))
            continue;
        if (fault->after > 0) { /* it lets this one pass */
            fault->after--;
            continue;
        }
        fault->left -= fault->left > 0;
        return fault;
    }
    return NULL;
}

void faults_done(struct faults *faults, struct fault *fault)
{
    if (fault->left != 0)
        return;
    fault_free(fault);
    memmove(fault, fault + 1, (size_t)(faults->rows + --faults->count - fault) * sizeof *fault);
}

void fault_apply(const struct fault *fault, struct reply *reply)
{
    reply->manner = fault->kind->manner;
    if (fault->kind->apply)
        fault->kind->apply(reply, fault->arg);
    for (size_t i = 0; i < fault->headers.count; i++)
        query_add(&reply->headers, fault->headers.pairs[i].name, fault->headers.pairs[i].value);
}

json_t *faults_json(const struct faults *faults)
{
    json_t *list = json_array();
    for (size_t i = 0; i < faults->count; i++) {
        const struct fault *fault = &faults->rows[i];
        json_t *left = fault->left < 0 ? json_null() : json_integer(fault->left);
        json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "Fault", fault->text, "After",
                                              (json_int_t)fault->after, "Left", left));
    }
    return list;
}
