/* Contains the accounts, the nine operations on projects, and the checks that operations share (token,
 * project, version). The caller has found the endpoint. */
/* SPDX-License-Identifier: MIT */
#include "service.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "captions.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])
#define MINUTE_MS   INT64_C(60000)
#define PASSWORD    "demo" /* for all accounts */

/* --- accounts --- */

static const struct account accounts_at_start[ACCOUNT_COUNT] = {
    {"demo@example.org", .consent = true, .id = 1, .team = 10, .credit_ms = 600 * MINUTE_MS},
    {"new@example.org", .consent = false, .id = 2, .team = 10, .credit_ms = 30 * MINUTE_MS},
    {"other@example.org", .consent = true, .id = 3, .team = 20, .credit_ms = 60 * MINUTE_MS},
};

void account_renew_token(struct account *account) /* the token looks like a GUID */
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        mem_die("no random bytes for a token");
    size_t at = 0;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bool dash = i == 4 || i == 6 || i == 8 || i == 10;
        at += (size_t)snprintf(account->token + at, sizeof account->token - at, "%s%02x", dash ? "-" : "",
                               bytes[i]);
    }
}

/* --- the service --- */

void service_init(struct service *service, struct world *world, const char *api_path, const char *token)
{
    *service = (struct service){.api_path = api_path, .world = world};
    memcpy(service->accounts, accounts_at_start, sizeof service->accounts);
    for (size_t i = 0; i < ACCOUNT_COUNT; i++)
        account_renew_token(&service->accounts[i]);
    if (token)
        snprintf(service->accounts[0].token, sizeof service->accounts[0].token, "%s", token);
}

void service_free(struct service *service)
{
    world_free(service->world);
    service->world = NULL;
}

void service_reset(struct service *service)
{
    world_reset(service->world);
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        service->accounts[i].consent = accounts_at_start[i].consent;
        service->accounts[i].spent_ms = 0;
    }
}

struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms)
{
    struct world_project *project = world_find(service->world, id, now_ms);
    if (project && project->owed_ms > 0) {
        service->accounts[project->payer - 1].spent_ms += project->owed_ms;
        project->owed_ms = 0;
    }
    return project;
}

/* Updates all projects to `now_ms`. Returns the length, in ms, of the running transcriptions that the account
 * pays for. */
static int64_t service_running_ms(struct service *service, const struct account *account, int64_t now_ms)
{
    int64_t running = 0;
    for (int64_t id = 1; id <= service->world->count; id++) {
        const struct world_project *project = service_find(service, id, now_ms);
        if (project->state == WORLD_IN_PROGRESS && project->payer == account->id)
            running += world_run_ms(project, project->run);
    }
    return running;
}

/* --- one request --- */

struct service_call {
    struct service *service;
    const struct service_request *request;
    int64_t now_ms;
    struct reply *reply;
    const struct endpoint *endpoint;
    struct account *account;       /* the account that is logged in, or NULL */
    struct world_project *project; /* the project in the path; NULL: no such project */
};

/* Answers 422 with a field and its problem, such as "tag:Required" for the field Tag. */
static void service_refuse(struct service_call *call, const char *field, const char *problem)
{
    char message[160];
    snprintf(message, sizeof message, "%s:%s", field, problem);
    message[0] = (char)tolower((unsigned char)message[0]);
    reply_error(call->reply, 422, message);
    snprintf(call->reply->refused, sizeof call->reply->refused, "%s", field);
}

/* Reads the parameters of `table` from the query. If a value is invalid, answers 422 and returns NULL.
 * Caller frees. */
static struct param_set *service_params(struct service_call *call, const struct param_table *table)
{
    struct param_set *set = param_set_new(table);
    const struct query *query = call->request->query;
    for (size_t i = 0; i < query->count; i++) {
        int index = param_find_nocase(table, query->pairs[i].name);
        if (index < 0)
            continue;
        const char *value = query->pairs[i].value;
        if (table->rows[index].type == PARAM_BOOL) /* some clients send True or TRUE */
            value = text_equal_nocase(value, "true")    ? "true"
                    : text_equal_nocase(value, "false") ? "false"
                                                        : value;
        param_set_put_raw(set, index, value); /* the last of several values counts */
    }
    int bad;
    if (param_set_check(set, &bad, NULL))
        return set;
    service_refuse(call, table->rows[bad].name, "Invalid");
    param_set_free(set);
    return NULL;
}

