/* Owns the order of things for a request: steering paths, route, count, fault, service, fault; what was
 * received, with its secrets masked; and the paths under /__sandbox: faults, counts, what was received, and
 * the hand of somebody else. */
/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define ROOT     "/__sandbox"
#define MASK     "***"
#define BODY_MAX ((size_t)16 << 10) /* of a body as it is kept */

/* --- what was received --- */

/* Does a query parameter, a form field or a header hold a secret? */
static bool received_is_secret(const char *name)
{
    static const char *const names[] = {"Authorization", "Proxy-Authorization", "Cookie", "Password",
                                        "Token"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (text_equal_nocase(name, names[i]))
            return true;
    }
    return false;
}

/* A text that JSON can carry: what is no UTF-8 is replaced. */
static json_t *received_text(const char *text, size_t len)
{
    struct buffer valid;
    buffer_init(&valid, BUFFER_MAX_DEFAULT);
    text_repair(&valid, text, len);
    json_t *value = json_string(buffer_text(&valid));
    buffer_free(&valid);
    return value ? value : json_string("");
}

/* [[name, value], ...], for a name may come twice. */
static json_t *received_pairs(const struct query *pairs)
{
    json_t *list = json_array();
    for (size_t i = 0; i < pairs->count; i++) {
        const char *name = pairs->pairs[i].name, *value = pairs->pairs[i].value;
        json_array_append_new(
            list,
            json_pack("[o, o]", received_text(name, strlen(name)),
                      received_is_secret(name) ? json_string(MASK) : received_text(value, strlen(value))));
    }
    return list;
}

/* The body: a text; of a login what is no JSON object, and so cannot be masked by its members, is left out.
 */
static json_t *received_body(const struct service_request *request)
{
    size_t len = request->body_len < BODY_MAX ? request->body_len : BODY_MAX;
    if (!text_contains_nocase(request->path, "/login"))
        return received_text(request->body, len);
    json_t *value = json_loadb(request->body, request->body_len, 0, NULL), *member;
    const char *name;
    void *next;
    json_object_foreach_safe(value, next, name, member)
    {
        if (received_is_secret(name))
            json_object_set_new(value, name, json_string(MASK));
    }
    char *text = json_is_object(value) ? json_dumps(value, JSON_COMPACT) : NULL;
    json_t *body = json_string(text ? text : request->body_len ? MASK : "");
    json_decref(value);
    free(text);
    return body;
}

/* Notes a request, how it was answered, and the fault that it got (NULL for none). */
static void received_note(struct received *received, const struct service_request *request,
                          const struct reply *reply, const char *fault, int64_t now_ms)
{
    char time[DATE_TEXT_SIZE];
    date_format_utc(time, sizeof time, now_ms);
    if (!received->rows)
        received->rows = json_array();
    if (json_array_size(received->rows) == RECEIVED_MAX)
        json_array_remove(received->rows, 0);
    json_t *row = json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:i, s:s?, s:o?, s:s?}", "Number",
                            (json_int_t)++received->count, "Time", time, "Method",
                            received_text(request->method, strlen(request->method)), "Path",
                            received_text(request->path, strlen(request->path)), "Query",
                            received_pairs(request->query), "Headers", received_pairs(request->headers),
                            "Body", received_body(request), "BodyLength", (json_int_t)request->body_len,
                            "Status", reply->status, "Refused", reply->refused[0] ? reply->refused : NULL,
                            "Fault", fault ? received_text(fault, strlen(fault)) : NULL, "Note", reply->note);
    json_array_append_new(received->rows, row);
}

