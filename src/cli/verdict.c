/* Owns one check of captions from the limits to the exit code. Reads no file. */
/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <string.h>

#include "steno/core/caption_asked.h"

bool verdict_read_fail_on(const struct args *args, struct verdict *verdict, struct error *err)
{
    const char *name = args->options[OPTION_FAIL_ON] ? args->options[OPTION_FAIL_ON] : "error";
    int level = 0;
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), name) != 0)
        level++;
    verdict->fail_on = (enum caption_level)level;
    return level < LEVEL_COUNT || strcmp(name, "never") == 0 ||
           error_set(err, ERROR_USAGE, "--fail-on: give error, warning, note or never");
}

/* Does the level of some finding fail the file? */
static bool verdict_fails(const struct caption_findings *found, enum caption_level fail_on)
{
    for (int level = (int)fail_on; level < LEVEL_COUNT; level++)
        if (found->by_level[level] > 0)
            return true;
    return false;
}

void verdict_check(const struct verdict *verdict, const struct caption_input *input,
                   const struct param_set *params, struct caption_check *check,
                   struct caption_findings *found)
{
    *found = (struct caption_findings){0};
    caption_asked_check(params, &verdict->limits, input->id != 0, input->length_ms, check);
    caption_check(&input->file, check, found);
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

void verdict_give(struct cli *cli, struct verdict *verdict, const struct caption_input *input,
                  const struct param_set *params)
{
    struct caption_findings found;
    struct caption_check check;
    verdict_check(verdict, input, params, &check, &found);
    struct lint_file lint = {.name = input->name,
                             .id = input->id,
                             .file = &input->file,
                             .check = &check,
                             .style = verdict->style,
                             .found = &found,
                             .failed = verdict_fails(&found, verdict->fail_on),
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
