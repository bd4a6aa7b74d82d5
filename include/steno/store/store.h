/* The store: state.db, one SQLite file with all data that outlives a session.
 * The file has mode 0600, is in a folder with mode 0700, and uses a rollback journal. Several programs may
 * use it at once. A file that cannot be used is refused with the reason and not changed. Rows belong to a
 * scope, that is a server and a login; rows of writes also have the server's host and port. Only one thread
 * at a time may use a store.
 * Each function that writes is one transaction, or a part of the current one. True: the data are on the disk
 * (or in the current transaction). False: an error, and nothing was changed. `err` must not be NULL. The
 * caller frees all results. */
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
#define STORE_SCREEN_BUSY_MS 500  /* longest wait of the screen, which must not freeze */
#define STORE_HOLD_MS        2000 /* for this long after a failed wait, calls do not wait for locks */

/* Limits on saved rows (if there are more, the oldest are deleted), and on the batches in one list. */
#define STORE_HISTORY_MAX 5000  /* lines of the history in a scope */
#define STORE_HOOKS_MAX   20000 /* hook claims (see store_hook_claim), in all scopes */
#define STORE_ACTS_MAX    100   /* batches that store_act_list lists in one call */

struct store_config {
    const char *path;           /* NULL: state.db in the state folder; ":memory:" for tests */
    const char *url, *api_path; /* server of the first scope; NULL counts as "" */
    const char *email;          /* "" before a login */
};

struct store;

/* Opens the store; creates missing folders and the file. NULL with err filled if the file cannot be used. */
struct store *store_open(const struct store_config *config, struct error *err);
void store_close(struct store *store); /* NULL is fine */
char *store_default_path(void);        /* used if config->path is NULL; caller frees; NULL: no home folder */
/* Sets how long later calls wait for a lock; at first STORE_BUSY_MS. They wait again even if a wait failed
 * less than STORE_HOLD_MS ago. */
void store_wait_at_most(struct store *store, int64_t busy_ms);

/* Selects the scope for all later calls. The first login at a server takes over the rows that were written
 * without a login. Without an email, selects the scope without a login. But if that scope has no rows, and
 * the file has exactly one login at this server, selects the login's scope. */
bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err);

/* Begins a transaction, which ends with store_commit or store_roll_back. Transactions can be nested. */
bool store_begin(struct store *store, struct error *err);
bool store_commit(struct store *store, struct error *err); /* false: the transaction is rolled back */
void store_roll_back(struct store *store);

/* True if another connection has changed the file since this was last asked. Never waits for a lock. */
bool store_has_changed(struct store *store);

/* --- the list --- */

struct store_list {
    struct store_row *rows; /* in the order in which they were added */
    size_t count;
    int64_t total, highest; /* number of projects and highest id in the whole list */
};

/* Loads the first `limit` rows of the list; 0: all. If since_ms (wall clock) is not 0, loads only the rows
 * that changed since then. */
bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err);
void store_list_clear(struct store_list *list);
/* Adds projects at the end. Projects that are already in the list keep their place. `added` may be NULL. */
bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err);
bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err);

/* Loads the note of a project. *note is NULL if the project has no note. */
bool store_note_load(struct store *store, int64_t id, char **note, struct error *err);
/* Saves a note; "" deletes it. ERROR_NOT_FOUND if the project is not in the list. *before is the old note;
 * NULL: there was none. `before` may be NULL. */
bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err);

/* Loads the column by which the list is sorted. *column is NULL if none was chosen. */
bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err);
bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err);

/* --- projects --- */

struct store_reading {
    const struct project *project;
    const char *text; /* the project as JSON; NULL: the store makes the JSON */
    int64_t when_ms;  /* wall clock: begin of the request; if it was a write, arrival of the answer */
    bool is_seen;     /* the previous reading is recent: if the state has changed, it changed just now */
    bool is_ended;    /* the project's state is one of the setting settled_states */
};

/* Saves a reading, that is the state of a project in one answer of the server, unless a later reading is
 * saved already. If the state changed, adds a line to the history and updates the enqueues of the project. */
bool store_project_save(struct store *store, const struct store_reading *reading, struct error *err);
/* Loads the last reading of a project. *raw is NULL if the project was never read. */
bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err);

/* --- texts by name --- */

struct store_entry {
    int64_t id;
    int64_t act; /* batch that a line of the history belongs to, 0: none */
    int64_t when_ms;
    char *name;
    char *text; /* NULL in an entry of a metadata key that steno deleted */
    char *text2;
};
struct store_entries {
    struct store_entry *items;
    size_t count;
};
void store_entries_clear(struct store_entries *entries);

/* Loads lines of the history, newest first. In an entry, `name` is the kind of line: "state", "enqueue", ...
 * limit 0: all lines; id 0: of all projects. */
bool store_history_load(struct store *store, int64_t id, size_t limit, struct store_entries *entries,
                        struct error *err);

