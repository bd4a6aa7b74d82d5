/* `lint`: checks caption files, and exports that are fetched for it, against limits, a house style, or what
 * was asked for. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "output.h"
#include "connect.h"
#include "steno/core/id_list.h"
#include "handlers.h"
#include "params.h"
#include "projects.h"
#include "verdict.h"

struct lint_run {
    struct verdict verdict;
    struct param_set *params; /* those given: of a file they are limits */
    struct param_set *sends;  /* of exports: from what the style sends on */
};

/* What the captions were asked with. */
static const struct param_set *cmd_lint_params(const struct lint_run *run, const struct caption_input *input)
{
    return input->id ? run->sends : run->params;
}

/* RULE=VALUE, several separated by commas. */
static bool cmd_lint_read_limits(const struct args *args, struct lint_run *run, struct error *err)
{
    char *all = mem_copy(args->options[OPTION_RULE_LIMIT]), *rest = all;
    bool ok = true;
    for (char *part; ok && (part = strsep(&rest, ","));) {
        char *value = strchr(part, '=');
        if (value)
            *value++ = '\0';
        char *rule = text_clean_copy(part), *number = text_clean_copy(value ? value : "");
        ok = value ? caption_limit_put(&run->verdict.limits, rule, number, err)
                   : error_set(err, ERROR_USAGE, "“%s” is not RULE=VALUE, such as cps=17", rule);
        free(rule);
        free(number);
    }
    if (!ok)
        error_prefix(err, "--limit");
    free(all);
    return ok;
}

static bool cmd_lint_read_format(struct cli *cli, struct lint_run *run, struct error *err)
{
    const char *name = cli->args->options[OPTION_FORMAT];
    run->verdict.format = name ? lint_format_find(name) : cli->json ? LINT_JSON : LINT_TEXT;
    if (run->verdict.format == LINT_FORMAT_COUNT)
        return error_set(err, ERROR_USAGE,
                         "--format: give text, json or junit; --file-format-id is the format of an export");
    if (cli->json && run->verdict.format != LINT_JSON)
        return error_set(err, ERROR_USAGE, "--json and --format name two formats: give one of them");
    cli->json = run->verdict.format == LINT_JSON;
    return true;
}

/* Everything that the flags say. */
static bool cmd_lint_read_flags(struct cli *cli, struct lint_run *run, struct error *err)
{
    const struct args *args = cli->args;
    run->verdict.style = caption_style_find(STYLE_DEFAULT);
    if (!cmd_lint_read_format(cli, run, err) ||
        !params_find_style(cli, OPTION_STYLE, &run->verdict.style, err) ||
        !verdict_read_fail_on(args, &run->verdict, err))
        return false;
    run->params = params_given(cli, NULL, err);
    run->sends = run->params ? params_make(cli, run->verdict.style, err) : NULL;
    if (!run->sends)
        return false;
    run->verdict.limits = run->verdict.style->limits;
    return !args->options[OPTION_RULE_LIMIT] || cmd_lint_read_limits(args, run, err);
}

/* One file or project from its bytes to the verdict. Returns 0 when it was checked. */
static int cmd_lint_one(struct cli *cli, struct lint_run *run, struct caption_input *input)
{
    const struct param_set *params = cmd_lint_params(run, input);
    struct error err;
    error_clear(&err);
    if (caption_input_read(cli, input, params, &err)) {
        verdict_give(cli, &run->verdict, input, params);
        return 0;
    }
    lint_write_failure(cli, run->verdict.format, input->name, &err);
    return cli_fail(cli, input->id, &err);
}

/* One word of the command line: a word of digits is a project, and so is a range of them; all else is a file.
 */
static int cmd_lint_word(struct cli *cli, struct lint_run *run, const char *word)
{
    struct id_list ids = {0};
    struct cli_tally tally = {0};
    struct error err;
    error_clear(&err);
    bool is_id = word[0] >= '0' && word[0] <= '9' && word[strspn(word, "0123456789-")] == '\0';
    if (is_id && !id_list_parse(&ids, word, &err))
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < (is_id ? ids.count : 1) && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++) {
        struct caption_input input;
        caption_input_init(&input, word, is_id ? ids.ids[i] : 0);
        bool dry = is_id && args_has(cli->args, OPTION_DRY_RUN);
        cli_tally_add(&tally, dry ? cli_dry_run(cli, ENDPOINT_EXPORT, input.id, run->sends)
                                  : cmd_lint_one(cli, run, &input));
        caption_input_free(&input);
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
    if (!cmd_lint_read_flags(cli, &run, &err)) {
        param_set_free(run.params);
        param_set_free(run.sends);
        return cli_fail(cli, 0, &err);
    }
    lint_begin(cli, run.verdict.format);
    for (size_t i = 0; i < cli->args->word_count && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++)
        cli_tally_add(&tally, cmd_lint_word(cli, &run, cli->args->words[i]));
    lint_end(cli, run.verdict.format);
    if (run.verdict.unlimited && run.verdict.format != LINT_JSON)
        cli_say(
            "speed, length and gaps were not checked: give --style NAME (steno style list) or limits such as "
            "--limit cps=17,line-length=42,gap=80");
    param_set_free(run.params);
    param_set_free(run.sends);
    return verdict_code(&run.verdict, cli_tally_code(&tally));
}
