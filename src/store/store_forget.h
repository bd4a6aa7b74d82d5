/* What is deleted for good: on request, and by itself. Within a transaction. */
#ifndef STENO_STORE_FORGET_H
#define STENO_STORE_FORGET_H

#include "store_sql.h"

/* Of STORE_FORGET, once writes that it may end have ended (store_pending_forget). */
bool store_forget(struct store *store, const struct store_op *op, struct store_result *result);

/* Deletes projects that are on no watchlist and were last read 90 days ago; once a connection. */
bool store_drop_stale(struct store *store, int64_t now_ms, struct error *err);

#endif
