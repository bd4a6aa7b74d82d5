/* Owns drafts and presets: sets of values under a name. Secrets never get here: their JSON has none. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "store.h"

/* The draft as it is kept: an object of its own, empty when there is none or none that can be read. */
static bool store_draft_read(struct store *store, const struct store_op *op, json_t **draft,
                             struct error *err)
{
    sqlite3_stmt *statement =
        store_prepare(store, err, "SELECT value FROM drafts WHERE scope = ? AND form = ? AND id = ?", "iti",
                      store->scope, op->name, op->id);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    const char *text = got > 0 ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    *draft = text ? json_decode(text, (size_t)sqlite3_column_bytes(statement, 0), NULL) : NULL;
    store_release(store, statement);
    if (!json_is_object(*draft)) {
        json_decref(*draft);
        *draft = json_object();
    }
    return got >= 0;
}

/* Puts the changed fields into a draft; null takes one out. */
static void store_draft_merge(json_t *draft, const json_t *changes)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)changes, name, value)
    {
        if (json_is_null(value))
            json_object_del(draft, name);
        else
            json_object_set_new(draft, name, json_deep_copy(value));
    }
}

/* Writes a draft with fields over the one before. */
static bool store_draft_write(struct store *store, const struct store_op *op, const json_t *draft,
                              struct error *err)
{
    char *text = store_json_text(draft, err);
    bool ok = text && store_run(store, err,
                                "INSERT OR REPLACE INTO drafts (scope, form, id, when_ms, value)"
                                " VALUES (?, ?, ?, ?, ?)",
                                "itiit", store->scope, op->name, op->id, op->when_ms, text);
    free(text);
    return ok;
}

bool store_draft_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    json_t *draft = NULL;
    if (!json_is_object(op->json))
        return error_set(&result->error, ERROR_IO, "There is nothing to save");
    if (!store_draft_read(store, op, &draft, &result->error)) {
        json_decref(draft);
        return false;
    }
    store_draft_merge(draft, op->json);
    bool ok = json_object_size(draft) > 0 ? store_draft_write(store, op, draft, &result->error)
                                          : store_draft_drop(store, op, result);
    result->json = draft;
    result->when_ms = op->when_ms;
    result->changes = ok;
    return ok;
}

bool store_draft_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(
        store, result,
        store_prepare(store, &result->error,
                      "SELECT value, when_ms, NULL FROM drafts WHERE scope = ? AND form = ? AND id = ?",
                      "iti", store->scope, op->name, op->id));
}

bool store_draft_drop(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result, "DELETE FROM drafts WHERE scope = ? AND form = ? AND id = ?", "iti",
                        store->scope, op->name, op->id);
}

/* Has the name a preset of this form, which is replaced? False, with an error, where it has one of another:
 * the forms share the names, and what is replaced is gone. */
static bool store_preset_is_free(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT form FROM presets WHERE scope = ? AND name = ?", "it", store->scope, op->name);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    char *form = got > 0 ? store_shown_column(statement, 0) : NULL;
    store_release(store, statement);
    bool is_same = !form || strcmp(form, op->text ? op->text : "") == 0;
    if (!is_same) {
        char *name = text_clean_copy(op->name);
        error_set(err, ERROR_USAGE, "“%s” is a preset of %s: use another name", name, form);
        free(name);
    }
    result->number = form && is_same;
    free(form);
    return got >= 0 && is_same;
}

bool store_preset_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (!op->name || !*op->name)
        return error_set(&result->error, ERROR_USAGE, "A preset needs a name");
    if (!store_preset_is_free(store, op, result))
        return false;
    char *value = store_json_text(op->json, &result->error);
    if (!value)
        return false;
    bool ok = store_run(store, &result->error,
                        "INSERT OR REPLACE INTO presets (scope, name, form, value) VALUES (?, ?, ?, ?)",
                        "ittt", store->scope, op->name, op->text ? op->text : "", value);
    free(value);
    result->changes = ok;
    return ok;
}

bool store_preset_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(store, result,
                          store_prepare(store, &result->error,
                                        "SELECT value, 0, form FROM presets WHERE scope = ? AND name = ?",
                                        "it", store->scope, op->name));
}

bool store_preset_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    sqlite3_stmt *statement = store_prepare(
        store, &result->error,
        "SELECT name, form FROM presets WHERE scope = ?1 AND (?2 = '' OR form = ?2) ORDER BY name", "it",
        store->scope, op->text ? op->text : "");
    if (!statement)
        return false;
    int more;
    while ((more = store_step(store, statement, &result->error)) > 0) {
        struct store_entry *entry = store_add_entry(result);
        entry->name = store_column(statement, 0);
        entry->text = store_shown_column(statement, 1);
    }
    sqlite3_finalize(statement);
    return more == 0;
}

bool store_preset_drop(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result, "DELETE FROM presets WHERE scope = ? AND name = ?", "it", store->scope,
                        op->name);
}
