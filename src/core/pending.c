/* Owns what is known of a write without an answer, and what a reading proves of it. Knows neither the store
 * nor how it is sent. */
/* SPDX-License-Identifier: MIT */
#include "pending.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/settings.h"

#define MINUTE_MS INT64_C(60000)

struct pending *pending_new(const struct call *call, const struct settings *settings, int64_t when_ms)
{
    struct pending *pending = mem_zero(1, sizeof *pending);
    *pending = (struct pending){.id = call->project_id,
                                .op = call->op,
                                .key = mem_copy_or_null(call->key),
                                .value = mem_copy_or_null(call->value),
                                .params = call->params ? param_set_to_json(call->params) : NULL,
                                .state = call->seen ? mem_copy(call->seen->state) : NULL,
                                .version = call->seen ? call->seen->version : -1,
                                .when_ms = when_ms,
                                .until_ms = when_ms + settings_int(settings, SETTING_TIMEOUT) * 1000,
                                .asked_row = call->asked_row,
                                .act = call->act};
    return pending;
}

void pending_clear(struct pending *pending)
{
    free(pending->key);
    free(pending->value);
    free(pending->state);
    json_decref(pending->params);
}

void pending_free(struct pending *pending)
{
    if (!pending)
        return;
    pending_clear(pending);
    free(pending);
}

bool pending_is_orphan(const struct pending *pending, int64_t wall_ms)
{
    return pending->life == OWNER_ENDED || (pending->life != OWNER_SELF && wall_ms > pending->until_ms);
}

struct project *pending_seen(const struct pending *pending)
{
    struct error err;
    if (!pending->state)
        return NULL;
    json_t *summary = json_pack("{s:s}", "ProcessingState", pending->state);
    if (pending->version >= 0)
        json_object_set_new(summary, "AccessToken", json_integer(pending->version));
    struct project *seen = project_pick(summary, pending->id, &err);
    json_decref(summary);
    return seen;
}

int64_t pending_open_until(const struct pending *pending, const struct settings *settings, int64_t wall_ms)
{
    int64_t ahead_ms = pending->when_ms > wall_ms ? pending->when_ms - wall_ms : 0;
    return pending->until_ms - ahead_ms + settings_int(settings, SETTING_SETTLE_AFTER) * MINUTE_MS;
}

struct look pending_look(const struct pending *pending, const struct project *before,
                         const struct project *now, const struct settings *settings)
{
    return (struct look){.op = pending->op,
                         .before = before,
                         .now = now,
                         .key = pending->key ? pending->key : "",
                         .value = pending->value ? pending->value : "",
                         .active_states = settings_text(settings, SETTING_ACTIVE_STATES),
                         .settled_states = settings_text(settings, SETTING_SETTLED_STATES),
                         .sent_version = pending->version};
}

/* Does an enqueue that no reading shows show now that there was none? One whose project has ended may have
 * been enqueued again; another version may be a short transcription. */
static bool pending_has_no_job(const struct look *look)
{
    const struct project *before = look->before, *now = look->now;
    bool is_known = before && *before->state;
    if (is_known && strcmp(before->state, now->state) != 0)
        return false;
    if (is_known && before->version >= 0 && now->version >= 0)
        return before->version == now->version;
    return *now->state && !text_has_word(look->settled_states, now->state);
}

enum pending_finding pending_judge(const struct pending *pending, const struct project *now, int64_t read_ms,
                                   const struct settings *settings)
{
    bool is_over = read_ms > pending_open_until(pending, settings, read_ms);
    struct project *before = pending_seen(pending);
    struct look look = pending_look(pending, before, now, settings);
    bool is_enqueue = pending->op == ENDPOINT_ENQUEUE;
    bool is_done =
        look_shows_it_done(&look) || /* or nothing was seen before: then only that it runs */
        (is_enqueue && (!before || !*before->state) && text_has_word(look.active_states, now->state));
    bool is_undone = is_over && !is_done && (!is_enqueue || pending_has_no_job(&look));
    project_free(before);
    return is_done ? PENDING_DONE : is_undone ? PENDING_NO_EFFECT : PENDING_OPEN;
}
