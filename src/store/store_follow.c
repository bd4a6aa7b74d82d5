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
 * session may have done so, and begun another log: the old one must still be open, for else that other log
 * may have got its inode. With the folder locked. */
static void store_drop_log(struct store *store)
{
    if (store->log_inode && store_log_inode(store) == store->log_inode)
        store_remove_side_files(store);
    store->log_inode = 0;
}

/* Opens what stands at the path now; one that is damaged is moved aside. */
static bool store_open_again(struct store *store, struct error *err)
{
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
    store_drop_log(store);
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
        store_tell(store, "was deleted or moved; everything was written to a new one");
    } else if (empty && store->losses == losses) {
        store->losses++;
        store_tell(store, "was deleted or moved, and a new one was created");
    } else if (!empty)
        store_tell(store, "was replaced by another one, which is used from now on");
    return true;
}

/* Goes on with a file that somebody has written over: the log was that of the old one. */
static bool store_take_rewritten(struct store *store, struct error *err)
{
    unsigned losses = store->losses;
    store_drop_idle(store);
    store_drop_log(store);
    store_let_go(store->db);
    if (!store_open_again(store, err))
        return false;
    if (store->losses != losses)
        return true;
    bool empty = !store->read_only && store_is_empty(store);
    store->losses += empty;
    store_tell(store, empty ? "was emptied" : "was overwritten by another one, which is used from now on");
    return true;
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

/* What is to be done to go on with the file at the path. */
typedef bool store_step_on(struct store *store, struct error *err);

/* Does one of them, while no other session does. */
static bool store_go_on(struct store *store, store_step_on *step_on, struct error *err)
{
    store_lock_folder(store);
    bool ok = step_on(store, err);
    store_unlock_folder(store);
    return ok;
}

/* Is there another log than the one that is open? Then a session has seen that the file was written over, and
 * what we write would be lost. */
static bool store_has_other_log(const struct store *store)
{
    ino_t inode = store->log_inode ? store_log_inode(store) : 0;
    return inode != 0 && inode != store->log_inode;
}

bool store_follow(struct store *store, struct error *err)
{
    int moved = 0;
    if (!store->db)
        return store_go_on(store, store_reopen, err);
    if (store->in_memory || store->read_only)
        return true;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved)
        return store_go_on(store, store_replace, err);
    return !store_has_other_log(store) || store_go_on(store, store_take_rewritten, err);
}

void store_look(struct store *store, bool rewritten)
{
    struct error err;
    if (rewritten && store->db && !store->in_memory && !store->read_only)
        (void)store_go_on(store, store_take_rewritten, &err);
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
