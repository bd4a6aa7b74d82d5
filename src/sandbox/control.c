/* Owns the order of things for a request: steering paths, route, count, fault, service, fault. */
#include "control.h"

#include <stdlib.h>

#include "steer.h"
#include "steno/base/mem.h"

/* Answers a request to an endpoint, with the fault that it gets; its text, which the caller frees, or NULL.
 */
static char *control_run(struct control *control, const struct service_request *request,
                         const struct route *route, int64_t now_ms, struct reply *reply)
{
    char *text = NULL;
    struct fault *fault = faults_take(&control->faults, route->endpoint, route->project_id);
    reply->faulted = fault != NULL;
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
    if (steer_is_path(request->path)) {
        steer(control, request, now_ms, reply);
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
