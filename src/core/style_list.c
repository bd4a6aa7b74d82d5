/* Owns the styles of the config: their lines until all were read, then the styles made of them. Reads no
 * file. */
/* SPDX-License-Identifier: MIT */
#include "style_list.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/nearest.h"

struct style_line {
    char *key, *value, *where;
};

enum section_state { SECTION_READ, SECTION_OPEN, SECTION_DONE };

struct style_section {
    struct caption_style style; /* its texts are those of the lines, of the section, or of built-in rows */
    char *name, *where, *title, *source;
    const char *from; /* NULL: the default */
    struct style_line *lines;
    size_t count;
    enum section_state state;
};

static void section_free(struct style_section *section)
{
    for (size_t i = 0; i < section->count; i++) {
        free(section->lines[i].key);
        free(section->lines[i].value);
        free(section->lines[i].where);
    }
    free(section->lines);
    free(section->name);
    free(section->where);
    free(section->source);
    free(section->title);
    free(section);
}

void style_list_free(struct style_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        section_free(list->sections[i]);
    free(list->sections);
    *list = (struct style_list){0};
}

/* The section of a name, or NULL. */
static struct style_section *style_list_section(const struct style_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->sections[i]->name, name) == 0)
            return list->sections[i];
    return NULL;
}

/* A name is typed on command lines and stands behind an @: letters, digits, - and _ of ASCII. */
static bool name_is_right(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t len = strlen(name);
    return len > 0 && len <= STYLE_NAME_MAX && name[0] != '-' && strspn(name, letters) == len;
}

/* The section of a name, begun when it is not there; NULL for a name that cannot be one or is built in. */
static struct style_section *style_list_begin(struct style_list *list, const char *name, const char *where,
                                              struct error *err)
{
    struct style_section *section = style_list_section(list, name);
    if (section)
        return section;
    if (!name_is_right(name)) {
        error_set(err, ERROR_USAGE,
                  "a style needs a name of 1 to %d letters, digits, - and _, such as [style news-web]",
                  STYLE_NAME_MAX);
        return NULL;
    }
    if (caption_style_find(name)) {
        error_set(err, ERROR_USAGE,
                  "the style %s is built in: give yours another name, and write “from = %s”", name, name);
        return NULL;
    }
    if (list->count == STYLE_OWN_MAX) {
        error_set(err, ERROR_USAGE, "there are more than %d styles", STYLE_OWN_MAX);
        return NULL;
    }
    section = mem_zero(1, sizeof *section);
    section->name = mem_copy(name);
    section->where = mem_copy(where);
    list->sections = mem_grow(list->sections, list->count + 1, sizeof *list->sections);
    list->sections[list->count++] = section;
    return section;
}

bool style_list_put(struct style_list *list, const char *name, const char *key, const char *value,
                    const char *where, struct error *err)
{
    struct style_section *section = style_list_begin(list, name, where, err);
    if (!section || !key)
        return section != NULL;
    if (!text_is_clean(key, strlen(key)) || !text_is_clean(value, strlen(value)))
        return error_set(err, ERROR_USAGE, "the line contains a control or an invisible character");
    section->lines = mem_grow(section->lines, section->count + 1, sizeof *section->lines);
    section->lines[section->count++] = (struct style_line){mem_copy(key), mem_copy(value), mem_copy(where)};
    return true;
}

/* --- from lines to a style --- */

/* The texts of a style that a line can set. */
static const char **style_text(struct caption_style *style, const char *key)
{
    if (strcmp(key, "title") == 0)
        return &style->title;
    if (strcmp(key, "source") == 0)
        return &style->limits.source;
    return strcmp(key, "audience") == 0 ? &style->audience : NULL;
}

/* Sends a parameter, or with an empty value no longer. */
static bool style_send(struct caption_style *style, const struct param_def *def, const char *value,
                       struct error *err)
{
    size_t at = 0, count = 0;
    if (*value && !param_check(def, value, err)) {
        error_prefix(err, "%s", def->name);
        return false;
    }
    while (style->sends[count].name)
        count++;
    while (at < count && strcmp(style->sends[at].name, def->name) != 0)
        at++;
    if (*value)
        style->sends[at] = (struct style_value){def->name, value};
    else if (at < count)
        memmove(&style->sends[at], &style->sends[at + 1], (count - at) * sizeof style->sends[0]);
    return true;
}

/* Refuses a key that is none, with the nearest one. */
static bool style_refuse_key(const char *key, struct error *err)
{
    static const char *const words[] = {"from", "title", "source", "audience"};
    struct nearest nearest;
    nearest_start(&nearest, key);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nearest_offer(&nearest, words[i]);
    for (size_t i = 0; i < style_limit_key_count; i++)
        nearest_offer(&nearest, style_limit_keys[i].name);
    for (size_t i = 0; i < params_export.count; i++)
        nearest_offer(&nearest, params_export.rows[i].name);
    if (nearest.best[0])
        return error_set(err, ERROR_USAGE, "a style has no “%s”; did you mean %s?", key, nearest.best);
    return error_set(err, ERROR_USAGE, "a style has no “%s”", key);
}

