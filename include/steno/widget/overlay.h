/* What lies over each other on the screen, and who has the keys: always the topmost.
 *
 * A stack that is kept in the order of kinds: what is pushed goes below everything of a higher kind, so that
 * a form opened while a question waits lies under it. The bottom is there from the beginning and stays.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_OVERLAY_H
#define STENO_WIDGET_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

/* From the bottom up. */
enum overlay_kind {
    OVERLAY_PANE,
    OVERLAY_FORM,
    OVERLAY_OVER_FORM, /* a pane */
    OVERLAY_PREVIEW,
    OVERLAY_MENU,
    OVERLAY_PROMPT,
    OVERLAY_LETTER, /* one key, which names something */
    OVERLAY_QUESTION,
    OVERLAY_KINDS
};

/* What can be done with an overlay that is on top; `context` is what all of them work on. What is NULL cannot
 * be done. */
struct overlay_ops {
    enum overlay_kind kind;
    const char *message; /* what stands in the message line meanwhile; NULL: what is to be said */
    bool (*is_typing)(const void *context); /* a letter is a text here, and never a key of an action */
    void (*key)(void *context, struct key key);
    bool (*paste)(void *context, const char *text);             /* false: nothing takes it */
    bool (*interrupt)(void *context);                           /* left by ^C; false: it stays */
    bool (*hints)(const void *context, char *out, size_t size); /* keys with a fixed meaning */
};

/* At most four forms, and one of each other kind. */
#define OVERLAY_MAX 11

struct overlay {
    const struct overlay_ops *ops;
    const void *what; /* tells it from others of its kind; NULL for the bottom */
    uint64_t serial;  /* no other overlay has it, however often this one is opened */
};

struct overlay_stack {
    struct overlay items[OVERLAY_MAX]; /* topmost last */
    size_t count;
    uint64_t generation; /* another number whenever what is on top may look different without a key; from 1 */
};

void overlay_init(struct overlay_stack *stack, const struct overlay_ops *bottom);

/* `what` must not be on the stack. */
void overlay_push(struct overlay_stack *stack, const struct overlay_ops *ops, const void *what);

/* False when it is not there. */
bool overlay_remove(struct overlay_stack *stack, const void *what);

/* What is there shows something else without a key: keys read before were not meant for it. */
void overlay_touch(struct overlay_stack *stack);

const struct overlay *overlay_top(const struct overlay_stack *stack);
/* The topmost of those below this kind. */
const struct overlay *overlay_below(const struct overlay_stack *stack, enum overlay_kind kind);
bool overlay_has(const struct overlay_stack *stack, enum overlay_kind kind);

#endif
