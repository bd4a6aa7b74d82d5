/* `style`: the house styles that captions are checked by. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "output.h"
#include "handlers.h"

/* --- limits, as text and as JSON --- */

/* The part of a span: "80 ms", "2 frames" or "half a second". */
static void cmd_style_span(struct buffer *out, struct caption_span span)
{
    if (span.half_second)
        buffer_append_text(out, "half a second");
    else if (span.frames > 0)
        buffer_printf(out, "%d frame%s", span.frames, span.frames == 1 ? "" : "s");
    else
        buffer_printf(out, "%d ms", span.ms);
}

/* "none, or 1500 ms and more; under 800 ms: error" */
static void cmd_style_gap(struct buffer *out, const struct caption_gap_limit *gap)
{
    struct caption_span from =
        gap->free.ms || gap->free.frames || gap->free.half_second ? gap->free : gap->min;
    if (gap->touch)
        buffer_append_text(out, "none, or ");
    if (gap->house) {
        cmd_style_span(out, gap->min);
        buffer_append_text(out, ", or ");
    }
    cmd_style_span(out, from);
    buffer_append_text(out, " and more");
    if (gap->min_level == LEVEL_ERROR) {
        buffer_append_text(out, "; an error under ");
        cmd_style_span(out, gap->min);
    }
}

/* Appends the limit of a rule; nothing when the style has none. */
static void cmd_style_limit(struct buffer *out, const struct caption_limits *limits, enum caption_rule rule)
{
    if (rule == RULE_LINE_LENGTH && limits->line_length)
        buffer_printf(out, "%d (count %s)", limits->line_length, count_rule_name(limits->count));
    else if (rule == RULE_LINES && limits->lines)
        buffer_printf(out, "%d", limits->lines);
    else if (rule == RULE_CPS && limits->cps10_note)
        buffer_printf(out, "%d; a note over %d", limits->cps10 / 10, limits->cps10_note / 10);
    else if (rule == RULE_CPS && limits->cps10)
        buffer_printf(out, "%d", limits->cps10 / 10);
    else if (rule == RULE_WPM && limits->wpm)
        buffer_printf(out, "%d", limits->wpm);
    else if (rule == RULE_MIN_DURATION && limits->min_word_ms)
        buffer_printf(out, "%d ms a word", limits->min_word_ms);
    else if (rule == RULE_MIN_DURATION && limits->min_ms)
        buffer_printf(out, "%d ms", limits->min_ms);
    else if (rule == RULE_MAX_DURATION && limits->max_ms)
        buffer_printf(out, "%d ms", limits->max_ms);
    else if (rule == RULE_GAP && limits->gap.checked)
        cmd_style_gap(out, &limits->gap);
    else if (rule == RULE_FITS_ONE_LINE && limits->one_line)
        buffer_append_text(out, "one line where it fits");
    else if (rule == RULE_BALANCE && limits->balance)
        buffer_append_text(out, "neither line under half of the other");
}

/* The level that the style gives a rule. */
static const char *cmd_style_level(const struct caption_limits *limits, int rule)
{
    return caption_level_name((enum caption_level)(limits->levels[rule] - 1));
}

/* {"line-length":"37 (count all)",…} */
static json_t *cmd_style_json_limits(const struct caption_limits *limits)
{
    json_t *object = json_object();
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        cmd_style_limit(&text, limits, (enum caption_rule)rule);
        if (text.len > 0)
            json_object_set_new(object, caption_rules[rule].name, json_string(buffer_text(&text)));
        buffer_free(&text);
    }
    return object;
}

/* {"gap":"error","index":"off"} */
static json_t *cmd_style_json_levels(const struct caption_limits *limits)
{
    json_t *object = json_object();
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if (limits->levels[rule])
            json_object_set_new(object, caption_rules[rule].name, json_string(cmd_style_level(limits, rule)));
    return object;
}

/* A style without its values; one of the config names its line there and what it is a copy of. */
static json_t *cmd_style_json(const struct cli *cli, const struct caption_style *style)
{
    const char *where = style_list_where(&cli->settings.styles, style);
    json_t *object = json_pack("{s:b, s:s, s:s, s:s, s:s, s:s, s:s}", "ok", true, "name", style->name,
                               "title", style->title, "source", style->limits.source, "date", style->date,
                               "checked", style->checked, "audience", style->audience);
    if (where) {
        json_object_set_new(object, "config", cli_json_text(where, strlen(where)));
        json_object_set_new(object, "from", json_string(style_list_from(&cli->settings.styles, style)));
    }
    return object;
}

/* --- commands --- */

