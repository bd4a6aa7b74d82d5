/* The projects that are read again: which ones, when, and what their answers mean for the next time.
 *
 * All that are on the list are read when core/refresh.h says so, those on the screen more often. A 429 pauses
 * all. Somebody may wait for a reading: what it brought is said.
 */
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

/* How a project is asked for. */
enum read_how {
    READ_SOON,    /* now, but not while all is paused */
    READ_AT_ONCE, /* somebody waits for it: also while all is paused */
    READ_ENQUEUED /* an enqueue was accepted: when a first state can be seen */
};

/* The project is read from now on; watched already is fine. */
void app_reads_watch(struct app *app, const struct app_project *project);
/* Asks for one project; one that is not watched is ignored. */
void app_read(struct app *app, int64_t id, enum read_how how);
/* The operator asks for one project, or for all, though all may be paused, and waits for a word. */
void app_reads_ask(struct app *app, int64_t id);
void app_reads_ask_all(struct app *app);
/* The project leaves, while somebody may wait for its reading: it is read no more; an answer on its way still
 * tells of the server. */
void app_reads_forget(struct app *app, struct app_project *project);
/* Tells the refresh machine what is on the screen: at the end of a turn. */
void app_reads_sync(struct app *app);

/* A request that was sent otherwise, and counts in what may be sent in a second. */
void app_reads_count(struct app *app);
/* How long until a batch that has so many writes under way may send one more: a 429 pauses it as it does the
 * readings, then one tries. 0: now; INT64_MAX: when one of them has ended. */
int64_t app_reads_hold(const struct app *app, size_t under_way);
/* The answer of a write, or a reading that it rests on, whose request began at that time (wall clock), shows
 * the project; is_kept: the store has it. */
void app_reads_take_project(struct app *app, int64_t id, struct project *project, int64_t sent_ms,
                            bool is_kept);
/* Readings that were sent until now may be older than what is known: they are dropped. */
void app_reads_outdate(struct app *app, int64_t id);
/* What the answer of a write, 429 or good, tells of a pause. */
void app_reads_hear_write(struct app *app, const struct call_result *result);
/* A 401 stops all readings; a login lets them go on. */
void app_reads_stop(struct app *app);
void app_reads_go_on(struct app *app);

/* "Refreshing 3 of 12": what somebody asked for and waits for; false for nothing. */
bool app_reads_running(const struct app *app, char *out, size_t size);
/* That the server asked to wait; false when it did not. */
bool app_reads_standing(const struct app *app, char *out, size_t size);
/* "20 s", "5 min": how long no project is read by itself. False when nothing is paused. DATE_TEXT_SIZE bytes.
 */
bool app_pause_text(const struct app *app, char *out, size_t size);

#endif
