/* The store is state.db, one SQLite file with all data that outlives a session.
 * The file has mode 0600, in a folder with mode 0700. Several programs can use the file at once. A file with
 * foreign or damaged contents is refused and not changed. Each row belongs to a scope, that is a server and
 * an account. Rows of writes also have the server's host and port. Only one thread at a time can use a store.
 * Each function that writes is one transaction, or a part of the current transaction. True: the data are on
 * the disk, or in the current transaction. False: an error occurred, and nothing was changed. `err` must not
 * be NULL. The caller frees all results. */
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
#define STORE_SCREEN_BUSY_MS 500  /* longest wait of the screen for another program's lock */
#define STORE_HOLD_MS        2000 /* after a wait for a lock timed out, calls do not wait for this time */

/* Of history lines and hook claims above these limits, the oldest are deleted. */
#define STORE_HISTORY_MAX 5000  /* history lines in a scope */
#define STORE_HOOKS_MAX   20000 /* hook claims (see store_hook_claim), in all scopes */
#define STORE_ACTS_MAX    100   /* most batches in one result of store_act_list */

struct store_config {
    const char *path;           /* NULL: state.db in the state folder; ":memory:" for tests */
    const char *url, *api_path; /* server of the first scope; NULL counts as "" */
    const char *email;          /* account of the first scope; "" before a login */
};

struct store;

/* Opens the store. Creates missing folders and a missing file. NULL: the file cannot be used. */
struct store *store_open(const struct store_config *config, struct error *err);
void store_close(struct store *store); /* NULL is fine */
char *store_default_path(void);        /* used if config->path is NULL; caller frees; NULL: no home folder */
/* Sets how long later calls wait for a lock. The default is STORE_BUSY_MS. Later calls wait even
 * during STORE_HOLD_MS. */
void store_wait_at_most(struct store *store, int64_t busy_ms);

/* Selects the scope for all later calls. The first login at a server takes over the rows that were saved
 * before a login. An empty email selects the scope without a login. If this scope has no rows, and the file
 * has exactly one login at the server, the scope of this login is selected. */
bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err);

/* Begins a transaction, which ends with store_commit or store_roll_back. Transactions can be nested. */
bool store_begin(struct store *store, struct error *err);
bool store_commit(struct store *store, struct error *err); /* false: the transaction was rolled back */
void store_roll_back(struct store *store);

/* True if another connection has changed the file since the last call. Never waits for a lock. */
bool store_has_changed(struct store *store);

/* --- the list --- */

struct store_list {
    struct store_row *rows; /* in the order in which they were added */
    size_t count;
    int64_t total, highest; /* of the whole list: number of projects, highest id */
};

/* Loads the first `limit` rows of the list; 0: all. If since_ms (wall clock) is not 0, loads only the rows
 * that changed since then. */
bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err);
void store_list_clear(struct store_list *list);
/* Adds projects at the end of the list. Projects that the list already has keep their place. */
bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err);
bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err);

/* Loads the note of a project. *note is NULL if the project has no note. */
bool store_note_load(struct store *store, int64_t id, char **note, struct error *err);
/* Saves a note; "" deletes it. ERROR_NOT_FOUND if the project is not in the list. *before is the old note;
 * NULL: there was no note. `before` can be NULL. */
bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err);

/* Loads the column by which the list is sorted. *column is NULL if no column was chosen. */
bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err);
bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err);

/* --- projects --- */

struct store_reading {
    const struct project *project;
    const char *text; /* the project as JSON; NULL: the store makes the JSON */
    int64_t when_ms;  /* wall clock: begin of the request, or after a write arrival of the answer */
    bool is_seen;     /* the previous reading is recent, so that a new state began just now */
    bool is_ended;    /* the setting settled_states contains the project's state */
};

/* Saves a reading. If a later reading is already saved, changes nothing. If the state has changed, adds a
 * line to the history and updates the enqueues of the project. */
bool store_project_save(struct store *store, const struct store_reading *reading, struct error *err);
/* Loads the last reading of a project. *raw is NULL if the project was never read. */
bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err);

/* --- texts by name --- */

struct store_entry {
    int64_t id;
    int64_t act; /* batch of a history line; 0: none */
    int64_t when_ms;
    char *name;
    char *text; /* NULL for a metadata key that steno deleted */
    char *text2;
};
struct store_entries {
    struct store_entry *items;
    size_t count;
};
void store_entries_clear(struct store_entries *entries);

/* Loads lines of the history, newest first. In an entry, `name` is the kind of line: "state", "enqueue", ...
 * limit 0: all lines. id 0: all projects. */
bool store_history_load(struct store *store, int64_t id, size_t limit, struct store_entries *entries,
                        struct error *err);

/* Adds a line to the history. The line belongs to no write; `kind` is "error" or "note". */
bool store_history_log(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       struct error *err);

