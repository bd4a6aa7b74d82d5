/* Owns one run of the checks: which rules count, the order of findings, what cannot be checked. */
/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caption.h"
#include "language.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define RATE_USUAL 25000 /* thousandths of frames a second */
#define RATE_MAX   1000

struct found found_at(const struct checking *c, enum caption_rule rule, size_t index)
{
    return (struct found){.rule = rule,
                          .level = caption_rules[rule].level,
                          .index = index,
                          .at = c->file->captions[index].at,
                          .source = "format"};
}

const char *limits_source(const struct caption_limits *limits, enum caption_rule rule)
{
    return limits->given & RULE_BIT(rule) ? SOURCE_GIVEN : limits->source;
}

/* Does the style count this rule? */
static bool checking_wants(const struct checking *c, enum caption_rule rule)
{
    return !c->check->style.only || (c->check->style.only & RULE_BIT(rule));
}

/* The level that the style gives a finding. */
static enum caption_level checking_level(const struct checking *c, enum caption_rule rule,
                                         enum caption_level level)
{
    int given = c->check->style.levels[rule] - 1;
    if (given < 0 || (level < caption_rules[rule].level && (int)level < given))
        return level;
    return (enum caption_level)given;
}

void checking_add(struct checking *c, const struct found *found, const char *format, ...)
{
    va_list args;
    if (!checking_wants(c, found->rule))
        return;
    va_start(args, format);
    char *text = c->out->count < FINDING_COUNT_MAX ? mem_vprintf(format, args) : NULL;
    va_end(args);
    struct caption_finding finding = {.rule = found->rule,
                                      .level = checking_level(c, found->rule, found->level),
                                      .caption = found->index == NO_CAPTION ? 0 : found->index + 1,
                                      .at = found->at,
                                      .measured = found->unit != NULL,
                                      .decimals = found->decimals,
                                      .value = found->value,
                                      .limit = found->limit,
                                      .unit = found->unit ? found->unit : "",
                                      .source = found->source};
    caption_findings_add(c->out, &finding, text);
}

int64_t caption_span_ms(const struct caption_file *file, const struct caption_limits *limits,
                        struct caption_span span)
{
    int64_t num = limits->rate1000 ? limits->rate1000 : RATE_USUAL, den = 1000;
    if (file->rate_num > 0) {
        num = file->rate_num;
        den = file->rate_den;
    }
    int64_t half = (num + den - 1) / den / 2; /* 29.97 frames a second are counted as 30 */
    int64_t frames = span.half_second ? half : span.frames;
    return frames == 0 ? span.ms : frames * 1000 * den / num;
}

static bool span_has_frames(struct caption_span span)
{
    return span.frames > 0 || span.half_second;
}

int caption_rate_assumed(const struct caption_file *file, const struct caption_check *check)
{
    const struct caption_limits *limits = &check->style;
    bool counts = limits->gap.checked && file->has_times &&
                  (span_has_frames(limits->gap.min) || span_has_frames(limits->gap.free));
    if (!counts || file->rate_num > 0 || (limits->only && !(limits->only & RULE_BIT(RULE_GAP))))
        return 0;
    return limits->rate1000 ? limits->rate1000 : RATE_USUAL;
}

void caption_rate_text(char out[CAPTION_RATE_SIZE], int rate1000)
{
    size_t len = (size_t)snprintf(out, CAPTION_RATE_SIZE, "%d.%03d", rate1000 / 1000, rate1000 % 1000);
    while (out[len - 1] == '0')
        out[--len] = '\0';
    if (out[len - 1] == '.')
        out[--len] = '\0';
}

