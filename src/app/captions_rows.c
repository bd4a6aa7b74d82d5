/* Owns the list of captions: which rows, in which order, and where its cursor stands. */
#include <stdlib.h>
#include <string.h>

#include "captions_private.h"
#include "steno/core/effect.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* The captions that are listed; there are some. */
static const struct caption_list *rows_captions(const struct app *app)
{
    return app->captions->now.captions;
}

void app_captions_places(const struct app *app, struct captions_places *places)
{
    struct area all = app->layout.body;
    if (app_captions_are_beside(app)) {
        int form = app_captions_form_area(app).w;
        all.x += form + 2; /* a rule stands between them */
        all.w -= form + 2;
    }
    *places = (struct captions_places){.all = all, .list = all};
    int below = all.h >= 30 ? 8 : all.h >= 14 ? 5 : 0;
    places->list.y += 2;
    places->list.h -= 2 + below;
    places->detail = places->list;
    places->detail.y += places->list.h;
    places->detail.h = below;
}

size_t captions_height(const struct app *app)
{
    struct captions_places places;
    app_captions_places(app, &places);
    if (app->captions->view != CAPTIONS_LIST && app->captions->view != CAPTIONS_CHANGES)
        return places.all.h > 2 ? (size_t)places.all.h - 1 : 1;
    return places.list.h > 1 ? (size_t)places.list.h : 1;
}

size_t captions_at_hand(const struct app *app)
{
    const struct list *list = &app->captions->list;
    if (!rows_captions(app) || list->count == 0)
        return SIZE_MAX;
    size_t at = (size_t)list->ids[list->selected];
    if (app->captions->view == CAPTIONS_CHANGES && app->captions->diff) {
        const struct caption_diff_row *row = &app->captions->diff->rows[at];
        return row->b_count > 0 ? row->b : row->b > 0 ? row->b - 1 : 0;
    }
    return at;
}

int64_t captions_cursor_ms(const struct app *app)
{
    size_t at = captions_at_hand(app);
    return at < (rows_captions(app) ? rows_captions(app)->file.count : 0)
               ? rows_captions(app)->file.captions[at].start_ms
               : -1;
}

void captions_moved(struct app *app)
{
    app->captions->detail_at_ms = app->now_ms + CAPTIONS_FOLLOW_MS;
    app_dirty(app, DIRTY_FORM);
}

/* --- which, and in which order --- */

/* Has the caption a finding of the rule that is wanted? */
static bool row_has_rule(const struct caption_list *captions, size_t at, enum caption_rule rule)
{
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++)
        if (captions->found.rows[i].rule == rule)
            return true;
    return false;
}

static bool row_is_listed(const struct app_captions *state, size_t at)
{
    const struct caption_list *captions = state->now.captions;
    const struct caption_list_row *row = &captions->rows[at];
    if ((state->only == CAPTIONS_WITH_FINDINGS && row->worst == 0) ||
        (state->only == CAPTIONS_WITH_ERRORS && row->worst != 1 + LEVEL_ERROR))
        return false;
    if (state->rule != RULE_COUNT && !row_has_rule(captions, at, state->rule))
        return false;
    return !state->filter || text_contains_nocase(row->text, state->filter);
}

/* What a caption is sorted by: the worst first. */
static int64_t row_weight(const struct caption_list *captions, size_t at, enum captions_sort sort)
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
    int64_t weight, at;
};

static int row_compare(const void *a, const void *b)
{
    const struct row_order *one = a, *two = b;
    if (one->weight != two->weight)
        return one->weight < two->weight ? -1 : 1;
    return (one->at > two->at) - (one->at < two->at);
}

/* Sorts the captions that are listed. */
static void rows_sort(const struct app_captions *state, int64_t *ids, size_t count)
{
    if (state->sort == CAPTIONS_BY_TIME)
        return;
    struct row_order *order = mem_zero(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = (struct row_order){row_weight(state->now.captions, (size_t)ids[i], state->sort), ids[i]};
    qsort(order, count, sizeof *order, row_compare);
    for (size_t i = 0; i < count; i++)
        ids[i] = order[i].at;
    free(order);
}

/* The row of a caption, or of the first one after it that is listed by time. */
static size_t rows_find_near(const struct list *list, size_t caption)
{
    size_t best = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->ids[i] == (int64_t)caption)
            return i;
        if (list->ids[i] < (int64_t)caption)
            best = i;
    }
    return best;
}

void captions_list_rows(struct app *app, int64_t ms)
{
    struct app_captions *state = app->captions;
    const struct caption_list *captions = state->now.captions;
    size_t count = captions ? captions->file.count : 0, listed = 0, at = captions_at_hand(app);
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        if (row_is_listed(state, i))
            ids[listed++] = (int64_t)i;
    rows_sort(state, ids, listed);
    if (ms >= 0 && captions)
        at = caption_list_at_time(captions, ms);
    list_set_rows(&state->list, ids, listed);
    if (at != SIZE_MAX)
        list_select_row(&state->list, rows_find_near(&state->list, at), captions_height(app));
    list_fit(&state->list, captions_height(app));
    free(ids);
    captions_moved(app);
}

