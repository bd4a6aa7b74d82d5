/* Control: what a request gets, of the service, of its faults, or of the paths under /__sandbox that steer
 * both (steer.h). */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "control_state.h"

/* Fills an initialised reply; returns the endpoint, or NULL when it was for none. One that becomes REPLY_LATE
 * is to be filled by a second call after its delay, which does what was asked. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

#endif
