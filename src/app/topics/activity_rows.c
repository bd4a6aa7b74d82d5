/* Owns the lines of the activity: acts, each with what it unfolds to, among what else happened. What a key
 * does to them is not its business. */
/* SPDX-License-Identifier: MIT */
#include "topics/activity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/project.h"
#include "steno/base/id_map.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/act_told.h"
#include "steno/core/rows.h"
#include "steno/widget/page.h"

#define TIME_CELLS 8  /* "19:11:42" */
#define WIDE_CELLS 70 /* from here on columns stand two cells apart */
#define ROW_COL    1  /* of the pane, where rows begin */
#define REASON_GAP 4  /* blanks before the mark of a reason */
#define IDS_AT     7  /* tenths of the width */

/* Is it among what is looked for, by the mark of its line too? */
static bool activity_rows_takes(const struct app *app, const struct filter *filter, const struct listed *row)
{
    return (!activity_state(app)->failures || row->mark == '!') && filter_takes(filter, row);
}

static bool activity_rows_matches(const struct app *app, const struct app_activity *entry,
                                  const struct filter *filter)
{
    const struct app_project *project = entry->id ? app_project_find(app, entry->id) : NULL;
    return activity_rows_takes(app, filter,
                               &(struct listed){.id = entry->id,
                                                .name = project ? project->name : "",
                                                .state = "",
                                                .tags = project ? project->tags : "",
                                                .label = project ? project->label : "",
                                                .lang = project ? project->lang : "",
                                                .note = entry->text,
                                                .mark = app_activity_mark(app, entry)});
}

/* The text of an entry without the id at the end of a request, which stands before it. Caller frees. */
static char *activity_rows_text(const struct app_activity *entry)
{
    size_t len = strlen(entry->text);
    for (size_t i = 0; entry->id && entry->kind == ACTIVITY_REQUEST && i < 2; i++) {
        char *tail = mem_printf(i ? " %" PRId64 : " of %" PRId64, entry->id);
        size_t size = strlen(tail);
        bool ends = len > size && strcmp(entry->text + len - size, tail) == 0;
        free(tail);
        if (ends)
            return mem_copy_n(entry->text, len - size);
    }
    return mem_copy(entry->text);
}

/* The time of an entry; with its zone where that is not the one of the title: an hour may come twice. */
static void activity_rows_time(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    char now[DATE_TEXT_SIZE], then[DATE_TEXT_SIZE];
    date_format_short(out, size, wall_ms, app->wall_ms, app->zone, DATE_TRAIL);
    date_zone_name(now, sizeof now, app->wall_ms, app->zone);
    date_zone_name(then, sizeof then, wall_ms, app->zone);
    if (strchr(out, ':') && strcmp(now, then) != 0)
        date_format_clock(out, size, wall_ms, app->zone);
}

/* A row that stands for something; what has no room is cut. The target is taken. */
static struct page_line *activity_rows_add(struct page *page, bool is_bad, char *target, const char *row)
{
    size_t size = strlen(row) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, row, page->width - ROW_COL - 1); /* the last cell stays blank */
    struct page_line *line = page_add(page, is_bad ? LINE_BAD : LINE_TEXT, NULL, cut);
    line->col = line->value_col = ROW_COL;
    line->within = mem_copy(row); /* all of it is searched */
    line->target = target;
    free(cut);
    return line;
}

/* One entry in one row: time, mark, project and text; what has no room is cut, and Enter shows it. */
static void activity_rows_entry(const struct app *app, struct page *page, int cells,
                                const struct app_activity *entry)
{
    char when[DATE_TEXT_SIZE], id[32] = "";
    activity_rows_time(app, when, sizeof when, entry->wall_ms);
    if (entry->id)
        snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
    char *text = activity_rows_text(entry);
    char *row = mem_printf("  %-*s%*s%c%s%s", TIME_CELLS, when, cells >= WIDE_CELLS ? 2 : 1, "",
                           app_activity_mark(app, entry), id, text);
    struct page_line *line = activity_rows_add(
        page, entry->kind == ACTIVITY_ERROR,
        mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text), row);
    line->full = mem_copy(entry->text); /* what is copied */
    line->id = entry->id;
    free(row);
    free(text);
}

/* --- acts --- */

/* What became of an act, all at once. */
struct activity_act {
    const struct act *act;
    struct act_part *parts;
    struct act_sums sums;
    char *text; /* its line without time and mark */
};

static struct activity_act activity_rows_act_of(const struct app *app, const struct act *act)
{
    struct activity_act one = {.act = act, .parts = app_act_parts(app, act)};
    one.sums = act_sums_of(one.parts, act->row_count);
    char *sums = app_act_sums(app, act, &one.sums);
    one.text = act_line_words(act, sums);
    free(sums);
    return one;
}

