/* The life of state.db: its file, its tables, the scope, transactions, and what is deleted for good. */
/* SPDX-License-Identifier: MIT */
#include "steno/store/store.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/api/request.h"
#include "steno/base/when.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "store_sql.h"

#define TEXT_OF(number)    #number
#define NUMBER_TEXT(macro) TEXT_OF(macro)

/* `raw` stands in a table of its own, so that the list is read without it. Rows of acts are never numbered
 * twice; one without an outcome is a write without an answer. */
static const char store_tables[] =
    "CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE watchlist (scope INTEGER NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL,"
    " note TEXT NOT NULL DEFAULT '', changed_ms INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (scope, id))"
    " WITHOUT ROWID;"
    "CREATE INDEX watchlist_place ON watchlist (scope, place);"
    "CREATE TABLE projects (scope INTEGER NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,"
    " fetched_ms INTEGER NOT NULL, saved_ms INTEGER NOT NULL, state_since_ms INTEGER NOT NULL,"
    " state TEXT NOT NULL, name TEXT NOT NULL, length TEXT NOT NULL, tags TEXT NOT NULL, label TEXT,"
    " lang TEXT, author TEXT, updated_ms INTEGER, expires_ms INTEGER, flags INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE TABLE project_raw (scope INTEGER NOT NULL, id INTEGER NOT NULL, raw TEXT NOT NULL,"
    " PRIMARY KEY (scope, id));"
    "CREATE TABLE history (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, act INTEGER);"
    "CREATE INDEX history_project ON history (scope, id);"
    "CREATE TABLE drafts (scope INTEGER NOT NULL, form TEXT NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, form, id)) WITHOUT ROWID;"
    "CREATE TABLE presets (scope INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL,"
    " value TEXT NOT NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;"
    "CREATE TABLE metadata_log (scope INTEGER NOT NULL, id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT,"
    " when_ms INTEGER NOT NULL, email TEXT NOT NULL, PRIMARY KEY (scope, id, key)) WITHOUT ROWID;"
    "CREATE TABLE hook_runs (scope INTEGER NOT NULL, id INTEGER NOT NULL, state TEXT NOT NULL,"
    " when_ms INTEGER NOT NULL, PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE INDEX hook_runs_time ON hook_runs (when_ms);"
    "CREATE TABLE acts (act INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL,"
    " operation TEXT NOT NULL, options TEXT, count INTEGER NOT NULL, begun_ms INTEGER NOT NULL,"
    " seen INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX acts_scope ON acts (scope, act);"
    "CREATE TABLE act_rows (row INTEGER PRIMARY KEY AUTOINCREMENT, act INTEGER NOT NULL,"
    " scope INTEGER NOT NULL, server TEXT NOT NULL, id INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT,"
    " value TEXT, params TEXT, version INTEGER NOT NULL, state TEXT, rests_ms INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, answered_ms INTEGER, outcome TEXT,"
    " over INTEGER NOT NULL DEFAULT 0, status INTEGER, reason TEXT, after TEXT, bytes INTEGER,"
    " ended_ms INTEGER);"
    "CREATE INDEX act_rows_act ON act_rows (act);"
    "CREATE INDEX act_rows_project ON act_rows (scope, id);"
    "CREATE INDEX act_rows_server ON act_rows (server, id);"
    "CREATE INDEX act_rows_open ON act_rows (id) WHERE over = 0;"
    "CREATE TABLE exports (scope INTEGER NOT NULL, id INTEGER NOT NULL, path TEXT NOT NULL,"
    " format TEXT NOT NULL, version INTEGER NOT NULL, when_ms INTEGER NOT NULL, size INTEGER NOT NULL,"
    " written_ns INTEGER NOT NULL, PRIMARY KEY (scope, id, path)) WITHOUT ROWID;"
    "CREATE TABLE sorts (scope INTEGER PRIMARY KEY, col TEXT NOT NULL, direction INTEGER NOT NULL);"
    "PRAGMA user_version = " NUMBER_TEXT(STORE_SCHEMA);

