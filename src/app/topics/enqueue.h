/* What the files of the enqueue form know of each other; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_APP_TOPICS_ENQUEUE_H
#define STENO_SRC_APP_TOPICS_ENQUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/cost.h"

struct app;
struct app_form;
struct app_question_ask;
struct param_set;

/* What the open question is about: as the projects were prepared. */
struct enqueue_state {
    uint64_t asked_sent; /* the operation that finds what was last sent */
    struct cost_item *items;
    struct cost_plan plan;
};

/* What it takes of the credit, "" when that is not known; false when the credit does not suffice. */
bool enqueue_question_takes(const struct app *app, int64_t part_ms, char *out, size_t size);
/* What would be sent of a project by these parameters. */
struct cost_item enqueue_question_item(const struct app *app, int64_t id, const struct param_set *params);
/* The lines below a form over marked projects: how many can be sent, and which cannot. */
void enqueue_question_foot(struct app *app, struct app_form *form);
/* Asks about one project that is in doubt; of `ask` the answers are filled in. */
void enqueue_question_ask_one(struct app *app, const struct cost_item *item, struct app_question_ask *ask);
/* Is what was asked about no longer so, by the same projects as they are now? Then who answered is asked
 * again, with a few words of the reason, which the caller frees. NULL: it is. `all`: not only those in no
 * doubt were wanted. */
char *enqueue_question_asks_again(const struct app *app, const struct cost_item *now, bool all);
/* Asks about the marked projects that were prepared, or sends them where nothing is to be asked. */
void enqueue_question_ask_marked(struct app *app);
/* Says why none of the projects is sent. */
void enqueue_question_say_not_sent(struct app *app, const struct cost_plan *plan);
void enqueue_question_end(struct app *app);

#endif
