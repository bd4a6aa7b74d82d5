/* Owns the list of captions: which rows, in which order and columns, and which one is at hand. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pages.h"
#include "panes.h"
#include "state.h"
#include "status.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "topics/captions.h"

#define COLS_ALL   72 /* cells from which all columns are there */
#define COLS_SPEED 56 /* from here duration and speed */

size_t captions_at_hand(const struct app *app)
{
    const struct captions_state *state = captions_state(app);
    if (!state->now.captions || state->row >= state->row_count)
        return SIZE_MAX;
    size_t at = state->rows[state->row];
    if (state->view == CAPTIONS_CHANGES && state->diff) {
        const struct caption_diff_row *row = &state->diff->rows[at];
        return row->b_count > 0 ? row->b : row->b > 0 ? row->b - 1 : 0;
    }
    return at;
}

int64_t captions_at_hand_ms(const struct app *app)
{
    const struct caption_list *captions = captions_state(app)->now.captions;
    size_t at = captions_at_hand(app);
    return captions && at < captions->file.count ? captions->file.captions[at].start_ms : -1;
}

void captions_go_row(struct app *app, size_t row)
{
    struct captions_state *state = captions_state(app);
    int pane = app_pane_find(app, "captions");
    struct page *page = &app->panes[pane].page;
    state->row = row;
    if (app->panes[pane].stale || !page->is_list)
        captions_touch(app);
    else if (list_select_row(&page->list, row, app_pane_height(app, pane)))
        app_focus_moved(app);
}

/* --- which, and in which order --- */

/* Has the caption a finding of the rule that is wanted? */
static bool captions_rows_has_rule(const struct caption_list *captions, size_t at, enum caption_rule rule)
{
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++)
        if (captions->found.rows[i].rule == rule)
            return true;
    return false;
}

static bool captions_rows_is_listed(const struct captions_state *state, size_t at)
{
    const struct caption_list *captions = state->now.captions;
    const struct caption_list_row *row = &captions->rows[at];
    if ((state->only == CAPTIONS_WITH_FINDINGS && row->worst == 0) ||
        (state->only == CAPTIONS_WITH_ERRORS && row->worst != 1 + LEVEL_ERROR))
        return false;
    if (state->rule != RULE_COUNT && !captions_rows_has_rule(captions, at, state->rule))
        return false;
    return !state->filter || text_contains_nocase(row->text, state->filter);
}

/* What a caption is sorted by: the worst first. */
static int64_t captions_rows_weight(const struct caption_list *captions, size_t at, enum captions_sort sort)
{
    const struct caption_measure *measure = &captions->measures[at];
    if (sort == CAPTIONS_BY_SPEED) /* in 1/10,000: two captions are seldom equal */
        return measure->duration_ms > 0 ? -(measure->characters * 10000000 / measure->duration_ms) : 0;
    if (sort == CAPTIONS_BY_LENGTH)
        return -measure->longest;
    if (sort == CAPTIONS_BY_GAP)
        return measure->has_gap ? measure->gap_ms : INT64_MAX;
    return 0;
}

struct row_order {
    int64_t weight;
    size_t at;
};

static int captions_rows_compare(const void *a, const void *b)
{
    const struct row_order *one = a, *two = b;
    if (one->weight != two->weight)
        return one->weight < two->weight ? -1 : 1;
    return (one->at > two->at) - (one->at < two->at);
}

/* Sorts the captions that are listed. */
static void captions_rows_sort(struct captions_state *state)
{
    if (state->sort == CAPTIONS_BY_TIME)
        return;
    struct row_order *order = mem_zero(state->row_count + 1, sizeof *order);
    for (size_t i = 0; i < state->row_count; i++)
        order[i] = (struct row_order){captions_rows_weight(state->now.captions, state->rows[i], state->sort),
                                      state->rows[i]};
    qsort(order, state->row_count, sizeof *order, captions_rows_compare);
    for (size_t i = 0; i < state->row_count; i++)
        state->rows[i] = order[i].at;
    free(order);
}

/* The row of a caption, or of the last one before it that is listed. */
static size_t captions_rows_find_near(const struct captions_state *state, size_t caption)
{
    size_t best = 0;
    for (size_t i = 0; i < state->row_count; i++) {
        if (state->rows[i] == caption)
            return i;
        if (state->rows[i] < caption)
            best = i;
    }
    return best;
}

