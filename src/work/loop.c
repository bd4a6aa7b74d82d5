/* Owns the waiting. Knows descriptors and the clock, not what they mean. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "steno/base/clock.h"

/* Milliseconds for poll until the deadline: never less, so that nobody wakes too early. */
static int loop_timeout(int64_t deadline_ms)
{
    if (deadline_ms == INT64_MAX)
        return -1;
    int64_t left = deadline_ms - clock_mono_ms();
    if (left < 0)
        return 0;
    return left > INT_MAX ? INT_MAX : (int)left;
}

unsigned loop_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms)
{
    struct pollfd fds[] = {
        {.fd = tty_fd, .events = POLLIN},
        {.fd = mail_fd, .events = POLLIN},
        {.fd = signal_fd, .events = POLLIN},
    };
    unsigned found = 0;
    if (poll(fds, 3, loop_timeout(deadline_ms)) < 0 && errno == EINTR)
        return LOOP_INPUT | LOOP_SIGNAL;
    if (fds[0].revents & POLLIN)
        found |= LOOP_INPUT;
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        found |= LOOP_HANGUP;
    if (fds[1].revents)
        found |= LOOP_MAIL;
    if (fds[2].revents)
        found |= LOOP_SIGNAL;
    if (deadline_ms != INT64_MAX && clock_mono_ms() >= deadline_ms)
        found |= LOOP_DEADLINE;
    return found;
}
