/* Owns what follows a write that was refused with 409. Sends nothing. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/conflict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define VALUE_CELLS 40

bool conflict_needs_reading(const struct call *call, const struct call_result *result)
{
    return !result->ok && result->error.kind == ERROR_CONFLICT && result->error.status &&
           (call->op == ENDPOINT_ENQUEUE || (call->seen && endpoints[call->op].takes_version));
}

/* Why sending it once more makes no sense, or would cover a change; NULL: it does, and covers none. */
static const char *conflict_reason(const struct call *call, const struct project *now)
{
    if (call->op == ENDPOINT_DELETE_TAG) {
        if (!look_finds_tag(now, call->value))
            return "the tag no longer exists";
    } else {
        if (!look_lists_metadata(call->seen) || !look_lists_metadata(now))
            return "its metadata cannot be read, and may be what changed";
        const json_t *before = look_metadata(call->seen, call->key), *after = look_metadata(now, call->key);
        if (before && after ? !json_equal(before, after) : before != after)
            return "this metadata was changed elsewhere";
    }
    if (now->version < 0)
        return project_version_trouble(now);
    return now->version == call->seen->version ? "the server rejects the version that it reports itself"
                                               : NULL;
}

/* What changed since it was seen, a line. Caller frees. */
static char *conflict_changes(const struct project *before, const struct project *now)
{
    struct buffer changes;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    changes_put(&changes, before->record.shown, now->record.shown, false);
    char *said =
        changes.len > 0
            ? mem_printf("Project %" PRId64 " was changed in the meantime: %s.\n", now->id,
                         buffer_text(&changes))
            : mem_printf("Project %" PRId64 " was modified in the meantime, but no visible field changed.\n",
                         now->id);
    buffer_free(&changes);
    return said;
}

bool conflict_retry(const struct call *call, const struct error *refused, bool stops,
                    struct call_result *result)
{
    const struct project *now = result->project;
    bool was_read = result->ok && now;
    result->ok = false;
    result->op = call->op;
    if (!was_read) {
        error_prefix(&result->error, "%s Refreshing it failed", refused->text);
        return false;
    }
    if (call->op == ENDPOINT_ENQUEUE) {
        char *cause = error_without_advice(refused);
        result->error = *refused;
        error_retell(&result->error, "%s. It is %s now; repeat the request if you still want it.", cause,
                     *now->state ? now->state : "in no state");
        free(cause);
        return false;
    }
    const char *reason = stops ? "it was stopped before it was sent again" : conflict_reason(call, now);
    char *changes = conflict_changes(call->seen, now);
    if (!reason) {
        result->said = mem_printf("%sIt was sent again with the new version.\n", changes);
        free(changes);
        return true;
    }
    error_set(&result->error, ERROR_CONFLICT, "%s of project %" PRId64 ": nothing was changed: %s.",
              endpoints[call->op].title, result->project_id, reason);
    result->error.status = refused->status;
    memcpy(result->error.server, refused->server, sizeof result->error.server);
    if (stops) { /* nor is anybody asked to send it again */
        project_free(result->project);
        result->project = NULL;
    }
    if (call->op == ENDPOINT_DELETE_TAG) /* of metadata the question names what changed */
        result->said = changes;
    else
        free(changes);
    return false;
}

/* --- the question --- */

/* A key or a value as a sentence may show it. Caller frees. */
static char *conflict_show(const char *text)
{
    char shown[VALUE_CELLS * 4 + 8], *clean = text_clean_copy(text ? text : "");
    text_clip(shown, sizeof shown, *clean ? clean : "nothing", VALUE_CELLS);
    free(clean);
    return mem_copy(shown);
}

bool conflict_question_make(struct conflict_question *question, const struct call *call,
                            const struct call_result *result, const char *since)
{
    bool is_metadata = call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA;
    const struct project *now = result->project;
    *question = (struct conflict_question){0};
    if (result->ok || result->error.kind != ERROR_CONFLICT || !is_metadata || !call->seen || !now ||
        now->version < 0 || now->version == call->seen->version)
        return false;
    char *key = conflict_show(call->key), *value = conflict_show(call->value);
    struct buffer changes, asks, text;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    buffer_init(&asks, BUFFER_MAX_DEFAULT);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    changes_put(&changes, call->seen->record.shown, now->record.shown, true);
    if (changes.len == 0)
        buffer_append_text(&changes, "no field that is shown");
    const json_t *stored = look_metadata(now, call->key);
    if (!look_lists_metadata(call->seen) || !look_lists_metadata(now)) {
        buffer_append_text(&asks, ". Its metadata cannot be read.");
    } else if (!stored) {
        buffer_printf(&asks, ". Its %s no longer exists.", key);
    } else {
        if (!json_is_string(stored))
            json_write(&text, stored);
        char *shown = conflict_show(json_is_string(stored) ? json_string_value(stored) : buffer_text(&text));
        buffer_printf(&asks, ". Its %s is %s now.", key, shown);
        free(shown);
    }
    if (call->op == ENDPOINT_ADD_METADATA)
        buffer_printf(&asks, " Set %s to %s all the same?", key, value);
    else
        buffer_printf(&asks, " Delete %s all the same?", key);
    *question =
        (struct conflict_question){.lead = mem_printf("%" PRId64 " changed since %s: ", now->id, since),
                                   .changes = buffer_take(&changes),
                                   .asks = buffer_take(&asks)};
    buffer_free(&text);
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
