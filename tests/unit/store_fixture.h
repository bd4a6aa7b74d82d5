/* A store in a temporary folder, with short forms of the most used calls. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_STORE_FIXTURE_H
#define STENO_TESTS_STORE_FIXTURE_H

#include "folder.h"

#include <inttypes.h>

#include "steno/api/json.h"
#include "store_sql.h"

static struct store *store;
static struct store_config config;
static struct error err;
static struct store_list list; /* from the last load */

/* Asserts that a call succeeds. */
#define DO(call) cr_assert(call, "%s", err.text)

static void fixture_begin(void)
{
    folder_make();
    error_clear(&err);
    config = (struct store_config){.path = mem_copy(folder_path("state/steno/state.db")),
                                   .url = "https://h",
                                   .api_path = "/API",
                                   .email = "a@b.c"};
}

static void fixture_end(void)
{
    store_list_clear(&list);
    store_close(store);
    free((char *)(uintptr_t)config.path);
    folder_remove();
}

static void close_store(void)
{
    store_close(store);
    store = NULL;
}

static void open_store(void)
{
    close_store();
    store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
}

/* .init of suites whose cases need an open store. */
__attribute__((unused)) static void fixture_begin_open(void)
{
    fixture_begin();
    open_store();
}

static inline void log_in(const char *email)
{
    DO(store_set_scope(store, "https://h", "/API", email, &err));
}

/* Loads the list; returns its ids in order, as text. */
static inline const char *listed_since(struct store *on, int64_t since_ms, size_t limit)
{
    static char text[256];
    size_t len = 0;
    text[0] = '\0';
    store_list_clear(&list);
    DO(store_list_load(on, since_ms, limit, &list, &err));
    for (size_t i = 0; i < list.count && len < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRId64, i ? " " : "", list.rows[i].id);
    return text;
}

static inline const char *listed(struct store *on)
{
    return listed_since(on, 0, 0);
}

static inline bool watch_one(int64_t id)
{
    return store_list_add(store, &id, 1, NULL, &err);
}

static inline void watch(int64_t from, int64_t to)
{
    for (int64_t id = from; id <= to; id++)
        DO(watch_one(id));
}

#define PROJECT(state)                                                                                       \
    "{\"Id\":1,\"AccessToken\":9007199254740993,\"ProcessingState\":\"" state "\",\"Length\":\"00:10:00\","  \
    "\"Description\":{\"Name\":\"Caf\\u00e9 "                                                                \
    "\\u001b[31m\"},\"Tags\":[\"news\",\"a,b\"],\"Extra\":{\"deep\":[1.5,null]}}"

static inline void save_reading(int64_t id, const char *json, int64_t when_ms, bool is_seen, bool is_ended)
{
    json_t *raw = json_decode(json, strlen(json), &err);
    struct project *project = project_pick(raw, id, &err);
    cr_assert_not_null(project, "%s", err.text);
    DO(store_project_save(
        store,
        &(struct store_reading){
            .project = project, .when_ms = when_ms, .is_seen = is_seen, .is_ended = is_ended},
        &err));
    project_free(project);
    json_decref(raw);
}

static inline void save(int64_t when_ms, const char *json)
{
    save_reading(1, json, when_ms, false, false);
}

/* Calls store_forget(); returns the number of writes that stay open. */
static inline size_t forget(int64_t id, bool all)
{
    size_t open = 99;
    DO(store_forget(store, id, all, &open, &err));
    return open;
}

/* Saves a read of a project with this state and version; Completed and Failed count as ended. */
static inline void read_as(int64_t id, const char *state, int64_t version, int64_t when_ms)
{
    bool is_ended = strcmp(state, "Completed") == 0 || strcmp(state, "Failed") == 0;
    char *json = mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":%" PRId64 ",\"ProcessingState\":\"%s\"}", id,
                            version, state);
    save_reading(id, json, when_ms, false, is_ended);
    free(json);
}

/* Saves a receipt that ends no write. */
static inline void keep(struct receipt receipt)
{
    receipt.outcome = WRITE_DONE;
    DO(store_write_end(store, 0, &receipt, &err));
}

static inline void keep_line(int64_t id, int64_t when_ms, const char *kind, const char *text)
{
    keep((struct receipt){.end.id = id, .when_ms = when_ms, .kind = kind, .row = (char *)(uintptr_t)text});
}

/* Names and texts of loaded entries: "state None → InProgress; enqueue Enqueued". Clears the entries. */
static inline const char *told_entries(struct store_entries *entries)
{
    static char text[1000];
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = 0; i < entries->count && len < sizeof text; i++)
        len +=
            (size_t)snprintf(text + len, sizeof text - len, "%s%s %s", i ? "; " : "", entries->items[i].name,
                             entries->items[i].text ? entries->items[i].text : "-");
    store_entries_clear(entries);
    return text;
}

/* The history of a project, or of all (0), newest first. */
static inline const char *history(int64_t id)
{
    struct store_entries entries;
    DO(store_history_load(store, id, 0, &entries, &err));
    return told_entries(&entries);
}

/* Runs SQL on the file with another connection. */
static inline void meddle(const char *sql)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* A number from the store by SQL. */
static inline int64_t number(const char *sql)
{
    int64_t value = -1;
    cr_assert(store_get(store, &err, sql, ">i", &value) >= 0, "%s: %s", sql, err.text);
    return value;
}

/* Limits the file to this number of pages, like a full disk. If the file is larger, SQLite uses its size. */
static inline void limit_pages(int pages)
{
    char *sql = mem_printf("PRAGMA max_page_count = %d", pages);
    cr_assert_eq(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK);
    free(sql);
}

#endif
