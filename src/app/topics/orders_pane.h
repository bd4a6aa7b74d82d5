/* What the files of the orders pane know of each other; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_APP_TOPICS_ORDERS_PANE_H
#define STENO_SRC_APP_TOPICS_ORDERS_PANE_H

#include <stdbool.h>

#include "steno/core/act.h"
#include "steno/core/order.h"
#include "steno/widget/page.h"

struct app;

struct orders_pane_state {
    struct order shown; /* a page is about it; row 0: none */
    char *done;         /* what is said once the store has done what was asked of it; NULL: nothing */
};

/* Did it end without a file? */
bool orders_pane_has_failed(const struct order *order);
/* Because a file had its name? Only then that can be overwritten. */
bool orders_pane_has_file(const struct order *order);
/* "waits, InProgress since 15:02, next look 15:34", "tried 3 times, next 15:40: server error (503)", or why
 * it has ended. Caller frees. */
char *orders_pane_words(const struct app *app, const struct order *order, bool is_narrow);
/* Its act, as the store has it; NULL: that is not listed yet. */
const struct act *orders_pane_act(const struct app *app, const struct order *order);
/* The lines of the pane. */
void orders_pane_build(struct app *app, struct page *page, int cells);

/* The page that has all that is known of an order; it is there until it is closed, and tells the order's end.
 */
void orders_pane_open(struct app *app, const struct order *order);
/* The orders have changed. */
void orders_pane_follow(struct app *app);
void orders_pane_end(struct app *app);

#endif
