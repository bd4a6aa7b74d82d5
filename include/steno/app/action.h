/* Actions: everything an operator can do, one row each, in the file of its topic.
 *
 * Dispatch, key hints, the help pane, the `:` line, completion, the manual and the `[keys]` of
 * the config read the joined rows (part_actions); no other list of actions or keys exists.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ACTION_H
#define STENO_APP_ACTION_H

#include <stdbool.h>

struct app;

/* Where an action is valid: panes, a bit each by their numbers, and the long form. */
#define IN_LIST  (1u << 0)
#define IN_PANES 0xFFFFu
#define IN_FORM  (1u << 16)
/* The action is about a project: there must be one under the cursor. */
#define NEEDS_PROJECT (1u << 17)
/* It is about a project where there is one. In a pane whose lines have their own it is that of the line. */
#define OF_PROJECT (1u << 29)
/* The action changes something on the server: refused with read_only. */
#define IS_WRITE (1u << 18)
/* Runs although a call or a dialog is in the way (help, quit, repaint). */
#define IS_GLOBAL (1u << 19)
/* Panes by what they are, which become bits when the rows are joined: the topic's own, where its keys come
 * before those that work in many; those with headings; those in which something can be added, or deleted. */
#define IN_OWN     (1u << 20)
#define IN_GROUPED (1u << 21)
#define IN_ADDING  (1u << 22)
#define IN_ERASING (1u << 23)
/* The action is done to the marked projects while there are any, wherever the cursor stands. */
#define ON_MARKED (1u << 24)
/* In the list it is about the marked projects alone. */
#define MARKED_IN_LIST (1u << 25)
/* Not done to a project that is being sent. */
#define NOT_IN_ACT (1u << 28)
/* In a pane over a form only these work, those of the pane itself, and what runs everywhere. */
#define OVER_FORM       (1u << 26)
#define WORKS_OVER_FORM (OVER_FORM | IN_OWN | IS_GLOBAL)
#define IN_EVERY_PANE   (IN_PANES | OVER_FORM)
/* The action needs the form of an export. */
#define NEEDS_EXPORT (1u << 30)

/* The headings in help, in their order; rows of a group stand in the order of their topics. */
enum action_group {
    GROUP_MOVE,
    GROUP_PROJECT,
    GROUP_MARKS,
    GROUP_PANES,
    GROUP_LIST,
    GROUP_PROGRAM,
    GROUP_CAPTIONS,
    GROUP_FORM, /* of the long form: form_bindings */
    GROUP_COUNT
};

struct action {
    const char *name; /* for `:` and the config: "enqueue" */
    const char *keys; /* default keys, parted by blanks: "j Down ^N" (names of key.h); NULL: none */
    unsigned where;   /* bits above */
    enum action_group group;
    const char *hint;        /* one word for the key bar ("Enqueue"), or NULL: not shown there */
    const char *marked_hint; /* the word while projects are marked; NULL: the same as `hint` */
    const char *also;        /* an everyday word that a line takes for its name, or NULL */
    const char *arg;         /* what `:name` may be followed by ("ID..."), or NULL */
    const char *help;        /* one line, at most 60 cells */
    /* Would it do something to the row, or to one of the marked? Only then the bar offers it; NULL: yes. */
    bool (*works)(const struct app *app);
    /* One of these does it; none: it is of the long form. */
    void (*run)(struct app *app);
    void (*run_with)(struct app *app, const char *arg);   /* with what followed its name, "" for nothing */
    void (*run_named)(struct app *app, const char *name); /* with its own name, as app_pane_open */
};

#endif
