/* Owns the folds of the details: which there are, what each comes to in a line, which are open; the metadata
 * among them, what the server shows and what was set from here. Options and highlights have files of their
 * own. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "page_lines.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "topics/details.h"
#include "steno/api/field.h"
#include "steno/app/project.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/forms.h"
#include "steno/store/store.h"

#define WIDE_LABEL_CELLS 27 /* the longest label of a parameter of enqueue */
#define TIME_LABEL_CELLS 17
#define NARROW_CELLS                                                                                         \
    48               /* a narrower pane leaves labels 40 % of it, and puts the value of a longer one below */
#define TALL_ROWS 30 /* from here on what is looked for most is open to begin with */

/* What was last set from here of each key. To be cleared. */
static struct store_entries details_metadata_set(const struct details *details)
{
    struct store_entries entries = {0};
    struct error err;
    store_metadata_list(details->app->store, details->project->id, &entries, &err);
    return entries;
}

/* Is it still set, as far as is known, but not in the reply? */
static bool details_metadata_is_hidden(const struct store_entry *entry, const json_t *pairs)
{
    return entry->text && !metadata_reply_value(pairs, entry->name);
}

static char *details_metadata_text(const struct details *details, bool is_open)
{
    json_t *pairs = metadata_reply_pairs(details->shown);
    size_t shown = json_array_size(pairs), set = 0;
    bool is_there = pairs != NULL;
    (void)is_open;
    struct store_entries entries = details_metadata_set(details);
    for (size_t i = 0; i < entries.count; i++)
        set += details_metadata_is_hidden(&entries.items[i], pairs);
    store_entries_clear(&entries);
    json_decref(pairs);
    if (set > 0 && is_there)
        return mem_printf("%zu, %zu shown by the server", shown + set, shown);
    if (set > 0)
        return mem_printf("%zu set from here, not shown by the server", set);
    if (!is_there)
        return mem_copy("not shown by the server");
    return shown == 0 ? mem_copy("none, as the server shows") : mem_printf("%zu, as the server shows", shown);
}

/* One pair; Enter on it leads to the pane of metadata. */
static void details_metadata_line(const struct details *details, const char *key, const char *text)
{
    char *name = text_clean_copy(key);
    page_add_wrapped(details->page, LINE_FIELD, name, text, details->cells, METADATA_TARGET);
    free(name);
}

/* What was set from here, with its time. */
static void details_metadata_set_line(const struct details *details, const struct store_entry *entry)
{
    char when[DATE_TEXT_SIZE], *clean = text_clean_copy(entry->text);
    date_format_short(when, sizeof when, entry->when_ms, details->app->wall_ms, details->page->zone,
                      DATE_SINCE);
    char *text = mem_printf("%s  (set %s)", clean, when);
    details_metadata_line(details, entry->name, text);
    free(text);
    free(clean);
}

static void details_metadata_lines(const struct details *details)
{
    json_t *pairs = metadata_reply_pairs(details->shown);
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        char *text = last_run_text(json_object_get(pair, "Value"));
        details_metadata_line(details, json_string_value(json_object_get(pair, "Key")), text);
        free(text);
    }
    struct store_entries entries = details_metadata_set(details);
    for (size_t i = 0; i < entries.count; i++) {
        if (details_metadata_is_hidden(&entries.items[i], pairs))
            details_metadata_set_line(details, &entries.items[i]);
    }
    store_entries_clear(&entries);
    json_decref(pairs);
}

/* --- what the folds come to, and their lines --- */

/* The member of the reply that this path names, or NULL. */
static const json_t *details_folds_field(const struct details *details, const char *path)
{
    return field_get(&fields_project, field_find(&fields_project, path), details->shown);
}

/* The fields of a group, as the table names them. */
static void details_folds_group(const struct details *details, const char *group)
{
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        if (!field_is_nested(def) && strcmp(def->group, group) == 0)
            app_page_field(details->page, &fields_project, def, details->shown, details->cells);
    }
}

