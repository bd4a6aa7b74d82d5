/* Owns the life of state.db: its opening and its scope. Knows no table but the scopes. */
/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/store/credentials.h"
#include "store_schema.h"

static bool store_open_file(struct store *store, struct error *err)
{
    if (!store_prepare_file(store, err))
        return false;
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return store_fail(store, err);
    sqlite3_busy_timeout(store->db, STORE_BUSY_MS);
    /* It works wherever there are locks, and what is committed is on the disk. */
    static const char journal[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL";
    return store_check_schema(store, err) &&
           (sqlite3_exec(store->db, journal, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, err));
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
    if (!store->path)
        error_set(err, ERROR_IO, "Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
    if (store->path && store_open_file(store, err) &&
        store_set_scope(store, config->url, config->api_path, config->email, err))
        return store;
    store_close(store);
    return NULL;
}

void store_wait_at_most(struct store *store, int64_t busy_ms)
{
    sqlite3_busy_timeout(store->db, busy_ms > 0 ? (int)busy_ms : 0);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_drop_idle(store);
    sqlite3_close_v2(store->db);
    free(store->path);
    free(store->credentials_path);
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
    if (!store_number(store, err, &from, 0, "SELECT id FROM scopes WHERE name = ?", "t", bare))
        return false;
    if (from == 0)
        return true;
    if (!store_run(store, NULL, "UPDATE scopes SET name = ? WHERE id = ?", "ti", store->scope_name, from))
        return true; /* the rows stay where they are */
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

int64_t store_data_version(struct store *store)
{
    int64_t version;
    return store_number(store, NULL, &version, -1, "PRAGMA data_version", "") ? version : -1;
}
