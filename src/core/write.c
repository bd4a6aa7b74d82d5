/* SPDX-License-Identifier: MIT */
#include "steno/core/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/activity.h"
#include "steno/core/rows.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"

#define MINUTE_MS   INT64_C(60000)
#define HALF_DAY_MS (720 * MINUTE_MS)
#define VALUE_CELLS 40

struct call *call_new(enum endpoint_id op)
{
    struct call *call = mem_zero(1, sizeof *call);
    call->op = op;
    return call;
}

struct call *call_copy(const struct call *call)
{
    struct call *copy = call_new(call->op);
    *copy = *call;
    copy->path = copy->url = copy->email = copy->password = copy->token = NULL;
    copy->ledger = (struct ledger){0};
    copy->key = mem_copy_or_null(call->key);
    copy->value = mem_copy_or_null(call->value);
    copy->params = call->params ? param_set_copy(call->params) : NULL;
    copy->seen = call->seen ? project_copy(call->seen) : NULL;
    return copy;
}

void call_free(struct call *call)
{
    if (!call)
        return;
    free(call->key);
    free(call->value);
    if (call->params)
        param_set_free(call->params);
    free(call->path);
    ledger_clear(&call->ledger);
    project_free(call->seen);
    free(call->url);
    free(call->email);
    mem_wipe_free(call->password);
    mem_wipe_free(call->token);
    free(call);
}

struct call_result *call_result_new(const struct call *call)
{
    struct call_result *result = mem_zero(1, sizeof *result);
    result->serial = call->serial;
    result->op = call->op;
    result->project_id = call->project_id;
    error_clear(&result->error);
    return result;
}

void call_result_free(struct call_result *result)
{
    if (!result)
        return;
    project_free(result->project);
    free(result->text);
    login_free(result->login);
    policy_free(result->policy);
    free(result->said);
    free(result->path);
    free(result->file);
    buffer_free(&result->data);
    free(result);
}

bool call_fails_others(const struct error *err)
{
    return err->kind == ERROR_NOT_LOGGED_IN || err->kind == ERROR_CANCELLED;
}

bool call_puts_off_others(const struct error *err)
{
    bool waits_long = err->kind == ERROR_RATE_LIMITED && err->retry_after_s > REFRESH_PAUSE_MS / 1000;
    return waits_long || err->kind == ERROR_IO;
}

void effects_init(struct effects *effects)
{
    *effects = (struct effects){.deadline_ms = INT64_MAX};
}

struct effect *effects_add(struct effects *effects, enum effect_kind kind)
{
    if (effects->count == effects->capacity) {
        effects->capacity = effects->capacity ? effects->capacity * 2 : 8;
        effects->items = mem_grow(effects->items, effects->capacity, sizeof *effects->items);
    }
    effects->items[effects->count] = (struct effect){.kind = kind};
    return &effects->items[effects->count++];
}

void effects_free(struct effects *effects)
{
    for (size_t i = 0; i < effects->count; i++) {
        struct effect *effect = &effects->items[i];
        call_free(effect->call);
        free(effect->text);
        free(effect->text2);
        free(effect->text3);
        mem_wipe_free(effect->secret);
    }
    free(effects->items);
    effects_init(effects);
}

static const char *const outcome_names[WRITE_OUTCOMES] = {
    [WRITE_DONE] = "done",           [WRITE_PROBABLY] = "probably", [WRITE_REFUSED] = "refused",
    [WRITE_FAILED] = "failed",       [WRITE_UNSENT] = "unsent",     [WRITE_SKIPPED] = "skipped",
    [WRITE_NO_EFFECT] = "no effect", [WRITE_UNKNOWN] = "unknown",
};

struct write write_new(const struct call *call, const struct settings *settings, int64_t when_ms)
{
    return (struct write){.act = call->act,
                          .act_count = call->act_count,
                          .id = call->project_id,
                          .op = call->op,
                          .key = mem_copy_or_null(call->key),
                          .value = mem_copy_or_null(call->value),
                          .params = call->params ? param_set_to_json(call->params) : NULL,
                          .before = call->seen ? mem_copy(call->seen->state) : NULL,
                          .version = call->seen ? call->seen->version : -1,
                          .rests_ms = call->rests_ms,
                          .when_ms = when_ms,
                          .until_ms = when_ms + settings_int(settings, SETTING_TIMEOUT) * 1000,
                          .asked_row = call->asked_row};
}

