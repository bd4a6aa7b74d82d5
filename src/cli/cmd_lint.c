/* `lint`: checks caption files, and exports that are fetched for it, against limits, a house style, or what
 * was asked for. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/read.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "steno/core/caption_asked.h"
#include "steno/core/export_name.h"
#include "steno/core/id_list.h"
#include "entry.h"
#include "handlers.h"
#include "lint_output.h"
#include "params.h"
#include "projects.h"

#define EXIT_FOUND 9 /* "checked, and found something" */

struct lint_run {
    const struct caption_style *style;
    struct caption_check check;
    struct param_set *params; /* those given: of a file they are limits */
    struct param_set *sends;  /* of exports: from what the style sends on */
    enum lint_format format;
    enum caption_level fail_on; /* LEVEL_COUNT: never */
    bool found;                 /* some file has something at or above it */
};

/* One file or project: its bytes and what is known of it. */
struct lint_input {
    char *name; /* owned: as given, or what the export would be called */
    int64_t id; /* 0 for a file */
    int64_t length_ms;
    struct buffer data;
};

/* What the captions were asked with. */
static const struct param_set *lint_params(const struct lint_run *run, const struct lint_input *input)
{
    return input->id ? run->sends : run->params;
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
    run->style = caption_style_find(STYLE_DEFAULT);
    if (!lint_read_format(cli, run, err) || !params_find_style(cli, OPTION_STYLE, &run->style, err) ||
        !lint_read_fail_on(args, run, err))
        return false;
    run->params = params_collect(cli, NULL, err);
    run->sends = run->params ? params_make(cli, run->style, err) : NULL;
    if (!run->sends)
        return false;
    run->check.style = run->style->limits;
    return !args->options[OPTION_RULE_LIMIT] || lint_read_limits(args, run, err);
}

/* Reads a file, or standard input for `-`. */
static bool lint_read_file(struct lint_input *input, struct error *err)
{
    char piece[65536];
    ssize_t got;
    if (strcmp(input->name, "-") != 0)
        return file_read(input->name, &input->data, err);
    entry_say_awaited("the captions");
    while ((got = entry_read(piece, sizeof piece, err)) > 0) {
        if (!buffer_append(&input->data, piece, (size_t)got))
            return error_set(err, ERROR_IO, "standard input has more than %zu MiB: not checked",
                             CAPTION_BYTES_MAX >> 20);
    }
    return got == 0;
}

static bool lint_keep_piece(void *arg, const void *data, size_t len)
{
    return buffer_append(arg, data, len);
}

/* Exports the project into memory, by the same parameters as `export`. */
static bool lint_fetch(struct cli *cli, struct lint_run *run, struct lint_input *input, struct error *err)
{
    struct export_info info = {0};
    struct project *project = cli_get_project(cli, input->id, err);
    if (!project)
        return false;
    struct export_sink sink = {
        .write = lint_keep_piece, .arg = &input->data, .completed = strcmp(project->state, "Completed") == 0};
    bool ok = api_export(cli_client(cli, true, err), input->id, run->sends, &sink, &info, err);
    if (!ok)
        cli_explain_auth(cli, err);
    if (input->data.full)
        error_set(err, ERROR_IO, "the export has more than %zu MiB: not checked", CAPTION_BYTES_MAX >> 20);
    char *open = export_name_make(settings_text(&cli->settings, SETTING_NAME_PATTERN), input->id,
                                  project->name, project->state);
    if (ok) {
        free(input->name);
        input->name = export_name_close(open, run->sends, &info);
        input->length_ms = project->length_ms;
    }
    free(open);
    project_free(project);
    return ok;
}

/* The format that a file's name or --file-format-id promises. */
static enum caption_format lint_asked_format(const struct lint_run *run, const struct lint_input *input)
{
    const char *asked = caption_asked_text(lint_params(run, input), "FileFormatId", false);
    const char *dot = strrchr(input->name, '.');
    if (asked)
        return caption_format_find(asked);
    return dot && !strchr(dot, '/') ? caption_format_find(dot + 1) : CAPTION_FORMAT_COUNT;
}

