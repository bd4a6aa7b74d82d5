/* Steering: the paths under /__sandbox, by which a test or a person changes the world from outside. */
#ifndef STENO_SANDBOX_STEER_H
#define STENO_SANDBOX_STEER_H

#include "control_state.h"

/* Is this path one of steering? */
bool steer_is_path(const char *path);

/* Answers a steering request. */
void steer(struct control *control, const struct service_request *request, int64_t now_ms,
           struct reply *reply);

#endif
