/* The rows that what was done leaves in the history of the store and among the activities. */
#ifndef STENO_APP_RECORD_H
#define STENO_APP_RECORD_H

#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/app/status.h"

struct app;

void app_history(struct app *app, int64_t id, const char *kind, const char *text);
/* What a call did, as a row of the activity, here and in the history. ACTIVITY_NOTE: the status line tells
 * only how many such rows there are. */
void app_record_done(struct app *app, enum activity_kind kind, const struct app_call *call,
                     const struct call_result *result);
/* Its outcome is not known: the error stands here already, the row goes into the history. */
void app_record_unknown(struct app *app, const struct app_call *call);

#endif
