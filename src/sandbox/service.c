/* Owns the way of a request through the service, route, token, project, version, and the operations on one
 * project: read, metadata, tags, enqueue, export. Login and account are account.c. */
/* SPDX-License-Identifier: MIT */
#include "service.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "captions.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

void service_init(struct service *service, struct world *world, const char *api_path, const char *token)
{
    *service = (struct service){.api_path = api_path, .world = world};
    accounts_init(&service->accounts, token);
}

void service_free(struct service *service)
{
    world_free(service->world);
    service->world = NULL;
}

struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms)
{
    bool settled = false;
    struct world_project *project = world_find(service->world, id, now_ms, &settled);
    if (settled && project->state == WORLD_COMPLETED)
        service->accounts.rows[project->payer - 1].spent_ms += world_run_ms(project, project->run);
    return project;
}

void service_settle(struct service *service, int64_t now_ms)
{
    for (int64_t id = 1; id <= world_count(service->world); id++)
        service_find(service, id, now_ms);
}

void service_refuse(struct service_call *call, const char *field, const char *problem)
{
    char message[160];
    snprintf(message, sizeof message, "%s:%s", field, problem);
    message[0] = (char)tolower((unsigned char)message[0]);
    reply_error(call->reply, 422, message);
    snprintf(call->reply->refused, sizeof call->reply->refused, "%s", field);
}

/* Reads the query by a table; NULL, with the 422 in the reply, when a value is bad. Caller frees. */
static struct param_set *service_params(struct service_call *call, const struct param_table *table)
{
    struct param_set *set = param_set_new(table);
    const struct query *query = call->request->query;
    for (size_t i = 0; i < query->count; i++) {
        int index = param_find_nocase(table, query->pairs[i].name);
        if (index < 0)
            continue; /* names that nobody knows are passed over */
        const char *value = query->pairs[i].value;
        if (table->rows[index].type == PARAM_BOOL) /* True and TRUE are known to be sent */
            value = text_equal_nocase(value, "true")    ? "true"
                    : text_equal_nocase(value, "false") ? "false"
                                                        : value;
        param_set_put_raw(set, index, value); /* of several the last counts */
    }
    int bad;
    if (param_set_check(set, &bad, NULL))
        return set;
    service_refuse(call, table->rows[bad].name, "Invalid");
    param_set_free(set);
    return NULL;
}

/* --- read, metadata, tags --- */

static bool service_is_foreign(const struct service_call *call)
{
    return call->account && call->account->team != (call->project->seed->foreign ? 20 : 10);
}

static void service_answer_project(struct service_call *call)
{
    json_t *data = world_project_json(call->project, call->service->show_metadata);
    if (service_is_foreign(call))
        json_object_set_new(data, "IsReadOnly", json_true());
    reply_json(call->reply, json_pack("{s:o}", "Data", data));
}

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
    if (key && key[0] && text_is_valid(key, strlen(key)))
        return key;
    service_refuse(call, "Key", key && key[0] ? "Invalid" : "Required");
    return NULL;
}

/* The value is the member Value of an object, a JSON string, or else the body as bare text. */
static void service_add_metadata(struct service_call *call)
{
    const struct service_request *request = call->request;
    json_t *body = service_body_json(call);
    const char *key = service_metadata_key(call, body);
    const char *value = json_is_object(body)   ? service_body_member(body, "Value")
                        : json_is_string(body) ? json_string_value(body)
                        : request->body_len    ? request->body
                                               : NULL;
    if (key && !value) {
        service_refuse(call, "Value", "Required");
    } else if (key &&
               (!text_is_valid(value, strlen(value)) || memchr(request->body, '\0', request->body_len))) {
        service_refuse(call, "Value", "Invalid");
    } else if (key) {
        world_set_metadata(call->project, key, value, call->now_ms);
        service_answer_project(call);
    }
    json_decref(body);
}

static void service_delete_metadata(struct service_call *call)
{
    json_t *body = service_body_json(call);
    const char *key = service_metadata_key(call, body);
    if (key && world_delete_metadata(call->project, key, call->now_ms))
        service_answer_project(call);
    else if (key)
        reply_error(call->reply, 404, "The project has no metadata with this key");
    json_decref(body);
}

static void service_delete_tag(struct service_call *call)
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

/* --- enqueue --- */

/* The first parameter whose value no transcription could run with, or NULL. Names of profiles and streams
 * that are not among the known public values are noted: a server has its own. */