void captions_list_rows(struct app *app, int64_t ms)
{
    struct captions_state *state = captions_state(app);
    const struct caption_list *captions = state->now.captions;
    size_t count = captions ? captions->file.count : 0;
    size_t at = ms >= 0 && captions ? caption_list_at_time(captions, ms) : captions_at_hand(app);
    free(state->rows);
    state->rows = mem_zero(count + 1, sizeof *state->rows);
    state->row_count = state->row = 0;
    for (size_t i = 0; i < count; i++)
        if (captions_rows_is_listed(state, i))
            state->rows[state->row_count++] = i;
    captions_rows_sort(state);
    if (at != SIZE_MAX)
        state->row = captions_rows_find_near(state, at);
    captions_touch(app);
}

/* --- how they look --- */

char *captions_join(const char *text)
{
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    for (size_t len; *text; text += len) {
        len = strcspn(text, "\n");
        buffer_append(&line, text, len);
        if (text[len]) {
            buffer_append_text(&line, " / ");
            len++;
        }
    }
    return buffer_take(&line);
}

/* Where the columns stand: by the width alone, and by whether times have hours. */
static void captions_rows_place(struct page *page, bool hours)
{
    bool has_speed = page->width >= COLS_SPEED, has_all = page->width >= COLS_ALL;
    int cue = has_speed ? 6 : 5, start = cue + (has_speed ? 2 : 1), end = start + (hours ? 11 : 8);
    int dur = end + 6, cps = dur + 5, len = cps + 4, gap = len + 6;
    int flags = (has_all ? gap : has_speed ? cps : end) + 1;
    const struct page_column columns[] = {
        {.end = cue},
        {.col = start, .end = end},
        {.end = has_speed ? dur : 0},
        {.end = has_speed ? cps : 0},
        {.end = has_all ? len : 0},
        {.end = has_all ? gap : 0},
        {.col = flags, .end = flags + CAPTION_LIST_FLAGS, .is_toned = true}};
    page->column_count = sizeof columns / sizeof columns[0];
    memcpy(page->columns, columns, sizeof columns);
    page->text_col = flags + CAPTION_LIST_FLAGS + 1;
}

/* A caption in columns; its letters in the tone of the worst. */
static void captions_rows_add(struct page *page, const struct caption_list *captions, size_t at,
                              const char *text)
{
    const struct caption_list_row *row = &captions->rows[at];
    struct caption_list_cells cells;
    char line[160];
    caption_list_cells(captions, at, &cells);
    snprintf(line, sizeof line, "%s\t%s\t%s\t%s\t%s\t%s\t%s", cells.cue, cells.start, cells.dur, cells.cps,
             cells.len, cells.gap, row->flags);
    page_add_cells(page,
                   row->worst == 1 + LEVEL_ERROR     ? LINE_BAD
                   : row->worst == 1 + LEVEL_WARNING ? LINE_WARN
                                                     : LINE_NOTE,
                   line, text);
}

void captions_build_rows(struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    const struct caption_list *captions = state->now.captions;
    captions_rows_place(page, caption_list_has_hours(captions));
    page_head(page, LINE_NOTE, "cue\tstart\tdur\tcps\tlen\tgap\t", "text");
    for (size_t i = 0; i < state->row_count; i++) {
        char *text = captions_join(captions->rows[state->rows[i]].text);
        captions_rows_add(page, captions, state->rows[i], text);
        free(text);
    }
}

/* --- moving, and what is listed --- */

/* Lists them by what is wanted now; the cursor stays on its caption. */
static void captions_relist(struct app *app)
{
    captions_set_view(app, CAPTIONS_LIST);
    captions_list_rows(app, -1);
}

/* Has the row of the list a finding? Every row of a comparison is one. */
static bool captions_rows_is_found(const struct captions_state *state, size_t row)
{
    return state->view == CAPTIONS_CHANGES || state->now.captions->rows[state->rows[row]].worst > 0;
}

void captions_find(struct app *app, int step)
{
    struct captions_state *state = captions_state(app);
    size_t row = state->row;
    if (state->view == CAPTIONS_SUMMARY || state->view == CAPTIONS_RAW)
        captions_set_view(app, CAPTIONS_LIST);
    while (step > 0 ? row + 1 < state->row_count : row > 0) {
        row = step > 0 ? row + 1 : row - 1;
        if (captions_rows_is_found(state, row)) {
            captions_go_row(app, row);
            return;
        }
    }
    app_say(app, step > 0 ? "No finding after this one" : "No finding before this one");
}

