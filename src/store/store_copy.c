/* Owns the ways to go on where the state file may not be written, or is not at its path any more. */
#include <stdlib.h>
#include <sys/stat.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "store.h"
#include "store_schema.h"

/* Opens a file that will not be written by anybody in the meantime, as on a read-only file system: no lock
 * and no log. */
static int store_open_immutable(struct store *store)
{
    struct buffer uri;
    buffer_init(&uri, BUFFER_MAX_DEFAULT);
    buffer_append_text(&uri, "file:");
    param_encode(&uri, store->path);
    buffer_append_text(&uri, "?immutable=1");
    int code = sqlite3_open_v2(buffer_text(&uri), &store->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    buffer_free(&uri);
    return code;
}

/* Did a session that was killed, or one that runs, leave changes in a log? */
static bool store_has_log(const struct store *store)
{
    struct stat info;
    char *path = mem_printf("%s-wal", store->path);
    bool has = stat(path, &info) == 0 && info.st_size > 0;
    free(path);
    return has;
}

/* Reads the file with its log, whose index is kept in memory: nothing is written. */
static bool store_open_with_log(struct store *store)
{
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        !sqlite3_db_readonly(store->db, "main")) {
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        if (sqlite3_exec(store->db,
                         "PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version;"
                         " PRAGMA query_only = 1",
                         NULL, NULL, NULL) == SQLITE_OK)
            return true;
    }
    sqlite3_close_v2(store->db);
    store->db = NULL;
    return false;
}

bool store_open_reading(struct store *store, struct error *err)
{
    store->read_only = true;
    store->journal = "none";
    if (store_has_log(store) && store_open_with_log(store))
        return true;
    return store_open_immutable(store) == SQLITE_OK || store_fail(store, err);
}

bool store_turn_read_only(struct store *store)
{
    char *why = store_why_not_written(store);
    if (!why)
        return false;
    store_drop_idle(store);
    sqlite3_close_v2(store->db);
    store->db = NULL;
    free(store->why_read_only);
    store->why_read_only = why;
    free(store->notice);
    store->notice = mem_printf("%s is read-only: %s. Changes are not saved", store->path, why);
    return true;
}

/* Copies all tables. What was copied in part is no use: the store in memory then stays as it is. */
static void store_copy_from(struct store *memory, sqlite3 *file)
{
    sqlite3_backup *backup = sqlite3_backup_init(memory->db, "main", file, "main");
    if (!backup)
        return;
    sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    store_drop_idle(memory);
    store_upgrade_schema(memory, NULL); /* the file may be of an older one */
}

/* Removes the log of a file that is not at the path any more: it would be read into the one that is. */
static void store_drop_log(struct store *store)
{
    store_lock_folder(store);
    if (store->log_inode && store_log_inode(store) == store->log_inode)
        store_remove_side_files(store);
    store_unlock_folder(store);
}

void store_leave_file(struct store *store, const char *why)
{
    sqlite3 *file = store->db;
    store_drop_idle(store);
    store_drop_log(store);
    store->in_memory = true;
    store->damaged = false;
    store->scope = 0;
    store->journal = "memory";
    store->memory_only = mem_printf("%s %s", store->path, why);
    store->db = NULL;
    if (sqlite3_open(":memory:", &store->db) == SQLITE_OK)
        store_copy_from(store, file);
    store_let_go(file);
}

void store_look(struct store *store)
{
    int moved = 0;
    if (!store->db || store->in_memory || store->read_only)
        return;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (!moved)
        return;
    store_leave_file(store, "was deleted or replaced");
    free(store->notice);
    store->notice = mem_printf("The state file was deleted or replaced; " STORE_RESTART ": %s", store->path);
}

struct store *store_open_copy(const struct store_config *config, const char *why, struct error *err)
{
    struct store_config in_memory = *config;
    in_memory.path = ":memory:";
    struct store *memory = store_open(&in_memory, err), *file = memory ? store_open(config, NULL) : NULL;
    if (file && file->read_only) {
        store_copy_from(memory, file->db);
        store_set_scope(memory, config->url, config->api_path, config->email, NULL);
    }
    store_close(file);
    if (memory)
        memory->memory_only = mem_copy(why);
    return memory;
}