static const char *service_check_run(const struct param_set *run, char **note)
{
    static const char *const names[] = {"TranscriptionProfile", "DiarizationProfile",
                                        "ExternalMessageStreams"};
    static const char *const starts[] = {"StartTranscriptionAtSeconds", "StartTranscriptionAt"};
    static const char *const durations[] = {"TranscriptionDurationInSeconds", "TranscriptionDuration"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = value_text(run, names[i]);
        const char *const *known = run->table->rows[param_find(run->table, names[i])].suggestions;
        while (known && *known && !text_equal_nocase(*known, value))
            known++;
        if (value[0] && !(known && *known))
            value_note_unknown(note, names[i]);
    }
    if (!value_is_language(value_text(run, "Lang")))
        return "Lang";
    for (int i = 0; i < 2; i++) {
        if (value_number(run, starts[i]) < 0)
            return starts[i];
        if (value_is_set(run, durations[i]) && !(value_number(run, durations[i]) > 0))
            return durations[i];
    }
    return NULL;
}

/* What the account may still have transcribed: its credit without what is running for it. */
static int64_t service_credit_ms(struct service_call *call)
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

static void service_enqueue(struct service_call *call)
{
    struct param_set *run = service_params(call, &params_enqueue);
    if (!run)
        return;
    const char *bad = service_check_run(run, &call->reply->note); /* an error drops the note */
    if (bad) {
        service_refuse(call, bad, "Invalid");
    } else if (call->project->seed->no_media) {
        reply_error(call->reply, 412, "The project has no media: upload a recording first");
    } else if (call->project->state == WORLD_IN_PROGRESS) {
        reply_error(call->reply, 412, "The project is being transcribed");
    } else if (world_run_ms(call->project, run) > service_credit_ms(call)) {
        reply_error(call->reply, 403, "CreditMinutes: not enough credit is left for this recording");
    } else {
        world_enqueue(call->service->world, call->project, run, call->account->id, call->now_ms);
        service_answer_project(call);
        return;
    }
    param_set_free(run);
}

/* --- export --- */

/* Writes the file of the saved transcript into the reply. In Content-Disposition the plain name is for old
 * readers, the real one beside it: "attachment; filename=\"project-1.srt\"; filename*=UTF-8''…". */
static void service_write_file(struct service_call *call, const struct caption_options *options,
                               const char *language)
{
    const struct world_project *project = call->project;
    struct transcript transcript;
    struct cues cues;
    transcript_make(&transcript, project->spoken,
                    project->seed->silent ? 0 : world_project_length_ms(project));
    cues_make(&cues, &transcript, options);
    cues_write(&call->reply->body, &cues, options);
    cues_free(&cues);
    transcript_free(&transcript);

    char *name = world_project_name(project);
    for (char *c = name; *c; c++) {
        if (strchr("/\\:*?\"<>|", *c))
            *c = '_';
    }
    char *file = mem_printf("%s%s%s.%s", name, language[0] ? "." : "", language, options->format->id);
    struct buffer encoded;
    buffer_init(&encoded, BUFFER_MAX_DEFAULT);
    param_encode(&encoded, file);
    call->reply->type = options->format->type;
    call->reply->disposition = mem_printf("attachment; filename=\"project-%lld.%s\"; filename*=UTF-8''%s",
                                          (long long)project->id, options->format->id, buffer_text(&encoded));
    buffer_free(&encoded);
    free(file);
    free(name);
}

static void service_export(struct service_call *call)
{
    const struct world_project *project = call->project;
    struct param_set *set = service_params(call, &params_export);
    if (!set)
        return;
    struct caption_options options;
    const char *bad;
    if (call->service->export_bytes > 0) {
        call->reply->type = "application/x-subrip";
        call->reply->stream_bytes = call->service->export_bytes;
    } else if ((bad = caption_options_read(&options, set, world_project_language(project),
                                           &call->reply->note))) { /* an error drops the note */
        service_refuse(call, bad, "Invalid");
    } else if (project->state == WORLD_IN_PROGRESS) {
        reply_error(call->reply, 412, "The project is being transcribed");
    } else if (!project->spoken && project->state != WORLD_COMPLETED) {
        reply_error(call->reply, 412, "The project is not transcribed");
    } else if (!project->spoken) {
        reply_error(call->reply, 404, "The project has no saved transcript");
    } else {
        service_write_file(call, &options, value_text(set, "Language"));
    }
    param_set_free(set);
}

