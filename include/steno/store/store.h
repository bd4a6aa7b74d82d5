/* The store: state.db, one SQLite file with all that outlives a session.
 *
 * 0600 in a 0700 folder, with a rollback journal; several programs may use it at once. A file that cannot be
 * used is refused with the reason and left as it is. Rows belong to a scope, a server and a login; rows of
 * writes belong to the server's host and port as well. One thread at a time; each function that writes is one
 * transaction, or a part of the one that is under way, and is on the disk when it returns true. False: an
 * error, and nothing was changed. `err` may not be NULL. What is handed out is the caller's to free.
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

#define STORE_BUSY_MS        5000 /* how long a command waits for the lock of another program, */
#define STORE_SCREEN_BUSY_MS 500  /* and the screen */
#define STORE_HOLD_MS        2000 /* after a wait that was in vain the next ones do not wait for so long */

/* Bounds: older rows go. */
#define STORE_HISTORY_MAX 5000  /* a scope */
#define STORE_TOLD_MAX    20000 /* projects whose last hook was claimed, in all */
#define STORE_ACTS_MAX    100   /* in one list: the next begins before the last of them */

struct store_config {
    const char *path;           /* NULL: state.db in the state folder; ":memory:" for tests */
    const char *url, *api_path; /* the scope to begin with; NULL counts as "" */
    const char *email;          /* "" before a login */
};

struct store;

/* NULL with a sentence when the file cannot be used. Folders and file are created. */
struct store *store_open(const struct store_config *config, struct error *err);
void store_close(struct store *store); /* NULL is fine */
char *store_default_path(void); /* the path that NULL stands for; caller frees; NULL when there is no home */
/* STORE_BUSY_MS where nothing is said. The next lock is waited for, also just after a wait in vain. */
void store_wait_at_most(struct store *store, int64_t busy_ms);

/* Rows are those of this server and login from now on. Rows written before an email was known are adopted by
 * the first login; without an email, the one login that the server has here is meant. */
bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err);

/* What is written between them is one transaction; they nest. */
bool store_begin(struct store *store, struct error *err);
bool store_commit(struct store *store, struct error *err); /* false: all of it is rolled back */
void store_roll_back(struct store *store);

/* Has another connection changed the file since this was last asked? Waits for nothing. */
bool store_has_changed(struct store *store);

/* --- the list --- */

struct store_list {
    struct store_row *rows; /* in the order in which they were added */
    size_t count;
    int64_t total, highest; /* of the list, whatever was asked for: how many, the highest id */
};

/* The first `limit` rows, 0: all; with `since_ms` (wall clock) only those that were written since. */
bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err);
void store_list_clear(struct store_list *list);
/* At the end; those that are there already stay where they are. `added` may be NULL. */
bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err);
bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err);

/* NULL: there is none. */
bool store_note_load(struct store *store, int64_t id, char **note, struct error *err);
/* "" takes it away. ERROR_NOT_FOUND where the project is not on the list. `before`: what it replaced, NULL
 * for none; may be NULL. */
bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err);

/* The column that the list is sorted by; NULL: none was chosen. */
bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err);
bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err);

/* --- projects --- */

struct store_reading {
    const struct project *project;
    const char *text; /* its record as JSON; NULL: the store writes it */
    int64_t when_ms;  /* wall clock: its request began; of a write's answer: that came */
    bool is_seen;     /* a change of its state was seen, not only found */
    bool is_ended;    /* its state ends a transcription */
};

/* Kept unless a later one is there. Where it moves the state, the line of the history is written and acts
 * follow. */
bool store_project_save(struct store *store, const struct store_reading *reading, struct error *err);
/* NULL: it was never read. */
bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err);

/* --- texts by name --- */

struct store_entry {
    int64_t id;
    int64_t act; /* of the history: 0 for none */
    int64_t when_ms;
    char *name;
    char *text; /* may be NULL: a deleted metadata key */
    char *text2;
};
struct store_entries {
    struct store_entry *items;
    size_t count;
};
void store_entries_clear(struct store_entries *entries);

