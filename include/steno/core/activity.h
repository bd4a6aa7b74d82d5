/* The texts of the activity: lines of the history, and the results of acts (batches). A line has no control
 * characters and is limited in length. It names the options that were sent. It leaves out metadata values,
 * because they can be secrets. The caller frees returned texts. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACTIVITY_H
#define STENO_CORE_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

/* Returns a line of the history: "Enqueued with Lang=en-US" (WRITE_DONE), "Enqueue with Lang=en-US: no
 * answer" (WRITE_OPEN), "Enqueue: refused (412): The project has no media" (any other outcome). */
char *activity_line(const struct call *call, const struct call_result *result, enum write_outcome outcome);
/* Returns the values in `set` except secrets, cut if long: `Lang=en-US, CustomLabel="a b"`; NULL: none. */
char *activity_options(const struct param_set *set);
/* Returns a copy of a text from outside, cleaned and cut to `cells`; NULL counts as "". */
char *activity_clip(const char *text, int cells);
/* Returns the kind of a line, for scripts: "enqueue", "export", "tag" or "metadata". */
const char *activity_kind(enum endpoint_id op);

/* --- the result for one project of an act --- */

enum act_end {                      /* in the order used in messages */
               ACT_END_SENDING,     /* no answer yet; the sender still waits */
               ACT_END_IN_PROGRESS, /* enqueue accepted; the project is being transcribed */
               ACT_END_NOT_STARTED, /* enqueue accepted; the state has not changed */
               ACT_END_ACCEPTED,    /* enqueue accepted; the project was not read afterwards */
               ACT_END_COMPLETED,
               ACT_END_DONE,    /* an export or a change of tags or metadata was done */
               ACT_END_SKIPPED, /* an existing file was kept, as requested */
               ACT_END_FAILED,
               ACT_END_CANCELED,
               ACT_END_REFUSED,
               ACT_END_LOST, /* no answer; the server may have done the write */
               ACT_END_NOT_SENT,
               ACT_END_COUNT
};

struct act_part {
    int64_t id;
    enum act_end end;
    int status;         /* HTTP status of a refusal; 0: none */
    const char *reason; /* the server's message, or why nothing was sent; NULL: none */
    int64_t since_ms;   /* ACT_END_IN_PROGRESS: start of this state, wall clock; 0: not known */
};

/* Returns the result for the project of a row. `state` is the project's present state; if NULL or "", the
 * state in the row is used. The result borrows texts of the row. */
struct act_part act_part_of(const struct act *act, const struct write *row, const char *state,
                            int64_t wall_ms, const struct settings *settings);
/* Returns the sign of a result: '*' open, '!' failed or not sent, '+' succeeded. */
char act_part_mark(const struct act_part *part);
/* Describes an act with the result of one row: "Enqueue, Lang en-US: not enough credit is left (403)",
 * "Export, srt: /srv/subs/1.srt, 31.2 kB". With several projects the text also names their number. `since`:
 * start of a transcription in progress, as text; or NULL. */
char *act_row_words(const struct act *act, const struct write *row, const struct act_part *part,
                    const char *since);
/* Returns what follows the colon in act_row_words(): "not enough credit is left (403)". */
char *act_row_end_words(const struct act *act, const struct write *row, const struct act_part *part,
                        const char *since);

/* --- the result of an act --- */

/* Returns the result and its reason: "refused, no media". */
char *act_words_end(const struct act_part *part);

struct act_sums {
    size_t of[ACT_END_COUNT];
};
struct act_sums act_sums_of(const struct act_part *parts, size_t count);
size_t act_sums_failed(const struct act_sums *sums); /* sum of failed, canceled, refused and lost projects */
char act_sums_mark(const struct act_sums *sums);   /* '*' if one is open, else '!' if one failed, else '+' */
char *act_sums_words(const struct act_sums *sums); /* "3 in progress, 8 refused, 2 not sent" */
/* Describes an act for a narrow window, with signs for the results: "Enqueue 13: *3 !10". */
char *act_words_narrow(const struct act *act, const struct act_sums *sums);
#define ACT_NARROW_CELLS 60 /* a window with fewer cells is narrow */
/* Describes an act in one line: what was done, a colon and `sums`. For one exported file, its path and size
 * replace `sums`: "Export, srt: /srv/subs/1-Council.srt, 31.2 kB". */
char *act_line_words(const struct act *act, const char *sums);
/* Returns when the last transcription of an act ended, wall clock; 0: one still runs, or no end was seen. */
int64_t act_ended_ms(const struct act *act);

/* Returns the message about an act that has its last answer. The first line has the sums. Below are the most
 * frequent reasons, at most two lines (in a narrow window one).
 *    Enqueue 13 projects (15:30): 3 sent, 8 refused, 2 not sent; L lists them
 *    ! 8 projects: CreditMinutes: not enough credit for this recording (403)
 *    ! 2 not sent: #3 no media, #39 read-only
 * `head`: text before the sums. `key`: the key that opens the activity. */
char *act_words_failed(const char *head, const struct act_part *parts, size_t count, const char *key,
                       int cells);

#endif