/* --- the way of a request --- */

static void (*const handlers[ENDPOINT_COUNT])(struct service_call *call) = {
    [ENDPOINT_LOGIN] = service_login,
    [ENDPOINT_CURRENT_USER] = service_current_user,
    [ENDPOINT_PASSWORD_SETTINGS] = service_password_settings,
    [ENDPOINT_GET_PROJECT] = service_answer_project,
    [ENDPOINT_ADD_METADATA] = service_add_metadata,
    [ENDPOINT_DELETE_METADATA] = service_delete_metadata,
    [ENDPOINT_DELETE_TAG] = service_delete_tag,
    [ENDPOINT_ENQUEUE] = service_enqueue,
    [ENDPOINT_EXPORT] = service_export,
};

bool route_fits(const char *pattern, const char *path, int64_t *id)
{
    while (*pattern) {
        size_t plain = strcspn(pattern, "{");
        if (strncasecmp(pattern, path, plain) != 0)
            return false;
        pattern += plain;
        path += plain;
        if (*pattern) {
            char digits[24];
            size_t len = strcspn(path, "/");
            snprintf(digits, sizeof digits, "%.*s", (int)len, path);
            if (len >= sizeof digits || !text_parse_int(digits, id))
                return false;
            path += len;
            pattern = strchr(pattern, '}') + 1;
        }
    }
    return *path == '\0' || strcmp(path, "/") == 0;
}

const struct endpoint *service_route(const struct service *service, const struct service_request *request,
                                     int64_t *id, struct reply *reply)
{
    const char *const roots[] = {service->api_path ? service->api_path : "/API", "/XAPI"};
    bool head = strcmp(request->method, "HEAD") == 0;
    char allow[64] = "";
    for (int i = 0; i < (service->api_path ? 1 : 2) * ENDPOINT_COUNT; i++) {
        const struct endpoint *endpoint = &endpoints[i % ENDPOINT_COUNT];
        const char *root = roots[i / ENDPOINT_COUNT];
        bool reads = strcmp(endpoint->method, "GET") == 0 && !endpoint->write;
        *id = 0;
        if (strncasecmp(request->path, root, strlen(root)) != 0 ||
            !route_fits(endpoint->path, request->path + strlen(root), id))
            continue;
        if (head ? reads : strcmp(endpoint->method, request->method) == 0)
            return endpoint;
        size_t len = strlen(allow);
        snprintf(allow + len, sizeof allow - len, "%s%s%s", len ? ", " : "", endpoint->method,
                 reads ? ", HEAD" : "");
    }
    reply_no_route(reply, allow);
    return NULL;
}

/* Finds the project of the path and checks what writes share: that it may be touched in this way, and the
 * version, which must be that of the project. False with the refusal in the reply. */
static bool service_check_project(struct service_call *call, int64_t id)
{
    const struct world_project *project = call->project = service_find(call->service, id, call->now_ms);
    const char *text = query_get(call->request->query, "AccessToken");
    bool write = call->endpoint->write;
    int64_t version;
    if (!project)
        reply_error(call->reply, 404, "Project not found");
    else if (service_is_foreign(call) && !project->seed->shared)
        reply_error(call->reply, 403, "The project belongs to somebody else and is not shared with you");
    else if (write && service_is_foreign(call))
        reply_error(call->reply, 403, "The project is shared with you for reading only");
    else if (write && project->seed->read_only)
        reply_error(call->reply, 403, "The project is read-only");
    else if (!call->endpoint->takes_version)
        return true;
    else if (!text || !text[0])
        service_refuse(call, "AccessToken", "Required");
    else if (!text_parse_int(text, &version))
        service_refuse(call, "AccessToken", "Invalid");
    else if (version != project->version)
        reply_error(call->reply, 409,
                    "The project was changed by somebody else: AccessToken is not its current one");
    else
        return true;
    return false;
}

void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply)
{
    const char *authorization = query_get(request->headers, "Authorization");
    struct service_call call = {.service = service,
                                .request = request,
                                .now_ms = now_ms,
                                .reply = reply,
                                .endpoint = endpoint,
                                .account = accounts_by_token(&service->accounts, authorization)};
    if (endpoint->needs_token && !call.account)
        reply_error(reply, 401, authorization ? "token:Invalid" : "token:Required");
    else if (!strchr(endpoint->path, '{') || service_check_project(&call, id))
        handlers[endpoint - endpoints](&call);
}
