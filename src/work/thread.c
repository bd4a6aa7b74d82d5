/* Owns how threads are started here: with all signals but its own faults left to the main thread. */
/* SPDX-License-Identifier: MIT */
#include "thread.h"

#include <signal.h>
#include <string.h>
#include <time.h>

bool thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg, struct error *err)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    sigset_t all, old;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&all, faults[i]); /* blocked ones would end the process before the terminal is restored */
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int code = pthread_create(thread, NULL, run, arg);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return code == 0 || error_set(err, ERROR_IO, "Cannot start a thread: %s", strerror(code));
}

void thread_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
}

bool thread_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t deadline_ms)
{
    struct timespec when = {.tv_sec = (time_t)(deadline_ms / 1000),
                            .tv_nsec = (long)(deadline_ms % 1000) * 1000000};
    return pthread_cond_timedwait(cond, lock, &when) == 0;
}
