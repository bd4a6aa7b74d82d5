/* Writes as values: their outcomes, what a reading proves of them, and the words for one that is open. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/write.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/settings.h"

#define MINUTE_MS INT64_C(60000)

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
    for (size_t i = 0; i < act->row_count; i++)
        write_clear(&act->rows[i]);
    free(act->rows);
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
    switch (error->kind) { /* what fails once it has begun to be received has a status, too */
    case ERROR_NOT_LOGGED_IN:
    case ERROR_FORBIDDEN:
    case ERROR_NOT_FOUND:
    case ERROR_CONFLICT:
    case ERROR_REJECTED:
    case ERROR_RATE_LIMITED:
    case ERROR_SERVER:
        return error->status ? WRITE_REFUSED : WRITE_FAILED;
    default:
        return WRITE_FAILED;
    }
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

struct look write_look(const struct write *write, const struct project *before, const struct project *now,
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

/* An enqueue without an answer rests on the state before it, one that was taken on that of its answer. */
static enum write_outcome judge_enqueue(const struct write *write, const struct project *now, bool is_late,
                                        const struct settings *settings)
{
    bool is_taken = write_is_taken(write);
    const char *base = is_taken && write->after && *write->after ? write->after : write->before;
    const char *active = settings_text(settings, SETTING_ACTIVE_STATES);
    bool is_same = base && strcmp(base, now->state) == 0;
    if (!*now->state) /* it says nothing */
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

enum write_outcome write_judge(const struct write *write, const struct project *now, int64_t read_ms,
                               const struct settings *settings)
{
    int64_t since_ms = write_is_taken(write) ? write->answered_ms : write->when_ms;
    bool is_late = read_ms > write_open_until(write, settings, read_ms);
    if (write->is_over || read_ms <= since_ms)
        return WRITE_OPEN;
    if (!now)
        return WRITE_UNKNOWN;
    if (write->op == ENDPOINT_ENQUEUE)
        return judge_enqueue(write, now, is_late, settings);
    struct project *before = write_seen(write);
    struct look look = write_look(write, before, now, settings);
    bool is_done = look_shows_it_done(&look);
    project_free(before);
    return is_done ? WRITE_PROBABLY : is_late ? WRITE_NO_EFFECT : WRITE_OPEN;
}

char *write_words(const struct write *write, int64_t now_ms, enum date_zone zone)
{
    char when[DATE_TEXT_SIZE];
    const char *login = write->is_elsewhere ? " by another login of this computer" : "";
    date_format_minute(when, sizeof when, write->when_ms, zone);
    if (write->outcome == WRITE_OPEN)
        return mem_printf("an enqueue sent %s%s %s", when, login,
                          write_is_lost(write, now_ms) ? "has no answer" : "has no answer yet");
    return mem_printf("it was enqueued %s%s%s", when, login,
                      write_is_taken(write) ? " and is not seen to start yet" : "");
}
