/* Reads projects again and again: which ones, when, and what an answer means for the next time.
 *
 * core/refresh.h decides when each project of the list is read; those on the screen are read more often. A
 * 429 pauses all of them. The result of a reading that the operator asked for is reported. */
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
    READ_SOON,    /* now, or after the pause */
    READ_AT_ONCE, /* now, even during a pause: the operator waits */
    READ_ENQUEUED /* an enqueue was accepted: read when the first new state can be seen */
};

/* Starts reading the project regularly; may be called again. */
void app_reads_watch(struct app *app, const struct app_project *project);
/* Asks for a reading; an id that is not on the list is ignored. */
void app_read(struct app *app, int64_t id, enum read_how how);
/* The operator asks for one project, or for all: read even during a pause, and the result is reported. */
void app_reads_ask(struct app *app, int64_t id);
void app_reads_ask_all(struct app *app);
/* The project is removed: ends its readings and any wait for them. An answer under way still counts for
 * the pause. */
void app_reads_forget(struct app *app, struct app_project *project);
/* At the end of a turn: tells the refresh machine what is on the screen. */
void app_reads_sync(struct app *app);

/* Counts a request that other code has sent, for the limit of requests a second. */
void app_reads_count(struct app *app);
/* How long a batch with `under_way` writes must wait before the next one. A 429 pauses a batch as it does the
 * readings; after the pause one write tries first. 0: send now; INT64_MAX: when one of them has ended. */
int64_t app_reads_hold(const struct app *app, size_t under_way);
/* Takes a project out of the answer of a write, or out of a reading that the write is based on. sent_ms: wall
 * clock, when that request began; is_kept: it is already in the store. */
void app_reads_take_project(struct app *app, int64_t id, struct project *project, int64_t sent_ms,
                            bool is_kept);
/* Drops the answers of readings sent until now: they may be older than what is known. */
void app_reads_outdate(struct app *app, int64_t id);
/* A write answered with 429 starts a pause; a successful write may end it. */
void app_reads_hear_write(struct app *app, const struct call_result *result);
/* Stops all readings after a 401; starts them again after a login. */
void app_reads_stop(struct app *app);
void app_reads_go_on(struct app *app);

/* "Refreshing 3 of 12": progress of a refresh that the operator waits for; false: none. */
bool app_reads_running(const struct app *app, char *out, size_t size);
/* The message during a pause; false: no pause. */
bool app_reads_standing(const struct app *app, char *out, size_t size);
/* "20 s", "5 min": the rest of the pause; false: no pause. DATE_TEXT_SIZE bytes. */
bool app_pause_text(const struct app *app, char *out, size_t size);

#endif
