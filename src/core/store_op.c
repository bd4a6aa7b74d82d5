/* Owns the making and freeing of store operations and their results. Knows nothing of files or SQLite. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/store_op.h"

#include <stdlib.h>

#include "act.h"
#include "steno/core/ledger.h"
#include "pending.h"
#include "steno/base/mem.h"

struct store_op *store_op_new(enum store_op_kind kind)
{
    struct store_op *op = mem_zero(1, sizeof *op);
    op->kind = kind;
    return op;
}

void store_op_free(struct store_op *op)
{
    if (!op)
        return;
    free(op->name);
    free(op->text);
    free(op->text2);
    free(op->text3);
    mem_wipe_free(op->secret);
    json_decref(op->json);
    pending_free(op->pending);
    if (op->act_row)
        act_row_clear(op->act_row);
    free(op->act_row);
    ledger_clear(&op->ledger);
    if (op->look)
        export_look_clear(op->look);
    free(op->look);
    for (size_t i = 0; i < op->part_count; i++)
        store_op_free(op->parts[i]);
    free(op->parts);
    free(op);
}

void store_op_add_part(struct store_op *together, struct store_op *part)
{
    together->parts = mem_grow(together->parts, together->part_count + 1, sizeof *together->parts);
    together->parts[together->part_count++] = part;
}

/* Replaces a shared reference by a copy. */
static void store_op_copy_json(json_t **json)
{
    json_t *shared = *json;
    *json = shared ? json_deep_copy(shared) : NULL;
    json_decref(shared);
}

void store_op_unshare(struct store_op *op)
{
    store_op_copy_json(&op->json);
    if (op->pending)
        store_op_copy_json(&op->pending->params);
    for (size_t i = 0; i < op->part_count; i++)
        store_op_unshare(op->parts[i]);
}

struct store_result *store_result_new(const struct store_op *op)
{
    struct store_result *result = mem_zero(1, sizeof *result);
    result->serial = op->serial;
    result->kind = op->kind;
    result->id = op->id;
    result->name = mem_copy_or_null(op->name);
    error_clear(&result->error);
    return result;
}

/* Frees what a watchlist row holds. */
static void store_row_clear(struct store_row *row)
{
    free(row->note);
    free(row->state);
    free(row->name);
    free(row->length);
    free(row->tags);
    free(row->label);
    free(row->lang);
    free(row->author);
}

/* Frees what an entry holds. */
static void store_entry_clear(struct store_entry *entry)
{
    free(entry->name);
    free(entry->text);
    free(entry->text2);
}

void store_result_free(struct store_result *result)
{
    if (!result)
        return;
    for (size_t i = 0; i < result->row_count; i++)
        store_row_clear(&result->rows[i]);
    for (size_t i = 0; i < result->entry_count; i++)
        store_entry_clear(&result->entries[i]);
    for (size_t i = 0; i < result->pending_count; i++)
        pending_clear(&result->pending[i]);
    for (size_t i = 0; i < result->act_count; i++)
        act_clear(&result->acts[i]);
    free(result->acts);
    free(result->pending);
    ledger_clear(&result->ledger);
    if (result->look)
        export_look_clear(result->look);
    free(result->look);
    free(result->rows);
    free(result->entries);
    free(result->moved_from);
    free(result->name);
    free(result->text);
    mem_wipe_free(result->secret);
    json_decref(result->json);
    free(result);
}
