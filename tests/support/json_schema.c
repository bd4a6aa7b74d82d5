/* Owns the reading of JSON Schema: keywords, references, and the places that values have fitted. */
/* SPDX-License-Identifier: MIT */
#include "support/json_schema.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define REF "#/$defs/"

/* One value under way. */
struct schema_check {
    json_t *document;
    json_t *marks; /* places that fitted */
    struct buffer *why;
};

/* --- the document --- */

static json_t *schema_find(json_t *document, const char *ref)
{
    bool is_definition = ref && strncmp(ref, REF, strlen(REF)) == 0;
    return is_definition ? json_object_get(json_object_get(document, "$defs"), ref + strlen(REF)) : NULL;
}

typedef void schema_visit(json_t *node, const char *place, void *arg);

static void schema_walk(json_t *node, const char *place, schema_visit *visit, void *arg);

/* Visits the schemas that are members or elements of one. */
static void schema_walk_all(json_t *list, const char *place, schema_visit *visit, void *arg)
{
    const char *name;
    json_t *member;
    size_t i;
    json_object_foreach(list, name, member)
    {
        char *below = mem_printf("%s/%s", place, name);
        schema_walk(member, below, visit, arg);
        free(below);
    }
    json_array_foreach(list, i, member)
    {
        char *below = mem_printf("%s/%zu", place, i);
        schema_walk(member, below, visit, arg);
        free(below);
    }
}

/* Visits a schema and all in it. */
static void schema_walk(json_t *node, const char *place, schema_visit *visit, void *arg)
{
    static const char *const lists[] = {"$defs", "properties", "anyOf"};
    static const char *const single[] = {"items", "additionalProperties"};
    visit(node, place, arg);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char *below = mem_printf("%s/%s", place, lists[i]);
        schema_walk_all(json_object_get(node, lists[i]), below, visit, arg);
        free(below);
    }
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        json_t *member = json_object_get(node, single[i]);
        char *below = mem_printf("%s/%s", place, single[i]);
        if (json_is_object(member))
            schema_walk(member, below, visit, arg);
        free(below);
    }
}

/* Is this one of its types? */
static bool schema_has_type(json_t *node, const char *type)
{
    json_t *types = json_object_get(node, "type");
    json_t *element;
    size_t i;
    if (json_is_string(types))
        return strcmp(json_string_value(types), type) == 0;
    json_array_foreach(types, i, element)
    {
        if (strcmp(json_string_value(element), type) == 0)
            return true;
    }
    return false;
}

static void schema_judge(json_t *node, const char *place, void *arg)
{
    static const char *const known[] = {
        "$schema",    "title",    "description",          "$defs", "$ref", "type", "const", "enum", "pattern",
        "properties", "required", "additionalProperties", "items", "anyOf"};
    struct schema_check *check = arg;
    json_t *ref = json_object_get(node, "$ref");
    const char *keyword;
    json_t *value;
    json_object_foreach(node, keyword, value)
    {
        size_t i = 0;
        while (i < sizeof known / sizeof known[0] && strcmp(known[i], keyword) != 0)
            i++;
        if (i == sizeof known / sizeof known[0])
            buffer_printf(check->why, "%s: the keyword %s is not known here\n", place, keyword);
    }
    if (ref && !schema_find(check->document, json_string_value(ref)))
        buffer_printf(check->why, "%s: refers to nothing\n", place);
    if (schema_has_type(node, "object") && !json_object_get(node, "additionalProperties"))
        buffer_printf(check->why, "%s: additionalProperties is missing\n", place);
}

bool json_schema_load(struct json_schema *schema, const char *path, struct buffer *why)
{
    json_error_t err;
    size_t before = why->len;
    *schema = (struct json_schema){.document = json_load_file(path, JSON_REJECT_DUPLICATES, &err),
                                   .seen = json_object()};
    struct schema_check check = {.document = schema->document, .why = why};
    if (schema->document)
        schema_walk(schema->document, "#", schema_judge, &check);
    else
        buffer_printf(why, "%s:%d: %s\n", path, err.line, err.text);
    return why->len == before;
}

void json_schema_free(struct json_schema *schema)
{
    json_decref(schema->document);
    json_decref(schema->seen);
}

bool json_schema_has(const struct json_schema *schema, const char *definition)
{
    return json_object_get(json_object_get(schema->document, "$defs"), definition) != NULL;
}

/* --- a value --- */

static bool schema_fits(struct schema_check *check, json_t *node, const char *place, json_t *value);

static bool schema_refuse(struct schema_check *check, const char *place, const char *what, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    buffer_printf(check->why, "%s: %s: %.300s\n", place, what, text);
    free(text);
    return false;
}

/* The schema in the member or element of another one. */
static bool schema_fits_below(struct schema_check *check, json_t *node, const char *place, const char *name,
                              json_t *value)
{
    char *below = mem_printf("%s/%s", place, name);
    bool fits = schema_fits(check, node, below, value);
    free(below);
    return fits;
}

static bool schema_is_of_type(json_t *value, const char *type)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return strcmp(type, "object") == 0;
    case JSON_ARRAY:
        return strcmp(type, "array") == 0;
    case JSON_STRING:
        return strcmp(type, "string") == 0;
    case JSON_INTEGER:
        return strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;
    case JSON_REAL:
        return strcmp(type, "number") == 0;
    case JSON_NULL:
        return strcmp(type, "null") == 0;
    default:
        return strcmp(type, "boolean") == 0;
    }
}

