/* Owns the rules for values that are allowed but seldom meant. Which rows they are about stands in tables
 * here; a test holds every name in them against the parameter tables. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/form_warn.h"

#include <stdlib.h>
#include <string.h>

#include "form_warn.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "export_name.h"

const struct form_warn_pair form_warn_pairs[] = {
    {&params_enqueue, "StartTranscriptionAt", "StartTranscriptionAtSeconds"},
    {&params_enqueue, "TranscriptionDuration", "TranscriptionDurationInSeconds"},
};
const size_t form_warn_pair_count = sizeof form_warn_pairs / sizeof form_warn_pairs[0];

const struct form_warn_colors form_warn_colors = {&params_export, "HighlightingMode", "UnhighlightedColor",
                                                  "UnhighlightedBackgroundColor"};
const struct form_warn_range form_warn_range = {&params_export, "SubtitleLineLength", 20, 60};
const struct form_warn_header form_warn_header = {&params_export, "FileFormatId", "EBU STL header"};
#define NO_MARKUP "has no markup"
#define NO_TIMES  "has no times"
const struct form_warn_format form_warn_formats[] = {
    {"FormattingMode", "txt", NO_MARKUP},        {"HighlightingMode", "txt", NO_MARKUP},
    {"UnhighlightedColor", "txt", NO_MARKUP},    {"UnhighlightedBackgroundColor", "txt", NO_MARKUP},
    {"PauseBetweenCaptionsMs", "txt", NO_TIMES}, {"AutofillPauseBetweenCaptionsMs", "txt", NO_TIMES},
    {"MinLineDurationMs", "txt", NO_TIMES},
};
const size_t form_warn_format_count = sizeof form_warn_formats / sizeof form_warn_formats[0];

/* Adds a sentence and takes it. */
static void warn_take(struct form_warnings *out, char *text)
{
    form_warnings_add(out, text);
    free(text);
}

/* Is the rule about the fields of this table? The form of an operation has its rows, and may have more. */
static bool is_about(const struct param_table *table, const struct param_set *set)
{
    return strcmp(table->name, set->table->name) == 0;
}

/* The value that counts: the set one, else the default, else NULL. */
static const char *effective(const struct param_set *set, const char *name)
{
    int index = param_find(set->table, name);
    const char *value = param_set_get(set, index);
    return value ? value : set->table->rows[index].def;
}

/* The value as set, or NULL. */
static const char *given(const struct param_set *set, const char *name)
{
    return param_set_get(set, param_find(set->table, name));
}

/* Both of two twins are set. */
static void warn_pairs(const struct param_set *set, struct form_warnings *out)
{
    for (size_t i = 0; i < form_warn_pair_count; i++) {
        const struct form_warn_pair *pair = &form_warn_pairs[i];
        if (is_about(pair->table, set) && given(set, pair->one) && given(set, pair->two))
            warn_take(out, mem_printf("%s and %s are both set: it is unknown which one applies", pair->one,
                                      pair->two));
    }
}

/* Highlighting is on, but text and background have one colour. */
static void warn_colors(const struct param_set *set, struct form_warnings *out)
{
    const struct form_warn_colors *rule = &form_warn_colors;
    if (!is_about(rule->table, set))
        return;
    const char *mode = effective(set, rule->mode);
    const char *none = set->table->rows[param_find(set->table, rule->mode)].def;
    const char *front = effective(set, rule->front), *back = effective(set, rule->back);
    if (mode && none && !text_equal_nocase(mode, none) && front && back && text_equal_nocase(front, back))
        warn_take(out, mem_printf("%s and %s are the same colour: the text will be invisible", rule->front,
                                  rule->back));
}

/* A text that should be a number of characters in a usual range. */
static void warn_range(const struct param_set *set, struct form_warnings *out)
{
    const struct form_warn_range *rule = &form_warn_range;
    int64_t number;
    const char *value = is_about(rule->table, set) ? given(set, rule->name) : NULL;
    if (!value || !value[0])
        return;
    if (value[strspn(value, "0123456789")] != '\0' || !text_parse_int(value, &number))
        warn_take(out, mem_printf("%s is usually digits only", rule->name));
    else if (number < rule->least || number > rule->most)
        warn_take(out, mem_printf("%s is usually from %d to %d", rule->name, rule->least, rule->most));
}

/* Header fields of a binary format are set for a text format. */
static void warn_header(const struct param_set *set, const char *format, struct form_warnings *out)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        if (set->values[i] && strcmp(def->group, form_warn_header.group) == 0)
            warn_take(out, mem_printf("%s is for EBU STL files; %s is a text format", def->name, format));
    }
}

const char *form_warn_unused_group(const struct param_set *set)
{
    const struct form_warn_header *rule = &form_warn_header;
    const char *name = is_about(rule->table, set) ? given(set, rule->format) : NULL;
    bool used = !is_about(rule->table, set) || (name && strcmp(export_name_format(name), "stl") == 0);
    return used ? NULL : rule->group;
}

/* What is set has no effect in the chosen format. */
static void warn_format(const struct param_set *set, struct form_warnings *out)
{
    const struct form_warn_header *rule = &form_warn_header;
    const char *name = is_about(rule->table, set) ? given(set, rule->format) : NULL;
    const char *format = name ? export_name_format(name) : "";
    if (!*format)
        return;
    if (strcmp(format, "stl") != 0)
        warn_header(set, name, out);
    for (size_t i = 0; i < form_warn_format_count; i++) {
        const struct form_warn_format *row = &form_warn_formats[i];
        if (strcmp(row->format, format) == 0 && given(set, row->name))
            warn_take(out, mem_printf("%s has no effect: %s %s", row->name, name, row->why));
    }
}

/* The name of the file on this computer says another format than the one that is asked for. */
static void warn_suffix(const struct param_set *set, struct form_warnings *out)
{
    const char *name = param_find(set->table, "Name") >= 0 ? given(set, "Name") : NULL;
    const char *named = name && is_about(&params_export, set) ? export_name_other_format(name, set) : NULL;
    const char *asked = named ? given(set, "FileFormatId") : NULL;
    if (named)
        warn_take(out, mem_printf("Name has the suffix of %s, but FileFormatId is %s", named,
                                  asked ? asked : "not set"));
}

/* An empty text is something else than UNSET. */
static void warn_empty(const struct param_set *set, struct form_warnings *out)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const char *name = set->table->rows[i].name;
        if (set->values[i] && set->values[i][0] == '\0')
            warn_take(out,
                      mem_printf("%s is empty and will be sent as %s=; clear it to omit it", name, name));
    }
}

void form_warn_params(const struct param_set *set, struct form_warnings *out)
{
    warn_pairs(set, out);
    warn_colors(set, out);
    warn_range(set, out);
    warn_format(set, out);
    warn_suffix(set, out);
    warn_empty(set, out);
}

void form_warnings_add(struct form_warnings *list, const char *text)
{
    list->texts = mem_grow(list->texts, list->count + 1, sizeof *list->texts);
    list->texts[list->count++] = mem_copy(text);
}

void form_warnings_clear(struct form_warnings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct form_warnings){0};
}
