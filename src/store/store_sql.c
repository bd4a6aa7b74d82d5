/* Short forms for SQL, and the sentences for what SQLite reports. */
/* SPDX-License-Identifier: MIT */
#include "store_sql.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define TIME_MAX_MS INT64_C(253402300799999) /* the end of the year 9999 */

bool store_fail(struct store *store, struct error *err)
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
        return error_set(err, ERROR_IO, "Another session is using %s, or its file system has no locks",
                         store->path);
    case SQLITE_READONLY:
        if (sqlite3_extended_errcode(store->db) == SQLITE_READONLY_DBMOVED)
            return error_set(err, ERROR_IO, "Nothing was saved: %s was deleted or replaced. Restart steno",
                             store->path);
        return error_set(err, ERROR_IO, "Nothing was saved: %s cannot be written", store->path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return error_set(err, ERROR_IO,
                         "The state file %s is damaged. Move it away, and steno makes a new one; what it has:"
                         " sqlite3 %s .recover",
                         store->path, store->path);
    default:
        return error_set(err, ERROR_IO, "Cannot %s %s: %s", code == SQLITE_CANTOPEN ? "open" : "use",
                         store->path, reason);
    }
}

/* Binds values by their letters. */
static void store_bind(sqlite3_stmt *statement, const char *types, va_list args)
{
    for (int i = 1; *types; types++, i++) {
        if (*types == 'i')
            sqlite3_bind_int64(statement, i, va_arg(args, int64_t));
        else
            sqlite3_bind_text(statement, i, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
    }
}

/* Takes the statement of an SQL text out of those that wait; NULL when there is none. */
static sqlite3_stmt *store_take_idle(struct store *store, const char *sql)
{
    for (int i = 0; i < STORE_IDLE_MAX; i++) {
        sqlite3_stmt *statement = store->idle[i];
        if (statement && strcmp(sqlite3_sql(statement), sql) == 0) {
            store->idle[i] = NULL;
            return statement;
        }
    }
    return NULL;
}

void store_release(struct store *store, sqlite3_stmt *statement)
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

void store_drop_idle(struct store *store)
{
    for (int i = 0; i < STORE_IDLE_MAX; i++) {
        sqlite3_finalize(store->idle[i]);
        store->idle[i] = NULL;
    }
}

/* Sets how long a lock is waited for now: what comes just after a wait that was in vain does not wait. */
static void store_set_patience(struct store *store)
{
    bool holds = store->gave_up_ms && clock_mono_ms() < store->gave_up_ms + STORE_HOLD_MS;
    int64_t patience_ms = holds ? 0 : store->busy_ms;
    if (patience_ms != store->patience_ms)
        sqlite3_busy_timeout(store->db, (int)patience_ms);
    store->patience_ms = patience_ms;
}

/* Prepares and binds. */
static sqlite3_stmt *store_prepare_args(struct store *store, struct error *err, const char *sql,
                                        const char *types, va_list args)
{
    if (store->depth == 0 && strcmp(sql, "PRAGMA data_version") != 0)
        store_set_patience(store);
    sqlite3_stmt *statement = store_take_idle(store, sql);
    if (!statement && sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_fail(store, err);
        return NULL;
    }
    store_bind(statement, types, args);
    return statement;
}

sqlite3_stmt *store_prepare(struct store *store, struct error *err, const char *sql, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    sqlite3_stmt *statement = store_prepare_args(store, err, sql, types, args);
    va_end(args);
    return statement;
}

int store_step(struct store *store, sqlite3_stmt *statement, struct error *err)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return 1;
    if (code == SQLITE_DONE)
        return 0;
    store_fail(store, err);
    return -1;
}

/* Runs a statement to its end, and ends it. */
static bool store_finish(struct store *store, sqlite3_stmt *statement, struct error *err)
{
    int more = -1;
    while (statement && (more = store_step(store, statement, err)) > 0)
        ;
    if (statement)
        store_release(store, statement);
    return more == 0;
}

bool store_run(struct store *store, struct error *err, const char *sql, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    sqlite3_stmt *statement = store_prepare_args(store, err, sql, types, args);
    va_end(args);
    return store_finish(store, statement, err);
}

bool store_number(struct store *store, struct error *err, int64_t *value, int64_t none, const char *sql,
                  const char *types, ...)
{
    va_list args;
    va_start(args, types);
    sqlite3_stmt *statement = store_prepare_args(store, err, sql, types, args);
    va_end(args);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    *value = got > 0 ? sqlite3_column_int64(statement, 0) : none;
    store_release(store, statement);
    return got >= 0;
}

char *store_column(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? mem_copy((const char *)text) : NULL;
}

char *store_shown_column(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? text_clean_copy((const char *)text) : NULL;
}

int64_t store_since_column(sqlite3_stmt *statement, int column)
{
    int64_t ms = sqlite3_column_int64(statement, column);
    return ms >= -TIME_MAX_MS && ms <= TIME_MAX_MS ? ms : 0;
}

int64_t store_time_column(sqlite3_stmt *statement, int column)
{
    int64_t ms = store_since_column(statement, column);
    return ms >= 0 ? ms : 0;
}

json_t *store_json_column(sqlite3_stmt *statement, int column, struct error *err)
{
    struct error ignored;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    json_t *json =
        text ? json_decode(text, (size_t)sqlite3_column_bytes(statement, column), err ? err : &ignored)
             : NULL;
    if (text && !json && err)
        error_prefix(err, "A saved value cannot be read");
    return json;
}

struct store_entry *store_add_entry(struct store_entries *entries)
{
    if ((entries->count & (entries->count - 1)) == 0) /* the room grows at powers of two */
        entries->items =
            mem_grow(entries->items, entries->count ? entries->count * 2 : 1, sizeof *entries->items);
    struct store_entry *entry = &entries->items[entries->count++];
    *entry = (struct store_entry){0};
    return entry;
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

char *store_json_text(const json_t *json, struct error *err)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json && json_write(&text, json))
        return buffer_take(&text);
    error_set(err, ERROR_IO, json ? "The value is too large to be saved" : "There is nothing to save");
    buffer_free(&text);
    return NULL;
}
