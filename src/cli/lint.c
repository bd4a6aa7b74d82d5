/* Everything from a file is cleaned by its reader, its name here: both may come from anybody. */
/* SPDX-License-Identifier: MIT */
#include "lint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/connect.h"
#include "steno/cli/output.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/work/export_file.h"

/* What is checked, and what was found. */
struct lint_report {
    const char *name;
    int64_t id; /* 0 for a file */
    const char *style;
    struct caption_limits limits;
    struct caption_file file;
    struct caption_findings found;
    bool has_failed;
};

bool lint_read_fail_on(const struct args *args, struct lint *lint, struct error *err)
{
    const char *name = args->options[OPTION_FAIL_ON] ? args->options[OPTION_FAIL_ON] : "error";
    int level = 0;
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), name) != 0)
        level++;
    lint->fail_on = (enum caption_level)level;
    return level < LEVEL_COUNT || strcmp(name, "never") == 0 ||
           error_set(err, ERROR_USAGE, "--fail-on: give error, warning or never");
}

/* Is the rule checked by these limits? */
static bool lint_has_rule(const struct lint_report *report, int rule)
{
    return !caption_rules[rule].has_limit || report->limits.limit[rule] > 0;
}

/* --- text --- */

/* FILE:LINE: error: caption 102 at 00:00:03,000: what [rule] */
static void lint_put_text(struct cli *cli, const struct lint_report *report,
                          const struct caption_finding *finding)
{
    const struct caption *caption = finding->caption ? &report->file.captions[finding->caption - 1] : NULL;
    char text[CAPTION_FINDING_SIZE], start[CAPTION_TIME_SIZE];
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_clean(&out, report->name, strlen(report->name));
    buffer_printf(&out, ":%u: %s: ", caption ? caption->line : 1, caption_level_name(finding->level));
    if (caption && caption->is_timed) {
        caption_time(start, caption->start_ms);
        buffer_printf(&out, "caption %zu at %s: ", finding->caption, start);
    } else if (caption) {
        buffer_printf(&out, "caption %zu: ", finding->caption);
    }
    caption_finding_text(text, finding, &report->limits);
    buffer_printf(&out, "%s [%s]\n", text, caption_rules[finding->rule].name);
    cli_put_buffer(cli, &out);
}

/* What was found in all, and which rules had no limit. */
static void lint_say_verdict(const struct lint_report *report)
{
    char counts[CAPTIONS_COUNTS_SIZE];
    const char *before = "; no limit for: ";
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_clean(&out, report->name, strlen(report->name));
    captions_counts(counts, report->file.count, &report->found);
    buffer_printf(&out, ": %s; style %s", counts, report->style);
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        if (lint_has_rule(report, rule))
            continue;
        buffer_printf(&out, "%s%s", before, caption_rules[rule].name);
        before = " ";
    }
    cli_say("%s", buffer_text(&out));
    buffer_free(&out);
}

/* --- JSON --- */

static json_t *lint_json_number(const struct caption_finding *finding, int64_t number)
{
    if (!caption_rules[finding->rule].unit)
        return json_null();
    return finding->rule == RULE_CPS ? json_real((double)number / 10) : json_integer(number);
}

static void lint_put_json(struct cli *cli, const struct lint_report *report,
                          const struct caption_finding *finding)
{
    const struct caption *caption = finding->caption ? &report->file.captions[finding->caption - 1] : NULL;
    const struct caption_rule_def *rule = &caption_rules[finding->rule];
    bool is_timed = caption && caption->is_timed;
    char text[CAPTION_FINDING_SIZE];
    caption_finding_text(text, finding, &report->limits);
    cli_put_json(
        cli, json_pack("{s:o, s:o, s:o, s:i, s:o, s:o, s:s, s:s, s:o, s:o, s:s?, s:s, s:s, s:s}", "file",
                       cli_json_text(report->name, strlen(report->name)), "id", cli_json_number(report->id),
                       "caption", cli_json_number((int64_t)finding->caption), "line",
                       caption ? (int)caption->line : 1, "start_ms",
                       is_timed ? json_integer(caption->start_ms) : json_null(), "end_ms",
                       is_timed ? json_integer(caption->end_ms) : json_null(), "rule", rule->name, "level",
                       caption_level_name(finding->level), "value", lint_json_number(finding, finding->value),
                       "limit", lint_json_number(finding, finding->limit), "unit", rule->unit, "source",
                       rule->has_limit ? report->limits.source : "format", "message", text, "text",
                       caption ? caption->text : ""));
}

