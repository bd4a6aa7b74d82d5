/* A store in a folder of the test's own, and short forms for its operations. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_STORE_FIXTURE_H
#define STENO_TESTS_STORE_FIXTURE_H

#include "folder.h"

#include <inttypes.h>
#include <sqlite3.h>

#include "store.h"
#include "steno/api/json.h"
#include "steno/store/credentials.h"

static struct store *store;
static struct store_config config;
static struct error err;
static struct store_result *last;

static void store_begin(void)
{
    folder_make();
    error_clear(&err);
    config = (struct store_config){
        .path = mem_copy(folder_path("state/steno/state.db")),
        .credentials_path = mem_copy(folder_path("credentials")),
        .url = "https://h",
        .api_path = "/API",
        .email = "a@b.c",
    };
}

static void store_end(void)
{
    store_result_free(last);
    store_close(store);
    free((char *)(uintptr_t)config.path);
    free((char *)(uintptr_t)config.credentials_path);
    folder_remove();
}

static void open_store(void)
{
    store_close(store);
    store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
}

/* Lets the file grow to this many pages only, as a full disk would: SQLite takes the present size where it is
 * more. */
static inline void limit_pages(int pages)
{
    char *sql = mem_printf("PRAGMA max_page_count = %d", pages);
    cr_assert_eq(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK);
    free(sql);
}

/* Runs an operation with these values and keeps its result in `last`. */
static bool run_on(struct store *on, enum store_op_kind kind, int64_t id, int64_t number, int64_t when_ms,
                   const char *name, const char *text, const char *json)
{
    struct store_op *op = store_op_new(kind);
    op->id = id;
    op->number = number;
    op->when_ms = when_ms;
    op->name = mem_copy_or_null(name);
    op->text = mem_copy_or_null(text);
    op->json = json ? json_decode(json, strlen(json), &err) : NULL;
    store_result_free(last);
    last = store_result_new(op);
    bool ok = store_execute(on, op, last);
    cr_assert_eq(ok, last->ok);
    cr_assert_eq(last->serial, op->serial);
    store_op_free(op);
    return ok;
}

static bool run(enum store_op_kind kind, int64_t id, const char *name, const char *text, const char *json)
{
    return run_on(store, kind, id, 0, 1000, name, text, json);
}

/* The watched ids in their order, as text. */
__attribute__((unused)) static const char *watched(struct store *on)
{
    static char text[256];
    size_t len = 0;
    text[0] = '\0';
    cr_assert(run_on(on, STORE_LOAD, 0, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    for (size_t i = 0; i < last->row_count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRId64, i ? " " : "", last->rows[i].id);
    return text;
}

__attribute__((unused)) static void watch(int64_t from, int64_t to)
{
    for (int64_t id = from; id <= to; id++)
        cr_assert(run(STORE_WATCH_ADD, id, NULL, NULL, NULL), "%s", last->error.text);
}

#define PROJECT(state)                                                                                       \
    "{\"Id\":1,\"AccessToken\":9007199254740993,\"ProcessingState\":\"" state "\",\"Length\":\"00:10:00\","  \
    "\"Description\":{\"Name\":\"Caf\\u00e9 "                                                                \
    "\\u001b[31m\"},\"Tags\":[\"news\",\"a,b\"],\"Extra\":{\"deep\":[1.5,null]}}"

__attribute__((unused)) static bool save(int64_t when_ms, const char *json)
{
    return run_on(store, STORE_PROJECT_SAVE, 1, 0, when_ms, NULL, NULL, json);
}

/* Carries an operation out and keeps its result in `last`. */
static inline bool execute(struct store_op *op)
{
    store_result_free(last);
    last = store_result_new(op);
    bool ok = store_execute(store, op, last);
    store_op_free(op);
    return ok;
}

/* Runs SQL on the file behind the store's back. */
static inline void meddle(const char *sql)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* How many rows the history has. */
static inline size_t history(void)
{
    cr_assert(run(STORE_HISTORY_LOAD, 0, NULL, NULL, NULL));
    return last->entry_count;
}

#endif
