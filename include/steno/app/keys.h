/* Actions and their keys. An action is found by key or name, and run. */
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

/* Bits of action.where: where an action works. Each pane has the bit of its index. Forms have one bit. */
#define IN_LIST  (1u << 0)
#define IN_PANES 0xFFFFu
#define IN_FORM  (1u << 16)
/* The action needs a project: app_project_at_hand() or, if ON_MARKED is set, a marked project. */
#define NEEDS_PROJECT (1u << 17)
/* The action is about a project, but also runs without one. If the pane's lines belong to projects, the
 * action applies to the project under the cursor. */
#define OF_PROJECT (1u << 29)
/* The action changes something on the server: it is refused if the setting read_only is on. */
#define IS_WRITE (1u << 18)
/* The action runs even while a call is under way or an overlay is open (help, quit, repaint). */
#define IS_GLOBAL (1u << 19)
/* Bits for sets of panes. app_actions() adds the bit of each pane in the set. IN_OWN: the pane of the
 * action's topic. There the action wins over other actions with the same key. */
#define IN_OWN     (1u << 20)
#define IN_GROUPED (1u << 21) /* panes whose pane_ops.grouped is set */
#define IN_ADDING  (1u << 22) /* panes with a function pane_ops.add */
#define IN_ERASING (1u << 23) /* panes with a function pane_ops.erase */
/* If projects are marked, the action applies to them, wherever the cursor is. */
#define ON_MARKED (1u << 24)
/* In the list the action needs marked projects and applies to them. */
#define MARKED_IN_LIST (1u << 25)
/* The action is refused for a project that a batch is sending or will send. */
#define NOT_IN_ACT (1u << 28)
/* In a pane opened from a form, an action runs only if it has a bit of WORKS_OVER_FORM. */
#define OVER_FORM       (1u << 26)
#define WORKS_OVER_FORM (OVER_FORM | IN_OWN | IS_GLOBAL)
#define IN_EVERY_PANE   (IN_PANES | OVER_FORM)
/* The action works only while the export form is on top. */
#define NEEDS_EXPORT (1u << 30)

/* The headings of the help. Under a heading, actions are in the order of the parts (app_parts). */
enum action_group {
    GROUP_MOVE,
    GROUP_PROJECT,
    GROUP_MARKS,
    GROUP_PANES,
    GROUP_LIST,
    GROUP_PROGRAM,
    GROUP_CAPTIONS,
    GROUP_FORM, /* actions of forms, from form_bindings */
    GROUP_COUNT
};

struct action {
    const char *name; /* typed after `:` and in the config: "enqueue" */
    const char *keys; /* default keys, in the notation of key.h: "j Down ^N"; NULL: none */
    unsigned where;   /* IN_LIST and the other bits above */
    enum action_group group;
    const char *hint;        /* one word for the key bar ("Enqueue"); NULL: not shown there */
    const char *marked_hint; /* the word while projects are marked; NULL: the same as `hint` */
    const char *also;        /* an everyday word, accepted instead of the name, or NULL */
    const char *arg;         /* what may follow `:name` ("ID..."), or NULL */
    const char *help;        /* one line, at most 60 cells */
    /* True if the action has an effect on the row under the cursor or on a marked project. False: the key bar
     * omits the action. NULL: always true. */
    bool (*works)(const struct app *app);
    /* One of these functions runs the action. All are NULL for an action of forms: the form runs it. */
    void (*run)(struct app *app);
    void (*run_with)(struct app *app, const char *arg);   /* arg: the text after `:name`, or "" */
    void (*run_named)(struct app *app, const char *name); /* name: the action's name */
};

void keymap_free(struct keymap *keymap);

const struct action *keymap_named(const struct keymap *keymap, const char *name);
/* Finds an action by its name, like keymap_named(), or by its everyday word (field `also`). */
const struct action *keymap_meant(const struct keymap *keymap, const char *word);

/* Returns the action of a key in the panes or the form of `where` (IN_ bits), or NULL. If `where` has several
 * bits, returns the first such action in the table. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* Returns what a GROUP_FORM action does in a form; FORM_ACT_NONE for other actions. */
enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action);

const char *keymap_group_name(enum action_group group);

/* Creates the table for app_keymap() (app.h) from a copy of `actions` and the actions of forms. */
struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err);

/* Returns all actions: first the `actions` of keymap_new(), then the actions of forms (form_bindings, where =
 * IN_FORM, run = NULL). */
const struct action *keymap_actions(const struct keymap *keymap, size_t *count);

/* Writes the keys of an action for people: "j Down". The action must be a row of keymap_actions(). */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* Writes the first key of an action, for hints; "": the action has no key. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

/* True if the first key of the action runs this action in the pane or form `where` (one IN_ bit). */
bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where);

/* Returns the first key of an action, for messages. Returns ":name" if the action has no key, or if the key
 * runs another action in `where` (one IN_ bit). The name must be in the table. The text lives as long as the
 * keymap. */
const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where);

bool action_can_run(const struct action *action);
/* Runs the action at once. app_run() checks first if the action can run. */
void action_run(struct app *app, const struct action *action, const char *arg);

/* True if the action works in the form or pane that gets the keys. */
bool app_runs_here(const struct app *app, const struct action *action);
/* True if the action can run now: it works here, has the project that it needs, and read_only allows it. */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs the action, or shows why it cannot run. */
void app_run(struct app *app, const struct action *action, const char *arg);
/* Call for a key that does nothing here. If the key works in another pane, a message says where. */
void app_run_elsewhere(struct app *app, struct key key);

/* Pass a typed key, or a pasted text, to the overlay on top. `text` lacks `lost` pasted characters. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);

/* The prompt for a command (`:`), and the function that opens it. */
extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
