/* Owns the order of things for a request: steering paths, route, count, fault, service, fault. */
#include "steno/sandbox/control.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define STEERING "/__sandbox/"

/* Adds the faults of a body, one a line. */
static void control_add_faults(struct control *control, const struct service_request *request,
                               struct reply *reply)
{
    struct error err;
    const char *at = request->body;
    while (*at) {
        size_t len = strcspn(at, "\r\n");
        char *line = mem_copy_n(at, len);
        bool ok = len == 0 || faults_add(&control->faults, line, &err);
        free(line);
        if (!ok) {
            reply_error(reply, 400, err.text);
            return;
        }
        at += len + strspn(at + len, "\r\n");
    }
    reply_json(reply, json_pack("{s:I}", "Faults", (json_int_t)control->faults.count));
}

/* Answers with the counts. */
static void control_counts(const struct control *control, struct reply *reply)
{
    json_t *counts = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++)
        json_object_set_new(counts, endpoints[i].name, json_integer(control->counts[i]));
    json_object_set_new(counts, "other", json_integer(control->others));
    reply_json(reply, counts);
}

/* Answers a steering request. */
static void control_steer(struct control *control, const struct service_request *request, struct reply *reply)
{
    const char *what = request->path + strlen(STEERING);
    bool post = strcmp(request->method, "POST") == 0, del = strcmp(request->method, "DELETE") == 0;
    if (strcmp(what, "fault") == 0 && !post && !del) {
        reply_json(reply, json_pack("{s:o}", "Faults", faults_json(&control->faults)));
    } else if (strcmp(what, "fault") == 0) {
        if (del)
            faults_clear(&control->faults);
        control_add_faults(control, request, reply);
    } else if (strcmp(what, "requests") == 0 && !post) {
        if (del) {
            memset(control->counts, 0, sizeof control->counts);
            control->others = 0;
        }
        control_counts(control, reply);
    } else {
        reply_error(reply, 404, "No such resource");
    }
}

/* Answers a request to an endpoint, with the fault that it gets. */
static void control_run(struct control *control, const struct service_request *request,
                        const struct route *route, int64_t now_ms, struct reply *reply)
{
    struct fault fault;
    bool faulted = faults_take(&control->faults, route->endpoint, route->project_id, &fault);
    if (!faulted || !fault.kind->instead)
        service_run(&control->service, request, route, now_ms, reply);
    if (faulted) {
        fault_apply(&fault, reply);
        fault_free(&fault);
    }
}

const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply)
{
    struct route route;
    if (strncmp(request->path, STEERING, strlen(STEERING)) == 0) {
        control_steer(control, request, reply);
        return NULL;
    }
    if (!service_route(&control->service, request, &route, reply)) {
        control->others++;
        return NULL;
    }
    control->counts[route.endpoint]++;
    control_run(control, request, &route, now_ms, reply);
    return &endpoints[route.endpoint];
}

void control_free(struct control *control)
{
    faults_clear(&control->faults);
    service_free(&control->service);
}
