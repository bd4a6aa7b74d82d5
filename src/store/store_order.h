/* Standing orders in the store. Within a transaction, but for the list. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_ORDER_H
#define STENO_STORE_ORDER_H

#include "store_sql.h"

/* The operations. */
bool store_order_give(struct store *store, const struct store_op *op, struct store_result *result);
bool store_order_list(struct store *store, const struct store_op *op, struct store_result *result);
bool store_order_claim(struct store *store, const struct store_op *op, struct store_result *result);
bool store_order_save(struct store *store, const struct store_op *op, struct store_result *result);
bool store_order_again(struct store *store, const struct store_op *op, struct store_result *result);
bool store_order_remove(struct store *store, const struct store_op *op, struct store_result *result);

/* Gives orders; `enqueue`: they go when that row is refused, 0: by themselves. */
bool store_order_insert(struct store *store, const struct store_op *op, int64_t enqueue, struct error *err);

#endif
