/* The words of the activity: the line that an action leaves in the history, and what an act (one thing that
 * was sent to one project or to many) came to. A line is clean and of bounded length; it names the options
 * that were sent, and no value of metadata, which may be a secret. Texts that are returned are the caller's.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACTIVITY_H
#define STENO_CORE_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

/* "Enqueued with Lang=en-US", "Enqueue with Lang=en-US: no answer", "Enqueue: refused (412): The project has
 * no media": what was done (WRITE_DONE), may have been (WRITE_OPEN), or was refused (any other). */
char *activity_line(const struct call *call, const struct call_result *result, enum write_outcome outcome);
/* The SET values: `Lang=en-US, CustomLabel="a b"`, cut where they are long; NULL when none is SET. */
char *activity_options(const struct param_set *set);
/* A text from outside for a line, NULL counts as "": cleaned, at most so many cells. */
char *activity_clip(const char *text, int cells);
/* "enqueue", "export", "tag" or "metadata": the line's kind, for scripts. */
const char *activity_kind(enum endpoint_id op);

/* --- what became of one project of an act --- */

enum act_end {                      /* in the order in which they are told */
               ACT_END_SENDING,     /* no answer yet, and its sender waits */
               ACT_END_IN_PROGRESS, /* accepted, and worked on */
               ACT_END_NOT_STARTED, /* accepted, and in the state that it was in */
               ACT_END_ACCEPTED,    /* and nothing was read since */
               ACT_END_COMPLETED,
               ACT_END_DONE,    /* what has no end of its own: an export, a tag, metadata */
               ACT_END_SKIPPED, /* its file exists, and was kept as agreed */
               ACT_END_FAILED,
               ACT_END_CANCELED,
               ACT_END_REFUSED,
               ACT_END_LOST, /* it may have been done */
               ACT_END_NOT_SENT,
               ACT_END_COUNT
};

struct act_part {
    int64_t id;
    enum act_end end;
    int status;         /* HTTP status of a refusal, 0 for none */
    const char *reason; /* the server's words, or why it was not sent; NULL for none */
    int64_t since_ms;   /* in progress: wall clock; 0 not known */
};

/* `state` is the one that the project is in now; NULL or "": as the row has it. Borrows the row's texts. */
struct act_part act_part_of(const struct act *act, const struct write *row, const char *state,
                            int64_t wall_ms, const struct settings *settings);
/* '*' open, '!' failed or not sent, '+' went well. */
char act_part_mark(const struct act_part *part);
/* "Enqueue, Lang en-US: not enough credit is left (403)", "Export, srt: /srv/subs/1.srt, 31.2 kB"; of an act
 * of several with their number. `since` is the time of one in progress, NULL for none. */
char *act_row_words(const struct act *act, const struct write *row, const struct act_part *part,
                    const char *since);
/* What stands there behind the act: what the row came to. */
char *act_row_end_words(const struct act *act, const struct write *row, const struct act_part *part,
                        const char *since);

/* --- what became of an act --- */

/* "refused, no media". Caller frees. */
char *act_words_end(const struct act_part *part);

struct act_sums {
    size_t of[ACT_END_COUNT];
};
struct act_sums act_sums_of(const struct act_part *parts, size_t count);
size_t act_sums_failed(const struct act_sums *sums); /* failed, refused, or lost: what nobody wants to miss */
char act_sums_mark(const struct act_sums *sums);     /* as of a part: open before failed before well */
char *act_sums_words(const struct act_sums *sums);   /* "3 in progress, 8 refused, 2 not sent" */
/* "Enqueue 13: *3 !10": an act in a window of less than ACT_NARROW_CELLS. */
char *act_words_narrow(const struct act *act, const struct act_sums *sums);
#define ACT_NARROW_CELLS 60
/* "Export, srt: /srv/subs/1-Council_meeting.srt, 31.2 kB"; else what it is with these sums behind it. */
char *act_line_words(const struct act *act, const char *sums);
/* When the transcriptions of an act had all ended, wall clock; 0: one goes on, or nobody saw one end. */
int64_t act_ended_ms(const struct act *act);

/* What is said once all was answered: the sums and at most two reasons, the most frequent first, a line each.
 *   Enqueue 13 projects, 15:30: 3 sent, 8 refused, 2 not sent; L shows all
 *   !8  CreditMinutes: not enough credit is left for this recording (403)
 *   !2  not sent: #3 no media, #39 read-only
 * In a narrow window the sums alone and one reason. `head` stands before the sums, `key` opens the activity.
 */
char *act_words_failed(const char *head, const struct act_part *parts, size_t count, const char *key,
                       int cells);

#endif
