/* A part of the application: a service for other parts (calls, the refresh, ...), or a topic, which is one
 * subject of the program (tags, enqueue, the account, ...).
 *
 * Each part has a private state, which app_new() allocates and app_free() frees. No topic calls another, and
 * no service calls a topic: part_tell() notifies all parts of an event. A part whose function is NULL skips
 * it. */
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
    size_t state_size; /* bytes of the state, zeroed at the start; 0: no state */
    void (*begin)(struct app *app);
    void (*end)(struct app *app); /* frees what the state points to, not the state itself */

    /* turn: called after an event, or several simultaneous ones, and before the screen is drawn. deadline:
     * when the next turn is needed, monotonic (INT64_MAX: never). until_quit: no turns while the program
     * ends. */
    void (*turn)(struct app *app);
    int64_t (*deadline)(const struct app *app);
    bool until_quit;

    const struct pane_ops *pane; /* NULL: none */
    const struct action *actions;
    size_t action_count;

    void (*session_up)(struct app *app); /* the token is valid: at the start, after a login */
    void (*session_lost)(struct app *app,
                         bool wanted);       /* token refused; wanted: also a call of the operator */
    void (*server_changed)(struct app *app); /* another server or another account */

    bool (*paste)(struct app *app, const char *text); /* into the list; false: the next part is tried */
};

/* All parts: basic services, topics, services that show results, overlays. This order is also that of turns,
 * of part_tell(), of the panes' numbers and of the actions in a group. A part is defined in the file of its
 * name or of a wider subject: `git grep part_policy`. */
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

/* Initializes the actions of a struct part. */
#define PART_ACTIONS(rows) .actions = rows, .action_count = sizeof(rows) / sizeof((rows)[0])

/* Stores the panes of all parts by number and returns the count. The list, which has no `build`, is number
 * PANE_LIST; the others follow in the order of the parts. More than PANES_MAX panes end the program. */
int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes);
/* The state of a part. The part must be in PARTS. */
void *part_state(const struct app *app, const struct part *part);

/* Calls one function of every part that has it: part_tell(session_lost, app, true). */
#define part_tell(fact, ...)                                                                                 \
    do {                                                                                                     \
        for (size_t i_ = 0; i_ < PART_COUNT; i_++)                                                           \
            if (app_parts[i_]->fact)                                                                         \
                app_parts[i_]->fact(__VA_ARGS__);                                                            \
    } while (0)

#endif