bool caption_rate_put(struct caption_limits *limits, const char *value)
{
    size_t whole = strspn(value, "0123456789");
    const char *rest = value + whole + (value[whole] == '.');
    size_t digits = strspn(rest, "0123456789");
    if (whole == 0 || whole > 4 || rest[digits] || digits > 3 || (value[whole] == '.' && digits == 0))
        return false;
    int rate = 0, unit = 1000;
    for (size_t i = 0; i < whole; i++)
        rate = rate * 10 + (value[i] - '0');
    rate *= unit;
    for (size_t i = 0; i < digits; i++)
        rate += (rest[i] - '0') * (unit /= 10);
    if (rate < 1000 || rate > RATE_MAX * 1000)
        return false;
    limits->rate1000 = rate;
    return true;
}

/* Of each caption the next one in time, itself for none. Caller frees. */
static size_t *check_next(const struct caption_file *file, const size_t *order, size_t count)
{
    size_t *next = mem_alloc(file->count * sizeof *next);
    for (size_t i = 0; i < file->count; i++)
        next[i] = i;
    for (size_t i = 1; i < count; i++)
        next[order[i - 1]] = order[i];
    return next;
}

static int compare_findings(const void *a, const void *b)
{
    const struct caption_finding *x = a, *y = b;
    if (x->at.byte != y->at.byte)
        return x->at.byte < y->at.byte ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return strcmp(x->source, y->source);
}

/* The reader's findings of the rules that count. */
static void check_copy_remarks(struct checking *c)
{
    const struct caption_findings *remarks = &c->file->findings;
    for (size_t i = 0; i < remarks->count; i++) {
        struct caption_finding row = remarks->rows[i];
        if (!checking_wants(c, row.rule))
            continue;
        row.level = checking_level(c, row.rule, row.level);
        caption_findings_add(c->out, &row, mem_copy(remarks->rows[i].text));
    }
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int level = 0; level < LEVEL_COUNT && checking_wants(c, (enum caption_rule)rule); level++) {
            size_t more = remarks->dropped[rule][level];
            enum caption_level counted =
                checking_level(c, (enum caption_rule)rule, (enum caption_level)level);
            c->out->dropped[rule][counted] += more;
            c->out->by_rule[rule] += more;
            c->out->by_level[counted] += more;
        }
    }
}

/* Are these the same limit? Styles ask for whole milliseconds where a frame has a fraction. */
static bool is_same_ms(int64_t one, int64_t two)
{
    return one - two <= 1 && two - one <= 1;
}

/* What was asked, without the limits that the style has too: one fault counts once. */
static struct caption_limits check_asked_beside(const struct caption_file *file,
                                                const struct caption_check *check)
{
    const struct caption_limits *style = &check->style;
    struct caption_limits asked = check->asked;
    bool counts_alike = style->count == asked.count;
    if (counts_alike && asked.line_length == style->line_length)
        asked.line_length = 0;
    if (asked.lines == style->lines)
        asked.lines = 0;
    if (counts_alike && asked.cps10 == style->cps10)
        asked.cps10 = 0;
    if (style->min_ms > 0 && is_same_ms(asked.min_ms, style->min_ms))
        asked.min_ms = 0;
    if (style->gap.checked && !style->gap.touch &&
        is_same_ms(caption_span_ms(file, &asked, asked.gap.min),
                   caption_span_ms(file, style, style->gap.min)))
        asked.gap.checked = false;
    return asked;
}

void caption_check(const struct caption_file *file, const struct caption_check *check,
                   struct caption_findings *out)
{
    struct caption_limits asked = check_asked_beside(file, check);
    struct checking c = {.file = file, .check = check, .out = out};
    c.order = caption_order(file, &c.order_count);
    c.next = check_next(file, c.order, c.order_count);
    check_copy_remarks(&c);
    check_text_limits(&c, &check->style);
    check_text_limits(&c, &asked);
    check_text(&c);
    if (file->has_times) {
        check_words(&c);
        check_times(&c);
        check_time_limits(&c, &check->style);
        check_time_limits(&c, &asked);
    }
    free(c.order);
    free(c.next);
    if (out->count > 1)
        qsort(out->rows, out->count, sizeof *out->rows, compare_findings);
}

