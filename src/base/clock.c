/* The system's two clocks, apart from when.c: tests/dated/clock.c takes its place. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/when.h"

#include <time.h>

int64_t clock_mono_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
