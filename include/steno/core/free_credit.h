/* The free credit: the minutes that the account has left, less those of jobs that were sent from here and
 * that this number may not know of.
 *
 * A job counts from when it was sent until it has ended and the account was read after that, at most a day.
 * It counts no more once it is known that the server takes minutes when it accepts a job: the user's own
 * transcribed minutes tell, never the credit, which falls through others of a team, too.  Jobs that were sent
 * elsewhere cannot be known. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FREE_CREDIT_H
#define STENO_CORE_FREE_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#define CREDIT_JOB_MS   INT64_C(86400000) /* without an end for so long a job counts no more */
#define CREDIT_AHEAD_MS INT64_C(60000)    /* a time so far ahead is one of a clock that was wrong */

struct free_credit {
    int64_t left;           /* CreditMinutes of the last reading; negative: not known */
    int64_t transcribed_ms; /* UserTranscribedMinutes of it; negative: not known */
    int64_t in_progress;    /* minutes of the jobs that count */
    int64_t read_ms;        /* wall clock: when that reading began; 0: never */
    int64_t asked_ms;       /* the same of the last that was begun, whatever it brought */
    int64_t taken_ms;       /* the same: jobs that were sent by then are in these numbers */
    bool is_doubtful;       /* a later one brought nothing */
    /* What tells that it is to be read again: how many jobs were ever accepted, those of the last day without
     * an end, and the last end of one, by the wall clock. */
    int64_t accepted, going_on, ended_ms;
    int64_t first_ms; /* wall clock: when the oldest job that counts was sent; 0: none does */
    int64_t last_row; /* the newest enqueue that is known here; later ones are not counted yet */
};

/* A job that was sent from here, by whichever program. */
struct credit_job {
    int64_t sent_ms;  /* wall clock */
    int64_t ended_ms; /* the same: when its end was seen; 0: not yet */
    int64_t part_ms;  /* of the recording that it transcribes; negative: not known */
    int64_t minutes;  /* the same, begun ones counted */
};

/* Never below 0; negative where the credit is not known. */
int64_t free_credit_minutes(const struct free_credit *credit);
/* Does the credit, as it was read, not know of this job yet? */
bool credit_job_counts(const struct credit_job *job, const struct free_credit *credit, int64_t now_ms);
/* Adds a job to what the credit knows of. */
void free_credit_add(struct free_credit *credit, const struct credit_job *job, int64_t now_ms);
/* Forgets a reading that is dated ahead of the clock: nobody knows how old it is, and no later one would
 * replace it. */
void free_credit_forget_ahead(struct free_credit *credit, int64_t now_ms);
/* Takes a reading (left, transcribed_ms, read_ms; is_doubtful: it brought nothing), unless a later one was
 * taken. `parts_ms` is the exact length of all jobs that counted and were sent before it began. */
void free_credit_take(struct free_credit *credit, const struct free_credit *reading, int64_t parts_ms);

#endif
