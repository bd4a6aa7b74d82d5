/* The store: state.db, one SQLite file with all that outlives a session.
 *
 * 0600 in a 0700 folder.  WAL where the file system allows it, else a rollback
 * journal; several sessions may use it at once.  A file of a newer schema is
 * refused untouched; a damaged one is moved aside, never deleted.  One that is
 * deleted, replaced or found damaged while it is used is left, and the session goes
 * on in memory.  Rows belong to a scope: a server and a login.  One thread at a time.
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
#define STORE_USED_MAX    20    /* a parameter */
#define STORE_TOLD_MAX    20000 /* projects whose last change was claimed, in all */

struct store_config {
    const char *path;             /* NULL: state.db in the state folder; ":memory:": nothing is kept */
    const char *credentials_path; /* NULL: credentials in the config folder */
    const char *url, *api_path;   /* the scope to begin with; NULL counts as "" */
    const char *email;            /* "" before a login */
};

struct store;

/* NULL with a sentence when the file cannot be used. Folders and file are created.  A file that may only be
 * read, or cannot be written because the disk is full or gives no locks, is opened for that: writes then fail
 * with the reason. */
struct store *store_open(const struct store_config *config, struct error *err);

/* A store in memory, filled from the file where it can be read: for sessions that go on when nothing can be
 * kept; `why` is the reason. */
struct store *store_open_copy(const struct store_config *config, const char *why, struct error *err);
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
bool store_is_read_only(const struct store *store);
/* The reason for that, where it is not the mode of the file or its folder (a full disk); NULL otherwise. */
const char *store_why_read_only(const struct store *store);
/* Why nothing that is written here outlives this session; NULL where it does. */
const char *store_memory_only(const struct store *store);
/* A sentence for the operator about what became of the file, or NULL. */
const char *store_notice(const struct store *store);

/* A number that differs after another connection has changed the file; -1 when it cannot be read. */
int64_t store_data_version(struct store *store);

/* Looks whether the file was deleted, or replaced by another one: then all of it is copied into memory. Each
 * operation looks too. */
void store_look(struct store *store);

#endif
