/* Owns the lines about one caption, and those of the summary: each rule with what it found. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "captions_private.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/caption_asked.h"

/* --- one caption --- */

/* The parameter that a rule's limit is asked with; NULL for none. */
static const char *detail_parameter(enum caption_rule rule)
{
    static const char *const names[RULE_COUNT] = {[RULE_LINE_LENGTH] = "SubtitleLineLength",
                                                  [RULE_LINES] = "ForceSingleLine",
                                                  [RULE_CPS] = "CharsPerSecond",
                                                  [RULE_MIN_DURATION] = "MinLineDurationMs",
                                                  [RULE_GAP] = "PauseBetweenCaptionsMs",
                                                  [RULE_SPEAKER_SIGN] = "SpeakerSign",
                                                  [RULE_EMPTY] = "KeepStripped"};
    return names[rule];
}

/* What the style sends for a parameter; NULL when it sends nothing. */
static const char *detail_style_value(const struct caption_style *style, const char *name)
{
    for (const struct style_value *value = style->sends; value->name; value++)
        if (strcmp(value->name, name) == 0)
            return value->value;
    return NULL;
}

/* "PauseBetweenCaptionsMs is not sent (80); the style asks 0", where that is so. */
static void detail_advise(struct page *page, const struct caption_list *captions, enum caption_rule rule,
                          int cells)
{
    const char *name = detail_parameter(rule);
    const char *wanted = name ? detail_style_value(captions->style, name) : NULL;
    const char *sent = wanted ? caption_asked_text(captions->params, name, false) : NULL;
    const char *usual = wanted ? caption_asked_text(captions->params, name, true) : NULL;
    if (!wanted || (usual && strcmp(usual, wanted) == 0))
        return;
    char *clean = text_clean_copy(sent ? sent : usual ? usual : "");
    char *line = sent    ? mem_printf("%s %s was sent; the style asks %s", name, clean, wanted)
                 : usual ? mem_printf("%s is not sent (%s); the style asks %s", name, clean, wanted)
                         : mem_printf("%s is not sent; the style asks %s", name, wanted);
    page_add_wrapped(page, LINE_NOTE, NULL, line, cells, NULL);
    free(line);
    free(clean);
}

/* A finding with its level and its rule, over as many rows as it needs. */
static void detail_finding(struct page *page, const struct caption_finding *finding, int cells)
{
    const char *rule = caption_rules[finding->rule].name;
    char *line = mem_printf("%s: %s  [%s]", caption_level_name(finding->level), finding->text, rule);
    page_add_wrapped(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_TEXT, NULL, line, cells, rule);
    free(line);
}

/* A finding in one row, with the number of those that have none. */
static void detail_finding_short(struct page *page, const struct caption_finding *finding, int cells,
                                 size_t more)
{
    char clipped[1024], behind[64];
    const char *rule = caption_rules[finding->rule].name;
    char *line = mem_printf("%s: %s", caption_level_name(finding->level), finding->text);
    int len = snprintf(behind, sizeof behind, "  [%s]", rule);
    if (more > 0)
        len += snprintf(behind + len, sizeof behind - (size_t)len, "  +%zu", more);
    text_clip(clipped, sizeof clipped, line, cells - len);
    free(line);
    line = mem_printf("%s%s", clipped, behind);
    page_add(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_TEXT, NULL, line)->target = mem_copy(rule);
    free(line);
}

/* All findings of a caption, those of the rule that is listed first. Where the page would have more rows than
 * `most`, each has one, and the last of them the number of the others. */
static void detail_findings(struct page *page, const struct app_captions *state, size_t at, int cells,
                            size_t most)
{
    const struct caption_list *captions = state->now.captions;
    size_t begin = page->count, first = captions->first[at + 1], count = captions->first[at + 2] - first;
    size_t shown = count < most - begin ? count : most - begin, known = 0;
    const struct caption_finding **order = mem_alloc((count + 1) * sizeof *order);
    for (int listed = 1; listed >= 0; listed--)
        for (size_t i = first; i < first + count; i++)
            if ((captions->found.rows[i].rule == state->rule) == listed)
                order[known++] = &captions->found.rows[i];
    for (size_t i = 0; i < count; i++)
        detail_finding(page, order[i], cells);
    if (page->count > most) {
        page_cut(page, begin);
        for (size_t i = 0; i < shown; i++)
            detail_finding_short(page, order[i], cells, i + 1 == shown ? count - shown : 0);
    }
    free(order);
}

