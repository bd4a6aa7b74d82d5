/* Owns the OpenAPI document: schemas, operations, their parameters, bodies and answers. Pure. */
/* SPDX-License-Identifier: MIT */
#include "openapi.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/endpoint.h"
#include "steno/base/mem.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* --- schemas: from rows of tables to JSON Schema --- */

/* The schema of a value; caller owns the reference, here and below. */
static json_t *schema_of_type(enum field_type type)
{
    switch (type) {
    case FIELD_TEXT:
        return json_pack("{s:s}", "type", "string");
    case FIELD_INT:
        return json_pack("{s:s, s:s}", "type", "integer", "format", "int64");
    case FIELD_NUMBER:
        return json_pack("{s:s}", "type", "number");
    case FIELD_BOOL:
        return json_pack("{s:s}", "type", "boolean");
    case FIELD_TEXT_LIST:
        return json_pack("{s:s, s:{s:s}}", "type", "array", "items", "type", "string");
    case FIELD_OBJECT:
        return json_pack("{s:s}", "type", "object");
    case FIELD_ANY:
        break;
    }
    return json_object();
}

/* A parameter's, with its default. */
static json_t *schema_of_param(const struct param_def *def)
{
    static const enum field_type types[] = {[PARAM_BOOL] = FIELD_BOOL,
                                            [PARAM_INT] = FIELD_INT,
                                            [PARAM_NUMBER] = FIELD_NUMBER,
                                            [PARAM_TEXT] = FIELD_TEXT};
    json_t *schema = schema_of_type(types[def->type]);
    if (!def->def)
        return schema;
    json_t *value =
        def->type == PARAM_TEXT ? json_string(def->def) : json_loads(def->def, JSON_DECODE_ANY, NULL);
    json_object_set_new(schema, "default", value);
    return schema;
}

/* Lets null be a value too. */
static void schema_allow_null(json_t *schema)
{
    json_t *type = json_object_get(schema, "type");
    if (json_is_string(type))
        json_object_set_new(schema, "type", json_pack("[O, s]", type, "null"));
}

/* The member of an object's schema, made when it is new. */
static json_t *schema_member(json_t *object, const char *name, json_t *fresh)
{
    json_t *properties = json_object_get(object, "properties");
    if (!properties) {
        properties = json_object();
        json_object_set_new(object, "properties", properties);
    }
    json_t *member = json_object_get(properties, name);
    if (member) {
        json_decref(fresh);
        return member;
    }
    json_object_set_new(properties, name, fresh);
    return fresh;
}

/* Notes that an object has a member always; once. */
static void schema_require(json_t *object, const char *name)
{
    json_t *required = json_object_get(object, "required");
    size_t i;
    json_t *other;
    if (!required) {
        required = json_array();
        json_object_set_new(object, "required", required);
    }
    json_array_foreach(required, i, other)
    {
        if (strcmp(json_string_value(other), name) == 0)
            return;
    }
    json_array_append_new(required, json_string(name));
}

/* Has a table a required row below this path, outside the elements of lists? */
static bool schema_has_required(const struct field_table *table, const char *path, size_t len)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (def->required && !field_is_nested(def) && strncmp(def->path, path, len) == 0 &&
            def->path[len] == '.')
            return true;
    }
    return false;
}

/* Puts one row into a schema, by the parts of its path. */
static void schema_put(json_t *schema, const struct field_table *table, const struct field_def *def)
{
    const char *part = def->path;
    for (const char *dot; (dot = strchr(part, '.')); part = dot + 1) {
        bool lists = dot[-1] == ']';
        char *name = mem_copy_n(part, strcspn(part, ".["));
        bool required = schema_has_required(table, def->path, (size_t)(dot - def->path));
        json_t *fresh = lists ? json_pack("{s:s, s:{s:s, s:{s:s}}}", "type", "array", "items", "type",
                                          "array", "items", "type", "object")
                              : json_pack("{s:s}", "type", "object");
        if (!required)
            schema_allow_null(fresh);
        json_t *member = schema_member(schema, name, fresh);
        if (required)
            schema_require(schema, name);
        schema = lists ? json_object_get(json_object_get(member, "items"), "items") : member;
        free(name);
    }
    char *name = mem_copy_n(part, strcspn(part, "["));
    json_t *value = schema_of_type(def->type);
    json_object_set_new(value, "description", json_string(def->help));
    if (!def->required)
        schema_allow_null(value);
    schema_member(schema, name, value);
    if (def->required)
        schema_require(schema, name);
    free(name);
}

