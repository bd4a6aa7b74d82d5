/* Owns the file of state.db in its folder: its making, its mode, what happens to a damaged one, and the ways
 * to go on where it may not be written, or is not at its path any more. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "steno/api/param.h"
#include "steno/base/clock.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "store.h"
#include "store_schema.h"

#define LOCK_STEP_MS 5

void store_take_path(struct store *store, char *path)
{
    store->in_memory = strcmp(path, ":memory:") == 0;
    char *real = store->in_memory ? NULL : realpath(path, NULL);
    struct stat info;
    store->is_link = real && lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    store->path = mem_copy(store->is_link ? real : path);
    free(real);
    free(path);
}

/* What SQLite keeps beside a file. */
static const char *const store_suffixes[] = {"-wal", "-shm", "-journal"};
#define SUFFIXES (sizeof store_suffixes / sizeof store_suffixes[0])

/* Takes away what SQLite keeps beside the file. */
static void store_remove_side_files(const struct store *store)
{
    for (size_t i = 0; i < SUFFIXES; i++) {
        char *path = mem_printf("%s%s", store->path, store_suffixes[i]);
        unlink(path);
        free(path);
    }
}

ino_t store_log_inode(const struct store *store)
{
    struct stat info;
    char *path = mem_printf("%s-wal", store->path);
    ino_t inode = stat(path, &info) == 0 ? info.st_ino : 0;
    free(path);
    return inode;
}

/* The folder of the file, with the slash at its end; caller frees. */
static char *store_folder(const struct store *store)
{
    const char *slash = strrchr(store->path, '/');
    return slash ? mem_copy_n(store->path, (size_t)(slash - store->path + 1)) : mem_copy("./");
}

/* Creates the folder with its parents. */
static bool store_make_folder(const char *folder, struct error *err)
{
    char *path = mem_copy_n(folder, strlen(folder) - 1);
    bool ok = file_make_dirs(path, err);
    free(path);
    return ok;
}

/* Waits for the lock of the folder, but for no session that was stopped with it. */
static int store_take_lock(const struct store *store)
{
    char *folder = store_folder(store);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    int64_t end_ms = clock_mono_ms() + STORE_BUSY_MS;
    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
           clock_mono_ms() < end_ms)
        poll(NULL, 0, LOCK_STEP_MS);
    return fd;
}

void store_lock_folder(struct store *store)
{
    store->folder_locks++;
    if (store->folder_fd < 0 && !store->in_memory)
        store->folder_fd = store_take_lock(store);
}

void store_unlock_folder(struct store *store)
{
    if (--store->folder_locks > 0 || store->folder_fd < 0)
        return;
    close(store->folder_fd);
    store->folder_fd = -1;
}

/* Creates an empty file when there is none. A log that is left of a deleted one would be read into it: it
 * goes first. The folder is locked again, since it may have been made only now. */
static void store_create_file(struct store *store)
{
    if (access(store->path, F_OK) == 0)
        return;
    store_lock_folder(store);
    if (access(store->path, F_OK) != 0)
        store_remove_side_files(store);
    int fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int why = errno;
    if (fd >= 0)
        close(fd);
    store_unlock_folder(store);
    errno = why;
}

/* Takes other users' rights away from a file of our own making. What is a link, or may not be written, was
 * made so by somebody: it keeps its mode. */
static void store_close_to_others(const struct store *store, const struct stat *info)
{
    if ((info->st_mode & 077) && (info->st_mode & S_IWUSR) && !store->is_link)
        chmod(store->path, 0600);
}

/* The file is not opened when it exists: closing a second descriptor would drop SQLite's locks. */
bool store_prepare_file(struct store *store, struct error *err)
{
    struct stat info;
    char *folder = store_folder(store);
    bool ok = strlen(folder) < 2 || store_make_folder(folder, err);
    if (ok) {
        store_create_file(store);
        ok = stat(store->path, &info) == 0 ||
             error_set(err, ERROR_IO, "Cannot create %s: %s", store->path, strerror(errno));
    }
    if (ok && !S_ISREG(info.st_mode))
        ok = error_set(err, ERROR_IO, "%s is not a file", store->path);
    if (ok) {
        store_close_to_others(store, &info);
        store->read_only =
            !(info.st_mode & 0222) || access(store->path, W_OK) != 0 || access(folder, W_OK) != 0;
    }
    free(folder);
    return ok;
}

