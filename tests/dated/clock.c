/* The clocks for tests on other days: the wall clock always shows the milliseconds since 1970 in the file
 * DATED_CLOCK; the monotonic clock runs. Linked before libbase, whose clock it replaces, and only into
 * programs for tests. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/when.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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
    const char *path = getenv("DATED_CLOCK");
    char text[32] = "";
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    return len > 0 ? strtoll(text, NULL, 10) : read_ms(CLOCK_REALTIME);
}
