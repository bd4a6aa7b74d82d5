/* Owns the operations on one project but for export: read, metadata, tags, enqueue. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "service.h"
#include "steno/api/json.h"
#include "steno/base/text.h"

/* The body as JSON, or NULL when it is something else. Caller owns the reference. */
static json_t *service_body_json(const struct service_call *call)
{
    struct error err;
    return call->request->body_len ? json_decode(call->request->body, call->request->body_len, &err) : NULL;
}

/* A member's text whatever the case of its name; NULL when there is none or it is no text. */
static const char *service_body_member(json_t *body, const char *name)
{
    const char *own;
    json_t *value;
    json_object_foreach(body, own, value)
    {
        if (text_equal_nocase(own, name))
            return json_string_value(value);
    }
    return NULL;
}

/* The metadata key: of the query, else of the body; NULL with the 422 in the reply. */
static const char *service_metadata_key(struct service_call *call, json_t *body)
{
    const char *key = query_get(call->request->query, "Key");
    if (!key || !key[0])
        key = service_body_member(body, "Key");
    if (!key || !key[0]) {
        service_refuse(call, "Key", "Required");
        return NULL;
    }
    if (text_is_valid(key, strlen(key)))
        return key;
    service_refuse(call, "Key", "Invalid");
    return NULL;
}

/* The metadata value: member Value of an object, a JSON string, or else the body as bare text. NULL with the
 * 422 in the reply. */
static const char *service_metadata_value(struct service_call *call, json_t *body)
{
    const char *value = json_is_object(body)      ? service_body_member(body, "Value")
                        : json_is_string(body)    ? json_string_value(body)
                        : call->request->body_len ? call->request->body
                                                  : NULL;
    if (!value)
        service_refuse(call, "Value", "Required");
    else if (!text_is_valid(value, strlen(value)) ||
             memchr(call->request->body, '\0', call->request->body_len))
        service_refuse(call, "Value", "Invalid");
    else
        return value;
    return NULL;
}

void service_add_metadata(struct service_call *call)
{
    json_t *body = service_body_json(call);
    const char *key = service_metadata_key(call, body);
    const char *value = key ? service_metadata_value(call, body) : NULL;
    if (value) {
        world_set_metadata(call->project, key, value, call->now_ms);
        service_answer_project(call);
    }
    json_decref(body);
}

void service_delete_metadata(struct service_call *call)
{
    json_t *body = service_body_json(call);
    const char *key = service_metadata_key(call, body);
    if (key && world_delete_metadata(call->project, key, call->now_ms))
        service_answer_project(call);
    else if (key)
        reply_error(call->reply, 404, "The project has no metadata with this key");
    json_decref(body);
}

void service_delete_tag(struct service_call *call)
{
    json_t *body = service_body_json(call);
    const char *tag = service_body_member(body, "Tag");
    if (!tag || !tag[0])
        service_refuse(call, "Tag", "Required");
    else if (world_delete_tag(call->project, tag, call->now_ms))
        service_answer_project(call);
    else
        reply_error(call->reply, 404, "The project has no such tag");
    json_decref(body);
}

/* The first parameter whose value no transcription could run with, or NULL. */
static const char *service_enqueue_bad_value(const struct param_set *run)
{
    if (!value_is_language(value_text(run, "Lang")))
        return "Lang";
    static const char *const starts[] = {"StartTranscriptionAtSeconds", "StartTranscriptionAt"};
    static const char *const durations[] = {"TranscriptionDurationInSeconds", "TranscriptionDuration"};
    for (int i = 0; i < 2; i++) {
        if (value_number(run, starts[i]) < 0)
            return starts[i];
        if (value_is_set(run, durations[i]) && !(value_number(run, durations[i]) > 0))
            return durations[i];
    }
    return NULL;
}

/* Notes names of profiles and streams that are not among the known public values: a server has its own. */
static void service_enqueue_find_unknown(struct value_unknown *unknown, const struct param_set *run)
{
    static const char *const names[] = {"TranscriptionProfile", "DiarizationProfile",
                                        "ExternalMessageStreams"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = value_text(run, names[i]);
        const char *const *known = run->table->rows[param_find(run->table, names[i])].suggestions;
        while (known && *known && !text_equal_nocase(*known, value))
            known++;
        if (value[0] && !(known && *known))
            value_note_unknown(unknown, names[i]);
    }
}

/* What the account may still have transcribed: its credit without what is running for it. */
static int64_t service_enqueue_credit_ms(struct service_call *call)
{
    struct service *service = call->service;
    service_settle(service, call->now_ms);
    int64_t left = call->account->credit_ms - call->account->spent_ms;
    for (int64_t id = 1; id <= world_count(service->world); id++) {
        const struct world_project *other = world_find(service->world, id, 0, NULL);
        if (other->state == WORLD_IN_PROGRESS && other->payer == call->account->id)
            left -= world_run_ms(other, other->run);
    }
    return left;
}

/* Can the project be transcribed now, and paid for? If not, says why. */
static bool service_enqueue_is_possible(struct service_call *call, const struct param_set *run)
{
    if (call->project->seed->no_media)
        reply_error(call->reply, 412, "The project has no media: upload a recording first");
    else if (call->project->state == WORLD_IN_PROGRESS)
        reply_error(call->reply, 412, "The project is being transcribed");
    else if (world_run_ms(call->project, run) > service_enqueue_credit_ms(call))
        reply_error(call->reply, 403, "CreditMinutes: not enough credit is left for this recording");
    else
        return true;
    return false;
}

void service_enqueue(struct service_call *call)
{
    struct param_set *run = service_params(call, &params_enqueue);
    if (!run)
        return;
    struct value_unknown unknown = {0};
    const char *bad = service_enqueue_bad_value(run);
    service_enqueue_find_unknown(&unknown, run);
    if (bad)
        service_refuse(call, bad, "Invalid");
    if (!bad && service_enqueue_is_possible(call, run)) {
        world_enqueue(call->service->world, call->project, run, call->account->id, call->now_ms);
        service_answer_project(call);
        service_note_unknown(call, &unknown);
    } else {
        param_set_free(run);
    }
}
