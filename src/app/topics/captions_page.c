/* Owns the lines of the pane of captions: which of its views has them, under which title and head; the
 * summary of the checks, each rule with what it found, the worst first. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topics/captions.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define COUNTS_LONG 72 /* cells from which the counts of findings are words */

/* What a rule found, by its level, and the first caption with the worst of it. */
struct summary_row {
    size_t by_level[LEVEL_COUNT];
    const struct caption_finding *worst;
};

/* Is the one finding further from its limit than the other? */
static bool captions_page_is_worse(const struct caption_finding *one, const struct caption_finding *two)
{
    if (one->level != two->level || !one->measured || !two->measured)
        return one->level > two->level;
    int64_t a = one->value > one->limit ? one->value - one->limit : one->limit - one->value;
    int64_t b = two->value > two->limit ? two->value - two->limit : two->limit - two->value;
    return a > b;
}

static void captions_page_count(const struct caption_list *captions, struct summary_row rows[RULE_COUNT])
{
    memset(rows, 0, RULE_COUNT * sizeof *rows);
    for (size_t i = 0; i < captions->found.count; i++) {
        const struct caption_finding *finding = &captions->found.rows[i];
        struct summary_row *row = &rows[finding->rule];
        row->by_level[finding->level]++;
        if (!row->worst || captions_page_is_worse(finding, row->worst))
            row->worst = finding;
    }
    for (int rule = 0; rule < RULE_COUNT; rule++)
        for (int level = 0; level < LEVEL_COUNT; level++)
            rows[rule].by_level[level] += captions->found.dropped[rule][level];
}

/* "26 errors, 20 warnings": one rule's findings. */
static void captions_page_found(char *out, size_t size, const struct summary_row *row)
{
    static const char *const words[LEVEL_COUNT] = {"note", "warning", "error"};
    size_t used = 0;
    *out = '\0';
    for (int level = LEVEL_COUNT - 1; level >= 0; level--) {
        if (row->by_level[level] == 0 || used >= size)
            continue;
        used += (size_t)snprintf(out + used, size - used, "%s%zu %s%s", used ? ", " : "",
                                 row->by_level[level], words[level], row->by_level[level] == 1 ? "" : "s");
    }
}

/* One rule that was checked. */
static void captions_page_rule(struct page *page, int rule, const struct summary_row *row)
{
    char found[64], where[48] = "";
    captions_page_found(found, sizeof found, row);
    if (!row->worst) {
        page_add(page, LINE_FIELD, caption_rules[rule].name, "-");
        return;
    }
    if (row->worst->caption > 0)
        snprintf(where, sizeof where, "; caption %zu: ", row->worst->caption);
    else
        snprintf(where, sizeof where, "; ");
    char *value = mem_printf("%s%s%s", found, where, row->worst->text);
    struct page_line *line = page_add(page, LINE_FIELD, caption_rules[rule].name, value);
    line->target = mem_copy(caption_rules[rule].name);
    free(value);
}

/* All rules that were checked, those that found something first: errors, warnings, notes. */
static void captions_page_rules(struct page *page, const struct caption_list *captions,
                                const struct summary_row rows[RULE_COUNT])
{
    for (int level = LEVEL_COUNT - 1; level >= -1; level--)
        for (int rule = 0; rule < RULE_COUNT; rule++) {
            int worst = rows[rule].worst ? (int)rows[rule].worst->level : -1;
            bool checked =
                worst >= 0 || caption_is_checked(&captions->file, &captions->check, (enum caption_rule)rule);
            if (worst == level && checked)
                captions_page_rule(page, rule, &rows[rule]);
        }
}

/* The rules that nothing could be found by, in one line. */
static void captions_page_not_checked(struct page *page, const struct caption_list *captions, int cells)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "Not checked: ");
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if (!caption_is_checked(&captions->file, &captions->check, (enum caption_rule)rule))
            buffer_printf(&text, "%s, ", caption_rules[rule].name);
    for (size_t i = 0; captions->file.unjudged[i]; i++)
        buffer_printf(&text, "%s, ", captions->file.unjudged[i]);
    buffer_append_text(&text, "shot changes, sense, spelling, place on the picture.");
    page_add_wrapped(page, LINE_NOTE, NULL, buffer_text(&text), cells, NULL);
    buffer_free(&text);
}

/* Speed of the whole, and where the limits are from. */
static void captions_page_summary_end(struct page *page, const struct caption_list *captions, int cells)
{
    const struct caption_sums *sums = &captions->sums;
    const struct caption_style *style = captions->style;
    if (sums->ms > 0) {
        int64_t cps10 = caption_cps10(sums->characters, sums->ms);
        char *line = mem_printf(
            "Average %" PRId64 ".%" PRId64 " characters/s, %" PRId64 " words/min; counted: %s", cps10 / 10,
            cps10 % 10, caption_wpm(sums->words, sums->ms), count_rule_name(captions->check.style.count));
        page_add_wrapped(page, LINE_TEXT, NULL, line, cells, NULL);
        free(line);
    }
    int assumed = caption_rate_assumed(&captions->file, &captions->check);
    if (assumed > 0) {
        char rate[CAPTION_RATE_SIZE];
        caption_rate_text(rate, assumed);
        char *line = mem_printf("Frame rate: the file has none; %s frames/s assumed", rate);
        page_add_wrapped(page, LINE_NOTE, NULL, line, cells, NULL);
        free(line);
    }
    char *source = *style->date ? mem_printf("Style %s: %s; compared with it on %s", style->name,
                                             style->limits.source, style->checked)
                                : mem_printf("Style %s: %s", style->name, style->title);
    char *clean = text_clean_copy(source);
    page_add_wrapped(page, LINE_TEXT, NULL, clean, cells, NULL);
    if (style->cannot && *style->cannot) {
        char *cannot = mem_printf("An export cannot give: %s", style->cannot);
        page_add_wrapped(page, LINE_NOTE, NULL, cannot, cells, NULL);
        free(cannot);
    }
    free(clean);
    free(source);
}

/* All rules with what they found, then those that were not checked. */
static void captions_page_put_summary(const struct caption_list *captions, struct page *page, int cells)
{
    struct summary_row rows[RULE_COUNT];
    captions_page_count(captions, rows);
    captions_page_rules(page, captions, rows);
    captions_page_summary_end(page, captions, cells);
    captions_page_not_checked(page, captions, cells);
}

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
    } else if (page->width < COUNTS_LONG) {
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
    if (text_width(heading) < cells)
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
    const char *invalid = captions_invalid(app);
    char *said = invalid ? mem_printf("One of the options is invalid: %s", invalid) : NULL;
    if (said || state->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, said ? said : state->trouble, cells, NULL);
    else
        page_note(page, "%s",
                  state->now.captions ? "The export has no captions"
                  : state->serial     ? "Fetching the captions …"
                                      : "No captions were fetched yet");
    free(said);
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
        captions_page_put_summary(captions, page, cells);
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
