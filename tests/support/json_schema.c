/* Checks values by a JSON Schema (keywords, references), and records the places of the schema that matched.
 */
/* SPDX-License-Identifier: MIT */
#include "support/json_schema.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define REF "#/$defs/"

/* The check of one value. */
struct schema_check {
    const struct json_schema *schema;
    json_t *marks; /* places that matched */
    struct buffer *why;
};

static json_t *schema_find(const struct json_schema *schema, const char *definition)
{
    return json_object_get(json_object_get(schema->document, "$defs"), definition);
}

bool json_schema_load(struct json_schema *schema, const char *path, struct buffer *why)
{
    json_error_t err;
    *schema = (struct json_schema){.document = json_load_file(path, JSON_REJECT_DUPLICATES, &err),
                                   .seen = json_object()};
    if (!schema->document)
        buffer_printf(why, "%s:%d: %s\n", path, err.line, err.text);
    return schema->document != NULL;
}

void json_schema_free(struct json_schema *schema)
{
    json_decref(schema->document);
    json_decref(schema->seen);
}

bool json_schema_has(const struct json_schema *schema, const char *definition)
{
    return schema_find(schema, definition) != NULL;
}

/* --- checking a value --- */

static bool schema_fits(struct schema_check *check, json_t *node, const char *place, json_t *value);

static bool schema_refuse(struct schema_check *check, const char *place, const char *what, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    buffer_printf(check->why, "%s: %s: %.300s\n", place, what, text);
    free(text);
    return false;
}

/* Checks a value by a schema inside another one; `format` gives its place. */
__attribute__((format(printf, 4, 5))) static bool schema_fits_below(struct schema_check *check, json_t *node,
                                                                    json_t *value, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *place = mem_vprintf(format, args);
    va_end(args);
    bool fits = schema_fits(check, node, place, value);
    free(place);
    return fits;
}

/* Checks the type; each of several types is a place of its own. A schema of an object must say whether other
 * members are allowed. */
static bool schema_fits_type(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    static const char *const names[] = {"object", "array",   "string",  "integer",
                                        "number", "boolean", "boolean", "null"};
    json_t *types = json_object_get(node, "type");
    size_t count = json_is_array(types) ? json_array_size(types) : 1;
    if (json_is_object(value) && !json_object_get(node, "additionalProperties"))
        return schema_refuse(check, place, "additionalProperties is missing", value);
    for (size_t i = 0; i < count; i++) {
        const char *type = json_string_value(json_is_array(types) ? json_array_get(types, i) : types);
        if (strcmp(type, names[json_typeof(value)]) != 0 &&
            !(json_is_integer(value) && strcmp(type, "number") == 0))
            continue;
        char *mark = mem_printf("%s %s", place, type);
        json_object_set_new(check->marks, mark, json_true());
        free(mark);
        return true;
    }
    return schema_refuse(check, place, "of another type", value);
}

static bool schema_fits_enum(struct schema_check *check, json_t *list, const char *place, json_t *value)
{
    json_t *element;
    size_t i;
    json_array_foreach(list, i, element)
    {
        if (json_equal(element, value))
            return true;
    }
    return schema_refuse(check, place, "none of the values", value);
}

static bool schema_fits_pattern(struct schema_check *check, const char *pattern, const char *place,
                                json_t *value)
{
    regex_t regex;
    bool fits = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0 && json_is_string(value) &&
                regexec(&regex, json_string_value(value), 0, NULL, 0) == 0;
    regfree(&regex);
    return fits || schema_refuse(check, place, "not of the pattern", value);
}

/* Checks the members of an object that the schema names, or the others. */
static bool schema_fits_members(struct schema_check *check, json_t *node, bool others, const char *place,
                                json_t *value)
{
    json_t *properties = json_object_get(node, "properties"), *other, *member;
    const char *name;
    json_object_foreach(value, name, member)
    {
        json_t *known = json_object_get(properties, name);
        if (!known == !others)
            continue;
        if (known && !schema_fits_below(check, known, member, "%s/properties/%s", place, name))
            return false;
        if (others && json_is_false(other = json_object_get(node, "additionalProperties")))
            return schema_refuse(check, place, name, value);
        if (others && json_is_object(other) &&
            !schema_fits_below(check, other, member, "%s/additionalProperties", place))
            return false;
    }
    return true;
}

static bool schema_fits_required(struct schema_check *check, json_t *list, const char *place, json_t *value)
{
    json_t *wanted;
    size_t i;
    json_array_foreach(list, i, wanted)
    {
        if (json_is_object(value) && !json_object_get(value, json_string_value(wanted)))
            return schema_refuse(check, place, json_string_value(wanted), value);
    }
    return true;
}

