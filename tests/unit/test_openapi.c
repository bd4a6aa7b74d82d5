/* The OpenAPI document has what the API specification has, is shipped as docgen makes it, and is true of
 * the sandbox's answers. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openapi.h"
#include "steno/base/file.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct control control;
static json_t *document;
static struct buffer text;

static void setup(void)
{
    control = (struct control){0};
    service_init(&control.service, world_new(WORLD_DEFAULT, 8000), NULL, TOKEN);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    openapi_write(&text);
    document = json_loadb(text.data, text.len, 0, NULL);
    cr_assert_not_null(document);
}

static void teardown(void)
{
    control_free(&control);
    json_decref(document);
    buffer_free(&text);
}

TestSuite(openapi, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})

/* Follows names from one object to the next; NULL ends them. */
static json_t *follow(json_t *from, const char *const *names)
{
    for (; from && *names; names++)
        from = json_object_get(from, *names);
    return from;
}
#define FOLLOW(from, ...) follow(from, (const char *const[]){__VA_ARGS__, NULL})

/* The operation of an endpoint in the document. */
static json_t *operation_of(const struct endpoint *endpoint)
{
    char method[16] = "";
    for (size_t i = 0; endpoint->method[i]; i++)
        method[i] = (char)(endpoint->method[i] | 0x20);
    return FOLLOW(document, "paths", endpoint->path, method);
}

Test(openapi, every_operation_and_every_parameter_is_in_it)
{
    size_t named = 0;
    cr_assert_str_eq(json_string_value(json_object_get(document, "openapi")), "3.1.0");
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        json_t *operation = operation_of(&endpoints[i]), *parameter;
        size_t at;
        cr_assert_not_null(operation, "%s", endpoints[i].name);
        cr_assert_not_null(FOLLOW(operation, "responses", "200"));
        json_array_foreach(json_object_get(operation, "parameters"), at, parameter)
        {
            const char *name = json_string_value(json_object_get(parameter, "name"));
            named += endpoints[i].params && param_find(endpoints[i].params, name) >= 0;
        }
    }
    cr_assert_eq(named, params_enqueue.count + params_export.count);
}

Test(openapi, every_body_has_a_schema_and_is_in_it_when_there_is_one)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        json_t *content = FOLLOW(operation_of(&endpoints[i]), "requestBody", "content"), *kind;
        const char *type;
        cr_assert_eq(json_object_size(content) > 0, endpoints[i].body != BODY_NONE, "%s", endpoints[i].name);
        json_object_foreach(content, type, kind)
        {
            cr_assert(json_object_size(json_object_get(kind, "schema")) > 0, "%s, %s", endpoints[i].name,
                      type);
        }
    }
    json_t *login = FOLLOW(operation_of(&endpoints[ENDPOINT_LOGIN]), "requestBody", "content");
    cr_assert_eq(json_object_size(login), 3);
    cr_assert_not_null(FOLLOW(login, "multipart/form-data", "schema", "properties", "DataProtectionConsent"));
}

Test(openapi, defaults_have_the_type_of_their_parameters)
{
    json_t *parameters = json_object_get(operation_of(&endpoints[ENDPOINT_EXPORT]), "parameters"), *parameter;
    size_t i, checked = 0;
    json_array_foreach(parameters, i, parameter)
    {
        const char *name = json_string_value(json_object_get(parameter, "name"));
        json_t *def = FOLLOW(parameter, "schema", "default");
        if (strcmp(name, "CharsPerSecond") == 0)
            checked += json_is_real(def) && json_real_value(def) == 16.0;
        if (strcmp(name, "KeepStripped") == 0)
            checked += json_is_false(def);
        if (strcmp(name, "PauseBetweenCaptionsMs") == 0)
            checked += json_integer_value(def) == 80;
        if (strcmp(name, "HighlightingMode") == 0)
            checked += strcmp(json_string_value(def), "None") == 0;
        if (strcmp(name, "VariantId") == 0)
            checked += def == NULL;
    }
    cr_assert_eq(checked, 5);
}

Test(openapi, what_is_shipped_is_what_docgen_makes)
{
    struct error err;
    struct buffer shipped;
    buffer_init(&shipped, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(FIXTURES "/../../docs/openapi.json", &shipped, &err), "%s", err.text);
    cr_assert_str_eq(buffer_text(&text), buffer_text(&shipped),
                     "make it again: build/docgen openapi >docs/openapi.json");
    buffer_free(&shipped);
}

