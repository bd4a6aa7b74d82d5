/* What the files of the store share: the file and its folder, and the handlers of operations. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_PRIVATE_H
#define STENO_STORE_PRIVATE_H

#include "steno/store/store.h"
#include "store_sql.h"

/* Takes the path over; a link is followed. */
void store_take_path(struct store *store, char *path);
/* Creates file and folder when they are missing, and takes other users' rights away. */
bool store_prepare_file(struct store *store, struct error *err);
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

/* --- what is deleted for good: on request, and by itself. Within a transaction. --- */

/* Of STORE_FORGET, once writes that it may end have ended (store_pending_forget). */
bool store_forget(struct store *store, const struct store_op *op, struct store_result *result);

/* Deletes projects that are on no watchlist and were last read 90 days ago; once a connection. */
bool store_drop_stale(struct store *store, int64_t now_ms, struct error *err);

#endif
