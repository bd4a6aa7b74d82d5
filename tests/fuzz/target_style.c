/* House styles of the config, as any text: [style NAME] sections are read, put together, and used. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"
#include "ini.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/caption_list.h"
#include "style_list.h"

static void must(bool held, const char *promise)
{
    if (!held) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

static void must_be_clean(const char *text, const char *promise)
{
    must(text_is_clean(text, strlen(text)), promise);
}

/* A line of a section [style NAME], as the config's reader hands it over. */
static bool style_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    static const char section[] = "style";
    char where[48];
    if (strncmp(line->section, section, sizeof section - 1) != 0)
        return true;
    const char *name = line->section + sizeof section - 1;
    snprintf(where, sizeof where, "config:%d", line->number);
    return style_list_put(arg, name + strspn(name, " "), line->key, line->value, where, err);
}

/* What a style sends is what an export takes. */
static void must_send(const struct caption_style *style)
{
    struct error err;
    for (const struct style_value *value = style->sends; value->name; value++) {
        int row = param_find(&params_export, value->name);
        must(row >= 0, "a style sends parameters of an export");
        must(param_check(&params_export.rows[row], value->value, &err), "a style sends valid values");
        must_be_clean(value->value, "what a style sends is clean");
    }
}

/* What its limits promise to the checks. */
static void must_limit(const struct caption_style *style)
{
    const struct caption_limits *limits = &style->limits;
    must(limits->line_length >= 0 && limits->lines >= 0 && limits->cps10 >= 0 && limits->wpm >= 0 &&
             limits->min_ms >= 0 && limits->min_word_ms >= 0 && limits->max_ms >= 0 && limits->rate1000 >= 0,
         "no limit is negative");
    must(limits->count < COUNT_RULE_COUNT, "the count rule is one of those there are");
    for (int rule = 0; rule < RULE_COUNT; rule++)
        must(limits->levels[rule] <= LEVEL_COUNT, "a level is one of those there are");
}

/* Captions are checked by it. */
static void must_check(const struct caption_style *style)
{
    static const char text[] = "1\n00:00:01,000 --> 00:00:03,000\n- One\nand a\n\n"
                               "2\n00:00:03,080 --> 00:00:03,580\nTwo words, too fast to be read\n\n"
                               "3\n00:00:03,500 --> 00:01:08,200\n\xE6\x97\xA5\xE6\x9C\xAC\n";
    struct param_set *params = param_set_new(&params_export);
    struct export_info info = {0};
    struct caption_list *captions = caption_list_new(&(struct caption_list_source){.data = text,
                                                                                   .len = sizeof text - 1,
                                                                                   .params = params,
                                                                                   .info = &info,
                                                                                   .style = style,
                                                                                   .length_ms = 60000});
    must(captions->file.count == 3, "captions are read whatever they are checked by");
    for (size_t i = 0; i < captions->found.count; i++)
        must_be_clean(captions->found.rows[i].text, "a finding is a clean sentence");
    caption_list_drop(captions);
    param_set_free(params);
}

/* All styles at hand, the built-in ones and those of the text. */
static void must_be_styles(const struct style_list *list)
{
    const struct caption_style *style;
    struct error err;
    for (size_t i = 0; (style = style_list_at(list, i)) != NULL; i++) {
        must(style->name && style->title && style->audience && style->date && style->checked &&
                 style->limits.source && style->cannot,
             "a style has all its texts");
        must(style_list_find(list, style->name, &err) == style, "a style is found by its name");
        must((style_list_where(list, style) != NULL) == (i >= caption_style_count),
             "a style of the config has its place");
        must_be_clean(style->title, "a title is clean");
        must_be_clean(style->limits.source, "a source is clean");
        if (i < caption_style_count)
            continue;
        must_send(style);
        must_limit(style);
        must_check(style);
    }
}

void fuzz_style(const uint8_t *data, size_t size)
{
    struct style_list list = {0};
    struct error err;
    char *text = mem_copy_n((const char *)data, size);
    error_clear(&err);
    bool read = ini_read_text("config", text, strlen(text), style_take_line, &list, &err);
    if (!read || !style_list_resolve(&list, &err)) {
        must(strncmp(err.text, "config:", 7) == 0, "a refused style is named with its line");
        must_be_clean(err.text, "a refusal is a clean sentence");
    } else {
        must_be_styles(&list);
    }
    style_list_free(&list);
    free(text);
}
