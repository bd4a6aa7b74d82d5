/* The styles of the config: copies of others with single values changed. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/api/param.h"
#include "style_list.h"
#include "support/asserts.h"

static struct style_list list;
static struct error err;

static void begin(void)
{
    list = (struct style_list){0};
    error_clear(&err);
}

static void end(void)
{
    style_list_free(&list);
}

TestSuite(style_list, .init = begin, .fini = end);

/* Takes lines "NAME|key|value", numbered from 1, and puts the styles together. */
static bool load(const char *const *lines)
{
    for (int i = 0; lines[i]; i++) {
        char name[200], key[200], value[200] = "", where[40];
        cr_assert_geq(sscanf(lines[i], "%199[^|]|%199[^|]|%199[^\n]", name, key, value), 2);
        snprintf(where, sizeof where, "config:%d", i + 1);
        if (!style_list_put(&list, name, key, value, where, &err))
            return false;
    }
    return style_list_resolve(&list, &err);
}

#define LOAD(...) load((const char *const[]){__VA_ARGS__, NULL})

/* What a style sends as a parameter, or NULL. */
static const char *sent(const char *style, const char *name)
{
    const struct caption_style *row = style_list_find(&list, style, &err);
    cr_assert(row, "%s", err.text);
    for (const struct style_value *value = row->sends; value->name; value++)
        if (strcmp(value->name, name) == 0)
            return value->value;
    return NULL;
}

Test(style_list, every_parameter_has_room)
{
    cr_assert_leq(params_export.count, STYLE_SENDS_MAX);
}

Test(style_list, a_style_is_a_copy_with_single_values_changed)
{
    cr_assert(LOAD("web|from|bbc", "web|line-length|40", "web|subtitlelinelength|40", "web|CharsPerSecond|",
                   "web|Language|en-GB", "web|title|For the web", "web|level.gap|note"),
              "%s", err.text);
    const struct caption_style *style = style_list_find(&list, "web", &err);
    cr_assert(style);
    cr_expect_eq(style->limits.line_length, 40);
    cr_expect_eq(style->limits.wpm, 180);
    cr_expect_str_eq(style->title, "For the web");
    cr_expect_str_eq(style->limits.source, "web, from bbc");
    cr_expect_str_eq(sent("web", "SubtitleLineLength"), "40");
    cr_expect_str_eq(sent("web", "Language"), "en-GB");
    cr_expect_null(sent("web", "CharsPerSecond"));
    cr_expect_str_eq(sent("bbc", "CharsPerSecond"), "15", "the original is as it was");
    cr_expect_str_eq(style_list_where(&list, style), "config:1");
    cr_expect_str_eq(style_list_from(&list, style), "bbc");
    cr_expect_null(style_list_where(&list, caption_style_find("bbc")));
    cr_expect_eq(style_list_at(&list, caption_style_count), style);
    cr_expect_null(style_list_at(&list, caption_style_count + 1));
}

Test(style_list, a_copy_of_a_copy_may_stand_before_it)
{
    cr_assert(LOAD("c|from|b", "c|cps|10", "b|from|a", "b|lines|1", "a|from|ard", "a|wpm|120"), "%s",
              err.text);
    const struct caption_limits *limits = &style_list_find(&list, "c", &err)->limits;
    cr_expect(limits->cps10 == 100 && limits->lines == 1 && limits->wpm == 120 && limits->line_length == 37);
}

Test(style_list, without_from_a_style_begins_with_no_limit)
{
    cr_assert(LOAD("mine|cps|17"));
    const struct caption_style *style = style_list_find(&list, "mine", &err);
    cr_expect(style->limits.cps10 == 170 && style->limits.line_length == 0 && !style->sends[0].name);
    cr_expect_str_eq(style_list_from(&list, style), STYLE_DEFAULT);
    cr_expect_str_eq(style->limits.source, "mine");
}

Test(style_list, all_parameters_fit_in_one_style)
{
    for (size_t i = 0; i < params_export.count; i++) {
        const struct param_def *def = &params_export.rows[i];
        const char *value = def->type == PARAM_BOOL ? "true" : "1";
        cr_assert(style_list_put(&list, "all", def->name, value, "config:1", &err), "%s", err.text);
    }
    cr_assert(style_list_resolve(&list, &err), "%s", err.text);
    cr_expect_str_eq(sent("all", params_export.rows[params_export.count - 1].name), "1");
}

/* Fails unless the last lines were refused with this error. */
static void expect_error(const char *text)
{
    cr_expect_str_eq(err.text, text);
    cr_expect_eq(err.kind, ERROR_USAGE);
    style_list_free(&list);
    error_clear(&err);
}

Test(style_list, what_is_not_known_is_refused_with_its_line)
{
    cr_expect_not(LOAD("a|from|bbc", "a|linelength|3"));
    expect_error("config:2: a style has no “linelength”; did you mean line-length?");
    cr_expect_not(LOAD("a|xyzzy|3"));
    expect_error("config:1: a style has no “xyzzy”");
    cr_expect_not(LOAD("a|cps|1", "a|from|bcc"));
    expect_error("config:2: there is no style “bcc”; did you mean bbc?");
    cr_expect_not(LOAD("a|cps|many"));
    expect_error("config:1: cps: “many” is invalid: give a whole number from 0 (no limit) to 1000000");
    cr_expect_not(LOAD("a|PauseBetweenCaptionsMs|long"));
    expect_error("config:1: PauseBetweenCaptionsMs: “long” is not a whole number");
    cr_expect_not(LOAD("a|level.nothing|error"));
    expect_error("config:1: no rule is named “nothing”");
    cr_expect_not(LOAD("a|title|x\x1b[31m"));
    expect_error("the line contains a control or an invisible character");
}

Test(style_list, a_style_that_is_made_from_itself_is_refused)
{
    cr_expect_not(LOAD("a|from|a"));
    expect_error("config:1: from: the style a is based on itself");
    cr_expect_not(LOAD("a|cps|1", "a|from|b", "b|from|c", "c|from|a"));
    expect_error("config:4: from: the style a is based on itself");
}

Test(style_list, names_that_cannot_be_typed_or_are_taken_are_refused)
{
    cr_expect_not(LOAD("bbc|cps|1"));
    expect_error("the style bbc is built in: give yours another name, and write “from = bbc”");
    cr_expect_not(LOAD("my style|cps|1"));
    expect_error("a style needs a name of 1 to 40 letters, digits, - and _, such as [style news-web]");
    cr_expect_not(style_list_put(&list, "", NULL, NULL, "config:1", &err));
    style_list_free(&list);
    cr_expect_not(
        style_list_put(&list, "12345678901234567890123456789012345678901", NULL, NULL, "c:1", &err));
}

Test(style_list, there_is_an_end_to_styles)
{
    char name[20];
    for (int i = 0; i < STYLE_OWN_MAX; i++) {
        snprintf(name, sizeof name, "s%d", i);
        cr_assert(style_list_put(&list, name, NULL, NULL, "c:1", &err));
    }
    cr_expect_not(style_list_put(&list, "more", NULL, NULL, "c:1", &err));
    expect_error("there are more than 100 styles");
}
