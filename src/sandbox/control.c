/* Owns the order of things for a request: steering paths, route, count, fault, service, fault; and the paths
 * under /__sandbox: faults, counts, what was received, and the hand of somebody else. */
/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <stdlib.h>
#include <string.h>

#include "route.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define ROOT "/__sandbox"

/* --- steering --- */

/* What is done for one request. */
struct steer_call {
    struct control *control;
    const struct service_request *request;
    int64_t id; /* of the project that the path names */
    int64_t now_ms;
    struct reply *reply;
};

static void control_steer_list_faults(const struct steer_call *call)
{
    reply_json(call->reply, json_pack("{s:o}", "Faults", faults_json(&call->control->faults)));
}

/* Answers with how many faults there are. */
static void control_steer_count_faults(const struct steer_call *call)
{
    reply_json(call->reply, json_pack("{s:I}", "Faults", (json_int_t)call->control->faults.count));
}

/* Adds the faults of the body, one a line: all or none. */
static void control_steer_add_faults(const struct steer_call *call)
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
    control_steer_count_faults(call);
}

static void control_steer_clear_faults(const struct steer_call *call)
{
    faults_clear(&call->control->faults);
    control_steer_count_faults(call);
}

static void control_steer_count(const struct steer_call *call)
{
    json_t *counts = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++)
        json_object_set_new(counts, endpoints[i].name, json_integer(call->control->counts[i]));
    json_object_set_new(counts, "other", json_integer(call->control->others));
    reply_json(call->reply, counts);
}

static void control_steer_clear_counts(const struct steer_call *call)
{
    memset(call->control->counts, 0, sizeof call->control->counts);
    call->control->others = 0;
    control_steer_count(call);
}

static void control_steer_received(const struct steer_call *call)
{
    reply_json(call->reply, json_pack("{s:o}", "Requests", received_json(&call->control->received)));
}

static void control_steer_clear_received(const struct steer_call *call)
{
    received_clear(&call->control->received);
    control_steer_received(call);
}

/* --- as somebody else --- */

/* The project, or NULL with the 404 in the reply. */
static struct world_project *control_steer_find(const struct steer_call *call)
{
    struct world_project *project = service_find(&call->control->service, call->id, call->now_ms);
    if (!project)
        reply_error(call->reply, 404, "Project not found");
    return project;
}

/* Answers with the project and its metadata, whatever the options say. */
static void control_steer_show(const struct steer_call *call, const struct world_project *project)
{
    reply_json(call->reply, json_pack("{s:o}", "Data", world_project_json(project, true)));
}

static void control_steer_get_project(const struct steer_call *call)
{
    const struct world_project *project = control_steer_find(call);
    if (project)
        control_steer_show(call, project);
}

static void control_steer_change_project(const struct steer_call *call)
{
    struct world_project *project = control_steer_find(call);
    if (!project)
        return;
    json_t *change = call->request->body_len
                         ? json_loadb(call->request->body, call->request->body_len, 0, NULL)
                         : json_object();
    const char *bad = json_is_object(change) ? world_change(project, change, call->now_ms) : "";
    if (!bad) {
        control_steer_show(call, project);
    } else if (!bad[0]) {
        reply_error(call->reply, 400, "The body is not a JSON object");
    } else {
        char *message = mem_printf("%s: not a field that can be changed, or an invalid value", bad);
        reply_error(call->reply, 422, message);
        free(message);
    }
    json_decref(change);
}

static void control_steer_cancel(const struct steer_call *call)
{
    struct world_project *project = control_steer_find(call);
    if (!project)
        return;
    if (world_cancel(project, call->now_ms))
        control_steer_show(call, project);
    else
        reply_error(call->reply, 412, "The project is not being transcribed");
}

/* Gives new tokens to all accounts, or to that of the query's Email. */
static void control_steer_expire(const struct steer_call *call)
{
    const char *email = query_get(call->request->query, "Email");
    json_t *expired = json_array();
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        struct account *account = &call->control->service.accounts.rows[i];
        if (email && !text_equal_nocase(email, account->email))
            continue;
        login_data_renew_token(account);
        json_array_append_new(expired, json_string(account->email));
    }
    reply_json(call->reply, json_pack("{s:o}", "Expired", expired));
}

