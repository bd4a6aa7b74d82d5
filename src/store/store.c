/* SPDX-License-Identifier: MIT */
#include "store_sql.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/api/json.h"
#include "steno/api/request.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define TEXT_OF(number)    #number
#define NUMBER_TEXT(macro) TEXT_OF(macro)
#define TIME_MAX_MS        INT64_C(253402300799999) /* the end of the year 9999 */

/* The JSON of a project (`raw`) has its own table, so that loading the list does not read the JSON.
 * AUTOINCREMENT: the number of an act (a batch) or of a row in act_rows is never used twice. In act_rows, an
 * outcome of NULL is a write that has no answer. */
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

/* --- statements --- */

static bool store_find_scope(struct store *store, struct error *err);

/* Fills err from the last error of the connection. Returns false. */
static bool store_fail(struct store *store, struct error *err)
{
    int code = sqlite3_errcode(store->db) & 0xff, why = sqlite3_system_errno(store->db);
    const char *reason =
        why && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) ? strerror(why) : sqlite3_errmsg(store->db);
    switch (code) {
    case SQLITE_FULL:
        return error_set(err, ERROR_IO, "Nothing was saved: no space is left for %s", store->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        if (store->patience_ms > 0)
            store->gave_up_ms = clock_mono_ms();
        return error_set(err, ERROR_IO,
                         "Another steno is using %s, or the files in its folder cannot be locked",
                         store->path);
    case SQLITE_READONLY:
        if (sqlite3_extended_errcode(store->db) == SQLITE_READONLY_DBMOVED)
            return error_set(err, ERROR_IO, "Nothing was saved: %s was deleted or replaced. Restart steno",
                             store->path);
        return error_set(err, ERROR_IO, "Nothing was saved: %s cannot be written", store->path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return error_set(err, ERROR_IO,
                         "The state file %s is damaged. Move it away, and steno makes a new one. To recover"
                         " its data: sqlite3 %s .recover",
                         store->path, store->path);
    default:
        return error_set(err, ERROR_IO, "Cannot %s the state file %s: %s",
                         code == SQLITE_CANTOPEN ? "open" : "use", store->path, reason);
    }
}

static bool store_exec(struct store *store, const char *sql, struct error *err)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, err);
}

/* Binds the values, which must stay valid until store_release(). */
static bool store_bind(struct store *store, sqlite3_stmt *statement, const char **form, va_list *args,
                       struct error *err)
{
    struct buffer text;
    const json_t *json;
    int i = 1;
    for (; **form && **form != '>'; ++*form, i++) {
        switch (**form) {
        case '@':
            sqlite3_bind_int64(statement, i, store->scope);
            break;
        case 'i':
            sqlite3_bind_int64(statement, i, va_arg(*args, int64_t));
            break;
        case 'b':
            sqlite3_bind_int(statement, i, va_arg(*args, int));
            break;
        case 'c': {
            const char *raw = va_arg(*args, const char *);
            sqlite3_bind_text(statement, i, raw ? text_clean_copy(raw) : NULL, -1, free);
            break;
        }
        case 'j':
            if (!(json = va_arg(*args, const json_t *)))
                break;
            buffer_init(&text, BUFFER_MAX_DEFAULT);
            if (!json_write(&text, json)) {
                buffer_free(&text);
                return error_set(err, ERROR_IO, "The value is too large to be saved");
            }
            sqlite3_bind_text(statement, i, buffer_take(&text), -1, free);
            break;
        default:
            assert(**form == 't');
            sqlite3_bind_text(statement, i, va_arg(*args, const char *), -1, SQLITE_STATIC);
        }
    }
    assert(i == sqlite3_bind_parameter_count(statement) + 1);
    *form += **form == '>';
    return true;
}

/* Keeps a prepared statement for its next use. If `idle` is full, drops the least recently used statement. */
static void store_release(struct store *store, sqlite3_stmt *statement)
{
    if (!statement)
        return;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    int last = 0;
    while (last < STORE_IDLE_MAX - 1 && store->idle[last])
        last++;
    sqlite3_finalize(store->idle[last]);
    memmove(store->idle + 1, store->idle, (size_t)last * sizeof *store->idle);
    store->idle[0] = statement;
}

