/* SPDX-License-Identifier: MIT */
#include "steno/api/record.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define PROBLEMS_MAX 12

/* --- faults of a resource --- */

/* Returns the JSON type in words: "a string", "an object". */
static const char *record_type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object",   [JSON_ARRAY] = "a list",  [JSON_STRING] = "a string",
        [JSON_INTEGER] = "an integer", [JSON_REAL] = "a number", [JSON_TRUE] = "a boolean",
        [JSON_FALSE] = "a boolean",    [JSON_NULL] = "null",
    };
    return names[value ? json_typeof(value) : JSON_NULL];
}

/* The JSON types that a field can have, and the names of these types in the contract. */
static const struct {
    unsigned types;
    const char *name;
} record_wanted[] = {
    [FIELD_TEXT] = {1u << JSON_STRING, "a string"},
    [FIELD_INT] = {1u << JSON_INTEGER, "an integer"},
    [FIELD_NUMBER] = {1u << JSON_INTEGER | 1u << JSON_REAL, "a number"},
    [FIELD_BOOL] = {1u << JSON_TRUE | 1u << JSON_FALSE, "a boolean"},
    [FIELD_TEXT_LIST] = {1u << JSON_ARRAY, "an array of strings"},
    [FIELD_OBJECT] = {1u << JSON_OBJECT, "an object"},
    [FIELD_ANY] = {~0u, "any"},
};

struct problems {
    struct buffer text;
    int count;
};

/* Counts a problem. Its text is added if it is one of the first PROBLEMS_MAX. */
static void __attribute__((format(printf, 2, 3)))
problems_add(struct problems *problems, const char *format, ...)
{
    va_list args;
    if (++problems->count > PROBLEMS_MAX)
        return;
    va_start(args, format);
    char *problem = mem_vprintf(format, args);
    va_end(args);
    buffer_printf(&problems->text, "%s%s", problems->count > 1 ? "; " : "", problem);
    free(problem);
}

/* Checks one value against its row in the table. `path` is the name of the value in a problem's text. */
static void problems_check(struct problems *problems, const struct field_def *def, const char *path,
                           const json_t *value)
{
    if (!value || json_is_null(value)) {
        if (def->required)
            problems_add(problems, "%s is missing", path);
    } else if (!(record_wanted[def->type].types & 1u << json_typeof(value))) {
        problems_add(problems, "%s: the server sent %s, not %s", path, record_type_name(value),
                     record_wanted[def->type].name);
    } else if (def->type == FIELD_TEXT_LIST) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            const json_t *item = json_array_get(value, i);
            if (!json_is_string(item))
                problems_add(problems, "%.*s[%zu]: the server sent %s, not a string", (int)strcspn(path, "["),
                             path, i, record_type_name(item));
        }
    }
}

/* Returns the problems as a text, such as "Data.Length is missing; Data.Id: the server sent a string, not an
 * integer". NULL: no problem. A reply with problems is still used. Caller frees. */
static char *record_problems(const struct field_table *table, const json_t *resource)
{
    struct problems problems = {.count = 0};
    const json_t *checked = NULL;
    buffer_init(&problems.text, BUFFER_MAX_DEFAULT);
    for (size_t n = 0; n < table->count; n++) {
        const struct field_def *def = &table->rows[n];
        const json_t *value = field_get(table, def, resource); /* for a nested row: the list of lists */
        if (!field_is_nested(def)) {
            problems_check(&problems, def, def->path, value);
            continue;
        }
        int stem = (int)strcspn(def->path, "[");
        const char *member = strrchr(def->path, '.') + 1;
        bool is_first = value != checked; /* adjacent rows have the same lists, which are checked once */
        checked = value;
        if (is_first && !json_is_array(value))
            problems_add(&problems, "%.*s: the server sent %s, not a list of lists", stem, def->path,
                         record_type_name(value));
        for (size_t i = 0; is_first && i < json_array_size(value); i++) {
            const json_t *list = json_array_get(value, i);
            if (!json_is_array(list))
                problems_add(&problems, "%.*s[%zu]: the server sent %s, not a list", stem, def->path, i,
                             record_type_name(list));
        }
        for (size_t i = 0; i < json_array_size(value); i++) {
            const json_t *list = json_array_get(value, i);
            for (size_t k = 0; k < json_array_size(list); k++) {
                char path[160];
                snprintf(path, sizeof path, "%.*s[%zu][%zu].%s", stem, def->path, i, k, member);
                problems_check(&problems, def, path, json_object_get(json_array_get(list, k), member));
            }
        }
    }
    if (problems.count > PROBLEMS_MAX)
        buffer_printf(&problems.text, "; and %d more", problems.count - PROBLEMS_MAX);
    return problems.count > 0 ? buffer_take(&problems.text) : NULL;
}

/* Fills a record from a resource, and keeps a reference to the resource. */
static void record_init(struct record *record, const struct field_table *table, json_t *resource)
{
    record->table = table;
    record->raw = json_incref(resource);
    record->shown = json_clean_copy(resource);
}

static void record_clear(struct record *record)
{
    json_decref(record->raw);
    json_decref(record->shown);
    free(record->problems);
}