/* Checks that one of several schemas matches; reasons and marks of the others are dropped. */
static bool schema_fits_any(struct schema_check *check, json_t *list, const char *place, json_t *value)
{
    json_t *node;
    size_t i, before = check->why->len;
    bool fits = false;
    json_array_foreach(list, i, node)
    {
        struct schema_check branch = {check->schema, json_object(), check->why};
        if ((fits = schema_fits_below(&branch, node, value, "%s/anyOf/%zu", place, i)))
            json_object_update(check->marks, branch.marks);
        json_decref(branch.marks);
        if (fits)
            break;
    }
    if (fits && check->why->len > before)
        check->why->data[check->why->len = before] = '\0';
    return fits;
}

static bool schema_fits_elements(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    json_t *element;
    size_t i;
    json_array_foreach(value, i, element)
    {
        if (!schema_fits_below(check, node, element, "%s/items", place))
            return false;
    }
    return true;
}

static bool schema_fits_ref(struct schema_check *check, const char *ref, const char *place, json_t *value)
{
    json_t *node = strncmp(ref, REF, strlen(REF)) == 0 ? schema_find(check->schema, ref + strlen(REF)) : NULL;
    return node ? schema_fits(check, node, ref, value)
                : schema_refuse(check, place, "refers to nothing", value);
}

static bool schema_fits_keyword(struct schema_check *check, json_t *node, const char *keyword,
                                const char *place, json_t *value)
{
    json_t *part = json_object_get(node, keyword);
    if (strcmp(keyword, "$ref") == 0)
        return schema_fits_ref(check, json_string_value(part), place, value);
    if (strcmp(keyword, "type") == 0)
        return schema_fits_type(check, node, place, value);
    if (strcmp(keyword, "const") == 0)
        return json_equal(part, value) || schema_refuse(check, place, "another value", value);
    if (strcmp(keyword, "enum") == 0)
        return schema_fits_enum(check, part, place, value);
    if (strcmp(keyword, "pattern") == 0)
        return schema_fits_pattern(check, json_string_value(part), place, value);
    if (strcmp(keyword, "items") == 0)
        return schema_fits_elements(check, part, place, value);
    if (strcmp(keyword, "anyOf") == 0)
        return schema_fits_any(check, part, place, value);
    if (strcmp(keyword, "properties") == 0 || strcmp(keyword, "additionalProperties") == 0)
        return schema_fits_members(check, node, *keyword == 'a', place, value);
    if (strcmp(keyword, "required") == 0)
        return schema_fits_required(check, part, place, value);
    return strcmp(keyword, "description") == 0 || schema_refuse(check, place, "not known here", part);
}

static bool schema_fits(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    json_t *part;
    const char *keyword;
    json_object_foreach(node, keyword, part)
    {
        if (!schema_fits_keyword(check, node, keyword, place, value))
            return false;
    }
    json_object_set_new(check->marks, place, json_true());
    return true;
}

bool json_schema_fits(struct json_schema *schema, const char *definition, json_t *value, struct buffer *why)
{
    struct schema_check check = {schema, json_object(), why};
    bool fits = schema_fits_below(&check, schema_find(schema, definition), value, REF "%s", definition);
    if (fits)
        json_object_update(schema->seen, check.marks);
    json_decref(check.marks);
    return fits;
}

/* --- places without a value --- */

/* Lists unmatched places of a schema and of those inside it. is_list: node is a list of schemas, itself no
 * place. */
static void schema_look(const struct json_schema *schema, json_t *node, const char *place, bool is_list,
                        struct buffer *out)
{
    json_t *types = json_object_get(node, "type"), *member;
    const char *name;
    size_t i;
    if (!is_list && !json_object_get(schema->seen, place))
        buffer_printf(out, "%s\n", place);
    for (i = 0; !is_list && i < json_array_size(types); i++) {
        char *mark = mem_printf("%s %s", place, json_string_value(json_array_get(types, i)));
        if (!json_object_get(schema->seen, mark))
            buffer_printf(out, "%s\n", mark);
        free(mark);
    }
    json_object_foreach(node, name, member)
    {
        char *below = mem_printf("%s/%s", place, name);
        bool has_names = strcmp(name, "properties") == 0 && !is_list;
        if (json_is_object(member) || strcmp(name, "anyOf") == 0)
            schema_look(schema, member, below, has_names || json_is_array(member), out);
        free(below);
    }
    json_array_foreach(node, i, member)
    {
        char *below = mem_printf("%s/%zu", place, i);
        schema_look(schema, member, below, false, out);
        free(below);
    }
}

void json_schema_unseen(const struct json_schema *schema, struct buffer *out)
{
    schema_look(schema, json_object_get(schema->document, "$defs"), "#/$defs", true, out);
}
