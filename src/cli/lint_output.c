/* Owns the three forms of `lint`. Everything from the file is cleaned here: it may come from anybody. */
/* SPDX-License-Identifier: MIT */
#include "lint_output.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/core/caption_verdict.h"
#include "output.h"

#define OUTPUT_MAX ((size_t)1 << 30)
#define QUOTE_MAX                                                                                            \
    2000 /* bytes of a caption that each of its findings quotes: a file may have one long caption */
#define PIECE 65536 /* what is written at once */

static const char *const format_names[LINT_FORMAT_COUNT] = {
    [LINT_TEXT] = "text", [LINT_JSON] = "json", [LINT_JUNIT] = "junit"};

enum lint_format lint_format_find(const char *name)
{
    int format = 0;
    while (format < LINT_FORMAT_COUNT && strcmp(format_names[format], name) != 0)
        format++;
    return (enum lint_format)format;
}

/* The caption of a finding, NULL for one about the file. */
static const struct caption *lint_caption(const struct lint_file *lint, const struct caption_finding *row)
{
    return row->caption > 0 ? &lint->file->captions[row->caption - 1] : NULL;
}

/* The caption's lines, cut with an ellipsis at QUOTE_MAX bytes. */
static void lint_quote(struct buffer *out, const struct caption *caption)
{
    for (size_t i = 0; caption && i < caption->count; i++) {
        const char *text = caption->lines[i].text;
        buffer_append_text(out, i > 0 ? "\n" : "");
        size_t room = out->len < QUOTE_MAX ? QUOTE_MAX - out->len : 0, len = strnlen(text, room + 1);
        if (len <= room) {
            buffer_append(out, text, len);
            continue;
        }
        while (room > 0 && ((unsigned char)text[room] & 0xC0) == 0x80)
            room--;
        buffer_append(out, text, room);
        buffer_append_text(out, "…");
        return;
    }
}

/* --- text --- */

/* FILE:LINE:COLUMN: error: caption 102 at 00:00:03,000: what [rule] */
static void lint_text_row(struct buffer *out, const struct lint_file *lint, const struct caption_finding *row)
{
    char name[CAPTION_NAME_SIZE];
    text_clean(out, lint->name, strlen(lint->name));
    buffer_printf(out, ":%u:%u: %s: ", row->at.line, row->at.column, caption_level_name(row->level));
    if (row->caption > 0) {
        caption_name(lint->file, row->caption - 1, name);
        buffer_printf(out, "caption %s: ", name);
    }
    text_clean(out, row->text, strlen(row->text));
    buffer_printf(out, " [%s]\n", caption_rules[row->rule].name);
}

/* What was found in all, and what was not checked. */
static void lint_say_verdict(const struct lint_file *lint)
{
    const size_t *by_level = lint->found->by_level;
    size_t all = by_level[LEVEL_ERROR] + by_level[LEVEL_WARNING] + by_level[LEVEL_NOTE];
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    text_clean(&line, lint->name, strlen(lint->name));
    buffer_append_text(&line, ": ");
    caption_verdict_put_counts(&line, lint->file->count, by_level);
    buffer_printf(&line, "; style %s, count %s", lint->style->name,
                  count_rule_name(lint->check->style.count));
    const char *before = "; not checked: ";
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        if (caption_is_checked(lint->file, lint->check, (enum caption_rule)rule))
            continue;
        buffer_printf(&line, "%s%s", before, caption_rules[rule].name);
        before = " ";
    }
    char rate[CAPTION_RATE_SIZE];
    int assumed = caption_rate_assumed(lint->file, lint->check);
    caption_rate_text(rate, assumed);
    if (assumed > 0)
        buffer_printf(&line, "; the file has no frame rate: %s assumed", rate);
    for (size_t i = 0; lint->file->unjudged[i]; i++)
        buffer_printf(&line, "%s%s",
                      i > 0 ? ", " : "; in the file and not checked: ", lint->file->unjudged[i]);
    if (all > lint->found->count)
        buffer_printf(&line, "; %zu findings are counted but not listed", all - lint->found->count);
    cli_say("%s", buffer_text(&line));
    buffer_free(&line);
}

/* --- JSON --- */

static json_t *lint_json_number(int64_t value, int decimals)
{
    if (decimals == 0)
        return json_integer(value);
    return json_real((double)value / (decimals == 2 ? 100 : 10));
}

