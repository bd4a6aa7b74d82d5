/* Owns the making of records: a reply's resource kept raw and cleaned, its problems, and the members that the
 * program works with. Which members there are stands in the field tables; what is wrong with them:
 * record_check.c. */
/* SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "record.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define TOKEN_LEAST 8 /* a shorter one would hit innocent text */

/* The text of a cleaned member, or "". Caller frees. */
static char *record_text(const struct record *record, const char *path)
{
    const json_t *value = field_get(record->table, field_find(record->table, path), record->shown);
    return mem_copy(json_is_string(value) ? json_string_value(value) : "");
}

/* A whole number member, also when it came as text; `missing` when it is neither. */
static int64_t record_int(const struct record *record, const char *path, int64_t missing)
{
    const json_t *value = field_get(record->table, field_find(record->table, path), record->raw);
    int64_t number;
    if (json_is_integer(value))
        return json_integer_value(value);
    if (json_is_string(value) && text_parse_int(json_string_value(value), &number))
        return number;
    return missing;
}

/* Fills a record from a resource, of which it keeps a reference. Its problems are not looked for yet. */
static void record_init(struct record *record, const struct field_table *table, json_t *resource)
{
    record->table = table;
    record->raw = json_incref(resource);
    record->shown = json_clean_copy(resource);
    record->problems = NULL;
}

/* Frees what a record holds. */
static void record_clear(struct record *record)
{
    json_decref(record->raw);
    json_decref(record->shown);
    free(record->problems);
}

/* The JSON object of a reply body; NULL with ERROR_BAD_REPLY when it is something else. Caller owns it. */
static json_t *record_decode_object(const char *body, size_t len, const char *what, struct error *err)
{
    json_t *value = json_decode(body, len, err);
    if (value && !json_is_object(value)) {
        error_set(err, ERROR_BAD_REPLY, "The response is %s, not the object of a %s", record_type_name(value),
                  what);
        json_decref(value);
        return NULL;
    }
    return value;
}

/* The picked-out members of a project. */
static struct project *record_from_resource(json_t *resource)
{
    struct project *project = mem_zero(1, sizeof *project);
    record_init(&project->record, &fields_project, resource);
    project->id = record_int(&project->record, "Data.Id", 0);
    project->version = record_int(&project->record, "Data.AccessToken", -1);
    project->state = record_text(&project->record, "Data.ProcessingState");
    project->name = record_text(&project->record, "Data.Description.Name");
    project->length = record_text(&project->record, "Data.Length");
    if (!length_parse(project->length, &project->length_ms))
        project->length_ms = -1;
    return project;
}

struct project *project_pick(const json_t *resource, int64_t id, struct error *err)
{
    if (!json_is_object(resource)) {
        error_set(err, ERROR_BAD_REPLY, "The stored project is %s, not an object",
                  resource ? record_type_name(resource) : "missing");
        return NULL;
    }
    struct project *project = record_from_resource((json_t *)(uintptr_t)resource);
    project->id = id;
    return project;
}

struct project *project_from_json(const json_t *resource, int64_t id, struct error *err)
{
    struct project *project = project_pick(resource, id, err);
    if (project)
        project->record.problems = record_problems(&fields_project, resource);
    return project;
}

struct project *project_decode(const char *body, size_t len, struct error *err)
{
    json_t *reply = record_decode_object(body, len, "project", err);
    if (!reply)
        return NULL;
    json_t *resource = json_object_get(reply, fields_project.root);
    if (!json_is_object(resource))
        resource = json_object_get(reply, "Id") ? reply : NULL;
    struct project *project = resource ? record_from_resource(resource) : NULL;
    if (project)
        project->record.problems = record_problems(&fields_project, resource);
    else
        error_set(err, ERROR_BAD_REPLY,
                  "The response contains no project: its field Data is missing or not an object");
    json_decref(reply);
    return project;
}

bool project_is_left_out(const char *body, size_t len)
{
    struct error ignored;
    if (strspn(body, " \t\r\n") == len)
        return true;
    error_clear(&ignored);
    json_t *reply = record_decode_object(body, len, "project", &ignored);
    const json_t *data = json_object_get(reply, fields_project.root);
    bool is_left_out = reply && (!data || json_is_null(data)) && !json_object_get(reply, "Id");
    json_decref(reply);
    return is_left_out;
}

const char *project_version_trouble(const struct project *project)
{
    const json_t *version = json_object_get(project->record.raw, "AccessToken");
    return version && !json_is_null(version)
               ? "its version (AccessToken) is not a whole number from 0 to 9223372036854775807"
               : "its version (AccessToken) is missing";
}