void write_clear(struct write *write)
{
    free(write->key);
    free(write->value);
    free(write->name);
    free(write->before);
    free(write->after);
    free(write->reason);
    json_decref(write->params);
    *write = (struct write){0};
}

void write_list_clear(struct write_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        write_clear(&list->rows[i]);
    free(list->rows);
    *list = (struct write_list){0};
}

void act_clear(struct act *act)
{
    write_list_clear(&(struct write_list){act->rows, act->row_count});
    json_decref(act->options);
    *act = (struct act){0};
}

const char *write_outcome_name(enum write_outcome outcome)
{
    return outcome_names[outcome];
}

enum write_outcome write_outcome_find(const char *name)
{
    for (int i = WRITE_OPEN + 1; name && i < WRITE_OUTCOMES; i++) {
        if (strcmp(outcome_names[i], name) == 0)
            return (enum write_outcome)i;
    }
    return name ? WRITE_UNKNOWN : WRITE_OPEN;
}

enum write_outcome write_outcome_of(const struct call_result *result)
{
    const struct error *error = &result->error;
    if (result->ok)
        return WRITE_DONE;
    if (error_outcome_is_open(error))
        return WRITE_OPEN;
    if (error->kind == ERROR_CANCELLED || (endpoints[result->op].write && !error->status))
        return WRITE_UNSENT;
    bool is_answer = error->kind == ERROR_NOT_LOGGED_IN || error->kind == ERROR_FORBIDDEN ||
                     error->kind == ERROR_NOT_FOUND || error->kind == ERROR_CONFLICT ||
                     error->kind == ERROR_REJECTED || error->kind == ERROR_RATE_LIMITED ||
                     error->kind == ERROR_SERVER;
    /* a status is not enough: an answer that broke off also has a status */
    return is_answer && error->status ? WRITE_REFUSED : WRITE_FAILED;
}

bool write_is_lost(const struct write *write, int64_t now_ms)
{
    return write->outcome == WRITE_OPEN && now_ms > write->until_ms;
}

bool write_is_taken(const struct write *write)
{
    return write->outcome != WRITE_OPEN && !write->is_over;
}

int64_t write_open_until(const struct write *write, const struct settings *settings, int64_t now_ms)
{
    int64_t ahead_ms = write->when_ms > now_ms ? write->when_ms - now_ms : 0;
    int64_t from_ms = write_is_taken(write) ? write->answered_ms : write->until_ms;
    return from_ms - ahead_ms + settings_int(settings, SETTING_SETTLE_AFTER) * MINUTE_MS;
}

struct project *write_seen(const struct write *write)
{
    struct error err;
    if (!write->before)
        return NULL;
    json_t *summary = json_pack("{s:s}", "ProcessingState", write->before);
    if (write->version >= 0)
        json_object_set_new(summary, "AccessToken", json_integer(write->version));
    struct project *seen = project_pick(summary, write->id, &err);
    json_decref(summary);
    return seen;
}

/* Returns the input for api/look.h. Borrows texts of the write and the settings. */
static struct look look_at(const struct write *write, const struct project *before, const struct project *now,
                           const struct settings *settings)
{
    return (struct look){.op = write->op,
                         .before = before,
                         .now = now,
                         .key = write->key ? write->key : "",
                         .value = write->value ? write->value : "",
                         .active_states = settings_text(settings, SETTING_ACTIVE_STATES),
                         .settled_states = settings_text(settings, SETTING_SETTLED_STATES),
                         .sent_version = write->version};
}

enum write_outcome write_judge(const struct write *write, const struct project *now, int64_t read_ms,
                               const struct settings *settings)
{
    bool is_taken = write_is_taken(write), is_late = read_ms > write_open_until(write, settings, read_ms);
    if (write->is_over || read_ms <= (is_taken ? write->answered_ms : write->when_ms))
        return WRITE_OPEN;
    if (!now)
        return WRITE_UNKNOWN;
    if (write->op != ENDPOINT_ENQUEUE) {
        struct project *before = write_seen(write);
        struct look look = look_at(write, before, now, settings);
        bool is_done = look_shows_it_done(&look);
        project_free(before);
        return is_done ? WRITE_PROBABLY : is_late ? WRITE_NO_EFFECT : WRITE_OPEN;
    }
    /* compare with the state in the answer of a taken enqueue, else with the state before the write */
    const char *base = is_taken && write->after && *write->after ? write->after : write->before;
    const char *active = settings_text(settings, SETTING_ACTIVE_STATES);
    bool is_same = base && strcmp(base, now->state) == 0;
    if (!*now->state)
        return WRITE_OPEN;
    if (is_taken && !is_same)
        return WRITE_DONE;
    if (!is_taken && text_has_word(active, now->state) && !(base && text_has_word(active, base)))
        return WRITE_PROBABLY;
    if (!is_taken && base && *base && !is_same &&
        text_has_word(settings_text(settings, SETTING_SETTLED_STATES), now->state))
        return WRITE_PROBABLY;
    return is_late && is_same && (is_taken || now->version == write->version) ? WRITE_NO_EFFECT : WRITE_OPEN;
}