static void activity_rows_act_clear(struct activity_act *one)
{
    free(one->parts);
    free(one->text);
}

/* Is it among what is looked for: its line, or that with one of its projects? */
static bool activity_rows_act_matches(const struct app *app, const struct activity_act *one,
                                      const struct filter *filter)
{
    char mark = act_sums_mark(&one->sums);
    struct listed row = {.name = "", .state = "", .tags = "", .label = "", .lang = "", .note = one->text};
    row.mark = mark == '*' && act_sums_failed(&one->sums) > 0 ? '!' : mark; /* what is open may have failed */
    bool takes = activity_rows_takes(app, filter, &row);
    for (size_t i = 0; i < one->act->row_count && !takes; i++) {
        row.id = one->act->rows[i].id;
        takes = activity_rows_takes(app, filter, &row);
    }
    return takes;
}

size_t activity_open_at(const struct app *app, int64_t act)
{
    const struct activity_state *state = activity_state(app);
    size_t at = 0;
    while (at < state->open_count && state->open[at] != act)
        at++;
    return at;
}

char *activity_group_target(const struct act *act, const struct act_group *group)
{
    return mem_printf("reason %" PRId64 " %d %d %s", act->act, (int)group->end, group->status,
                      group->reason ? group->reason : "");
}

/* Bytes of the ids that fit into a row, at least one of them. */
static size_t activity_rows_ids_fit(const char *ids, int cells)
{
    size_t len = strlen(ids), most = cells > 1 ? (size_t)cells : 1;
    if (len <= most)
        return len;
    while (most > 0 && ids[most] != ' ')
        most--;
    return most ? most : strcspn(ids, " ");
}

/* A reason with its ids beside it from a column on, or below it; over as many rows as they take. */
static void activity_rows_group_rows(struct page *page, const struct act_group *group, char *target,
                                     const char *words, const char *ids, int ids_at, bool is_beside)
{
    const char *at = ids;
    for (bool is_first = true; is_first || *at; is_first = false) {
        size_t len = is_first && !is_beside ? 0 : activity_rows_ids_fit(at, page->width - ids_at - 1);
        int gap = ids_at - ROW_COL - (is_first ? text_width(words) : 0);
        char *row = mem_printf("%s%*s%.*s", is_first ? words : "", gap > 0 ? gap : 0, "", (int)len, at);
        struct page_line *line =
            activity_rows_add(page, act_group_mark(group) == '!', is_first ? target : NULL, row);
        line->id = group->ids[0];
        line->goes_on = !is_first;
        at += len + (at[len] == ' ');
        free(row);
    }
}

