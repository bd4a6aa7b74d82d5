/* A part of the application is a service or a topic. A service, such as the refresh, works for other parts. A
 * topic, such as the tags, is one subject of the program. Parts do not call topics. Instead, part_tell()
 * calls a function, such as session_up, of each part that has this function. */
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
    size_t state_size; /* bytes of the private state, which app_new() allocates and zeroes; 0: no state */
    void (*begin)(struct app *app);
    void (*end)(struct app *app); /* frees what the private state points to; app_free() frees the state */

    /* `turn` runs before the screen is drawn: once after an event, or after several answers that came
     * together. `deadline` returns the monotonic time of the next needed turn. INT64_MAX: never. until_quit:
     * `turn` stops when the program is quitting. */
    void (*turn)(struct app *app);
    int64_t (*deadline)(const struct app *app);
    bool until_quit;

    const struct pane_ops *pane; /* NULL: the part has no pane */
    const struct action *actions;
    size_t action_count;

    void (*session_up)(struct app *app); /* a token is valid: at the start, or after a login */
    void (*session_lost)(struct app *app,
                         bool wanted);       /* no token is valid; wanted: an operator's call failed */
    void (*server_changed)(struct app *app); /* after a login to another server or account */

    bool (*paste)(struct app *app, const char *text); /* a paste into the list; false: refused */
};

/* All parts: basic services, topics, services that show results, overlays. Their functions, panes and actions
 * have this order. `git grep part_policy` finds the file of `policy`. */
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

/* Fills `panes`, indexed by pane number, and returns their count. PANE_LIST is the pane that has no `build`.
 * The other panes follow in the order of the parts. More panes than PANES_MAX end the program. */
int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes);
/* Returns the private state of a part, which must be in PARTS. */
void *part_state(const struct app *app, const struct part *part);

/* Calls a function of each part that has this function: part_tell(session_lost, app, true). */
#define part_tell(fact, ...)                                                                                 \
    do {                                                                                                     \
        for (size_t i_ = 0; i_ < PART_COUNT; i_++)                                                           \
            if (app_parts[i_]->fact)                                                                         \
                app_parts[i_]->fact(__VA_ARGS__);                                                            \
    } while (0)

#endif
