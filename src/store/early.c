/* Owns the rows of scopes without a server: which of them are offered, to be moved to the one in use, and
 * that each is offered once. Knows nobody who asks. */
/* SPDX-License-Identifier: MIT */
#include "early.h"

#include <string.h>

/* The scopes without an address; those that were forgotten have another name. */
#define EARLY_SCOPES "(SELECT id FROM scopes WHERE name NOT LIKE '%://%' AND name NOT LIKE 'forgotten %')"
/* Those beside ?1 for which nobody has said no. */
#define EARLY_OFFERED                                                                                        \
    "(SELECT id FROM scopes s WHERE id IN " EARLY_SCOPES " AND id <> ?1 AND NOT EXISTS"                      \
    " (SELECT 1 FROM told_changes t WHERE t.scope = s.id AND t.id = 0 AND t.teller = '" STORE_EARLY_ASKED    \
    "'))"

bool early_find(struct store *store, int64_t *scope, struct error *err)
{
    return store_number(store, err, scope, 0,
                        "SELECT id FROM scopes s WHERE id IN " EARLY_SCOPES " AND NOT EXISTS (SELECT 1"
                        " FROM told_changes t WHERE t.scope = s.id AND t.id = 0)"
                        " ORDER BY (SELECT count(*) FROM watchlist w WHERE w.scope = s.id) DESC, id LIMIT 1",
                        "");
}

/* What can still be moved: the project, its note, a preset. */
bool early_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    int64_t is_there; /* asked first: it seldom is, and what follows costs every command a lot to prepare */
    if (!store_number(store, err, &is_there, 0, "SELECT EXISTS " EARLY_SCOPES, ""))
        return false;
    if (!is_there)
        return true;
    sqlite3_stmt *statement =
        store_prepare(store, err,
                      "SELECT id FROM watchlist w WHERE scope IN " EARLY_SCOPES " AND scope <> ?1 AND id > 0"
                      " AND (NOT EXISTS (SELECT 1 FROM watchlist n WHERE n.scope = ?1 AND n.id = w.id"
                      " AND (w.note = '' OR n.note <> ''))"
                      " OR EXISTS (SELECT 1 FROM presets p WHERE p.scope = w.scope AND NOT EXISTS"
                      " (SELECT 1 FROM presets n WHERE n.scope = ?1 AND n.name = p.name)))"
                      " AND NOT EXISTS (SELECT 1 FROM told_changes t WHERE t.scope = w.scope AND t.id = 0"
                      " AND t.teller = ?2) ORDER BY place",
                      "it", store->scope, op->name);
    int more = statement ? 0 : -1;
    while (statement && (more = store_step(store, statement, err)) > 0)
        store_add_entry(result)->id = sqlite3_column_int64(statement, 0);
    if (statement)
        store_release(store, statement);
    return more == 0;
}

bool early_mark(struct store *store, struct error *err)
{
    int64_t is_there;
    return store_number(store, err, &is_there, 0, "SELECT EXISTS " EARLY_SCOPES, "") &&
           (!is_there || store_run(store, err, "PRAGMA application_id = 1", ""));
}

/* Moves watchlist, notes and presets behind what this scope has. Of what it has under the same id or name
 * nothing is replaced, and the other one stays where it is, as does all that a "no" was said to. */
static bool early_take(struct store *store, struct error *err)
{
    return store_run(store, err,
                     "INSERT INTO watchlist (scope, id, place, note) SELECT ?1, id, place +"
                     " (SELECT COALESCE(MAX(place), 0) FROM watchlist WHERE scope = ?1), note"
                     " FROM watchlist WHERE scope IN " EARLY_OFFERED " ORDER BY place"
                     " ON CONFLICT (scope, id) DO UPDATE SET note = excluded.note WHERE note = ''",
                     "i", store->scope) &&
           store_run(store, err,
                     "INSERT OR IGNORE INTO presets (scope, name, form, value) SELECT ?1, name, form, value"
                     " FROM presets WHERE scope IN " EARLY_OFFERED,
                     "i", store->scope) &&
           store_run(store, err,
                     "DELETE FROM watchlist WHERE scope IN " EARLY_OFFERED " AND note IN"
                     " ('', (SELECT note FROM watchlist n WHERE n.scope = ?1 AND n.id = watchlist.id))",
                     "i", store->scope) &&
           store_run(store, err,
                     "DELETE FROM presets WHERE scope IN " EARLY_OFFERED " AND EXISTS (SELECT 1"
                     " FROM presets n WHERE n.scope = ?1 AND n.name = presets.name"
                     " AND n.form = presets.form AND n.value = presets.value)",
                     "i", store->scope);
}

bool early_end(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    result->changes = 1;
    if (op->number)
        return early_take(store, err);
    return store_run(store, err,
                     "INSERT OR REPLACE INTO told_changes (scope, id, teller, state, when_ms)"
                     " SELECT id, 0, ?1, '', ?2 FROM scopes WHERE id IN " EARLY_SCOPES,
                     "ti", op->name, op->when_ms);
}
