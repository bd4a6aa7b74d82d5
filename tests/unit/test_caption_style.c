/* The laws of the table of house styles. */
#include <criterion/criterion.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/text.h"
#include "steno/caption/style.h"

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