/* Carries one line of a section out. */
static bool section_take(struct style_section *section, const struct style_line *line, struct error *err)
{
    bool known;
    int row = param_find_nocase(&params_export, line->key);
    const char **text = style_text(&section->style, line->key);
    if (row >= 0)
        return style_send(&section->style, &params_export.rows[row], line->value, err);
    if (text)
        *text = line->value;
    if (text || strcmp(line->key, "from") == 0)
        return true;
    if (style_limit_put(&section->style.limits, line->key, line->value, &known, err))
        return true;
    return known ? false : style_refuse_key(line->key, err);
}

static bool section_resolve(struct style_list *list, struct style_section *section, struct error *err);

/* The style that a section is a copy of. */
static const struct caption_style *section_base(struct style_list *list, const struct style_line *line,
                                                struct error *err)
{
    const struct caption_style *style = caption_style_find(line->value);
    struct style_section *section = style_list_section(list, line->value);
    if (style)
        return style;
    if (section && section->state != SECTION_OPEN)
        return section_resolve(list, section, err) ? &section->style : NULL;
    if (section)
        error_set(err, ERROR_USAGE, "from: the style %s is based on itself", line->value);
    else
        style_list_find(list, line->value, err);
    error_prefix(err, "%s", line->where);
    return NULL;
}

/* Begins the style as a copy, with a title and a source of its own. */
static bool section_copy(struct style_list *list, struct style_section *section, struct error *err)
{
    const struct caption_style *base = caption_style_find(STYLE_DEFAULT);
    for (size_t i = 0; i < section->count && base; i++) {
        if (strcmp(section->lines[i].key, "from") != 0)
            continue;
        section->from = section->lines[i].value;
        base = section_base(list, &section->lines[i], err);
    }
    if (!base)
        return false;
    const char *between = section->from ? ", from " : "", *from = section->from ? section->from : "";
    section->title = mem_printf("Own style%s%s", between, from);
    section->source = mem_printf("%s%s%s", section->name, between, from);
    section->style = *base;
    section->style.name = section->name;
    section->style.title = section->title;
    section->style.date = section->style.checked = "";
    section->style.limits.source = section->source;
    return true;
}

/* Makes the style of a section, and before it those that it is made of. */
static bool section_resolve(struct style_list *list, struct style_section *section, struct error *err)
{
    if (section->state == SECTION_DONE)
        return true;
    section->state = SECTION_OPEN;
    if (!section_copy(list, section, err))
        return false;
    for (size_t i = 0; i < section->count; i++) {
        if (!section_take(section, &section->lines[i], err)) {
            error_prefix(err, "%s", section->lines[i].where);
            return false;
        }
    }
    section->state = SECTION_DONE;
    return true;
}

bool style_list_resolve(struct style_list *list, struct error *err)
{
    for (size_t i = 0; i < list->count; i++)
        if (!section_resolve(list, list->sections[i], err))
            return false;
    return true;
}

/* --- look-ups --- */

const struct caption_style *style_list_at(const struct style_list *list, size_t index)
{
    if (index < caption_style_count)
        return &caption_styles[index];
    index -= caption_style_count;
    return index < list->count ? &list->sections[index]->style : NULL;
}

const struct caption_style *style_list_find(const struct style_list *list, const char *name,
                                            struct error *err)
{
    const struct caption_style *style;
    struct nearest nearest;
    nearest_start(&nearest, name);
    for (size_t i = 0; i < caption_style_count; i++)
        nearest_offer(&nearest, caption_styles[i].name);
    for (size_t i = 0; i < list->count; i++)
        nearest_offer(&nearest, list->sections[i]->name);
    for (size_t i = 0; (style = style_list_at(list, i)); i++)
        if (style->name && strcmp(style->name, name) == 0)
            return style;
    char *clean = text_clean_copy(name);
    if (nearest.best[0])
        error_set(err, ERROR_USAGE, "there is no style “%s”; did you mean %s?", clean, nearest.best);
    else
        error_set(err, ERROR_USAGE, "there is no style “%s”; steno style list shows them", clean);
    free(clean);
    return NULL;
}

/* The section that a style was made of, or NULL. */
static const struct style_section *style_list_owner(const struct style_list *list,
                                                    const struct caption_style *style)
{
    for (size_t i = 0; i < list->count; i++)
        if (&list->sections[i]->style == style)
            return list->sections[i];
    return NULL;
}

const char *style_list_where(const struct style_list *list, const struct caption_style *style)
{
    const struct style_section *section = style_list_owner(list, style);
    return section ? section->where : NULL;
}

const char *style_list_from(const struct style_list *list, const struct caption_style *style)
{
    const struct style_section *section = style_list_owner(list, style);
    if (!section)
        return NULL;
    return section->from ? section->from : STYLE_DEFAULT;
}