void received_log(const struct received *received, const char *endpoint, struct buffer *out)
{
    static const struct {
        const char *member, *before;
    } ends[] = {{"Refused", " refused="}, {"Fault", " fault="}, {"Note", ": "}};
    size_t i = json_array_size(received->rows);
    if (i == 0)
        return;
    const json_t *row = json_array_get(received->rows, i - 1);
    struct buffer line;
    json_t *pair;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s #%lld %s %s %d %s", json_string_value(json_object_get(row, "Time")),
                  (long long)received->count, json_string_value(json_object_get(row, "Method")), endpoint,
                  (int)json_integer_value(json_object_get(row, "Status")),
                  json_string_value(json_object_get(row, "Path")));
    json_array_foreach(json_object_get(row, "Query"), i, pair)
    {
        buffer_printf(&line, "%s%s=", i ? "&" : "?", json_string_value(json_array_get(pair, 0)));
        const char *value = json_string_value(json_array_get(pair, 1));
        if (strcmp(value, MASK) == 0)
            buffer_append_text(&line, value);
        else
            param_encode(&line, value);
    }
    for (i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const char *text = json_string_value(json_object_get(row, ends[i].member));
        if (text)
            buffer_printf(&line, "%s%s", ends[i].before, text);
    }
    text_clean(out, buffer_text(&line), line.len);
    buffer_free(&line);
}

/* --- steering --- */

/* What is done for one request. */
struct steer_call {
    struct control *control;
    const struct service_request *request;
    struct world_project *project; /* that the path names */
    bool clears;                   /* the method is DELETE */
    int64_t now_ms;
    struct reply *reply;
};

/* Lists the faults, or answers with how many there are now. */
static void steer_faults(const struct steer_call *call)
{
    struct faults *faults = &call->control->faults;
    if (call->clears)
        faults_clear(faults);
    reply_json(call->reply, strcmp(call->request->method, "POST") == 0 || call->clears
                                ? json_pack("{s:I}", "Faults", (json_int_t)faults->count)
                                : json_pack("{s:o}", "Faults", faults_json(faults)));
}

/* Adds the faults of the body, one a line: all or none. */
static void steer_add_faults(const struct steer_call *call)
{
    struct error err;
    const char *at = call->request->body;
    size_t before = call->control->faults.count;
    while (*at) {
        size_t len = strcspn(at, "\r\n");
        char *line = mem_copy_n(at, len);
        bool ok = len == 0 || faults_add(&call->control->faults, line, &err);
        free(line);
        if (!ok) {
            faults_cut(&call->control->faults, before);
            reply_error(call->reply, 400, err.text);
            return;
        }
        at += len + strspn(at + len, "\r\n");
    }
    steer_faults(call);
}

static void steer_counts(const struct steer_call *call)
{
    struct control *control = call->control;
    json_t *counts = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        control->counts[i] = call->clears ? 0 : control->counts[i];
        json_object_set_new(counts, endpoints[i].name, json_integer(control->counts[i]));
    }
    control->others = call->clears ? 0 : control->others;
    json_object_set_new(counts, "other", json_integer(control->others));
    reply_json(call->reply, counts);
}

/* Shows the noted requests, oldest first. When they are cleared their numbers go on. */
static void steer_received(const struct steer_call *call)
{
    json_t *rows = call->control->received.rows;
    if (call->clears)
        json_array_clear(rows);
    reply_json(call->reply, json_pack("{s:o}", "Requests", rows ? json_copy(rows) : json_array()));
}

/* --- as somebody else --- */

/* Answers with the project and its metadata, whatever the options say. */
static void steer_show(const struct steer_call *call)
{
    reply_json(call->reply, json_pack("{s:o}", "Data", world_project_json(call->project, true)));
}

static void steer_change_project(const struct steer_call *call)
{
    json_t *change = call->request->body_len
                         ? json_loadb(call->request->body, call->request->body_len, 0, NULL)
                         : json_object();
    const char *bad = json_is_object(change) ? world_change(call->project, change, call->now_ms) : "";
    if (!bad) {
        steer_show(call);
    } else if (!bad[0]) {
        reply_error(call->reply, 400, "The body is not a JSON object");
    } else {
        char *message = mem_printf("%s: not a field that can be changed, or an invalid value", bad);
        reply_error(call->reply, 422, message);
        free(message);
    }
    json_decref(change);
}

static void steer_cancel(const struct steer_call *call)
{
    if (world_cancel(call->project, call->now_ms))
        steer_show(call);
    else
        reply_error(call->reply, 412, "The project is not being transcribed");
}