/* Is a limit of this rule set? True for rules without one. */
static bool limits_have(const struct caption_limits *limits, enum caption_rule rule)
{
    switch (rule) {
    case RULE_LINE_LENGTH:
        return limits->line_length > 0;
    case RULE_LINES:
        return limits->lines > 0;
    case RULE_CPS:
        return limits->cps10 > 0;
    case RULE_WPM:
        return limits->wpm > 0;
    case RULE_MIN_DURATION:
        return limits->min_ms > 0 || limits->min_word_ms > 0;
    case RULE_MAX_DURATION:
        return limits->max_ms > 0;
    case RULE_GAP:
        return limits->gap.checked;
    case RULE_FITS_ONE_LINE:
        return limits->one_line && limits->line_length > 0;
    case RULE_BALANCE:
        return limits->balance;
    default:
        return true;
    }
}

/* Has any caption a colour? */
static bool is_coloured(const struct caption_file *file)
{
    size_t at = 0;
    while (at < file->count && !file->captions[at].coloured)
        at++;
    return at < file->count;
}

bool caption_is_checked(const struct caption_file *file, const struct caption_check *check,
                        enum caption_rule rule)
{
    struct checking c = {.file = file, .check = check};
    if (!checking_wants(&c, rule) || (!file->has_times && rule != RULE_ENCODING && rule != RULE_LINE_LENGTH))
        return false;
    if (rule == RULE_BEYOND)
        return check->length_ms >= 0;
    if (rule == RULE_HANGING)
        return language_find(check->language) >= 0;
    if (rule == RULE_WPM && !language_has_words(check->language))
        return false;
    if (rule == RULE_MIN_DURATION && !language_has_words(check->language))
        return check->style.min_ms > 0 || check->asked.min_ms > 0;
    if (rule == RULE_TAGS)
        return file->format != CAPTION_STL;
    if (rule == RULE_SPEAKER_SIGN)
        return check->sign && check->sign[0] && (!check->style.colours || is_coloured(file));
    if (rule == RULE_INDEX)
        return file->format == CAPTION_SRT || file->format == CAPTION_STL;
    return limits_have(&check->style, rule) || limits_have(&check->asked, rule);
}

bool caption_limit_put(struct caption_limits *limits, const char *rule, const char *value, struct error *err)
{
    int64_t number;
    enum caption_rule id = caption_rule_find(rule);
    if (strcmp(rule, "frame-rate") == 0)
        return caption_rate_put(limits, value) ||
               error_set(err, ERROR_USAGE, "%s: “%s” is not " CAPTION_RATE_VALUES, rule, value);
    if (id == RULE_COUNT)
        return error_set(err, ERROR_USAGE, "no rule is named “%s”", rule);
    if (!text_parse_int(value, &number) || number < 0 || number > 1000000)
        return error_set(err, ERROR_USAGE, "%s: “%s” is not a whole number from 0 to 1000000", rule, value);
    int limit = (int)number;
    limits->given |= RULE_BIT(id);
    if (limits->only != 0) /* it counts, whatever the style leaves out */
        limits->only |= RULE_BIT(id);
    switch (id) {
    case RULE_LINE_LENGTH:
        limits->line_length = limit;
        return true;
    case RULE_LINES:
        limits->lines = limit;
        return true;
    case RULE_CPS:
        limits->cps10 = limit * 10;
        limits->cps10_note = 0;
        return true;
    case RULE_WPM:
        limits->wpm = limit;
        return true;
    case RULE_MIN_DURATION:
        limits->min_ms = limit;
        limits->min_word_ms = 0;
        return true;
    case RULE_MAX_DURATION:
        limits->max_ms = limit;
        return true;
    case RULE_GAP:
        limits->gap = (struct caption_gap_limit){
            .checked = limit > 0, .min = {.ms = limit}, .min_level = LEVEL_WARNING};
        return true;
    default:
        return error_set(err, ERROR_USAGE, "the rule %s has no limit to set", rule);
    }
}
