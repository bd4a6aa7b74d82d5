/* Owns what a write goes through: its record, the second try after a stale version, the receipt. Sends
 * nothing. */
/* SPDX-License-Identifier: MIT */
#include "writes.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/changes.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"

void writes_begin(struct write *write, const struct call *call, int64_t wall_ms)
{
    *write = (struct write){.asked = call_copy(call), .asked_ms = wall_ms};
}

void writes_clear(struct write *write)
{
    call_free(write->asked);
    store_op_free(write->overruled);
    project_free(write->reread);
    free(write->said);
    free(write->stale);
    *write = (struct write){0};
}

struct store_op *writes_record(const struct write *write, const struct settings *settings)
{
    return endpoints[write->asked->op].write ? receipt_begin(write->asked, settings, write->asked_ms) : NULL;
}

/* It is not sent beside this open enqueue, which nobody was asked about. */
static bool writes_second(struct write *write, const struct pending *open, enum date_zone zone,
                          const char *what, struct error *why)
{
    char when[DATE_TEXT_SIZE];
    write->open_row = open->row;
    date_format_minute(when, sizeof when, open->when_ms, zone);
    return error_set(why, ERROR_CONFLICT, "%s was not sent: the enqueue sent %s has no answer yet", what,
                     when);
}

bool writes_recorded(struct write *write, const struct store_result *result, int64_t wall_ms,
                     enum date_zone zone, const char *what, struct error *why)
{
    write->row = result->ok ? result->number : 0;
    if (!result->ok)
        return error_set(why, ERROR_IO, WRITES_NOT_RECORDED " (%s)", result->error.text);
    if (!write->row)
        return writes_second(write, &result->pending[result->pending_count - 1], zone, what, why);
    write->overruled = receipt_overruled(result, wall_ms);
    return true;
}

/* Are two values the same, or both missing? */
static bool writes_is_same(const json_t *a, const json_t *b)
{
    return a && b ? json_equal(a, b) != 0 : a == b;
}

/* Why the wish makes no sense any more, or NULL. */
static const char *writes_refusal(const struct call *asked, const struct project *now)
{
    if (asked->op == ENDPOINT_DELETE_TAG && !look_finds_tag(now, asked->value))
        return "the tag no longer exists";
    if (asked->op != ENDPOINT_DELETE_TAG && (!look_lists_metadata(asked->seen) || !look_lists_metadata(now)))
        return "its metadata cannot be read, and may be what changed";
    if (asked->op != ENDPOINT_DELETE_TAG &&
        !writes_is_same(look_metadata(asked->seen, asked->key), look_metadata(now, asked->key)))
        return "this metadata was changed elsewhere";
    if (now->version < 0)
        return project_version_trouble(now);
    return now->version == asked->seen->version ? "the server rejects the version that it reports itself"
                                                : NULL;
}

/* What changed since it was seen, a line. Caller frees. */
static char *writes_changes(const struct project *before, const struct project *now)
{
    struct buffer changes;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    changes_put(&changes, before->record.shown, now->record.shown, false);
    char *said =
        changes.len > 0
            ? mem_printf("Project %lld was changed in the meantime: %s.\n", (long long)now->id,
                         buffer_text(&changes))
            : mem_printf("Project %lld was modified in the meantime, but no visible field changed.\n",
                         (long long)now->id);
    buffer_free(&changes);
    return said;
}

/* The call that follows. */
static struct call *writes_next(const struct write *write, enum endpoint_id op)
{
    struct call *call = call_copy(write->asked);
    call->op = op;
    project_free(call->seen);
    call->seen = write->reread ? project_copy(write->reread) : NULL;
    return call;
}

/* Ends it with the first conflict and the reason why nothing more was sent. */
static void writes_refuse(const struct write *write, struct call_result *result, const char *refusal)
{
    error_set(&result->error, ERROR_CONFLICT, "%s of project %lld: nothing was changed: %s.",
              endpoints[write->asked->op].title, (long long)result->project_id, refusal);
    result->error.status = write->stale->status;
    memcpy(result->error.server, write->stale->server, sizeof result->error.server);
}

/* Ends an enqueue with the conflict and the state that the project has now. */
static void writes_refuse_enqueue(const struct write *write, struct call_result *result)
{
    char *refused = error_without_advice(write->stale);
    const char *state = result->project->state;
    result->error = *write->stale;
    error_retell(&result->error, "%s. It is %s now; repeat the request if you still want it.", refused,
                 *state ? state : "in no state");
    free(refused);
}

/* Takes the reading after a conflict: is the write sent once more? */
static struct call *writes_decide(struct write *write, struct call_result *result, bool stops)
{
    const struct call *asked = write->asked;
    const struct project *now = result->project;
    bool was_read = result->ok && now;
    result->ok = false;
    result->op = asked->op;
    if (!was_read) {
        error_prefix(&result->error, "%s Refreshing it failed", write->stale->text);
        return NULL;
    }
    if (asked->op == ENDPOINT_ENQUEUE) {
        writes_refuse_enqueue(write, result);
        return NULL;
    }
    const char *refusal = stops ? "it was stopped before it was sent again" : writes_refusal(asked, now);
    char *changes = writes_changes(asked->seen, now);
    if (!refusal) {
        write->reread = result->project;
        result->project = NULL;
        write->said = mem_printf("%sIt was sent again with the new version.\n", changes);
        free(changes);
        return writes_next(write, asked->op);
    }
    writes_refuse(write, result, refusal);
    if (stops) { /* nor is anybody asked to send it again */
        project_free(result->project);
        result->project = NULL;
    }
    if (asked->op == ENDPOINT_DELETE_TAG) /* of metadata the question names what changed */
        result->said = changes;
    else
        free(changes);
    return NULL;
}

/* Did the server refuse it for what a reading may show: another version by now, or the state? */
static bool writes_is_stale(const struct write *write, const struct call_result *result)
{
    const struct call *asked = write->asked;
    bool reads = asked->op == ENDPOINT_ENQUEUE || (asked->seen && endpoints[asked->op].takes_version);
    return !result->ok && result->error.kind == ERROR_CONFLICT && result->error.status && !write->stale &&
           reads;
}

struct call *writes_answered(struct write *write, struct call_result *result, bool stops)
{
    if (!write->asked)
        return NULL;
    if (write->stale && !write->reread)
        return writes_decide(write, result, stops);
    if (!stops && writes_is_stale(write, result)) {
        write->stale = mem_alloc(sizeof *write->stale);
        *write->stale = result->error;
        return writes_next(write, ENDPOINT_GET_PROJECT);
    }
    if (write->said) {
        result->said = write->said;
        write->said = NULL;
    }
    if (!result->ok && result->error.kind == ERROR_CONFLICT && !result->project) {
        result->project = write->reread; /* it is news all the same */
        write->reread = NULL;
    }
    return NULL;
}

struct receipt *writes_receipt(const struct write *write, const struct call_result *result,
                               struct receipt_context context)
{
    context.pending_row = write->row;
    context.asked_ms = write->asked_ms;
    context.overruled = write->overruled;
    return receipt_new(write->asked, result, &context);
}
