/* Owns which existing files an export leaves unchanged without a failure, and how that is reported. Touches
 * no file. */
/* SPDX-License-Identifier: MIT */
#include "export_left.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "local.h"
#include "output.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/args.h"

bool export_left_check(const struct args *args, struct error *err)
{
    bool skips = args_has(args, OPTION_SKIP_EXISTING), renews = args_has(args, OPTION_IF_NEWER);
    if (skips + renews + args_has(args, OPTION_FORCE) > 1)
        return error_set(err, ERROR_USAGE, "give one of --force, --skip-existing and --if-newer");
    if ((skips || renews) && !args->options[OPTION_OUTPUT])
        return error_set(err, ERROR_USAGE, "--%s requires -o FILE or -o DIR",
                         skips ? "skip-existing" : "if-newer");
    return true;
}

void export_left_prepare(struct cli *cli, struct call *call)
{
    call->replace = args_has(cli->args, OPTION_FORCE)      ? EXPORT_OVERWRITE
                    : args_has(cli->args, OPTION_IF_NEWER) ? EXPORT_IF_NEWER
                                                           : EXPORT_LEAVE;
    call->may_stay = call->replace == EXPORT_IF_NEWER || args_has(cli->args, OPTION_SKIP_EXISTING);
    if (call->replace != EXPORT_IF_NEWER)
        return;
    struct store_op *op = store_op_new(STORE_EXPORTS_LIST);
    op->id = call->project_id;
    struct store_result *result = cli_store_ask(cli, op);
    if (result)
        ledger_add_of(&call->ledger, &result->ledger, call->project_id);
    store_result_free(result);
}

void export_left_take(struct export_left *left, const struct args *args, struct call_result *result)
{
    static const char *const words[] = {
        [EXPORT_CURRENT] = "current", [EXPORT_EDITED] = "edited", [EXPORT_FOREIGN] = "foreign"};
    bool renews = args_has(args, OPTION_IF_NEWER);
    if (result->ok || result->error.kind != ERROR_EXISTS || !result->path)
        return;
    if (!renews && !args_has(args, OPTION_SKIP_EXISTING)) {
        error_set(&result->error, ERROR_EXISTS, "%s already exists; use --force to overwrite", result->path);
        return;
    }
    *left = (struct export_left){.path = mem_copy(result->path),
                                 .why = mem_copy(result->error.text),
                                 .what = renews ? words[result->found] : "exists"};
}

bool export_left_report(struct cli *cli, int64_t id, struct export_left *left)
{
    if (!left->why)
        return false;
    if (cli->json) {
        json_t *object = cli_json_ok(id);
        json_object_set_new(object, "file", cli_json_text(left->path, strlen(left->path)));
        json_object_set_new(object, "left", json_string(left->what));
        cli_put_json(cli, object);
    } else if (isatty(STDERR_FILENO)) { /* cron mails all that is said: a file that stays is not worth it */
        char *clean = text_clean_copy(left->why);
        cli_say("%s; left unchanged", clean);
        free(clean);
    }
    free(left->path);
    free(left->why);
    *left = (struct export_left){0};
    return true;
}