/* Returns an idle or new statement with its values bound. Moves *form past the '>', to the letters of the
 * columns. Outside a transaction, first finds the scope again, because another program can create or delete
 * the row of the scope. Also sets how long SQLite waits for a lock: busy_ms, or 0 for STORE_HOLD_MS after a
 * wait for a lock has timed out. */
static sqlite3_stmt *store_start(struct store *store, struct error *err, const char *sql, const char **form,
                                 va_list *args)
{
    if (store->depth == 0) {
        if (strchr(*form, '@') && !store_find_scope(store, err))
            return NULL;
        bool holds = store->gave_up_ms && clock_mono_ms() < store->gave_up_ms + STORE_HOLD_MS;
        int64_t patience_ms = holds ? 0 : store->busy_ms;
        if (patience_ms != store->patience_ms)
            sqlite3_busy_timeout(store->db, (int)patience_ms);
        store->patience_ms = patience_ms;
    }
    sqlite3_stmt *statement = NULL;
    for (int i = 0; i < STORE_IDLE_MAX && !statement; i++) {
        if (store->idle[i] && strcmp(sqlite3_sql(store->idle[i]), sql) == 0) {
            statement = store->idle[i];
            store->idle[i] = NULL;
        }
    }
    if (!statement && sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_fail(store, err);
        return NULL;
    }
    if (store_bind(store, statement, form, args, err))
        return statement;
    store_release(store, statement);
    return NULL;
}

static bool store_read(sqlite3_stmt *row, const char *reads, va_list *args, struct error *err)
{
    assert(!*reads || (size_t)sqlite3_column_count(row) == strlen(reads));
    for (int i = 0; reads[i]; i++) {
        bool is_text = strchr("tcCjJ", reads[i]);
        const char *text = is_text ? (const char *)sqlite3_column_text(row, i) : NULL;
        int64_t number = is_text ? 0 : sqlite3_column_int64(row, i);
        struct error why;
        json_t **json;
        switch (reads[i]) {
        case 'i':
            *va_arg(*args, int64_t *) = number;
            break;
        case 'n':
            *va_arg(*args, int *) = (int)number;
            break;
        case 'b':
            *va_arg(*args, bool *) = number != 0;
            break;
        case 'm':
            *va_arg(*args, int64_t *) = number >= 0 && number <= TIME_MAX_MS ? number : 0;
            break;
        case 's':
            *va_arg(*args, int64_t *) = number >= -TIME_MAX_MS && number <= TIME_MAX_MS ? number : 0;
            break;
        case 't':
            *va_arg(*args, char **) = mem_copy_or_null(text);
            break;
        case 'c':
        case 'C':
            *va_arg(*args, char **) = text ? text_clean_copy(text) : reads[i] == 'C' ? mem_copy("") : NULL;
            break;
        default:
            json = va_arg(*args, json_t **);
            *json = text ? json_decode(text, (size_t)sqlite3_column_bytes(row, i), &why) : NULL;
            if (text && !*json && reads[i] == 'J') {
                error_prefix(&why, "A saved value cannot be read");
                *err = why;
                return false;
            }
        }
    }
    return true;
}

/* Does what store_next() does, with the pointers in `args`. */
static int store_step(struct store *store, sqlite3_stmt **rows, struct error *err, const char *reads,
                      va_list *args)
{
    int code = *rows ? sqlite3_step(*rows) : SQLITE_ERROR;
    if (code == SQLITE_ROW && store_read(*rows, reads, args, err))
        return 1;
    if (*rows && code != SQLITE_ROW && code != SQLITE_DONE)
        store_fail(store, err);
    store_release(store, *rows);
    *rows = NULL;
    return code == SQLITE_DONE ? 0 : -1;
}

int store_get(struct store *store, struct error *err, const char *sql, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    sqlite3_stmt *statement = store_start(store, err, sql, &form, &args);
    int got = store_step(store, &statement, err, form, &args);
    va_end(args);
    store_release(store, statement);
    return got;
}

