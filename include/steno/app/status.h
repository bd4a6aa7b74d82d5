/* What is said of what was done and of what failed, and the activity: what happened. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_STATUS_H
#define STENO_APP_STATUS_H

#include <stdbool.h>
#include <stdint.h>

struct app;
struct error;

enum activity_kind {
    ACTIVITY_STATE,
    ACTIVITY_REQUEST,
    ACTIVITY_ERROR,
    ACTIVITY_NOTE,
    ACTIVITY_DONE,
    ACTIVITY_UNKNOWN /* may have been done */
};
struct app_activity {
    int64_t wall_ms;
    enum activity_kind kind;
    int64_t id;     /* 0: no project */
    bool is_of_act; /* the line of an act tells it, once the store has that */
    char *text;
    char *request; /* what was sent, without secrets; NULL where it is not known */
    char *status;  /* what came back: "412 no_media"; NULL where nothing did */
};
#define APP_ACTIVITY_MAX 500

/* What is said of what was done, and of what failed (foot.h). */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_status_end_outcome(struct app *app);
void app_status_end_failure(struct app *app);
void app_status_end_said(struct app *app); /* both */
/* The sentence is no longer true: it goes, where it is the one that stands there. */
void app_status_take_back(struct app *app, const char *text);
/* Of what the store was to keep: where that failed "Not saved: WHAT. REASON" is said and logged. Returns ok.
 */
bool app_kept(struct app *app, bool ok, const char *what, const struct error *err);
/* Something that was asked for failed: the key bar counts it until the activity is opened. */
void app_count_failure(struct app *app);
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The entry logged last is told by the line of an act, once the store has that. */
void app_log_of_act(struct app *app);
/* What is known of the entry logged last; both are taken. */
void app_log_request(struct app *app, char *request, char *status);

#endif