/* --- the file --- */

/* Creates file and folder when they are missing, and takes other users' rights away. The file is not opened
 * when it exists: closing a second descriptor would drop SQLite's locks. A link, and what somebody made
 * read-only, keeps its mode. */
static bool store_prepare_file(const struct store *store, struct error *err)
{
    struct stat info;
    const char *slash = strrchr(store->path, '/');
    if (slash && slash != store->path) {
        char *folder = mem_copy_n(store->path, (size_t)(slash - store->path));
        bool ok = file_make_dirs(folder, err);
        free(folder);
        if (!ok)
            return false;
    }
    int fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), why = errno;
    if (fd >= 0)
        close(fd);
    if (stat(store->path, &info) != 0)
        return error_set(err, ERROR_IO, "Cannot create %s: %s", store->path, strerror(why));
    if (!S_ISREG(info.st_mode))
        return error_set(err, ERROR_IO, "%s is not a file", store->path);
    if (!(info.st_mode & 0222) || access(store->path, W_OK) != 0)
        return error_set(err, ERROR_IO, "%s cannot be written. Give yourself the right: chmod u+w",
                         store->path);
    if ((info.st_mode & 077) && !store->is_link)
        chmod(store->path, 0600);
    return true;
}

/* Makes the tables of a new file; one with other tables is refused, and left as it is. */
static bool store_check_schema(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, err, &version, 0, "PRAGMA user_version", ""))
        return false;
    if (version == 0) {
        bool ok = store_run(store, err, "BEGIN IMMEDIATE", "") &&
                  store_number(store, err, &version, 0, "PRAGMA user_version", "") &&
                  (version != 0 || sqlite3_exec(store->db, store_tables, NULL, NULL, NULL) == SQLITE_OK ||
                   store_fail(store, err)) &&
                  store_run(store, err, "COMMIT", "");
        if (!ok) {
            sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
        version = version ? version : STORE_SCHEMA;
    }
    return version == STORE_SCHEMA ||
           error_set(err, ERROR_IO,
                     "%s is of another version of steno (schema %lld, this one has %d). Use that version, or"
                     " move the file away, and steno makes a new one",
                     store->path, (long long)version, STORE_SCHEMA);
}

struct store *store_new(const struct store_config *config)
{
    struct store *store = mem_zero(1, sizeof *store);
    struct stat info;
    char *folder = config->path ? NULL : file_state_dir();
    char *path = config->path ? mem_copy(config->path) : folder ? mem_printf("%s/state.db", folder) : NULL;
    char *real = path ? realpath(path, NULL) : NULL;
    store->is_link = real && lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    store->path = store->is_link ? mem_copy(real) : mem_copy_or_null(path);
    store->busy_ms = STORE_BUSY_MS;
    free(real);
    free(path);
    free(folder);
    return store;
}

