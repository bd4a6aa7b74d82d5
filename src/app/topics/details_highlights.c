/* Owns the keyword highlights in the details, lists of lists with their time stamps. Must not know how
 * they are drawn. */
/* SPDX-License-Identifier: MIT */
#include "topics/details.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/app/pages.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define HIGHLIGHT_TARGET "highlight " /* then "LIST.ENTRY", from 0 */

/* The lists of a project, NULL where there is no such member. */
static const json_t *details_highlights_lists(const json_t *shown)
{
    const json_t *lists = json_object_get(json_object_get(shown, "KeywordsHighlight"), "TextList");
    return json_is_array(lists) ? lists : NULL;
}

/* How many entries a list has; what should be a list and is not is one entry. */
static size_t details_highlights_list_size(const json_t *list)
{
    return json_is_array(list) ? json_array_size(list) : 1;
}

/* One entry of a list. */
static const json_t *details_highlights_entry(const json_t *list, size_t at)
{
    return json_is_array(list) ? json_array_get(list, at) : list;
}

/* How many entries all lists have. */
static size_t details_highlights_total(const json_t *lists)
{
    size_t total = 0;
    for (size_t i = 0; i < json_array_size(lists); i++)
        total += details_highlights_list_size(json_array_get(lists, i));
    return total;
}

/* A time stamp in ms as 00:00:12, "-" when there is none or it is no whole number. */
static void details_highlights_time(char *out, size_t size, const json_t *value)
{
    int64_t ms = json_integer_value(value);
    if (!json_is_integer(value) || ms == INT64_MIN) {
        snprintf(out, size, "-");
        return;
    }
    size_t sign = ms < 0;
    snprintf(out, size, "-");
    length_format(out + sign, size - sign, ms < 0 ? -ms : ms);
}

/* The contract's row of a member of an entry, or NULL. */
static const struct field_def *details_highlights_field(const char *member)
{
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        if (field_is_nested(def) && strcmp(strrchr(def->path, '.') + 1, member) == 0)
            return def;
    }
    return NULL;
}

/* Appends the members of an entry that its line does not begin with; those that the contract does not know by
 * their own names. */
static void details_highlights_members(struct buffer *text, const json_t *entry, bool timed)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)entry, name, value)
    {
        const struct field_def *def = details_highlights_field(name);
        if (json_is_null(value) || strcmp(name, "Text") == 0 || (timed && strcmp(name, "TimestampMs") == 0))
            continue;
        buffer_printf(text, "  %s: ", def ? def->label : name);
        json_write_bare(text, value);
    }
}

/* Is there room for more than the words? */
static bool details_highlights_has_room(const struct page *page)
{
    return page->width >= PAGE_PAIR_CELLS;
}

/* One highlight: its time stamp as label, its words as value, and where there is room its further members. */
static void details_highlights_line(struct page *page, const json_t *entry, int cells, const char *target)
{
    char time[48];
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_highlights_time(time, sizeof time, json_object_get(entry, "TimestampMs"));
    if (json_is_object(entry)) {
        const json_t *words = json_object_get(entry, "Text");
        if (words && !json_is_null(words))
            json_write_bare(&text, words);
        else
            buffer_append_text(&text, "-");
        if (details_highlights_has_room(page))
            details_highlights_members(&text, entry, strcmp(time, "-") != 0);
    } else {
        json_write_bare(&text, entry);
    }
    page_add_wrapped(page, LINE_FIELD, time, buffer_text(&text), cells, target);
    buffer_free(&text);
}

char *details_highlights_text(const struct details *details, bool is_open)
{
    const json_t *lists = details_highlights_lists(details->shown);
    const json_t *first = details_highlights_entry(json_array_get(lists, 0), 0);
    size_t total = details_highlights_total(lists);
    char time[32];
    if (total == 0)
        return mem_copy(lists ? "none" : "-");
    details_highlights_time(time, sizeof time, json_object_get(first, "TimestampMs"));
    if (is_open || strcmp(time, "-") == 0)
        return mem_printf("%zu", total);
    return mem_printf("%zu, first at %s", total, time);
}

/* The lines of one of the lists; where there are several, each begins with its number. */
static void details_highlights_list_lines(const struct details *details, const json_t *list, size_t number,
                                          bool is_only)
{
    size_t size = details_highlights_list_size(list);
    char label[48], text[64];
    if (!is_only) {
        snprintf(label, sizeof label, "List %zu", number + 1);
        snprintf(text, sizeof text, "%zu", size);
        page_add(details->page, LINE_FIELD, label, text)->target = mem_printf("list %zu", number);
    }
    for (size_t k = 0; k < size; k++) {
        snprintf(text, sizeof text, HIGHLIGHT_TARGET "%zu.%zu", number, k);
        details_highlights_line(details->page, details_highlights_entry(list, k), details->cells, text);
    }
}

void details_highlights_lines(const struct details *details)
{
    const json_t *lists = details_highlights_lists(details->shown);
    for (size_t i = 0; i < json_array_size(lists); i++)
        details_highlights_list_lines(details, json_array_get(lists, i), i, json_array_size(lists) == 1);
}

/* Does the line begin a highlight? One that was wrapped goes on with the same target. */
static bool details_highlights_begins(const struct page *page, size_t row)
{
    const char *target = page->lines[row].target;
    if (!target || !details_is_highlight(target))
        return false;
    const char *before = row > 0 ? page->lines[row - 1].target : NULL;
    return !before || strcmp(before, target) != 0;
}

/* The entry that a target names, NULL where it is gone. */
static const json_t *details_highlights_of(const struct app *app, const char *target)
{
    const struct app_project *project = app_project_find(app, app->current);
    size_t list, entry;
    if (!project || !project->full || sscanf(target, HIGHLIGHT_TARGET "%zu.%zu", &list, &entry) != 2)
        return NULL;
    return details_highlights_entry(
        json_array_get(details_highlights_lists(project->full->record.shown), list), entry);
}

/* Says which of how many the highlight under the cursor is, and what its line has no room for. */
static void details_highlights_say_place(struct app *app, const struct page *page, const char *target)
{
    const json_t *entry = details_highlights_of(app, target);
    size_t at = 0, total = 0;
    struct buffer members;
    for (size_t row = 0; row < page->count; row++) {
        total += details_highlights_begins(page, row);
        at = row == page->list.selected ? total : at;
    }
    buffer_init(&members, BUFFER_MAX_DEFAULT);
    if (!details_highlights_has_room(page) && json_is_object(entry))
        details_highlights_members(&members, entry, true);
    app_say(app, "Highlight %zu of %zu%s", at, total, buffer_text(&members));
    buffer_free(&members);
}

bool details_is_highlight(const char *target)
{
    return strncmp(target, HIGHLIGHT_TARGET, strlen(HIGHLIGHT_TARGET)) == 0;
}

bool details_highlight_enter(struct app *app, const char *target)
{
    bool is_one = details_is_highlight(target);
    if (is_one)
        details_highlights_say_place(app, app_page_of(app, "details"), target);
    return is_one;
}