/* Gives new tokens to all accounts, or to that of the query's Email. */
static void steer_expire(const struct steer_call *call)
{
    const char *email = query_get(call->request->query, "Email");
    json_t *expired = json_array();
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        struct account *account = &call->control->service.accounts.rows[i];
        if (email && !text_equal_nocase(email, account->email))
            continue;
        account_renew_token(account);
        json_array_append_new(expired, json_string(account->email));
    }
    reply_json(call->reply, json_pack("{s:o}", "Expired", expired));
}

static void steer_reset(const struct steer_call *call)
{
    service_reset(&call->control->service);
    reply_json(call->reply,
               json_pack("{s:I}", "Projects", (json_int_t)world_count(call->control->service.world)));
}

/* --- the table --- */

static const struct steering {
    const char *method;
    const char *path; /* behind /__sandbox/; {id} is a project */
    void (*run)(const struct steer_call *call);
} steerings[] = {
    {"GET", "fault", steer_faults},
    {"POST", "fault", steer_add_faults},
    {"DELETE", "fault", steer_faults},
    {"GET", "requests", steer_counts},
    {"DELETE", "requests", steer_counts},
    {"GET", "received", steer_received},
    {"DELETE", "received", steer_received},
    {"GET", "projects/{id}", steer_show},
    {"POST", "projects/{id}", steer_change_project},
    {"POST", "projects/{id}/cancel", steer_cancel},
    {"DELETE", "tokens", steer_expire},
    {"POST", "reset", steer_reset},
};

bool control_is_steering(const char *path)
{
    size_t len = strlen(ROOT);
    return strncmp(path, ROOT, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

static void control_steer(struct control *control, const struct service_request *request, int64_t now_ms,
                          struct reply *reply)
{
    const char *path = request->path + strlen(ROOT);
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    struct steer_call call = {.control = control,
                              .request = request,
                              .clears = strcmp(method, "DELETE") == 0,
                              .now_ms = now_ms,
                              .reply = reply};
    char allow[64] = "";
    path += path[0] == '/';
    for (size_t i = 0; i < sizeof steerings / sizeof steerings[0]; i++) {
        const struct steering *row = &steerings[i];
        int64_t id = 0;
        if (!route_fits(row->path, path, &id))
            continue;
        if (strcmp(row->method, method) != 0) {
            size_t len = strlen(allow);
            snprintf(allow + len, sizeof allow - len, "%s%s%s", len ? ", " : "", row->method,
                     strcmp(row->method, "GET") == 0 ? ", HEAD" : "");
            continue;
        }
        call.project = strchr(row->path, '{') ? service_find(&control->service, id, now_ms) : NULL;
        if (strchr(row->path, '{') && !call.project)
            reply_error(reply, 404, "Project not found");
        else
            row->run(&call);
        return;
    }
    reply_no_route(reply, allow);
}

/* --- requests --- */

const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply)
{
    if (control_is_steering(request->path)) {
        control_steer(control, request, now_ms, reply);
        return NULL;
    }
    bool late = reply->manner == REPLY_LATE; /* counted when it came, and given no other fault */
    char *text = reply->late;
    struct fault *fault = NULL;
    int64_t id;
    reply->late = NULL;
    reply->manner = REPLY_SEND;
    reply->delay_ms = 0;
    const struct endpoint *endpoint = service_route(&control->service, request, &id, reply);
    if (!late)
        ++*(endpoint ? &control->counts[endpoint - endpoints] : &control->others);
    if (endpoint && !late)
        fault = faults_take(&control->faults, endpoint, id);
    if (endpoint && (!fault || !fault->kind->instead))
        service_run(&control->service, request, endpoint, id, now_ms, reply);
    if (fault) {
        fault_apply(fault, reply);
        text = mem_copy(fault->text);
        faults_done(&control->faults, fault);
    }
    if (reply->manner == REPLY_LATE) {
        reply->late = text;
    } else {
        received_note(&control->received, request, reply, text, now_ms);
        free(text);
    }
    return endpoint;
}

void control_free(struct control *control)
{
    faults_clear(&control->faults);
    json_decref(control->received.rows);
    control->received.rows = NULL;
    service_free(&control->service);
}
