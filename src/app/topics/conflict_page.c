/* Owns the lines of the conflict sheet: what was seen, what is there now, what was wanted. Sends nothing. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topics/conflict_private.h"
#include "steno/api/changes.h"
#include "steno/api/json.h"
#include "steno/api/look.h"
#include "steno/api/record.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

#define KEY_CELLS  13 /* the column of the keys with its gap */
#define ROWS_MAX   12 /* of metadata that was not touched */
#define TEXT_COL   2  /* of the pane, whose first column is the gutter */
#define WIDE_CELLS 60 /* from here on a row is one line */

static const char not_shown[] = "not shown", not_touched[] = "not touched", nothing[] = "-";

/* One key of the sheet, all texts cleaned. */
struct row {
    char *key, *saw, *now, *want;
    bool differs;
};

struct rows {
    struct row items[ROWS_MAX];
    size_t count;
};

/* A value of metadata as text. Caller frees. */
static char *conflict_text(const json_t *value)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json_is_string(value))
        buffer_append_text(&text, json_string_value(value));
    else
        json_write(&text, value);
    char *clean = text_clean_copy(buffer_text(&text));
    buffer_free(&text);
    return clean;
}

static bool conflict_is_metadata(const struct conflict *conflict)
{
    return conflict->asked->op == ENDPOINT_ADD_METADATA || conflict->asked->op == ENDPOINT_DELETE_METADATA;
}

/* The metadata of a reply; NULL when the server does not show any. */
static const json_t *conflict_metadata(const struct project *project)
{
    const json_t *all = json_object_get(project->record.raw, "Metadata");
    return json_is_object(all) || json_is_array(all) ? all : NULL;
}

/* What a reading shows of a key. Caller frees. */
static char *conflict_shown(const struct project *project, const char *key)
{
    const json_t *value = look_metadata(project, key);
    if (value)
        return conflict_text(value);
    return mem_copy(conflict_metadata(project) ? nothing : not_shown);
}

/* What was seen of the key that was to be changed: where the server shows none, what was set from here. */
static char *conflict_seen(const struct conflict *conflict)
{
    if (conflict_metadata(conflict->asked->seen) || !conflict->set_ms)
        return conflict_shown(conflict->asked->seen, conflict->asked->key);
    return conflict->set ? text_clean_copy(conflict->set) : mem_copy(nothing);
}

/* Adds a row; the texts are taken. */
static void rows_add(struct rows *rows, struct row row)
{
    row.differs = strcmp(row.saw, row.now) != 0;
    rows->items[rows->count++] = row;
}

/* The key that was to be changed. */
static void rows_add_wanted(struct rows *rows, const struct conflict *conflict)
{
    const struct call *asked = conflict->asked;
    rows_add(rows, (struct row){.key = text_clean_copy(asked->key),
                                .saw = conflict_seen(conflict),
                                .now = conflict_shown(conflict->now, asked->key),
                                .want = asked->op == ENDPOINT_ADD_METADATA ? text_clean_copy(asked->value)
                                                                           : mem_copy("deleted")});
}

static bool rows_have(const struct rows *rows, const char *key)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (strcmp(rows->items[i].key, key) == 0)
            return true;
    }
    return false;
}

/* Another key, where it is not there yet and does (or does not) differ. */
static void rows_add_key(struct rows *rows, const struct conflict *conflict, const char *key, bool differs)
{
    char *clean = text_clean_copy(key ? key : "");
    char *saw = conflict_shown(conflict->asked->seen, key ? key : ""),
         *now = conflict_shown(conflict->now, key ? key : "");
    bool wanted =
        key && rows->count < ROWS_MAX && !rows_have(rows, clean) && (strcmp(saw, now) != 0) == differs;
    if (wanted) {
        rows_add(rows, (struct row){.key = clean, .saw = saw, .now = now, .want = mem_copy(not_touched)});
        return;
    }
    free(clean);
    free(saw);
    free(now);
}

