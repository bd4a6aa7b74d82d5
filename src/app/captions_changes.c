/* Owns the comparison of the captions that were kept with those that are shown. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "captions_private.h"
#include "steno/core/effect.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/computation.h"
#include "steno/widget/list.h"

void captions_changes_drop(struct app *app)
{
    struct app_captions *state = app->captions;
    caption_list_diff_free(state->diff);
    state->diff = NULL;
    state->compares |= state->comparing || state->view == CAPTIONS_CHANGES; /* what is new is compared, too */
    state->comparing = 0;
    if (state->view == CAPTIONS_CHANGES)
        state->view = CAPTIONS_LIST;
}

/* Lists the rows that differ. */
static void changes_list(struct app *app)
{
    struct app_captions *state = app->captions;
    const struct caption_diff *diff = state->diff;
    size_t count = 0;
    int64_t *ids = mem_alloc((diff->count + 1) * sizeof *ids);
    for (size_t i = 0; i < diff->count; i++)
        if (diff->rows[i].kind != DIFF_SAME)
            ids[count++] = (int64_t)i;
    state->view = CAPTIONS_CHANGES;
    list_set_rows(&state->list, NULL, 0);
    list_set_rows(&state->list, ids, count);
    free(ids);
    captions_build_detail(app);
}

void captions_compared(struct app *app, struct computation *computation)
{
    struct app_captions *state = app->captions;
    state->comparing = 0;
    caption_list_diff_free(state->diff);
    state->diff = computation->diff;
    computation->diff = NULL;
    if (caption_diff_is_empty(state->diff))
        app_say(app, "No difference to the captions kept earlier");
    else
        changes_list(app);
    app_dirty(app, DIRTY_FORM);
}

/* Has a worker compare both. */
static void changes_send(struct app *app)
{
    struct app_captions *state = app->captions;
    struct computation *both = computation_new(COMPUTE_COMPARE, state->before.captions, state->now.captions);
    both->serial = state->comparing = ++app->client->next_serial;
    both->style = state->style;
    app_emit(app, EFFECT_COMPUTE)->computation = both;
    state->compares = false;
}

/* Keeps what is shown. */
static void changes_keep(struct app *app)
{
    struct app_captions *state = app->captions;
    captions_shown_clear(&state->before);
    state->before = state->now;
    caption_list_hold(state->before.captions);
    state->before.query = mem_copy(state->now.query);
    app_say(app, "Kept: change options, then %s compares", app_key_of(app, "captions-compare"));
}

void app_captions_compare(struct app *app)
{
    struct app_captions *state = app->captions;
    if (!state->now.captions)
        return;
    if (!state->before.captions) {
        changes_keep(app);
    } else if (state->view == CAPTIONS_CHANGES) {
        app_captions_back(app);
        captions_changes_drop(app);
        captions_shown_clear(&state->before);
        app_say(app, "Comparison dropped");
    } else if (state->before.captions == state->now.captions) {
        app_say(app, "These are the captions kept earlier: change an option first");
    } else {
        changes_send(app);
    }
    app_dirty(app, DIRTY_FORM);
}

/* The lines of captions, each behind a mark and its length. */
static void change_side(struct page *page, const struct caption_list *captions, size_t first, size_t count,
                        char mark)
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

void captions_build_change(struct app *app)
{
    struct app_captions *state = app->captions;
    if (!state->diff || state->list.count == 0)
        return;
    const struct caption_diff_row *row = &state->diff->rows[state->list.ids[state->list.selected]];
    bool equal = row->kind == DIFF_TIME || row->kind == DIFF_MARKUP;
    const char *untimed =
        caption_diff_untimed(row, &state->before.captions->file, &state->now.captions->file);
    if (row->start_ms || row->end_ms) {
        char *line = mem_printf("%s: starts %+" PRId64 " ms, ends %+" PRId64 " ms",
                                caption_diff_kind_name(row->kind), row->start_ms, row->end_ms);
        page_add(&state->detail, LINE_HEADING, NULL, line);
        free(line);
    } else {
        page_add(&state->detail, LINE_HEADING, NULL, caption_diff_kind_name(row->kind));
    }
    if (untimed)
        page_add(&state->detail, LINE_NOTE, NULL, untimed);
    if (!equal)
        change_side(&state->detail, state->before.captions, row->a, row->a_count, '-');
    change_side(&state->detail, state->now.captions, row->b, row->b_count, equal ? ' ' : '+');
}