/* Returns the body of the request as JSON, or NULL if the body is not JSON. Caller owns the reference. */
static json_t *service_body(const struct service_call *call)
{
    struct error err;
    return call->request->body_len ? json_decode(call->request->body, call->request->body_len, &err) : NULL;
}

/* Returns the text of a member of `body`, or NULL. The letter case of `name` is ignored. */
static const char *service_member(json_t *body, const char *name)
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

/* --- login and account --- */

/* Charges the account for completed transcriptions, then answers with its data. */
static void service_answer_account(struct service_call *call)
{
    const struct account *account = call->account;
    service_running_ms(call->service, account, call->now_ms);
    bool first = account->id == 1;
    double spent = (double)account->spent_ms / MINUTE_MS;
    json_int_t credit = (account->credit_ms - account->spent_ms) / MINUTE_MS;
    json_t *settings = json_pack("{s:b, s:b, s:f, s:i, s:i}", "spellCheck", 1, "syncCaret", 0, "caretDelay",
                                 0.25, "lastProjId", 1, "pageSize", 40);
    json_t *user = json_pack(
        "{s:b, s:s, s:I, s:b, s:b, s:s, s:I, s:b, s:s, s:o, s:i, s:f, s:s, s:s, s:f}",
        "CommercialCommunicationConsent", 0, "Created", "2024-02-29T12:00:00.1234567+01:00", "CreditMinutes",
        credit, "DataProtectionConsent", account->consent, "DidPay", first, "Email", account->email, "Id",
        (json_int_t)account->id, "IsTeamOwner", first, "Language", "cs-CZ", "Settings", settings, "TeamId",
        (int)account->team, "TranscribedMinutes", (first ? 1234.5 : 0.0) + spent, "Updated",
        "2026-05-14T09:00:00Z", "UserRole", "User", "UserTranscribedMinutes", (first ? 420.25 : 0.0) + spent);
    json_t *login = json_pack("{s:[s,s], s:s, s:o}", "Claims", "projects:read", "projects:write", "Token",
                              account->token, "User", user);
    if (!first) /* optional members are null in account 2, and missing in account 3 */
        reply_blank(login, &fields_login, account->id == 3);
    reply_json(call->reply, login);
}

/* Collects the values of the query and of the body. The body has precedence. A body is a form if
 * Content-Type says so, else a JSON object. Returns false for any other body. */
static bool service_read_login(struct query *values, const struct service_request *request)
{
    const char *type = query_get(request->headers, "Content-Type"), *name;
    struct error err;
    for (size_t i = 0; i < request->query->count; i++)
        query_add(values, request->query->pairs[i].name, request->query->pairs[i].value);
    if (request->body_len == 0)
        return true;
    if (memchr(request->body, '\0', request->body_len))
        return false;
    if (type && text_contains_nocase(type, "x-www-form-urlencoded")) {
        query_parse(values, request->body, request->body_len);
        return true;
    }
    json_t *body = json_decode(request->body, request->body_len, &err), *value;
    bool ok = json_is_object(body);
    json_object_foreach(body, name, value)
    {
        if (json_is_string(value))
            query_add(values, name, json_string_value(value));
        else if (json_is_boolean(value))
            query_add(values, name, json_is_true(value) ? "true" : "false");
    }
    json_decref(body);
    return ok;
}

