/* The free credit: the minutes that the account has left, less those of jobs that were sent from here and
 * that this number may not know of.
 *
 * A job counts from when it was sent until it has ended and the account was read after that, at most a day.
 * It counts no more once it is known that the server takes minutes when it accepts a job: the user's own
 * transcribed minutes tell, never the credit, which falls through others of a team, too.  Jobs that were sent
 * elsewhere cannot be known. */
#ifndef STENO_CORE_FREE_CREDIT_H
#define STENO_CORE_FREE_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#define CREDIT_JOB_MS INT64_C(86400000) /* without an end for so long a job counts no more */

struct free_credit {
    int64_t left;           /* CreditMinutes of the last reading; negative: not known */
    int64_t transcribed_ms; /* UserTranscribedMinutes of it; negative: not known */
    int64_t in_progress;    /* minutes of the jobs that count */
    int64_t read_ms;        /* wall clock: when that reading began; 0: never */
    bool is_doubtful;       /* a later one brought nothing */
};

/* The last job of a project that was sent from here; zeroed: none was. */
struct credit_job {
    int64_t sent_ms;  /* wall clock */
    int64_t part_ms;  /* of the recording that it transcribes; negative: not known */
    int64_t ended_ms; /* wall clock: when its end was seen; 0: not yet */
    bool is_taken;    /* the account was read, and told that it knows of it */
};

/* Does the credit, as it was read, not know of this job yet? */
bool credit_job_counts(const struct credit_job *job, const struct free_credit *credit, int64_t now_ms);
/* Has what was transcribed for the user risen from one reading to the next by the exact length of all jobs
 * that counted between them, less a minute? */
bool free_credit_is_taken(int64_t before_ms, int64_t after_ms, int64_t parts_ms);

#endif
