/* The store: state.db, one SQLite file with all data that outlives a session.
 *
 * Mode 0600 in a folder with 0700, rollback journal. Several programs may use the file at once. A file that
 * cannot be used is refused with the reason and not changed. Rows belong to a scope, that is a server and a
 * login; rows of writes also have the server's host and port. Only one thread at a time may use a store. Each
 * function that writes is one transaction, or a part of the current one. True: the data are on the disk (or
 * part of the transaction). False: an error, nothing was changed. `err` must not be NULL. The caller frees
 * all results.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_STORE_H
#define STENO_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/base/error.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"

#define STORE_BUSY_MS        5000 /* longest wait of a command for another program's lock */
#define STORE_SCREEN_BUSY_MS 500  /* longest wait of the screen */
#define STORE_HOLD_MS        2000 /* time after a failed wait in which later calls do not wait */

/* Limits; the oldest rows are deleted. */
#define STORE_HISTORY_MAX 5000  /* lines of the history in a scope */
#define STORE_HOOKS_MAX   20000 /* projects with a claimed hook, in all scopes */
#define STORE_ACTS_MAX    100   /* batches in one list; the next list starts before the oldest of them */

struct store_config {
    const char *path;           /* NULL: state.db in the state folder; ":memory:" for tests */
    const char *url, *api_path; /* first scope; NULL counts as "" */
    const char *email;          /* "" before a login */
};

struct store;

/* NULL with err filled if the file cannot be used. Creates missing folders and the file. */
struct store *store_open(const struct store_config *config, struct error *err);
void store_close(struct store *store); /* NULL is fine */
char *store_default_path(void);        /* used if config->path is NULL; caller frees; NULL: no home folder */
/* Sets how long to wait for a lock; STORE_BUSY_MS before the first call. Also ends STORE_HOLD_MS. */
void store_wait_at_most(struct store *store, int64_t busy_ms);

/* Selects the scope for all later calls. The first login at a server takes over rows that were written before
 * an email was known. Without an email, the scope is the server's login, if this file has only one. */
bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err);

/* All writes between begin and commit are one transaction. They can be nested. */
bool store_begin(struct store *store, struct error *err);
bool store_commit(struct store *store, struct error *err); /* false: all of it is rolled back */
void store_roll_back(struct store *store);

/* Has another connection changed the file since the last call? Never waits. */
bool store_has_changed(struct store *store);

/* --- the list --- */

struct store_list {
    struct store_row *rows; /* in the order in which they were added */
    size_t count;
    int64_t total, highest; /* of the whole list: number of projects, highest id */
};

/* Loads the first `limit` rows, 0: all. With `since_ms` (wall clock): only rows that changed since then. */
bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err);
void store_list_clear(struct store_list *list);
/* Adds projects at the end. Projects that are already in the list keep their place. `added` may be NULL. */
bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err);
bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err);

/* *note is NULL if the project has no note. */
bool store_note_load(struct store *store, int64_t id, char **note, struct error *err);
/* "" deletes the note. ERROR_NOT_FOUND if the project is not in the list. *before: the old note, NULL for
 * none; `before` may be NULL. */
bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err);

/* The column by which the list is sorted; NULL: none was chosen. */
bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err);
bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err);

/* --- projects --- */

struct store_reading {
    const struct project *project;
    const char *text; /* its record as JSON; NULL: the store makes it */
    int64_t when_ms;  /* wall clock: when the request began; for the answer to a write: when that came */
    bool is_seen;     /* the reading before was so recent that a change of state happened just now */
    bool is_ended;    /* its state ends a transcription */
};

/* Saves a reading, unless a later one is saved. If the state changed, adds a line to the history and updates
 * the enqueues of the project. */
bool store_project_save(struct store *store, const struct store_reading *reading, struct error *err);
/* *raw is NULL if the project was never read. */
bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err);

/* --- texts by name --- */

struct store_entry {
    int64_t id;
    int64_t act; /* batch of a line of the history, 0: none */
    int64_t when_ms;
    char *name;
    char *text; /* NULL: a deleted metadata key */
    char *text2;
};
struct store_entries {
    struct store_entry *items;
    size_t count;
};
void store_entries_clear(struct store_entries *entries);

