/* Owns what an outcome is called, and the words that follow it. What of it is kept: receipt_rows.c. */
/* SPDX-License-Identifier: MIT */
#include "receipt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/export_name.h"
#include "steno/core/settings.h"

#define MINUTE_MS   INT64_C(60000)
#define HALF_DAY_MS (720 * MINUTE_MS)

enum receipt_outcome receipt_outcome(const struct call_result *result)
{
    if (result->ok)
        return RECEIPT_DONE;
    if (error_outcome_is_open(&result->error))
        return RECEIPT_UNKNOWN;
    if (result->error.kind == ERROR_CANCELLED || (endpoints[result->op].write && !result->error.status))
        return RECEIPT_UNSENT;
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

/* What was done, in a sentence without the values that the config sent. */
static char *receipt_say_deed(const struct call *call, const struct call_result *result)
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

/* What was done, and what of it nobody asked for but the config. */
static char *receipt_say_done(const struct call *call, const struct call_result *result,
                              const struct settings *settings)
{
    char *deed = receipt_say_deed(call, result);
    char *config = call->params ? settings_params_text(settings, call->params) : mem_copy("");
    char *said = mem_printf("%s%s%s", deed, *config ? ", " : "", config);
    free(config);
    free(deed);
    return said;
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
}

void receipt_open_text(char *out, size_t size, int64_t open_until_ms, int64_t when_ms, enum date_zone zone)
{
    char until[DATE_TEXT_SIZE];
    if (open_until_ms <= when_ms) {
        snprintf(out, size, "outcome unknown");
        return;
    }
    if (open_until_ms - when_ms < HALF_DAY_MS) /* the minute that is over by then */
        date_format_minute(until, sizeof until, open_until_ms + MINUTE_MS - 1, zone);
    else
        date_format(until, sizeof until, &(struct date){.ms = open_until_ms, .has_zone = true}, zone);
    snprintf(out, size, "open until %s", until);
}

/* Says until when an outcome is open. */
static void receipt_say_open(struct receipt *receipt, const struct receipt_context *context)
{
    char open[DATE_TEXT_SIZE + 20];
    receipt_open_text(open, sizeof open, receipt->open_until_ms, context->when_ms, context->zone);
    char *said = mem_printf("%s The outcome is %s.", receipt->said, open);
    free(receipt->said);
    receipt->said = said;
}

struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    bool done = result->ok;
    receipt->outcome = receipt_outcome(result);
    receipt->said = done ? receipt_say_done(call, result, context->settings) : mem_copy(result->error.text);
    receipt->first_change = done && context->server_is_new &&
                            (call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA);
    receipt_note_change(receipt, result->project, context);
    receipt_add_rows(receipt, call, result, context);
    if (receipt->open_until_ms <= context->when_ms)
        receipt->open_until_ms = 0;
    else
        receipt_say_open(receipt, context);
    return receipt;
}

struct receipt *receipt_told(const struct pending *pending, const struct project *now,
                             enum pending_finding finding, const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    receipt->outcome = RECEIPT_UNKNOWN;
    if (finding != PENDING_OPEN)
        receipt_note_change(receipt, now, context);
    receipt_add_told(receipt, pending, now, finding, context);
    receipt->said = mem_copy(receipt->row);
    return receipt;
}

void receipt_retell(const struct receipt *receipt, struct error *err)
{
    if (!receipt->open_until_ms)
        return;
    error_retell(err, "%s", receipt->said);
    err->open_until_ms = receipt->open_until_ms;
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
    store_op_free(receipt->store);
    free(receipt);
}
