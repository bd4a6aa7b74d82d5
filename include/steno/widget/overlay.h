/* Where things stand on the screen: the areas of the terminal, what lies over each other, and questions.
 *
 * Row 0 is the header; from LAYOUT_TALL_ROWS up the last two rows are the message and the keys, below they
 * share one. The body lies between. From 80x20 on the list has the upper part of it, and the lower place what
 * opens; an empty list has no lower place. In smaller terminals, and where something wants all of the body,
 * there is one place. Each pane's first row is its title or column heads, its list has h - 1 rows.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_OVERLAY_H
#define STENO_WIDGET_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

/* --- layout: pure arithmetic on cells --- */

#define LAYOUT_MIN_COLS   40
#define LAYOUT_MIN_ROWS   8
#define LAYOUT_TALL_ROWS  16  /* from here on the message has a row of its own */
#define LAYOUT_WIDE_COLS  100 /* from here on the header says counts in words */
#define LAYOUT_OVER_COLS  132 /* from here on a pane that is opened over a form stands beside it */
#define LAYOUT_PLACES_MAX 2
#define LAYOUT_RULE_CELLS 2 /* a blank and the rule; the gutter of the pane on the right stands behind it */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* nothing but one line saying so */
    bool is_small;  /* one thing at a time: there is no room for a lower place */
    int places;     /* 1, 2: the list over the lower place */
    struct area header, body;
    struct area form;  /* of forms and what lies over them: the lower place or the body, or what a pane beside
                          the form leaves of that */
    struct area asked; /* of a question, its keys included: from the top of the lower place on; where there is
                          one place, all but the list's heading and one row of it */
    struct area message, keys;            /* the same row where there is one for both */
    struct area place[LAYOUT_PLACES_MAX]; /* a rule stands left of place[0] beside a form */
};

/* The list wants so many rows, its heading not counted. */
void layout_compute(struct layout *layout, int cols, int rows, size_t listed);
/* Gives all of the body to one place. */
void layout_cover(struct layout *layout);
/* Makes room beside a form for the only place. */
void layout_beside_form(struct layout *layout);

/* Is there one row for message and keys? */
static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Rows for the list of fields in a form: title above, help and messages below. */
static inline int layout_form_rows(const struct layout *layout)
{
    return layout->form.h - (layout_shares_bottom(layout) ? 3 : 5);
}

/* --- overlays: a stack in the order of kinds; the topmost has the keys ---
 *
 * What is pushed goes below everything of a higher kind, so that a form opened while a question waits lies
 * under it. The bottom is there from the beginning and stays. */

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

#define OVERLAY_MAX 11 /* at most four forms, and one of each other kind */

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

/* --- questions: the default is always No ---
 *
 * The sentence is of words, which are always shown whole, and of pieces that say what it is about: where room
 * is short, these are cut, and nothing else. */

struct question_piece {
    size_t at, len; /* bytes of the text; len 0: none */
};
#define PIECES_MAX 3

#define NUMBER_SIZE 24

/* What one more key than y or N does. */
struct question_choice {
    char key;         /* a lowercase letter; '\0': there is none */
    const char *word; /* "Skip" */
};

/* Only its key confirms: y or Y, or the key of `yes`. What acts on many things may want their number instead,
 * typed and followed by Enter. Enter alone never confirms. */
struct question {
    char *text;                               /* the sentence; NULL: nothing is asked */
    char *note;                               /* what follows from it; lines parted by \n; NULL for none */
    struct question_piece pieces[PIECES_MAX]; /* in their order */
    struct question_choice yes;               /* "Delete"; word NULL: "Yes", key '\0': y */
    const char *no;                           /* "keeps it": what any other key does; NULL: nothing */
    bool is_list;                             /* the note is a list, which may take more rows */
    size_t count;                             /* the number that must be typed; 0: a key */
    char typed[NUMBER_SIZE];                  /* of it so far */
    char *remark;                             /* why what came was no answer; NULL for none */
};

enum answer {
    ANSWER_NONE, /* the question stays open */
    ANSWER_NO,
    ANSWER_YES
};

/* Append to the text of a question that is zeroed at first; copied. */
void question_add_words(struct question *question, const char *words);
void question_add_piece(struct question *question, const char *piece);
void question_free(struct question *question);

/* A key: any that is none of those named means No. Where a number is wanted a digit becomes part of it, and
 * only n, q, Esc, Enter and ^G mean No. */
enum answer question_key(struct question *question, struct key key);

/* Shows a sentence between the text and the tail; copied. */
void question_set_remark(struct question *question, const char *remark);
/* What the key bar shows: "y Delete   any other key keeps it". */
void question_bar(const struct question *question, char *out, size_t size);

#endif
