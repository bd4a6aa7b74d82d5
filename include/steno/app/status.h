/* What is said of what was done and of what failed, and lines of the activity. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_STATUS_H
#define STENO_APP_STATUS_H

#include <stdbool.h>
#include <stdint.h>

struct app;
struct error;

/* What is said of what was done, and of what failed (foot.h). */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_status_end_outcome(struct app *app);
void app_status_end_failure(struct app *app);
void app_status_end_said(struct app *app); /* both */
/* The sentence is no longer true: it goes, where it is the one that stands there. */
void app_status_take_back(struct app *app, const char *text);
/* Of what the store was to keep: where that failed "Not saved: WHAT. REASON" is said. Returns ok. */
bool app_kept(struct app *app, bool ok, const char *what, const struct error *err);
/* Something that was asked for failed: the key bar counts it until the activity is opened. */
void app_count_failure(struct app *app);
/* A line of the history about a project (0: about none); what the store cannot keep is not told twice. */
enum activity_kind { ACTIVITY_ERROR, ACTIVITY_NOTE };
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
