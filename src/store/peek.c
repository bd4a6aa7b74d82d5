/* A look into state.db for a line that is being typed. */
/* SPDX-License-Identifier: MIT */
#include "steno/store/peek.h"

#include <stdlib.h>

#include "steno/base/mem.h"
#include "store_sql.h"

/* What is asked by kind, with the scope, the prefix and the table of presets; the prefix before the limit. */
static const char *const peek_sql[] = {
    [PEEK_PROJECTS] = "SELECT w.id, COALESCE(p.state || '  ' || p.name, '') FROM watchlist w"
                      " LEFT JOIN projects p ON p.scope = w.scope AND p.id = w.id"
                      " WHERE w.scope = ?1 AND w.id > 0 AND substr(w.id, 1, length(?2)) = ?2 AND ?3 = ''"
                      " ORDER BY w.place LIMIT ?4",
    [PEEK_PRESETS] = "SELECT name, form FROM presets WHERE scope = ?1"
                     " AND substr(name, 1, length(?2)) = ?2 AND (?3 = '' OR form = ?3)"
                     " ORDER BY name LIMIT ?4",
};

/* The store, open for nothing but this; NULL where that cannot be. No lock is waited for. */
static struct store *peek_open(const struct store_config *config)
{
    struct store *store = store_new(config);
    store->busy_ms = 0;
    if (store->path &&
        sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        store_set_scope(store, config->url, config->api_path, config->email, NULL))
        return store;
    store_close(store);
    return NULL;
}

void peek_read(struct peek_rows *rows, const struct store_config *config, enum peek_kind kind,
               const char *prefix, const char *table)
{
    rows->count = 0;
    struct store *store = peek_open(config);
    sqlite3_stmt *statement = store ? store_prepare(store, NULL, peek_sql[kind], "itti", store->scope, prefix,
                                                    table, (int64_t)PEEK_ROWS_MAX)
                                    : NULL;
    while (statement && rows->count < PEEK_ROWS_MAX && store_step(store, statement, NULL) > 0) {
        rows->rows[rows->count].name = store_column(statement, 0);
        rows->rows[rows->count++].help = store_column(statement, 1);
    }
    if (statement)
        store_release(store, statement);
    store_close(store);
}

void peek_rows_free(struct peek_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->rows[i].name);
        free(rows->rows[i].help);
    }
    rows->count = 0;
}