struct store *store_open(const struct store_config *config, struct error *err)
{
    /* It works wherever there are locks, and what is committed is on the disk. */
    static const char journal[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL";
    struct store *store = store_new(config);
    bool ok =
        store->path ||
        error_set(err, ERROR_IO, "Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
    ok = ok && (strcmp(store->path, ":memory:") == 0 || store_prepare_file(store, err));
    ok = ok && (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
                    SQLITE_OK ||
                store_fail(store, err));
    ok = ok && store_check_schema(store, err) &&
         (sqlite3_exec(store->db, journal, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, err)) &&
         store_set_scope(store, config->url, config->api_path, config->email, err);
    if (ok) {
        store_has_changed(store);
        return store;
    }
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_drop_idle(store);
    sqlite3_close_v2(store->db);
    free(store->path);
    free(store->scope_name);
    free(store->server);
    free(store);
}

const char *store_path(const struct store *store)
{
    return store->path;
}

void store_wait_at_most(struct store *store, int64_t busy_ms)
{
    store->busy_ms = busy_ms;
    store->gave_up_ms = 0;
}

bool store_has_changed(struct store *store)
{
    int64_t before = store->data_version, now;
    if (store->depth > 0) /* nobody else can, meanwhile */
        return false;
    sqlite3_busy_timeout(store->db, 0);
    store->patience_ms = 0;
    if (!store_number(store, NULL, &now, before, "PRAGMA data_version", ""))
        return false;
    store->data_version = now;
    return now != before;
}

/* --- the scope --- */

/* An address without slashes at its end, and an email when there is one. */
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

/* "host:443" in small letters: a project is the same under each path and account of it. */
static char *store_server(const char *url)
{
    url = url ? url : "";
    size_t scheme = address_scheme_len(url);
    bool is_tls = scheme == strlen("https://");
    const char *host = url + scheme, *end = host + strcspn(host, "/?#");
    const char *user = memchr(host, '@', (size_t)(end - host));
    host = user ? user + 1 : host;
    const char *colon = end;
    while (colon > host && isdigit((unsigned char)colon[-1]))
        colon--;
    bool has_port = colon > host && colon[-1] == ':' && colon < end;
    char *server = has_port ? mem_copy_n(host, (size_t)(end - host))
                            : mem_printf("%.*s:%s", (int)(end - host), host, is_tls ? "443" : "80");
    for (char *at = server; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return server;
}

/* Another program may have forgotten the scope since it was found: then it is as good as never found. */
bool store_find_scope(struct store *store, struct error *err)
{
    if (store->scope != 0 &&
        !store_number(store, err, &store->scope, 0,
                      "SELECT id FROM scopes WHERE id = ? AND name NOT LIKE 'forgotten %'", "i",
                      store->scope))
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
    free(store->server);
    store->scope_name = store_scope_name(url, api_path, email);
    store->server = store_server(url);
    store->scope = 0;
    if (!store_find_scope(store, err))
        return false;
    if (store->scope != 0 || !email || !*email)
        return true;
    /* The first login at a server takes over what was saved before anyone was logged in there. */
    char *bare = store_scope_name(url, api_path, NULL);
    int64_t from = 0;
    bool ok = store_number(store, err, &from, 0, "SELECT id FROM scopes WHERE name = ?", "t", bare);
    free(bare);
    if (ok && from != 0 &&
        store_run(store, NULL, "UPDATE scopes SET name = ? WHERE id = ?", "ti", store->scope_name, from))
        store->scope = from; /* else the rows stay where they are */
    return ok;
}

/* --- transactions --- */

/* SQLite itself ends a transaction in which a disk is full or fails: what came after would be on its own. */
static bool store_goes_on(struct store *store, struct error *err)
{
    return !sqlite3_get_autocommit(store->db) ||
           error_set(err, ERROR_IO, "Nothing was saved: a part of it could not be written to %s",
                     store->path);
}

/* Has another version of the program changed the tables since the file was opened? */
static bool store_is_taken_over(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, NULL, &version, 0, "PRAGMA user_version", "") || version == STORE_SCHEMA)
        return false;
    error_set(err, ERROR_IO, "%s was changed by another version of steno: restart steno", store->path);
    return true;
}

bool store_begin(struct store *store, struct error *err)
{
    if (store->depth > 0) {
        if (!store_goes_on(store, err) || !store_run(store, err, "SAVEPOINT inner_write", ""))
            return false;
        store->depth++;
        return true;
    }
    store->scope_before = store->scope;
    if (!store_run(store, err, "BEGIN IMMEDIATE", ""))
        return false;
    store->depth = 1;
    bool ok = !store_is_taken_over(store, err) && store_find_scope(store, err);
    if (ok && store->scope == 0)
        ok =
            store_run(store, err, "INSERT OR IGNORE INTO scopes (name) VALUES (?)", "t", store->scope_name) &&
            store_find_scope(store, err);
    if (!ok)
        store_roll_back(store);
    return ok;
}

bool store_commit(struct store *store, struct error *err)
{
    const char *sql = store->depth > 1 ? "RELEASE inner_write" : "COMMIT";
    if (store_goes_on(store, err) && store_run(store, err, sql, "")) {
        store->depth--;
        return true;
    }
    store_roll_back(store);
    return false;
}

void store_roll_back(struct store *store)
{
    assert(store->depth > 0);
    if (store->depth-- > 1) {
        sqlite3_exec(store->db, "ROLLBACK TO inner_write; RELEASE inner_write", NULL, NULL, NULL);
        return;
    }
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->scope = store->scope_before;
}

bool store_end(struct store *store, bool ok, struct error *err)
{
    if (ok)
        return store_commit(store, err);
    store_roll_back(store);
    return false;
}

/* --- claims, and what is deleted for good --- */

/* A change lies between two readings: one that was told of before the first of them is of an earlier job, and
 * one in the future of a clock that ran ahead. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err)
{
    int64_t count, now_ms = clock_wall_ms();
    *is_ours = false;
    if (!store_begin(store, err))
        return false;
    bool ok =
        store_number(store, err, &count, 0,
                     "SELECT count(*) FROM hook_runs WHERE scope = ?1 AND id = ?2"
                     " AND when_ms <= max(?5, ?6) AND ((state = ?3 AND when_ms >= ?4) OR when_ms >= ?5)",
                     "iitiii", store->scope, id, state, since_ms, until_ms, now_ms);
    if (ok && count == 0)
        ok = store_run(store, err,
                       "INSERT OR REPLACE INTO hook_runs (scope, id, state, when_ms) VALUES (?, ?, ?, ?)",
                       "iiti", store->scope, id, state, until_ms) &&
             store_run(store, err,
                       "DELETE FROM hook_runs WHERE when_ms <"
                       " (SELECT when_ms FROM hook_runs ORDER BY when_ms DESC LIMIT 1 OFFSET ?)",
                       "i", (int64_t)STORE_TOLD_MAX);
    bool is_kept = store_end(store, ok, err);
    *is_ours = is_kept && count == 0;
    return is_kept;
}

bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err)
{
    /* What deletes the rows of an account; with `of_project` those of one of its projects as well. */
    static const struct {
        const char *table;
        bool of_project;
    } tables[] = {
        {"watchlist", true},    {"projects", true}, {"project_raw", true}, {"drafts", true},
        {"metadata_log", true}, {"history", true},  {"hook_runs", true},   {"exports", true},
        {"presets", false},     {"sorts", false},
    };
    sqlite3_exec(store->db, "PRAGMA secure_delete = ON", NULL, NULL, NULL);
    if (!store_begin(store, err))
        return false;
    int64_t scope = all ? 0 : store->scope;
    bool ok = store_write_forget(store, scope, id, open, err);
    for (size_t i = 0; ok && i < sizeof tables / sizeof tables[0]; i++) {
        if (!tables[i].of_project && id != 0)
            continue;
        char *sql = mem_printf("DELETE FROM %s WHERE (?1 = 0 OR scope = ?1)%s", tables[i].table,
                               tables[i].of_project ? " AND (?2 = 0 OR id = ?2)" : "");
        ok = tables[i].of_project ? store_run(store, err, sql, "ii", scope, id)
                                  : store_run(store, err, sql, "i", scope);
        free(sql);
    }
    if (ok && id == 0) /* address and email go; the number stays taken: a session that runs may know it */
        ok = store_run(store, err, "UPDATE scopes SET name = 'forgotten ' || id WHERE ?1 = 0 OR id = ?1", "i",
                       scope);
    ok = store_end(store, ok, err);
    if (ok && id == 0)
        store->scope = 0;
    return ok;
}