static void schema_mark(struct schema_check *check, const char *place, const char *type)
{
    char *mark = mem_printf("%s%s%s", place, type ? " " : "", type ? type : "");
    json_object_set_new(check->marks, mark, json_true());
    free(mark);
}

/* Is the value of one of the types? */
static bool schema_fits_type(struct schema_check *check, json_t *types, const char *place, json_t *value)
{
    json_t *type;
    size_t i;
    if (json_is_string(types))
        return schema_is_of_type(value, json_string_value(types)) ||
               schema_refuse(check, place, "of another type", value);
    json_array_foreach(types, i, type)
    {
        if (schema_is_of_type(value, json_string_value(type))) {
            schema_mark(check, place, json_string_value(type));
            return true;
        }
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

/* The members of an object, each known or allowed, and those that must be there. */
static bool schema_fits_object(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    json_t *properties = json_object_get(node, "properties");
    json_t *others = json_object_get(node, "additionalProperties"), *wanted;
    const char *name;
    json_t *member;
    size_t i;
    json_object_foreach(value, name, member)
    {
        json_t *known = json_object_get(properties, name);
        char *below = known ? mem_printf("properties/%s", name) : mem_copy("additionalProperties");
        bool fits = known || json_is_object(others)
                        ? schema_fits_below(check, known ? known : others, place, below, member)
                        : !json_is_false(others) || schema_refuse(check, place, name, value);
        free(below);
        if (!fits)
            return false;
    }
    json_array_foreach(json_object_get(node, "required"), i, wanted)
    {
        if (!json_object_get(value, json_string_value(wanted)))
            return schema_refuse(check, place, json_string_value(wanted), value);
    }
    return true;
}

/* One of several schemas; the reasons of the others, and what fitted in them, count for nothing. */
static bool schema_fits_any(struct schema_check *check, json_t *list, const char *place, json_t *value)
{
    json_t *node;
    size_t i, before = check->why->len;
    json_array_foreach(list, i, node)
    {
        struct schema_check branch = {.document = check->document, .marks = json_object(), .why = check->why};
        char *name = mem_printf("anyOf/%zu", i);
        bool fits = schema_fits_below(&branch, node, place, name, value);
        if (fits)
            json_object_update(check->marks, branch.marks);
        json_decref(branch.marks);
        free(name);
        if (fits && check->why->len > before)
            check->why->data[check->why->len = before] = '\0';
        if (fits)
            return true;
    }
    return false;
}

static bool schema_fits_elements(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    json_t *element;
    size_t i;
    json_array_foreach(value, i, element)
    {
        if (!schema_fits_below(check, node, place, "items", element))
            return false;
    }
    return true;
}

static bool schema_fits(struct schema_check *check, json_t *node, const char *place, json_t *value)
{
    json_t *part;
    const char *ref = json_string_value(json_object_get(node, "$ref"));
    bool fits = !ref || schema_fits(check, schema_find(check->document, ref), ref, value);
    if ((part = json_object_get(node, "type")))
        fits = fits && schema_fits_type(check, part, place, value);
    if ((part = json_object_get(node, "const")))
        fits = fits && (json_equal(part, value) || schema_refuse(check, place, "another value", value));
    if ((part = json_object_get(node, "enum")))
        fits = fits && schema_fits_enum(check, part, place, value);
    if ((part = json_object_get(node, "pattern")))
        fits = fits && schema_fits_pattern(check, json_string_value(part), place, value);
    if ((part = json_object_get(node, "items")))
        fits = fits && schema_fits_elements(check, part, place, value);
    if ((part = json_object_get(node, "anyOf")))
        fits = fits && schema_fits_any(check, part, place, value);
    if (json_is_object(value))
        fits = fits && schema_fits_object(check, node, place, value);
    if (fits)
        schema_mark(check, place, NULL);
    return fits;
}

bool json_schema_fits(struct json_schema *schema, const char *definition, json_t *value, struct buffer *why)
{
    struct schema_check check = {.document = schema->document, .marks = json_object(), .why = why};
    char *ref = mem_printf(REF "%s", definition);
    bool fits = schema_fits(&check, schema_find(schema->document, ref), ref, value);
    if (fits)
        json_object_update(schema->seen, check.marks);
    json_decref(check.marks);
    free(ref);
    return fits;
}

/* --- what never came --- */

struct schema_unseen {
    json_t *seen;
    struct buffer *out;
};

static void schema_look(json_t *node, const char *place, void *arg)
{
    struct schema_unseen *unseen = arg;
    json_t *type;
    size_t i;
    if (strcmp(place, "#") != 0 && !json_object_get(unseen->seen, place))
        buffer_printf(unseen->out, "%s\n", place);
    json_array_foreach(json_object_get(node, "type"), i, type)
    {
        char *mark = mem_printf("%s %s", place, json_string_value(type));
        if (!json_object_get(unseen->seen, mark))
            buffer_printf(unseen->out, "%s\n", mark);
        free(mark);
    }
}

void json_schema_unseen(const struct json_schema *schema, struct buffer *out)
{
    struct schema_unseen unseen = {.seen = schema->seen, .out = out};
    schema_walk(schema->document, "#", schema_look, &unseen);
}
