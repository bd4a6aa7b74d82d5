/* Owns the comparison of a reply with its field table. Must not decide what is fatal. */
/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <stdint.h>
#include <string.h>

#include "field.h"
#include "steno/base/buffer.h"

#define PROBLEMS_MAX 12

/* A growing list of problems. */
struct problems {
    struct buffer text;
    int count;
};

const char *record_type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "an integer";
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    case JSON_NULL:
        break;
    }
    return "null";
}

/* Starts one more problem; false when there are too many to name. */
static bool problems_begin(struct problems *problems)
{
    if (++problems->count > PROBLEMS_MAX)
        return false;
    if (problems->count > 1)
        buffer_append_text(&problems->text, "; ");
    return true;
}

/* Is the value of the row's type? A list's elements are checked on their own. */
static bool record_type_fits(enum field_type type, const json_t *value)
{
    switch (type) {
    case FIELD_TEXT:
        return json_is_string(value);
    case FIELD_INT:
        return json_is_integer(value);
    case FIELD_NUMBER:
        return json_is_number(value);
    case FIELD_BOOL:
        return json_is_boolean(value);
    case FIELD_TEXT_LIST:
        return json_is_array(value);
    case FIELD_OBJECT:
        return json_is_object(value);
    case FIELD_ANY:
        break;
    }
    return true;
}

/* "an integer", "a string" for what the contract wants. */
static const char *record_article(enum field_type type)
{
    return type == FIELD_INT || type == FIELD_TEXT_LIST || type == FIELD_OBJECT ? "an" : "a";
}

/* Checks one value against its row; `path` is how the problem names it. */
static void record_check_value(struct problems *problems, const struct field_def *def, const char *path,
                               const json_t *value)
{
    if (!value || json_is_null(value)) {
        if (def->required && problems_begin(problems))
            buffer_printf(&problems->text, "%s is missing", path);
        return;
    }
    if (!record_type_fits(def->type, value)) {
        if (problems_begin(problems))
            buffer_printf(&problems->text, "%s is %s, not %s %s", path, record_type_name(value),
                          record_article(def->type), field_type_name(def->type));
        return;
    }
    if (def->type != FIELD_TEXT_LIST)
        return;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *item = json_array_get(value, i);
        if (!json_is_string(item) && problems_begin(problems))
            buffer_printf(&problems->text, "%.*s[%zu] is %s, not a string", (int)strcspn(path, "["), path, i,
                          record_type_name(item));
    }
}

/* The list of lists that a nested row's path leads to, or NULL. */
static const json_t *record_outer_list(const struct field_table *table, const struct field_def *def,
                                       const json_t *resource)
{
    char path[96];
    size_t len = strcspn(def->path, "[");
    if (len >= sizeof path)
        return NULL;
    memcpy(path, def->path, len);
    path[len] = '\0';
    struct field_def outer = {.path = path, .type = FIELD_ANY};
    return field_get(table, &outer, resource);
}

/* Checks one nested row in every element of its lists. */
static void record_check_nested(struct problems *problems, const struct field_def *def, const json_t *lists)
{
    int stem = (int)strcspn(def->path, "[");
    const char *member = strrchr(def->path, '.') + 1;
    for (size_t i = 0; i < json_array_size(lists); i++) {
        const json_t *list = json_array_get(lists, i);
        for (size_t k = 0; k < json_array_size(list); k++) {
            char path[160];
            snprintf(path, sizeof path, "%.*s[%zu][%zu].%s", stem, def->path, i, k, member);
            record_check_value(problems, def, path, json_object_get(json_array_get(list, k), member));
        }
    }
}

/* Says once when the list of lists, or one of its lists, is something else. */
static void record_check_lists(struct problems *problems, const struct field_def *def, const json_t *lists)
{
    int stem = (int)strcspn(def->path, "[");
    if (!json_is_array(lists)) {
        if (problems_begin(problems))
            buffer_printf(&problems->text, "%.*s is %s, not a list of lists", stem, def->path,
                          record_type_name(lists));
        return;
    }
    for (size_t i = 0; i < json_array_size(lists); i++) {
        const json_t *list = json_array_get(lists, i);
        if (!json_is_array(list) && problems_begin(problems))
            buffer_printf(&problems->text, "%.*s[%zu] is %s, not a list", stem, def->path, i,
                          record_type_name(list));
    }
}

char *record_problems(const struct field_table *table, const json_t *resource)
{
    struct problems problems = {.count = 0};
    buffer_init(&problems.text, BUFFER_MAX_DEFAULT);
    bool lists_checked = false;
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!field_is_nested(def)) {
            record_check_value(&problems, def, def->path, field_get(table, def, resource));
            continue;
        }
        const json_t *lists = record_outer_list(table, def, resource);
        if (lists && !lists_checked)
            record_check_lists(&problems, def, lists);
        if (lists)
            record_check_nested(&problems, def, lists);
        lists_checked = lists_checked || lists;
    }
    if (problems.count > PROBLEMS_MAX)
        buffer_printf(&problems.text, "; and %d more", problems.count - PROBLEMS_MAX);
    return problems.count > 0 ? buffer_take(&problems.text) : NULL;
}
