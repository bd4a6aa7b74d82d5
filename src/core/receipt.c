/* Owns what an outcome is called, and the words that follow it. What of it is kept: receipt_rows.c. */
#include "steno/core/receipt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "receipt_private.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/export_name.h"

enum receipt_outcome receipt_outcome(const struct call_result *result)
{
    if (result->ok)
        return RECEIPT_DONE;
    if (error_outcome_is_open(&result->error))
        return RECEIPT_UNKNOWN;
    if (result->error.kind == ERROR_CANCELLED)
        return RECEIPT_CANCELLED;
    return result->error.kind == ERROR_CONFLICT ? RECEIPT_CONFLICT : RECEIPT_REFUSED;
}

/* "12: exported to a.srt, 7 bytes". */
static char *receipt_say_exported(const struct call *call, const struct call_result *result)
{
    char *path = text_clean_copy(result->path ? result->path : "standard output");
    int64_t bytes = result->export_info.bytes;
    char *said =
        bytes > 0
            ? mem_printf("%" PRId64 ": exported to %s, %" PRId64 " bytes", call->project_id, path, bytes)
            : mem_printf("%" PRId64 ": exported to %s: %s", call->project_id, path, export_name_empty);
    free(path);
    return said;
}

/* What was done, in a sentence. */
static char *receipt_say_done(const struct call *call, const struct call_result *result)
{
    int64_t id = call->project_id;
    bool changed = result->said != NULL;
    switch (call->op) {
    case ENDPOINT_ENQUEUE:
        return mem_printf("%" PRId64 ": enqueued", id);
    case ENDPOINT_EXPORT:
        return receipt_say_exported(call, result);
    case ENDPOINT_DELETE_TAG:
        return mem_printf("%" PRId64 ": tag deleted%s", id,
                          changed ? "; the project had changed in the meantime" : "");
    default:
        return mem_printf("%" PRId64 ": metadata %s%s", id,
                          call->op == ENDPOINT_ADD_METADATA ? "set" : "deleted",
                          changed ? "; the project had changed in the meantime" : "");
    }
}

char *receipt_change(const char *from, const char *to)
{
    return mem_printf("%s → %s", *from ? from : "not given", *to ? to : "not given");
}

/* Compares the project with what was known of it. */
static void receipt_note_change(struct receipt *receipt, const struct project *now,
                                const struct receipt_context *context)
{
    if (!now || !context->state || strcmp(context->state, now->state) == 0)
        return;
    receipt->change = receipt_change(context->state, now->state);
    receipt->is_news = context->state_is_fresh;
    receipt->from = mem_copy(*context->state ? context->state : "not given");
    receipt->to = mem_copy(*now->state ? now->state : "not given");
    receipt->name = mem_copy(now->name);
}

struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    bool done = result->ok;
    receipt->outcome = receipt_outcome(result);
    receipt->said = done ? receipt_say_done(call, result) : mem_copy(result->error.text);
    receipt->first_change = done && context->server_is_new &&
                            (call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA);
    receipt_note_change(receipt, result->project, context);
    receipt_add_rows(receipt, call, result, context);
    return receipt;
}

struct receipt *receipt_told(const struct pending *pending, const struct project *now,
                             const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    receipt->outcome = RECEIPT_UNKNOWN;
    receipt_note_change(receipt, now, context);
    receipt_add_told(receipt, pending, now, context);
    receipt->said = mem_copy(receipt->row);
    return receipt;
}

struct store_op *receipt_take_store(struct receipt *receipt)
{
    struct store_op *store = receipt->store;
    receipt->store = NULL;
    return store;
}

void receipt_free(struct receipt *receipt)
{
    if (!receipt)
        return;
    free(receipt->said);
    free(receipt->row);
    free(receipt->change);
    free(receipt->from);
    free(receipt->to);
    free(receipt->name);
    store_op_free(receipt->store);
    free(receipt);
}
