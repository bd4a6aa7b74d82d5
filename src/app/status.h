/* What is said, and what goes into the activity. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_STATUS_PRIVATE_H
#define STENO_APP_STATUS_PRIVATE_H

#include <stdbool.h>

#include "steno/app/status.h"

struct app;

/* What is said of what was done, and of what failed (foot.h). */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_status_end_outcome(struct app *app);
void app_status_end_failure(struct app *app);
void app_status_end_said(struct app *app); /* both */
/* The sentence is no longer true: it goes, where it is the one that stands there. */
void app_status_take_back(struct app *app, const char *text);
/* Something that was asked for failed: the key bar counts it until the activity is opened. */
void app_count_failure(struct app *app);
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The entry logged last is told by the line of an act, once the store has that. */
void app_log_of_act(struct app *app);
/* What is known of the entry logged last; both are taken. */
void app_log_request(struct app *app, char *request, char *status);

#endif
