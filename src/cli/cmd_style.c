/* `style`: the house styles that captions are checked by. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "handlers.h"
#include "style.h"

/* --- limits, as text and as JSON --- */

/* The part of a span: "80 ms" or "2 frames". */
static void style_span(struct buffer *out, struct caption_span span)
{
    if (span.frames > 0)
        buffer_printf(out, "%d frame%s", span.frames, span.frames == 1 ? "" : "s");
    else
        buffer_printf(out, "%d ms", span.ms);
}

/* "none, or 1500 ms and more; under 800 ms: error" */
static void style_gap(struct buffer *out, const struct caption_gap_limit *gap)
{
    struct caption_span from = gap->free.ms || gap->free.frames ? gap->free : gap->min;
    if (gap->touch)
        buffer_append_text(out, "none, or ");
    if (gap->house) {
        style_span(out, gap->min);
        buffer_append_text(out, ", or ");
    }
    style_span(out, from);
    buffer_append_text(out, " and more");
    if (gap->min_level == LEVEL_ERROR) {
        buffer_append_text(out, "; an error under ");
        style_span(out, gap->min);
    }
}

/* Appends the limit of a rule; nothing when the style has none. */
static void style_limit(struct buffer *out, const struct caption_limits *limits, enum caption_rule rule)
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
        style_gap(out, &limits->gap);
    else if (rule == RULE_FITS_ONE_LINE && limits->one_line)
        buffer_append_text(out, "one line where it fits");
    else if (rule == RULE_BALANCE && limits->balance)
        buffer_append_text(out, "neither line under half of the other");
}

/* {"line-length":"37 (count all)",…} */
static json_t *style_json_limits(const struct caption_limits *limits)
{
    json_t *object = json_object();
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        style_limit(&text, limits, (enum caption_rule)rule);
        if (text.len > 0)
            json_object_set_new(object, caption_rules[rule].name, json_string(buffer_text(&text)));
        buffer_free(&text);
    }
    return object;
}

/* A style without its values. */
static json_t *style_json(const struct caption_style *style)
{
    return json_pack("{s:b, s:s, s:s, s:s, s:s, s:s, s:s}", "ok", true, "name", style->name, "title",
                     style->title, "source", style->limits.source, "date", style->date, "checked",
                     style->checked, "audience", style->audience);
}

/* --- commands --- */

int cli_style_list(struct cli *cli)
{
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        if (cli->json) {
            cli_put_json(cli, style_json(style));
            continue;
        }
        char *line =
            mem_printf("%-16s  %s%s%s\n", style->name, style->title, style->date[0] ? ", " : "", style->date);
        cli_put_text(cli, line);
        free(line);
    }
    return 0;
}

/* The style as an object with what it sends and limits. */
static void style_show_json(struct cli *cli, const struct caption_style *style)
{
    json_t *object = style_json(style), *sends = json_object(), *rules = json_array();
    for (const struct style_value *value = style->sends; value->name; value++)
        json_object_set_new(sends, value->name, json_string(value->value));
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if (!style->limits.only || (style->limits.only & RULE_BIT(rule)))
            json_array_append_new(rules, json_string(caption_rules[rule].name));
    json_object_set_new(object, "sends", sends);
    json_object_set_new(object, "limits", style_json_limits(&style->limits));
    json_object_set_new(object, "rules", rules);
    json_object_set_new(object, "count", json_string(count_rule_name(style->limits.count)));
    json_object_set_new(object, "cannot", json_string(style->cannot));
    cli_put_json(cli, object);
}

/* The style in lines. */
static void style_show_text(struct buffer *out, const struct caption_style *style)
{
    buffer_printf(out, "%s: %s\nSource: %s", style->name, style->title, style->limits.source);
    if (style->checked[0])
        buffer_printf(out, "; checked %s", style->checked);
    if (style->audience[0])
        buffer_printf(out, "\nAudience: %s", style->audience);
    buffer_append_text(out, "\n");
    for (const struct style_value *value = style->sends; value->name; value++)
        buffer_printf(out, "%s  %-32s  %s\n", value == style->sends ? "Sends:\n" : "", value->name,
                      value->value);
    size_t before = out->len;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        style_limit(&text, &style->limits, (enum caption_rule)rule);
        if (text.len > 0)
            buffer_printf(out, "%s  %-32s  %s\n", before == out->len ? "Limits:\n" : "",
                          caption_rules[rule].name, buffer_text(&text));
        buffer_free(&text);
    }
    if (style->cannot[0])
        buffer_printf(out, "The parameters cannot give: %s\n", style->cannot);
}

int cli_style_show(struct cli *cli)
{
    struct error err;
    struct buffer out;
    error_clear(&err);
    const struct caption_style *style = style_require(cli->args->words[0], &err);
    if (!style)
        return cli_fail(cli, 0, &err);
    if (cli->json) {
        style_show_json(cli, style);
        return 0;
    }
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    style_show_text(&out, style);
    cli_put_buffer(cli, &out);
    return 0;
}
