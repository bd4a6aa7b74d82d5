/* `lint`: checks files of subtitles, and what projects export, fetched for it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/connect.h"
#include "handlers.h"
#include "lint.h"
#include "steno/cli/output.h"
#include "params.h"
#include "projects.h"
#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "steno/core/id_list.h"

struct lint_run {
    struct lint lint;
    struct param_set *given; /* of a file the limits */
    struct param_set *sent;  /* what a project is exported with: those of config and style, too */
};

static int cmd_lint_project(struct cli *cli, struct lint_run *run, int64_t id)
{
    struct error err;
    error_clear(&err);
    if (args_has(cli->args, OPTION_DRY_RUN)) {
        struct param_set *params = captions_params(run->sent);
        int code = cli_dry_run(cli, ENDPOINT_EXPORT, id, params);
        param_set_free(params);
        return code;
    }
    char *name = mem_printf("project %" PRId64, id);
    bool ok = lint_export(cli, &run->lint, name, id, run->sent, &err);
    free(name);
    return ok ? 0 : cli_fail(cli, id, &err);
}

/* One word of the command line: digits, or a range of them, are projects; all else is a file. */
static int cmd_lint_word(struct cli *cli, struct lint_run *run, const char *word)
{
    struct id_list ids = {0};
    int first = 0;
    struct error err;
    error_clear(&err);
    if (word[0] < '0' || word[0] > '9' || word[strspn(word, "0123456789-")] != '\0')
        return lint_file(cli, &run->lint, word, 0, run->given, &err) ? 0 : cli_fail(cli, 0, &err);
    if (!id_list_parse(&ids, word, &err))
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < ids.count && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++) {
        int code = cmd_lint_project(cli, run, ids.ids[i]);
        first = first ? first : code;
    }
    id_list_free(&ids);
    return first;
}

int cli_lint(struct cli *cli)
{
    struct lint_run run = {0};
    struct error err;
    int first = 0;
    error_clear(&err);
    bool ok = params_find_style(cli, OPTION_STYLE, &run.lint.style, &err) &&
              lint_read_fail_on(cli->args, &run.lint, &err) && (run.given = params_given(cli, &err)) &&
              (run.sent = params_make(cli, run.lint.style, &err));
    if (!ok)
        first = cli_fail(cli, 0, &err);
    for (size_t i = 0; ok && i < cli->args->word_count && cli->stop.kind == ERROR_NONE && !cli->out_errno;
         i++) {
        int code = cmd_lint_word(cli, &run, cli->args->words[i]);
        first = first ? first : code;
    }
    param_set_free(run.given);
    param_set_free(run.sent);
    return lint_code(&run.lint, first);
}
