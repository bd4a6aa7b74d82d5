/* The laws of the table of house styles. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "steno/api/param.h"
#include "steno/base/text.h"
#include "steno/caption/style.h"
#include "support/asserts.h"

Test(caption_style, what_a_style_sends_are_parameters_of_an_export_with_valid_values)
{
    struct error err;
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        for (const struct style_value *value = style->sends; value->name; value++) {
            int row = param_find(&params_export, value->name);
            cr_assert_geq(row, 0, "%s sends %s", style->name, value->name);
            cr_assert(param_check(&params_export.rows[row], value->value, &err), "%s: %s", style->name,
                      err.text);
        }
    }
}

Test(caption_style, every_row_names_its_source_and_its_texts_fit)
{
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        cr_assert(style->name[0] && style->title[0] && strlen(style->title) <= 72, "%s", style->name);
        cr_assert(style->limits.source && style->limits.source[0], "%s has no source", style->name);
        cr_assert(style->cannot && style->date && style->audience);
        cr_assert_eq(caption_style_find(style->name), style, "%s is there twice", style->name);
        cr_assert(strcmp(style->name, STYLE_DEFAULT) == 0 || strlen(style->checked) == strlen("2026-11-21"));
    }
    cr_assert(caption_style_find(STYLE_DEFAULT));
    cr_assert_null(caption_style_find("nobody"));
}

/* The numbers of the documents, once more by hand: line, lines, cps in tenths, wpm, least and most ms. */
static const struct {
    const char *name;
    int line, lines, cps10, wpm, min_ms, max_ms;
} numbers[] = {
    {"asked", 0, 0, 0, 0, 0, 0},
    {"netflix-en", 42, 2, 200, 0, 833, 7000},
    {"netflix-de", 42, 2, 170, 0, 833, 7000},
    {"netflix-cs", 42, 2, 170, 0, 833, 7000},
    {"netflix-en-kids", 42, 2, 170, 0, 833, 7000},
    {"netflix-de-kids", 42, 2, 130, 0, 833, 7000},
    {"netflix-cs-kids", 42, 2, 130, 0, 833, 7000},
    {"bbc", 37, 2, 0, 180, 0, 0},
    {"ard", 37, 2, 150, 0, 1000, 0},
    {"ard-kids", 37, 2, 110, 0, 1000, 0},
    {"jtp-cs", 42, 2, 170, 0, 1000, 7000},
    {"jtp-kids", 42, 2, 130, 0, 1000, 7000},
    {"ted", 42, 2, 210, 0, 1000, 7000},
    {"dcmp-lower", 32, 2, 0, 130, 1333, 6000},
    {"dcmp-middle", 32, 2, 0, 140, 1333, 6000},
    {"dcmp-upper", 32, 2, 0, 160, 1333, 6000},
    {"teletext", 40, 2, 0, 0, 0, 0},
    {"plain-upload", 0, 0, 0, 0, 0, 0},
};

Test(caption_style, the_numbers_are_those_of_the_documents)
{
    size_t count = sizeof numbers / sizeof numbers[0];
    cr_assert_eq(caption_style_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct caption_style *style = caption_style_find(numbers[i].name);
        cr_assert(style, "%s", numbers[i].name);
        const struct caption_limits *limits = &style->limits;
        cr_expect(limits->line_length == numbers[i].line && limits->lines == numbers[i].lines, "%s lines",
                  style->name);
        cr_expect(limits->cps10 == numbers[i].cps10 && limits->wpm == numbers[i].wpm, "%s speed",
                  style->name);
        cr_expect(limits->min_ms == numbers[i].min_ms && limits->max_ms == numbers[i].max_ms, "%s times",
                  style->name);
    }
}

/* The rest of the limits: note over so many tenths, ms a word, the gap's least and free ms at the style's own
 * rate, and the rest in letters: t touch, h house, E an error under the least, 1 one line, b balance, c
 * colours, d signs on both lines. */
static const struct {
    const char *name;
    int note, word_ms, rate, least, free;
    const char *rest;
} others[] = {
    {"netflix-en", 0, 0, 24, 83, 500, "h1d"},
    {"netflix-de", 0, 0, 24, 83, 500, "h1d"},
    {"netflix-cs", 0, 0, 24, 83, 500, "h1d"},
    {"netflix-en-kids", 0, 0, 24, 83, 500, "h1d"},
    {"netflix-de-kids", 0, 0, 24, 83, 500, "h1d"},
    {"netflix-cs-kids", 0, 0, 24, 83, 500, "h1d"},
    {"bbc", 0, 300, 25, 800, 1500, "tEc"},
    {"ard", 0, 0, 25, 40, 0, "c"},
    {"ard-kids", 0, 0, 25, 40, 0, "c"},
    {"jtp-cs", 150, 0, 25, 80, 0, ""},
    {"jtp-kids", 0, 0, 25, 80, 0, ""},
    {"ted", 0, 0, 0, 0, 0, "b"},
    {"teletext", 0, 0, 25, 0, 0, ""},
};