/* One outcome or reason of an act: mark and number, words, ids. */
static void activity_rows_group(const struct app *app, struct page *page, const struct act *act,
                                const struct act_group *group, int count_cells)
{
    bool is_beside = page->width >= ACT_NARROW_CELLS;
    int words_at = ROW_COL + REASON_GAP + 1 + count_cells + 2;
    int ids_at = is_beside ? page->width * IDS_AT / 10 : words_at;
    char since[DATE_TEXT_SIZE];
    date_format_short(since, sizeof since, group->since_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *why = act_group_words(group, group->since_ms ? since : NULL,
                                (is_beside ? ids_at - 2 : page->width - 1) - words_at);
    char *words =
        mem_printf("%*s%c%-*zu  %s", REASON_GAP, "", act_group_mark(group), count_cells, group->count, why);
    char *ids = act_group_ids(group, app->zoomed ? 0 : page->width - ids_at - 1);
    activity_rows_group_rows(page, group, activity_group_target(act, group), words, ids, ids_at, is_beside);
    free(ids);
    free(words);
    free(why);
}

/* What became of each project of an act, in the order of the list; what that does not show comes last. */
static struct act_part *activity_rows_ordered(const struct app *app, const struct activity_act *one)
{
    struct act_part *ordered = mem_alloc((one->act->row_count + 1) * sizeof *ordered);
    struct id_map places = {0};
    size_t taken = 0, place;
    for (size_t i = 0; i < one->act->row_count; i++)
        id_map_put(&places, one->parts[i].id, i);
    for (size_t i = 0; i < app->list.count; i++) {
        if (id_map_find(&places, app->list.ids[i], &place)) {
            ordered[taken++] = one->parts[place];
            id_map_remove(&places, app->list.ids[i]);
        }
    }
    for (size_t i = 0; i < one->act->row_count; i++) {
        if (id_map_find(&places, one->parts[i].id, &place) && place == i)
            ordered[taken++] = one->parts[i];
    }
    id_map_clear(&places);
    return ordered;
}

/* What an act came to, a line an outcome or reason. */
static void activity_rows_groups(const struct app *app, struct page *page, const struct activity_act *one)
{
    size_t count;
    struct act_part *ordered = activity_rows_ordered(app, one);
    struct act_group *groups = act_groups_make(ordered, one->act->row_count, &count);
    int count_cells = 1;
    for (size_t i = 0; i < count; i++) {
        int wide = snprintf(NULL, 0, "%zu", groups[i].count);
        count_cells = wide > count_cells ? wide : count_cells;
    }
    for (size_t i = 0; i < count; i++)
        activity_rows_group(app, page, one->act, &groups[i], count_cells);
    act_groups_free(groups, count);
    free(ordered);
}

/* The line of an act, and what it unfolds to. */
static void activity_rows_act(const struct app *app, struct page *page, int cells,
                              const struct activity_act *one)
{
    char when[DATE_TEXT_SIZE];
    bool is_open = activity_open_at(app, one->act->act) < activity_state(app)->open_count;
    activity_rows_time(app, when, sizeof when, one->act->begun_ms);
    bool is_narrow = cells < ACT_NARROW_CELLS && one->act->count > 1;
    char *text = is_narrow ? act_words_narrow(one->act, &one->sums) : mem_copy(one->text);
    char *row = mem_printf("%c %-*s%*s%c%s", is_open ? '-' : '+', TIME_CELLS, when,
                           cells >= WIDE_CELLS ? 2 : 1, "", act_sums_mark(&one->sums), text);
    struct page_line *line = activity_rows_add(page, false, mem_printf("act %" PRId64, one->act->act), row);
    line->id = one->act->row_count == 1 ? one->act->rows[0].id : 0;
    if (is_open)
        activity_rows_groups(app, page, one);
    free(row);
    free(text);
}

/* Adds an act or an entry, if it is looked for. */
static void activity_rows_put_act(struct app *app, struct page *page, int cells, const struct act *act,
                                  const struct filter *filter)
{
    struct activity_act one = activity_rows_act_of(app, act);
    activity_state(app)->all++;
    if (activity_rows_act_matches(app, &one, filter)) {
        activity_state(app)->shown++;
        activity_rows_act(app, page, cells, &one);
    }
    activity_rows_act_clear(&one);
}

static void activity_rows_put_entry(struct app *app, struct page *page, int cells,
                                    const struct app_activity *entry, const struct filter *filter)
{
    if (app_acts_tell(app, entry))
        return;
    activity_state(app)->all++;
    if (!activity_rows_matches(app, entry, filter))
        return;
    activity_state(app)->shown++;
    activity_rows_entry(app, page, cells, entry);
}

/* "Activity, failures only, newest first, UTC". */
static void activity_rows_title(const struct app *app, struct page *page)
{
    const struct activity_state *state = activity_state(app);
    char zone[DATE_TEXT_SIZE];
    date_zone_name(zone, sizeof zone, app->wall_ms, app->zone);
    page_title(page, "Activity%s%s%s%s, newest first, %s", state->failures ? ", failures only" : "",
               state->filter ? ", \"" : "", state->filter ? state->filter : "", state->filter ? "\"" : "",
               zone);
}

/* What stands above it happened since the last session. */
static void activity_rows_session(const struct app *app, struct page *page, int cells)
{
    char when[DATE_TEXT_SIZE];
    activity_rows_time(app, when, sizeof when, activity_state(app)->since_ms);
    char *row =
        mem_printf("  %-*s%*s since your last session", TIME_CELLS, when, cells >= WIDE_CELLS ? 2 : 1, "");
    page_add(page, LINE_NOTE, NULL, row);
    free(row);
}

void activity_build(struct app *app, struct page *page, int cells)
{
    struct activity_state *state = activity_state(app);
    struct filter *filter = filter_new(state->filter ? state->filter : "");
    size_t act_count, at = 0, left = app->activity_count;
    const struct act *acts = app_acts(app, &act_count);
    int64_t before_ms = INT64_MIN;
    activity_rows_title(app, page);
    state->shown = state->all = 0;
    while (at < act_count || left > 0) {
        int64_t entry_ms = left > 0 ? app->activity[left - 1].wall_ms : INT64_MIN;
        bool is_act = at < act_count && acts[at].begun_ms >= entry_ms;
        int64_t row_ms = is_act ? acts[at].begun_ms : entry_ms;
        if (row_ms < state->since_ms && before_ms >= state->since_ms && state->shown > 0)
            activity_rows_session(app, page, cells);
        before_ms = row_ms;
        if (is_act)
            activity_rows_put_act(app, page, cells, &acts[at++], filter);
        else
            activity_rows_put_entry(app, page, cells, &app->activity[--left], filter);
    }
    filter_free(filter);
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL,
                 state->all > 0 ? "Nothing that happened matches" : "Nothing has happened yet");
    app_page_activity_end(app, page, 0);
}