char *write_words(const struct write *write, int64_t now_ms, enum date_zone zone)
{
    char when[DATE_TEXT_SIZE];
    const char *login = write->is_elsewhere ? " under another steno login on this computer" : "";
    date_format_minute(when, sizeof when, write->when_ms, zone);
    if (write->outcome == WRITE_OPEN)
        return mem_printf("an enqueue (sent %s%s) has no answer%s", when, login,
                          write_is_lost(write, now_ms) ? "" : " yet");
    return mem_printf("it was enqueued %s%s%s", when, login,
                      write_is_taken(write) ? ", but no start was seen so far" : "");
}

/* --- receipts --- */

/* Returns what was done, and which sent values came from the config. */
static char *receipt_say_done(const struct call *call, const struct call_result *result,
                              const struct settings *settings)
{
    static const char *const deeds[] = {[ENDPOINT_ENQUEUE] = "enqueued",
                                        [ENDPOINT_DELETE_TAG] = "tag deleted",
                                        [ENDPOINT_ADD_METADATA] = "metadata set",
                                        [ENDPOINT_DELETE_METADATA] = "metadata deleted"};
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_printf(&text, "%" PRId64 ": ", call->project_id);
    if (call->op == ENDPOINT_EXPORT) {
        char *path = text_clean_copy(result->path ? result->path : "standard output");
        if (result->export_info.bytes > 0)
            buffer_printf(&text, "exported to %s, %" PRId64 " bytes", path, result->export_info.bytes);
        else
            buffer_printf(&text, "exported to %s: " EXPORT_NAME_EMPTY, path);
        free(path);
    } else {
        bool is_meanwhile = result->said && call->op != ENDPOINT_ENQUEUE;
        buffer_printf(&text, "%s%s", deeds[call->op],
                      is_meanwhile ? "; the project had changed in the meantime" : "");
    }
    char *config = call->params ? settings_params_text(settings, call->params) : NULL;
    if (config && *config)
        buffer_printf(&text, ", %s", config);
    free(config);
    return buffer_take(&text);
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
    if (open_until_ms - when_ms < HALF_DAY_MS) /* rounded up to a whole minute */
        date_format_minute(until, sizeof until, open_until_ms + MINUTE_MS - 1, zone);
    else
        date_format(until, sizeof until, &(struct date){.ms = open_until_ms, .has_zone = true}, zone);
    snprintf(out, size, "open until %s", until);
}

/* Returns the line of look_describe() without ".\n" at its end. `at`: time of the reading; NULL: just now. */
static char *receipt_shown(const struct write *write, const struct project *now, bool is_over, const char *at,
                           const struct settings *settings)
{
    struct buffer text;
    struct project *before = write_seen(write);
    struct look look = look_at(write, before, now, settings);
    look.at = at;
    look.is_over = is_over;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    look_describe(&text, &look);
    char *shown = mem_copy_n(buffer_text(&text), text.len > 2 ? text.len - 2 : 0);
    buffer_free(&text);
    project_free(before);
    return shown;
}

/* Copies `now` into the receipt, and its state into the row. A change to a settled state ends the row. */
static void receipt_take_project(struct receipt *receipt, const struct project *now, bool is_seen,
                                 const struct receipt_context *context)
{
    struct write *end = &receipt->end;
    if (!now)
        return;
    receipt->project = project_copy(now);
    receipt->is_seen = is_seen;
    receipt->is_ended = text_has_word(settings_text(context->settings, SETTING_SETTLED_STATES), now->state);
    free(end->after);
    end->after = mem_copy(now->state);
    if (receipt->is_ended && end->before && strcmp(end->before, now->state) != 0)
        end->ended_ms = context->when_ms;
}