Test(caption_style, gaps_and_the_rest_are_those_of_the_documents)
{
    struct caption_file file = {.step_ms = 1};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct caption_style *style = caption_style_find(others[i].name);
        const struct caption_limits *limits = &style->limits;
        char rest[16];
        snprintf(rest, sizeof rest, "%s%s%s%s%s%s%s", limits->gap.touch ? "t" : "",
                 limits->gap.house ? "h" : "",
                 limits->gap.checked && limits->gap.min_level == LEVEL_ERROR ? "E" : "",
                 limits->one_line ? "1" : "", limits->balance ? "b" : "", limits->colours ? "c" : "",
                 limits->dialogue == DIALOGUE_BOTH ? "d" : "");
        cr_expect_str_eq(rest, others[i].rest, "%s", style->name);
        cr_expect(limits->cps10_note == others[i].note && limits->min_word_ms == others[i].word_ms &&
                      limits->rate1000 == others[i].rate * 1000,
                  "%s", style->name);
        cr_expect_eq(limits->gap.checked, others[i].least > 0, "%s", style->name);
        cr_expect_eq(caption_span_ms(&file, limits, limits->gap.min), others[i].least, "%s", style->name);
        cr_expect_eq(caption_span_ms(&file, limits, limits->gap.free), others[i].free, "%s", style->name);
    }
    cr_expect_eq(caption_style_find("teletext")->limits.count, COUNT_CELLS);
    cr_expect_eq(caption_style_find("plain-upload")->limits.only,
                 RULE_BIT(RULE_ENCODING) | RULE_BIT(RULE_TAGS) | RULE_BIT(RULE_OVERLAP) |
                     RULE_BIT(RULE_ORDER) | RULE_BIT(RULE_BEYOND) | RULE_BIT(RULE_BAD_TIMES));
}

/* The value that a style sends, as a number; -1 for none. */
static int64_t sent(const struct caption_style *style, const char *name)
{
    int64_t number;
    for (const struct style_value *value = style->sends; value->name; value++)
        if (strcmp(value->name, name) == 0 && text_parse_int(value->value, &number))
            return number;
    return -1;
}

/* A service that does what it is asked leaves no finding of the style that asked it. */
Test(caption_style, what_a_style_sends_keeps_its_own_limits)
{
    struct caption_file file = {.step_ms = 1};
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        const struct caption_limits *limits = &style->limits;
        int64_t line = sent(style, "SubtitleLineLength"), speed = sent(style, "CharsPerSecond");
        int64_t least = sent(style, "MinLineDurationMs"), pause = sent(style, "PauseBetweenCaptionsMs");
        cr_expect(!limits->line_length || line <= limits->line_length, "%s line", style->name);
        cr_expect(!limits->cps10 || (speed > 0 && speed * 10 <= limits->cps10), "%s speed", style->name);
        cr_expect_geq(least < 0 ? 0 : least, limits->min_ms, "%s duration", style->name);
        if (limits->gap.checked)
            cr_expect(pause == 0 ? limits->gap.touch
                                 : pause >= caption_span_ms(&file, limits, limits->gap.min),
                      "%s pause", style->name);
    }
}

/* What a style sends, as "Name=value" one after the other. */
static void expect_sends(const char *name, const char *wanted)
{
    char all[512] = "";
    for (const struct style_value *value = caption_style_find(name)->sends; value->name; value++) {
        size_t len = strlen(all);
        snprintf(all + len, sizeof all - len, "%s%s=%s", len > 0 ? " " : "", value->name, value->value);
    }
    cr_expect_str_eq(all, wanted, "%s", name);
}

Test(caption_style, what_is_sent_is_what_the_documents_ask)
{
    expect_sends("asked", "");
    expect_sends("netflix-en", "SubtitleLineLength=42 CharsPerSecond=20 MinLineDurationMs=834 "
                               "PauseBetweenCaptionsMs=84 AutofillPauseBetweenCaptionsMs=458 "
                               "EllipsisGapDurationMs=2000");
    expect_sends("netflix-cs-kids", "SubtitleLineLength=42 CharsPerSecond=13 MinLineDurationMs=834 "
                                    "PauseBetweenCaptionsMs=84 AutofillPauseBetweenCaptionsMs=458 "
                                    "EllipsisGapDurationMs=2000");
    expect_sends("bbc", "SubtitleLineLength=37 CharsPerSecond=15 MinLineDurationMs=1000 "
                        "PauseBetweenCaptionsMs=0 AutofillPauseBetweenCaptionsMs=1499");
    expect_sends("ard-kids",
                 "SubtitleLineLength=37 CharsPerSecond=11 MinLineDurationMs=1000 PauseBetweenCaptionsMs=40");
    expect_sends("jtp-cs",
                 "SubtitleLineLength=42 CharsPerSecond=15 MinLineDurationMs=1000 PauseBetweenCaptionsMs=80");
    expect_sends("ted", "SubtitleLineLength=42 CharsPerSecond=21 MinLineDurationMs=1000");
    expect_sends("dcmp-upper", "SubtitleLineLength=32 CharsPerSecond=12 MinLineDurationMs=1334");
    expect_sends("plain-upload", "FileFormatId=srt FormattingMode=None HighlightingMode=None");
}