/* The keys that a reading shows, in either shape. */
static void rows_add_keys(struct rows *rows, const struct conflict *conflict, const struct project *project,
                          bool differs)
{
    const json_t *all = conflict_metadata(project);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)(json_is_object(all) ? all : NULL), key, value)
        rows_add_key(rows, conflict, key, differs);
    for (size_t i = 0; i < json_array_size(all); i++)
        rows_add_key(rows, conflict, json_string_value(json_object_get(json_array_get(all, i), "Key")),
                     differs);
}

/* A field of the project that stands for the wish. */
static void rows_add_field(struct rows *rows, const struct conflict *conflict, const char *path, char *want)
{
    const struct field_def *def = field_find(&fields_project, path);
    struct buffer saw, now;
    buffer_init(&saw, BUFFER_MAX_DEFAULT);
    buffer_init(&now, BUFFER_MAX_DEFAULT);
    field_show(&saw, &fields_project, def, conflict->asked->seen->record.shown);
    field_show(&now, &fields_project, def, conflict->now->record.shown);
    rows_add(rows, (struct row){.key = mem_copy(def->label),
                                .saw = mem_copy(saw.len ? buffer_text(&saw) : nothing),
                                .now = mem_copy(now.len ? buffer_text(&now) : nothing),
                                .want = want});
    buffer_free(&saw);
    buffer_free(&now);
}

/* The field that the rows tell of, which the line below them does not tell again; NULL for metadata. */
static const char *conflict_field(const struct conflict *conflict)
{
    if (conflict->asked->op == ENDPOINT_DELETE_TAG)
        return "Data.Tags[]";
    return conflict->asked->op == ENDPOINT_ENQUEUE ? "Data.ProcessingState" : NULL;
}

/* All rows, those that differ first. */
static void rows_fill(struct rows *rows, const struct conflict *conflict)
{
    const char *field = conflict_field(conflict);
    if (field && conflict->asked->op == ENDPOINT_DELETE_TAG) {
        char *tag = text_clean_copy(conflict->asked->value);
        rows_add_field(rows, conflict, field, mem_printf("without %s", tag));
        free(tag);
    } else if (field) {
        rows_add_field(rows, conflict, field, mem_copy("enqueue it"));
    }
    if (!conflict_is_metadata(conflict))
        return;
    rows_add_wanted(rows, conflict);
    for (int differs = 1; differs >= 0; differs--) {
        rows_add_keys(rows, conflict, conflict->now, differs);
        rows_add_keys(rows, conflict, conflict->asked->seen, differs);
    }
}

static void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->items[i].key);
        free(rows->items[i].saw);
        free(rows->items[i].now);
        free(rows->items[i].want);
    }
}

/* Appends a text in a column of so many cells, cut where it does not leave a blank. */
static void conflict_put(struct buffer *line, const char *text, int cells)
{
    char clipped[512];
    int used = text_clip(clipped, sizeof clipped, text, cells - 1);
    buffer_printf(line, "%s%*s", clipped, cells - used, "");
}

/* "You saw, 19:02" and "Now, 19:11". */
struct heads {
    char saw[48], now[48];
};

static void conflict_head(const struct app *app, char *out, size_t size, const char *word, int64_t wall_ms)
{
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, wall_ms, app->wall_ms, app->zone, DATE_WEEK);
    if (wall_ms)
        snprintf(out, size, "%s, %.20s", word, when);
    else
        snprintf(out, size, "%s", word);
}

static struct heads conflict_heads(const struct app *app, const struct conflict *conflict)
{
    struct heads heads;
    bool from_here = conflict_is_metadata(conflict) && !conflict_metadata(conflict->asked->seen);
    conflict_head(app, heads.saw, sizeof heads.saw, "You saw",
                  from_here ? conflict->set_ms : conflict->seen_ms);
    conflict_head(app, heads.now, sizeof heads.now, "Now", conflict->now_ms);
    return heads;
}

