/* Subtitles of an export form, in a pane over it or beside it: fetched as SubRip when it opens and when they
 * are asked for again, checked by the style that was chosen, else by what the form asks for. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "part.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/project.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/app/calls.h"
#include "steno/app/reads.h"
#include "steno/core/forms.h"
#include "steno/widget/form.h"

#define PANE       "captions"
#define WIDE_CELLS 72 /* from here on counts are words, and all columns are there */

struct captions_state {
    int64_t id;      /* the project */
    uint64_t serial; /* the call under way, 0 for none: what was there before is shown until it is answered */
    struct param_set *sent; /* the last one was asked for with these; NULL: none was */
    char *trouble;          /* why there are none; NULL */
    struct caption_limits limits;
    struct caption_file file;
    struct caption_findings found;
};

static app_call_reply captions_fetched;

static struct captions_state *captions_state(const struct app *app)
{
    return part_state(app, &part_captions);
}

/* Lets go of what was fetched. */
static void captions_clear(struct captions_state *state)
{
    free(state->trouble);
    state->trouble = NULL;
    caption_file_free(&state->file);
    caption_findings_free(&state->found);
}

static void captions_cancel(struct app *app)
{
    struct captions_state *state = captions_state(app);
    if (state->serial)
        app_call_cancel(app, state->serial);
    state->serial = 0;
    param_set_free(state->sent);
    state->sent = NULL;
}

static void captions_end(struct app *app)
{
    captions_clear(captions_state(app));
    param_set_free(captions_state(app)->sent);
}

/* --- fetching --- */

/* Sends for what the form asks for now. */
static void captions_fetch(struct app *app)
{
    struct captions_state *state = captions_state(app);
    const struct app_form *form = app_form_top(app);
    struct param_set *sent = captions_params(form_values(form->form));
    captions_cancel(app);
    state->id = form->id_count ? form->ids[0] : form->project_id;
    state->sent = sent;
    if (app->style)
        state->limits = app->style->limits;
    else
        captions_limits(sent, true, &state->limits);
    struct call *call = app_call_new(app, ENDPOINT_EXPORT, state->id);
    call->params = param_set_copy(sent);
    call->into_memory = true;
    app_reads_count(app);
    const struct app_reply reply = {
        .done = captions_fetched, .what = mem_printf("Captions %" PRId64, state->id), .is_quiet = true};
    state->serial = app_call_send(app, call, &reply);
}

static void captions_fetched(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct captions_state *state = captions_state(app);
    if (call->serial != state->serial)
        return;
    state->serial = 0;
    captions_clear(state);
    if (result->ok &&
        caption_read(&state->file, buffer_text(&result->data), result->data.len, &result->error))
        caption_check(&state->file, &state->limits, &state->found);
    else
        state->trouble = result->error.kind == ERROR_CANCELLED
                             ? mem_printf("Cancelled: %s fetches them", app_key_of(app, "refresh"))
                             : mem_copy(result->error.text);
    overlay_touch(&app->overlays); /* keys typed before are about nothing */
}

/* The pane was closed, or its form with it. */
static void captions_closed(struct app *app)
{
    captions_cancel(app);
    captions_clear(captions_state(app));
}

/* --- the lines --- */

/* Does the form ask for something else by now? */
static bool captions_are_old(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    if (!form || form->form != app->over.form)
        return false;
    struct param_set *now = captions_params(form_values(form->form));
    bool is_old = !param_set_is_same(now, captions_state(app)->sent);
    param_set_free(now);
    return is_old;
}

/* "00:38.25", from an hour on "1:00:38.25" */
static void captions_put_clock(char *out, size_t size, int64_t ms)
{
    int64_t s = ms / 1000;
    int used = s < 3600 ? 0 : snprintf(out, size, "%" PRId64 ":", s / 3600);
    snprintf(out + used, size - (size_t)used, "%02" PRId64 ":%02" PRId64 ".%02" PRId64, s / 60 % 60, s % 60,
             ms % 1000 / 10);
}