/* name = "state", "enqueue", ...; newest first, at most so many, 0: all; id 0: of all projects. */
bool store_history_load(struct store *store, int64_t id, size_t limit, struct store_entries *entries,
                        struct error *err);

/* A line that is about no write; `kind` is "error" or "note". */
bool store_history_log(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       struct error *err);

/* The values of a form, as JSON; NULL: there is none. */
bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err);
/* Whole; NULL or an empty object: there is none any more. */
bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err);

/* ERROR_USAGE where the name is that of a preset of the other form. `is_replaced` may be NULL. */
bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err);
/* NULL: there is none. */
bool store_preset_load(struct store *store, const char *name, char **form, json_t **values,
                       struct error *err);
/* name, text = form; of one form, or of all for "". By name. */
bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err);
bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err);

/* name = key, text = value, text2 = email: what was last set from here of each key, newest first; id 0: the
 * last of all projects. */
bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err);

/* The files that were exported of these projects, appended. */
bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err);

/* What a completion looks for: names that begin with a prefix. */
enum store_peek {
    PEEK_PROJECTS, /* the list: name = id, text = state and name */
    PEEK_PRESETS   /* text = "enqueue" or "export"; of `table` alone, "" for all */
};
#define STORE_PEEK_MAX 500
/* The first rows, as they stand there: nothing is written, made or waited for, and where the file cannot be
 * read so, there is nothing to see. Before the program opens the file: a look drops its locks. */
void store_peek(const struct store_config *config, enum store_peek kind, const char *prefix,
                const char *table, struct store_entries *entries);

/* --- writes --- */

/* Records a write, and of the first of an act that; fills row and act. The row; 0: it is an enqueue, and
 * `open` (cleared by the caller) names what stands in its way: another enqueue of this host, port and project
 * behind asked_row that is not over, or that was begun or answered since rests_ms and not refused. -1: an
 * error, and nothing may be sent. */
int64_t store_write_begin(struct store *store, struct write *write, struct write_list *open,
                          struct error *err);
/* It never left: forgets the row, and an act without another one. */
bool store_write_drop(struct store *store, int64_t row, struct error *err);
/* What an answer means, or of an export (row 0) what was done: outcome, reading, activity, files; fills row
 * and act of receipt->end, whose act may be set before, so that exports of one batch are one act. Where it
 * fails the row stays open. */
bool store_write_end(struct store *store, int64_t row, struct receipt *receipt, struct error *err);
/* What a reading has shown (receipt_told), kept as above; `is_first`: no other program has ended it before,
 * else nothing was written. */
bool store_write_settle(struct store *store, int64_t row, const struct receipt *receipt, bool *is_first,
                        struct error *err);
/* One of an act that was not sent (WRITE_UNSENT), or had not to be (WRITE_SKIPPED): a row with its outcome
 * and reason. Fills row and act. */
bool store_write_leave_out(struct store *store, struct write *write, struct error *err);
/* The rows that are not over, of one project or (0) of all of this login and those enqueues of others here
 * that are on the list: oldest first. */
bool store_write_list(struct store *store, int64_t id, struct write_list *list, struct error *err);
/* Is any row of any login not over? */
bool store_write_any(struct store *store, bool *any, struct error *err);

/* Newest first, at most STORE_ACTS_MAX: of one project or (0) all, before an act (0: from the newest), begun
 * since a time. */
bool store_act_list(struct store *store, int64_t id, int64_t before, int64_t since_ms, struct act **acts,
                    size_t *count, struct error *err);
void store_acts_free(struct act *acts, size_t count);
bool store_act_seen(struct store *store, int64_t act, struct error *err); /* it and those before */
/* The options of the last enqueue of a project from here; NULL: there was none. */
bool store_sent_options(struct store *store, int64_t id, json_t **options, int64_t *when_ms,
                        struct error *err);

/* --- the rest --- */

/* Is the hook of a change this program's to run? The change lies between the request of the reading that
 * showed the old state and the end of that which shows the new one. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err);

/* Deletes what is kept of a project, or (0) of the scope, or of `all` scopes; but for writes that are not
 * over, whose number is told. */
bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err);

#endif