/* A whole reply's: what a table calls optional may be null or absent. */
static json_t *schema_of_table(const struct field_table *table)
{
    json_t *schema = json_pack("{s:s}", "type", "object");
    for (size_t i = 0; i < table->count; i++)
        schema_put(schema, table, &table->rows[i]);
    return schema;
}

/* --- operations --- */

/* Is the endpoint one of a project? */
static bool is_of_project(const struct endpoint *endpoint)
{
    return strchr(endpoint->path, '{') != NULL;
}

/* One parameter. */
static json_t *openapi_parameter(const char *name, const char *in, bool required, const char *help,
                                 json_t *schema)
{
    json_t *parameter =
        json_pack("{s:s, s:s, s:b, s:s}", "name", name, "in", in, "required", required, "description", help);
    json_object_set_new(parameter, "schema", schema);
    return parameter;
}

/* The parameters of an operation: of its path, of its query. */
static json_t *openapi_parameters(const struct endpoint *endpoint)
{
    json_t *list = json_array();
    if (is_of_project(endpoint))
        json_array_append_new(list, openapi_parameter("ProjectId", "path", true, "Number of the project",
                                                      schema_of_type(FIELD_INT)));
    if (endpoint->takes_key)
        json_array_append_new(list, openapi_parameter("Key", "query", false, "Key of the metadata",
                                                      schema_of_type(FIELD_TEXT)));
    if (endpoint->takes_version)
        json_array_append_new(list, openapi_parameter("AccessToken", "query", true,
                                                      "The project's version, from its field AccessToken",
                                                      schema_of_type(FIELD_INT)));
    for (size_t i = 0; endpoint->params && i < endpoint->params->count; i++) {
        const struct param_def *def = &endpoint->params->rows[i];
        json_array_append_new(
            list, openapi_parameter(def->name, "query", def->required, def->help, schema_of_param(def)));
    }
    return list;
}

/* The body of a login: members by name; the first two are needed unless they are in the query. */
static json_t *openapi_login_body(void)
{
    json_t *schema =
        json_pack("{s:s, s:{s:{s:s}, s:{s:s, s:s}, s:{s:b, s:s}}}", "type", "object", "properties", "Email",
                  "type", "string", "Password", "type", "string", "format", "password",
                  "DataProtectionConsent", "default", 0, "type", "boolean");
    static const char *const types[] = {"application/json", "application/x-www-form-urlencoded",
                                        "multipart/form-data"};
    json_t *content = json_object();
    for (size_t i = 0; i < COUNT(types); i++)
        json_object_set_new(content, types[i], json_pack("{s:O}", "schema", schema));
    json_decref(schema);
    return content;
}

/* The body of an operation by its kind; NULL when it has none. */
static json_t *openapi_body(enum endpoint_body body)
{
    json_t *content = NULL;
    switch (body) {
    case BODY_NONE:
        return NULL;
    case BODY_LOGIN:
        content = openapi_login_body();
        break;
    case BODY_METADATA:
        content = json_pack("{s:{s:{s:[{s:s, s:{s:{s:s}, s:{s:s}}, s:[s]}, {s:s}]}}, s:{s:{s:s}}}",
                            "application/json", "schema", "oneOf", "type", "object", "properties", "Key",
                            "type", "string", "Value", "type", "string", "required", "Value", "type",
                            "string", "text/plain", "schema", "type", "string");
        break;
    case BODY_METADATA_KEY:
        content = json_pack("{s:{s:{s:s, s:{s:{s:s}}}}}", "application/json", "schema", "type", "object",
                            "properties", "Key", "type", "string");
        break;
    case BODY_TAG:
        content = json_pack("{s:{s:{s:s, s:{s:{s:s}}, s:[s]}}}", "application/json", "schema", "type",
                            "object", "properties", "Tag", "type", "string", "required", "Tag");
        break;
    }
    return json_pack("{s:b, s:o}", "required", body == BODY_TAG, "content", content);
}

/* What is answered with 200. */
static json_t *openapi_success(const struct endpoint *endpoint)
{
    if (!endpoint->reply)
        return json_pack("{s:s, s:{s:{s:{s:s}}}}", "description", "The file", "content", "*/*", "schema",
                         "type", "string");
    char *reference = mem_printf("#/components/schemas/%s", endpoint->reply->name);
    json_t *success = json_pack("{s:s, s:{s:{s:{s:s}}}}", "description", "Done", "content",
                                "application/json", "schema", "$ref", reference);
    free(reference);
    return success;
}

/* Adds the answer of a refusal that an operation can have. */
static void openapi_refusal(json_t *responses, bool applies, const char *status, const char *cause)
{
    if (applies)
        json_object_set_new(responses, status,
                            json_pack("{s:s, s:{s:{s:{s:s}}}}", "description", cause, "content",
                                      "application/json", "schema", "$ref", "#/components/schemas/error"));
}

