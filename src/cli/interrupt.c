/* Owns the signals of a subcommand. The handler does what is safe there: a flag, a byte in a pipe,
 * connection_cancel. */
/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t interrupt_seen, interrupt_times;
static struct connection *volatile interrupt_connection;
static int interrupt_pipe[2] = {-1, -1};

/* Notes the signal, wakes a sleep, ends the running call. */
static void interrupt_handle(int signal_number)
{
    int saved = errno;
    interrupt_seen = signal_number;
    interrupt_times++; /* before it wakes, so that who is woken finds it */
    ssize_t written = write(interrupt_pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    struct connection *connection = interrupt_connection;
    if (connection)
        connection_cancel(connection);
    errno = saved;
}

bool interrupt_install(void)
{
    if (pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
        return false;
    struct sigaction action = {.sa_handler = interrupt_handle};
    sigemptyset(&action.sa_mask);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file beyond its limit is a failed write, no death */
    return true;
}

void interrupt_set_connection(struct connection *connection)
{
    interrupt_connection = connection;
    if (connection && interrupt_seen)
        connection_cancel(connection);
}

int interrupt_signal(void)
{
    return interrupt_seen;
}

int interrupt_count(void)
{
    return interrupt_times;
}

int interrupt_fd(void)
{
    return interrupt_pipe[0];
}

void interrupt_forget_wake(void)
{
    char bytes[16];
    while (read(interrupt_pipe[0], bytes, sizeof bytes) > 0)
        ;
}

void interrupt_nap(int ms)
{
    struct pollfd wake = {.fd = interrupt_pipe[0], .events = POLLIN};
    if (ms > 0 && !interrupt_seen)
        poll(&wake, 1, ms);
}

/* May a little be written without waiting? */
static bool interrupt_finds_room(int fd)
{
    struct pollfd room = {.fd = fd, .events = POLLOUT};
    return poll(&room, 1, 0) > 0;
}

bool interrupt_write(int fd, const void *data, size_t len)
{
    const char *at = data;
    while (len > 0) {
        if (interrupt_seen && !interrupt_finds_room(fd)) {
            errno = EINTR;
            return false;
        }
        size_t piece = interrupt_seen && len > PIPE_BUF ? PIPE_BUF : len; /* so much goes into that room */
        ssize_t put = write(fd, at, piece);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        len -= (size_t)put;
    }
    return true;
}