/* {"file","id","caption","line","column","byte","start_ms","end_ms","rule","level",…} */
static json_t *lint_json_row(const struct lint_file *lint, const struct caption_finding *row)
{
    const struct caption *caption = lint_caption(lint, row);
    bool timed = caption && caption->timed;
    json_t *object = json_object();
    json_object_set_new(object, "file", cli_json_text(lint->name, strlen(lint->name)));
    json_object_set_new(object, "id", lint->id ? json_integer(lint->id) : json_null());
    json_object_set_new(object, "caption", caption ? json_integer((json_int_t)row->caption) : json_null());
    json_object_set_new(object, "line", json_integer(row->at.line));
    json_object_set_new(object, "column", json_integer(row->at.column));
    json_object_set_new(object, "byte", json_integer((json_int_t)row->at.byte));
    json_object_set_new(object, "start_ms", timed ? json_integer(caption->start_ms) : json_null());
    json_object_set_new(object, "end_ms", timed ? json_integer(caption->end_ms) : json_null());
    json_object_set_new(object, "rule", json_string(caption_rules[row->rule].name));
    json_object_set_new(object, "level", json_string(caption_level_name(row->level)));
    json_object_set_new(object, "value",
                        row->measured ? lint_json_number(row->value, row->decimals) : json_null());
    json_object_set_new(object, "limit",
                        row->measured ? lint_json_number(row->limit, row->decimals) : json_null());
    json_object_set_new(object, "unit", row->measured ? json_string(row->unit) : json_null());
    json_object_set_new(object, "source", json_string(row->source));
    json_object_set_new(object, "message", json_string(row->text));
    struct buffer text;
    buffer_init(&text, OUTPUT_MAX);
    lint_quote(&text, caption);
    json_object_set_new(object, "text", cli_json_text(buffer_text(&text), text.len));
    buffer_free(&text);
    return object;
}

/* {"file","ok","captions","errors",…,"judged":[…],"not_judged":[…]} */
static json_t *lint_json_verdict(const struct lint_file *lint)
{
    const size_t *by_level = lint->found->by_level;
    json_t *object = json_object(), *judged = json_array(), *not_judged = json_array();
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        bool checked = caption_is_checked(lint->file, lint->check, (enum caption_rule)rule);
        json_array_append_new(checked ? judged : not_judged, json_string(caption_rules[rule].name));
    }
    for (size_t i = 0; lint->file->unjudged[i]; i++)
        json_array_append_new(not_judged, json_string(lint->file->unjudged[i]));
    json_object_set_new(object, "file", cli_json_text(lint->name, strlen(lint->name)));
    json_object_set_new(object, "id", lint->id ? json_integer(lint->id) : json_null());
    json_object_set_new(object, "ok", json_boolean(!lint->failed));
    json_object_set_new(object, "format", json_string(caption_format_name(lint->file->format)));
    json_object_set_new(object, "captions", json_integer((json_int_t)lint->file->count));
    json_object_set_new(object, "errors", json_integer((json_int_t)by_level[LEVEL_ERROR]));
    json_object_set_new(object, "warnings", json_integer((json_int_t)by_level[LEVEL_WARNING]));
    json_object_set_new(object, "notes", json_integer((json_int_t)by_level[LEVEL_NOTE]));
    json_object_set_new(object, "style", json_string(lint->style->name));
    json_object_set_new(object, "count", json_string(count_rule_name(lint->check->style.count)));
    int assumed = caption_rate_assumed(lint->file, lint->check);
    json_object_set_new(object, "frame_rate_assumed", assumed ? json_real(assumed / 1000.0) : json_null());
    json_object_set_new(object, "judged", judged);
    json_object_set_new(object, "not_judged", not_judged);
    return object;
}

/* --- JUnit --- */

/* A cleaned text within XML. */
static void lint_output_xml_text(struct buffer *out, const char *text)
{
    struct buffer clean;
    buffer_init(&clean, OUTPUT_MAX);
    text_clean(&clean, text, strlen(text));
    for (const char *c = buffer_text(&clean); *c; c++) {
        const char *escaped = *c == '&'   ? "&amp;"
                              : *c == '<' ? "&lt;"
                              : *c == '>' ? "&gt;"
                              : *c == '"' ? "&quot;"
                                          : NULL;
        if (escaped)
            buffer_append_text(out, escaped);
        else
            buffer_append_char(out, *c);
    }
    buffer_free(&clean);
}

