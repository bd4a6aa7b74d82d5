/* Actions and their keys; finding an action by key or name, and running it. */
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

/* Where an action is valid: a bit for each pane, by its number, and one for forms. */
#define IN_LIST  (1u << 0)
#define IN_PANES 0xFFFFu
#define IN_FORM  (1u << 16)
/* The action is about a project; there must be a project under the cursor. */
#define NEEDS_PROJECT (1u << 17)
/* The action is about a project if there is one; in a pane whose lines have projects, that of the line. */
#define OF_PROJECT (1u << 29)
/* The action changes something on the server: refused with read_only. */
#define IS_WRITE (1u << 18)
/* Runs even while a call or a dialog is open (help, quit, repaint). */
#define IS_GLOBAL (1u << 19)
/* Kinds of panes, to which app_actions() adds the pane bits. In order: the topic's own pane, where its keys
 * override those of many panes; panes with headings; panes with `add`; panes with `erase`. */
#define IN_OWN     (1u << 20)
#define IN_GROUPED (1u << 21)
#define IN_ADDING  (1u << 22)
#define IN_ERASING (1u << 23)
/* While projects are marked the action applies to them, wherever the cursor is. */
#define ON_MARKED (1u << 24)
/* In the list the action applies only to marked projects. */
#define MARKED_IN_LIST (1u << 25)
/* Refused for a project that a batch is sending. */
#define NOT_IN_ACT (1u << 28)
/* In a pane over a form only actions with one of these bits work. */
#define OVER_FORM       (1u << 26)
#define WORKS_OVER_FORM (OVER_FORM | IN_OWN | IS_GLOBAL)
#define IN_EVERY_PANE   (IN_PANES | OVER_FORM)
/* The action needs the export form on top. */
#define NEEDS_EXPORT (1u << 30)

/* The headings of the help; inside a group, rows follow the order of the topics. */
enum action_group {
    GROUP_MOVE,
    GROUP_PROJECT,
    GROUP_MARKS,
    GROUP_PANES,
    GROUP_LIST,
    GROUP_PROGRAM,
    GROUP_CAPTIONS,
    GROUP_FORM, /* of forms: form_bindings */
    GROUP_COUNT
};

struct action {
    const char *name; /* for `:` and the config: "enqueue" */
    const char *keys; /* default keys, separated by blanks: "j Down ^N" (names of key.h); NULL: none */
    unsigned where;   /* bits above */
    enum action_group group;
    const char *hint;        /* one word for the key bar ("Enqueue"), or NULL: not shown there */
    const char *marked_hint; /* the word while projects are marked; NULL: the same as `hint` */
    const char *also;        /* an everyday word accepted instead of the name, or NULL */
    const char *arg;         /* the argument of `:name` ("ID..."), or NULL */
    const char *help;        /* one line, at most 60 cells */
    /* Would it do something to the row or to a marked project? If not, it is not in the bar. NULL: yes. */
    bool (*works)(const struct app *app);
    /* One of these runs the action; all NULL: the form runs it. */
    void (*run)(struct app *app);
    void (*run_with)(struct app *app, const char *arg);   /* arg: the text after its name, or "" */
    void (*run_named)(struct app *app, const char *name); /* name: the action's, as for app_pane_open */
};

void keymap_free(struct keymap *keymap);

/* The action with this name, or NULL. */
const struct action *keymap_named(const struct keymap *keymap, const char *name);
/* The action with this name or everyday word, or NULL. */
const struct action *keymap_meant(const struct keymap *keymap, const char *word);

/* The action of a key where `where` (one IN_ bit) has the focus, or NULL. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* The form action of a GROUP_FORM row; FORM_ACT_NONE for other rows. */
enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action);

/* "Move". */
const char *keymap_group_name(enum action_group group);

/* The actions are copied. */
struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err);

/* Every action: the rows given to keymap_new(), then those of forms (form_bindings, where = IN_FORM, run =
 * NULL). */
const struct action *keymap_actions(const struct keymap *keymap, size_t *count);

/* The keys of a row of keymap_actions(), as people read them: "j Down". */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* The first key, for hints; "" without keys. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

/* Does the first key of an action run it, and no other action, where `where` (one IN_ bit) has the focus? */
bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where);

/* The key of an action, as sentences name it: its first key. ":name" if it has no key, or if the key belongs
 * to another action in `where` (one IN_ bit). The name must be in the table; the text lives as long as the
 * keymap. */
const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where);

bool action_can_run(const struct action *action);
/* Runs the action without checking where the focus is. */
void action_run(struct app *app, const struct action *action, const char *arg);

/* Is the action valid in the form or pane that has the keys? In a pane over a form only some are. */
bool app_runs_here(const struct app *app, const struct action *action);
/* Can the action run now: right pane, a project if it needs one, not refused by read_only? */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs the action, or says why it cannot run. */
void app_run(struct app *app, const struct action *action, const char *arg);
/* For a key that does nothing where the focus is: says in which pane it works, if in any. */
void app_run_elsewhere(struct app *app, struct key key);

/* Typed keys and pasted text go to the overlay on top. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);

/* The command line (`:`). */
extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
