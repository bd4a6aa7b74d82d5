/* Owns which jobs are taken off the credit that was read. Knows no project, and reads no clock. */
#include "free_credit.h"

#define MINUTE_MS INT64_C(60000)

int64_t free_credit_minutes(const struct free_credit *credit)
{
    if (credit->left < 0)
        return -1;
    return credit->left > credit->in_progress ? credit->left - credit->in_progress : 0;
}

bool credit_job_counts(const struct credit_job *job, const struct free_credit *credit, int64_t now_ms)
{
    if (job->sent_ms == 0 || job->is_taken || now_ms - job->sent_ms >= CREDIT_JOB_MS)
        return false;
    return job->ended_ms == 0 || job->ended_ms > credit->read_ms;
}

bool free_credit_is_taken(int64_t before_ms, int64_t after_ms, int64_t parts_ms)
{
    bool has_risen = before_ms >= 0 && after_ms > before_ms;
    return has_risen && parts_ms > 0 && after_ms - before_ms >= parts_ms - MINUTE_MS;
}
