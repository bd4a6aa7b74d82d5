/* A part of the application: a service that others build on (calls, the refresh, ...), or a topic,
 * which is one subject of the program (tags, enqueue, the account, ...).
 *
 * A part's state is its own, allocated here and freed with the application. What topics have to know of each
 * other they are told as facts; no topic calls another, and no service calls a topic. A function that is NULL
 * in the row is not told. */
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
    size_t state_size; /* bytes of its state, all zero at the start; 0: it has none */
    void (*begin)(struct app *app);
    void (*end)(struct app *app); /* frees what the state points to, not the state */

    /* An event has been handled, or several that came at once; nothing is drawn yet. The deadline is on the
     * monotonic clock (INT64_MAX: none). `until_quit`: no turn once the program ends. */
    void (*turn)(struct app *app);
    int64_t (*deadline)(const struct app *app);
    bool until_quit;

    const struct pane_ops *pane; /* NULL: it has none */
    const struct action *actions;
    size_t action_count;

    void (*session_up)(struct app *app); /* there is a good token: at the start, after a login */
    void (*session_lost)(struct app *app,
                         bool wanted);       /* the token is refused; wanted: somebody waits for it */
    void (*server_changed)(struct app *app); /* another server or another login */

    bool (*paste)(struct app *app,
                  const char *text); /* on the list, the first that takes it; false: not for it */
};

/* All parts, in the order of their turns, in which they are told facts, panes are numbered and actions of a
 * group listed: services that have to be there first, topics, what shows the outcome, what lies over it. Each
 * stands in the file of its name, or in one of a wider subject: `git grep part_policy`. */
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

/* In the row of a part: its actions. */
#define PART_ACTIONS(rows) .actions = rows, .action_count = sizeof(rows) / sizeof((rows)[0])

/* The panes of parts by their numbers: the list first, which is the one without lines, the others in the
 * order of the parts. Returns how many, at most PANES_MAX: with one more the program ends. */
int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes);
/* Its state; it must be in the table. */
void *part_state(const struct app *app, const struct part *part);

/* Tells each part that hears of it a fact: part_tell(session_lost, app, true). */
#define part_tell(fact, ...)                                                                                 \
    do {                                                                                                     \
        for (size_t i_ = 0; i_ < PART_COUNT; i_++)                                                           \
            if (app_parts[i_]->fact)                                                                         \
                app_parts[i_]->fact(__VA_ARGS__);                                                            \
    } while (0)

#endif
