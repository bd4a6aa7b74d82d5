/* What an act came to, in words: one thing that was sent to one project or to many, by outcome and reason.
 *
 * The words are for the message line, for a line of the activity and for what that unfolds to. Who calls
 * knows what became of each project; here nothing is looked up. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACT_WORDS_H
#define STENO_CORE_ACT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

/* What became of one project, in the order in which they are told. */
enum act_end {
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

/* How many there are of each. */
struct act_sums {
    size_t of[ACT_END_COUNT];
};
struct act_sums act_sums_of(const struct act_part *parts, size_t count);
/* Those that failed, may have, or were refused: what nobody wants to miss. */
size_t act_sums_failed(const struct act_sums *sums);
/* '*' something is open, '!' something failed or was not sent, '+' all went well. */
char act_sums_mark(const struct act_sums *sums);
/* "3 in progress, 8 refused, 2 not sent"; caller frees. */
char *act_sums_words(const struct act_sums *sums);
/* "Enqueue of 13: *3 !10": the line of an act in a narrow window, by marks as in the header. Caller frees. */
char *act_words_narrow(const struct act *act, const struct act_sums *sums);

/* Projects with the same outcome, status and reason, the project's own id in it aside. */
struct act_group {
    enum act_end end;
    int status;
    char *reason;     /* NULL for none */
    int64_t since_ms; /* the first of them */
    int64_t *ids;     /* in the order of the act */
    size_t count;
};
/* By outcome, then the most frequent first. The caller frees them. */
struct act_group *act_groups_make(const struct act_part *parts, size_t count, size_t *group_count);
void act_groups_free(struct act_group *groups, size_t count);
/* '*', '!' or '+' as above. */
char act_group_mark(const struct act_group *group);
/* "not enough credit is le… (403)": a reason that is too long for so many cells is cut, its status stays.
 * `since` is the time of one in progress, NULL for none. Caller frees. */
char *act_group_words(const struct act_group *group, const char *since, int cells);
/* "27 31 35 and 12 more": as many as fit; with 0 cells all of them. Caller frees. */
char *act_group_ids(const struct act_group *group, int cells);

/* What is said once all was answered: the sums and at most two reasons, the most frequent first, a line each.
 *   Enqueue of 13, 15:30: 3 accepted, 8 refused, 2 not sent; L has all of it
 *   !8  CreditMinutes: not enough credit is left for this recording (403)
 *   !2  not sent: #3 no media, #39 read-only
 * In a narrow window the sums alone and one reason. `head` is what stands before the sums, `key` opens the
 * activity. Caller frees. */
char *act_words_failed(const char *head, const struct act_part *parts, size_t count, const char *key,
                       int cells);

/* "Enqueue of 13, Lang en-US", "Export of 1, srt", "Delete tag "news" of 3": an act without what came of it.
 * Caller frees. */
char *act_words_what(const struct act *act);

#define ACT_NARROW_CELLS 60

#endif
