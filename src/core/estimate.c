/* Owns what earlier jobs tell of the next one. Knows no project, and reads no clock. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/estimate.h"

#include <stdio.h>
#include <stdlib.h>

#include "steno/base/mem.h"

#define MINUTE_MS INT64_C(60000)

static int compare_rates(const void *a, const void *b)
{
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* The value below which this part of the sorted rates lies, between two of them in proportion. */
static double estimate_quantile(const double *rates, size_t count, double part)
{
    double place = part * (double)(count - 1);
    size_t below = (size_t)place;
    double rest = place - (double)below;
    return below + 1 < count ? rates[below] + rest * (rates[below + 1] - rates[below]) : rates[below];
}

/* Minutes of work per minute of recording, sorted; jobs that tell none are left out. Returns how many. */
static size_t estimate_rates(const struct estimate_job *jobs, size_t count, double *rates)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].length_ms > 0 && jobs[i].work_ms > 0)
            rates[used++] = (double)jobs[i].work_ms / (double)jobs[i].length_ms;
    }
    qsort(rates, used, sizeof *rates, compare_rates);
    return used;
}

struct estimate estimate_make(const struct estimate_job *jobs, size_t count, int64_t length_ms,
                              int64_t start_ms, int64_t read_ms)
{
    struct estimate estimate = {0};
    if (count < ESTIMATE_JOBS_MIN || length_ms <= 0 || start_ms <= 0)
        return estimate;
    double *rates = mem_zero(count, sizeof *rates);
    size_t used = estimate_rates(jobs, count, rates);
    if (used >= ESTIMATE_JOBS_MIN) {
        estimate.jobs = used;
        estimate.from_ms = start_ms + (int64_t)(estimate_quantile(rates, used, 0.1) * (double)length_ms);
        estimate.to_ms = start_ms + (int64_t)(estimate_quantile(rates, used, 0.9) * (double)length_ms);
        estimate.is_over = read_ms > estimate.to_ms;
    }
    free(rates);
    return estimate;
}

/* "done about 19:10 to 19:16", or "longer than usual". */
static void estimate_range(char *out, size_t size, const struct estimate *estimate, int64_t now_ms,
                           enum date_zone zone)
{
    char from[24], to[24];
    int64_t to_ms =
        estimate->to_ms + MINUTE_MS - 1; /* the minute after, so that the range is not too small */
    date_format_short(from, sizeof from, estimate->from_ms, now_ms, zone, DATE_SINCE);
    date_format_short(to, sizeof to, to_ms, now_ms, zone, DATE_SINCE);
    if (estimate->is_over)
        snprintf(out, size, "longer than usual");
    else
        snprintf(out, size, "done about %s to %s", from, to);
}

void estimate_text(char *out, size_t size, const struct estimate *estimate, int64_t now_ms,
                   enum date_zone zone)
{
    char range[ESTIMATE_TEXT_SIZE] = "";
    estimate_range(range, sizeof range, estimate, now_ms, zone);
    if (estimate->jobs == 0)
        snprintf(out, size, "%s", "");
    else
        snprintf(out, size, "%s (from %zu jobs)", range, estimate->jobs);
}

void estimate_sentence(char *out, size_t size, const struct estimate *estimate, const char *language,
                       int64_t now_ms, enum date_zone zone)
{
    char range[ESTIMATE_TEXT_SIZE] = "";
    estimate_range(range, sizeof range, estimate, now_ms, zone);
    range[0] = estimate->is_over ? 'L' : 'D';
    if (estimate->jobs == 0)
        snprintf(out, size, "%s", "");
    else
        snprintf(out, size, "%s, from %zu jobs in %s", range, estimate->jobs, language);
}
