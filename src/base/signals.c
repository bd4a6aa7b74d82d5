/* Owns the signal handlers and the pipe between them and the loop. Knows no curses: the restorer is given. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* A hang-up has two seconds in all. */
#define ENDING_LIMIT_US(sig) ((sig) == SIGHUP ? 1800000 : 3000000)

static int signal_pipe[2] = {-1, -1};
static void (*restorer)(void);
static void (*letting_go)(int sig);
static struct sigaction old_actions[NSIG];
static volatile sig_atomic_t ending;
static char fatal_stack[64 * 1024];

/* Leaves a byte for the loop; a full pipe already holds enough of them. */
static void signal_tell(int sig)
{
    int saved = errno;
    unsigned char byte = (unsigned char)sig;
    ssize_t ignored = write(signal_pipe[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

/* Restores the terminal and lets the signal have its former effect once the handler returns. */
static void signal_fatal(int sig)
{
    if (restorer)
        restorer();
    sigaction(sig, &old_actions[sig], NULL);
    raise(sig);
}

/* The first asks the loop. Further ones are the same wish: a hang-up comes from the kernel and from the
 * shell. */
static void signal_ending(int sig)
{
    if (ending)
        return;
    ending = sig;
    signal(SIGTTIN, SIG_IGN); /* in the background, what is still read or set does not stop the end */
    signal(SIGTTOU, SIG_IGN);
    const struct itimerval limit = {
        .it_value = {.tv_sec = ENDING_LIMIT_US(sig) / 1000000, .tv_usec = ENDING_LIMIT_US(sig) % 1000000}};
    setitimer(ITIMER_REAL, &limit, NULL);
    if (letting_go)
        letting_go(sig);
    signal_tell(sig);
}

/* The loop did not end in time: it may hang in a write to a terminal that takes nothing. An alarm that we did
 * not set asks for the end, unless it was ignored at the start. */
static void signal_alarm(int sig)
{
    if (ending)
        signal_fatal(ending);
    else if (old_actions[sig].sa_handler != SIG_IGN)
        signal_ending(sig);
}

/* What is caught, and by what. A signal that was ignored at start stays ignored: all but the alarm, which we
 * set ourselves. */
static const struct {
    int sig;
    void (*handler)(int);
    int flags;
} caught[] = {{SIGINT, signal_ending, SA_RESTART}, {SIGTERM, signal_ending, SA_RESTART},
              {SIGHUP, signal_ending, SA_RESTART}, {SIGQUIT, signal_ending, SA_RESTART},
              {SIGWINCH, signal_tell, SA_RESTART}, {SIGTSTP, signal_tell, SA_RESTART},
              {SIGCONT, signal_tell, SA_RESTART},  {SIGALRM, signal_alarm, SA_RESTART},
              {SIGSEGV, signal_fatal, SA_ONSTACK}, {SIGBUS, signal_fatal, SA_ONSTACK},
              {SIGABRT, signal_fatal, SA_ONSTACK}, {SIGFPE, signal_fatal, SA_ONSTACK},
              {SIGILL, signal_fatal, SA_ONSTACK},  {SIGSYS, signal_fatal, SA_ONSTACK},
              {SIGTRAP, signal_fatal, SA_ONSTACK}, {SIGXCPU, signal_fatal, SA_ONSTACK},
              {SIGUSR1, signal_fatal, SA_ONSTACK}, {SIGUSR2, signal_fatal, SA_ONSTACK}};
#define CAUGHT (sizeof caught / sizeof caught[0])

bool signals_start(void (*restore)(void))
{
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    restorer = restore;
    ending = 0;
    stack_t stack = {.ss_sp = fatal_stack, .ss_size = sizeof fatal_stack};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < CAUGHT; i++) {
        struct sigaction action = {.sa_handler = caught[i].handler, .sa_flags = caught[i].flags};
        struct sigaction *old = &old_actions[caught[i].sig];
        sigfillset(&action.sa_mask);
        sigaction(caught[i].sig, NULL, old);
        if (old->sa_handler != SIG_IGN || caught[i].sig == SIGALRM)
            sigaction(caught[i].sig, &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is a failed write, no death */
    return true;
}

void signals_stop(void)
{
    for (size_t i = 0; i < CAUGHT; i++)
        sigaction(caught[i].sig, &old_actions[caught[i].sig], NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
    signal_pipe[0] = signal_pipe[1] = -1;
}

void signals_on_ending(void (*let_go)(int sig))
{
    letting_go = let_go;
}

int signals_fd(void)
{
    return signal_pipe[0];
}

int signals_next(void)
{
    unsigned char byte;
    ssize_t got;
    do
        got = read(signal_pipe[0], &byte, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 ? byte : 0;
}

bool signals_are_ending(void)
{
    return ending != 0;
}

void signals_suspend(void)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &stop, &ours);
    kill(0, SIGTSTP); /* the whole job, as the terminal would; delivered before kill returns */
    sigaction(SIGTSTP, &ours, NULL);
}

_Noreturn void signals_die(int sig)
{
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, sig);
    sigaction(sig, &end, NULL);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(sig);
    _exit(128 + sig);
}

bool signals_hold_pipe(sigset_t *before)
{
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, before);
    return sigismember(before, SIGPIPE) != 1;
}

void signals_release_pipe(const sigset_t *before)
{
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigtimedwait(&pipe_only, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
