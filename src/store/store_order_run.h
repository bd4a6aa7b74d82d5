/* What standing orders hear of the runs of their projects. Within a transaction. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_ORDER_RUN_H
#define STENO_STORE_ORDER_RUN_H

#include "store_sql.h"

/* The row of an act, maybe of an enqueue, is about to end: an accepted one is what all orders of its project
 * wait for, and with one that was not done those go that were given with it. */
bool store_order_run_hear_end(struct store *store, const struct act_row *end, int64_t row, struct error *err);
/* The row of an enqueue that never left is about to go. */
bool store_order_run_hear_drop(struct store *store, int64_t row, struct error *err);
/* A reading shows another state than before, which ends no transcription: what follows is another run. */
bool store_order_run_hear_state(struct store *store, int64_t id, struct error *err);

#endif