void captions_show_only(struct app *app)
{
    struct captions_state *state = captions_state(app);
    const struct caption_list *captions = state->now.captions;
    if (!captions || captions->found.count == 0) {
        app_say(app, "No findings");
        return;
    }
    state->only = state->only == CAPTIONS_ALL           ? CAPTIONS_WITH_ERRORS
                  : state->only == CAPTIONS_WITH_ERRORS ? CAPTIONS_WITH_FINDINGS
                                                        : CAPTIONS_ALL;
    if (state->only == CAPTIONS_WITH_ERRORS && captions->found.by_level[LEVEL_ERROR] == 0)
        state->only = CAPTIONS_WITH_FINDINGS;
    captions_relist(app);
    app_say(app, "%zu of %zu captions%s", state->row_count, captions->file.count,
            state->only == CAPTIONS_WITH_ERRORS     ? ": those with errors"
            : state->only == CAPTIONS_WITH_FINDINGS ? ": those with findings"
                                                    : "");
}

void captions_sort(struct app *app, const char *column)
{
    static const char *const names[CAPTIONS_SORTS] = {"time", "reading speed", "line length", "gap"};
    struct captions_state *state = captions_state(app);
    int sort = 0;
    while (*column && sort < CAPTIONS_SORTS && !text_equal_nocase(names[sort], column))
        sort++;
    if (sort == CAPTIONS_SORTS) {
        app_say_bad(app, "sort: there is no such column; time, reading speed, line length, gap");
        return;
    }
    state->sort = *column ? (enum captions_sort)sort : (state->sort + 1) % CAPTIONS_SORTS;
    captions_relist(app);
    app_say(app, "Sorted by %s", names[state->sort]);
}

void captions_filter(struct app *app, const char *text)
{
    struct captions_state *state = captions_state(app);
    free(state->filter);
    state->filter = NULL;
    state->rule = *text ? caption_rule_find(text) : RULE_COUNT;
    if (strcmp(text, "error") == 0)
        state->only = CAPTIONS_WITH_ERRORS;
    else if (*text && state->rule == RULE_COUNT)
        state->filter = mem_copy(text);
    captions_relist(app);
    if (*text && state->now.captions)
        app_say(app, "%s: %zu of %zu captions", text, state->row_count, state->now.captions->file.count);
}

/* The thousandths of ".2" or ",250" at the end of a time; -1 for something else. */
static int64_t captions_rows_parse_fraction(const char *text)
{
    int64_t ms = 0;
    size_t len = *text ? strspn(text + 1, "0123456789") : 0;
    if (*text && (!strchr(".,", *text) || len == 0 || text[1 + len]))
        return -1;
    for (size_t i = 0; i < 3; i++)
        ms = ms * 10 + (i < len ? text[1 + i] - '0' : 0);
    return ms;
}

/* A number of a caption, with *ms negative, or a time such as 1:05, 1:02:03 or 38.2. */
static bool captions_rows_parse(const char *text, size_t *number, int64_t *ms)
{
    const char *at = text;
    int64_t part = 0, seconds = 0, fraction;
    for (int parts = 1;; parts++, at++) {
        size_t len = strspn(at, "0123456789");
        if (len == 0 || len > 9 || parts > 3)
            return false;
        part = strtoll(at, NULL, 10);
        seconds = seconds * 60 + part;
        at += len;
        if (*at != ':')
            break;
    }
    if ((fraction = captions_rows_parse_fraction(at)) < 0)
        return false;
    *number = (size_t)part;
    *ms = strpbrk(text, ":.,") ? seconds * 1000 + fraction : -1;
    return *ms >= 0 || part > 0;
}

void captions_go(struct app *app, const char *text)
{
    struct captions_state *state = captions_state(app);
    size_t number;
    int64_t ms;
    if (!state->now.captions || state->now.captions->file.count == 0)
        return;
    if (!captions_rows_parse(text, &number, &ms)) {
        app_say_bad(app, "“%s” is not a caption number or a time such as 1:05", text);
        return;
    }
    if (ms >= 0)
        number = caption_list_at_time(state->now.captions, ms) + 1;
    if (number > state->now.captions->file.count) {
        app_say_bad(app, "There are %zu captions", state->now.captions->file.count);
        return;
    }
    captions_set_view(app, CAPTIONS_LIST);
    captions_go_row(app, captions_rows_find_near(state, number - 1));
}