/* All answers of an operation. */
static json_t *openapi_responses(const struct endpoint *endpoint)
{
    json_t *all = json_object();
    bool project = is_of_project(endpoint), body = endpoint->body != BODY_NONE;
    json_object_set_new(all, "200", openapi_success(endpoint));
    openapi_refusal(all, body, "400", "The body is not of the form that its Content-Type says");
    openapi_refusal(all, endpoint->body == BODY_LOGIN, "401", "Email or password is not right");
    openapi_refusal(all, endpoint->needs_token, "401", "The token is missing or not known");
    openapi_refusal(all, project, "403",
                    "The project is somebody else's, or read-only, or the credit is not enough");
    openapi_refusal(all, project, "404",
                    "There is no such project, or the project has none of what was named");
    openapi_refusal(all, endpoint->takes_version, "409",
                    "The project was changed by somebody else: AccessToken is not its current one");
    openapi_refusal(all, endpoint->params != NULL, "412",
                    "The project is not in a state for this: no media, in progress, or not transcribed");
    openapi_refusal(all, endpoint->params || endpoint->takes_version || body, "422",
                    "A parameter or a field is missing or has an invalid value: Message is field:Problem");
    openapi_refusal(all, endpoint->write || endpoint->body != BODY_NONE, "507",
                    "The change could not be stored: nothing was changed");
    return all;
}

/* One operation. */
static json_t *openapi_operation(const struct endpoint *endpoint)
{
    json_t *operation = json_pack("{s:s, s:s}", "operationId", endpoint->name, "summary", endpoint->title);
    json_t *parameters = openapi_parameters(endpoint), *body = openapi_body(endpoint->body);
    if (json_array_size(parameters))
        json_object_set(operation, "parameters", parameters);
    json_decref(parameters);
    if (body)
        json_object_set_new(operation, "requestBody", body);
    json_object_set_new(operation, "responses", openapi_responses(endpoint));
    if (!endpoint->needs_token)
        json_object_set_new(operation, "security", json_array());
    return operation;
}

/* All paths, with their operations by method. */
static json_t *openapi_paths(void)
{
    json_t *paths = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        json_t *path = json_object_get(paths, endpoints[i].path);
        char method[16];
        size_t len = 0;
        for (; endpoints[i].method[len] && len + 1 < sizeof method; len++)
            method[len] = (char)(endpoints[i].method[len] | 0x20);
        method[len] = '\0';
        if (!path) {
            path = json_object();
            json_object_set_new(paths, endpoints[i].path, path);
        }
        json_object_set_new(path, method, openapi_operation(&endpoints[i]));
    }
    return paths;
}

/* The schemas of all replies, and of an error. */
static json_t *openapi_schemas(void)
{
    json_t *schemas = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        const struct field_table *table = endpoints[i].reply;
        if (table && !json_object_get(schemas, table->name))
            json_object_set_new(schemas, table->name, schema_of_table(table));
    }
    json_object_set_new(schemas, "error",
                        json_pack("{s:s, s:{s:{s:s}, s:{}}, s:[s]}", "type", "object", "properties",
                                  "Message", "type", "string", "Data", "required", "Message"));
    return schemas;
}

/* The whole document. */
static json_t *openapi_document(void)
{
    json_t *document = json_pack("{s:s, s:{s:s, s:s, s:s}, s:[{s:s}, {s:s}], s:[{s:[]}]}", "openapi", "3.1.0",
                                 "info", "title", "Transcription service", "version", "1.0.0", "description",
                                 "Made of the tables that steno and steno-sandbox use. An enqueue is a GET "
                                 "that acts: do not repeat it.",
                                 "servers", "url", "http://127.0.0.1:8321/API", "url",
                                 "http://127.0.0.1:8321/XAPI", "security", "token");
    json_object_set_new(document, "paths", openapi_paths());
    json_t *components = json_pack("{s:{s:{s:s, s:s, s:s, s:s}}}", "securitySchemes", "token", "type",
                                   "apiKey", "in", "header", "name", "Authorization", "description",
                                   "The Token of a login as it is, without a scheme word");
    json_object_set_new(components, "schemas", openapi_schemas());
    json_object_set_new(document, "components", components);
    return document;
}

void openapi_write(struct buffer *out)
{
    json_t *document = openapi_document();
    char *text = json_dumps(document, JSON_INDENT(2));
    buffer_append_text(out, text ? text : "");
    buffer_append_char(out, '\n');
    free(text);
    json_decref(document);
}
