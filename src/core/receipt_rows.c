/* Owns which rows an outcome leaves in the store. Knows no sentence, and not how a row is written. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "activity_row.h"
#include "pending.h"
#include "receipt.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

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

/* The row of the act that the receipt is about; one that was not recorded is added with its outcome. */
static int64_t rows_act_row(const struct receipt_context *context)
{
    return context->pending_row ? context->pending_row : STORE_LAST_ROW;
}

/* A row of the history. */
static void rows_add_history(struct receipt *receipt, int64_t id, const char *kind, const char *text,
                             const struct receipt_context *context)
{
    struct store_op *op = rows_add(receipt, STORE_HISTORY_ADD, id, context);
    op->name = mem_copy(kind);
    op->text = mem_copy(text);
    op->number = rows_act_row(context);
}

/* Is the state one in which a transcription ends? */
static bool rows_is_final(const char *state, const struct receipt_context *context)
{
    return text_has_word(settings_text(context->settings, SETTING_SETTLED_STATES), state);
}

/* What a row of an act ends with: the reading after it, if any, may show that its project has ended, too. */
static struct act_row *rows_end(enum act_outcome outcome, const char *before, const struct project *now,
                                const struct receipt_context *context)
{
    struct act_row *end = mem_zero(1, sizeof *end);
    bool is_over = now && before && strcmp(before, now->state) != 0 && rows_is_final(now->state, context);
    end->row = context->pending_row;
    end->outcome = outcome;
    end->after = now ? mem_copy(now->state) : NULL;
    end->ended_ms = is_over ? context->when_ms : 0;
    return end;
}

/* Is the error the server's answer? What fails once it has begun to send has a status, too. */
static bool rows_is_answer(const struct error *error)
{
    switch (error->kind) {
    case ERROR_NOT_LOGGED_IN:
    case ERROR_FORBIDDEN:
    case ERROR_NOT_FOUND:
    case ERROR_CONFLICT:
    case ERROR_UNKNOWN_OUTCOME: /* a 5xx, a 3xx */
    case ERROR_REJECTED:
    case ERROR_RATE_LIMITED:
    case ERROR_SERVER:
        return error->status != 0;
    default:
        return false;
    }
}

/* What an answer is called in the act. */
static enum act_outcome rows_outcome(enum receipt_outcome outcome, const struct call *call,
                                     const struct call_result *result)
{
    if (outcome == RECEIPT_DONE)
        return ACT_ROW_DONE;
    if (outcome == RECEIPT_UNKNOWN)
        return ACT_ROW_UNKNOWN;
    if (call->may_stay && result->path && result->error.kind == ERROR_EXISTS)
        return ACT_ROW_SKIPPED;
    return rows_is_answer(&result->error) ? ACT_ROW_REFUSED : ACT_ROW_FAILED;
}

/* Why it was not done: the server's own words, or the sentence where it did not refuse. A server may quote
 * the value of metadata, which may be a secret. */
static char *rows_reason(const struct call *call, const struct call_result *result)
{
    const struct error *error = &result->error;
    const char *why = rows_is_answer(error) ? error->server : error->text;
    return !result->ok && *why && call->op != ENDPOINT_ADD_METADATA ? mem_copy(why) : NULL;
}

/* The outcome in the act: of its row, or, of what was not recorded before, a row with it. What never
 * left has none; one without an answer keeps its row open. */
static void rows_end_act(struct receipt *receipt, const struct call *call, const struct call_result *result,
                         const struct receipt_context *context)
{
    bool open = receipt->outcome == RECEIPT_UNKNOWN, is_row = context->pending_row;
    if (receipt->outcome == RECEIPT_UNSENT && is_row)
        rows_add(receipt, STORE_PENDING_REMOVE, 0, context)->number = context->pending_row;
    if (receipt->outcome == RECEIPT_UNSENT || (open && is_row) ||
        (!endpoints[call->op].write && call->op != ENDPOINT_EXPORT))
        return;
    struct store_op *op =
        rows_add(receipt, is_row ? STORE_ACT_END : STORE_ACT_ADD, call->project_id, context);
    if (!is_row)
        op->pending = pending_new(call, context->settings, context->asked_ms);
    op->act_row = rows_end(rows_outcome(receipt->outcome, call, result),
                           call->seen ? call->seen->state : NULL, result->project, context);
    op->act_row->status = rows_is_answer(&result->error) ? result->error.status : 0;
    op->act_row->reason = rows_reason(call, result);
    op->act_row->name = call->op == ENDPOINT_EXPORT ? mem_copy_or_null(result->path) : NULL;
    op->act_row->bytes = result->export_info.bytes;
    op->act_row->is_followed = call->act.follows;
}

