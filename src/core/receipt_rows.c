/* Owns which rows an outcome leaves in the store. Knows no sentence, and not how a row is written. */
#include <stdlib.h>

#include "receipt_private.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/core/activity_row.h"
#include "steno/core/settings.h"

/* One more operation of the receipt. */
static struct store_op *rows_add(struct receipt *receipt, enum store_op_kind kind, int64_t id,
                                 const struct receipt_context *context)
{
    struct store_op *op = store_op_new(kind);
    if (!receipt->store)
        receipt->store = store_op_new(STORE_TOGETHER);
    op->id = id;
    op->when_ms = context->when_ms;
    store_op_add_part(receipt->store, op);
    return op;
}

/* A row of the history. */
static void rows_add_history(struct receipt *receipt, int64_t id, const char *kind, const char *text,
                             const struct receipt_context *context)
{
    struct store_op *op = rows_add(receipt, STORE_HISTORY_ADD, id, context);
    op->name = mem_copy(kind);
    op->text = mem_copy(text);
}

/* The end of the pending row. */
static void rows_end_pending(struct receipt *receipt, const struct receipt_context *context)
{
    if (context->pending_row)
        rows_add(receipt, STORE_PENDING_REMOVE, 0, context)->number = context->pending_row;
}

/* The project as it is now, and the change of its state; `is_seen`: it was not only found. */
static void rows_add_project(struct receipt *receipt, const struct project *now, bool is_seen,
                             const struct receipt_context *context)
{
    if (!now)
        return;
    struct store_op *op = rows_add(receipt, STORE_PROJECT_SAVE, now->id, context);
    op->json = json_incref(now->record.raw);
    op->number = is_seen;
    if (receipt->change)
        rows_add_history(receipt, now->id, "state", receipt->change, context);
}

/* The values that were used, to be offered again: no secret, and nothing that is no choice. */
static void rows_add_used(struct receipt *receipt, const struct param_set *set,
                          const struct receipt_context *context)
{
    for (size_t i = 0; set && i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = param_set_get(set, (int)i);
        if (!value || !*value || def->secret || def->type == PARAM_BOOL)
            continue;
        struct store_op *op = rows_add(receipt, STORE_USED_ADD, 0, context);
        op->name = mem_printf("%s.%s", set->table->name, def->name);
        op->text = mem_copy(value);
    }
}

/* What was done to the metadata, which no call reads back. */
static void rows_add_metadata(struct receipt *receipt, const struct call *call,
                              const struct receipt_context *context)
{
    struct store_op *op = rows_add(receipt, STORE_METADATA_ADD, call->project_id, context);
    op->name = mem_copy(call->key);
    op->text = call->op == ENDPOINT_ADD_METADATA ? mem_copy(call->value ? call->value : "") : NULL;
    op->text2 = mem_copy(context->email ? context->email : "");
    if (!receipt->first_change)
        return;
    op = rows_add(receipt, STORE_USED_ADD, 0, context);
    op->name = mem_copy(RECEIPT_SERVERS);
    op->text = mem_copy(context->url ? context->url : "");
}

/* Did the server answer that it does not do it? */
static bool rows_are_refused(enum receipt_outcome outcome, const struct call_result *result)
{
    bool refused = outcome == RECEIPT_REFUSED || outcome == RECEIPT_CONFLICT;
    return refused && result->error.status >= 400 && result->error.status < 500;
}

/* The row of the activity, of what was done, may have been, or was refused. */
static char *rows_text(const struct call *call, const struct call_result *result,
                       enum receipt_outcome outcome)
{
    char *options = call->params ? activity_row_options(call->params) : NULL;
    struct activity_row row = {.op = call->op,
                               .options = options,
                               .key = call->key,
                               .tag = call->op == ENDPOINT_DELETE_TAG ? call->value : NULL,
                               .path = result->path,
                               .bytes = result->export_info.bytes};
    char *text = outcome == RECEIPT_DONE      ? activity_row_done(&row)
                 : outcome == RECEIPT_UNKNOWN ? activity_row_unknown(&row)
                                              : activity_row_refused(&row, &result->error);
    free(options);
    return text;
}

