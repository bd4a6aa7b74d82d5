/* Owns the lines about one caption: its text, what was found, what could be asked instead; and the file as it
 * came. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/caption_asked.h"
#include "topics/captions.h"

/* The parameter that a rule's limit is asked with; NULL for none. */
static const char *captions_detail_parameter(enum caption_rule rule)
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
static const char *captions_detail_style_value(const struct caption_style *style, const char *name)
{
    for (const struct style_value *value = style->sends; value->name; value++)
        if (strcmp(value->name, name) == 0)
            return value->value;
    return NULL;
}

/* "PauseBetweenCaptionsMs is not sent (80); the style asks 0", where that is so. */
static void captions_detail_advise(struct page *page, const struct caption_list *captions,
                                   enum caption_rule rule, int cells)
{
    const char *name = captions_detail_parameter(rule);
    const char *wanted = name ? captions_detail_style_value(captions->style, name) : NULL;
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
static void captions_detail_finding(struct page *page, const struct caption_finding *finding, int cells)
{
    const char *rule = caption_rules[finding->rule].name;
    char *line = mem_printf("%s: %s  [%s]", caption_level_name(finding->level), finding->text, rule);
    page_add_wrapped(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_TEXT, NULL, line, cells, rule);
    free(line);
}

/* A finding in one row, and behind it what is said of those that have none. */
static void captions_detail_finding_short(struct page *page, const struct caption_finding *finding, int cells,
                                          const char *more)
{
    char clipped[1024], behind[64];
    const char *rule = caption_rules[finding->rule].name;
    char *line = mem_printf("%s: %s", caption_level_name(finding->level), finding->text);
    int len = snprintf(behind, sizeof behind, "  [%s]%s", rule, more);
    text_clip(clipped, sizeof clipped, line, cells - len);
    free(line);
    line = mem_printf("%s%s", clipped, behind);
    page_add(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_TEXT, NULL, line)->target = mem_copy(rule);
    free(line);
}

/* All findings of a caption, those of the rule that is listed first. Where the page would have more rows than
 * `most`, each has one, and the last of them the number of the others. */
static void captions_detail_findings(const struct app *app, struct page *page, size_t at, int cells,
                                     size_t most)
{
    const struct captions_state *state = captions_state(app);
    char more[48] = "";
    const struct caption_list *captions = state->now.captions;
    size_t begin = page->count, first = captions->first[at + 1], count = captions->first[at + 2] - first;
    size_t shown = count < most - begin ? count : most - begin, known = 0;
    const struct caption_finding **order = mem_alloc((count + 1) * sizeof *order);
    for (int listed = 1; listed >= 0; listed--)
        for (size_t i = first; i < first + count; i++)
            if ((captions->found.rows[i].rule == state->rule) == listed)
                order[known++] = &captions->found.rows[i];
    for (size_t i = 0; i < count; i++)
        captions_detail_finding(page, order[i], cells);
    if (page->count > most) {
        page_cut(page, begin);
        if (count > shown)
            snprintf(more, sizeof more, "  +%zu, %s", count - shown, app_key_of(app, "enter"));
        for (size_t i = 0; i < shown; i++)
            captions_detail_finding_short(page, order[i], cells, i + 1 == shown ? more : "");
    }
    free(order);
}

/* What could be asked instead, once for each rule that found something. */
static void captions_detail_advice(struct page *page, const struct caption_list *captions, size_t at,
                                   int cells)
{
    uint32_t advised = 0;
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++) {
        enum caption_rule rule = captions->found.rows[i].rule;
        if (!(advised & RULE_BIT(rule)))
            captions_detail_advise(page, captions, rule, cells);
        advised |= RULE_BIT(rule);
    }
}

char *captions_heading(const struct caption_list *captions, size_t at)
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
static void captions_detail_lines(struct page *page, const struct caption_list *captions, size_t at,
                                  int cells)
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

void captions_add_caption(const struct app *app, struct page *page, size_t at, int cells, size_t most)
{
    const struct caption_list *captions = captions_state(app)->now.captions;
    bool found = captions->first[at + 1] < captions->first[at + 2];
    captions_detail_lines(page, captions, at, cells);
    if (page->count > most - found) /* its text is in the list too */
        page_cut(page, most - found);
    captions_detail_findings(app, page, at, cells, most);
    captions_detail_advice(page, captions, at, cells);
}

#define BYTES_LINES_MAX 5000 /* of the file as it came */

void captions_add_bytes(const struct caption_list *captions, struct page *page)
{
    const char *at = captions->data, *end = at + captions->len;
    for (size_t lines = 0; at < end; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t len = (size_t)((stop ? stop : end) - at);
        struct buffer line;
        if (lines == BYTES_LINES_MAX) {
            page_note(page, "%zu bytes more", (size_t)(end - at));
            break;
        }
        buffer_init(&line, BUFFER_MAX_DEFAULT);
        text_clean(&line, at, len > 0 && at[len - 1] == '\r' ? len - 1 : len);
        page_add(page, LINE_TEXT, NULL, buffer_text(&line));
        buffer_free(&line);
        at += len + (stop != NULL);
    }
}
