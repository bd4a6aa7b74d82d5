/* Owns the schemas of the OpenAPI document: from rows of tables to JSON Schema. Pure. */
#include "openapi_schema.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

json_t *openapi_type(enum field_type type)
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

json_t *openapi_param_schema(const struct param_def *def)
{
    static const enum field_type types[] = {[PARAM_BOOL] = FIELD_BOOL,
                                            [PARAM_INT] = FIELD_INT,
                                            [PARAM_NUMBER] = FIELD_NUMBER,
                                            [PARAM_TEXT] = FIELD_TEXT};
    json_t *schema = openapi_type(types[def->type]);
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
    json_t *value = openapi_type(def->type);
    json_object_set_new(value, "description", json_string(def->help));
    if (!def->required)
        schema_allow_null(value);
    schema_member(schema, name, value);
    if (def->required)
        schema_require(schema, name);
    free(name);
}

json_t *openapi_table_schema(const struct field_table *table)
{
    json_t *schema = json_pack("{s:s}", "type", "object");
    for (size_t i = 0; i < table->count; i++)
        schema_put(schema, table, &table->rows[i]);
    return schema;
}