/* One line of four columns. */
static void conflict_columns(struct page *page, enum page_line_kind kind, const char *const texts[4],
                             int cells)
{
    int column = (cells - KEY_CELLS + 2) / 3;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    conflict_put(&line, texts[0], KEY_CELLS);
    conflict_put(&line, texts[1], column);
    conflict_put(&line, texts[2], column);
    char last[512];
    text_clip(last, sizeof last, texts[3], cells - KEY_CELLS - 2 * column);
    buffer_append_text(&line, last);
    page_add(page, kind, NULL, buffer_text(&line));
    buffer_free(&line);
}

/* The rows as a table. */
static void conflict_table(struct page *page, const struct rows *rows, const struct heads *heads, int cells)
{
    conflict_columns(page, LINE_HEADING, (const char *const[]){"Key", heads->saw, heads->now, "You want"},
                     cells);
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->items[i];
        conflict_columns(page, LINE_TEXT, (const char *const[]){row->key, row->saw, row->now, row->want},
                         cells);
    }
}

/* One below the other, where there is no room: what was not touched only where it differs. */
static void conflict_stack(struct page *page, const struct rows *rows, const struct heads *heads, int cells)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->items[i];
        const char *const labels[] = {heads->saw, heads->now, "You want"}, *const values[] = {
                                                                               row->saw, row->now, row->want};
        if (i > 0 && !row->differs)
            continue;
        page_add(page, LINE_TEXT, NULL, row->key);
        for (size_t k = 0; k < 3; k++) {
            struct buffer line;
            buffer_init(&line, BUFFER_MAX_DEFAULT);
            buffer_printf(&line, "  %-14s   ", labels[k]);
            char value[512];
            text_clip(value, sizeof value, values[k], cells - 19);
            buffer_append_text(&line, value);
            page_add(page, LINE_TEXT, NULL, buffer_text(&line));
            buffer_free(&line);
        }
    }
}

/* "Also changed: Tags + archive; version 88 → 91". */
static void conflict_also(struct page *page, const struct conflict *conflict, const char *word, int cells)
{
    const struct project *seen = conflict->asked->seen, *now = conflict->now;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s: ", word);
    bool any = changes_put(&line, seen->record.shown, now->record.shown, conflict_field(conflict), true) > 0;
    if (seen->version >= 0 && now->version >= 0 && seen->version != now->version)
        buffer_printf(&line, "%sversion %" PRId64 " → %" PRId64, any ? "; " : "", seen->version,
                      now->version);
    else if (!any)
        buffer_append_text(&line, "nothing that is shown");
    page_add_wrapped(page, LINE_TEXT, NULL, buffer_text(&line), cells, NULL);
    buffer_free(&line);
}

char *conflict_wish(const struct conflict *conflict)
{
    const struct call *asked = conflict->asked;
    char *key = text_clean_copy(asked->key ? asked->key : ""),
         *value = text_clean_copy(asked->value ? asked->value : ""), *wish;
    if (asked->op == ENDPOINT_ENQUEUE)
        wish = mem_copy("enqueue it all the same");
    else if (asked->op == ENDPOINT_DELETE_TAG)
        wish = mem_printf("delete the tag \"%s\"", value);
    else if (asked->op == ENDPOINT_ADD_METADATA)
        wish = mem_printf("set %s to %s", key, value);
    else
        wish = mem_printf("delete %s", key);
    free(key);
    free(value);
    return wish;
}

/* "a  apply" as it is bound; where lines are typed the word is enough. Caller frees. */
static char *conflict_way(const struct app *app, const char *action, const char *word)
{
    return app->linear ? mem_copy(app_key_of(app, action))
                       : mem_printf("%s  %s", app_key_of(app, action), word);
}

