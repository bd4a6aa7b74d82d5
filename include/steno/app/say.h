/* Messages and lines of the activity, the counts of the first screen line, and the last lines of the screen:
 * the message and the key hints.
 *
 * The message is one sentence. It stays until its end condition; no timer clears it.
 *
 *   running   a call, a batch or a refresh that the operator waits for; replaced by its outcome
 *   outcome   the last app_say; ends with the next key that is not a move
 *   failure   the last app_say_bad; ends with Esc, with another pane or form, or when the same call succeeds
 *   standing  a lasting condition, such as the pause after a 429; ends with its cause
 *
 * A kind hides the kinds below it. One exception: the refusal of a key during a batch hides the batch's line
 * until the next key. An open question covers the message line.
 *
 * The hints show what can be done now, with the keys as bound. First comes what can be stopped and how many
 * failures are unseen, then the pane's table (panes.h) until the row is full, then help and the way out. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_SAY_H
#define STENO_APP_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

struct app;
struct error;

/* Shows a message: an outcome, or a failure. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_status_end_failure(struct app *app);
void app_status_end_said(struct app *app); /* outcome and failure */
/* Removes this message, if it is still shown, because it is no longer true. */
void app_status_take_back(struct app *app, const char *text);
/* After saving something: where it failed (`ok` false), says "Not saved: WHAT. REASON". Returns ok. */
bool app_kept(struct app *app, bool ok, const char *what, const struct error *err);
/* Something that the operator asked for failed: the key bar counts it until the activity is opened. */
void app_count_failure(struct app *app);
/* Adds a line to the history, about a project (0: none). Not reported where the store cannot save it. */
enum activity_kind { ACTIVITY_ERROR, ACTIVITY_NOTE };
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* --- how many projects are in which state --- */

/* So many states are counted by name, the others together. */
#define COUNTS_MAX  8
#define COUNTS_WORD 24

/* "*1 +4 !2", zeros too; "" without projects. All three: "" while only some projects are loaded. */
void app_counts_marks(const struct app *app, char *out, size_t size);
/* "1 InProgress  4 Completed  1 Failed", separated by `between`; "" without projects. */
void app_counts_words(const struct app *app, const char *between, char *out, size_t size);
/* "12 projects", "1 project", "no projects". */
void app_counts_total(const struct app *app, char *out, size_t size);

/* --- the message --- */

enum message_kind { MESSAGE_NONE, MESSAGE_RUNNING, MESSAGE_OUTCOME, MESSAGE_FAILURE, MESSAGE_STANDING };
#define MESSAGE_SIZE 1200
#define HINTS_SIZE   1024

/* The message shown now: MESSAGE_SIZE bytes, "" for MESSAGE_NONE. */
enum message_kind app_message(const struct app *app, char *out, size_t size);

/* Handles a key, and ends the messages that this key ends. */
void app_message_key(struct app *app, struct key key);

/* --- the key bar --- */

/* The hints that fit into `cells`: "e Enqueue  x Export 3  ? Help  q Quit". Returns cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);
/* Removes hints from the end until the rest fits. */
void app_hints_cut(char *hints, int cells);
/* Cells of the hints that a message never displaces: the first one and the help. */
int app_hints_least(const struct app *app);

#endif
