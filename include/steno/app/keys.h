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

/* Bits of action.where. These say where an action works: one bit for each pane, by index; one for forms. */
#define IN_LIST  (1u << 0)
#define IN_PANES 0xFFFFu
#define IN_FORM  (1u << 16)
/* The action needs a project: app_project_at_hand(), or with ON_MARKED a marked project. */
#define NEEDS_PROJECT (1u << 17)
/* The action is about a project, but also runs without one. In a pane whose lines belong to projects, it
 * applies to the project of the line under the cursor. */
#define OF_PROJECT (1u << 29)
/* The action changes something on the server: it is refused if the setting read_only is on. */
#define IS_WRITE (1u << 18)
/* The action runs even while a call is under way or an overlay is open (help, quit, repaint). */
#define IS_GLOBAL (1u << 19)
/* Bits for sets of panes; app_actions() adds the bit of each pane in the set. IN_OWN: the pane of the
 * action's own topic; there its key runs this action, even if an action for many panes has the same key. */
#define IN_OWN     (1u << 20)
#define IN_GROUPED (1u << 21) /* panes whose pane_ops.grouped is set */
#define IN_ADDING  (1u << 22) /* panes with a function pane_ops.add */
#define IN_ERASING (1u << 23) /* panes with a function pane_ops.erase */
/* If projects are marked, the action applies to them, wherever the cursor is. */
#define ON_MARKED (1u << 24)
/* In the list the action works only if projects are marked, and applies to them. */
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
    const char *keys; /* default keys, separated by blanks: "j Down ^N" (names of key.h); NULL: none */
    unsigned where;   /* IN_LIST and the other bits above */
    enum action_group group;
    const char *hint;        /* one word for the key bar ("Enqueue"), or NULL: not shown there */
    const char *marked_hint; /* the word while projects are marked; NULL: the same as `hint` */
    const char *also;        /* an everyday word accepted instead of the name, or NULL */
    const char *arg;         /* what may follow `:name` ("ID..."), or NULL */
    const char *help;        /* one line, at most 60 cells */
    /* True if the action would do something to the row under the cursor or to a marked project; if not, the
     * key bar omits the action. NULL: always true. */
    bool (*works)(const struct app *app);
    /* One of these functions runs the action. All NULL: an action of forms, which the form runs. */
    void (*run)(struct app *app);
    void (*run_with)(struct app *app, const char *arg);   /* arg: the text after `:name`, or "" */
    void (*run_named)(struct app *app, const char *name); /* name: the action's name */
};

void keymap_free(struct keymap *keymap);

const struct action *keymap_named(const struct keymap *keymap, const char *name);
/* Like keymap_named(), but accepts the everyday word of an action as well (its field `also`). */
const struct action *keymap_meant(const struct keymap *keymap, const char *word);

/* Returns the action of a key in the panes or the form of `where` (IN_ bits), or NULL. With several bits,
 * returns the first action in the table that has the key in one of these places. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* Returns what a GROUP_FORM action does in a form; FORM_ACT_NONE for other actions. */
enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action);

const char *keymap_group_name(enum action_group group);

/* For app_keymap() (app.h): creates the table. It contains `actions`, copied, and the actions of forms. */
struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err);

/* Returns all actions: first those given to keymap_new(), then those of forms (form_bindings, where =
 * IN_FORM, run = NULL). */
const struct action *keymap_actions(const struct keymap *keymap, size_t *count);

/* Writes the keys of an action, which must be a row of keymap_actions(), as people read them: "j Down". */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* Writes the first key of an action, for hints; "" if it has no key. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

/* True if the first key of the action, pressed in the pane or form `where` (one IN_ bit), runs this action
 * and no other. */
bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where);

/* Returns the key of an action as messages name it: its first key. Returns ":name" if the action has no key,
 * or if in `where` (one IN_ bit) that key runs another action. The name must be in the table. The text lives
 * as long as the keymap. */
const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where);

bool action_can_run(const struct action *action);
/* Runs the action. Does not check if it works in the pane with the focus. */
void action_run(struct app *app, const struct action *action, const char *arg);

/* True if the action works in the form or pane that gets the keys. */
bool app_runs_here(const struct app *app, const struct action *action);
/* True if the action can run now: it works here, has the project that it needs, and read_only allows it. */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs the action, or shows why it cannot run. */
void app_run(struct app *app, const struct action *action, const char *arg);
/* Call for a key that does nothing here: shows in which pane the key works, if in any. */
void app_run_elsewhere(struct app *app, struct key key);

/* Pass a typed key, or a pasted text, to the overlay on top. `lost`: how many more characters
 * were pasted than `text` contains. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);

/* The prompt for a command (`:`), and the function that opens it. */
extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