/* What can be done, with the keys as bound. */
static void conflict_ways(const struct app *app, struct page *page, const struct conflict *conflict,
                          const struct rows *rows, int cells)
{
    char *wish = conflict_wish(conflict), *to_apply = conflict_way(app, "apply", "apply"),
         *to_drop = conflict_way(app, "drop", "drop"), *to_edit = conflict_way(app, "edit-again", "edit");
    char *apply =
        conflict->now->version >= 0 && conflict->asked->op != ENDPOINT_ENQUEUE
            ? mem_printf("%s: %s on top of version %" PRId64, to_apply, wish, conflict->now->version)
            : mem_printf("%s: %s", to_apply, wish);
    bool shown = rows->count > 0 && strcmp(rows->items[0].now, not_shown) != 0;
    char *drop = mem_printf("%s: leave it as it is now%s%s", to_drop, shown ? ", " : "",
                            shown ? rows->items[0].now : "");
    char *edit = mem_printf("%s: back to the form with what you typed", to_edit);
    page_add_wrapped(page, LINE_TEXT, NULL, apply, cells, NULL);
    if (conflict->form)
        page_add_wrapped(page, LINE_TEXT, NULL, edit, cells, NULL);
    page_add_wrapped(page, LINE_TEXT, NULL, drop, cells, NULL);
    free(to_apply);
    free(to_drop);
    free(to_edit);
    free(wish);
    free(apply);
    free(drop);
    free(edit);
}

/* The title, with the status at its right end. */
static void conflict_title(const struct app *app, struct page *page, const struct conflict *conflict,
                           int cells)
{
    static const char *const subjects[ENDPOINT_COUNT] = {[ENDPOINT_ADD_METADATA] = "metadata of ",
                                                         [ENDPOINT_DELETE_METADATA] = "metadata of ",
                                                         [ENDPOINT_DELETE_TAG] = "tags of ",
                                                         [ENDPOINT_ENQUEUE] = "enqueue of "};
    const struct app_project *project = app_project_find(app, conflict->asked->project_id);
    const char *subject = cells < WIDE_CELLS ? "" : subjects[conflict->asked->op];
    char *title = mem_printf("Conflict: %s%" PRId64 "  %s", subject ? subject : "",
                             conflict->asked->project_id, project ? project->name : "");
    char clipped[512];
    int room = cells + PAGE_GUTTER - 4;
    int used = text_clip(clipped, sizeof clipped, title, app->linear ? 200 : room);
    page_title(page, "%s%*s 409", clipped, app->linear || used > room ? 0 : room - used, "");
    free(title);
}

void conflict_build(struct app *app, struct page *page, int cells)
{
    const struct conflict *conflict = conflict_of(app);
    if (!conflict->asked || !conflict->now) {
        page_title(page, "Conflict");
        page_note(page, "Nothing waits for a decision");
        return;
    }
    bool wide = !app->linear && cells >= WIDE_CELLS;
    struct heads heads = conflict_heads(app, conflict);
    struct rows rows = {.count = 0};
    rows_fill(&rows, conflict);
    conflict_title(app, page, conflict, cells);
    cells -= TEXT_COL - 1;
    if (wide) {
        page_add(page, LINE_TEXT, NULL, "");
        conflict_table(page, &rows, &heads, cells);
        page_add(page, LINE_TEXT, NULL, "");
    } else {
        conflict_stack(page, &rows, &heads, app->linear ? 400 : cells);
    }
    conflict_also(page, conflict, wide || app->linear ? "Also changed" : "Also", cells);
    if (wide)
        page_add(page, LINE_TEXT, NULL, "");
    if (wide || app->linear)
        conflict_ways(app, page, conflict, &rows, cells);
    if (wide)
        page_add(page, LINE_TEXT, NULL, "");
    char *rest = mem_printf("Nothing was written. %s%s %s.", app->linear ? "" : "Enter does nothing here; ",
                            app_key_of(app, "back"),
                            conflict->form ? "keeps your value as a draft" : "leaves it as it is now");
    page_add_wrapped(page, LINE_TEXT, NULL, wide || app->linear ? rest : "Nothing was written.", cells, NULL);
    free(rest);
    rows_free(&rows);
    for (size_t i = 0; i < page->count; i++)
        page->lines[i].col = TEXT_COL;
}
