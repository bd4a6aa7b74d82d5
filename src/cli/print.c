/* Owns the plain form of replies. Reads the field tables; knows no terminal and writes nothing itself. */
/* SPDX-License-Identifier: MIT */
#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define PRINT_LABEL_CELLS 20
#define PRINT_STATE_CELLS 10

/* Appends text and blanks up to `cells`, and two more. */
static void print_padded(struct buffer *out, const char *text, int cells)
{
    int pad = cells - text_width(text);
    buffer_printf(out, "%s%*s  ", text, pad > 0 ? pad : 0, "");
}

/* Appends one label with its value. */
static void print_pair(struct buffer *out, const char *label, const char *value)
{
    buffer_append_text(out, "  ");
    print_padded(out, label, PRINT_LABEL_CELLS);
    buffer_printf(out, "%s\n", value[0] ? value : "-");
}

/* The name of the last member in a path: "...TextList[][].Text" gives "Text". */
static const char *print_last_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Appends a member of a list's element: a time stamp as h:mm:ss.mmm, all else as it is. */
static void print_member(struct buffer *out, const struct field_def *def, const json_t *value)
{
    int64_t ms = json_integer_value(value);
    if (def->format == FORMAT_TIMESTAMP_MS && json_is_integer(value) && ms >= 0)
        buffer_printf(out, "%" PRId64 ":%02d:%02d.%03d", ms / 3600000, (int)(ms / 60000 % 60),
                      (int)(ms / 1000 % 60), (int)(ms % 1000));
    else
        json_write_bare(out, value);
}

/* The row of the table that names this member of the list that `first` is a row of; NULL when there
 * is none. */
static const struct field_def *print_find_member(const struct field_table *table,
                                                 const struct field_def *first, const char *name)
{
    size_t stem = (size_t)(print_last_name(first->path) - first->path);
    for (size_t i = 0; i < table->count; i++) {
        const char *path = table->rows[i].path;
        if (strncmp(path, first->path, stem) == 0 && strcmp(path + stem, name) == 0)
            return &table->rows[i];
    }
    return NULL;
}

/* Appends one element of a list of lists: its known members by label, then the others. */
static void print_element(struct buffer *out, const struct field_table *table, const struct field_def *first,
                          const json_t *element)
{
    const char *name;
    json_t *value;
    if (!json_is_object(element)) {
        json_write_bare(out, element);
        buffer_append_char(out, '\n');
        return;
    }
    bool started = false;
    json_object_foreach((json_t *)(uintptr_t)element, name, value)
    {
        const struct field_def *def = print_find_member(table, first, name);
        if (json_is_null(value))
            continue;
        buffer_printf(out, "%s%s: ", started ? "; " : "", def ? def->label : name);
        if (def)
            print_member(out, def, value);
        else
            json_write_bare(out, value);
        started = true;
    }
    buffer_append_char(out, '\n');
}

/* Appends a list of lists of objects, numbered by both. */
static void print_nested(struct buffer *out, const struct field_table *table, const struct field_def *first,
                         const json_t *resource)
{
    const json_t *lists = field_get(table, first, resource);
    size_t i, j;
    json_t *list, *element;
    if (!lists) {
        print_pair(out, first->group, "");
        return;
    }
    json_array_foreach((json_t *)(uintptr_t)lists, i, list)
    {
        if (!json_is_array(list)) {
            buffer_printf(out, "  %zu  ", i + 1);
            print_element(out, table, first, list);
            continue;
        }
        json_array_foreach(list, j, element)
        {
            buffer_printf(out, "  %zu.%zu  ", i + 1, j + 1);
            print_element(out, table, first, element);
        }
    }
}

/* Appends the fields of one group; `from` is its first row. */
static void print_group(struct buffer *out, const struct field_table *table, size_t from,
                        const json_t *resource)
{
    const char *group = table->rows[from].group;
    bool nested = false;
    buffer_printf(out, "%s\n", group);
    for (size_t i = from; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (strcmp(def->group, group) != 0 || def->secret)
            continue;
        if (field_is_nested(def)) {
            if (!nested)
                print_nested(out, table, def, resource);
            nested = true;
            continue;
        }
        struct buffer value;
        buffer_init(&value, BUFFER_MAX_DEFAULT);
        field_show(&value, table, def, resource);
        print_pair(out, def->label, buffer_text(&value));
        buffer_free(&value);
    }
}

/* Appends the members of an object that the table does not know, by path; the heading before the first. */
static void print_unknown(struct buffer *out, const struct field_table *table, const json_t *object,
                          const char *prefix, bool *headed)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        char path[300];
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] ? "." : "", name);
        enum field_known known = field_know(table, path);
        if (known == FIELD_KNOWN || (known == FIELD_ABOVE && json_is_null(value)))
            continue;
        if (known == FIELD_ABOVE && json_is_object(value)) {
            print_unknown(out, table, value, path, headed);
            continue;
        }
        if (!*headed)
            buffer_append_text(out, "Other fields\n");
        *headed = true;
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        json_write_bare(&text, value);
        print_pair(out, path, buffer_text(&text));
        buffer_free(&text);
    }
}

void print_record(struct buffer *out, const struct record *record)
{
    const struct field_table *table = record->table;
    bool headed = false;
    for (size_t i = 0; i < table->count; i++) {
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = strcmp(table->rows[j].group, table->rows[i].group) == 0;
        if (!seen)
            print_group(out, table, i, record->shown);
    }
    print_unknown(out, table, record->shown, "", &headed);
}

/* The length as for people when it parses, else as it came. Needs 40 bytes or more. */
static void print_length(char *out, size_t size, const char *length)
{
    int64_t ms;
    if (length_parse(length, &ms))
        length_format(out, size, ms);
    else
        snprintf(out, size, "%s", length);
}

json_t *print_exported(const struct exported *exported, int64_t version, int64_t updated_ms)
{
    char when[40];
    enum ledger_age age = ledger_age(exported, version, updated_ms);
    date_format_utc(when, sizeof when, exported->when_ms);
    return age == LEDGER_NONE ? NULL
                              : json_pack("{s:s, s:s, s:b}", "when", when, "format", exported->format, "old",
                                          age == LEDGER_OLD);
}

void print_project_json(struct buffer *out, int64_t id, const char *project, int64_t fetched_ms,
                        json_t *exported)
{
    char when[40];
    date_format_utc(when, sizeof when, fetched_ms);
    const char *quote = fetched_ms ? "\"" : "";
    buffer_printf(out, "{\"id\":%" PRId64 ",\"ok\":true,\"project\":", id);
    buffer_append_text(out, project ? project : "null");
    if (fetched_ms >= 0)
        buffer_printf(out, ",\"fetched\":%s%s%s", quote, fetched_ms ? when : "null", quote);
    if (exported) {
        buffer_append_text(out, ",\"exported\":");
        json_write(out, exported);
        json_decref(exported);
    }
    buffer_append_text(out, "}\n");
}

const char *print_length_or_none(const char *length, bool has_no_media)
{
    return has_no_media ? "no media" : length ? length : "";
}

void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        const char *name)
{
    char shown[120];
    print_length(shown, sizeof shown, length);
    buffer_printf(out, "%5" PRId64 "  ", id);
    print_padded(out, state[0] ? state : "-", PRINT_STATE_CELLS);
    print_padded(out, shown[0] ? shown : "-", 8);
    buffer_printf(out, "%s\n", name[0] ? name : "-");
}
