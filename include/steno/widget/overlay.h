/* The layout of the screen, the stack of overlays, and questions.
 *
 * Row 0 is the header. The last two rows are the message and the key bar; in a terminal with fewer than
 * LAYOUT_TALL_ROWS rows, both share one row. The rows between are the body. In a terminal of 80x20 or more
 * the body has two places: the list, and the lower place with the opened pane. The body is one place if the
 * terminal is smaller or the list is empty, or if a pane covers the body or is beside a form. The first row
 * of a pane is its title or its column headings. All other rows are its lines. */
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
#define LAYOUT_OVER_COLS  132 /* from this width on, a pane opened from a form is beside the form */
#define LAYOUT_PLACES_MAX 2
#define LAYOUT_RULE_CELLS 2 /* a blank and the vertical rule between a form and the pane on its right */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* only a message about the size is drawn */
    bool is_small;  /* the terminal has no room for a lower place */
    int places;     /* 2: the list and the lower place; 1: the body */
    struct area header, body;
    struct area form;  /* area of a form, and of a pane or menu that covers the form: the lower place
                          or the body; narrower while a pane is beside the form */
    struct area asked; /* area of a question and its keys: from the top of the lower place, or in a small
                          terminal from the third row of the body, to the last row of the terminal */
    struct area message, keys;            /* in a low terminal both are the same row */
    struct area place[LAYOUT_PLACES_MAX]; /* beside a form, a rule is on the left of place[0] */
};

/* Computes all areas. `listed`: number of rows in the list, without its heading; 0: empty. */
void layout_compute(struct layout *layout, int cols, int rows, size_t listed);
/* Makes the whole body one place. */
void layout_cover(struct layout *layout);
/* Makes the form narrower, and puts place[0] on the right of the form. */
void layout_beside_form(struct layout *layout);

static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Returns the number of rows for fields in a form: all rows but the title and the foot (help, warnings). */
static inline int layout_form_rows(const struct layout *layout)
{
    return layout->form.h - (layout_shares_bottom(layout) ? 3 : 5);
}

/* --- overlays: a stack sorted by kind; the topmost gets the keys ---
 *
 * A new overlay goes below all overlays of a higher kind: a new form goes below an open question. The bottom
 * overlay is never removed. */

/* The kinds of overlays, the lowest first. */
enum overlay_kind {
    OVERLAY_PANE,
    OVERLAY_FORM,
    OVERLAY_OVER_FORM, /* a pane opened from a form */
    OVERLAY_PREVIEW,
    OVERLAY_MENU,
    OVERLAY_PROMPT,
    OVERLAY_LETTER, /* a prompt for one letter, such as the key of a column to sort by */
    OVERLAY_QUESTION,
    OVERLAY_KINDS
};

/* Functions of an overlay, called while the overlay is on top. NULL: the overlay has no such function. */
struct overlay_ops {
    enum overlay_kind kind;
    const char *message;                    /* text of the message line; NULL: the usual text */
    bool (*is_typing)(const void *context); /* true: letters are text, not actions */
    void (*key)(void *context, struct key key);
    bool (*paste)(void *context, const char *text); /* false: the text was not used */
    bool (*interrupt)(void *context); /* handles ^C: closes the overlay; false: the overlay stays open */
    bool (*hints)(const void *context, char *out, size_t size); /* writes the key bar; false: the usual bar */
};

#define OVERLAY_MAX 11 /* at most four forms, and one overlay of every other kind */

struct overlay {
    const struct overlay_ops *ops;
    const void *what; /* identity of the overlay; NULL: the bottom overlay */
    uint64_t serial;  /* a new number at each push */
};

struct overlay_stack {
    struct overlay items[OVERLAY_MAX]; /* topmost last */
    size_t count;
    uint64_t generation; /* begins at 1; grows whenever the top overlay can look different */
};

void overlay_init(struct overlay_stack *stack, const struct overlay_ops *bottom);
/* Adds an overlay. Its `what` must be new on the stack. */
void overlay_push(struct overlay_stack *stack, const struct overlay_ops *ops, const void *what);
/* Removes the overlay with this `what`; false: there is no such overlay. */
bool overlay_remove(struct overlay_stack *stack, const void *what);
/* Call when an overlay changes by itself. Keys typed before the change then neither confirm nor send. */
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

/* Only the key of `yes` confirms, as a small or a capital letter. A question about many projects can instead
 * ask for the number of projects and Enter. Enter alone never confirms. */
struct question {
    char *text;                 /* the sentence; NULL: there is no question */
    char *note;                 /* lines about the consequences, or NULL */
    struct question_choice yes; /* the key that confirms; word NULL: "Yes" */
    const char *no;             /* effect of any other key: "keeps it"; NULL: "no" */
    bool is_list;               /* the note is a list, with a column for marks */
    size_t count;               /* the number to type; 0: one key confirms */
    char typed[NUMBER_SIZE];    /* the digits typed so far */
    char *remark;               /* why the last key was ignored, or NULL */
};

enum answer {
    ANSWER_NONE, /* the question stays open */
    ANSWER_NO,
    ANSWER_YES
};

void question_free(struct question *question);

/* The key of `yes` means Yes, and any other key No. If the question asks for a number, digits and Backspace
 * edit the number. Then Enter means Yes if the number is right, else No. n, q, Esc and ^G mean No. */
enum answer question_key(struct question *question, struct key key);

/* Sets the sentence above the keys; `remark` is copied. */
void question_set_remark(struct question *question, const char *remark);
/* Writes the key bar of a question: "y Delete   any other key keeps it". */
void question_bar(const struct question *question, char *out, size_t size);

#endif