/* What could be asked instead, once for each rule that found something. */
static void detail_advice(struct page *page, const struct caption_list *captions, size_t at, int cells)
{
    uint32_t advised = 0;
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++) {
        enum caption_rule rule = captions->found.rows[i].rule;
        if (!(advised & RULE_BIT(rule)))
            detail_advise(page, captions, rule, cells);
        advised |= RULE_BIT(rule);
    }
}

/* "00:38.25 to 00:43.95  72 characters  15 words  157 wpm" behind the number. */
static char *detail_head(const struct caption_list *captions, size_t at)
{
    const struct caption *caption = &captions->file.captions[at];
    const struct caption_measure *measure = &captions->measures[at];
    char start[24] = "", end[24] = "", speed[48] = "";
    bool hours = caption_list_has_hours(captions);
    if (caption->timed) {
        caption_list_time(start, sizeof start, caption->start_ms, hours);
        caption_list_time(end, sizeof end, caption->end_ms, hours);
    }
    if (measure->duration_ms > 0 && measure->words > 0)
        snprintf(speed, sizeof speed, "  %" PRId64 " wpm", caption_wpm(measure->words, measure->duration_ms));
    return mem_printf("Caption %zu  %s%s%s  %" PRId64 " character%s  %" PRId64 " word%s%s", at + 1, start,
                      caption->timed ? " to " : "", end, measure->characters,
                      measure->characters == 1 ? "" : "s", measure->words, measure->words == 1 ? "" : "s",
                      speed);
}

/* The text of a caption, a line each with its length. */
static void detail_lines(struct page *page, const struct caption_list *captions, size_t at, int cells)
{
    const struct caption *caption = &captions->file.captions[at];
    const char *text = captions->rows[at].text;
    for (size_t i = 0; i < caption->count; i++) {
        size_t len = strcspn(text, "\n");
        char *line = mem_printf("%4" PRId64 " %.*s",
                                count_line(&caption->lines[i], captions->check.style.count), (int)len, text);
        page_add_wrapped(page, LINE_TEXT, NULL, line, cells, NULL);
        free(line);
        text += len + (text[len] == '\n');
    }
}

/* What is known of a caption, in at most so many rows. Its text is in the list too: it gives way to a
 * finding. */
static void detail_caption(struct page *page, const struct app_captions *state, size_t at, int cells,
                           size_t most)
{
    const struct caption_list *captions = state->now.captions;
    bool found = captions->first[at + 1] < captions->first[at + 2];
    char *head = detail_head(captions, at);
    page_add_wrapped(page, LINE_HEADING, NULL, head, cells, NULL);
    free(head);
    detail_lines(page, captions, at, cells);
    if (page->count > most - found)
        page_cut(page, most - found);
    detail_findings(page, state, at, cells, most);
    detail_advice(page, captions, at, cells);
}

void captions_build_detail(struct app *app)
{
    struct app_captions *state = app->captions;
    const struct caption_list *captions = state->now.captions;
    struct captions_places places;
    size_t at = captions_at_hand(app);
    app_captions_places(app, &places);
    int cells = app->linear ? 10000 : places.all.w - 2;
    state->detail_at_ms = INT64_MAX;
    state->detail_of = at;
    page_begin(&state->detail);
    if (state->view == CAPTIONS_CHANGES) {
        captions_build_change(app);
    } else if (captions && at < captions->file.count) {
        bool whole = app->linear || state->view == CAPTIONS_ONE || places.detail.h == 0;
        detail_caption(&state->detail, state, at, cells, whole ? SIZE_MAX : (size_t)places.detail.h);
    }
    page_end(&state->detail, captions_height(app));
    app_dirty(app, DIRTY_FORM);
}

/* --- the summary --- */

/* What a rule found, by its level, and the first caption with the worst of it. */
struct summary_row {
    size_t by_level[LEVEL_COUNT];
    const struct caption_finding *worst;
};