/* Renames the file and what SQLite keeps beside it. */
static bool store_move_aside(struct store *store, char **target, struct error *err)
{
    struct tm now;
    char stamp[32];
    time_t wall = time(NULL);
    localtime_r(&wall, &now);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &now);
    *target = mem_printf("%s.damaged-%s", store->path, stamp);
    for (int i = 2; access(*target, F_OK) == 0; i++) {
        free(*target);
        *target = mem_printf("%s.damaged-%s-%d", store->path, stamp, i);
    }
    if (rename(store->path, *target) != 0)
        return error_set(err, ERROR_IO, "The state file %s is damaged and cannot be renamed: %s", store->path,
                         strerror(errno));
    for (size_t i = 0; i < SUFFIXES; i++) {
        char *from = mem_printf("%s%s", store->path, store_suffixes[i]),
             *to = mem_printf("%s%s", *target, store_suffixes[i]);
        (void)!rename(from, to);
        free(from);
        free(to);
    }
    return true;
}

/* Closes a file that is not at the path any more without a word to it: SQLite would remove the log of the new
 * file with that of the old. */
static void store_let_go(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close_v2(db);
}

/* Moves the damaged file aside, unless another session found the damage first and did so, and says where it
 * went and what comes of it. */
static bool store_put_aside(struct store *store, bool in_use, struct error *err)
{
    int moved = 0;
    char *target = NULL;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    bool ok = moved || store_move_aside(store, &target, err);
    if (ok && target) {
        free(store->notice);
        store->notice = mem_printf(
            "The state file was damaged%s renamed to %s%s. To recover watchlist, history, drafts and "
            "presets: sqlite3 %s .recover",
            in_use ? "; " STORE_RESTART ". It was" : " and", target, in_use ? "" : "; a new one was created",
            target);
    }
    free(target);
    return ok;
}

bool store_begin_anew(struct store *store, struct error *err)
{
    store_lock_folder(store);
    bool ok = store_put_aside(store, false, err);
    store_drop_idle(store);
    store_let_go(store->db);
    store->db = NULL;
    store->damaged = false;
    store->scope = 0;
    ok = ok && store_open_file(store, err);
    store_unlock_folder(store);
    return ok;
}

/* --- where it may not be written, or has left its path --- */

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

/* Reads the file with its log by the index that lies beside it, as on a file system that became read-only. */
static bool store_open_with_index(struct store *store)
{
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        sqlite3_exec(store->db, "PRAGMA user_version", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sqlite3_close_v2(store->db);
    store->db = NULL;
    return false;
}

bool store_open_reading(struct store *store, struct error *err)
{
    store->read_only = true;
    store->journal = "none";
    if (!store_has_log(store))
        return store_open_immutable(store) == SQLITE_OK || store_fail(store, err);
    if (store_open_with_log(store) || store_open_with_index(store))
        return true;
    free(store->notice);
    store->notice = mem_printf(
        "%s is read-only, and its last changes, in %s-wal, cannot be read: what is shown may be older",
        store->path, store->path);
    return store_open_immutable(store) == SQLITE_OK || store_fail(store, err);
}

bool store_open_looking(struct store *store)
{
    store->read_only = true; /* so that it is closed without a look at its path */
    if (!store_has_log(store))
        return store_open_immutable(store) == SQLITE_OK;
    return sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) ==
           SQLITE_OK;
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

/* Goes on in memory with a copy of the file, as far as it can be read. */
static void store_leave_file(struct store *store, const char *why)
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

void store_leave_damaged(struct store *store)
{
    struct error err;
    if (!store->damaged || store->read_only)
        return;
    store_lock_folder(store);
    store_look(store);
    if (!store->in_memory) {
        if (!store_put_aside(store, true, &err)) {
            free(store->notice);
            store->notice = mem_printf("%s; " STORE_RESTART, err.text);
        }
        store_leave_file(store, "was damaged");
    }
    store_unlock_folder(store);
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
