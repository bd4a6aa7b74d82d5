/* Reads the projects of the list again and again. core/refresh.h decides when each project is read. Projects
 * on the screen are read more often. After a 429 (too many requests) no project is read for a while, the
 * pause. The result of a reading is reported only if the operator asked for the reading. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_READS_H
#define STENO_APP_READS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;
struct app_project;
struct call_result;
struct project;

enum read_how {
    READ_SOON,    /* now, or at the end of a pause */
    READ_AT_ONCE, /* now, even during a pause, because the operator waits */
    READ_ENQUEUED /* an enqueue was accepted: read when the server may have a new state */
};

/* Starts to read a project regularly. Can be called again for the same project. */
void app_reads_watch(struct app *app, const struct app_project *project);
/* Asks for a reading of a project; ignores an id that is not on the list. */
void app_read(struct app *app, int64_t id, enum read_how how);
/* Read one project or all for the operator, even during a pause, and report the result. */
void app_reads_ask(struct app *app, int64_t id);
void app_reads_ask_all(struct app *app);
/* Call when a project is removed. Stops its readings, and no longer counts it in "Refreshing: 3 of 12 done".
 * An answer that still comes can start or end a pause. */
void app_reads_forget(struct app *app, struct app_project *project);
/* Call at the end of a turn. Tells core/refresh.h which projects are on the screen. */
void app_reads_sync(struct app *app);

/* Call when code outside reads.c sends a request. Counts it for the limit of requests per second. */
void app_reads_count(struct app *app);
/* Returns how many ms a batch must wait before it sends the next write. `under_way`: number of unanswered
 * writes. INT64_MAX: wait until one of these writes has ended. After a pause, the batch sends a single write
 * first, as a try. */
int64_t app_reads_hold(const struct app *app, size_t under_way);
/* Takes over the values of `project`, which came with a write's answer or with a reading before an enqueue.
 * sent_ms: when the write or reading was sent, wall clock. is_kept: the store already has these values. */
void app_reads_take_project(struct app *app, int64_t id, struct project *project, int64_t sent_ms,
                            bool is_kept);
/* Call when newer values of a project are known. Answers to reads that are already sent are then ignored. */
void app_reads_outdate(struct app *app, int64_t id);
/* Call with each answer; only answers to writes count. A 429 starts a pause; a success can end it. */
void app_reads_hear_write(struct app *app, const struct call_result *result);
/* Stop all readings after a 401, and start them again after a login. */
void app_reads_stop(struct app *app);
void app_reads_go_on(struct app *app);

/* Writes "Refreshing: 3 of 12 done" while the operator waits for a refresh; false: no refresh, or a pause. */
bool app_reads_running(const struct app *app, char *out, size_t size);
/* Writes the message that is shown during a pause; false: there is no pause. */
bool app_reads_standing(const struct app *app, char *out, size_t size);
/* Writes the rest of the pause: "5 min"; false: there is no pause. `out` needs DATE_TEXT_SIZE bytes. */
bool app_pause_text(const struct app *app, char *out, size_t size);

#endif