/* Is the one finding further from its limit than the other? */
static bool summary_is_worse(const struct caption_finding *one, const struct caption_finding *two)
{
    if (one->level != two->level || !one->measured || !two->measured)
        return one->level > two->level;
    int64_t a = one->value > one->limit ? one->value - one->limit : one->limit - one->value;
    int64_t b = two->value > two->limit ? two->value - two->limit : two->limit - two->value;
    return a > b;
}

static void summary_count(const struct caption_list *captions, struct summary_row rows[RULE_COUNT])
{
    memset(rows, 0, RULE_COUNT * sizeof *rows);
    for (size_t i = 0; i < captions->found.count; i++) {
        const struct caption_finding *finding = &captions->found.rows[i];
        struct summary_row *row = &rows[finding->rule];
        row->by_level[finding->level]++;
        if (!row->worst || summary_is_worse(finding, row->worst))
            row->worst = finding;
    }
    for (int rule = 0; rule < RULE_COUNT; rule++)
        for (int level = 0; level < LEVEL_COUNT; level++)
            rows[rule].by_level[level] += captions->found.dropped[rule][level];
}

/* "26 errors, 20 warnings": one rule's findings. */
static void summary_found(char *out, size_t size, const struct summary_row *row)
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
static void summary_rule(struct page *page, int rule, const struct summary_row *row)
{
    char found[64], where[48] = "";
    summary_found(found, sizeof found, row);
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
static void summary_rules(struct page *page, const struct caption_list *captions,
                          const struct summary_row rows[RULE_COUNT])
{
    for (int level = LEVEL_COUNT - 1; level >= -1; level--)
        for (int rule = 0; rule < RULE_COUNT; rule++) {
            int worst = rows[rule].worst ? (int)rows[rule].worst->level : -1;
            bool checked =
                worst >= 0 || caption_is_checked(&captions->file, &captions->check, (enum caption_rule)rule);
            if (worst == level && checked)
                summary_rule(page, rule, &rows[rule]);
        }
}

/* The rules that nothing could be found by, in one line. */
static void summary_not_checked(struct page *page, const struct caption_list *captions, int cells)
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
static void summary_end(struct page *page, const struct caption_list *captions, int cells)
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

void captions_build_summary(struct app *app)
{
    struct app_captions *state = app->captions;
    const struct caption_list *captions = state->now.captions;
    struct summary_row rows[RULE_COUNT];
    struct captions_places places;
    struct page *page = &state->page;
    app_captions_places(app, &places);
    int cells = app->linear ? 10000 : places.all.w - 2;
    page_begin(page);
    page->label_cells = 18;
    summary_count(captions, rows);
    summary_rules(page, captions, rows);
    summary_end(page, captions, cells);
    summary_not_checked(page, captions, cells);
    page_end(page, captions_height(app));
    app_dirty(app, DIRTY_FORM);
}

void app_captions_summary(struct app *app)
{
    struct app_captions *state = app->captions;
    if (!state->now.captions)
        return;
    if (state->view == CAPTIONS_CHANGES)
        app_captions_back(app);
    state->view = state->view == CAPTIONS_SUMMARY ? CAPTIONS_LIST : CAPTIONS_SUMMARY;
    if (state->view == CAPTIONS_SUMMARY)
        captions_build_summary(app);
    app_dirty(app, DIRTY_FORM);
}

/* --- as it came --- */

#define RAW_LINES_MAX 5000 /* of the bytes that are shown */

bool app_captions_raw(struct app *app)
{
    const struct caption_list *captions = app->captions->now.captions;
    if (!captions || captions->len == 0)
        return false;
    const char *at = captions->data, *end = at + captions->len;
    page_begin(&app->preview);
    page_title(&app->preview, "Captions %" PRId64 " as exported, %zu bytes", app->captions->id,
               captions->len);
    for (size_t lines = 0; at < end; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t len = (size_t)((stop ? stop : end) - at);
        struct buffer line;
        if (lines == RAW_LINES_MAX) {
            page_note(&app->preview, "%zu bytes more", (size_t)(end - at));
            break;
        }
        buffer_init(&line, BUFFER_MAX_DEFAULT);
        text_clean(&line, at, len > 0 && at[len - 1] == '\r' ? len - 1 : len);
        page_add(&app->preview, LINE_TEXT, NULL, buffer_text(&line));
        buffer_free(&line);
        at += len + (stop != NULL);
    }
    return true;
}
