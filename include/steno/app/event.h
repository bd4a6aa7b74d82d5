/* Events: everything that reaches the application, as plain values.
 *
 * The loop (or a test) makes them and calls app_handle; nothing else changes the
 * application.  Pointers in an event are borrowed for the call, except `call`,
 * `store` and `computation`, which stay the loop's to free afterwards: what the
 * application wants to keep it copies or takes out (leaving NULL behind). */
#ifndef STENO_APP_EVENT_H
#define STENO_APP_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/call.h"
#include "steno/core/computation.h"
#include "steno/widget/key.h"
#include "steno/core/store_op.h"

enum event_kind {
    EVENT_KEY,     /* key; seen: scene of app->overlays as it was on the screen when the key was read */
    EVENT_PASTE,   /* text: bytes of a bracketed paste, never run as keys; lost: characters left out */
    EVENT_ANSWER,  /* text: a whole line for what is asked (a prompt, a question); NULL: as it stands there */
    EVENT_CLOSE,   /* what has the keys is left without an answer */
    EVENT_COMMAND, /* text: a line as typed after ':' ("enqueue", "open 12 15") */
    EVENT_FOCUS,   /* text: name of a field of the form on top, to be looked at */
    EVENT_FIELD,   /* text: name of a field of the form on top, value: its new text, NULL for UNSET */
    EVENT_TYPED,   /* text: a front end's own line so far or NULL; value: its field or NULL */
    EVENT_CHOOSE,  /* code: number, from 1, of a line of the menu, else of the pane in focus; text: an
                      action of the menu to do there ("enter", "delete"), or NULL */
    EVENT_RESIZE,  /* cols, rows */
    EVENT_TICK,    /* the deadline has come */
    EVENT_CALL_DONE,     /* call */
    EVENT_CALL_PROGRESS, /* progress */
    EVENT_COMPUTED,      /* computation: with its answer */
    EVENT_STORE_DONE,    /* store */
    EVENT_STORE_CHANGED, /* another session changed state.db */
    EVENT_STORE_LOST,    /* a new state.db was begun that has nothing of the old one */
    EVENT_TOKEN,   /* text: answer to EFFECT_TOKEN, secret; NULL when its source has none; value: why, or NULL
                    */
    EVENT_NOTICE,  /* text: a sentence of the loop (copied, copy failed, ...); code 1 = a failure */
    EVENT_HANGUP,  /* the terminal is gone: save drafts and quit */
    EVENT_RESUMED, /* back from a suspend */
    EVENT_SIGNAL   /* code = signal number: SIGTERM and SIGHUP quit, SIGINT is ^C */
};

struct event {
    enum event_kind kind;
    int64_t wall_ms; /* wall clock of the event */
    struct key key;
    uint64_t seen;
    const char *text;
    const char *value;
    size_t lost;
    int cols, rows;
    int code;
    struct call_result *call;
    const struct call_progress *progress;
    struct store_result *store;
    struct computation *computation;
};

#endif
