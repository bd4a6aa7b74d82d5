/* Owns the life of state.db: its opening, journal, version and scope. Knows no table but the scopes. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/store/credentials.h"
#include "store.h"
#include "store_schema.h"

/* Write-ahead logs need memory shared by all sessions, which file systems over a network do not give. Their
 * numbers are those of linux/magic.h, which not every C library comes with. */
static bool store_wal_is_safe(const struct store *store)
{
    static const long remote[] = {
        0x6969 /* NFS */,
        0x517B /* SMB */,
        (long)0xFF534D42 /* CIFS */,
        (long)0xFE534D42 /* SMB2 */,
        0x65735546 /* FUSE */,
        0x5346414F /* AFS */,
        0x6B414653 /* the kernel's AFS */,
        0x00C36400 /* Ceph */,
        0x73757245 /* Coda */,
        0x01021997 /* 9P */,
        0x0BD00BD0 /* Lustre */,
        0x47504653 /* GPFS */,
        0x7461636F /* OCFS2 */,
        0x01161970 /* GFS2 */,
    };
    struct statfs info;
    if (statfs(store->path, &info) != 0)
        return false;
    for (size_t i = 0; i < sizeof remote / sizeof remote[0]; i++) {
        if ((unsigned long)info.f_type == (unsigned long)remote[i])
            return false;
    }
    return true;
}

/* Takes the journal that SQLite names. */
static int store_take_journal(void *context, int count, char **values, char **names)
{
    static const char *const modes[] = {"wal", "delete", "memory", "truncate", "persist"};
    struct store *store = context;
    (void)names;
    for (size_t i = 0; count > 0 && i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(values[0], modes[i]) == 0)
            store->journal = modes[i];
    }
    return 0;
}