/* Loads a draft. *values are the values of the form as JSON; NULL: there is no draft. */
bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err);
/* Saves a draft in place of the old one. If `values` is NULL or an empty object, deletes the draft. */
bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err);

/* Saves a preset. ERROR_USAGE if the name belongs to a preset of another form. `is_replaced` can be NULL. */
bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err);
/* Loads a preset. *values is NULL if there is no preset of this name. */
bool store_preset_load(struct store *store, const char *name, char **form, json_t **values,
                       struct error *err);
/* Lists presets, sorted by name. In an entry, `text` is the preset's form. form "": presets of all forms. */
bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err);
bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err);

/* Lists metadata keys with the value that steno set last, newest first. In an entry, `name` is the key,
 * `text` the value and `text2` the email of the login. id 0: only one entry, the newest of all projects. */
bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err);

/* Appends the exported files of these projects to a ledger. */
bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err);

/* Rows whose names a shell completion offers. */
enum store_peek {
    PEEK_PROJECTS, /* projects of the list: `name` is the id, `text` is the state and the project name */
    PEEK_PRESETS   /* presets of the form that `table` names ("": all forms): `text` is the form's name */
};
#define STORE_PEEK_MAX 500
/* Reads the first STORE_PEEK_MAX rows whose name begins with `prefix`. If the file cannot be read, there are
 * no rows. Never writes, and never waits for a lock. Call only when no store is open: closing a second
 * descriptor of the file would drop the store's locks. */
void store_peek(const struct store_config *config, enum store_peek kind, const char *prefix,
                const char *table, struct store_entries *entries);

/* --- writes --- */

/* Records a write before the write is sent. The first write of an act (a batch) also records the act. Fills
 * write->row and write->act. Returns the row; -1: an error, the write must not be sent.
 * Returns 0 if an enqueue is blocked by another enqueue of the same project (same host, port and id). Nothing
 * is recorded then. An open enqueue blocks. An enqueue that began or was answered since rests_ms blocks too,
 * if it was not refused. Rows up to asked_row do not block, because the operator agreed to ignore these rows.
 * `open` lists the enqueues that block; the caller clears `open`. */
int64_t store_write_begin(struct store *store, struct write *write, struct write_list *open,
                          struct error *err);
/* Deletes the row of a write that was never sent, and its act if the act has no other row. */
bool store_write_drop(struct store *store, int64_t row, struct error *err);
/* Saves the receipt of a write: the outcome, the project, history lines, exported files. For an export, pass
 * row 0. A row is then added to the act receipt->end.act (0: to a new act), and row and act of receipt->end
 * are filled. If saving fails, the write stays open. */
bool store_write_end(struct store *store, int64_t row, struct receipt *receipt, struct error *err);
/* Saves a receipt from receipt_told(), that is the outcome that a later reading shows. If another program has
 * already recorded the outcome, saves nothing and sets *is_first to false. */
bool store_write_settle(struct store *store, int64_t row, const struct receipt *receipt, bool *is_first,
                        struct error *err);
/* Adds a row for a write of a batch that is never sent. The outcome is WRITE_UNSENT or WRITE_SKIPPED. Fills
 * write->row and write->act. */
bool store_write_leave_out(struct store *store, struct write *write, struct error *err);
/* Lists the open writes of one project in this scope, oldest first; id 0: of all projects. Also lists
 * enqueues from other scopes at this server; if id is 0, only those of projects in this scope's list. */
bool store_write_list(struct store *store, int64_t id, struct write_list *list, struct error *err);
/* Sets *any to true if at least one scope has an open write. */
bool store_write_any(struct store *store, bool *any, struct error *err);

/* Lists batches (acts) that began at since_ms or later, newest first, at most STORE_ACTS_MAX. `id`: only
 * batches with this project; 0: all batches. `before`: only batches with a lower number; 0: all batches. */
bool store_act_list(struct store *store, int64_t id, int64_t before, int64_t since_ms, struct act **acts,
                    size_t *count, struct error *err);
void store_acts_free(struct act *acts, size_t count);
/* Records that the operator saw this act and all earlier acts. */
bool store_act_seen(struct store *store, int64_t act, struct error *err);
/* Loads the options of a project's last enqueue. *options is NULL if the store has no such enqueue. */
bool store_sent_options(struct store *store, int64_t id, json_t **options, int64_t *when_ms,
                        struct error *err);

/* --- the rest --- */

/* Claims the hook for a change of state, so that only one program runs the hook. *is_ours: this program must
 * run the hook. since_ms: begin of the last request whose answer had the old state. until_ms: arrival of the
 * answer with the new state. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err);

/* Deletes all data of a project in this scope; if `all` is true, in all scopes. id 0: of all projects, and
 * the presets. Keeps open writes; *open is the number of open writes. */
bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err);

#endif