/* "bbc               BBC, broadcast and online, March 2026"; a style of the config has its line. */
static char *cmd_style_line(const struct cli *cli, const struct caption_style *style)
{
    const char *where = style_list_where(&cli->settings.styles, style);
    const char *behind = where ? where : style->date;
    return mem_printf("%-16s  %s%s%s", style->name, style->title, *behind ? ", " : "", behind);
}

int cli_style_list(struct cli *cli)
{
    const struct caption_style *style;
    for (size_t i = 0; (style = style_list_at(&cli->settings.styles, i)); i++) {
        if (cli->json) {
            cli_put_json(cli, cmd_style_json(cli, style));
            continue;
        }
        char *line = cmd_style_line(cli, style), *clean = text_clean_copy(line);
        cli_put_text(cli, clean);
        cli_put_text(cli, "\n");
        free(line);
        free(clean);
    }
    return 0;
}

/* The style as an object with what it sends and limits. */
static void cmd_style_show_json(struct cli *cli, const struct caption_style *style)
{
    json_t *object = cmd_style_json(cli, style), *sends = json_object(), *rules = json_array();
    for (const struct style_value *value = style->sends; value->name; value++)
        json_object_set_new(sends, value->name, json_string(value->value));
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if (!style->limits.only || (style->limits.only & RULE_BIT(rule)))
            json_array_append_new(rules, json_string(caption_rules[rule].name));
    json_object_set_new(object, "sends", sends);
    json_object_set_new(object, "limits", cmd_style_json_limits(&style->limits));
    json_object_set_new(object, "rules", rules);
    if (style_list_where(&cli->settings.styles, style))
        json_object_set_new(object, "levels", cmd_style_json_levels(&style->limits));
    json_object_set_new(object, "count", json_string(count_rule_name(style->limits.count)));
    json_object_set_new(object, "cannot", json_string(style->cannot));
    cli_put_json(cli, object);
}

/* Appends "  name   value" below a heading, which only the first row has. */
static void cmd_style_row(struct buffer *out, const char **heading, const char *name, const char *value)
{
    buffer_printf(out, "%s  %-32s  ", *heading, name);
    text_clean(out, value, strlen(value));
    buffer_append_char(out, '\n');
    *heading = "";
}

/* The rules whose level or presence is not the usual one. */
static void cmd_style_show_levels(struct buffer *out, const struct caption_limits *limits)
{
    const char *heading = "Levels:\n";
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        if (limits->only && !(limits->only & RULE_BIT(rule)))
            cmd_style_row(out, &heading, caption_rules[rule].name, "off");
        else if (limits->levels[rule])
            cmd_style_row(out, &heading, caption_rules[rule].name, cmd_style_level(limits, rule));
    }
}

/* Where the style comes from. */
static void cmd_style_show_source(struct buffer *out, const struct cli *cli,
                                  const struct caption_style *style)
{
    const char *where = style_list_where(&cli->settings.styles, style);
    buffer_printf(out, "%s: %s\nSource: %s", style->name, style->title, style->limits.source);
    if (where) {
        buffer_append_text(out, "\nConfig: ");
        text_clean(out, where, strlen(where));
        buffer_printf(out, "; from %s", style_list_from(&cli->settings.styles, style));
    }
    if (style->checked[0])
        buffer_printf(out, "; checked %s", style->checked);
    if (style->audience[0])
        buffer_printf(out, "\nAudience: %s", style->audience);
    buffer_append_text(out, "\n");
}

/* The style in lines. */
static void cmd_style_show_text(struct buffer *out, const struct cli *cli, const struct caption_style *style)
{
    const char *heading = "Sends:\n";
    cmd_style_show_source(out, cli, style);
    for (const struct style_value *value = style->sends; value->name; value++)
        cmd_style_row(out, &heading, value->name, value->value);
    heading = "Limits:\n";
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        cmd_style_limit(&text, &style->limits, (enum caption_rule)rule);
        if (text.len > 0)
            cmd_style_row(out, &heading, caption_rules[rule].name, buffer_text(&text));
        buffer_free(&text);
    }
    cmd_style_show_levels(out, &style->limits);
    if (style->cannot[0])
        buffer_printf(out, "Not possible with parameters: %s\n", style->cannot);
}

int cli_style_show(struct cli *cli)
{
    struct error err;
    struct buffer out;
    error_clear(&err);
    const struct caption_style *style = style_list_find(&cli->settings.styles, cli->args->words[0], &err);
    if (!style)
        return cli_fail(cli, 0, &err);
    if (cli->json) {
        cmd_style_show_json(cli, style);
        return 0;
    }
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cmd_style_show_text(&out, cli, style);
    cli_put_buffer(cli, &out);
    return 0;
}
