/* `lint`: checks caption files against limits, a house style, or what an export would be asked for. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/cli.h"
#include "steno/cli/entry.h"
#include "steno/cli/handlers.h"
#include "steno/cli/lint_output.h"
#include "steno/core/caption_asked.h"

#define EXIT_FOUND 9 /* "checked, and found something" */

struct lint_run {
    const struct caption_style *style;
    struct caption_check check;
    enum lint_format format;
    enum caption_level fail_on; /* LEVEL_COUNT: never */
    bool found;                 /* some file has something at or above it */
};

/* The style that --style names. */
static bool lint_read_style(const struct args *args, struct lint_run *run, struct error *err)
{
    const char *name = args->options[OPTION_STYLE] ? args->options[OPTION_STYLE] : STYLE_DEFAULT;
    run->style = style_require(name, err);
    if (!run->style)
        error_prefix(err, "--style");
    return run->style != NULL;
}

/* RULE=VALUE, several separated by commas. */
static bool lint_read_limits(const struct args *args, struct lint_run *run, struct error *err)
{
    char *all = mem_copy(args->options[OPTION_RULE_LIMIT]), *rest = all;
    bool ok = true;
    for (char *part; ok && (part = strsep(&rest, ","));) {
        char *value = strchr(part, '=');
        if (value)
            *value++ = '\0';
        char *rule = text_clean_copy(part), *number = text_clean_copy(value ? value : "");
        ok = value ? caption_limit_put(&run->check.style, rule, number, err)
                   : error_set(err, ERROR_USAGE, "“%s” is not RULE=VALUE, such as cps=17", rule);
        free(rule);
        free(number);
    }
    if (!ok)
        error_prefix(err, "--limit");
    free(all);
    return ok;
}

static bool lint_read_fail_on(const struct args *args, struct lint_run *run, struct error *err)
{
    const char *name = args->options[OPTION_FAIL_ON] ? args->options[OPTION_FAIL_ON] : "error";
    int level = 0;
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), name) != 0)
        level++;
    run->fail_on = (enum caption_level)level;
    return level < LEVEL_COUNT || strcmp(name, "never") == 0 ||
           error_set(err, ERROR_USAGE, "--fail-on: give error, warning, note or never");
}

static bool lint_read_format(struct cli *cli, struct lint_run *run, struct error *err)
{
    const char *name = cli->args->options[OPTION_FORMAT];
    run->format = name ? lint_format_find(name) : cli->json ? LINT_JSON : LINT_TEXT;
    if (run->format == LINT_FORMAT_COUNT)
        return error_set(err, ERROR_USAGE, "--format: give text, json, csv or junit");
    if (cli->json && run->format != LINT_JSON)
        return error_set(err, ERROR_USAGE, "--json and --format name two formats: give one of them");
    cli->json = run->format == LINT_JSON;
    return true;
}

/* Everything that the flags say. */
static bool lint_read_flags(struct cli *cli, struct lint_run *run, struct error *err)
{
    const struct args *args = cli->args;
    if (!lint_read_format(cli, run, err) || !lint_read_style(args, run, err) ||
        !lint_read_fail_on(args, run, err))
        return false;
    run->check = (struct caption_check){.style = run->style->limits, .length_ms = -1};
    run->check.language = caption_asked_text(args->params, "Language", false);
    run->check.sign = caption_asked_text(args->params, "SpeakerSign", true);
    caption_asked_limits(args->params, false, &run->check.asked);
    return !args->options[OPTION_RULE_LIMIT] || lint_read_limits(args, run, err);
}

/* Reads a file, or standard input for `-`. */
static bool lint_read_bytes(const char *name, struct buffer *data, struct error *err)
{
    char piece[65536];
    ssize_t got;
    if (name[0] && strspn(name, "0123456789") == strlen(name))
        return error_set(err, ERROR_USAGE, "%s is a project; a file of this name is ./%s", name, name);
    if (strcmp(name, "-") != 0)
        return file_read(name, data, err);
    entry_say_awaited("the captions");
    while ((got = entry_read(piece, sizeof piece, err)) > 0) {
        if (!buffer_append(data, piece, (size_t)got))
            return error_set(err, ERROR_IO, "standard input has more than %zu MiB: not checked",
                             CAPTION_BYTES_MAX >> 20);
    }
    return got == 0;
}

/* The format that a file's name or --file-format-id promises. */
static enum caption_format lint_asked_format(const struct cli *cli, const char *name)
{
    const char *asked = caption_asked_text(cli->args->params, "FileFormatId", false);
    const char *dot = strrchr(name, '.');
    if (asked)
        return caption_format_find(asked);
    return dot && !strchr(dot, '/') ? caption_format_find(dot + 1) : CAPTION_FORMAT_COUNT;
}

/* Does the level of some finding fail the file? */
static bool lint_fails(const struct caption_findings *found, enum caption_level fail_on)
{
    for (int level = fail_on; level < LEVEL_COUNT; level++)
        if (found->by_level[level] > 0)
            return true;
    return false;
}

/* Checks the captions of one file and prints what was found. */
static void lint_check(struct cli *cli, struct lint_run *run, const char *name,
                       const struct caption_file *file)
{
    struct caption_findings found = {0};
    caption_check(file, &run->check, &found);
    struct lint_file lint = {.name = name,
                             .file = file,
                             .check = &run->check,
                             .style = run->style,
                             .found = &found,
                             .failed = lint_fails(&found, run->fail_on),
                             .fail_on = run->fail_on};
    run->found |= lint.failed;
    lint_write(cli, run->format, &lint);
    caption_findings_free(&found);
}

/* One file from its bytes to the verdict. Returns 0 when it was checked. */
static int lint_one(struct cli *cli, struct lint_run *run, const char *name)
{
    struct caption_file file = {0};
    struct buffer data;
    struct error err;
    error_clear(&err);
    buffer_init(&data, CAPTION_BYTES_MAX);
    bool read = lint_read_bytes(name, &data, &err);
    bool ok = read && caption_read(&file, buffer_text(&data), data.len, lint_asked_format(cli, name), &err);
    if (ok)
        lint_check(cli, run, name, &file);
    caption_file_free(&file);
    buffer_free(&data);
    if (ok)
        return 0;
    if (read)
        error_prefix(&err, "%s", name);
    char *clean = text_clean_copy(err.text);
    error_set(&err, err.kind, "%s", clean);
    free(clean);
    lint_write_failure(cli, run->format, name, &err);
    return cli_fail(cli, 0, &err);
}

int cli_lint(struct cli *cli)
{
    struct lint_run run = {0};
    struct cli_tally tally = {0};
    struct error err;
    error_clear(&err);
    if (!lint_read_flags(cli, &run, &err))
        return cli_fail(cli, 0, &err);
    lint_begin(cli, run.format);
    for (size_t i = 0; i < cli->args->word_count && cli->stop.kind == ERROR_NONE; i++)
        cli_tally_add(&tally, lint_one(cli, &run, cli->args->words[i]));
    lint_end(cli, run.format);
    int code = cli_tally_code(&tally);
    return code == 0 && run.found ? EXIT_FOUND : code;
}