sqlite3_stmt *store_rows(struct store *store, struct error *err, const char *sql, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    sqlite3_stmt *rows = store_start(store, err, sql, &form, &args);
    va_end(args);
    return rows;
}

int store_next(struct store *store, sqlite3_stmt **rows, struct error *err, const char *reads, ...)
{
    va_list args;
    va_start(args, reads);
    int more = store_step(store, rows, err, reads, &args);
    va_end(args);
    return more;
}

void *store_room(void *items, size_t count, size_t size)
{
    return count & (count - 1) ? items : mem_grow(items, count ? count * 2 : 1, size);
}

bool store_collect(struct store *store, struct store_entries *entries, struct error *err, const char *sql,
                   const char *form, ...)
{
    struct store_entry entry;
    va_list args;
    int more;
    *entries = (struct store_entries){0};
    va_start(args, form);
    sqlite3_stmt *rows = store_start(store, err, sql, &form, &args);
    va_end(args);
    while ((more = store_next(store, &rows, err, form, &entry.id, &entry.when_ms, &entry.name, &entry.text,
                              &entry.text2, &entry.act)) > 0) {
        entries->items = store_room(entries->items, entries->count, sizeof entry);
        entries->items[entries->count++] = entry;
    }
    if (more < 0)
        store_entries_clear(entries);
    return more == 0;
}

void store_entries_clear(struct store_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        free(entries->items[i].name);
        free(entries->items[i].text);
        free(entries->items[i].text2);
    }
    free(entries->items);
    *entries = (struct store_entries){0};
}

/* --- the file --- */

/* Creates file and folder if they are missing. Removes the rights of other users, except from the target of a
 * link. Does not open an existing file, because closing a second descriptor would drop SQLite's locks. */
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
        return error_set(err, ERROR_IO, "%s is not a regular file", store->path);
    if (!(info.st_mode & 0222) || access(store->path, W_OK) != 0)
        return error_set(err, ERROR_IO, "%s cannot be written. Make it writable with chmod u+w", store->path);
    if ((info.st_mode & 077) && !store->is_link)
        chmod(store->path, 0600);
    return true;
}

/* Creates the tables in a new file. Refuses a file with another schema, and does not change it. */
static bool store_check_schema(struct store *store, struct error *err)
{
    static const char ask[] = "PRAGMA user_version";
    int64_t version;
    if (store_get(store, err, ask, ">i", &version) < 0)
        return false;
    if (version == 0) {
        bool ok = store_exec(store, "BEGIN IMMEDIATE", err) &&
                  store_get(store, err, ask, ">i", &version) >= 0 &&
                  (version != 0 || store_exec(store, store_tables, err)) && store_exec(store, "COMMIT", err);
        if (!ok) {
            store_exec(store, "ROLLBACK", NULL);
            return false;
        }
        version = version ? version : STORE_SCHEMA;
    }
    return version == STORE_SCHEMA ||
           error_set(err, ERROR_IO,
                     "%s belongs to another version of steno (schema %lld, this one has %d). Use that"
                     " version. Or move the file away: then steno makes a new one",
                     store->path, (long long)version, STORE_SCHEMA);
}

char *store_default_path(void)
{
    char *folder = file_state_dir(), *path = folder ? mem_printf("%s/state.db", folder) : NULL;
    free(folder);
    return path;
}

/* Returns a store whose file is not open yet. */
static struct store *store_new(const struct store_config *config)
{
    struct store *store = mem_zero(1, sizeof *store);
    struct stat info;
    char *path = config->path ? mem_copy(config->path) : store_default_path();
    char *real = path ? realpath(path, NULL) : NULL;
    store->is_link = real && lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    store->path = store->is_link ? real : path;
    store->busy_ms = STORE_BUSY_MS;
    free(store->is_link ? path : real);
    return store;
}

