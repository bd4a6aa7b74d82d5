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

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int told_signals[] = {SIGWINCH, SIGTSTP, SIGCONT};
static const int fatal_signals[] = {SIGSEGV, SIGBUS,  SIGABRT, SIGFPE,  SIGILL,
                                    SIGSYS,  SIGTRAP, SIGXCPU, SIGUSR1, SIGUSR2};

/* A hang-up has two seconds in all. */
#define ENDING_LIMIT_US(sig) ((sig) == SIGHUP ? 1800000 : 3000000)

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

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

/* Installs one handler, but leaves a signal that was ignored at start ignored: all but the alarm, which we
 * set ourselves. */
static void signal_install(int sig, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigfillset(&action.sa_mask);
    sigaction(sig, NULL, &old_actions[sig]);
    if (old_actions[sig].sa_handler != SIG_IGN || sig == SIGALRM)
        sigaction(sig, &action, NULL);
}

bool signals_start(void (*restore)(void))
{
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    restorer = restore;
    ending = 0;
    stack_t stack = {.ss_sp = fatal_stack, .ss_size = sizeof fatal_stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < COUNT(ending_signals); i++)
        signal_install(ending_signals[i], signal_ending, SA_RESTART);
    for (int i = 0; i < COUNT(told_signals); i++)
        signal_install(told_signals[i], signal_tell, SA_RESTART);
    signal_install(SIGALRM, signal_alarm, SA_RESTART);
    for (int i = 0; i < COUNT(fatal_signals); i++)
        signal_install(fatal_signals[i], signal_fatal, SA_ONSTACK);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is a failed write, no death */
    return true;
}

void signals_on_ending(void (*let_go)(int sig))
{
    letting_go = let_go;
}

void signals_stop(void)
{
    sigaction(SIGALRM, &old_actions[SIGALRM], NULL);
    for (int i = 0; i < COUNT(ending_signals); i++)
        sigaction(ending_signals[i], &old_actions[ending_signals[i]], NULL);
    for (int i = 0; i < COUNT(told_signals); i++)
        sigaction(told_signals[i], &old_actions[told_signals[i]], NULL);
    for (int i = 0; i < COUNT(fatal_signals); i++)
        sigaction(fatal_signals[i], &old_actions[fatal_signals[i]], NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
    signal_pipe[0] = signal_pipe[1] = -1;
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