/* The captions in columns, each with the first letter of its worst finding. */
static void captions_add_rows(const struct captions_state *state, struct page *page)
{
    bool is_wide = page->width >= WIDE_CELLS;
    int first = is_wide ? 18 : 16, cps = is_wide ? 31 : 0, mark = (is_wide ? cps : first) + 1;
    const struct page_column columns[] = {{.end = first - 12},
                                          {.end = first},
                                          {.end = is_wide ? 25 : 0},
                                          {.end = cps},
                                          {.col = mark, .end = mark + 1, .is_toned = true}};
    page->column_count = sizeof columns / sizeof columns[0];
    memcpy(page->columns, columns, sizeof columns);
    page->text_col = mark + 2;
    page->is_list = true;
    size_t at = 0;
    while (at < state->found.count && state->found.rows[at].caption == 0)
        at++;
    for (size_t i = 0; i < state->file.count; i++) {
        const struct caption *caption = &state->file.captions[i];
        char start[32] = "", rest[48] = "\t", line[128];
        int64_t ms = caption->end_ms - caption->start_ms, speed = caption_speed(caption);
        int worst = -1;
        for (; at < state->found.count && state->found.rows[at].caption == i + 1; at++)
            worst = (int)state->found.rows[at].level > worst ? (int)state->found.rows[at].level : worst;
        if (caption->is_timed)
            captions_put_clock(start, sizeof start, caption->start_ms);
        if (ms > 0)
            snprintf(rest, sizeof rest, "%" PRId64 ".%02" PRId64 "\t%" PRId64 ".%" PRId64, ms / 1000,
                     ms % 1000 / 10, speed / 10, speed % 10);
        snprintf(line, sizeof line, "%zu\t%s\t%s\t%s", i + 1, start, rest,
                 worst < 0              ? ""
                 : worst == LEVEL_ERROR ? "E"
                                        : "w");
        char *text = text_replace(caption->text, "\n", " / ");
        page_add_cells(page, worst == LEVEL_ERROR ? LINE_BAD : LINE_WARN, line, text);
        free(text);
    }
}

/* Below the title: why the rows are not what the form asks for, what is wrong with the file as a whole, or
 * what stands in the columns. */
static void captions_add_head(const struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    char text[CAPTION_FINDING_SIZE];
    if (captions_are_old(app)) {
        char *old = mem_printf("not these options: %s fetches them", app_key_of(app, "refresh"));
        page_head(page, LINE_WARN, NULL, old);
        free(old);
    } else if (state->found.count > 0 && state->found.rows[0].caption == 0) {
        caption_finding_text(text, &state->found.rows[0], &state->limits);
        page_head(page, LINE_BAD, NULL, text);
    } else if (state->file.count > 0) {
        page_head(page, LINE_NOTE, "cue\tstart\tdur\tcps\t", "text");
    }
}

static void captions_add_title(const struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    const struct app_form *form = app_form_top(app);
    const struct app_project *project = app_project_find(app, state->id);
    char counts[CAPTIONS_COUNTS_SIZE];
    if (form && form->id_count > 1)
        page_title(page, "Captions %" PRId64 " (1 of %zu)", state->id, form->id_count);
    else
        page_title(page, "Captions %" PRId64 "  %s", state->id, project ? project->name : "");
    if (state->trouble || (state->serial && state->file.count == 0))
        return;
    captions_counts(counts, state->file.count, &state->found);
    page->aside_stays = true;
    if (page->width < WIDE_CELLS)
        page->aside =
            mem_printf("%zuE %zuw", state->found.by_level[LEVEL_ERROR], state->found.by_level[LEVEL_WARNING]);
    else
        page->aside =
            mem_printf("%s%s%s", app->style ? app->style->name : "", app->style ? ": " : "", counts);
}

static void captions_build(struct app *app, struct page *page, int cells)
{
    const struct captions_state *state = captions_state(app);
    captions_add_title(app, page);
    if (state->serial && state->file.count == 0)
        page_note(page, "Fetching the captions …");
    else if (state->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, state->trouble, cells, NULL);
    else
        captions_add_rows(state, page);
    captions_add_head(app, page); /* its words stand in the columns of the rows */
}