/* Has a value one of the types of a schema? */
static bool type_fits(const json_t *types, const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "object",   [JSON_ARRAY] = "array", [JSON_STRING] = "string",
        [JSON_INTEGER] = "integer", [JSON_REAL] = "number", [JSON_TRUE] = "boolean",
        [JSON_FALSE] = "boolean",   [JSON_NULL] = "null"};
    size_t count = json_is_array(types) ? json_array_size(types) : 1;
    for (size_t i = 0; i < count; i++) {
        const char *type = json_string_value(json_is_array(types) ? json_array_get(types, i) : types);
        if (strcmp(type, names[json_typeof(value)]) == 0 ||
            (json_is_integer(value) && strcmp(type, "number") == 0))
            return true;
    }
    return false;
}

/* Checks a value against the part of JSON Schema that the document uses. */
static void assert_fits(json_t *schema, json_t *value, const char *where)
{
    json_t *reference = json_object_get(schema, "$ref"), *types = json_object_get(schema, "type"), *name,
           *member;
    const char *key;
    size_t i;
    if (reference)
        schema = FOLLOW(document, "components", "schemas", strrchr(json_string_value(reference), '/') + 1);
    types = json_object_get(schema, "type");
    cr_assert(!types || type_fits(types, value), "%s: %s is of another type than the document says", where,
              json_dumps(value, JSON_ENCODE_ANY));
    if (json_is_object(value)) {
        json_array_foreach(json_object_get(schema, "required"), i, name)
        {
            cr_assert_not_null(json_object_get(value, json_string_value(name)), "%s: no %s", where,
                               json_string_value(name));
        }
        json_object_foreach(json_object_get(schema, "properties"), key, member)
        {
            if (json_object_get(value, key))
                assert_fits(member, json_object_get(value, key), key);
        }
    }
    json_array_foreach(value, i, member)
    {
        if (json_object_get(schema, "items"))
            assert_fits(json_object_get(schema, "items"), member, where);
    }
}

/* Checks the last reply against the operation's answer of its status. */
static void assert_answer(const struct endpoint *endpoint, const struct reply *reply)
{
    char status[8];
    snprintf(status, sizeof status, "%d", reply->status);
    json_t *answer = FOLLOW(operation_of(endpoint), "responses", status);
    cr_assert_not_null(answer, "%s answers %s, which the document does not have", endpoint->name, status);
    json_t *schema = FOLLOW(answer, "content", "application/json", "schema");
    if (schema)
        assert_fits(schema, reply_body(), endpoint->name);
}

Test(openapi, every_answer_is_as_the_document_says)
{
    static const char *const queries[] = {"", "?AccessToken=1", "", "?Lang=!&FileFormatId=!"};
    static const char *const bodies[] = {
        "", "{\"Tag\":\"news\",\"Value\":\"v\",\"Email\":\"demo@example.org\"}", "x"};
    size_t answers = 0;
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        const char *brace = strchr(endpoints[i].path, '{');
        for (long long id = 1; id <= (brace ? 16 : 1); id++) {
            for (size_t k = 0; k < 24; k++) {
                char target[200], query[80];
                const struct world_project *project = world_find(control.service.world, id, NOW, NULL);
                bool current = k % 4 == 2;
                snprintf(query, sizeof query, "%s%lld", current ? "?Key=k&AccessToken=" : queries[k % 4],
                         current && project ? (long long)project->version : 1LL);
                if (!current)
                    query[strlen(queries[k % 4])] = '\0';
                snprintf(target, sizeof target, "/API%.*s", brace ? (int)(brace - endpoints[i].path) : 100,
                         endpoints[i].path);
                if (brace)
                    snprintf(target + strlen(target), sizeof target - strlen(target), "%lld%s", id,
                             strchr(brace, '}') + 1);
                snprintf(target + strlen(target), sizeof target - strlen(target), "%s", query);
                assert_answer(&endpoints[i],
                              CALL(.method = endpoints[i].method, .target = target, .body = bodies[k / 4 % 3],
                                   .no_token = k >= 12, .now_ms = NOW + (int64_t)answers * 1000));
                answers++;
            }
        }
    }
    cr_expect_gt(answers, 2000);
}