/* Appends ", " and a part of a summary; the caller ends the first one's. */
static void details_folds_add(struct buffer *text, const char *part)
{
    buffer_printf(text, "%s%s", text->len > 0 ? ", " : "", part);
}

/* The text, or "-" where nothing is known. */
static char *details_folds_take(struct buffer *text)
{
    if (text->len == 0)
        buffer_append_text(text, "-");
    return buffer_take(text);
}

/* Says what a yes or no of the reply means; nothing where it is not there. */
static void details_folds_add_bool(const struct details *details, struct buffer *text, const char *path,
                                   const char *yes, const char *no)
{
    const json_t *value = details_folds_field(details, path);
    const char *part = json_is_true(value) ? yes : json_is_false(value) ? no : NULL;
    if (part)
        details_folds_add(text, part);
}

static char *details_folds_media_text(const struct details *details, bool is_open)
{
    struct buffer text;
    (void)is_open;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_folds_add_bool(details, &text, "Data.HasRecording", "recording", "no recording");
    details_folds_add_bool(details, &text, "Data.MediaInfo.IsPackaged", "packaged", "not packaged");
    return details_folds_take(&text);
}

static void details_folds_media_lines(const struct details *details)
{
    details_folds_group(details, "Media");
}

static char *details_folds_sharing_text(const struct details *details, bool is_open)
{
    const json_t *count = details_folds_field(details, "Data.ShareCount");
    struct buffer text;
    (void)is_open;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_folds_add_bool(details, &text, "Data.IsTeamProject", "team project", "no team project");
    if (json_is_integer(count) && json_integer_value(count) > 0)
        buffer_printf(&text, "%sshared with %" JSON_INTEGER_FORMAT, text.len > 0 ? ", " : "",
                      json_integer_value(count));
    else if (json_is_integer(count))
        details_folds_add(&text, "not shared");
    details_folds_add_bool(details, &text, "Data.IsReadOnly", "read-only", NULL);
    return details_folds_take(&text);
}

static void details_folds_sharing_lines(const struct details *details)
{
    details_folds_group(details, "Sharing");
}

/* Adds "created 05-15 08:01" as long as the whole of it fits. */
static void details_folds_dates_add(const struct details *details, struct buffer *text, const char *word,
                                    const char *path)
{
    const char *value = json_string_value(details_folds_field(details, path));
    struct date date;
    char when[DATE_TEXT_SIZE], part[2 * DATE_TEXT_SIZE];
    if (!value || !date_parse(value, &date))
        return;
    date_format_short(when, sizeof when, date.ms, details->app->wall_ms,
                      date.has_zone ? details->page->zone : DATE_UTC, DATE_HOUR);
    snprintf(part, sizeof part, "%s %s%s", word, when, date.has_zone ? "" : " UTC?");
    int wide = text_width(buffer_text(text)) + text_width(part) + 2;
    if (text->len == 0 || wide <= page_fold_room(details->page, "Dates"))
        details_folds_add(text, part);
}

static char *details_folds_dates_text(const struct details *details, bool is_open)
{
    struct buffer text;
    (void)is_open;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_folds_dates_add(details, &text, "created", "Data.Created");
    details_folds_dates_add(details, &text, "changed", "Data.Updated");
    return details_folds_take(&text);
}

static void details_folds_dates_lines(const struct details *details)
{
    details_folds_group(details, "Dates");
}

static char *details_record_text(const struct details *details, bool is_open)
{
    (void)is_open;
    if (details->project->version < 0)
        return mem_copy("-");
    return mem_printf("version %" PRId64, details->project->version);
}

/* The name is in the heading, too, but may be cut there. */
static void details_record_lines(const struct details *details)
{
    details_folds_group(details, "Record");
    app_page_field(details->page, &fields_project, field_find(&fields_project, "Data.Description.Name"),
                   details->shown, details->cells);
}

/* The members of the reply that steno does not know, but for metadata, which has a fold. The caller frees
 * it. */
static json_t *details_folds_other_members(const struct details *details)
{
    json_t *rest = json_copy((json_t *)(uintptr_t)details->shown);
    json_object_del(rest, "Metadata");
    return rest;
}

