/* What is said of what was done and of what failed, lines of the activity; the first line's counts; the last
 * lines: the message and the key hints.
 *
 * The message is what happened, or is happening, in one sentence with an owner and an end. No timer clears
 * it.
 *
 *   running   a call, a batch or a refresh that somebody waits for; its outcome replaces it
 *   outcome   the last sentence of app_say; ends with the next key that is not a move
 *   failure   the last sentence of app_say_bad; ends with Esc, with another pane or form, or when the same
 *             call goes well
 *   standing  what is so until its cause ends, such as the pause after a 429
 *
 * The upper kind hides the lower, but for the answer to a key amid a batch, which hides that till the next
 * key; a question, which lies over the line, hides all.
 *
 * The hints say what can be done now, with the keys as bound: what can be stopped and what failed unseen,
 * then those of the pane's table (panes.h) until the row is full, then help and the way out. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_SAY_H
#define STENO_APP_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

struct app;
struct error;

/* What is said of what was done, and of what failed. */
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

/* --- how many projects are in which state --- */

/* As many words of their own; what comes beyond them is counted together. */
#define COUNTS_MAX  8
#define COUNTS_WORD 24

/* "*1 +4 !2", zeros too; "" without projects and, as below, while only some are loaded. */
void app_counts_marks(const struct app *app, char *out, size_t size);
/* "1 InProgress  4 Completed  1 Failed", with this between two; "" without projects. */
void app_counts_words(const struct app *app, const char *between, char *out, size_t size);
/* "12 projects", "1 project", "no projects". */
void app_counts_total(const struct app *app, char *out, size_t size);

/* --- the message --- */

enum message_kind { MESSAGE_NONE, MESSAGE_RUNNING, MESSAGE_OUTCOME, MESSAGE_FAILURE, MESSAGE_STANDING };
#define MESSAGE_SIZE 1200
#define HINTS_SIZE   1024

/* What stands there now: MESSAGE_SIZE bytes, "" for MESSAGE_NONE. */
enum message_kind app_message(const struct app *app, char *out, size_t size);

/* How things were before a key, and what of the messages ends with it. */
struct message_mark {
    int focus, forms;
    uint64_t said;
    bool is_move;
};
struct message_mark app_message_before_key(const struct app *app, struct key key);
void app_message_after_key(struct app *app, const struct message_mark *before, struct key key);

/* --- the key bar --- */

/* The hints that fit into `cells`: "e Enqueue  x Export 3  ? Help  q Quit". Returns cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);
/* Takes hints off the end until the rest fits. */
void app_hints_cut(char *hints, int cells);
/* The cells of those that never give way to a message: the first, and the help. */
int app_hints_least(const struct app *app);

#endif
