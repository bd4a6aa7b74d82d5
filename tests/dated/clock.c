/* The clocks of a build of the programs for tests of other days: the wall clock is DATED_BY_MS ahead of the
 * system's. Linked before libbase, whose clock it replaces; no program that is installed can be told another
 * date. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/clock.h"

#include <stdlib.h>
#include <time.h>

/* Reads one clock in milliseconds. */
static int64_t read_ms(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_mono_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

int64_t clock_wall_ms(void)
{
    const char *by = getenv("DATED_BY_MS");
    return read_ms(CLOCK_REALTIME) + (by ? strtoll(by, NULL, 10) : 0);
}
