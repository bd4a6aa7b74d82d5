/* What was put on the watchlist before a server was set: it stands in a scope without an address, where
 * nobody sees it once there is one.  Handlers of the operations that offer it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_EARLY_H
#define STENO_STORE_EARLY_H

#include "store_sql.h"

/* The scope with most on its watchlist, unless it was offered: for the first login to take over, whose API
 * path may be another than the one that stood in the settings then. 0 without one. */
bool early_find(struct store *store, int64_t *scope, struct error *err);
bool early_list(struct store *store, const struct store_op *op, struct store_result *result);
/* Marks a file that has a scope without a server, in its header, for peek.c. Within a transaction. */
bool early_mark(struct store *store, struct error *err);
bool early_end(struct store *store, const struct store_op *op, struct store_result *result);

#endif
