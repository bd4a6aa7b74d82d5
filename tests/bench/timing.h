/* What the benches measure with: a clock and the median. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_BENCH_TIMING_H
#define TESTS_BENCH_TIMING_H

#include <stdlib.h>
#include <time.h>

/* µs by CLOCK_MONOTONIC, or by CLOCK_THREAD_CPUTIME_ID: what this thread has used of the processor. */
static inline double timing_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static inline int timing_compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median of some numbers, which are put in order. */
static inline double timing_median(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, timing_compare);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

#endif