static char *details_folds_other_text(const struct details *details, bool is_open)
{
    (void)is_open;
    json_t *rest = details_folds_other_members(details);
    size_t count = app_page_unknown(NULL, &fields_project, rest, 0);
    json_decref(rest);
    return count == 0 ? NULL : mem_printf("%zu field%s unknown to steno", count, count == 1 ? "" : "s");
}

static void details_folds_other_lines(const struct details *details)
{
    json_t *rest = details_folds_other_members(details);
    app_page_unknown(details->page, &fields_project, rest, details->cells);
    json_decref(rest);
}

/* One line, with its time. */
static void details_activity_line(const struct details *details, int64_t wall_ms, const char *text)
{
    const struct app *app = details->app;
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, wall_ms, app->wall_ms, app->zone, DATE_TRAIL);
    struct page_line *line = page_add(details->page, LINE_FIELD, when, text ? text : "");
    line->full = mem_copy(line->value);
    line->target = mem_printf("activity %" PRId64 " %s", wall_ms, line->value);
}

/* What happened to this project, newest first: the acts with what became of it there, and lines of the
 * history. Returns how many; `is_drawn`: they are added. */
static size_t details_activity(const struct details *details, bool is_drawn)
{
    const struct app *app = details->app;
    struct store_entries lines;
    size_t act_count, at = 0, count = 0;
    const struct act *acts = app_acts(app, &act_count);
    bool is_cut;
    app_acts_history(app, details->project->id, &lines, &is_cut);
    for (size_t i = 0; i < act_count; i++) {
        for (size_t k = acts[i].row_count; k-- > 0;) {
            const struct write *row = &acts[i].rows[k];
            if (row->id != details->project->id)
                continue;
            count++;
            for (; is_drawn && at < lines.count && lines.items[at].when_ms > row->when_ms; at++)
                details_activity_line(details, lines.items[at].when_ms, lines.items[at].text);
            if (!is_drawn)
                continue;
            const struct act_part part = app_act_part(app, &acts[i], row);
            char since[DATE_TEXT_SIZE];
            date_format_short(since, sizeof since, part.since_ms, app->wall_ms, app->zone, DATE_SINCE);
            char *text = act_row_words(&acts[i], row, &part, part.since_ms ? since : NULL);
            details_activity_line(details, row->when_ms, text);
            free(text);
        }
    }
    for (; is_drawn && at < lines.count; at++)
        details_activity_line(details, lines.items[at].when_ms, lines.items[at].text);
    count += lines.count;
    store_entries_clear(&lines);
    if (is_drawn && is_cut) {
        char *where = mem_printf("Older entries: steno activity %" PRId64, details->project->id);
        page_add(details->page, LINE_NOTE, NULL, where);
        free(where);
    }
    return count;
}

static char *details_activity_text(const struct details *details, bool is_open)
{
    size_t count = details_activity(details, false);
    (void)is_open;
    return count == 0 ? mem_copy("none of this project") : mem_printf("%zu of this project", count);
}

static void details_activity_lines(const struct details *details)
{
    details_activity(details, true);
}

/* --- the folds --- */

/* A row a fold. A text of NULL: there is none of it, and no line. */
static const struct fold {
    const char *name;
    int label_cells;
    bool is_first; /* open to begin with where there is room */
    char *(*text)(const struct details *details, bool is_open);
    void (*lines)(const struct details *details);
} folds[FOLD_COUNT] = {
    [FOLD_OPTIONS] = {"Options", WIDE_LABEL_CELLS, true, details_options_text, details_options_lines},
    [FOLD_HIGHLIGHTS] = {"Highlights", TIME_LABEL_CELLS, true, details_highlights_text,
                         details_highlights_lines},
    [FOLD_METADATA] = {"Metadata", WIDE_LABEL_CELLS, false, details_metadata_text, details_metadata_lines},
    [FOLD_MEDIA] = {"Media", WIDE_LABEL_CELLS, false, details_folds_media_text, details_folds_media_lines},
    [FOLD_SHARING] = {"Sharing", WIDE_LABEL_CELLS, false, details_folds_sharing_text,
                      details_folds_sharing_lines},
    [FOLD_DATES] = {"Dates", WIDE_LABEL_CELLS, false, details_folds_dates_text, details_folds_dates_lines},
    [FOLD_RECORD] = {"Record", WIDE_LABEL_CELLS, false, details_record_text, details_record_lines},
    [FOLD_OTHER] = {"Other", WIDE_LABEL_CELLS, false, details_folds_other_text, details_folds_other_lines},
    [FOLD_ACTIVITY] = {"Activity", TIME_LABEL_CELLS, true, details_activity_text, details_activity_lines},
};

