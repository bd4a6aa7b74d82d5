/* What follows from the outcome of an operation: the sentence, and what the store keeps. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/receipt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/activity.h"
#include "steno/core/export_name.h"
#include "steno/core/settings.h"

#define MINUTE_MS   INT64_C(60000)
#define HALF_DAY_MS (720 * MINUTE_MS)

/* --- words --- */

/* What was done, without the values that the config sent. */
static char *receipt_say_deed(const struct call *call, const struct call_result *result)
{
    int64_t id = call->project_id, bytes = result->export_info.bytes;
    const char *meanwhile = result->said ? "; the project had changed in the meantime" : "";
    if (call->op == ENDPOINT_ENQUEUE)
        return mem_printf("%" PRId64 ": enqueued", id);
    if (call->op == ENDPOINT_DELETE_TAG)
        return mem_printf("%" PRId64 ": tag deleted%s", id, meanwhile);
    if (call->op != ENDPOINT_EXPORT)
        return mem_printf("%" PRId64 ": metadata %s%s", id,
                          call->op == ENDPOINT_ADD_METADATA ? "set" : "deleted", meanwhile);
    char *path = text_clean_copy(result->path ? result->path : "standard output");
    char *said = bytes > 0 ? mem_printf("%" PRId64 ": exported to %s, %" PRId64 " bytes", id, path, bytes)
                           : mem_printf("%" PRId64 ": exported to %s: %s", id, path, export_name_empty);
    free(path);
    return said;
}

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

/* What a reading shows of a write, without the end of its line; `at`: when it was read, NULL: just now. */
static char *receipt_shown(const struct write *write, const struct project *now, bool is_over, const char *at,
                           const struct settings *settings)
{
    struct buffer said;
    struct project *before = write_seen(write);
    struct look look = write_look(write, before, now, settings);
    look.at = at;
    look.is_over = is_over;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    look_describe(&said, &look);
    char *shown = mem_copy_n(buffer_text(&said), said.len > 2 ? said.len - 2 : 0); /* ".\n" */
    buffer_free(&said);
    project_free(before);
    return shown;
}

/* --- what is kept --- */

static bool receipt_is_final(const char *state, const struct settings *settings)
{
    return text_has_word(settings_text(settings, SETTING_SETTLED_STATES), state);
}

/* The project as it is now; the row ends with its state, and with it where that has moved to a final one. */
static void receipt_take_project(struct receipt *receipt, const struct project *now, bool is_seen,
                                 const struct receipt_context *context)
{
    struct write *end = &receipt->end;
    if (!now)
        return;
    receipt->project = project_copy(now);
    receipt->is_seen = is_seen;
    receipt->is_ended = receipt_is_final(now->state, context->settings);
    free(end->after);
    end->after = mem_copy(now->state);
    if (receipt->is_ended && end->before && strcmp(end->before, now->state) != 0)
        end->ended_ms = context->when_ms;
}

/* How the row ends by an answer. What never left has none; one without an answer stays open. */
static void receipt_end_row(struct receipt *receipt, const struct call *call,
                            const struct call_result *result, const struct receipt_context *context)
{
    const struct error *error = &result->error;
    struct write *end = &receipt->end;
    bool is_answer = receipt->outcome == WRITE_REFUSED;
    const char *why = is_answer ? error->server : error->text;
    receipt->ends = receipt->outcome != WRITE_OPEN && receipt->outcome != WRITE_UNSENT &&
                    (endpoints[call->op].write || call->op == ENDPOINT_EXPORT);
    end->outcome = receipt->outcome;
    if (call->may_stay && result->path && error->kind == ERROR_EXISTS)
        end->outcome = WRITE_SKIPPED;
    end->answered_ms = context->when_ms;
    end->status = is_answer ? error->status : 0;
    end->bytes = result->export_info.bytes;
    if (call->op == ENDPOINT_EXPORT)
        end->name = mem_copy_or_null(result->path);
    if (!result->ok && *why && call->op != ENDPOINT_ADD_METADATA) /* a server may quote the value, a secret */
        end->reason = mem_copy(why);
    end->is_over = end->outcome != WRITE_DONE || call->op != ENDPOINT_ENQUEUE ||
                   (result->project && text_has_word(settings_text(context->settings, SETTING_ACTIVE_STATES),
                                                     result->project->state));
    if (end->outcome != WRITE_DONE || call->op != ENDPOINT_ENQUEUE)
        end->ended_ms = context->when_ms;
}

