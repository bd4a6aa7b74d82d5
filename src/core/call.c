/* Owns the making and freeing of calls, results and effects. Knows nothing of threads or of how one is
 * carried out. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/call.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/refresh.h"

struct call *call_new(enum endpoint_id op)
{
    struct call *call = mem_zero(1, sizeof *call);
    call->op = op;
    return call;
}

struct call *call_copy(const struct call *call)
{
    struct call *copy = mem_zero(1, sizeof *copy);
    copy->serial = call->serial;
    copy->op = call->op;
    copy->project_id = call->project_id;
    copy->version = call->version;
    copy->asked_row = call->asked_row;
    copy->rests_ms = call->rests_ms;
    copy->act = call->act;
    copy->act_count = call->act_count;
    copy->may_stay = call->may_stay;
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
    struct effect *effect = &effects->items[effects->count++];
    *effect = (struct effect){.kind = kind};
    return effect;
}

void effects_free(struct effects *effects)
{
    for (size_t i = 0; i < effects->count; i++) {
        struct effect *effect = &effects->items[i];
        if (effect->call)
            call_free(effect->call);
        free(effect->text);
        free(effect->text2);
        free(effect->text3);
        mem_wipe_free(effect->secret);
    }
    free(effects->items);
    effects_init(effects);
}
