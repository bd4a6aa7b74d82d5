/* How the path of a field row is read, and how its value is shown. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/field.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"

bool field_is_nested(const struct field_def *def)
{
    return strstr(def->path, "[][]") != NULL;
}

const struct field_def *field_find(const struct field_table *table, const char *path)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].path, path) == 0)
            return &table->rows[i];
    }
    return NULL;
}

/* The path of a row below the table's root. */
static const char *field_inner_path(const struct field_table *table, const struct field_def *def)
{
    size_t root = strlen(table->root);
    return root ? def->path + root + 1 : def->path;
}

const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource)
{
    const char *path = field_inner_path(table, def);
    const json_t *value = resource;
    while (value && *path && *path != '[') {
        char member[64];
        size_t len = strcspn(path, ".[");
        if (len >= sizeof member)
            return NULL;
        memcpy(member, path, len);
        member[len] = '\0';
        value = json_object_get(value, member);
        path += len + (path[len] == '.');
    }
    return json_is_null(value) ? NULL : value;
}

/* Appends a text, as a date or length when it parses as one. */
static void field_show_text(struct buffer *out, const struct field_def *def, const char *text,
                            enum date_zone zone)
{
    char shown[DATE_TEXT_SIZE];
    struct date date;
    int64_t ms;
    if (def->format == FORMAT_DATE && date_parse(text, &date)) {
        date_format(shown, sizeof shown, &date, zone);
        text = shown;
    } else if (def->format == FORMAT_LENGTH && length_parse(text, &ms)) {
        length_format(shown, sizeof shown, ms);
        text = shown;
    }
    buffer_append_text(out, text);
}

void field_show_in(struct buffer *out, const struct field_table *table, const struct field_def *def,
                   const json_t *resource, enum date_zone zone)
{
    const json_t *value = field_get(table, def, resource);
    if (!value)
        return;
    if (json_is_string(value)) {
        field_show_text(out, def, json_string_value(value), zone);
    } else if (json_is_boolean(value)) {
        buffer_append_text(out, json_is_true(value) ? "yes" : "no");
    } else if (json_is_number(value)) {
        double number = json_number_value(value);
        bool minutes = def->format == FORMAT_MINUTES;
        if (minutes && number >= 0 &&
            number <= 1e12) /* a service that counts seconds sends 1267.91666666667 */
            number = (double)(int64_t)(number * 100 + 0.5) / 100;
        if (json_is_integer(value))
            buffer_printf(out, "%lld", (long long)json_integer_value(value));
        else
            buffer_printf(out, "%.15g", number);
        buffer_append_text(out, minutes ? " min" : "");
    } else if (json_is_array(value) && def->type == FIELD_TEXT_LIST) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            const json_t *item = json_array_get(value, i);
            buffer_append_text(out, i > 0 ? ", " : "");
            if (json_is_string(item))
                field_show_text(out, def, json_string_value(item), zone);
            else
                json_write(out, item);
        }
    } else {
        json_write(out, value);
    }
}

void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource)
{
    field_show_in(out, table, def, resource, DATE_LOCAL);
}

enum field_known field_know(const struct field_table *table, const char *path)
{
    size_t len = strlen(path);
    enum field_known known = FIELD_UNKNOWN;
    for (size_t i = 0; i < table->count; i++) {
        const char *own = field_inner_path(table, &table->rows[i]);
        if (strncmp(own, path, len) != 0)
            continue;
        if (own[len] == '\0' || own[len] == '[')
            return FIELD_KNOWN;
        if (own[len] == '.')
            known = FIELD_ABOVE;
    }
    return known;
}
