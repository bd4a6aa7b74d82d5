/* Owns the look of captions: rows with their numbers in fixed columns, what is known of one below them, the
 * summary and the comparison. */
#include "steno/tui/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/captions.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define COLS_ALL    72 /* cells from which all columns are there */
#define COLS_SPEED  56 /* from here duration and speed */
#define COUNTS_LONG 72

/* Where the columns stand; 0: not there. */
struct captions_columns {
    int cue_end, start, start_cells, dur_end, cps_end, len_end, gap_end, flags, text;
};

/* By the width alone, and by whether times have hours. */
static struct captions_columns captions_place(int width, bool hours)
{
    struct captions_columns at = {.cue_end = width >= COLS_SPEED ? 6 : 5};
    at.start = at.cue_end + (width >= COLS_SPEED ? 2 : 1);
    at.start_cells = hours ? 11 : 8;
    int end = at.start + at.start_cells;
    if (width >= COLS_SPEED) {
        at.dur_end = end + 6;
        at.cps_end = end = at.dur_end + 5;
    }
    if (width >= COLS_ALL) {
        at.len_end = end + 4;
        at.gap_end = end = at.len_end + 6;
    }
    at.flags = end + 1;
    at.text = at.flags + CAPTION_LIST_FLAGS + 1;
    return at;
}

/* A number that ends at a column. */
static void captions_draw_number(struct area area, int row, int end, enum draw_role role, const char *text)
{
    int cells = text_width(text);
    if (end > 0)
        draw_text(area, row, end - cells, cells, role, text);
}

/* The lines of a caption in one row, with a stroke between them. */
static void captions_draw_text(struct area area, int row, int col, const char *text)
{
    char line[1024];
    size_t used = 0;
    for (; *text && used + 8 < sizeof line; text++) {
        if (*text != '\n') {
            line[used++] = *text;
            continue;
        }
        memcpy(line + used, " / ", 3);
        used += 3;
    }
    while (used > 0 && *text && ((unsigned char)line[used - 1] & 0xC0) == 0x80)
        used--; /* not in the middle of a character */
    line[used] = '\0';
    draw_line(area, row, col, DRAW_TEXT, line);
}

static enum draw_role captions_role(const struct caption_list_row *row)
{
    return row->worst == 1 + LEVEL_ERROR ? DRAW_BAD : row->worst == 1 + LEVEL_WARNING ? DRAW_WARN : DRAW_DIM;
}

static void captions_draw_row(const struct caption_list *captions, size_t at, struct area area, int row,
                              const struct captions_columns *columns)
{
    struct caption_list_cells cells;
    caption_list_cells(captions, at, &cells);
    captions_draw_number(area, row, columns->cue_end, DRAW_TEXT, cells.cue);
    draw_text(area, row, columns->start, columns->start_cells, DRAW_TEXT, cells.start);
    captions_draw_number(area, row, columns->dur_end, DRAW_TEXT, cells.dur);
    captions_draw_number(area, row, columns->cps_end, DRAW_TEXT, cells.cps);
    captions_draw_number(area, row, columns->len_end, DRAW_TEXT, cells.len);
    captions_draw_number(area, row, columns->gap_end, DRAW_TEXT, cells.gap);
    draw_text(area, row, columns->flags, CAPTION_LIST_FLAGS, captions_role(&captions->rows[at]),
              captions->rows[at].flags);
    captions_draw_text(area, row, columns->text, captions->rows[at].text);
}

/* The names of the columns. */
static void captions_draw_heads(struct area area, const struct captions_columns *columns)
{
    captions_draw_number(area, 1, columns->cue_end, DRAW_DIM, "cue");
    draw_text(area, 1, columns->start, columns->start_cells, DRAW_DIM, "start");
    captions_draw_number(area, 1, columns->dur_end, DRAW_DIM, "dur");
    captions_draw_number(area, 1, columns->cps_end, DRAW_DIM, "cps");
    captions_draw_number(area, 1, columns->len_end, DRAW_DIM, "len");
    captions_draw_number(area, 1, columns->gap_end, DRAW_DIM, "gap");
    draw_line(area, 1, columns->text, DRAW_DIM, "text");
}

/* Title and counts; where they do not fit beside each other, the counts are short. */
static void captions_draw_title(const struct app *app, struct area area, bool focused)
{
    char title[512], counts[160];
    app_captions_title(app, title, sizeof title);
    app_captions_counts(app, counts, sizeof counts, area.w < COUNTS_LONG);
    draw_heading(area, 0, focused, title, counts);
}

/* Lines of a page from a row on, as many as fit; the cursor of a page that is walked. */
static void captions_draw_page(const struct page *page, struct area area, size_t top, bool walked)
{
    static const enum draw_role roles[] = {
        [LINE_TEXT] = DRAW_TEXT, [LINE_HEADING] = DRAW_HEADING, [LINE_FIELD] = DRAW_TEXT,
        [LINE_NOTE] = DRAW_DIM,  [LINE_BAD] = DRAW_BAD,
    };
    for (int row = 0; row < area.h && top + (size_t)row < page->count; row++) {
        const struct page_line *line = &page->lines[top + (size_t)row];
        int col = 2;
        if (line->kind == LINE_FIELD && line->label) {
            draw_text(area, row, col, page->label_cells - 1, DRAW_LABEL, line->label);
            col += page->label_cells;
        }
        draw_line(area, row, col, roles[line->kind], line->value);
        if (walked && top + (size_t)row == page->list.selected) {
            draw_text(area, row, 0, 1, DRAW_TEXT, ">");
            draw_cursor(area, row, 1);
        }
    }
}