/* Chooses the journal, and remembers what SQLite made of the choice, which it answers with. */
static void store_choose_journal(struct store *store)
{
    const char *choice =
        store_wal_is_safe(store) ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE";
    store->journal = "unknown";
    if (store->in_memory || sqlite3_exec(store->db, choice, store_take_journal, store, NULL) != SQLITE_OK)
        sqlite3_exec(store->db, "PRAGMA journal_mode", store_take_journal, store, NULL);
    sqlite3_exec(store->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
}

/* Refuses a file of a newer schema before anything is written to it. */
static bool store_check_version(struct store *store, int64_t *version, struct error *err)
{
    if (!store_number(store, err, version, 0, "PRAGMA user_version", ""))
        return false;
    if (*version <= STORE_SCHEMA_VERSION)
        return true;
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return error_set(err, ERROR_REJECTED,
                     "%s was created by a newer version of steno (schema %lld; this version supports %d). "
                     "Upgrade steno or rename the file; it has not been changed",
                     store->path, (long long)*version, STORE_SCHEMA_VERSION);
}

/* Opens the file for reading and writing, and makes its tables when they are missing. */
static bool store_open_writing(struct store *store, struct error *err)
{
    int64_t version;
    int code = sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return store_fail(store, err);
    store_watch_locks(store, STORE_BUSY_MS);
    if (!store_check_version(store, &version, err) ||
        (version < STORE_SCHEMA_VERSION && !store_upgrade_schema(store, err)))
        return false;
    store_choose_journal(store);
    store_number(store, NULL, &version, 0, "PRAGMA user_version", ""); /* the first read begins the log */
    store->log_inode = strcmp(store->journal, "wal") == 0 ? store_log_inode(store) : 0;
    return true;
}

/* Opens the file for writing, or for reading where that is all it lets. */
static bool store_open_as_it_is(struct store *store, struct error *err)
{
    int64_t version;
    struct error why;
    if (!store->in_memory && !store_prepare_file(store, err))
        return false;
    if (!store->read_only && store_open_writing(store, err))
        return true;
    if (!store->read_only && !store_turn_read_only(store))
        return false;
    bool tried = store->why_read_only != NULL; /* then the reason is in err, and better than what follows */
    bool ok = store_open_reading(store, tried ? &why : err) &&
              store_check_version(store, &version, tried ? &why : err);
    if (ok && version > 0) /* of an older schema there is less to read */
        return true;
    if (ok && !tried)
        error_set(err, ERROR_IO, "%s has no tables and cannot be written", store->path);
    return false;
}

bool store_open_file(struct store *store, struct error *err)
{
    store_lock_folder(store);
    bool ok = store_open_as_it_is(store, err);
    store_unlock_folder(store);
    if (ok)
        return true;
    store_drop_idle(store);
    if (!store->damaged) { /* else it is to be moved aside */
        sqlite3_close_v2(store->db);
        store->db = NULL;
        store->read_only = false;
    }
    return false;
}

/* Opens the file and finds the scope in it. */
static bool store_open_scope(struct store *store, const struct store_config *config, struct error *err)
{
    return store_open_file(store, err) &&
           store_set_scope(store, config->url, config->api_path, config->email, err);
}

struct store *store_open(const struct store_config *config, struct error *err)
{
    struct store *store = mem_zero(1, sizeof *store);
    char *folder = config->path ? NULL : file_state_dir();
    if (config->path || folder)
        store_take_path(store, config->path ? mem_copy(config->path) : mem_printf("%s/state.db", folder));
    free(folder);
    store->credentials_path =
        config->credentials_path ? mem_copy(config->credentials_path) : credentials_default_path();
    store->journal = "none";
    store->folder_fd = -1;
    if (!store->path)
        error_set(err, ERROR_IO, "Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
    bool ok = store->path && store_open_scope(store, config, err);
    if (!ok && store->damaged && !store->read_only)
        ok = store_begin_anew(store, err) &&
             store_set_scope(store, config->url, config->api_path, config->email, err);
    if (ok)
        return store;
    store_close(store);
    return NULL;
}

void store_wait_at_most(struct store *store, int64_t busy_ms)
{
    store->busy_ms = busy_ms > 0 ? busy_ms : 0;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_look(store); /* else SQLite would remove the log of a file that has taken its place */
    store_drop_idle(store);
    sqlite3_close_v2(store->db);
    free(store->path);
    free(store->credentials_path);
    free(store->notice);
    free(store->why_read_only);
    free(store->memory_only);
    free(store->scope_name);
    free(store);
}

/* The scope's name: an address without slashes at its end, and an email when there is one. */
static char *store_scope_name(const char *url, const char *api_path, const char *email)
{
    size_t url_len = url ? strlen(url) : 0, path_len = api_path ? strlen(api_path) : 0;
    while (url_len > 0 && url[url_len - 1] == '/')
        url_len--;
    while (path_len > 0 && api_path[path_len - 1] == '/')
        path_len--;
    const char *blank = email && *email ? " " : "";
    return mem_printf("%.*s%.*s%s%s", (int)url_len, url ? url : "", (int)path_len, api_path ? api_path : "",
                      blank, email ? email : "");
}

/* The first login at a server takes over what was saved before anyone was logged in there. */
static bool store_adopt_scope(struct store *store, const char *bare, struct error *err)
{
    int64_t from;
    if (store->read_only) /* the rows stay where they are */
        return true;
    if (!store_number(store, err, &from, 0, "SELECT id FROM scopes WHERE name = ?", "t", bare))
        return false;
    if (from == 0)
        return true;
    if (!store_run(store, NULL, "UPDATE scopes SET name = ? WHERE id = ?", "ti", store->scope_name, from))
        return true; /* a file that may not be written: the rows stay where they are */
    store->scope = from;
    return true;
}

/* Has another session forgotten the scope since it was found? Then it is as good as never found. */
static bool store_check_scope(struct store *store, struct error *err)
{
    return store->scope == 0 ||
           store_number(store, err, &store->scope, 0,
                        "SELECT id FROM scopes WHERE id = ? AND name NOT LIKE 'forgotten %'", "i",
                        store->scope);
}

bool store_find_scope(struct store *store, struct error *err)
{
    if (!store_check_scope(store, err))
        return false;
    if (store->scope != 0)
        return true;
    if (!store_number(store, err, &store->scope, 0, "SELECT id FROM scopes WHERE name = ?", "t",
                      store->scope_name))
        return false;
    if (store->scope != 0 || strchr(store->scope_name, ' '))
        return true;
    return store_number(store, err, &store->scope, 0,
                        "SELECT CASE count(*) WHEN 1 THEN min(id) ELSE 0 END FROM scopes"
                        " WHERE substr(name, 1, length(?1) + 1) = ?1 || ' '",
                        "t", store->scope_name);
}

bool store_set_scope(struct store *store, const char *url, const char *api_path, const char *email,
                     struct error *err)
{
    free(store->scope_name);
    store->scope_name = store_scope_name(url, api_path, email);
    store->scope = 0;
    if (!store_find_scope(store, err))
        return false;
    if (store->scope != 0 || !email || !*email)
        return true;
    char *bare = store_scope_name(url, api_path, NULL);
    bool ok = store_adopt_scope(store, bare, err);
    free(bare);
    return ok;
}

const char *store_path(const struct store *store)
{
    return store->path;
}

bool store_is_read_only(const struct store *store)
{
    return store->read_only;
}

const char *store_why_read_only(const struct store *store)
{
    return store->why_read_only;
}

const char *store_memory_only(const struct store *store)
{
    return store->memory_only;
}

const char *store_journal_mode(const struct store *store)
{
    return store->journal;
}

const char *store_notice(const struct store *store)
{
    return store->notice;
}

int64_t store_data_version(struct store *store)
{
    int64_t version;
    return store_number(store, NULL, &version, -1, "PRAGMA data_version", "") ? version : -1;
}