enum details_open details_fold_open(const struct app *app, enum details_fold fold)
{
    enum details_open open = details_state(app)->open[fold];
    if (open != OPEN_BY_ROOM)
        return open;
    bool tall = app_pane_height(app, app_pane_find(app, "details")) >= TALL_ROWS;
    return tall && folds[fold].is_first ? OPEN_SOME : OPEN_NOT;
}

/* One fold with its lines. */
static void details_folds_build_one(const struct details *details, enum details_fold at)
{
    const struct fold *fold = &folds[at];
    struct page *page = details->page;
    bool is_open = details_fold_open(details->app, at) != OPEN_NOT;
    bool is_narrow = page->width < NARROW_CELLS;
    char *text = details->shown ? fold->text(details, is_open) : at == FOLD_OTHER ? NULL : mem_copy("");
    if (!text)
        return;
    int label_cells = page->label_cells;
    size_t begin = page_fold_begin(page, fold->name, text, is_open);
    page->label_cells = is_narrow ? page->width * 2 / 5 : fold->label_cells;
    page->stacks = is_narrow;
    if (details->shown)
        fold->lines(details);
    page_fold_end(page, begin);
    page->label_cells = label_cells;
    page->stacks = false;
    free(text);
}

void details_folds_build(const struct details *details)
{
    for (enum details_fold fold = 0; fold < FOLD_COUNT; fold++) {
        details_folds_build_one(details, fold);
        if (fold == FOLD_OPTIONS)
            details_summary_about(details);
    }
}

enum details_fold details_fold_of(const struct page *page, size_t row)
{
    if (page->lines[row].kind != LINE_FOLD && page->lines[row].indent == 0)
        return FOLD_COUNT;
    while (row > 0 && page->lines[row].kind != LINE_FOLD)
        row--;
    enum details_fold fold = 0;
    while (fold < FOLD_COUNT && strcmp(folds[fold].name, page->lines[row].label) != 0)
        fold++;
    return fold;
}

/* Puts the cursor on the line of a fold: its lines are about to go. */
static void details_folds_select(struct app *app, enum details_fold fold)
{
    const struct page *page = app_focus_page(app);
    size_t row = page->list.selected;
    while (row > 0 && page->lines[row].kind != LINE_FOLD)
        row--;
    if (details_fold_of(page, row) == fold)
        app_focus_jump(app, row, row + 1);
}

/* Brings the lines of a fold that was opened into sight, as far as they fit. */
static void details_folds_show(struct app *app)
{
    const struct page *page = app_focus_page(app);
    app_page_touch(app, "details");
    app_pages_build(app);
    size_t row = page->list.selected, end = row + 1;
    while (end < page->count && page->lines[end].indent > 0)
        end++;
    app_focus_jump(app, row, end);
}

void details_fold_turn(struct app *app, enum details_fold fold)
{
    enum details_open open = details_fold_open(app, fold);
    const struct app_project *project = app_project_find(app, app->current);
    bool more = fold == FOLD_OPTIONS && open == OPEN_SOME && project && project->full &&
                details_options_more(project->full->record.shown);
    if (open != OPEN_NOT && !more)
        details_folds_select(app, fold);
    details_state(app)->open[fold] = more ? OPEN_ALL : open == OPEN_NOT ? OPEN_SOME : OPEN_NOT;
    details_folds_show(app);
}
