/* Owns which jobs are taken off the credit that was read. Knows no project, and reads no clock. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/free_credit.h"

#define MINUTE_MS INT64_C(60000)

int64_t free_credit_minutes(const struct free_credit *credit)
{
    if (credit->left < 0)
        return -1;
    return credit->left > credit->in_progress ? credit->left - credit->in_progress : 0;
}

bool credit_job_counts(const struct credit_job *job, const struct free_credit *credit, int64_t now_ms)
{
    if (job->sent_ms <= credit->taken_ms || now_ms - job->sent_ms >= CREDIT_JOB_MS)
        return false;
    return job->ended_ms == 0 || job->ended_ms > credit->read_ms;
}

void free_credit_add(struct free_credit *credit, const struct credit_job *job, int64_t now_ms)
{
    credit->going_on += job->ended_ms == 0;
    if (job->ended_ms > credit->ended_ms)
        credit->ended_ms = job->ended_ms;
    if (!credit_job_counts(job, credit, now_ms))
        return;
    credit->in_progress += job->minutes;
    if (credit->first_ms == 0 || job->sent_ms < credit->first_ms)
        credit->first_ms = job->sent_ms;
}

/* Has what was transcribed for the user risen from one reading to the next by the exact length of all jobs
 * that counted between them, less a minute? */
static bool free_credit_is_taken(int64_t before_ms, int64_t after_ms, int64_t parts_ms)
{
    bool has_risen = before_ms >= 0 && after_ms > before_ms;
    return has_risen && parts_ms > 0 && after_ms - before_ms >= parts_ms - MINUTE_MS;
}

void free_credit_forget_ahead(struct free_credit *credit, int64_t now_ms)
{
    int64_t end_ms = now_ms + CREDIT_AHEAD_MS;
    if (credit->asked_ms > end_ms)
        credit->asked_ms = 0;
    if (credit->read_ms <= end_ms)
        return;
    credit->left = credit->transcribed_ms = -1;
    credit->read_ms = credit->taken_ms = 0;
    credit->is_doubtful = false;
}

void free_credit_take(struct free_credit *credit, const struct free_credit *reading, int64_t parts_ms)
{
    if (reading->read_ms < credit->read_ms)
        return;
    if (reading->read_ms > credit->asked_ms)
        credit->asked_ms = reading->read_ms;
    credit->is_doubtful = reading->is_doubtful;
    if (reading->is_doubtful)
        return;
    if (free_credit_is_taken(credit->transcribed_ms, reading->transcribed_ms, parts_ms))
        credit->taken_ms = reading->read_ms;
    credit->left = reading->left;
    credit->transcribed_ms = reading->transcribed_ms;
    credit->read_ms = reading->read_ms;
}
