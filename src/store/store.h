/* What the files of the store share: the file and its folder, and the handlers of operations. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_PRIVATE_H
#define STENO_STORE_PRIVATE_H

#include <sys/types.h>

#include "steno/store/store.h"
#include "store_sql.h"

/* What is said when the file was left while it was used. */
#define STORE_RESTART "nothing is saved until steno is restarted"

/* Takes the path over; a link is followed. */
void store_take_path(struct store *store, char *path);
/* Creates file and folder when they are missing, and takes other users' rights away. */
bool store_prepare_file(struct store *store, struct error *err);
/* Lets one session at a time open the file, or change which file is at the path. May be nested. A
 * folder that cannot be locked in STORE_BUSY_MS, or not at all, is used without. */
void store_lock_folder(struct store *store);
void store_unlock_folder(struct store *store);
/* Which file the log at the path is; 0 when there is none. */
ino_t store_log_inode(const struct store *store);
/* Moves a file that was found damaged while it was opened aside, and begins a new one; the notice says where
 * it went. */
bool store_begin_anew(struct store *store, struct error *err);
/* Moves a file that was found damaged while it was used aside, and goes on in memory. */
void store_leave_damaged(struct store *store);
/* Opens the file for writing, or for reading where that is all it lets. A damaged one is left to be moved
 * aside. */
bool store_open_file(struct store *store, struct error *err);
/* Opens the file so that nothing is written, neither it nor a log. */
bool store_open_reading(struct store *store, struct error *err);
/* Opens the file beside sessions that use it, for a moment: no lock is waited for, and what their log has is
 * seen. */
bool store_open_looking(struct store *store);
/* After a failure to open the file for writing: keeps the reason and closes it. False when it could not be
 * read either. */
bool store_turn_read_only(struct store *store);
/* Looks for the scope's row, which another session may have made.  Without an email, the one login that the
 * server has here is meant. */
bool store_find_scope(struct store *store, struct error *err);

/* Handlers of operations, one family a file. Writes run within a transaction. */
typedef bool store_handler(struct store *store, const struct store_op *op, struct store_result *result);
store_handler store_load, store_watch_add, store_watch_remove, store_watch_note, store_sort_load,
    store_sort_save;
store_handler store_project_save, store_project_load;
store_handler store_history_add, store_history_load;
store_handler store_used_add, store_used_list, store_metadata_add, store_metadata_list;
store_handler store_draft_save, store_draft_load, store_draft_drop;
store_handler store_pending_add, store_pending_remove, store_pending_list, store_pending_settle,
    store_pending_forget, store_change_claim;
store_handler store_exports_add, store_exports_move, store_exports_list, store_exports_look;
store_handler store_preset_save, store_preset_load, store_preset_list, store_preset_drop;

/* The last export of a project, from the columns when_ms, version and format on. */
struct exported store_exported_columns(sqlite3_stmt *statement, int column);

/* Later operations see and write the rows of this server and login.  Rows written for the server before an
 * email was known are adopted by the first login; without an email, the one login that the server has here is
 * meant. */
bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err);

const char *store_journal_mode(const struct store *store); /* "wal", "delete", "memory" */

/* --- what is deleted for good: on request, and by itself. Within a transaction. --- */

/* Of STORE_FORGET, once writes that it may end have ended (store_pending_forget). */
bool store_forget(struct store *store, const struct store_op *op, struct store_result *result);

/* Deletes projects that are on no watchlist and were last read 90 days ago; once a connection. */
bool store_drop_stale(struct store *store, int64_t now_ms, struct error *err);

#endif