static void service_login(struct service_call *call)
{
    struct query values = {0};
    struct account *account = NULL; /* the account with this email and password */
    bool ok = service_read_login(&values, call->request);
    const char *email = query_get(&values, "Email"), *password = query_get(&values, "Password");
    const char *consent = query_get(&values, "DataProtectionConsent");
    bool complete = email && email[0] && password && password[0];
    for (size_t i = 0; complete && i < ACCOUNT_COUNT; i++) {
        struct account *row = &call->service->accounts[i];
        if (text_equal_nocase(row->email, email) && strcmp(password, PASSWORD) == 0)
            account = row;
    }
    call->account = account;
    if (ok && account)
        account->consent = account->consent || (consent && text_equal_nocase(consent, "true"));
    if (!ok)
        reply_error(call->reply, 400,
                    "The body is not a JSON object, and its Content-Type is not that of a form");
    else if (!complete)
        service_refuse(call, !email || !email[0] ? "Email" : "Password", "Required");
    else if (!account)
        reply_error(call->reply, 401, "Email or password is not right");
    else if (!account->consent)
        reply_error(call->reply, 422, "DataProtectionConsent:Required");
    else
        service_answer_account(call);
    query_free(&values);
}

static void service_password_settings(struct service_call *call)
{
    reply_json(call->reply,
               json_pack("{s:i, s:b, s:s, s:b, s:s, s:s, s:i, s:i, s:i, s:b, s:b, s:b, s:b, s:i, s:i}",
                         "ActionTokenValidityHours", 24, "AllowUnicode", 1, "AllowedSymbols",
                         "!@#$%^&*()-_=+[]{};:,.?/ ", "BannedPasswordCheckEnabled", 1,
                         "BannedPasswordFilePath", "banned-passwords.txt", "BannedPasswords",
                         "password,12345678,qwertyui", "MaxLength", 128, "PasswordComplexityCategories", 3,
                         "PasswordHistoryLength", 5, "RequireDigit", 1, "RequireLowercase", 1,
                         "RequireNonAlphanumeric", 0, "RequireUppercase", 1, "RequiredLength", 10,
                         "RequiredUniqueChars", 4));
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

/* Returns the metadata key from the query, or else from the body. If the key is missing or invalid, answers
 * 422 and returns NULL. */
static const char *service_metadata_key(struct service_call *call, json_t *body)
{
    const char *key = query_get(call->request->query, "Key");
    if (!key || !key[0])
        key = service_member(body, "Key");
    if (key && key[0] && text_is_valid(key, strlen(key)))
        return key;
    service_refuse(call, "Key", key && key[0] ? "Invalid" : "Required");
    return NULL;
}

/* Sets metadata. The body is a JSON object with the member Value, or the value itself, as a JSON string or
 * plain text. */
static void service_add_metadata(struct service_call *call)
{
    const struct service_request *request = call->request;
    json_t *body = service_body(call);
    const char *key = service_metadata_key(call, body);
    const char *value = json_is_object(body)   ? service_member(body, "Value")
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
    json_t *body = service_body(call);
    const char *key = service_metadata_key(call, body);
    if (key && world_delete_metadata(call->project, key, call->now_ms))
        service_answer_project(call);
    else if (key)
        reply_error(call->reply, 404, "The project has no metadata with this key");
    json_decref(body);
}

static void service_delete_tag(struct service_call *call)
{
    json_t *body = service_body(call);
    const char *tag = service_member(body, "Tag");
    if (!tag || !tag[0])
        service_refuse(call, "Tag", "Required");
    else if (world_delete_tag(call->project, tag, call->now_ms))
        service_answer_project(call);
    else
        reply_error(call->reply, 404, "The project has no such tag");
    json_decref(body);
}

/* --- enqueue --- */

/* Returns the name of the first parameter with an impossible value, or NULL. An unknown profile or stream is
 * accepted, because each server has its own. The name of its parameter is added to *note. */
static const char *service_check_run(const struct param_set *run, char **note)
{
    static const char *const names[] = {"TranscriptionProfile", "DiarizationProfile",
                                        "ExternalMessageStreams"};
    static const char *const starts[] = {"StartTranscriptionAtSeconds", "StartTranscriptionAt"};
    static const char *const durations[] = {"TranscriptionDurationInSeconds", "TranscriptionDuration"};
    for (size_t i = 0; i < COUNT(names); i++) {
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

static void service_enqueue(struct service_call *call)
{
    const struct account *account = call->account;
    struct param_set *run = service_params(call, &params_enqueue);
    if (!run)
        return;
    const char *bad = service_check_run(run, &call->reply->note); /* a refusal deletes the note */
    int64_t running_ms = service_running_ms(call->service, account, call->now_ms);
    if (bad) {
        service_refuse(call, bad, "Invalid");
    } else if (call->project->seed->no_media) {
        reply_error(call->reply, 412, "The project has no media: upload a recording first");
    } else if (call->project->state == WORLD_IN_PROGRESS) {
        reply_error(call->reply, 412, "The project is being transcribed");
    } else if (world_run_ms(call->project, run) > account->credit_ms - account->spent_ms - running_ms) {
        reply_error(call->reply, 403, "CreditMinutes: not enough credit for this recording");
    } else {
        world_enqueue(call->service->world, call->project, run, account->id, call->now_ms);
        service_answer_project(call);
        return;
    }
    param_set_free(run);
}

/* --- export --- */

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
                                           &call->reply->note))) {
        service_refuse(call, bad, "Invalid");
    } else if (project->state == WORLD_IN_PROGRESS) {
        reply_error(call->reply, 412, "The project is being transcribed");
    } else if (!project->spoken && project->state != WORLD_COMPLETED) {
        reply_error(call->reply, 412, "The project is not transcribed");
    } else if (!project->spoken) {
        reply_error(call->reply, 404, "The project has no saved transcript");
    } else {
        struct transcript transcript;
        struct cues cues;
        transcript_make(&transcript, project->spoken,
                        project->seed->silent ? 0 : world_project_length_ms(project));
        cues_make(&cues, &transcript, &options);
        cues_write(&call->reply->body, &cues, &options);
        cues_free(&cues);
        transcript_free(&transcript);
        char *name = mem_printf("attachment; filename=\"project-%lld.%s\"", (long long)project->id,
                                options.format->id);
        query_add(&call->reply->headers, "Content-Disposition", name);
        call->reply->type = options.format->type;
        free(name);
    }
    param_set_free(set);
}

