/* Starting threads that take no signals, and waiting with a limit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_THREAD_H
#define STENO_WORK_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"

/* Starts a thread with every signal blocked but those of its own faults. */
bool thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg, struct error *err);

/* A condition whose timed waits go by the monotonic clock. */
void thread_cond_init(pthread_cond_t *cond);

/* Waits for a signal of the condition until the deadline (clock_mono_ms); false when it has passed. */
bool thread_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t deadline_ms);

#endif