/* The project as it is now, and the change of its state; `is_seen`: it was not only found. */
static void rows_add_project(struct receipt *receipt, const struct project *now, bool is_seen,
                             const struct receipt_context *context)
{
    if (!now)
        return;
    struct store_op *op = rows_add(receipt, STORE_PROJECT_SAVE, now->id, context);
    op->json = json_incref(now->record.raw);
    op->number = (is_seen ? STORE_SEEN : 0) | (rows_is_final(now->state, context) ? STORE_SETTLED : 0);
}

/* What was done to the metadata, which no call reads back. */
static void rows_add_metadata(struct receipt *receipt, const struct call *call,
                              const struct receipt_context *context)
{
    struct store_op *op = rows_add(receipt, STORE_METADATA_ADD, call->project_id, context);
    op->name = mem_copy(call->key);
    op->text = call->op == ENDPOINT_ADD_METADATA ? mem_copy(call->value ? call->value : "") : NULL;
    op->text2 = mem_copy(context->email ? context->email : "");
}

/* The file that was written, or the version that a write has made of another one. */
static void rows_add_ledger(struct receipt *receipt, const struct call *call,
                            const struct call_result *result, const struct receipt_context *context)
{
    struct ledger_file file;
    int64_t from, to;
    if (receipt_ledger_file(&file, call, result, context->when_ms)) {
        ledger_add(&rows_add(receipt, STORE_EXPORTS_ADD, call->project_id, context)->ledger, &file);
    } else if (receipt_ledger_moves(call, result, &from, &to)) {
        struct store_op *op = rows_add(receipt, STORE_EXPORTS_MOVE, call->project_id, context);
        op->number = from;
        op->json = json_integer(to);
    }
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
static char *rows_shown(const struct pending *pending, const struct project *now,
                        enum pending_finding finding, const char *at, const struct settings *settings)
{
    struct buffer said;
    struct project *before = pending_seen(pending);
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    struct look look = pending_look(pending, before, now, settings);
    look.at = at;
    look.is_over = finding != PENDING_OPEN;
    look_describe(&said, &look);
    char *shown = mem_copy_n(buffer_text(&said), said.len > 2 ? said.len - 2 : 0); /* ".\n" */
    buffer_free(&said);
    project_free(before);
    return shown;
}

/* A write whose outcome the answer left open. The reading after it, where there was one, closes the matter if
 * it shows the effect. */
static void rows_add_unknown(struct receipt *receipt, const struct call *call,
                             const struct call_result *result, const struct receipt_context *context)
{
    struct pending *pending = pending_new(call, context->settings, context->asked_ms);
    enum pending_finding finding =
        result->project ? pending_judge(pending, result->project, context->when_ms, context->settings)
                        : PENDING_OPEN;
    rows_add_history(receipt, call->project_id, "unknown", receipt->row, context);
    receipt->was_done = finding == PENDING_DONE;
    if (endpoints[call->op].write && finding == PENDING_OPEN) {
        receipt->open_until_ms = pending_open_until(pending, context->settings, context->when_ms);
    } else if (finding != PENDING_OPEN) {
        char *shown = rows_shown(pending, result->project, finding, NULL, context->settings);
        rows_add_history(receipt, call->project_id, "unknown", shown, context);
        if (context->pending_row)
            rows_add(receipt, STORE_ACT_END, call->project_id, context)->act_row =
                rows_end(finding == PENDING_DONE ? ACT_ROW_DONE : ACT_ROW_NO_EFFECT,
                         call->seen ? call->seen->state : NULL, result->project, context);
        free(shown);
    }
    pending_free(pending);
}

/* The end of open enqueues that the operator knew of when this one was sent: nobody asks of them any more. */
static void rows_add_overruled(struct receipt *receipt, struct store_op *overruled)
{
    for (size_t i = 0; overruled && i < overruled->part_count; i++)
        store_op_add_part(receipt->store, overruled->parts[i]);
    if (overruled)
        overruled->part_count = 0;
}

void receipt_add_rows(struct receipt *receipt, const struct call *call, const struct call_result *result,
                      const struct receipt_context *context)
{
    bool open = receipt->outcome == RECEIPT_UNKNOWN, refused = rows_are_refused(receipt->outcome, result);
    rows_add_project(receipt, result->project, call->op == ENDPOINT_ENQUEUE, context);
    rows_end_act(receipt, call, result, context); /* not before: this reading is not one that follows it */
    if (open || refused || result->ok)
        receipt->row = rows_text(call, result, receipt->outcome);
    if (open)
        rows_add_unknown(receipt, call, result, context);
    if (refused)
        rows_add_history(receipt, call->project_id, RECEIPT_HISTORY_REFUSED, receipt->row, context);
    if (open || result->ok)
        rows_add_overruled(receipt, context->overruled);
    if (!result->ok)
        return;
    rows_add_history(receipt, call->project_id, activity_row_kind(call->op), receipt->row, context);
    rows_add_ledger(receipt, call, result, context);
    if (call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA)
        rows_add_metadata(receipt, call, context);
}

/* The row of the activity of a write that was recorded. Caller frees. */
static char *rows_pending_text(const struct pending *pending)
{
    const struct endpoint *endpoint = &endpoints[pending->op];
    struct param_set *params = pending->params && endpoint->params
                                   ? param_set_from_json(endpoint->params, pending->params, NULL)
                                   : NULL;
    struct call call = {.op = pending->op, .key = pending->key, .value = pending->value, .params = params};
    char *row = rows_text(&call, &(struct call_result){.ok = false}, RECEIPT_UNKNOWN);
    param_set_free(params);
    return row;
}

/* The end of a write that was recorded, unless another program was quicker; before what follows from it. */
static void rows_settle(struct receipt *receipt, const struct pending *pending, const struct project *now,
                        enum pending_finding finding, const struct receipt_context *context)
{
    enum act_outcome done = pending->life == OWNER_SELF ? ACT_ROW_DONE : ACT_ROW_PROBABLY;
    rows_add(receipt, STORE_PENDING_SETTLE, pending->id, context)->act_row =
        rows_end(finding == PENDING_DONE ? done : ACT_ROW_NO_EFFECT, pending->state, now, context);
    rows_add_history(receipt, pending->id, "unknown", receipt->row, context);
}

void receipt_add_told(struct receipt *receipt, const struct pending *pending, const struct project *now,
                      enum pending_finding finding, const struct receipt_context *context)
{
    char at[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    int64_t until_ms = pending_open_until(pending, context->settings, context->when_ms);
    bool is_open = finding == PENDING_OPEN && until_ms > context->when_ms;
    date_format_minute(at, sizeof at, context->when_ms, context->zone);
    char *row = rows_pending_text(pending);
    char *shown = rows_shown(pending, now, is_open ? PENDING_OPEN : PENDING_NO_EFFECT,
                             finding == PENDING_OPEN ? at : NULL, context->settings);
    receipt_open_text(open, sizeof open, until_ms, context->when_ms, context->zone);
    receipt->row = mem_printf("%s (%s%s%s)", shown, row, is_open ? ", " : "", is_open ? open : "");
    receipt->open_until_ms = is_open ? until_ms : 0;
    if (finding != PENDING_OPEN) {
        struct receipt_context sent = *context;
        sent.pending_row = pending->row;
        rows_settle(receipt, pending, now, finding, &sent);
        rows_add_project(receipt, now, false, &sent);
    }
    free(shown);
    free(row);
}

struct store_op *receipt_overruled(const struct store_result *recorded, int64_t when_ms)
{
    struct receipt_context context = {.when_ms = when_ms};
    struct receipt receipt = {0};
    for (size_t i = 0; i < recorded->pending_count; i++) {
        const struct pending *open = &recorded->pending[i];
        if (open->life != OWNER_SELF && !pending_is_orphan(open, when_ms))
            continue;
        char *row = rows_pending_text(open), *text = mem_printf("%s; enqueued again", row);
        context.pending_row = open->row;
        rows_add(&receipt, STORE_ACT_END, open->id, &context)->act_row =
            rows_end(ACT_ROW_UNKNOWN, NULL, NULL, &context);
        rows_add_history(&receipt, open->id, "unknown", text, &context);
        free(text);
        free(row);
    }
    return receipt.store;
}

struct store_op *receipt_left_out(const struct call *call, enum act_outcome outcome, const char *reason,
                                  const struct settings *settings, int64_t when_ms)
{
    struct store_op *op = store_op_new(STORE_ACT_ADD);
    op->id = call->project_id;
    op->when_ms = when_ms;
    op->pending = pending_new(call, settings, when_ms);
    op->act_row = mem_zero(1, sizeof *op->act_row);
    op->act_row->outcome = outcome;
    op->act_row->reason = mem_copy_or_null(reason);
    return op;
}

struct store_op *receipt_begin(const struct call *call, const struct settings *settings, int64_t when_ms)
{
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    op->id = call->project_id;
    op->when_ms = when_ms;
    op->pending = pending_new(call, settings, when_ms);
    return op;
}
