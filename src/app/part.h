/* A part of the application: a service for other parts (calls, the refresh, ...), or a topic, which is one
 * subject of the program (tags, enqueue, the account, ...). No topic calls another, and no service calls a
 * topic: instead, part_tell() calls a function, such as session_up, of each part that has one. Each part has
 * a private state, which app_new() allocates and app_free() frees. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PART_H
#define STENO_APP_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct action;
struct app;
struct app_project;
struct call_result;
struct pane_ops;
struct project;

struct part {
    const char *name;
    size_t state_size; /* bytes of the private state, which starts zeroed; 0: no state */
    void (*begin)(struct app *app);
    void (*end)(struct app *app); /* frees what the private state points to, not the state itself */

    /* `turn` runs before the screen is drawn: after an event, or once after several answers that came
     * together. `deadline` returns the monotonic time when the next turn is needed; INT64_MAX: never.
     * `until_quit`: `turn` does not run any more once the program is quitting. */
    void (*turn)(struct app *app);
    int64_t (*deadline)(const struct app *app);
    bool until_quit;

    const struct pane_ops *pane; /* NULL: the part has no pane */
    const struct action *actions;
    size_t action_count;

    void (*session_up)(struct app *app); /* there is a valid token: at the start, or after a login */
    void (*session_lost)(struct app *app,
                         bool wanted);       /* no valid token; wanted: an operator's call failed */
    void (*server_changed)(struct app *app); /* after a login to another server or account */

    bool (*paste)(struct app *app, const char *text); /* a paste into the list; false: not taken */
};

/* All parts: basic services, topics, services that show results, overlays. Their functions are called in this
 * order, also that of panes and of actions in a group. `git grep part_policy` finds the file of `policy`. */
/* clang-format off */
#define PARTS(X) \
    X(status) X(session) X(projects) X(places) \
    X(watchlist) X(batch) X(reads) \
    X(move) X(enqueue) X(export) X(find) X(details) X(tags) X(metadata) X(raw) \
    X(activity) X(account) X(policy) X(watch) X(notes) \
    X(help) X(quit) X(open_writes) \
    X(captions) X(acts) X(pages) X(ask) X(prompt) X(forms)
#define PART_DECLARE(name) extern const struct part part_##name;
/* clang-format on */
PARTS(PART_DECLARE)
#define PART_ONE(name) +1
#define PART_COUNT     ((size_t)(0 PARTS(PART_ONE)))
extern const struct part *const app_parts[];

#define PART_ACTIONS(rows) .actions = rows, .action_count = sizeof(rows) / sizeof((rows)[0])

/* Fills `panes`, indexed by pane number, and returns the count. The list (it has no `build`) gets PANE_LIST,
 * the others follow in the order of the parts. Ends the program if there are more than PANES_MAX. */
int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes);
/* Returns the private state of a part, which must be in PARTS. */
void *part_state(const struct app *app, const struct part *part);

/* Calls a function of every part that has it: part_tell(session_lost, app, true). */
#define part_tell(fact, ...)                                                                                 \
    do {                                                                                                     \
        for (size_t i_ = 0; i_ < PART_COUNT; i_++)                                                           \
            if (app_parts[i_]->fact)                                                                         \
                app_parts[i_]->fact(__VA_ARGS__);                                                            \
    } while (0)

#endif
