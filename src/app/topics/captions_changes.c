/* Owns the comparison of the captions that were kept with those that are shown. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/effect.h"
#include "state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/core/computation.h"
#include "topics/captions.h"

void captions_changes_drop(struct app *app)
{
    struct captions_state *state = captions_state(app);
    state->compares |= state->comparing || state->view == CAPTIONS_CHANGES; /* what is new is compared, too */
    state->comparing = 0;
    if (state->view == CAPTIONS_CHANGES)
        captions_set_view(app, CAPTIONS_LIST);
    caption_list_diff_free(state->diff);
    state->diff = NULL;
}

/* Lists the rows that differ. */
static void captions_changes_list(struct app *app)
{
    struct captions_state *state = captions_state(app);
    const struct caption_diff *diff = state->diff;
    free(state->rows);
    state->rows = mem_zero(diff->count + 1, sizeof *state->rows);
    state->row_count = state->row = 0;
    for (size_t i = 0; i < diff->count; i++)
        if (diff->rows[i].kind != DIFF_SAME)
            state->rows[state->row_count++] = i;
    captions_set_view(app, CAPTIONS_CHANGES);
    captions_touch(app);
}

void captions_compared(struct app *app, struct computation *computation)
{
    struct captions_state *state = captions_state(app);
    state->comparing = 0;
    caption_list_diff_free(state->diff);
    state->diff = computation->diff;
    computation->diff = NULL;
    if (caption_diff_is_empty(state->diff))
        app_say(app, "No difference to the captions kept earlier");
    else
        captions_changes_list(app);
}

/* Has a worker compare both. */
static void captions_changes_send(struct app *app)
{
    struct captions_state *state = captions_state(app);
    struct computation *both = computation_new(COMPUTE_COMPARE, state->before.captions, state->now.captions);
    both->serial = state->comparing = ++app->client->next_serial;
    both->style = app->style;
    app_emit(app, EFFECT_COMPUTE)->computation = both;
    state->compares = false;
}

/* Keeps what is shown. */
static void captions_changes_keep(struct app *app)
{
    struct captions_state *state = captions_state(app);
    captions_shown_clear(&state->before);
    state->before = state->now;
    caption_list_hold(state->before.captions);
    state->before.query = mem_copy(state->now.query);
    app_say(app, "Kept: change options, then %s compares", app_key_of(app, "compare"));
}

/* Shows the list again, where the cursor stands. */
static void captions_changes_leave(struct app *app)
{
    struct captions_state *state = captions_state(app);
    captions_set_view(app, CAPTIONS_LIST);
    captions_changes_drop(app);
    captions_shown_clear(&state->before);
    state->compares = false;
    app_say(app, "Comparison dropped");
}

void captions_compare(struct app *app)
{
    struct captions_state *state = captions_state(app);
    if (!state->now.captions)
        return;
    if (!state->before.captions)
        captions_changes_keep(app);
    else if (state->view == CAPTIONS_CHANGES)
        captions_changes_leave(app);
    else if (state->before.captions == state->now.captions)
        app_say(app, "These are the captions kept earlier: change an option first");
    else
        captions_changes_send(app);
}

/* --- how they look --- */

/* The captions of a row on one side: "12", "12-13", "." for none. */
static void captions_changes_numbers(char *out, size_t size, size_t first, size_t count)
{
    if (count > 1)
        snprintf(out, size, "%zu-%zu", first + 1, first + count);
    else
        snprintf(out, size, count ? "%zu" : ".", first + 1);
}

/* One row: which of both, how they differ, when, what. */
static void captions_changes_add(struct app *app, struct page *page, const struct caption_diff_row *row)
{
    const struct captions_state *state = captions_state(app);
    const struct caption_list *captions = row->b_count ? state->now.captions : state->before.captions;
    size_t first = row->b_count ? row->b : row->a;
    char a[48], b[48], start[24], cells[160], *text = captions_join(captions->rows[first].text);
    captions_changes_numbers(a, sizeof a, row->a, row->a_count);
    captions_changes_numbers(b, sizeof b, row->b, row->b_count);
    caption_list_time(start, sizeof start, captions->file.captions[first].start_ms,
                      caption_list_has_hours(captions));
    snprintf(cells, sizeof cells, "%s\t%s\t%s\t%s", a, b, caption_diff_kind_name(row->kind), start);
    page_add_cells(page, LINE_TEXT, cells, text);
    free(text);
}

void captions_build_changes(struct app *app, struct page *page)
{
    static const struct page_column columns[] = {
        {.end = 8}, {.end = 15}, {.col = 17, .end = 24}, {.col = 25, .end = 36}};
    const struct captions_state *state = captions_state(app);
    page->column_count = sizeof columns / sizeof columns[0];
    memcpy(page->columns, columns, sizeof columns);
    page->text_col = 37;
    page_head(page, LINE_NOTE, "-\t+\twhat\tstart", "text");
    for (size_t i = 0; i < state->row_count; i++)
        captions_changes_add(app, page, &state->diff->rows[state->rows[i]]);
}

/* The lines of captions, each behind a mark and its length. */
static void captions_changes_side(struct page *page, const struct caption_list *captions, size_t first,
                                  size_t count, char mark)
{
    for (size_t at = first; at < first + count; at++) {
        const char *text = captions->rows[at].text;
        for (size_t i = 0; i < captions->file.captions[at].count; i++) {
            size_t len = strcspn(text, "\n");
            char *line =
                mem_printf("%c %3" PRId64 " %.*s", mark,
                           count_line(&captions->file.captions[at].lines[i], captions->check.style.count),
                           (int)len, text);
            page_add(page, mark == '-' ? LINE_NOTE : LINE_TEXT, NULL, line);
            free(line);
            text += len + (text[len] == '\n');
        }
    }
}

void captions_add_change(const struct captions_state *state, struct page *page)
{
    const struct caption_diff_row *row = &state->diff->rows[state->rows[state->row]];
    bool equal = row->kind == DIFF_TIME || row->kind == DIFF_MARKUP;
    const char *untimed =
        caption_diff_untimed(row, &state->before.captions->file, &state->now.captions->file);
    char *head = row->start_ms || row->end_ms
                     ? mem_printf("%s: starts %+" PRId64 " ms, ends %+" PRId64 " ms",
                                  caption_diff_kind_name(row->kind), row->start_ms, row->end_ms)
                     : mem_copy(caption_diff_kind_name(row->kind));
    page_add(page, LINE_HEADING, NULL, head);
    free(head);
    if (untimed)
        page_add(page, LINE_NOTE, NULL, untimed);
    if (!equal)
        captions_changes_side(page, state->before.captions, row->a, row->a_count, '-');
    captions_changes_side(page, state->now.captions, row->b, row->b_count, equal ? ' ' : '+');
}
