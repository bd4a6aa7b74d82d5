/* Reads the projects of the list again and again. core/refresh.h decides when each project is read; those on
 * the screen are read more often. After a 429 (too many requests) no project is read for a while; this is
 * called the pause. The result of a reading is reported only if the operator asked for the reading. */
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

/* Starts reading a project regularly. May be called again for the same project. */
void app_reads_watch(struct app *app, const struct app_project *project);
/* Asks for a reading of a project; ignores an id that is not on the list. */
void app_read(struct app *app, int64_t id, enum read_how how);
/* Read one project or all for the operator, even during a pause, and report the result. */
void app_reads_ask(struct app *app, int64_t id);
void app_reads_ask_all(struct app *app);
/* Call when a project is removed: stops its readings. A reading that the operator asked for no longer counts
 * in "Refreshing 3 of 12". The answer to a reading under way can still start or end a pause. */
void app_reads_forget(struct app *app, struct app_project *project);
/* Call at the end of a turn: tells core/refresh.h which projects are on the screen. */
void app_reads_sync(struct app *app);

/* Call when code outside reads.c sends a request: counts it for the limit of requests per second. */
void app_reads_count(struct app *app);
/* Returns how many ms a batch, with `under_way` writes still unanswered, must wait before it sends the next
 * write. 0: send now; INT64_MAX: wait until one of those writes has ended. A batch waits until a pause ends;
 * then it sends one write first, as a try. */
int64_t app_reads_hold(const struct app *app, size_t under_way);
/* Takes over the values of `project`, which came with a write's answer or with a reading before an enqueue.
 * sent_ms: when the write or reading was sent, wall clock. is_kept: the store already has these values. */
void app_reads_take_project(struct app *app, int64_t id, struct project *project, int64_t sent_ms,
                            bool is_kept);
/* Call when newer values are known: the answers to all reads sent until now are ignored. */
void app_reads_outdate(struct app *app, int64_t id);
/* Call with each answer; ignores those to reads. A 429 starts a pause; a success may end it. */
void app_reads_hear_write(struct app *app, const struct call_result *result);
/* Stop all readings after a 401, and start them again after a login. */
void app_reads_stop(struct app *app);
void app_reads_go_on(struct app *app);

/* Writes "Refreshing 3 of 12" if the operator waits for a refresh; false: nobody waits, or a pause lasts. */
bool app_reads_running(const struct app *app, char *out, size_t size);
/* Writes the message that is shown during a pause; false: there is no pause. */
bool app_reads_standing(const struct app *app, char *out, size_t size);
/* Writes how long the pause still lasts: "5 min"; false: no pause. `out` needs DATE_TEXT_SIZE bytes. */
bool app_pause_text(const struct app *app, char *out, size_t size);

#endif
