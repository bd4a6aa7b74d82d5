/* Effects: everything the program wants done, as plain values.
 *
 * Who takes an event appends; the loop executes in order, taking ownership of `call` (set to NULL when
 * taken), then calls effects_free. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EFFECT_H
#define STENO_CORE_EFFECT_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/call.h"

enum effect_kind {
    EFFECT_SESSION, /* text = URL, text2 = API path, secret = token or NULL: for the calls to come */
    EFFECT_CALL,    /* call: to an API worker; a login carries its own address */
    EFFECT_CANCEL,  /* serial: end that call, waiting or running; 0 = all */
    EFFECT_TOKEN,   /* text = URL, text2 = email or "", text3 = command: has it print a token for that ->
                       EVENT_TOKEN */
    EFFECT_COPY,    /* text: to the clipboard */
    EFFECT_RING,    /* the bell, if it is wanted */
    EFFECT_NOTIFY,  /* id, text = from, text2 = to, text3 = project's name: a change of state, for the hook */
    EFFECT_SUSPEND, /* stop the program as ^Z does */
    EFFECT_REPAINT, /* forget what the terminal shows and draw all */
    EFFECT_REPORT,  /* text: a line for standard error after the end; code: exit code in place of 0 */
    EFFECT_QUIT     /* code = exit code */
};

struct effect {
    enum effect_kind kind;
    struct call *call;
    uint64_t serial;
    int64_t id;
    int code;
    char *text, *text2, *text3;
    char *secret; /* wiped */
};

struct effects {
    struct effect *items;
    size_t count;
    size_t capacity;
    unsigned dirty;      /* what is to be shown anew: bits of who shows it */
    int64_t deadline_ms; /* monotonic, absolute: EVENT_TICK is wanted then; INT64_MAX for never */
};

void effects_init(struct effects *effects);
/* Appends one effect of this kind, zeroed otherwise. Valid until the next append. */
struct effect *effects_add(struct effects *effects, enum effect_kind kind);
/* Frees what was not taken and empties the list. */
void effects_free(struct effects *effects);

#endif
