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

/* What the open question is about, as it was asked. */
struct enqueue_state {
    struct cost_item *items;
    struct credit credit;
};

/* What would be sent of a project by these parameters. */
struct cost_item enqueue_question_item(const struct app *app, int64_t id, const struct param_set *params);
/* Why one of several is not sent when its turn comes: an enqueue of it is open, or it is being transcribed;
 * NULL: it is. Static. */
const char *enqueue_question_bar(const struct app *app, int64_t id);
/* The lines below a form over marked projects: how many are sent, and which are not. */
void enqueue_question_foot(struct app *app, struct app_form *form);
/* Is it in doubt, so that it is asked about where it is sent alone? */
bool enqueue_question_is_needed(const struct app *app, const struct cost_item *item);
/* Asks about one project that is in doubt; of `ask` the answers are filled in. */
void enqueue_question_ask_one(struct app *app, const struct cost_item *item, struct app_question_ask *ask);
/* Did what the question says about these change since it was asked? */
bool enqueue_question_changed(const struct app *app, const struct cost_item *now, size_t count);
/* Asks about the marked projects that were prepared, or sends them where nothing is to be asked. */
void enqueue_question_ask_marked(struct app *app);
/* Says that it cannot be sent, and why. */
void enqueue_question_say_not_sent(struct app *app, const struct cost_item *items, size_t count);
void enqueue_question_end(struct app *app);

#define ENQUEUE_ASKED_AGAIN "Asked again: it has changed"

#endif