static void control_steer_reset(const struct steer_call *call)
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
    {"GET", "fault", control_steer_list_faults},
    {"POST", "fault", control_steer_add_faults},
    {"DELETE", "fault", control_steer_clear_faults},
    {"GET", "requests", control_steer_count},
    {"DELETE", "requests", control_steer_clear_counts},
    {"GET", "received", control_steer_received},
    {"DELETE", "received", control_steer_clear_received},
    {"GET", "projects/{id}", control_steer_get_project},
    {"POST", "projects/{id}", control_steer_change_project},
    {"POST", "projects/{id}/cancel", control_steer_cancel},
    {"DELETE", "tokens", control_steer_expire},
    {"POST", "reset", control_steer_reset},
};

bool control_is_steering(const char *path)
{
    size_t len = strlen(ROOT);
    return strncmp(path, ROOT, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

/* Answers a steering request. */
static void control_steer(struct control *control, const struct service_request *request, int64_t now_ms,
                          struct reply *reply)
{
    struct steer_call call = {.control = control, .request = request, .now_ms = now_ms, .reply = reply};
    const char *path = request->path + strlen(ROOT);
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    struct buffer methods;
    path += path[0] == '/';
    buffer_init(&methods, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof steerings / sizeof steerings[0]; i++) {
        const struct steering *row = &steerings[i];
        if (!route_fits(row->path, path, &call.id))
            continue;
        bool reads = strcmp(row->method, "GET") == 0;
        buffer_printf(&methods, "%s%s%s", methods.len ? ", " : "", row->method, reads ? ", HEAD" : "");
        if (strcmp(row->method, method) == 0) {
            buffer_free(&methods);
            row->run(&call);
            return;
        }
    }
    reply_error(reply, methods.len ? 405 : 404, methods.len ? "Method not allowed" : "No such resource");
    if (methods.len)
        query_add(&reply->headers, "Allow", buffer_text(&methods));
    buffer_free(&methods);
}

/* --- requests --- */

/* Answers a request to an endpoint, with the fault that it gets; its text, which the caller frees, or NULL.
 */
static char *control_run(struct control *control, const struct service_request *request,
                         const struct route *route, int64_t now_ms, struct reply *reply)
{
    char *text = NULL;
    struct fault *fault = faults_take(&control->faults, route->endpoint, route->project_id);
    if (!fault || !fault->kind->instead)
        service_run(&control->service, request, route, now_ms, reply);
    if (fault) {
        fault_apply(fault, reply);
        text = mem_copy(fault->text);
        faults_done(&control->faults, fault);
    }
    return text;
}

/* Does what a fault has put off: no other fault is taken for it, and it was counted when it came. */
static const struct endpoint *control_answer_late(struct control *control,
                                                  const struct service_request *request, int64_t now_ms,
                                                  struct reply *reply)
{
    struct route route;
    char *fault = reply->late;
    reply->late = NULL;
    reply->manner = REPLY_SEND;
    reply->delay_ms = 0;
    bool found = service_route(&control->service, request, &route, reply);
    if (found)
        service_run(&control->service, request, &route, now_ms, reply);
    received_note(&control->received, request, reply, fault, now_ms);
    free(fault);
    return found ? &endpoints[route.endpoint] : NULL;
}

const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply)
{
    struct route route;
    char *fault = NULL;
    const struct endpoint *endpoint = NULL;
    if (reply->manner == REPLY_LATE)
        return control_answer_late(control, request, now_ms, reply);
    if (control_is_steering(request->path)) {
        control_steer(control, request, now_ms, reply);
        return NULL;
    }
    if (service_route(&control->service, request, &route, reply)) {
        control->counts[route.endpoint]++;
        endpoint = &endpoints[route.endpoint];
        fault = control_run(control, request, &route, now_ms, reply);
    } else {
        control->others++;
    }
    if (reply->manner == REPLY_LATE) {
        reply->late = fault;
        return endpoint;
    }
    received_note(&control->received, request, reply, fault, now_ms);
    free(fault);
    return endpoint;
}

void control_free(struct control *control)
{
    faults_clear(&control->faults);
    received_clear(&control->received);
    service_free(&control->service);
}