/* Does the level of some finding fail the file? */
static bool lint_fails(const struct caption_findings *found, enum caption_level fail_on)
{
    for (int level = (int)fail_on; level < LEVEL_COUNT; level++)
        if (found->by_level[level] > 0)
            return true;
    return false;
}

/* Checks the captions of one file and prints what was found. */
static void lint_check(struct cli *cli, struct lint_run *run, const struct lint_input *input,
                       const struct caption_file *file)
{
    struct caption_findings found = {0};
    const struct param_set *params = lint_params(run, input);
    run->check.length_ms = input->length_ms;
    run->check.language = caption_asked_text(params, "Language", false);
    run->check.sign = caption_asked_text(params, "SpeakerSign", true);
    caption_asked_limits(params, input->id != 0, &run->check.asked);
    caption_check(file, &run->check, &found);
    struct lint_file lint = {.name = input->name,
                             .id = input->id,
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

/* One file or project from its bytes to the verdict. Returns 0 when it was checked. */
static int lint_one(struct cli *cli, struct lint_run *run, struct lint_input *input)
{
    struct caption_file file = {0};
    struct error err;
    error_clear(&err);
    buffer_init(&input->data, CAPTION_BYTES_MAX);
    bool read = input->id ? lint_fetch(cli, run, input, &err) : lint_read_file(input, &err);
    bool ok = read && caption_read(&file, buffer_text(&input->data), input->data.len,
                                   lint_asked_format(run, input), &err);
    if (ok)
        lint_check(cli, run, input, &file);
    caption_file_free(&file);
    buffer_free(&input->data);
    if (ok)
        return 0;
    if (read)
        error_prefix(&err, "%s", input->name);
    if (!input->id) { /* a path may have anything in it */
        char *clean = text_clean_copy(err.text);
        error_set(&err, err.kind, "%s", clean);
        free(clean);
    }
    lint_write_failure(cli, run->format, input->name, &err);
    return cli_fail(cli, input->id, &err);
}

/* One word of the command line: a word of digits is a project, and so is a range of them; all else is a file.
 */
static int lint_word(struct cli *cli, struct lint_run *run, const char *word)
{
    struct id_list ids = {0};
    struct cli_tally tally = {0};
    struct error err;
    error_clear(&err);
    bool is_id = word[0] >= '0' && word[0] <= '9' && word[strspn(word, "0123456789-")] == '\0';
    if (is_id && !id_list_parse(&ids, word, &err))
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < (is_id ? ids.count : 1) && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++) {
        struct lint_input input = {.name = mem_copy(word), .id = is_id ? ids.ids[i] : 0, .length_ms = -1};
        bool dry = is_id && args_has(cli->args, OPTION_DRY_RUN);
        cli_tally_add(&tally, dry ? cli_dry_run(cli, ENDPOINT_EXPORT, input.id, run->sends)
                                  : lint_one(cli, run, &input));
        free(input.name);
    }
    id_list_free(&ids);
    return cli_tally_code(&tally);
}

int cli_lint(struct cli *cli)
{
    struct lint_run run = {0};
    struct cli_tally tally = {0};
    struct error err;
    error_clear(&err);
    if (!lint_read_flags(cli, &run, &err)) {
        param_set_free(run.params);
        param_set_free(run.sends);
        return cli_fail(cli, 0, &err);
    }
    lint_begin(cli, run.format);
    for (size_t i = 0; i < cli->args->word_count && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++)
        cli_tally_add(&tally, lint_word(cli, &run, cli->args->words[i]));
    lint_end(cli, run.format);
    param_set_free(run.params);
    param_set_free(run.sends);
    int code = cli_tally_code(&tally);
    return code == 0 && run.found ? EXIT_FOUND : code;
}
