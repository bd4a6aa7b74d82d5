/* Owns the lines of the pane of captions: which of its views has them, under which title and head. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "topics/captions.h"

#define COUNTS_LONG 72 /* cells from which the counts of findings are words */

void captions_limit(const struct app *app, char *out, size_t size)
{
    const struct captions_state *state = captions_state(app);
    char when[DATE_TEXT_SIZE];
    *out = '\0';
    if (!state->now.captions)
        return;
    app_time_text(app, when, sizeof when, state->now.captions->read_ms);
    if (!state->wanted)
        snprintf(out, size, "not these options: one of them is invalid");
    else if (strcmp(state->now.query, state->wanted) != 0 && captions_are_coming(app))
        snprintf(out, size, "not these options yet, read %s: others are being fetched", when);
    else if (strcmp(state->now.query, state->wanted) != 0)
        snprintf(out, size, "not these options, read %s: %s shows them", when, app_key_of(app, "refresh"));
    else if (captions_version_now(app) != state->now.version)
        snprintf(out, size, "changed since %s: %s shows it", when, app_key_of(app, "refresh"));
}

/* Whose captions they are. */
static void captions_page_put_title(const struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    const struct app_form *form = captions_form(app);
    const struct app_project *project = app_project_find(app, state->id);
    const char *name = project ? project->name : "", *gap = *name ? "  " : "";
    if (state->view == CAPTIONS_RAW)
        page_title(page, "Captions %" PRId64 " as exported, %zu bytes", state->id, state->now.captions->len);
    else if (state->view == CAPTIONS_CHANGES)
        page_title(page, "Comparison %" PRId64 "%s%s", state->id, gap, name);
    else if (form && form->id_count > 1)
        page_title(page, "Export of %zu: captions of %" PRId64 " (1 of %zu)", form->id_count, state->id,
                   form->id_count);
    else
        page_title(page, "Captions %" PRId64 "%s%s", state->id, gap, name);
}

/* At the other end of it: how many there are, and what was found. */
static void captions_page_put_counts(const struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    const struct caption_list *now = state->now.captions;
    if (!now || now->trouble || state->view == CAPTIONS_ONE)
        return;
    const size_t *found = now->found.by_level;
    size_t errors = found[LEVEL_ERROR], warnings = found[LEVEL_WARNING], notes = found[LEVEL_NOTE];
    page->aside_stays = true;
    if (state->view == CAPTIONS_CHANGES) {
        size_t same = state->diff->by_kind[DIFF_SAME];
        page->aside = mem_printf("%zu to %zu  %zu same  %zu differ", state->before.captions->file.count,
                                 now->file.count, same, state->diff->count - same);
    } else if (page->width < COUNTS_LONG && !app->linear) {
        page->aside = mem_printf("%zuE %zuW %zun", errors, warnings, notes);
    } else {
        page->aside = mem_printf("%s %zu  %s: %zu error%s  %zu warning%s  %zu note%s",
                                 caption_format_name(now->file.format), now->file.count, now->style->name,
                                 errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s", notes,
                                 notes == 1 ? "" : "s");
    }
}

/* One caption, whole; what is said of it is the title where it fits. */
static void captions_page_put_one(const struct app *app, struct page *page, size_t at, int cells)
{
    char *heading = captions_heading(captions_state(app)->now.captions, at);
    if (app->linear || text_width(heading) < cells)
        page_title(page, "%s", heading);
    else
        page_add_wrapped(page, LINE_HEADING, NULL, heading, cells, NULL);
    free(heading);
    captions_add_caption(app, page, at, cells, SIZE_MAX);
}

/* In place of a list: why there is none. */
static void captions_page_put_nothing(const struct app *app, struct page *page, int cells)
{
    const struct captions_state *state = captions_state(app);
    if (state->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, state->trouble, cells, NULL);
    else
        page_note(page, "%s",
                  state->now.captions ? "The export has no captions"
                  : state->serial     ? "Fetching the captions …"
                                      : "No captions were fetched yet");
}

/* What limits the list stands in place of the names of its columns. */
static void captions_page_put_limit(const struct app *app, struct page *page)
{
    const struct captions_state *state = captions_state(app);
    char words[160];
    captions_limit(app, words, sizeof words);
    if (state->trouble)
        page_head(page, LINE_BAD, NULL, state->trouble);
    else if (*words)
        page_head(page, LINE_WARN, NULL, words);
}

void captions_build_page(struct app *app, struct page *page, int cells)
{
    const struct captions_state *state = captions_state(app);
    const struct caption_list *captions = state->now.captions;
    size_t at = captions_at_hand(app);
    captions_page_put_title(app, page);
    if (state->view == CAPTIONS_RAW) {
        captions_add_bytes(captions, page);
        return;
    }
    captions_page_put_counts(app, page);
    if (!captions || captions->file.count == 0) {
        captions_page_put_nothing(app, page, cells);
        return;
    }
    page->is_list = state->view == CAPTIONS_LIST || state->view == CAPTIONS_CHANGES;
    if (state->view == CAPTIONS_SUMMARY)
        captions_add_summary(captions, page, cells);
    else if (state->view == CAPTIONS_CHANGES)
        captions_build_changes(app, page);
    else if (state->view == CAPTIONS_LIST || at == SIZE_MAX)
        captions_build_rows(app, page);
    else
        captions_page_put_one(app, page, at, cells);
    captions_page_put_limit(app, page);
}

void captions_build_detail(struct app *app, struct page *page, int cells, size_t most)
{
    const struct captions_state *state = captions_state(app);
    size_t at = captions_at_hand(app);
    if (state->row >= state->row_count)
        return;
    if (state->view == CAPTIONS_CHANGES) {
        captions_add_change(state, page);
        return;
    }
    char *heading = captions_heading(state->now.captions, at);
    page_add_wrapped(page, LINE_HEADING, NULL, heading, cells, NULL);
    free(heading);
    captions_add_caption(app, page, at, cells, most);
}
