/* A clock and the median, for benches. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_BENCH_TIMING_H
#define TESTS_BENCH_TIMING_H

#include <stdlib.h>
#include <time.h>

/* µs of CLOCK_MONOTONIC, or of CLOCK_THREAD_CPUTIME_ID: the CPU time of this thread. */
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

/* The median; sorts the numbers. */
static inline double timing_median(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, timing_compare);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

#endif