/* --- moving --- */

void app_captions_step(struct app *app, const char *move)
{
    struct app_captions *state = app->captions;
    bool pages = state->view == CAPTIONS_SUMMARY || state->view == CAPTIONS_ONE;
    if (state->view == CAPTIONS_ONE && (strcmp(move, "up") == 0 || strcmp(move, "down") == 0)) {
        app_list_step(&state->list, move, 1); /* to the next caption, whole */
        captions_build_detail(app);
        app_dirty(app, DIRTY_FORM);
        return;
    }
    struct list *list = state->view == CAPTIONS_SUMMARY ? &state->page.list
                        : state->view == CAPTIONS_ONE   ? &state->detail.list
                                                        : &state->list;
    if (app_list_step(list, move, captions_height(app)) && !pages)
        captions_moved(app);
    app_dirty(app, DIRTY_FORM);
}

void app_captions_enter(struct app *app)
{
    struct app_captions *state = app->captions;
    if (state->view == CAPTIONS_SUMMARY) {
        const struct page_line *line = page_line_at_hand(&state->page);
        if (line && line->target)
            app_captions_filter(app, line->target);
        return;
    }
    if (state->view != CAPTIONS_LIST || captions_at_hand(app) == SIZE_MAX)
        return;
    state->view = CAPTIONS_ONE;
    captions_build_detail(app);
    app_dirty(app, DIRTY_FORM);
}

/* Has the row of the list a finding? Every row of a comparison is one. */
static bool row_is_found(const struct app_captions *state, size_t row)
{
    return state->view == CAPTIONS_CHANGES || state->now.captions->rows[state->list.ids[row]].worst > 0;
}

void app_captions_finding(struct app *app, int step)
{
    struct app_captions *state = app->captions;
    size_t at = state->list.selected;
    if (state->view == CAPTIONS_SUMMARY)
        app_captions_summary(app);
    while (state->list.count > 0) {
        if ((step < 0 && at == 0) || (step > 0 && at + 1 >= state->list.count))
            break;
        at = step > 0 ? at + 1 : at - 1;
        if (!row_is_found(state, at))
            continue;
        list_select_row(&state->list, at, captions_height(app));
        captions_moved(app);
        if (state->view == CAPTIONS_ONE)
            captions_build_detail(app);
        return;
    }
    app_say(app, step > 0 ? "No finding after this one" : "No finding before this one");
}

void app_captions_show_only(struct app *app)
{
    struct app_captions *state = app->captions;
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
    state->view = CAPTIONS_LIST;
    captions_list_rows(app, -1);
    app_say(app, "%zu of %zu captions%s", state->list.count, captions->file.count,
            state->only == CAPTIONS_WITH_ERRORS     ? ": those with errors"
            : state->only == CAPTIONS_WITH_FINDINGS ? ": those with findings"
                                                    : "");
}

void app_captions_sort(struct app *app)
{
    static const char *const names[CAPTIONS_SORTS] = {"time", "reading speed", "line length", "gap"};
    struct app_captions *state = app->captions;
    state->sort = (state->sort + 1) % CAPTIONS_SORTS;
    state->view = CAPTIONS_LIST;
    captions_list_rows(app, -1);
    app_say(app, "Sorted by %s", names[state->sort]);
}

void app_captions_filter(struct app *app, const char *text)
{
    struct app_captions *state = app->captions;
    free(state->filter);
    state->filter = NULL;
    state->rule = *text ? caption_rule_find(text) : RULE_COUNT;
    if (strcmp(text, "error") == 0)
        state->only = CAPTIONS_WITH_ERRORS;
    else if (*text && state->rule == RULE_COUNT)
        state->filter = mem_copy(text);
    state->view = CAPTIONS_LIST;
    captions_list_rows(app, -1);
    if (*text && state->now.captions)
        app_say(app, "%s: %zu of %zu captions", text, state->list.count, state->now.captions->file.count);
}

/* The thousandths of ".2" or ",250" at the end of a time; -1 for something else. */
static int64_t rows_parse_fraction(const char *text)
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
static bool rows_parse(const char *text, size_t *number, int64_t *ms)
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
    if ((fraction = rows_parse_fraction(at)) < 0)
        return false;
    *number = (size_t)part;
    *ms = strpbrk(text, ":.,") ? seconds * 1000 + fraction : -1;
    return *ms >= 0 || part > 0;
}

void app_captions_go(struct app *app, const char *text)
{
    struct app_captions *state = app->captions;
    size_t number;
    int64_t ms;
    if (!state->now.captions || state->now.captions->file.count == 0)
        return;
    if (!rows_parse(text, &number, &ms)) {
        app_say_bad(app, "“%s” is not a caption number or a time such as 1:05", text);
        return;
    }
    if (ms >= 0)
        number = caption_list_at_time(state->now.captions, ms) + 1;
    if (number > state->now.captions->file.count) {
        app_say_bad(app, "There are %zu captions", state->now.captions->file.count);
        return;
    }
    state->view = CAPTIONS_LIST;
    list_select_row(&state->list, rows_find_near(&state->list, number - 1), captions_height(app));
    captions_moved(app);
}
