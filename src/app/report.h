/* What follows from the outcome of a call that the operator asked for: its receipt is kept, reported, and the
 * project taken over. What it means is core/write's. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_REPORT_H
#define STENO_APP_REPORT_H

#include <stdbool.h>

#include "steno/app/calls.h"

struct app;

/* It went well. `reported`: on the status line; the activity has it in any case. */
void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported);
/* Like app_report_done() for metadata: `first`, no metadata of this server was changed from here before. */
void app_report_done_first(struct app *app, const struct app_call *call, struct call_result *result,
                           bool first);
/* A write failed: said; where it may have been done or the project is another now, it is read, never sent
 * again. */
void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result);
/* One of a batch failed, whose sum tells: nothing is said. True where its answer was lost, but the
 * reading that came with it shows that it was done. */
bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result);
/* An export failed: what follows is kept, and nothing said. */
void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result);

#endif
