/* Owns the making and freeing of store operations and their results. Knows nothing of files or SQLite. */
#include "steno/core/store_op.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "steno/base/mem.h"

struct store_op *store_op_new(enum store_op_kind kind)
{
    static atomic_uint_fast64_t last_serial;
    struct store_op *op = mem_zero(1, sizeof *op);
    op->serial = atomic_fetch_add(&last_serial, 1) + 1;
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
    free(op);
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
    free(result->rows);
    free(result->entries);
    free(result->name);
    free(result->text);
    mem_wipe_free(result->secret);
    json_decref(result->json);
    free(result);
}
