/* Owns what is done when state.db is deleted, replaced or overwritten while the program runs. Knows no table
 * but the scopes. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "store_private.h"

/* Is every page of a database in order? */
static bool store_is_sound(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool sound = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW &&
                 strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    sqlite3_finalize(statement);
    return sound;
}

/* Was nothing written to the file yet? */
static bool store_is_empty(struct store *store)
{
    int64_t scopes;
    return store_number(store, NULL, &scopes, 0, "SELECT count(*) FROM scopes", "") && scopes == 0;
}

/* Copies all of a deleted file, which its connection still reads, into the new one. */
static bool store_carry_over(struct store *store, sqlite3 *old)
{
    if (!store_is_sound(old))
        return false;
    store_drop_idle(store);
    sqlite3_backup *backup = sqlite3_backup_init(store->db, "main", old, "main");
    if (!backup)
        return false;
    int code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    return code == SQLITE_DONE;
}

/* Removes the log of a file that is not at the path any more: it would be read into the one that is. Another
 * session may have done so, and begun another log. */
static void store_drop_log(const struct store *store)
{
    if (store->log_inode && store_log_inode(store) == store->log_inode)
        store_remove_side_files(store);
}

/* Opens what stands at the path now; one that is damaged is moved aside. */
static bool store_open_again(struct store *store, struct error *err)
{
    store_drop_log(store);
    store->db = NULL;
    store->scope = 0;
    store->damaged = false;
    if (store_open_file(store, err))
        store->damaged = !store_is_sound(store->db);
    else if (!store->damaged)
        return false;
    if (!store->damaged || (!store->read_only && store_begin_anew(store, err)))
        return true;
    store_drop_idle(store);
    sqlite3_close_v2(store->db);
    store->db = NULL;
    return false;
}

/* Lets go of a file without a word to it: SQLite would remove the log of the new file with that of the old.
 */
static void store_let_go(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close_v2(db);
}

/* Says what became of the file. */
static void store_tell(struct store *store, const char *what)
{
    free(store->notice);
    store->notice = mem_printf("The state file %s: %s", what, store->path);
    store->generation++;
}

/* Goes on with what stands at the path, or with a new file that gets all of the old one. */
static bool store_replace(struct store *store, struct error *err)
{
    sqlite3 *old = store->db;
    unsigned losses = store->losses;
    int64_t scope = store->scope;
    store_drop_idle(store);
    if (!store_open_again(store, err)) {
        store->db = old; /* still read, and tried again at the next operation */
        store->scope = scope;
        store->read_only = false;
        return false;
    }
    bool empty = !store->read_only && store_is_empty(store), carried = empty && store_carry_over(store, old);
    store_let_go(old);
    if (carried) {
        store->losses = losses;
        store_tell(store, "was deleted or moved; all of it was written to a new one");
    } else if (empty && store->losses == losses) {
        store->losses++;
        store_tell(store, "was deleted or moved, and a new one was begun");
    } else if (!empty)
        store_tell(store, "was replaced by another one, which is used from now on");
    return true;
}

/* Goes on with a file that somebody has written over: the log was that of the old one. */
static void store_take_rewritten(struct store *store)
{
    unsigned losses = store->losses;
    struct error err;
    store_drop_idle(store);
    store_let_go(store->db);
    if (!store_open_again(store, &err) || store->losses != losses)
        return;
    bool empty = !store->read_only && store_is_empty(store);
    store->losses += empty;
    store_tell(store, empty ? "was emptied" : "was written over by another one, which is used from now on");
}

/* Tries again what failed when the file was opened last. */
static bool store_reopen(struct store *store, struct error *err)
{
    if (!store_open_again(store, err))
        return false;
    store->generation++;
    store->losses += !store->read_only && store_is_empty(store);
    return true;
}

bool store_follow(struct store *store, struct error *err)
{
    int moved = 0;
    if (!store->db)
        return store_reopen(store, err);
    if (!store->in_memory && !store->read_only)
        sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return !moved || store_replace(store, err);
}

void store_look(struct store *store, bool rewritten)
{
    struct error err;
    if (rewritten && store->db && !store->in_memory && !store->read_only)
        store_take_rewritten(store);
    else
        (void)store_follow(store, &err);
}

unsigned store_generation(const struct store *store)
{
    return store->generation;
}

unsigned store_losses(const struct store *store)
{
    return store->losses;
}