/* Ends the row according to the answer. If the call was never sent, the store deletes the row. A write
 * without an answer stays open until a reading shows its effect. */
static void receipt_end_row(struct receipt *receipt, const struct call *call,
                            const struct call_result *result, const struct receipt_context *context)
{
    const struct error *error = &result->error;
    const struct project *now = result->project;
    struct write *end = &receipt->end;
    bool is_enqueue = call->op == ENDPOINT_ENQUEUE;
    if (receipt->outcome == WRITE_OPEN) {
        int64_t read_ms = context->when_ms > end->when_ms ? context->when_ms : end->when_ms + 1;
        receipt->was_done = now && write_judge(end, now, read_ms, context->settings) == WRITE_PROBABLY;
        if (!receipt->was_done && endpoints[end->op].write)
            receipt->open_until_ms = write_open_until(end, context->settings, context->when_ms);
        if (!receipt->was_done)
            return;
        receipt->shown = receipt_shown(end, now, true, NULL, context->settings);
        receipt->ends = end->is_over = true;
        end->outcome = WRITE_DONE;
        if (!is_enqueue)
            end->ended_ms = context->when_ms;
        return;
    }
    bool is_answer = receipt->outcome == WRITE_REFUSED;
    const char *why = is_answer ? error->server : error->text;
    receipt->ends =
        receipt->outcome != WRITE_UNSENT && (endpoints[call->op].write || call->op == ENDPOINT_EXPORT);
    end->outcome = receipt->outcome;
    if (call->may_stay && result->path && error->kind == ERROR_EXISTS)
        end->outcome = WRITE_SKIPPED;
    end->answered_ms = context->when_ms;
    end->status = is_answer ? error->status : 0;
    end->bytes = result->export_info.bytes;
    if (call->op == ENDPOINT_EXPORT)
        end->name = mem_copy_or_null(result->path);
    if (!result->ok && *why && call->op != ENDPOINT_ADD_METADATA) /* `why` could quote a secret value */
        end->reason = mem_copy(why);
    bool is_taken = end->outcome == WRITE_DONE && is_enqueue;
    end->is_over = !is_taken || (now && text_has_word(settings_text(context->settings, SETTING_ACTIVE_STATES),
                                                      now->state));
    if (!is_taken)
        end->ended_ms = context->when_ms;
}

bool receipt_follow_export(struct exported *exported, const struct receipt *receipt)
{
    const struct ledger_file *file = &receipt->file;
    if (file->path) {
        *exported = (struct exported){.when_ms = file->when_ms, .version = file->version};
        snprintf(exported->format, sizeof exported->format, "%s", file->format);
        return true;
    }
    if (receipt->moved_from == receipt->moved_to || exported->version != receipt->moved_from)
        return false;
    exported->version = receipt->moved_to;
    return true;
}

/* Fills in what is saved after a success: file and format of an export, key and value of metadata. A change
 * of tags or metadata adds the version numbers before and after, so that exported files stay current. The
 * numbers are left out if others changed the project, too. */
static void receipt_take_done(struct receipt *receipt, const struct call *call,
                              const struct call_result *result, const struct receipt_context *context)
{
    const struct project *now = result->project;
    if (call->op == ENDPOINT_EXPORT && result->file) {
        const struct param_set *params = call->params;
        const char *format = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
        const char *dot = strrchr(result->file, '.');
        if (!format)
            format = dot && !strchr(dot, '/') ? dot + 1 : "";
        receipt->file = (struct ledger_file){.id = call->project_id,
                                             .path = mem_copy(result->file),
                                             .format = mem_copy(format),
                                             .version = now ? now->version : call->version,
                                             .when_ms = context->when_ms,
                                             .size = result->export_info.bytes,
                                             .written_ns = result->written_ns};
    }
    int64_t before = call->seen ? call->seen->version : call->version;
    if (endpoints[call->op].takes_version && now && !result->said && before >= 0 && now->version >= 0) {
        receipt->moved_from = before;
        receipt->moved_to = now->version;
    }
    if (call->op != ENDPOINT_ADD_METADATA && call->op != ENDPOINT_DELETE_METADATA)
        return;
    receipt->key = mem_copy(call->key);
    receipt->value = call->op == ENDPOINT_ADD_METADATA ? mem_copy(call->value ? call->value : "") : NULL;
    receipt->email = mem_copy(context->email ? context->email : "");
    receipt->first_change = context->server_is_new;
}

struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context)
{
    struct receipt *receipt = mem_zero(1, sizeof *receipt);
    const struct error *error = &result->error;
    enum write_outcome outcome = write_outcome_of(result);
    bool is_done = result->ok, is_open = outcome == WRITE_OPEN,
         is_refused = outcome == WRITE_REFUSED && error->status >= 400 && error->status < 500;
    receipt->when_ms = context->when_ms;
    receipt->read_ms = context->read_ms ? context->read_ms : context->when_ms;
    receipt->outcome = outcome;
    receipt->said = is_done ? receipt_say_done(call, result, context->settings) : mem_copy(error->text);
    receipt->end = write_new(call, context->settings, context->asked_ms);
    receipt_take_project(receipt, result->project, call->op == ENDPOINT_ENQUEUE, context);
    if (is_done || is_refused || is_open) {
        receipt->row = activity_line(call, result, outcome);
        receipt->kind = is_open ? "unknown" : is_refused ? RECEIPT_HISTORY_REFUSED : activity_kind(call->op);
    }
    receipt_end_row(receipt, call, result, context);
    if (is_done)
        receipt_take_done(receipt, call, result, context);
    if (is_done || is_open)
        receipt->overrules = call->asked_row;
    if (receipt->open_until_ms <= context->when_ms) {
        receipt->open_until_ms = 0;
        return receipt;
    }
    char open[DATE_TEXT_SIZE + 20], *error_text = receipt->said;
    receipt_open_text(open, sizeof open, receipt->open_until_ms, context->when_ms, context->zone);
    receipt->said = mem_printf("%s The outcome is %s.", error_text, open);
    free(error_text);
    return receipt;
}

