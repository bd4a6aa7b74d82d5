/* Owns the keyword highlights in the details, lists of lists with their time stamps, and the ways through
 * them. Must not know how they are drawn. */
#include "topics/details_private.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field_page.h"
#include "topics/details.h"
#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/app/effect.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/app/watchlist.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define SUMMARY_TARGET   "highlights"
#define HIGHLIGHT_TARGET "highlight " /* then "LIST.ENTRY", from 0 */

/* The lists of a project, NULL where there is no such member. */
static const json_t *highlight_lists(const json_t *shown)
{
    const json_t *lists = json_object_get(json_object_get(shown, "KeywordsHighlight"), "TextList");
    return json_is_array(lists) ? lists : NULL;
}

/* How many entries a list has; what should be a list and is not is one entry. */
static size_t highlight_list_size(const json_t *list)
{
    return json_is_array(list) ? json_array_size(list) : 1;
}

/* One entry of a list. */
static const json_t *highlight_entry(const json_t *list, size_t at)
{
    return json_is_array(list) ? json_array_get(list, at) : list;
}

/* How many entries all lists have. */
static size_t highlight_total(const json_t *lists)
{
    size_t total = 0;
    for (size_t i = 0; i < json_array_size(lists); i++)
        total += highlight_list_size(json_array_get(lists, i));
    return total;
}

/* A time stamp in ms as h:mm:ss.mmm; "" when there is none or it is no whole number. */
static void highlight_time(char *out, size_t size, const json_t *value)
{
    out[0] = '\0';
    if (!json_is_integer(value))
        return;
    int64_t ms = json_integer_value(value);
    const char *sign = ms < 0 ? "-" : "";
    uint64_t abs = ms < 0 ? (uint64_t)0 - (uint64_t)ms : (uint64_t)ms;
    snprintf(out, size, "%s%" PRIu64 ":%02" PRIu64 ":%02" PRIu64 ".%03" PRIu64, sign, abs / 3600000,
             abs / 60000 % 60, abs / 1000 % 60, abs % 1000);
}

/* Appends a value as it is read: a text without quotes. */
static void highlight_value(struct buffer *text, const json_t *value)
{
    if (json_is_string(value))
        buffer_append_text(text, json_string_value(value));
    else
        json_write(text, value);
}

/* The contract's row of a member of an entry, or NULL. */
static const struct field_def *highlight_field(const char *member)
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
static void highlight_members(struct buffer *text, const json_t *entry, bool timed)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)entry, name, value)
    {
        const struct field_def *def = highlight_field(name);
        if (json_is_null(value) || strcmp(name, "Text") == 0 || (timed && strcmp(name, "TimestampMs") == 0))
            continue;
        buffer_printf(text, "  %s: ", def ? def->label : name);
        highlight_value(text, value);
    }
}

/* One highlight: its time stamp as label, its words and further members as value. */
static void highlight_line(struct page *page, const json_t *entry, int cells, const char *target)
{
    char time[48];
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    highlight_time(time, sizeof time, json_object_get(entry, "TimestampMs"));
    if (json_is_object(entry)) {
        const json_t *words = json_object_get(entry, "Text");
        if (words && !json_is_null(words))
            highlight_value(&text, words);
        else
            buffer_append_text(&text, "-");
        highlight_members(&text, entry, *time);
    } else {
        highlight_value(&text, entry);
    }
    char *label = mem_printf(" %s", *time ? time : "-");
    page_add_wrapped(page, LINE_FIELD, label, buffer_text(&text), cells, target);
    free(label);
    buffer_free(&text);
}

void app_highlights_summary(struct page *page, const json_t *shown)
{
    size_t total = highlight_total(highlight_lists(shown));
    if (total == 0)
        return;
    char *count = mem_printf("%zu", total);
    page_add(page, LINE_FIELD, "Highlights", count)->target = mem_copy(SUMMARY_TARGET);
    free(count);
}

void app_highlights_build(struct page *page, const json_t *shown, int cells)
{
    const json_t *lists = highlight_lists(shown);
    app_page_heading(page, "Keywords");
    if (json_array_size(lists) == 0)
        page_add(page, LINE_FIELD, "Highlights", lists ? "none" : "-");
    for (size_t i = 0; i < json_array_size(lists); i++) {
        const json_t *list = json_array_get(lists, i);
        size_t size = highlight_list_size(list);
        char label[48], text[64];
        snprintf(label, sizeof label, "List %zu", i + 1);
        snprintf(text, sizeof text, "%zu", size);
        page_add(page, LINE_FIELD, label, text)->target = mem_printf("list %zu", i);
        for (size_t k = 0; k < size; k++) {
            snprintf(text, sizeof text, HIGHLIGHT_TARGET "%zu.%zu", i, k);
            highlight_line(page, highlight_entry(list, k), cells, text);
        }
    }
}

/* Does the line begin a highlight? One that was wrapped goes on with the same target. */
static bool highlight_begins(const struct page *page, size_t row)
{
    const char *target = page->lines[row].target;
    if (!target || strncmp(target, HIGHLIGHT_TARGET, strlen(HIGHLIGHT_TARGET)) != 0)
        return false;
    const char *before = row > 0 ? page->lines[row - 1].target : NULL;
    return !before || strcmp(before, target) != 0;
}