/* The findings of a rule that fail, or those that do not; how many. */
static size_t lint_output_junit_rows(struct buffer *out, const struct lint_file *lint, int rule, bool failing)
{
    size_t count = 0;
    for (size_t i = 0; i < lint->found->count; i++) {
        const struct caption_finding *row = &lint->found->rows[i];
        if ((int)row->rule != rule || (row->level >= lint->fail_on) != failing)
            continue;
        struct buffer line;
        buffer_init(&line, OUTPUT_MAX);
        lint_text_row(&line, lint, row);
        line.data[--line.len] = '\0'; /* the newline is no text */
        lint_output_xml_text(out, line.data);
        buffer_append_char(out, '\n');
        buffer_free(&line);
        count++;
    }
    return count;
}

/* One test case: a rule. *failed and *skipped count. */
static void lint_output_junit_case(struct buffer *out, const struct lint_file *lint, int rule, size_t *failed,
                                   size_t *skipped)
{
    struct buffer failing, others;
    buffer_init(&failing, OUTPUT_MAX);
    buffer_init(&others, OUTPUT_MAX);
    size_t count = lint_output_junit_rows(&failing, lint, rule, true);
    for (int level = (int)lint->fail_on; level < LEVEL_COUNT; level++)
        count += lint->found->dropped[rule][level];
    buffer_printf(out, "    <testcase classname=\"steno.lint\" name=\"%s\">\n", caption_rules[rule].name);
    if (count > 0) {
        buffer_printf(out, "      <failure message=\"%zu found\">%s</failure>\n", count,
                      buffer_text(&failing));
        ++*failed;
    } else if (lint_output_junit_rows(&others, lint, rule, false) == 0 &&
               !caption_is_checked(lint->file, lint->check, (enum caption_rule)rule)) {
        buffer_append_text(out, "      <skipped message=\"not checked\"/>\n");
        ++*skipped;
    } else if (others.len > 0) {
        buffer_printf(out, "      <system-out>%s</system-out>\n", buffer_text(&others));
    }
    buffer_append_text(out, "    </testcase>\n");
    buffer_free(&failing);
    buffer_free(&others);
}

static void lint_output_junit_suite(struct buffer *out, const struct lint_file *lint)
{
    struct buffer cases;
    size_t failed = 0, skipped = 0;
    buffer_init(&cases, OUTPUT_MAX);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        lint_output_junit_case(&cases, lint, rule, &failed, &skipped);
    buffer_append_text(out, "  <testsuite name=\"");
    lint_output_xml_text(out, lint->name);
    buffer_printf(out, "\" tests=\"%d\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n%s  </testsuite>\n",
                  RULE_COUNT, failed, skipped, buffer_text(&cases));
    buffer_free(&cases);
}

/* --- all forms --- */

void lint_begin(struct cli *cli, enum lint_format format)
{
    if (format == LINT_JUNIT)
        cli_put_text(cli, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
}

void lint_end(struct cli *cli, enum lint_format format)
{
    if (format == LINT_JUNIT)
        cli_put_text(cli, "</testsuites>\n");
}

void lint_write(struct cli *cli, enum lint_format format, const struct lint_file *lint)
{
    struct buffer out;
    buffer_init(&out, OUTPUT_MAX);
    for (size_t i = 0; i < lint->found->count && !cli->out_errno; i++) {
        const struct caption_finding *row = &lint->found->rows[i];
        if (format == LINT_JSON)
            cli_put_json(cli, lint_json_row(lint, row));
        else if (format == LINT_TEXT)
            lint_text_row(&out, lint, row);
        if (out.len >= PIECE) {
            cli_put(cli, out.data, out.len);
            buffer_clear(&out);
        }
    }
    if (format == LINT_JUNIT)
        lint_output_junit_suite(&out, lint);
    cli_put_buffer(cli, &out);
    if (format == LINT_JSON)
        cli_put_json(cli, lint_json_verdict(lint));
    else
        lint_say_verdict(lint);
}

void lint_write_failure(struct cli *cli, enum lint_format format, const char *name, const struct error *err)
{
    struct buffer out;
    if (format != LINT_JUNIT)
        return;
    buffer_init(&out, OUTPUT_MAX);
    buffer_append_text(&out, "  <testsuite name=\"");
    lint_output_xml_text(&out, name);
    buffer_append_text(&out,
                       "\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
                       "    <testcase classname=\"steno.lint\" name=\"read\">\n      <error message=\"");
    lint_output_xml_text(&out, err->text);
    buffer_append_text(&out, "\"/>\n    </testcase>\n  </testsuite>\n");
    cli_put_buffer(cli, &out);
}
