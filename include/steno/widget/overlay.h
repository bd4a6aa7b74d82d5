/* The layout of the screen, the stack of overlays, and questions.
 *
 * Row 0 is the header. From LAYOUT_TALL_ROWS rows on, the message and the keys have one row each at the
 * bottom. With fewer rows they share one. The body is between. From 80x20 on, the list is above the lower
 * place, which shows the opened pane. There is only one place in a smaller terminal, with an empty list, and
 * while a pane covers the body or is beside a form. A pane's first row is its title or column heads; its list
 * has h-1 rows. */
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
#define LAYOUT_TALL_ROWS  16  /* from here on the message has its own row */
#define LAYOUT_WIDE_COLS  100 /* from here on the header shows counts as words */
#define LAYOUT_OVER_COLS  132 /* from here on a pane opened over a form is beside it */
#define LAYOUT_PLACES_MAX 2
#define LAYOUT_RULE_CELLS 2 /* a blank and the rule, left of the right pane's gutter */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* only one line is drawn, which says so */
    bool is_small;  /* no room for a lower place */
    int places;     /* 2: the list and the lower place; else 1 */
    struct area header, body;
    struct area form;  /* of forms, and of panes and menus over them: the lower place or the body;
                          narrower while a pane is beside the form */
    struct area asked; /* of a question and its keys, down to the last row: from the top of the lower place;
                          in a small terminal from below the list's heading and one row */
    struct area message, keys;            /* the same row where they share one */
    struct area place[LAYOUT_PLACES_MAX]; /* beside a form, place[0] has a rule on its left */
};

/* `listed`: rows that the list would fill, without its heading. */
void layout_compute(struct layout *layout, int cols, int rows, size_t listed);
/* Gives the whole body to one place. */
void layout_cover(struct layout *layout);
/* Puts the form on the left and the only place beside it. */
void layout_beside_form(struct layout *layout);

/* Do the message and the keys share one row? */
static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Rows for the fields of a form, without its title and the help and warnings below them. */
static inline int layout_form_rows(const struct layout *layout)
{
    return layout->form.h - (layout_shares_bottom(layout) ? 3 : 5);
}

/* --- overlays: a stack sorted by kind; the topmost gets the keys ---
 *
 * A pushed overlay goes below all overlays of a higher kind: a form that opens while a question waits lies
 * under the question. The bottom overlay is never removed. */

/* The lowest first. */
enum overlay_kind {
    OVERLAY_PANE,
    OVERLAY_FORM,
    OVERLAY_OVER_FORM, /* a pane */
    OVERLAY_PREVIEW,
    OVERLAY_MENU,
    OVERLAY_PROMPT,
    OVERLAY_LETTER, /* waits for one letter, such as that of the column to sort by */
    OVERLAY_QUESTION,
    OVERLAY_KINDS
};

/* What an overlay does while it is on top. All functions get the same `context`. NULL: the overlay does not
 * do this. */
struct overlay_ops {
    enum overlay_kind kind;
    const char *message;                    /* shown in the message line; NULL: the usual message */
    bool (*is_typing)(const void *context); /* letters are typed here, and run no action */
    void (*key)(void *context, struct key key);
    bool (*paste)(void *context, const char *text);             /* false: not used */
    bool (*interrupt)(void *context);                           /* ^C: closes the overlay; false: it stays */
    bool (*hints)(const void *context, char *out, size_t size); /* the key bar; false: the usual keys */
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
    uint64_t generation; /* from 1; grows whenever the top overlay may look different */
};

void overlay_init(struct overlay_stack *stack, const struct overlay_ops *bottom);
/* `what` must not be on the stack. */
void overlay_push(struct overlay_stack *stack, const struct overlay_ops *ops, const void *what);
/* False when `what` is not on the stack. */
bool overlay_remove(struct overlay_stack *stack, const void *what);
/* Call when an overlay changed without a key: keys typed before the change were not meant for it. */
void overlay_touch(struct overlay_stack *stack);

const struct overlay *overlay_top(const struct overlay_stack *stack);
/* The topmost overlay of a lower kind. */
const struct overlay *overlay_below(const struct overlay_stack *stack, enum overlay_kind kind);
bool overlay_has(const struct overlay_stack *stack, enum overlay_kind kind);

/* --- questions: the default is always No --- */

#define NUMBER_SIZE 24

/* The key that confirms, and its word. */
struct question_choice {
    char key;         /* a lowercase letter; '\0': y */
    const char *word; /* "Skip" */
};

/* Only the key of `yes` confirms, as a small or a capital letter. A question about many projects may ask for
 * their number and Enter instead of a key. Enter alone never confirms. */
struct question {
    char *text;                 /* the sentence; NULL: there is no question */
    char *note;                 /* the consequences, in lines; NULL for none */
    struct question_choice yes; /* its word: "Delete"; NULL: "Yes" */
    const char *no;             /* what any other key does: "keeps it"; NULL: "no" */
    bool is_list;               /* the note is a list, with a column for marks */
    size_t count;               /* the number to type; 0: one key confirms */
    char typed[NUMBER_SIZE];    /* its digits so far */
    char *remark;               /* why the last key was ignored; NULL for none */
};

enum answer {
    ANSWER_NONE, /* the question stays open */
    ANSWER_NO,
    ANSWER_YES
};

void question_free(struct question *question);

/* Any key but the confirming one means No. Where a number is asked for, digits and Backspace edit it. Then
 * Enter means Yes if the number is right; Enter after another number, n, q, Esc and ^G mean No. */
enum answer question_key(struct question *question, struct key key);

/* Shows a sentence above the keys; copied. */
void question_set_remark(struct question *question, const char *remark);
/* What the key bar shows: "y Delete   any other key keeps it". */
void question_bar(const struct question *question, char *out, size_t size);

#endif
