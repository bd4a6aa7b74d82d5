/* The enqueue form. */
#ifndef STENO_APP_ENQUEUE_H
#define STENO_APP_ENQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/topic.h"
#include "steno/app/calls.h"
#include "steno/app/project.h"

struct app;

bool app_enqueue_is_again(const struct app *app, int64_t id);
/* What is known of a project from readings of this session, to tell after an enqueue whether something
 * changed; NULL for nothing. Caller frees. */
struct project *app_enqueue_seen(const struct app_project *project);
/* A failed enqueue that may have been done is remembered: the next one asks. */
void app_enqueue_left_open(struct app *app, const struct app_call *call, const struct call_result *result);
void act_enqueue(struct app *app, const char *arg);

extern const struct topic topic_enqueue;

#endif
