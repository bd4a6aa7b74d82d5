/* Owns the lines that several panes show: what happened, and the fields of a resource by its table. */
/* SPDX-License-Identifier: MIT */
#include "page_lines.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/page.h"

/* Appends JSON of any type over as many lines as it takes. */
static void page_lines_json(struct page *page, const char *label, const json_t *value, int cells,
                            const char *target)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    json_write(&text, value);
    page_add_wrapped(page, LINE_FIELD, label, buffer_text(&text), cells, target);
    buffer_free(&text);
}

void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells)
{
    const json_t *value = field_get(table, def, resource);
    if (!value) {
        page_add(page, LINE_FIELD, def->label, "-")->target = mem_copy(def->path);
        return;
    }
    if (json_is_object(value) && json_object_size(value) > 0) {
        page_add(page, LINE_FIELD, def->label, "")->target = mem_copy(def->path);
        const char *name;
        json_t *member;
        json_object_foreach((json_t *)(uintptr_t)value, name, member)
        {
            char *label = mem_printf("  %s", name);
            if (json_is_string(member))
                page_add_wrapped(page, LINE_FIELD, label, json_string_value(member), cells, def->path);
            else
                page_lines_json(page, label, member, cells, def->path);
            free(label);
        }
        return;
    }
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show_in(&text, table, def, resource, page->zone);
    page_add_wrapped(page, LINE_FIELD, def->label, buffer_text(&text), cells, def->path);
    buffer_free(&text);
}

void app_page_heading(struct page *page, const char *text)
{
    page_add(page, LINE_HEADING, NULL, text)->target = mem_printf("group %s", text);
}

void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells)
{
    app_page_heading(page, group);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!field_is_nested(def) && !def->secret && strcmp(def->group, group) == 0)
            app_page_field(page, table, def, resource, cells);
    }
}

/* The members of an object that the table does not know, by their paths; the first one below a heading. */
static void page_lines_unknown(struct page *page, const struct field_table *table, const json_t *object,
                               const char *prefix, int cells, bool *is_headed)
{
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)object, name, member)
    {
        char *path = mem_printf("%s%s%s", prefix, *prefix ? "." : "", name);
        enum field_known known = field_know(table, path);
        if (known == FIELD_ABOVE && json_is_object(member)) {
            page_lines_unknown(page, table, member, path, cells, is_headed);
        } else if (known == FIELD_UNKNOWN || (known == FIELD_ABOVE && !json_is_null(member))) {
            if (!*is_headed)
                app_page_heading(page, "Other");
            *is_headed = true;
            if (json_is_string(member))
                page_add_wrapped(page, LINE_FIELD, path, json_string_value(member), cells, path);
            else
                page_lines_json(page, path, member, cells, path);
        }
        free(path);
    }
}

void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells)
{
    bool is_headed = false;
    page_lines_unknown(page, table, resource, "", cells, &is_headed);
}

void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells)
{
    for (const char *const *group = first; *group; group++)
        app_page_group(page, table, *group, resource, cells);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *row = &table->rows[i];
        bool seen = field_is_nested(row);
        for (const char *const *group = first; *group; group++)
            seen = seen || strcmp(*group, row->group) == 0;
        for (size_t k = 0; k < i; k++)
            seen = seen || strcmp(table->rows[k].group, row->group) == 0;
        if (!seen)
            app_page_group(page, table, row->group, resource, cells);
    }
    app_page_unknown(page, table, resource, cells);
}