struct store *store_open(const struct store_config *config, struct error *err)
{
    struct store *store = store_new(config);
    bool ok =
        store->path ||
        error_set(err, ERROR_IO, "Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
    ok = ok && (strcmp(store->path, ":memory:") == 0 || store_prepare_file(store, err));
    ok = ok && (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
                    SQLITE_OK ||
                store_fail(store, err));
    /* DELETE: the rollback journal needs only file locks. FULL: a commit waits for the disk. */
    ok = ok && store_check_schema(store, err) &&
         store_exec(store, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL", err) &&
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
    for (int i = 0; i < STORE_IDLE_MAX; i++)
        sqlite3_finalize(store->idle[i]);
    sqlite3_close_v2(store->db);
    free(store->path);
    free(store->scope_name);
    free(store->server);
    free(store);
}

void store_wait_at_most(struct store *store, int64_t busy_ms)
{
    store->busy_ms = busy_ms;
    store->gave_up_ms = 0;
}

bool store_has_changed(struct store *store)
{
    int64_t before = store->data_version, busy_ms = store->busy_ms;
    if (store->depth > 0) /* during our transaction no other program can write */
        return false;
    store->busy_ms = 0;
    store_get(store, NULL, "PRAGMA data_version", ">i", &store->data_version);
    store->busy_ms = busy_ms;
    return store->data_version != before;
}

void store_peek(const struct store_config *config, enum store_peek kind, const char *prefix,
                const char *table, struct store_entries *entries)
{
    static const char *const sql[] = {
        [PEEK_PROJECTS] = "SELECT w.id, 0, w.id, COALESCE(p.state || '  ' || p.name, ''), NULL, 0"
                          " FROM watchlist w LEFT JOIN projects p ON p.scope = w.scope AND p.id = w.id"
                          " WHERE w.scope = ?1 AND w.id > 0 AND substr(w.id, 1, length(?2)) = ?2 AND ?3 = ''"
                          " ORDER BY w.place LIMIT ?4",
        [PEEK_PRESETS] = "SELECT 0, 0, name, form, NULL, 0 FROM presets WHERE scope = ?1"
                         " AND substr(name, 1, length(?2)) = ?2 AND (?3 = '' OR form = ?3)"
                         " ORDER BY name LIMIT ?4",
    };
    struct store *store = store_new(config);
    store->busy_ms = 0;
    *entries = (struct store_entries){0};
    if (store->path &&
        sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        store_set_scope(store, config->url, config->api_path, config->email, NULL))
        store_collect(store, entries, NULL, sql[kind], "@ttb>imttci", prefix, table, STORE_PEEK_MAX);
    store_close(store);
}

/* --- the scope --- */

/* Returns a name such as "https://host/API demo@example.org". If `email` is empty, omits the email. */
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

/* Returns the server as "host:443", in lower case. All its paths and accounts have the same projects. */
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

/* Finds the row of the scope by its number. If another program has forgotten the scope, looks by name. */
static bool store_find_scope(struct store *store, struct error *err)
{
    int64_t known = store->scope;
    store->scope = 0;
    if (known != 0 &&
        store_get(store, err, "SELECT id FROM scopes WHERE id = ? AND name NOT LIKE 'forgotten %'", "i>i",
                  known, &store->scope) < 0)
        return false;
    if (store->scope == 0 && store_get(store, err, "SELECT id FROM scopes WHERE name = ?", "t>i",
                                       store->scope_name, &store->scope) < 0)
        return false;
    if (store->scope != 0 || strchr(store->scope_name, ' '))
        return true;
    return store_get(store, err,
                     "SELECT CASE count(*) WHEN 1 THEN min(id) ELSE 0 END FROM scopes"
                     " WHERE substr(name, 1, length(?1) + 1) = ?1 || ' '",
                     "t>i", store->scope_name, &store->scope) >= 0;
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
    /* The first login at a server takes over the rows that were saved without a login. */
    char *bare = store_scope_name(url, api_path, NULL);
    int64_t from;
    int got = store_get(store, err, "SELECT id FROM scopes WHERE name = ?", "t>i", bare, &from);
    free(bare);
    if (got > 0 &&
        store_run(store, NULL, "UPDATE scopes SET name = ? WHERE id = ?", "ti", store->scope_name, from))
        store->scope = from; /* if the UPDATE fails, the rows stay in the old scope */
    return got >= 0;
}

/* --- transactions --- */

/* True if the transaction still exists. When the disk is full or fails, SQLite ends the transaction,
 * and later writes could not be rolled back. */
static bool store_goes_on(struct store *store, struct error *err)
{
    return !sqlite3_get_autocommit(store->db) ||
           error_set(err, ERROR_IO, "Nothing was saved: one of the changes could not be written to %s",
                     store->path);
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
    int64_t version;
    if (store_get(store, NULL, "PRAGMA user_version", ">i", &version) > 0 && version != STORE_SCHEMA)
        error_set(err, ERROR_IO, "%s was changed by another version of steno: restart steno", store->path);
    else if (store_find_scope(store, err) &&
             (store->scope != 0 || (store_run(store, err, "INSERT OR IGNORE INTO scopes (name) VALUES (?)",
                                              "t", store->scope_name) &&
                                    store_find_scope(store, err))))
        return true;
    store_roll_back(store);
    return false;
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
        store_exec(store, "ROLLBACK TO inner_write; RELEASE inner_write", NULL);
        return;
    }
    store_exec(store, "ROLLBACK", NULL);
    store->scope = store->scope_before;
}

bool store_end(struct store *store, bool ok, struct error *err)
{
    if (ok)
        return store_commit(store, err);
    store_roll_back(store);
    return false;
}

/* --- hook claims and `forget` --- */

/* Refuses the claim if there is an earlier claim. A claim from before since_ms is ignored: it is for an
 * earlier transcription. A claim from the future is also ignored: it comes from a wrong clock. */
bool store_hook_claim(struct store *store, int64_t id, const char *state, int64_t since_ms, int64_t until_ms,
                      bool *is_ours, struct error *err)
{
    *is_ours = false;
    if (!store_begin(store, err))
        return false;
    bool ok = store_run(store, err,
                        "INSERT OR REPLACE INTO hook_runs (scope, id, state, when_ms) SELECT ?1, ?2, ?3, ?5"
                        " WHERE NOT EXISTS (SELECT 1 FROM hook_runs WHERE scope = ?1 AND id = ?2"
                        " AND when_ms <= max(?5, ?6) AND ((state = ?3 AND when_ms >= ?4) OR when_ms >= ?5))",
                        "@itiii", id, state, since_ms, until_ms, clock_wall_ms());
    bool is_new = ok && sqlite3_changes(store->db) > 0;
    if (is_new)
        ok = store_run(store, err,
                       "DELETE FROM hook_runs WHERE when_ms <"
                       " (SELECT when_ms FROM hook_runs ORDER BY when_ms DESC LIMIT 1 OFFSET ?)",
                       "b", STORE_HOOKS_MAX);
    ok = store_end(store, ok, err);
    *is_ours = ok && is_new;
    return ok;
}

bool store_forget(struct store *store, int64_t id, bool all, size_t *open, struct error *err)
{
    /* In the first OF_PROJECTS tables a row belongs to a project; in the other tables only to a scope. */
    enum { OF_PROJECTS = 8 };
    static const char *const tables[] = {"watchlist", "projects",  "project_raw", "drafts",  "metadata_log",
                                         "history",   "hook_runs", "exports",     "presets", "sorts"};
    store_exec(store, "PRAGMA secure_delete = ON", NULL);
    if (!store_begin(store, err))
        return false;
    int64_t scope = all ? 0 : store->scope;
    bool ok = store_write_forget(store, scope, id, open, err);
    for (size_t i = 0; ok && i < sizeof tables / sizeof tables[0]; i++) {
        char *sql = mem_printf("DELETE FROM %s WHERE ?1 IN (0, scope) AND ?2 IN (0%s)", tables[i],
                               i < OF_PROJECTS ? ", id" : "");
        ok = store_run(store, err, sql, "ii", scope, id);
        free(sql);
    }
    /* Removes address and email. Keeps the id of the scope, because a running session can use this id. */
    if (ok && id == 0)
        ok = store_run(store, err, "UPDATE scopes SET name = 'forgotten ' || id WHERE ?1 IN (0, id)", "i",
                       scope);
    ok = store_end(store, ok, err);
    if (ok && id == 0)
        store->scope = 0;
    return ok;
}
