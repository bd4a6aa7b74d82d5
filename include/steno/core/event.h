/* Events: everything that reaches the program, as plain values.
 *
 * The loop (or a test) makes them and hands them over; nothing else changes the
 * state.  Pointers in an event are borrowed for the call, except `call`,
 * and `store`, which stay the loop's to free afterwards: who
 * wants to keep something copies it or takes it out (leaving NULL behind). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EVENT_H
#define STENO_CORE_EVENT_H

#include <stdint.h>

#include "steno/core/call.h"
#include "steno/core/store_op.h"

struct app_input;

enum event_kind {
    EVENT_INPUT,         /* input: what was typed or chosen, for who knows of terminals */
    EVENT_TICK,          /* the deadline has come */
    EVENT_CALL_DONE,     /* call */
    EVENT_CALL_PROGRESS, /* progress */
    EVENT_STORE_DONE,    /* store */
    EVENT_STORE_CHANGED, /* another session changed state.db */
    EVENT_TOKEN, /* text: answer to EFFECT_TOKEN, secret; NULL when its source has none; value: why, or NULL
                  */
    EVENT_LOGIN_SAVED, /* the file of the logins has changed */
    EVENT_NOTICE,      /* text: a sentence of the loop (copied, copy failed, ...); code 1 = a failure */
    EVENT_WAITING,     /* the end waits for what is being saved; code > 0: for that many hooks */
    EVENT_ENDED,       /* what was not done is to be told, by EFFECT_REPORT */
    EVENT_HANGUP,      /* the terminal is gone: save drafts and quit */
    EVENT_RESUMED,     /* back from a suspend */
    EVENT_SIGNAL       /* code = signal number: SIGTERM and SIGHUP quit, SIGINT is ^C */
};

struct event {
    enum event_kind kind;
    int64_t wall_ms; /* wall clock of the event */
    const struct app_input *input;
    const char *text;
    const char *value;
    int code;
    struct call_result *call;
    const struct call_progress *progress;
    struct store_result *store;
};

#endif