/* Returns the integer in a JSON number or in a text such as "12". Returns `missing` for other values. */
static int64_t record_int(const json_t *value, int64_t missing)
{
    int64_t number;
    if (json_is_integer(value))
        return json_integer_value(value);
    return json_is_string(value) && text_parse_int(json_string_value(value), &number) ? number : missing;
}

/* Decodes a body. If the body is not a JSON object, returns NULL with ERROR_BAD_REPLY. Caller owns the
 * reference. */
static json_t *record_decode_object(const char *body, size_t len, const char *what, struct error *err)
{
    json_t *value = json_decode(body, len, err);
    if (!value || json_is_object(value))
        return value;
    error_set(err, ERROR_BAD_REPLY, "The response is %s, not a %s object", record_type_name(value), what);
    json_decref(value);
    return NULL;
}

static struct project *project_new(json_t *resource)
{
    struct project *project = mem_zero(1, sizeof *project);
    record_init(&project->record, &fields_project, resource);
    const json_t *shown = project->record.shown, *described = json_object_get(shown, "Description");
    project->id = record_int(json_object_get(resource, "Id"), 0);
    project->version = record_int(json_object_get(resource, "AccessToken"), -1);
    project->state = mem_copy(json_string_value(json_object_get(shown, "ProcessingState")));
    project->name = mem_copy(json_string_value(json_object_get(described, "Name")));
    project->length = mem_copy(json_string_value(json_object_get(shown, "Length")));
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
    struct project *project = project_new((json_t *)(uintptr_t)resource);
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
    struct project *project = NULL;
    json_t *resource = json_object_get(reply, fields_project.root);
    if (!json_is_object(resource))
        resource = json_object_get(reply, "Id") ? reply : NULL;
    if (resource) {
        project = project_new(resource);
        project->record.problems = record_problems(&fields_project, resource);
    } else {
        error_set(err, ERROR_BAD_REPLY,
                  "The response contains no project: the field Data is missing or not an object");
    }
    json_decref(reply);
    return project;
}

bool project_is_left_out(const char *body, size_t len)
{
    if (strspn(body, " \t\r\n") == len)
        return true;
    json_t *reply = record_decode_object(body, len, "project", NULL);
    const json_t *data = json_object_get(reply, fields_project.root);
    bool is_left_out = reply && (!data || json_is_null(data)) && !json_object_get(reply, "Id");
    json_decref(reply);
    return is_left_out;
}

const char *project_version_trouble(const struct project *project)
{
    const json_t *version = json_object_get(project->record.raw, "AccessToken");
    return version && !json_is_null(version)
               ? "the version number of the project (the field AccessToken) is "
                 "not a whole number from 0 to 9223372036854775807"
               : "the version number of the project (the field AccessToken) is missing";
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

/* Removes each member named Token, at any depth. *token gets the first one that is a text. */
static void login_take_token(json_t *value, json_t **token)
{
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item) login_take_token(item, token);
    const char *name;
    void *next;
    json_object_foreach_safe(value, next, name, item)
    {
        if (!text_equal_nocase(name, "Token")) {
            login_take_token(item, token);
            continue;
        }
        if (json_string_length(item) > 0 && !*token)
            *token = json_incref(item);
        json_object_del(value, name);
    }
}

/* Replaces the token with *** in the other texts of the reply. */
static void login_hide_token(json_t *value, const char *token)
{
    size_t i;
    json_t *item;
    const char *name;
    json_array_foreach(value, i, item) login_hide_token(item, token);
    json_object_foreach(value, name, item) login_hide_token(item, token);
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
    json_t *reply = record_decode_object(body, len, "login", err), *resource = reply, *token = NULL;
    if (!reply)
        return NULL;
    if (!json_object_get(reply, "User") && json_is_object(json_object_get(reply, "Data")))
        resource = json_object_get(reply, "Data");
    struct login *login = mem_zero(1, sizeof *login);
    login->record.problems = record_problems(&fields_login, resource); /* before the token is removed */
    login_take_token(reply, &token);
    /* The token is sent in a header: only visible ASCII and blanks inside it are accepted. */
    const char *text = json_string_value(token);
    size_t size = json_string_length(token), visible = 0;
    while (visible < size && text[visible] >= ' ' && text[visible] <= '~')
        visible++;
    bool fits = !token || (visible == size && text[0] != ' ' && text[size - 1] != ' ');
    if (token && fits) {
        login->token = mem_copy(text);
        if (size >= RECORD_TOKEN_LEAST)
            login_hide_token(reply, text);
    }
    json_decref(token);
    record_init(&login->record, &fields_login, resource);
    login->email =
        mem_copy(json_string_value(json_object_get(json_object_get(login->record.shown, "User"), "Email")));
    json_decref(reply);
    if (fits)
        return login;
    error_set(
        err, ERROR_BAD_REPLY,
        "The Token contains characters that cannot be sent: it must be visible ASCII; nothing was saved");
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
    json_t *inner = json_object_get(reply, "RequiredLength") ? NULL : json_object_get(reply, "Data");
    json_t *resource = json_is_object(inner) ? inner : reply;
    struct policy *policy = mem_zero(1, sizeof *policy);
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