/* --- the checks that operations share --- */

static void (*const handlers[ENDPOINT_COUNT])(struct service_call *call) = {
    [ENDPOINT_LOGIN] = service_login,
    [ENDPOINT_CURRENT_USER] = service_answer_account,
    [ENDPOINT_PASSWORD_SETTINGS] = service_password_settings,
    [ENDPOINT_GET_PROJECT] = service_answer_project,
    [ENDPOINT_ADD_METADATA] = service_add_metadata,
    [ENDPOINT_DELETE_METADATA] = service_delete_metadata,
    [ENDPOINT_DELETE_TAG] = service_delete_tag,
    [ENDPOINT_ENQUEUE] = service_enqueue,
    [ENDPOINT_EXPORT] = service_export,
};

/* True if the account has the right to the operation, and the request has the current version of the project
 * (if the operation needs a version). If false, puts the refusal into the reply. */
static bool service_check_project(struct service_call *call)
{
    const struct world_project *project = call->project;
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
                    "The project was changed by somebody else: this AccessToken is not the current one");
    else
        return true;
    return false;
}

void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply)
{
    const char *authorization = query_get(request->headers, "Authorization");
    bool of_project = strchr(endpoint->path, '{');
    struct service_call call = {
        .service = service, .request = request, .now_ms = now_ms, .reply = reply, .endpoint = endpoint};
    for (size_t i = 0; authorization && i < ACCOUNT_COUNT; i++) {
        if (strcmp(service->accounts[i].token, authorization) == 0)
            call.account = &service->accounts[i];
    }
    if (endpoint->needs_token && !call.account) {
        reply_error(reply, 401, authorization ? "token:Invalid" : "token:Required");
        return;
    }
    call.project = of_project ? service_find(service, id, now_ms) : NULL;
    if (!of_project || service_check_project(&call))
        handlers[endpoint - endpoints](&call);
}