/* Adds a line to the history. The line belongs to no write; `kind` is "error" or "note". */
bool store_history_log(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       struct error *err);

/* Loads a draft: *values are the values of the form as JSON; NULL: there is no draft. */
bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err);
/* Saves a draft in place of the old one. If `values` is NULL or an empty object, deletes the draft. */
bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err);

/* Saves a preset. ERROR_USAGE if the name belongs to a preset of another form. `is_replaced` may be NULL. */
bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err);
/* Loads a preset. *values is NULL if there is no preset of this name. */
bool store_preset_load(struct store *store, const char *name, char **form, json_t **values,
                       struct error *err);
/* Lists presets, sorted by name; `text` of an entry is the preset's form. form "": presets of all forms. */
bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err);
bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err);

/* Lists metadata keys with the value that steno set last, newest first. In an entry, `name` is the key,
 * `text` the value and `text2` the email of the login. id 0: only one entry, the newest of all projects. */
bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err);

/* Appends the exported files of these projects to a ledger. */
bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err);

/* Names that a shell completion offers. */
enum store_peek {
    PEEK_PROJECTS, /* projects of the list: `name` is the id, `text` is the state and the project name */
    PEEK_PRESETS   /* presets of the form `table`, or of all forms if `table` is "": `text` is the form */
};
#define STORE_PEEK_MAX 500
/* Reads the first rows whose name begins with `prefix`; none if the file cannot be read. Writes nothing,
 * creates nothing and never waits. Do not call while a store is open: closing a second descriptor of the file
 * would drop that store's locks. */
void store_peek(const struct store_config *config, enum store_peek kind, const char *prefix,
                const char *table, struct store_entries *entries);

/* --- writes --- */

/* Records a write before it is sent, and its act (the batch) if this is the first write of the act. Fills
 * write->row and write->act. Returns the row, or -1 on an error; then do not send the write.
 * Returns 0 if an enqueue was not recorded, because another enqueue of the same project (host, port and id)
 * is in its way: an open enqueue, or an enqueue that began or was answered since rests_ms and was not
 * refused. Rows up to asked_row are not in its way: the operator agreed to ignore them. `open` lists the
 * enqueues in the way; the caller clears it. */
int64_t store_write_begin(struct store *store, struct write *write, struct write_list *open,
                          struct error *err);
/* Deletes the row of a write that was never sent, and its act if the act has no other row. */
bool store_write_drop(struct store *store, int64_t row, struct error *err);
/* Saves what follows from the answer to a write (the receipt): the outcome, the project, lines of the
 * history, exported files. For an export pass row 0: a row is added to the act receipt->end.act, or if
 * end.act is 0, to a new act. Fills row and act of receipt->end. On failure a write stays open. */
bool store_write_end(struct store *store, int64_t row, struct receipt *receipt, struct error *err);
/* Saves the receipt of a write whose outcome became known only from a later reading (see receipt_told). If
 * another program has already recorded the outcome, saves nothing and sets *is_first to false. */
bool store_write_settle(struct store *store, int64_t row, const struct receipt *receipt, bool *is_first,
                        struct error *err);
/* Adds a row with outcome and reason for a batch's write that was not sent (WRITE_UNSENT) or not necessary
 * (WRITE_SKIPPED). Fills write->row and write->act. */
bool store_write_leave_out(struct store *store, struct write *write, struct error *err);
/* Lists the open writes of this scope for one project, oldest first; id 0: for all projects. Also lists
 * enqueues that other scopes sent to this server; if id is 0, only for projects in this scope's list. */
bool store_write_list(struct store *store, int64_t id, struct write_list *list, struct error *err);
/* Sets *any to true if any scope has the row of an open write. */
bool store_write_any(struct store *store, bool *any, struct error *err);

/* Lists batches (acts) that began at since_ms or later, newest first, at most STORE_ACTS_MAX. `id`: only
 * batches with this project; 0: all. `before`: only batches with a lower number; 0: all. */
bool store_act_list(struct store *store, int64_t id, int64_t before, int64_t since_ms, struct act **acts,
                    size_t *count, struct error *err);
void store_acts_free(struct act *acts, size_t count);
/* Records that the operator saw this act and all earlier acts. */
bool store_act_seen(struct store *store, int64_t act, struct error *err);
/* Loads the options of the last enqueue of a project that this store recorded; NULL: it recorded none. */
bool store_sent_options(struct store *store, int64_t id, json_t **options, int64_t *when_ms,
                        struct error *err);

/* --- the rest --- */

/* Claims the hook for a change of state. *is_ours is true if this program may run the hook; only one program
 * may. since_ms: start of the last request whose answer had the old state; until_ms: when the answer with
 * the new state arrived. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err);

/* Deletes all data of a project; id 0: of all projects, and the presets. Does so in this scope, or if `all`
 * is set, in all scopes. Keeps open writes; *open is their number. */
bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err);

#endif