struct project *project_copy(const struct project *project)
{
    struct project *copy = mem_alloc(sizeof *copy);
    *copy = *project;
    bool shared = project->record.shown == project->record.raw;
    copy->record.raw = json_deep_copy(project->record.raw);
    copy->record.shown = shared ? json_incref(copy->record.raw) : json_deep_copy(project->record.shown);
    copy->record.problems = mem_copy_or_null(project->record.problems);
    copy->state = mem_copy(project->state);
    copy->name = mem_copy(project->name);
    copy->length = mem_copy(project->length);
    return copy;
}

void project_unshare(struct project *project)
{
    json_t *raw = project->record.raw, *shown = project->record.shown;
    project->record.raw = json_deep_copy(raw);
    project->record.shown = json_deep_copy(shown);
    json_decref(raw);
    json_decref(shown);
}

void project_free(struct project *project)
{
    if (!project)
        return;
    record_clear(&project->record);
    free(project->state);
    free(project->name);
    free(project->length);
    free(project);
}

/* Can a header carry the token as it is: visible ASCII, blanks within it only? Nobody may cut one to fit. */
static bool record_token_fits(const json_t *token)
{
    const char *text = json_string_value(token);
    size_t len = json_string_length(token);
    for (size_t i = 0; i < len; i++) {
        if (text[i] < ' ' || text[i] > '~')
            return false;
    }
    return text[0] != ' ' && text[len - 1] != ' ';
}

/* Takes every member named Token out of a value, at any depth; the first text found becomes *token, or *odd
 * when no header can carry it. */
static void record_take_token(json_t *value, char **token, bool *odd)
{
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item) record_take_token(item, token, odd);
    const char *name;
    void *next;
    json_object_foreach_safe(value, next, name, item)
    {
        if (!text_equal_nocase(name, "Token")) {
            record_take_token(item, token, odd);
            continue;
        }
        if (json_string_length(item) > 0 && !*token && !*odd) {
            *odd = !record_token_fits(item);
            *token = *odd ? NULL : mem_copy(json_string_value(item));
        }
        json_object_del(value, name);
    }
}

/* Hides the token where another member of the answer repeats it. */
static void record_hide_token(json_t *value, const char *token)
{
    size_t i;
    json_t *item;
    const char *name;
    json_array_foreach(value, i, item) record_hide_token(item, token);
    json_object_foreach(value, name, item) record_hide_token(item, token);
    const char *text = json_string_value(value);
    if (!text || !strstr(text, token))
        return;
    char *copy = mem_copy(text);
    for (char *hit = copy; (hit = strstr(hit, token)); hit += strlen(token))
        memset(hit, '*', strlen(token));
    json_string_set_nocheck(value, copy);
    free(copy);
}

struct login *login_decode(const char *body, size_t len, struct error *err)
{
    json_t *reply = record_decode_object(body, len, "login", err);
    if (!reply)
        return NULL;
    json_t *resource = reply;
    if (!json_object_get(reply, "User") && json_is_object(json_object_get(reply, "Data")))
        resource = json_object_get(reply, "Data");
    struct login *login = mem_zero(1, sizeof *login);
    char *problems = record_problems(&fields_login, resource);
    bool odd = false;
    record_take_token(reply, &login->token, &odd);
    if (login->token && strlen(login->token) >= TOKEN_LEAST)
        record_hide_token(reply, login->token);
    record_init(&login->record, &fields_login, resource);
    login->record.problems = problems; /* found before the token was taken out */
    login->email = record_text(&login->record, "User.Email");
    json_decref(reply);
    if (!odd)
        return login;
    error_set(
        err, ERROR_BAD_REPLY,
        "Its Token contains characters that cannot be sent: it must be visible ASCII; nothing was saved");
    login_free(login);
    return NULL;
}

int64_t login_credit(const struct login *login)
{
    const json_t *minutes = json_object_get(json_object_get(login->record.shown, "User"), "CreditMinutes");
    double value = json_is_number(minutes) ? json_number_value(minutes) : -1;
    return value >= 0 && value < 1e15 ? (int64_t)value : -1;
}

void login_free(struct login *login)
{
    if (!login)
        return;
    record_clear(&login->record);
    mem_wipe_free(login->token);
    free(login->email);
    free(login);
}

struct policy *policy_decode(const char *body, size_t len, struct error *err)
{
    json_t *reply = record_decode_object(body, len, "password policy", err);
    if (!reply)
        return NULL;
    struct policy *policy = mem_zero(1, sizeof *policy);
    bool wrapped =
        !json_object_get(reply, "RequiredLength") && json_is_object(json_object_get(reply, "Data"));
    json_t *resource = wrapped ? json_object_get(reply, "Data") : reply;
    record_init(&policy->record, &fields_policy, resource);
    policy->record.problems = record_problems(&fields_policy, resource);
    json_decref(reply);
    return policy;
}

void policy_free(struct policy *policy)
{
    if (!policy)
        return;
    record_clear(&policy->record);
    free(policy);
}