/* name = "state", "enqueue", ...; newest first. limit 0: all lines; id 0: of all projects. */
bool store_history_load(struct store *store, int64_t id, size_t limit, struct store_entries *entries,
                        struct error *err);

/* Adds a line that belongs to no write; `kind` is "error" or "note". */
bool store_history_log(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       struct error *err);

/* *values: the values of the form as JSON; NULL: no draft. */
bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err);
/* Replaces the draft. NULL or an empty object deletes it. */
bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err);

/* ERROR_USAGE if a preset of the other form has this name. `is_replaced` may be NULL. */
bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err);
/* *values is NULL if there is no such preset. */
bool store_preset_load(struct store *store, const char *name, char **form, json_t **values,
                       struct error *err);
/* name, text = form; sorted by name. form "": presets of all forms. */
bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err);
bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err);

/* name = key, text = value, text2 = email: the value of each key that steno set last, newest first. id 0:
 * only the newest of all projects. */
bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err);

/* Appends the exported files of these projects to the ledger. */
bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err);

/* Names that a shell completion offers. */
enum store_peek {
    PEEK_PROJECTS, /* the list: name = id, text = state and name */
    PEEK_PRESETS   /* text = "enqueue" or "export"; only presets of the form `table`, "" for both */
};
#define STORE_PEEK_MAX 500
/* The first rows whose name begins with `prefix`. Writes and creates nothing and never waits; no rows if the
 * file cannot be read. Not while a store is open: closing the file again would drop its locks. */
void store_peek(const struct store_config *config, enum store_peek kind, const char *prefix,
                const char *table, struct store_entries *entries);

/* --- writes --- */

/* Records a write before it is sent, and its act if this is the first write of it; fills row and act. Returns
 * the row. 0: an enqueue was not recorded, because `open` (cleared by the caller) has other enqueues of this
 * host, port and project with a row after asked_row: they are not over, or were begun or answered since
 * rests_ms and not refused. -1: an error; then do not send the write. */
int64_t store_write_begin(struct store *store, struct write *write, struct write_list *open,
                          struct error *err);
/* For a write that was never sent: deletes its row, and its act if that has no other row. */
bool store_write_drop(struct store *store, int64_t row, struct error *err);
/* Saves the receipt of an answer, or of an export (row 0): outcome, reading, history, files. Fills row and
 * act of receipt->end. Exports of a batch share an act: set receipt->end.act first. On failure the row stays
 * open. */
bool store_write_end(struct store *store, int64_t row, struct receipt *receipt, struct error *err);
/* Saves the receipt of a reading (receipt_told) in the same way. *is_first false: another program has already
 * ended the row, and nothing was saved. */
bool store_write_settle(struct store *store, int64_t row, const struct receipt *receipt, bool *is_first,
                        struct error *err);
/* Adds a row with outcome and reason for a write of an act that was not sent (WRITE_UNSENT) or not necessary
 * (WRITE_SKIPPED). Fills row and act. */
bool store_write_leave_out(struct store *store, struct write *write, struct error *err);
/* Rows of this scope that are not over, oldest first, of one project; id 0: of all projects. Also enqueues at
 * the same server from other scopes, but with id 0 only those of projects in the list. */
bool store_write_list(struct store *store, int64_t id, struct write_list *list, struct error *err);
/* Does any scope have a row that is not over? */
bool store_write_any(struct store *store, bool *any, struct error *err);

/* At most STORE_ACTS_MAX acts, newest first, that began at since_ms or later. id 0: of all projects. before:
 * only acts with a lower number; 0: no limit. */
bool store_act_list(struct store *store, int64_t id, int64_t before, int64_t since_ms, struct act **acts,
                    size_t *count, struct error *err);
void store_acts_free(struct act *acts, size_t count);
bool store_act_seen(struct store *store, int64_t act, struct error *err); /* marks it and all earlier acts */
/* The options of the last enqueue of a project by this store; NULL: there was none. */
bool store_sent_options(struct store *store, int64_t id, json_t **options, int64_t *when_ms,
                        struct error *err);

/* --- the rest --- */

/* *is_ours: may this program run the hook for a change? Only one program may. since_ms: when the request
 * began whose reading showed the old state; until_ms: when the reading with the new state arrived. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err);

/* Deletes all data of a project, or with id 0 of the scope, or of `all` scopes. Writes that are not over are
 * kept; *open is their number. */
bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err);

#endif