/* What was found in the caption with the cursor, and its text as it is shown. */
static void captions_build_detail(struct app *app, struct page *page, int cells, size_t most)
{
    const struct captions_state *state = captions_state(app);
    size_t row = app_page_of(app, PANE)->list.selected;
    if (row >= state->file.count)
        return;
    for (size_t i = 0; i < state->found.count; i++) {
        const struct caption_finding *finding = &state->found.rows[i];
        char text[CAPTION_FINDING_SIZE];
        if (finding->caption != row + 1)
            continue;
        caption_finding_text(text, finding, &state->limits);
        char *line = mem_printf("%s: %s  [%s]", caption_level_name(finding->level), text,
                                caption_rules[finding->rule].name);
        page_add_wrapped(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_WARN, NULL, line, cells, NULL);
        free(line);
    }
    page_add_lines(page, state->file.captions[row].text, cells);
    if (page->count > most)
        page_cut(page, most);
}

/* --- what can be done --- */

static void captions_open(struct app *app)
{
    const struct app_form *form = app_form_top(app);
    if (overlay_has(&app->overlays, OVERLAY_OVER_FORM)) {
        app_pane_over_close(app);
    } else if (!form || form->ops->op != ENDPOINT_EXPORT) {
        app_say(app, "captions: %s works in the export form", app_key_of(app, "captions"));
    } else {
        captions_fetch(app);
        app_pane_open_over(app, PANE);
    }
}

/* Puts the cursor on the next caption with a finding, or on the one before. A small screen has no room for
 * the lines about it: there the finding is said. */
static void captions_find(struct app *app, bool back)
{
    const struct captions_state *state = captions_state(app);
    struct list *list = &app_page_of(app, PANE)->list;
    const struct caption_finding *at = NULL;
    char text[CAPTION_FINDING_SIZE];
    for (size_t i = 0; i < state->found.count; i++) {
        const struct caption_finding *row = &state->found.rows[i];
        size_t number = row->caption;
        if (number > 0 && (back ? number - 1 < list->selected && (!at || at->caption != number)
                                : number - 1 > list->selected && !at))
            at = row;
    }
    if (!at) {
        app_say(app, "No finding %s this one", back ? "before" : "after");
        return;
    }
    if (list_select_row(list, at->caption - 1, app_pane_height(app, app_pane_find(app, PANE))))
        app_focus_moved(app);
    caption_finding_text(text, at, &state->limits);
    if (app->layout.is_small)
        app_say(app, "%s", text);
}

static void captions_next(struct app *app)
{
    captions_find(app, false);
}

static void captions_previous(struct app *app)
{
    captions_find(app, true);
}

/* What the key does in the form. */
static void captions_export(struct app *app)
{
    app_pane_over_close(app);
    app_form_do(app, FORM_ACT_SUBMIT);
}

static bool captions_is_coming(const struct app *app)
{
    return captions_state(app)->serial != 0;
}

static const struct pane_hint *captions_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {
        {"captions-export", NULL}, {"next-finding", NULL}, {"refresh", "Fetch"}, {"search", "Find"}, {0}};
    (void)app;
    return hints;
}

static const struct pane_ops captions_pane = {.name = PANE,
                                              .title = "Captions",
                                              .covers = true,
                                              .over_form = true,
                                              .build = captions_build,
                                              .detail = captions_build_detail,
                                              .refresh = captions_fetch,
                                              .closed = captions_closed,
                                              .hints = captions_hints,
                                              .is_coming = captions_is_coming};

/* clang-format off */
static const struct action captions_actions[] = {
    {.name = "captions", .keys = "x", .where = IN_FORM | IN_OWN | NEEDS_EXPORT, .group = GROUP_CAPTIONS,
     .hint = "Captions", .help = "Show the subtitles that would be exported; close them",
     .run = captions_open},
    {.name = "next-finding", .keys = ". ]", .where = IN_OWN, .group = GROUP_CAPTIONS,
     .hint = "Next", .help = "Next finding", .run = captions_next},
    {.name = "previous-finding", .keys = "Comma [", .where = IN_OWN, .group = GROUP_CAPTIONS,
     .help = "Previous finding", .run = captions_previous},
    {.name = "captions-export", .keys = "X", .where = IN_OWN, .group = GROUP_CAPTIONS,
     .hint = "Export", .help = "Close the subtitles and export", .run = captions_export},
};
/* clang-format on */

const struct part part_captions = {.name = PANE,
                                   .state_size = sizeof(struct captions_state),
                                   .end = captions_end,
                                   .pane = &captions_pane,
                                   PART_ACTIONS(captions_actions)};
