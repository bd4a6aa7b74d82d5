/* Actions, their keys, and the way from a key, a name or a line of the help to one of them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_KEYS_H
#define STENO_APP_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/prompt.h"
#include "steno/base/error.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

struct app;
struct keymap;

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

void keymap_free(struct keymap *keymap);

/* The row with this name, or NULL. */
const struct action *keymap_named(const struct keymap *keymap, const char *name);
/* The row that a word of a line stands for: its name, or the everyday word for it; NULL for none. */
const struct action *keymap_meant(const struct keymap *keymap, const char *word);

/* The action of a key where `where` (one IN_ bit) has the focus, or NULL. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* What a row of a long form does in it; FORM_ACT_NONE for other rows. */
enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action);

/* "Move". */
const char *keymap_group_name(enum action_group group);

/* The actions are copied. */
struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err);

/* Every action: the table's rows, then one for each of a long form's (form_bindings, where = IN_FORM, run =
 * NULL). */
const struct action *keymap_actions(const struct keymap *keymap, size_t *count);

/* The keys of an action, which is one of these rows, as people read them: "j Down". */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* The first of them, for hints; "" when it has none. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

/* Does the first key of an action run it where `where` (one IN_ bit) has the focus? Another one may have it
 * there. */
bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where);

/* How a sentence names the key of an action: its first key as bound; ":name", which does the same, without
 * one, and where another action has it in `where` (one IN_ bit). The name must be in the table; the text
 * lives as long as the keymap. */
const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where);

/* Has it something to run? */
bool action_can_run(const struct action *action);
/* Calls it, wherever the focus is. */
void action_run(struct app *app, const struct action *action, const char *arg);

/* Does it work in what has the keys, form or pane? Over a form only some of a pane's do. */
bool app_runs_here(const struct app *app, const struct action *action);
/* Can it run now: right pane, a project there where one is needed, not refused by read_only? */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs it where it is valid, or says why it cannot. */
void app_run(struct app *app, const struct action *action, const char *arg);
/* A key that does nothing where the focus is: says where it works, if it does anywhere. */
void app_run_elsewhere(struct app *app, struct key key);

/* What is typed goes to what is on top. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);

/* The line of commands. */
extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