/* One row of a comparison: which of both, how they differ, when, what. */
static void captions_draw_change(const struct app_captions *state, size_t at, struct area area, int row)
{
    const struct caption_diff_row *change = &state->diff->rows[at];
    bool gone = change->b_count == 0;
    const struct caption_list *captions = gone ? state->before.captions : state->now.captions;
    size_t first = gone ? change->a : change->b;
    char a[32], b[32], start[24];
    if (change->a_count > 1)
        snprintf(a, sizeof a, "%zu-%zu", change->a + 1, change->a + change->a_count);
    else
        snprintf(a, sizeof a, change->a_count ? "%zu" : ".", change->a + 1);
    if (change->b_count > 1)
        snprintf(b, sizeof b, "%zu-%zu", change->b + 1, change->b + change->b_count);
    else
        snprintf(b, sizeof b, change->b_count ? "%zu" : ".", change->b + 1);
    captions_draw_number(area, row, 8, DRAW_TEXT, a);
    captions_draw_number(area, row, 15, DRAW_TEXT, b);
    draw_text(area, row, 17, 7, DRAW_TEXT, caption_diff_kind_name(change->kind));
    caption_list_time(start, sizeof start, captions->file.captions[first].start_ms,
                      caption_list_has_hours(captions));
    draw_text(area, row, 25, 11, DRAW_TEXT, start);
    captions_draw_text(area, row, area.w >= COLS_SPEED ? 37 : 35, captions->rows[first].text);
}

/* Names of the columns of a comparison. */
static void captions_draw_change_heads(struct area area)
{
    captions_draw_number(area, 1, 8, DRAW_DIM, "-");
    captions_draw_number(area, 1, 15, DRAW_DIM, "+");
    draw_line(area, 1, 17, DRAW_DIM, "what    start       text");
}

/* The rows in sight, with the cursor. */
static void captions_draw_rows(const struct app *app, const struct captions_places *places, bool focused)
{
    const struct app_captions *state = app->captions;
    const struct caption_list *now = state->now.captions;
    struct captions_columns columns = captions_place(places->all.w, caption_list_has_hours(now));
    size_t height = places->list.h > 0 ? (size_t)places->list.h : 1, top = list_top(&state->list, height);
    if (state->view == CAPTIONS_CHANGES)
        captions_draw_change_heads(places->all);
    else
        captions_draw_heads(places->all, &columns);
    for (int row = 0; row < places->list.h && top + (size_t)row < state->list.count; row++) {
        size_t line = top + (size_t)row, at = (size_t)state->list.ids[line];
        if (state->view == CAPTIONS_CHANGES)
            captions_draw_change(state, at, places->list, row);
        else
            captions_draw_row(now, at, places->list, row, &columns);
        if (line != state->list.selected)
            continue;
        draw_text(places->list, row, 0, 1, DRAW_TEXT, focused ? ">" : "-");
        if (focused)
            draw_cursor(places->list, row, 1);
    }
}

/* What stands where there is no list: why. */
static void captions_draw_nothing(const struct app *app, struct area area)
{
    const struct app_captions *state = app->captions;
    struct area text = {.x = area.x + 2, .y = area.y, .w = area.w - 2, .h = area.h};
    if (state->trouble)
        draw_wrapped(text, 2, DRAW_BAD, state->trouble);
    else
        draw_line(text, 2, 0, DRAW_DIM,
                  state->serial ? "Fetching the captions …" : "No captions were fetched yet");
}

/* Why the list is not what the options give, below the title in place of the heads. */
static void captions_draw_state(const struct app *app, struct area area)
{
    const struct app_captions *state = app->captions;
    char words[160];
    app_captions_state(app, words, sizeof words);
    if (state->trouble && state->now.captions && !state->now.captions->trouble)
        draw_line(area, 1, 2, DRAW_BAD, state->trouble);
    else if (*words)
        draw_line(area, 1, 2, DRAW_WARN, words);
}

void view_captions_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_captions *state = app->captions;
    struct captions_places places;
    char words[160];
    (void)area;
    app_captions_places(app, &places);
    app_captions_state(app, words, sizeof words);
    if (places.all.x > 0)
        draw_rule(places.all);
    captions_draw_title(app, places.all, focused);
    if (focused)
        draw_cursor(places.all, 0, 0);
    if (!state->now.captions || state->now.captions->file.count == 0) {
        captions_draw_nothing(app, places.all);
        return;
    }
    struct area below = {.x = places.all.x, .y = places.all.y + 1, .w = places.all.w, .h = places.all.h - 1};
    if (state->view == CAPTIONS_ONE || state->view == CAPTIONS_SUMMARY) {
        const struct page *page = state->view == CAPTIONS_ONE ? &state->detail : &state->page;
        captions_draw_page(page, below, list_top(&page->list, (size_t)below.h), focused);
        return;
    }
    captions_draw_rows(app, &places, focused);
    captions_draw_page(&state->detail, places.detail, 0, false);
    if (*words || state->trouble) {
        struct area heads = {.x = places.all.x, .y = places.all.y + 1, .w = places.all.w, .h = 1};
        draw_clear(heads);
        captions_draw_state(app, places.all);
    }
}