/* To the line where a highlight begins, all of its lines in sight where they fit. */
static void highlight_jump(struct app *app, const struct page *page, size_t row)
{
    const char *target = page->lines[row].target;
    size_t end = row + 1;
    while (end < page->count && page->lines[end].target && strcmp(page->lines[end].target, target) == 0)
        end++;
    app_focus_jump(app, row, end);
}

/* Has the project highlights? Says so when it has none. */
static bool highlights_exist(struct app *app, const struct app_project *project)
{
    if (highlight_total(highlight_lists(project->full->record.shown)) > 0)
        return true;
    app_say(app, "%" PRId64 " has no highlights", project->id);
    return false;
}

static struct details_state *highlights_state(const struct app *app)
{
    return topic_state(app, &topic_details);
}

/* The details with the lines of the project at hand; NULL when there is nothing to go to, or not yet. */
static const struct page *highlights_page(struct app *app, bool backwards)
{
    int64_t id = app_project_at_hand(app)->id;
    app_pane_open(app, "details");
    app_pages_build(app);
    const struct app_project *project = app_project_find(app, id);
    if (project && app->current == id && project->full)
        return highlights_exist(app, project) ? app_page_of(app, "details") : NULL;
    if (project && (project->known || project->reading)) {
        *highlights_state(app) = (struct details_state){
            .wanted = id, .backwards = backwards, .since = app->run_count}; /* it comes in a moment */
    } else {
        app_say(app, "%" PRId64 " was not read yet: %s reads it", id, app_key_of(app, "refresh"));
    }
    return NULL;
}

/* The first entry from a time on, as a target; false when there is none. */
static bool highlight_from(const json_t *lists, int64_t ms, char *target, size_t size)
{
    for (size_t i = 0; i < json_array_size(lists); i++) {
        const json_t *list = json_array_get(lists, i);
        for (size_t k = 0; k < highlight_list_size(list); k++) {
            const json_t *at = json_object_get(highlight_entry(list, k), "TimestampMs");
            if (!json_is_integer(at) || json_integer_value(at) < ms)
                continue;
            snprintf(target, size, HIGHLIGHT_TARGET "%zu.%zu", i, k);
            return true;
        }
    }
    return false;
}

/* To the line where a target begins. */
static void highlight_go(struct app *app, const struct page *page, const char *target)
{
    for (size_t row = 0; row < page->count; row++) {
        if (highlight_begins(page, row) && strcmp(page->lines[row].target, target) == 0) {
            highlight_jump(app, page, row);
            return;
        }
    }
}

/* To the first highlight from a time on. */
static void highlight_jump_time(struct app *app, const struct page *page, const char *time)
{
    int64_t ms;
    char target[64];
    const struct project *full = app_project_find(app, app->current)->full;
    if (!length_parse(time, &ms))
        app_say_bad(app, "next-highlight: a time is seconds or hh:mm:ss, such as 90 or 00:01:30");
    else if (highlight_from(highlight_lists(full->record.shown), ms, target, sizeof target))
        highlight_go(app, page, target);
    else
        app_say(app, "There is no highlight from that time on");
}

/* To the first highlight from a line on. */
static void highlight_next(struct app *app, const struct page *page, size_t row)
{
    while (row < page->count && !highlight_begins(page, row))
        row++;
    if (row < page->count)
        highlight_jump(app, page, row);
    else
        app_say(app, "There is no highlight below");
}

/* To the last highlight before a line. */
static void highlight_previous(struct app *app, const struct page *page, size_t row)
{
    while (row > 0 && !highlight_begins(page, row - 1))
        row--;
    if (row > 0)
        highlight_jump(app, page, row - 1);
    else
        app_say(app, "There is no highlight above");
}

void app_highlight_next(struct app *app, const char *arg)
{
    bool from_list = app->focus == PANE_LIST; /* then to the first one, wherever the details stood */
    const struct page *page = highlights_page(app, false);
    if (page && *arg)
        highlight_jump_time(app, page, arg);
    else if (page)
        highlight_next(app, page, from_list ? 0 : page->list.selected + 1);
}

void app_highlight_previous(struct app *app, const char *arg)
{
    (void)arg;
    bool from_list = app->focus == PANE_LIST;
    const struct page *page = highlights_page(app, true);
    if (page)
        highlight_previous(app, page, from_list ? page->count : page->list.selected);
}

void app_highlights_arrived(struct app *app)
{
    struct details_state *state = highlights_state(app);
    const struct app_project *project = state->wanted ? app_project_find(app, state->wanted) : NULL;
    const struct page *page = app_page_of(app, "details");
    if (state->since != app->run_count || !project || app->current != project->id || !project->full ||
        app_focus_page(app) != page)
        return;
    state->wanted = 0;
    if (!highlights_exist(app, project))
        return;
    if (state->backwards)
        highlight_previous(app, page, page->count);
    else
        highlight_next(app, page, 0);
}

/* Says which of how many the highlight under the cursor is. */
static void highlight_say_place(struct app *app, const struct page *page)
{
    size_t at = 0, total = 0;
    for (size_t row = 0; row < page->count; row++) {
        total += highlight_begins(page, row);
        at = row == page->list.selected ? total : at;
    }
    app_say(app, "Highlight %zu of %zu", at, total);
}

void app_highlight_enter(struct app *app, const char *target)
{
    if (strcmp(target, SUMMARY_TARGET) == 0)
        app_highlight_next(app, "");
    else if (strncmp(target, HIGHLIGHT_TARGET, strlen(HIGHLIGHT_TARGET)) == 0)
        highlight_say_place(app, app_page_of(app, "details"));
}