/* Returns the message of receipt_told(). NULL: an accepted enqueue has started, and needs no message. */
static char *receipt_told_line(const struct receipt *receipt, const struct write *write,
                               const struct project *now, const struct receipt_context *context)
{
    char at[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    bool stays = receipt->outcome == WRITE_OPEN, is_open = receipt->open_until_ms != 0;
    const struct endpoint *endpoint = &endpoints[write->op];
    date_format_minute(at, sizeof at, write->when_ms, context->zone);
    if (!now)
        return mem_printf("Project %" PRId64 " no longer exists (%s: sent %s)", write->id, endpoint->title,
                          at);
    if (write_is_taken(write) && receipt->outcome == WRITE_NO_EFFECT)
        return mem_printf("Project %" PRId64 " is still %s: no start was seen (enqueued %s)", write->id,
                          *now->state ? now->state : "without a state", at);
    if (write_is_taken(write))
        return NULL;
    date_format_minute(at, sizeof at, context->when_ms, context->zone);
    receipt_open_text(open, sizeof open, receipt->open_until_ms, context->when_ms, context->zone);
    struct call call = {.op = write->op, .key = write->key, .value = write->value};
    if (write->params && endpoint->params)
        call.params = param_set_from_json(endpoint->params, write->params, NULL);
    char *line = activity_line(&call, &(struct call_result){.ok = false}, WRITE_OPEN);
    char *shown = receipt_shown(write, now, !is_open, stays ? at : NULL, context->settings);
    char *all = mem_printf("%s (%s%s%s)", shown, line, is_open ? ", " : "", is_open ? open : "");
    param_set_free(call.params);
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
    if (receipt->was_done && receipt->shown)
        error_retell(err, "%s", receipt->shown);
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

/* --- after a 409 --- */

bool conflict_needs_reading(const struct call *call, const struct call_result *result)
{
    return !result->ok && result->error.kind == ERROR_CONFLICT && result->error.status &&
           (call->op == ENDPOINT_ENQUEUE || (call->seen && endpoints[call->op].takes_version));
}

/* Returns why the write must not be sent again; NULL: the write may be sent again. */
static const char *conflict_reason(const struct call *call, const struct project *now)
{
    if (call->op == ENDPOINT_DELETE_TAG && !look_finds_tag(now, call->value))
        return "the tag no longer exists";
    if (call->op != ENDPOINT_DELETE_TAG) {
        if (!look_lists_metadata(call->seen) || !look_lists_metadata(now))
            return "the metadata of the project cannot be read, and may have changed";
        const json_t *before = look_metadata(call->seen, call->key), *after = look_metadata(now, call->key);
        if (before && after ? !json_equal(before, after) : before != after)
            return "the value of this key was changed elsewhere";
    }
    if (now->version < 0)
        return project_version_trouble(now);
    return now->version == call->seen->version
               ? "the server rejects the version number of the project, although it is current"
               : NULL;
}

bool conflict_retry(const struct call *call, const struct error *refused, bool stops,
                    struct call_result *result)
{
    const struct project *now = result->project;
    bool was_read = result->ok && now, is_tag = call->op == ENDPOINT_DELETE_TAG;
    result->ok = false;
    result->op = call->op;
    if (!was_read) {
        error_prefix(&result->error, "%s Refreshing the project failed", refused->text);
        return false;
    }
    if (call->op == ENDPOINT_ENQUEUE) {
        char *cause = error_without_advice(refused);
        result->error = *refused;
        error_retell(&result->error, "%s. The project is %s now; repeat the request if you still want it.",
                     cause, *now->state ? now->state : "without a state");
        free(cause);
        return false;
    }
    const char *reason =
        stops ? "steno was stopped before it sent the request again" : conflict_reason(call, now);
    if (!reason || is_tag) { /* in other cases a question to the operator names the changes */
        struct buffer changes;
        buffer_init(&changes, BUFFER_MAX_DEFAULT);
        changes_put(&changes, call->seen->record.shown, now->record.shown, false);
        const char *again =
            reason ? ""
                   : "Therefore the server refused the first request (409), and steno sent it once more.\n";
        result->said = changes.len > 0
                           ? mem_printf("Project %" PRId64 " was changed in the meantime: %s.\n%s", now->id,
                                        buffer_text(&changes), again)
                           : mem_printf("Project %" PRId64
                                        " was modified in the meantime, but no visible field changed.\n%s",
                                        now->id, again);
        buffer_free(&changes);
    }
    if (!reason)
        return true;
    error_set(&result->error, ERROR_CONFLICT, "%s of project %" PRId64 ": not done, because %s.",
              endpoints[call->op].title, result->project_id, reason);
    result->error.status = refused->status;
    memcpy(result->error.server, refused->server, sizeof result->error.server);
    if (stops) { /* drop the project, so that the operator is not asked to send the write again */
        project_free(result->project);
        result->project = NULL;
    }
    return false;
}

/* Returns a key or value, cut to fit a sentence, or "nothing". Frees `text`. Caller frees the result. */
static char *conflict_show(char *text)
{
    char *shown = activity_clip(text, VALUE_CELLS);
    free(text);
    return *shown ? shown : (free(shown), mem_copy("nothing"));
}

bool conflict_question_make(struct conflict_question *question, const struct call *call,
                            const struct call_result *result, const char *since)
{
    bool is_set = call->op == ENDPOINT_ADD_METADATA,
         is_metadata = is_set || call->op == ENDPOINT_DELETE_METADATA;
    const struct project *now = result->project;
    *question = (struct conflict_question){0};
    if (result->ok || result->error.kind != ERROR_CONFLICT || !is_metadata || !call->seen || !now ||
        now->version < 0 || now->version == call->seen->version)
        return false;
    char *key = conflict_show(mem_copy_or_null(call->key)),
         *value = conflict_show(mem_copy_or_null(call->value));
    struct buffer changes, asks;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    buffer_init(&asks, BUFFER_MAX_DEFAULT);
    changes_put(&changes, call->seen->record.shown, now->record.shown, true);
    if (changes.len == 0)
        buffer_append_text(&changes, "no visible field");
    const json_t *stored = look_metadata(now, call->key);
    if (!look_lists_metadata(call->seen) || !look_lists_metadata(now)) {
        buffer_append_text(&asks, ". Its metadata cannot be read.");
    } else if (!stored) {
        buffer_printf(&asks, ". Its key %s no longer exists.", key);
    } else {
        char *shown = conflict_show(last_run_text(stored));
        buffer_printf(&asks, ". Its key %s is %s now.", key, shown);
        free(shown);
    }
    if (is_set)
        buffer_printf(&asks, " Set %s to %s anyway?", key, value);
    else
        buffer_printf(&asks, " Delete %s anyway?", key);
    *question = (struct conflict_question){
        .lead = mem_printf("Project %" PRId64 " changed since %s: ", now->id, since),
        .changes = buffer_take(&changes),
        .asks = buffer_take(&asks)};
    free(key);
    free(value);
    return true;
}

void conflict_question_clear(struct conflict_question *question)
{
    free(question->lead);
    free(question->changes);
    free(question->asks);
    *question = (struct conflict_question){0};
}