/* A write whose outcome the answer left open. The reading after it, where there was one, ends the matter if
 * it shows the effect; that it shows none proves nothing so soon, whenever that reading was answered. */
static void receipt_take_open(struct receipt *receipt, const struct call_result *result,
                              const struct receipt_context *context)
{
    struct write *end = &receipt->end;
    const struct project *now = result->project;
    int64_t read_ms = context->when_ms > end->when_ms ? context->when_ms : end->when_ms + 1;
    receipt->kind = "unknown";
    receipt->was_done = now && write_judge(end, now, read_ms, context->settings) == WRITE_PROBABLY;
    if (!receipt->was_done) {
        receipt->open_until_ms =
            endpoints[end->op].write ? write_open_until(end, context->settings, context->when_ms) : 0;
        return;
    }
    receipt->shown = receipt_shown(end, now, true, NULL, context->settings);
    receipt->ends = true;
    end->outcome = WRITE_DONE;
    end->is_over = true;
    if (end->op != ENDPOINT_ENQUEUE)
        end->ended_ms = context->when_ms;
}

/* The format that was asked for, else what the file's name ends in. */
static const char *receipt_format(const struct call *call, const char *path)
{
    const struct param_set *params = call->params;
    const char *asked = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
    const char *dot = strrchr(path, '.');
    return asked ? asked : dot && !strchr(dot, '/') ? dot + 1 : "";
}

/* The versions before and after a write. Not where another version was made in between, nor of an enqueue:
 * what that leads to is another text. */
static bool receipt_versions(const struct call *call, const struct call_result *result, int64_t *from,
                             int64_t *to)
{
    if (!result->ok || !endpoints[call->op].takes_version || !result->project || result->said)
        return false;
    *from = call->seen ? call->seen->version : call->version;
    *to = result->project->version;
    return *from >= 0 && *to >= 0 && *from != *to;
}

static int64_t receipt_exported_version(const struct call *call, const struct call_result *result)
{
    return result->project ? result->project->version : call->version;
}

bool receipt_follow_export(struct exported *exported, const struct call *call,
                           const struct call_result *result, int64_t when_ms)
{
    int64_t from, to;
    if (result->ok && call->op == ENDPOINT_EXPORT && result->file) {
        *exported = (struct exported){.when_ms = when_ms, .version = receipt_exported_version(call, result)};
        snprintf(exported->format, sizeof exported->format, "%s", receipt_format(call, result->file));
        return true;
    }
    if (!receipt_versions(call, result, &from, &to) || exported->version != from)
        return false;
    exported->version = to;
    return true;
}

static void receipt_take_done(struct receipt *receipt, const struct call *call,
                              const struct call_result *result, const struct receipt_context *context)
{
    receipt->kind = activity_kind(call->op);
    if (call->op == ENDPOINT_EXPORT && result->file)
        receipt->file = (struct ledger_file){.id = call->project_id,
                                             .path = mem_copy(result->file),
                                             .format = mem_copy(receipt_format(call, result->file)),
                                             .version = receipt_exported_version(call, result),
                                             .when_ms = context->when_ms,
                                             .size = result->export_info.bytes,
                                             .written_ns = result->written_ns};
    else if (!receipt_versions(call, result, &receipt->moved_from, &receipt->moved_to))
        receipt->moved_from = receipt->moved_to = 0;
    if (call->op != ENDPOINT_ADD_METADATA && call->op != ENDPOINT_DELETE_METADATA)
        return;
    receipt->key = mem_copy(call->key);
    receipt->value = call->op == ENDPOINT_ADD_METADATA ? mem_copy(call->value ? call->value : "") : NULL;
    receipt->email = mem_copy(context->email ? context->email : "");
    receipt->first_change = context->server_is_new;
}

/* --- receipts --- */

struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    bool is_done = result->ok;
    int status = result->error.status;
    receipt->when_ms = context->when_ms;
    receipt->read_ms = context->read_ms ? context->read_ms : context->when_ms;
    receipt->outcome = write_outcome_of(result);
    receipt->said =
        is_done ? receipt_say_done(call, result, context->settings) : mem_copy(result->error.text);
    receipt->end = write_new(call, context->settings, context->asked_ms);
    receipt_take_project(receipt, result->project, call->op == ENDPOINT_ENQUEUE, context);
    bool is_refused = receipt->outcome == WRITE_REFUSED && status >= 400 && status < 500;
    if (is_done || is_refused || receipt->outcome == WRITE_OPEN)
        receipt->row = activity_line(call, result, receipt->outcome);
    if (receipt->outcome == WRITE_OPEN)
        receipt_take_open(receipt, result, context);
    else
        receipt_end_row(receipt, call, result, context);
    if (is_refused)
        receipt->kind = RECEIPT_HISTORY_REFUSED;
    if (is_done)
        receipt_take_done(receipt, call, result, context);
    if (is_done || receipt->outcome == WRITE_OPEN)
        receipt->overrules = call->asked_row;
    if (receipt->open_until_ms <= context->when_ms) {
        receipt->open_until_ms = 0;
        return receipt;
    }
    char open[DATE_TEXT_SIZE + 20], *said = receipt->said;
    receipt_open_text(open, sizeof open, receipt->open_until_ms, context->when_ms, context->zone);
    receipt->said = mem_printf("%s The outcome is %s.", said, open);
    free(said);
    return receipt;
}

