/* The store: state.db, one SQLite file with all that outlives a session.
 *
 * 0600 in a 0700 folder, with a rollback journal; several sessions may use it at
 * once.  A file that cannot be used is refused with the reason and left as it is.
 * Rows belong to a scope: a server and a login.  One thread at a time.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_STORE_H
#define STENO_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/store_op.h"

#define STORE_BUSY_MS 5000 /* how long an operation waits for another session's */

/* Bounds: older rows go. */
#define STORE_HISTORY_MAX 5000  /* a scope */
#define STORE_TOLD_MAX    20000 /* projects whose last change was claimed, in all */

struct store_config {
    const char *path;             /* NULL: state.db in the state folder */
    const char *credentials_path; /* NULL: credentials in the config folder */
    const char *url, *api_path;   /* the scope to begin with; NULL counts as "" */
    const char *email;            /* "" before a login */
};

struct store;

/* NULL with a sentence when the file cannot be used. Folders and file are created. */
struct store *store_open(const struct store_config *config, struct error *err);
void store_close(struct store *store);

/* Carries one operation out and fills the result (made by store_result_new for this operation): whole or not
 * at all. Returns result->ok. */
bool store_execute(struct store *store, const struct store_op *op, struct store_result *result);

/* The next ones wait so long for another session's lock. */
void store_wait_at_most(struct store *store, int64_t busy_ms);

/* Does this operation write to state.db? */
bool store_op_writes(enum store_op_kind kind);

/* Carries out several operations that all write to state.db, whole or not at all, in one transaction: a sweep
 * of thousands of projects is not thousands of transactions. */
bool store_execute_all(struct store *store, struct store_op *const *ops, size_t count, struct error *err);

/* --- facts --- */

const char *store_path(const struct store *store);

/* A number that differs after another connection has changed the file; -1 when it cannot be read. */
int64_t store_data_version(struct store *store);

#endif
