/* What the files of the store share: the connection and short forms for SQL. */
#ifndef STENO_STORE_PRIVATE_H
#define STENO_STORE_PRIVATE_H

#include <sqlite3.h>
#include <sys/types.h>

#include "steno/store/store.h"

#define STORE_IDLE_MAX 12
#define STORE_BUSY_MS  5000

struct store {
    sqlite3 *db;
    char *path;
    char *credentials_path;
    char *notice;
    const char *journal;
    char *scope_name; /* "https://host/API demo@example.org" */
    int64_t scope;    /* its row; 0 until something is written for it */
    bool in_memory;
    bool is_link;                       /* the path that was given is a link; `path` is where it leads */
    bool read_only;                     /* the file or its folder may not be written */
    char *why_read_only;                /* the reason, where it is not the mode; NULL otherwise */
    unsigned generation, losses;        /* as store_generation and store_losses give them */
    ino_t log_inode;                    /* of the log that belongs to the open file; 0 without one */
    int folder_fd, folder_locks;        /* the locked folder, -1 without it, and how many asked for it */
    bool damaged;                       /* SQLite has said so */
    sqlite3_stmt *idle[STORE_IDLE_MAX]; /* prepared, to be used again; the oldest goes first */
};

/* A statement with its values bound: `types` has one letter a value, i = int64_t, t = const char * (NULL is
 * NULL). NULL with a sentence on failure. End it with store_finish. */
sqlite3_stmt *store_prepare(struct store *store, struct error *err, const char *sql, const char *types, ...);

/* Ends a statement; it stays prepared for its next use. */
void store_release(struct store *store, sqlite3_stmt *statement);
/* Forgets the statements that wait for their next use: before the file is closed. */
void store_drop_idle(struct store *store);

/* The next row of a statement: 1, 0 behind the last, -1 with a sentence. */
int store_step(struct store *store, sqlite3_stmt *statement, struct error *err);

/* Prepares, runs to the end, finishes. */
bool store_run(struct store *store, struct error *err, const char *sql, const char *types, ...);

/* The first column of the first row as a number; `none` when there is no row. */
bool store_number(struct store *store, struct error *err, int64_t *value, int64_t none, const char *sql,
                  const char *types, ...);

/* A text column: a copy, or NULL for NULL. */
char *store_column(sqlite3_stmt *statement, int column);

/* Fills err from the state of the connection. Returns false. */
bool store_fail(struct store *store, struct error *err);

/* What keeps SQLite from writing, after a failure, in a word: a full disk, no locks. NULL for failures that
 * reading would not get around. Caller frees. */
char *store_why_not_written(struct store *store);
/* Lets the connection wait for other sessions' locks, but not for a file system that has none. */
void store_watch_locks(sqlite3 *db);

/* Takes the path over; a link is followed. */
void store_take_path(struct store *store, char *path);
/* Creates file and folder when they are missing, and takes other users' rights away. */
bool store_prepare_file(struct store *store, struct error *err);
void store_remove_side_files(const struct store *store);
/* Lets one session at a time open the file, or change which file or log is at the path. May be nested. A
 * folder that cannot be locked in STORE_BUSY_MS, or not at all, is used without. */
void store_lock_folder(struct store *store);
void store_unlock_folder(struct store *store);
/* Which file the log at the path is; 0 when there is none. */
ino_t store_log_inode(const struct store *store);
/* Closes a file that is not at the path any more without a word to it: SQLite would remove the log of the new
 * file with that of the old. */
void store_let_go(sqlite3 *db);
/* Moves the damaged file aside and begins a new one; the notice says where it went. */
bool store_begin_anew(struct store *store, struct error *err);
bool store_open_file(struct store *store, struct error *err);
/* Before an operation: is the file at the path still the one that is open? Else goes on with what is there,
 * or with a new one. */
bool store_follow(struct store *store, struct error *err);
/* Opens the file so that nothing is written, neither it nor a log. */
bool store_open_reading(struct store *store, struct error *err);
/* After a failure to open the file for writing: keeps the reason and closes it. False when it could not be
 * read either. */
bool store_turn_read_only(struct store *store);
/* Looks for the scope's row, which another session may have made.  Without an email, the one login that the
 * server has here is meant. */
bool store_find_scope(struct store *store, struct error *err);
bool store_create_schema(struct store *store, struct error *err);

/* Handlers of operations, one family a file. Writes run within a transaction. */
typedef bool store_handler(struct store *store, const struct store_op *op, struct store_result *result);
store_handler store_load, store_restore, store_watch_add, store_watch_remove, store_watch_move,
    store_watch_note;
store_handler store_project_save, store_project_load;
store_handler store_history_add, store_history_load;
store_handler store_used_add, store_used_list, store_metadata_add, store_metadata_list;
store_handler store_draft_save, store_draft_load, store_draft_drop;
store_handler store_preset_save, store_preset_load, store_preset_list, store_preset_drop;

/* A new entry at the end of the result's. */
struct store_entry *store_add_entry(struct store_result *result);
/* Puts a JSON column into the result; a text that does not decode is an error. */
bool store_read_json(struct store_result *result, sqlite3_stmt *statement, int column);
/* The operation's JSON as text; caller frees. NULL with a sentence when there is none or it is too large. */
char *store_json_text(const struct store_op *op, struct error *err);

#endif
