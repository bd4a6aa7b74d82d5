/* Owns the summary of the checks: each rule with what it found, the worst first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "topics/captions.h"

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

void captions_add_summary(const struct caption_list *captions, struct page *page, int cells)
{
    struct summary_row rows[RULE_COUNT];
    summary_count(captions, rows);
    summary_rules(page, captions, rows);
    summary_end(page, captions, cells);
    summary_not_checked(page, captions, cells);
}
