/* Actions: everything an operator can do, one row each.
 *
 * Dispatch, key hints, the help pane, the `:` line, completion, plain mode, the
 * manual and the `[keys]` of the config read this table; no other list of
 * actions or keys exists.
 */
#ifndef STENO_APP_ACTION_H
#define STENO_APP_ACTION_H

#include <stdbool.h>
#include <stddef.h>

struct app;

/* Where an action is valid: panes (one bit each, as in app.h) and the long form. */
#define IN_PROJECTS (1u << 0)
#define IN_DETAILS  (1u << 1)
#define IN_TAGS     (1u << 2)
#define IN_METADATA (1u << 3)
#define IN_RAW      (1u << 4)
#define IN_ACTIVITY (1u << 5)
#define IN_ACCOUNT  (1u << 6)
#define IN_POLICY   (1u << 7)
#define IN_HELP     (1u << 8)
#define IN_FORM     (1u << 9)
#define IN_PANES    0x1FFu
/* The action is about a project: there must be one under the cursor. */
#define NEEDS_PROJECT (1u << 12)
/* The action changes something on the server: refused with read_only. */
#define IS_WRITE (1u << 13)
/* Runs although a call or a dialog is in the way (help, quit, repaint). */
#define IS_GLOBAL (1u << 14)

struct action {
    const char *name;  /* for `:` and the config: "enqueue" */
    const char *keys;  /* default keys, parted by blanks: "j Down ^N" (names of key.h) */
    unsigned where;    /* bits above */
    const char *group; /* heading in help */
    const char *hint;  /* one word for the key bar ("Enqueue"), or NULL: not shown there */
    const char *arg;   /* what `:name` may be followed by ("ID..."), or NULL */
    const char *help;  /* one line, at most 60 cells */
    void (*run)(struct app *app, const char *arg); /* arg "" when none was given */
};

extern const struct action actions[];
extern const size_t action_count;

/* Can it run now: right pane, a project there where one is needed, not refused by read_only? */
bool action_is_valid(const struct app *app, const struct action *action);

#endif
