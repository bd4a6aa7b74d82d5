/* Owns one check of captions from the limits to the exit code. Reads no file. */
/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include "params.h"
#include "steno/core/caption_verdict.h"

bool verdict_read_fail_on(const struct args *args, struct verdict *verdict, struct error *err)
{
    const char *name = args->options[OPTION_FAIL_ON] ? args->options[OPTION_FAIL_ON] : "error";
    return caption_verdict_find_level(name, &verdict->fail_on) ||
           error_set(err, ERROR_USAGE, "--fail-on: give error, warning, note or never");
}

/* Is there no limit at all of what a style is about: length of lines, speed, gaps? */
static bool verdict_is_unlimited(const struct caption_file *file, const struct caption_check *check)
{
    static const enum caption_rule rules[] = {RULE_LINE_LENGTH, RULE_CPS, RULE_WPM, RULE_GAP};
    size_t at = 0;
    while (at < sizeof rules / sizeof rules[0] && !caption_is_checked(file, check, rules[at]))
        at++;
    return at == sizeof rules / sizeof rules[0] && file->has_times;
}

bool verdict_read_check(struct cli *cli, struct verdict *verdict, struct error *err)
{
    if (!params_find_style(cli, OPTION_CHECK, &verdict->style, err) ||
        !verdict_read_fail_on(cli->args, verdict, err))
        return false;
    if (cli->args->options[OPTION_FAIL_ON] && !verdict->style)
        return error_set(err, ERROR_USAGE, "--fail-on requires --check STYLE");
    if (verdict->style)
        verdict->limits = verdict->style->limits;
    return true;
}

void verdict_give(struct cli *cli, struct verdict *verdict, const struct caption_input *input,
                  const struct param_set *params)
{
    struct caption_findings found;
    struct caption_check check;
    bool has_failed = caption_verdict_check(&input->file, &verdict->limits, params, input->id != 0,
                                            input->length_ms, verdict->fail_on, &check, &found);
    struct lint_file lint = {.name = input->name,
                             .id = input->id,
                             .file = &input->file,
                             .check = &check,
                             .style = verdict->style,
                             .found = &found,
                             .failed = has_failed,
                             .fail_on = verdict->fail_on};
    verdict->found |= lint.failed;
    verdict->unlimited |= verdict_is_unlimited(&input->file, &check);
    lint_write(cli, verdict->format, &lint);
    caption_findings_free(&found);
}

int verdict_code(const struct verdict *verdict, int code)
{
    return code == 0 && verdict->found ? EXIT_FOUND : code;
}