static void lint_put_json_verdict(struct cli *cli, const struct lint_report *report)
{
    json_t *judged = json_array(), *not_judged = json_array();
    for (int rule = 0; rule < RULE_COUNT; rule++)
        json_array_append_new(lint_has_rule(report, rule) ? judged : not_judged,
                              json_string(caption_rules[rule].name));
    cli_put_json(cli, json_pack("{s:o, s:o, s:b, s:s, s:I, s:I, s:I, s:s, s:o, s:o}", "file",
                                cli_json_text(report->name, strlen(report->name)), "id",
                                cli_json_number(report->id), "ok", !report->has_failed, "format", "srt",
                                "captions", (json_int_t)report->file.count, "errors",
                                (json_int_t)report->found.by_level[LEVEL_ERROR], "warnings",
                                (json_int_t)report->found.by_level[LEVEL_WARNING], "style", report->style,
                                "judged", judged, "not_judged", not_judged));
}

/* --- both --- */

/* Checks what was read. */
static bool lint_data(struct cli *cli, struct lint *lint, const char *name, int64_t id, bool with_defaults,
                      const struct param_set *params, const struct buffer *data, struct error *err)
{
    struct lint_report report = {.name = name, .id = id, .style = lint->style ? lint->style->name : "asked"};
    if (!caption_read(&report.file, buffer_text(data), data->len, err))
        return false;
    if (lint->style)
        report.limits = lint->style->limits;
    else
        captions_limits(params, with_defaults, &report.limits);
    caption_check(&report.file, &report.limits, &report.found);
    for (int level = (int)lint->fail_on; level < LEVEL_COUNT; level++)
        report.has_failed |= report.found.by_level[level] > 0;
    lint->has_failed |= report.has_failed;
    for (size_t i = 0; i < report.found.count && !cli->out_errno; i++)
        (cli->json ? lint_put_json : lint_put_text)(cli, &report, &report.found.rows[i]);
    if (cli->json)
        lint_put_json_verdict(cli, &report);
    else
        lint_say_verdict(&report);
    caption_findings_free(&report.found);
    caption_file_free(&report.file);
    return true;
}

bool lint_file(struct cli *cli, struct lint *lint, const char *name, int64_t id,
               const struct param_set *params, struct error *err)
{
    struct buffer data;
    buffer_init(&data, CAPTION_BYTES_MAX);
    bool ok = file_read(name, &data, err) && lint_data(cli, lint, name, id, id != 0, params, &data, err);
    buffer_free(&data);
    return ok;
}

bool lint_export(struct cli *cli, struct lint *lint, const char *name, int64_t id,
                 const struct param_set *params, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    if (!connection)
        return false;
    struct call *call = call_new(ENDPOINT_EXPORT);
    call->project_id = id;
    call->params = captions_params(params);
    struct call_result *result = call_result_new(call);
    bool ok = export_file_read(connection, call, result);
    if (!ok) {
        *err = result->error;
        cli_explain_auth(cli, err);
    }
    ok = ok && lint_data(cli, lint, name, id, true, call->params, &result->data, err);
    call_result_free(result);
    call_free(call);
    return ok;
}

int lint_code(const struct lint *lint, int code)
{
    return code == 0 && lint->has_failed ? EXIT_FOUND : code;
}
