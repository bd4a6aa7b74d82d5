/* Owns the reading of the system's two clocks. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/clock.h"

#include <time.h>

/* Reads one clock in milliseconds. */
static int64_t clock_read_ms(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_mono_ms(void)
{
    return clock_read_ms(CLOCK_MONOTONIC);
}

int64_t clock_wall_ms(void)
{
    return clock_read_ms(CLOCK_REALTIME);
}
