/* Messages to the operator, lines of the activity, the counts in the first line of the screen, and the key
 * hints.
 *
 * The message line shows one sentence at a time. A sentence has no time limit. Its kind says when it ends:
 *
 *   running   a call, a batch or a refresh that the operator waits for; its outcome replaces it
 *   outcome   the last text of app_say(); the next key ends it, but not a move of the cursor
 *   failure   the last text of app_say_bad(); ends with Esc, with another pane or form, or with a success
 *             of the same action or call
 *   standing  a lasting condition, such as the pause after a 429; ends when its cause ends
 *
 * If several sentences are current, the kind that is first in this table is shown. One exception: while a
 * batch runs, the refusal of an action hides the batch's progress until the next key. An open question covers
 * the message line.
 *
 * The hints show what can be done now, and with which key. First come Stop and the number of unseen failures,
 * then as many hints of the pane (panes.h) as fit, then help and the way out. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_SAY_H
#define STENO_APP_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

struct app;
struct error;

/* Show a message: app_say() an outcome, app_say_bad() a failure. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_status_end_failure(struct app *app);
void app_status_end_said(struct app *app); /* removes what app_say() and app_say_bad() showed */
/* Removes the message `text`, if it is still shown, because the message is no longer true. */
void app_status_take_back(struct app *app, const char *text);
/* Call after saving. If saving failed (`ok` is false), says "Not saved: WHAT. REASON". Returns `ok`. */
bool app_kept(struct app *app, bool ok, const char *what, const struct error *err);
/* Call when a request of the operator has failed. The key bar shows the number of failures until the
 * activity is opened. */
void app_count_failure(struct app *app);
/* Adds a line about a project (0: none) to the history. A failure of the store is ignored. */
enum activity_kind { ACTIVITY_ERROR, ACTIVITY_NOTE };
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* --- how many projects are in which state; all texts are "" while only a part of the list is loaded --- */

/* Number of states that are counted by name. All others are counted together. */
#define COUNTS_MAX  8
#define COUNTS_WORD 24

/* Writes how many projects have each sign, without zeros: "*1 +4 !2". "": no project has a sign. */
void app_counts_marks(const struct app *app, char *out, size_t size);
/* Writes "1 InProgress  4 Completed  1 Failed", with `between` as separator; "": there are no projects. */
void app_counts_words(const struct app *app, const char *between, char *out, size_t size);
/* Writes "12 projects", "1 project" or "no projects". */
void app_counts_total(const struct app *app, char *out, size_t size);

/* --- the message --- */

enum message_kind { MESSAGE_NONE, MESSAGE_RUNNING, MESSAGE_OUTCOME, MESSAGE_FAILURE, MESSAGE_STANDING };
#define MESSAGE_SIZE 1200
#define HINTS_SIZE   1024

/* Writes the message that is shown now; "" for MESSAGE_NONE. `out` needs MESSAGE_SIZE bytes. */
enum message_kind app_message(const struct app *app, char *out, size_t size);

/* Passes a key to app_key(), and removes the messages that this key ends. */
void app_message_key(struct app *app, struct key key);

/* --- the key bar --- */

/* Writes the hints that fit into `cells`: "e Enqueue  x Export 3  ? Help  q Quit". Returns the cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);
/* Removes hints from the end until the hints fit into `cells`. */
void app_hints_cut(char *hints, int cells);
/* Returns how many cells the first hint and the help hint need. A long message leaves this room free. */
int app_hints_least(const struct app *app);

#endif
