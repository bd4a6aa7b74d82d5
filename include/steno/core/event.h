/* Events: everything that reaches the application, as plain values.
 *
 * The loop (or a test) makes them and hands them over.  Pointers in an event are borrowed for the call,
 * except `call`, which stays the loop's to free afterwards: who wants to keep something copies it or takes it
 * out (leaving NULL behind). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EVENT_H
#define STENO_CORE_EVENT_H

#include <stdint.h>

#include "steno/core/call.h"

struct app_input;

enum event_kind {
    EVENT_INPUT,         /* input: what was typed or chosen, for who knows of terminals */
    EVENT_TICK,          /* the deadline has come */
    EVENT_CALL_DONE,     /* call */
    EVENT_CALL_PROGRESS, /* progress */
    EVENT_MAIL_TAKEN,    /* of the answers that have come at once this was the last */
    EVENT_TOKEN,   /* text: answer to EFFECT_TOKEN, secret; NULL when there is none; value: why, or NULL */
    EVENT_NOTICE,  /* text: a sentence of the loop (copied, copy failed, ...); code 1 = a failure */
    EVENT_WAITING, /* code: the end waits for so many hooks */
    EVENT_HANGUP,  /* the terminal is gone, or a signal ends the program: save drafts and quit */
    EVENT_RESUMED  /* back from a suspend */
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
};

#endif