/* "Enqueue with Lang=en-US: outcome unknown": what was recorded of a write. */
static char *receipt_recorded_line(const struct write *write)
{
    const struct endpoint *endpoint = &endpoints[write->op];
    struct param_set *params =
        write->params && endpoint->params ? param_set_from_json(endpoint->params, write->params, NULL) : NULL;
    struct call call = {.op = write->op, .key = write->key, .value = write->value, .params = params};
    char *line = activity_line(&call, &(struct call_result){.ok = false}, WRITE_OPEN);
    param_set_free(params);
    return line;
}

/* The sentence on a row, judged; NULL: nothing is said of an enqueue that has begun after its answer. */
static char *receipt_told_line(const struct receipt *receipt, const struct write *write,
                               const struct project *now, const struct receipt_context *context)
{
    char at[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    bool stays = receipt->outcome == WRITE_OPEN, is_open = receipt->open_until_ms != 0;
    date_format_minute(at, sizeof at, write->when_ms, context->zone);
    if (!now)
        return mem_printf("Project %" PRId64 " no longer exists (%s sent %s)", write->id,
                          endpoints[write->op].title, at);
    if (write_is_taken(write) && receipt->outcome == WRITE_NO_EFFECT)
        return mem_printf("Project %" PRId64 " was not seen to start: it is still %s (enqueued %s)",
                          write->id, *now->state ? now->state : "in no state", at);
    if (write_is_taken(write))
        return NULL;
    date_format_minute(at, sizeof at, context->when_ms, context->zone);
    receipt_open_text(open, sizeof open, receipt->open_until_ms, context->when_ms, context->zone);
    char *shown = receipt_shown(write, now, !is_open, stays ? at : NULL, context->settings);
    char *line = receipt_recorded_line(write);
    char *all = mem_printf("%s (%s%s%s)", shown, line, is_open ? ", " : "", is_open ? open : "");
    free(line);
    free(shown);
    return all;
}

struct receipt *receipt_told(const struct write *write, const struct project *now, enum write_outcome judged,
                             const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    int64_t until_ms = write_open_until(write, context->settings, context->when_ms);
    receipt->when_ms = context->when_ms;
    receipt->read_ms = context->read_ms ? context->read_ms : context->when_ms;
    receipt->outcome = judged;
    receipt->open_until_ms = judged == WRITE_OPEN && until_ms > context->when_ms ? until_ms : 0;
    receipt->row = receipt_told_line(receipt, write, now, context);
    receipt->said = mem_copy_or_null(receipt->row);
    if (judged == WRITE_OPEN)
        return receipt;
    receipt->end = (struct write){.row = write->row,
                                  .id = write->id,
                                  .op = write->op,
                                  .before = mem_copy_or_null(write->before),
                                  .outcome = judged,
                                  .is_over = true};
    receipt_take_project(receipt, now, false, context);
    if (judged == WRITE_NO_EFFECT || judged == WRITE_UNKNOWN || write->op != ENDPOINT_ENQUEUE)
        receipt->end.ended_ms = context->when_ms;
    receipt->ends = true;
    receipt->kind = receipt->row ? "unknown" : NULL;
    return receipt;
}

void receipt_retell(const struct receipt *receipt, struct error *err)
{
    if (!receipt->open_until_ms)
        return;
    error_retell(err, "%s", receipt->said);
    err->open_until_ms = receipt->open_until_ms;
}

void receipt_free(struct receipt *receipt)
{
    if (!receipt)
        return;
    free(receipt->said);
    free(receipt->row);
    free(receipt->shown);
    free(receipt->key);
    free(receipt->value);
    free(receipt->email);
    free(receipt->file.path);
    free(receipt->file.format);
    write_clear(&receipt->end);
    project_free(receipt->project);
    free(receipt);
}
