/* The layout of the screen, the stack of overlays, and questions.
 *
 * Row 0 is the header. At the bottom are the message and the key bar: one row each in a terminal with
 * LAYOUT_TALL_ROWS rows or more, else one row for both. The rows between are the body. In a terminal of 80x20
 * or more the body has two places: the list, and below it the lower place with the opened pane. The body has
 * only one place if the terminal is smaller, the list of projects is empty, or a pane covers the body or is
 * beside a form. The first row of a pane is its title or its column heads; all other rows are its lines. */
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
#define LAYOUT_TALL_ROWS  16  /* from this height on, the message has its own row */
#define LAYOUT_WIDE_COLS  100 /* from this width on, the header shows counts as words */
#define LAYOUT_OVER_COLS  132 /* from this width on, a pane opened from a form stands beside it */
#define LAYOUT_PLACES_MAX 2
#define LAYOUT_RULE_CELLS 2 /* a blank and the vertical rule between a form and the pane on its right */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* only a line that says so is drawn */
    bool is_small;  /* no room for a lower place */
    int places;     /* 2: the list and the lower place; else 1 */
    struct area header, body;
    struct area form;  /* area of a form and of what covers it (pane, menu): the lower place or the body;
                          narrower while a pane is beside the form */
    struct area asked; /* area of a question and its keys, down to the last row: begins at the top of the
                          lower place; in a small terminal, below heading and first row of the list */
    struct area message, keys;            /* the same row in a low terminal */
    struct area place[LAYOUT_PLACES_MAX]; /* beside a form, place[0] has a rule on its left */
};

/* `listed`: rows that the list needs, without its heading; 0: the list is empty. */
void layout_compute(struct layout *layout, int cols, int rows, size_t listed);
/* Leaves one place, which fills the whole body. */
void layout_cover(struct layout *layout);
/* Narrows the form, and puts the place of a pane on its right. */
void layout_beside_form(struct layout *layout);

static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Returns how many rows of a form show fields: all except the title and the foot (help and warnings). */
static inline int layout_form_rows(const struct layout *layout)
{
    return layout->form.h - (layout_shares_bottom(layout) ? 3 : 5);
}

/* --- overlays: a stack sorted by kind; the topmost gets the keys ---
 *
 * A new overlay goes below all overlays of a higher kind: a form that opens while a question waits is under
 * the question. The bottom overlay is never removed. */

/* The lowest kind first. */
enum overlay_kind {
    OVERLAY_PANE,
    OVERLAY_FORM,
    OVERLAY_OVER_FORM, /* a pane opened from a form */
    OVERLAY_PREVIEW,
    OVERLAY_MENU,
    OVERLAY_PROMPT,
    OVERLAY_LETTER, /* waits for one letter, such as the key of a column to sort by */
    OVERLAY_QUESTION,
    OVERLAY_KINDS
};

/* Functions of an overlay while it is on top; NULL: it has no such function. All get the same `context`. */
struct overlay_ops {
    enum overlay_kind kind;
    const char *message;                    /* shown in the message line; NULL: the usual message */
    bool (*is_typing)(const void *context); /* true: letters are text, and run no action */
    void (*key)(void *context, struct key key);
    bool (*paste)(void *context, const char *text); /* false: the text was not used */
    bool (*interrupt)(void *context); /* handles ^C: closes the overlay; false: the overlay stays open */
    bool (*hints)(const void *context, char *out, size_t size); /* writes the key bar; false: the usual one */
};

#define OVERLAY_MAX 11 /* at most four forms and one overlay of each other kind */

struct overlay {
    const struct overlay_ops *ops;
    const void *what; /* identifies the overlay; NULL for the bottom */
    uint64_t serial;  /* a new number at each push */
};

struct overlay_stack {
    struct overlay items[OVERLAY_MAX]; /* topmost last */
    size_t count;
    uint64_t generation; /* from 1; grows whenever the look of the top overlay may change */
};

void overlay_init(struct overlay_stack *stack, const struct overlay_ops *bottom);
/* Adds an overlay. No overlay on the stack may have the same `what`. */
void overlay_push(struct overlay_stack *stack, const struct overlay_ops *ops, const void *what);
/* Removes the overlay with this `what`; false if there is none. */
bool overlay_remove(struct overlay_stack *stack, const void *what);
/* Call when an overlay changes without a key press, so that keys typed earlier do not confirm or send. */
void overlay_touch(struct overlay_stack *stack);

const struct overlay *overlay_top(const struct overlay_stack *stack);
/* Returns the topmost overlay of a kind lower than `kind`. */
const struct overlay *overlay_below(const struct overlay_stack *stack, enum overlay_kind kind);
bool overlay_has(const struct overlay_stack *stack, enum overlay_kind kind);

/* --- questions: the default is always No --- */

#define NUMBER_SIZE 24

/* The key that confirms a question, and the word beside this key in the key bar. */
struct question_choice {
    char key;         /* a lowercase letter; '\0' stands for y */
    const char *word; /* "Skip" */
};

/* Only the key of `yes` confirms, as a small or a capital letter. A question about many projects may ask for
 * their number and Enter in place of the key. Enter alone never confirms. */
struct question {
    char *text;                 /* the sentence; NULL: there is no question */
    char *note;                 /* the consequences, in lines; NULL for none */
    struct question_choice yes; /* the key that confirms; word NULL: "Yes" */
    const char *no;             /* what any other key does: "keeps it"; NULL: "no" */
    bool is_list;               /* the note is a list, with a column for marks */
    size_t count;               /* the number to type; 0: one key confirms */
    char typed[NUMBER_SIZE];    /* digits of the number that were typed so far */
    char *remark;               /* why the last key was ignored; NULL for none */
};

enum answer {
    ANSWER_NONE, /* the question stays open */
    ANSWER_NO,
    ANSWER_YES
};

void question_free(struct question *question);

/* If no number is asked for, the key of `yes` means Yes, and any other key No. If a number is asked for,
 * digits and Backspace edit it; Enter means Yes if the number is right, else No; n, q, Esc and ^G mean No. */
enum answer question_key(struct question *question, struct key key);

/* Shows a sentence above the keys; copied. */
void question_set_remark(struct question *question, const char *remark);
/* Writes the key bar of a question: "y Delete   any other key keeps it". */
void question_bar(const struct question *question, char *out, size_t size);

#endif