/* What a reading shows of a write, without the end of its line. Caller frees. */
static char *rows_shown(enum endpoint_id op, const struct project *before, const struct project *now,
                        const char *key, const char *value)
{
    struct buffer said;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    look_describe(&said, &(struct look){op, before, now, key ? key : "", value ? value : "", -1});
    char *shown = mem_copy_n(buffer_text(&said), said.len > 2 ? said.len - 2 : 0); /* ".\n" */
    buffer_free(&said);
    return shown;
}

/* A write whose outcome the answer left open: what a reading shows of it, where there was one, closes the
 * matter. */
static void rows_add_unknown(struct receipt *receipt, const struct call *call,
                             const struct call_result *result, const struct receipt_context *context)
{
    rows_add_history(receipt, call->project_id, "unknown", receipt->row, context);
    if (!result->project)
        return;
    char *shown = rows_shown(call->op, call->seen, result->project, call->key, call->value);
    rows_add_history(receipt, call->project_id, "unknown", shown, context);
    rows_end_pending(receipt, context);
    free(shown);
}

void receipt_add_rows(struct receipt *receipt, const struct call *call, const struct call_result *result,
                      const struct receipt_context *context)
{
    bool open = receipt->outcome == RECEIPT_UNKNOWN, refused = rows_are_refused(receipt->outcome, result);
    if (!open)
        rows_end_pending(receipt, context);
    rows_add_project(receipt, result->project, call->op == ENDPOINT_ENQUEUE, context);
    if (open || refused || result->ok)
        receipt->row = rows_text(call, result, receipt->outcome);
    if (open)
        rows_add_unknown(receipt, call, result, context);
    if (refused)
        rows_add_history(receipt, call->project_id, RECEIPT_HISTORY_REFUSED, receipt->row, context);
    if (!result->ok)
        return;
    rows_add_history(receipt, call->project_id, activity_row_kind(call->op), receipt->row, context);
    rows_add_used(receipt, call->params, context);
    if (call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA)
        rows_add_metadata(receipt, call, context);
}

void receipt_add_told(struct receipt *receipt, const struct pending *pending, const struct project *now,
                      const struct receipt_context *context)
{
    const struct endpoint *endpoint = &endpoints[pending->op];
    struct param_set *params = pending->params && endpoint->params
                                   ? param_set_from_json(endpoint->params, pending->params, NULL)
                                   : NULL;
    struct project *before = pending_seen(pending);
    struct call call = {.op = pending->op, .key = pending->key, .value = pending->value, .params = params};
    char *row = rows_text(&call, &(struct call_result){.ok = false}, RECEIPT_UNKNOWN);
    char *shown = rows_shown(pending->op, before, now, pending->key, pending->value);
    receipt->row = mem_printf("%s (%s)", shown, row);
    rows_add_history(receipt, pending->id, "unknown", receipt->row, context);
    rows_add(receipt, STORE_PENDING_REMOVE, 0, context)->number = pending->row;
    rows_add_project(receipt, now, false, context);
    free(shown);
    free(row);
    project_free(before);
    param_set_free(params);
}

struct store_op *receipt_begin(const struct call *call, const struct settings *settings, int64_t when_ms)
{
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    struct pending *pending = mem_zero(1, sizeof *pending);
    *pending = (struct pending){.id = call->project_id,
                                .op = call->op,
                                .key = mem_copy_or_null(call->key),
                                .value = mem_copy_or_null(call->value),
                                .params = call->params ? param_set_to_json(call->params) : NULL,
                                .state = call->seen ? mem_copy(call->seen->state) : NULL,
                                .version = call->seen ? call->seen->version : -1,
                                .when_ms = when_ms,
                                .until_ms = when_ms + settings_int(settings, SETTING_TIMEOUT) * 1000};
    op->id = call->project_id;
    op->when_ms = when_ms;
    op->pending = pending;
    return op;
}
