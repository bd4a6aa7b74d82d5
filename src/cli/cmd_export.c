/* `export`: a file from the server to standard output or to a file; many into a folder are
 * cmd_export_folder.c. Owns what is asked for, and what is said of a file that came. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "cmd_export.h"
#include "output.h"
#include "connect.h"
#include "export_left.h"
#include "steno/core/captions.h"
#include "steno/core/export_name.h"
#include "steno/work/export_file.h"
#include "handlers.h"
#include "interrupt.h"
#include "local.h"
#include "params.h"
#include "projects.h"
#include "receipts.h"

struct call *cmd_export_call(struct cli *cli, const struct export_run *run, int64_t id,
                             const struct project *project, char *path)
{
    struct call *call = call_new(ENDPOINT_EXPORT);
    call->project_id = id;
    call->version = project ? project->version : -1;
    call->params = param_set_copy(run->params);
    call->path = path;
    call->act = run->act;
    export_left_prepare(cli, call);
    return call;
}

char *cmd_export_make_path(const struct export_run *run, int64_t id, const struct project *project)
{
    char *name =
        export_name_make(run->pattern, id, project ? project->name : "", project ? project->state : "");
    size_t len = strlen(run->output);
    char *path = mem_printf("%s%s%s", run->output, run->output[len - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

/* {"id","ok","file","bytes","content_type"}, or the path. */
static void cmd_export_report(struct cli *cli, int64_t id, const char *path, const struct export_info *info)
{
    if (!cli->json) {
        cli_put_text(cli, path);
        cli_put_text(cli, "\n");
        return;
    }
    json_t *object = cli_json_ok(id);
    json_object_set_new(object, "file", cli_json_text(path, strlen(path)));
    json_object_set_new(object, "bytes", json_integer(info->bytes));
    json_object_set_new(object, "content_type",
                        info->content_type[0] ? json_string(info->content_type) : json_null());
    cli_put_json(cli, object);
}

/* Says that the file came, and that nothing is in it. */
static void cmd_export_say_empty(const char *path)
{
    char *clean = text_clean_copy(path);
    cli_say("%s: the server sent %s", clean, export_name_empty);
    free(clean);
}

/* Checks the file where it is SubRip and can be read again, else what the same options export as that. */
static int cmd_export_check(struct cli *cli, struct export_run *run, const struct call_result *result)
{
    struct param_set *as_srt = captions_params(run->params);
    bool is_srt = result->file && param_set_is_same(as_srt, run->params), ok;
    char *name = mem_printf("%s%s", result->path, is_srt ? "" : ", of the SRT");
    struct error err;
    error_clear(&err);
    if (is_srt)
        ok = lint_file(cli, &run->lint, name, result->project_id, run->params, &err);
    else
        ok = lint_export(cli, &run->lint, name, result->project_id, run->params, &err);
    param_set_free(as_srt);
    free(name);
    return ok ? 0 : cli_fail(cli, result->project_id, &err);
}

int cmd_export_show_file(struct cli *cli, struct export_run *run, const struct call_result *result)
{
    params_say_once(cli, run->params, &run->set_is_said);
    cmd_export_report(cli, result->project_id, result->path, &result->export_info);
    if (result->export_info.bytes == 0)
        cmd_export_say_empty(result->path);
    return run->lint.style ? cmd_export_check(cli, run, result) : 0;
}

/* --- to standard output or into one file: on the main thread, where a signal ends the wait for a pipe --- */

/* Writes a piece to standard output. */
static bool cmd_export_write_stdout(void *arg, const void *data, size_t len)
{
    return cli_put(arg, data, len);
}

/* Sends the file to standard output. */
static int cmd_export_to_stdout(struct cli *cli, struct connection *connection, const struct call *call,
                                struct call_result *result)
{
    struct export_sink sink = {.write = cmd_export_write_stdout, .arg = cli};
    result->ok = export_file_fetch(connection, call, &sink, result);
    if (result->ok && result->export_info.bytes == 0)
        cli_say("project %" PRId64 ": the server sent %s", call->project_id, export_name_empty);
    if (result->ok)
        return 0;
    cli_explain_auth(cli, &result->error);
    return cli->out_errno ? 1 : cli_fail(cli, call->project_id, &result->error);
}

/* Writes the file that the user named. */
static int cmd_export_to_file(struct cli *cli, struct export_run *run, struct connection *connection,
                              const struct call *call, struct call_result *result)
{
    static const struct export_file_io io = {.write = interrupt_write, .is_exact = true};
    result->ok = export_file_save(connection, call, &io, result);
    struct export_left left = {0};
    if (result->ok)
        return cmd_export_show_file(cli, run, result);
    export_left_take(&left, cli->args, result);
    if (export_left_report(cli, call->project_id, &left))
        return 0;
    if (result->error.status)
        params_say_once(cli, run->params, &run->set_is_said);
    cli_explain_auth(cli, &result->error);
    return cli_fail(cli, call->project_id, &result->error);
}

/* Exports one project. */
static int cmd_export_one(struct cli *cli, int64_t id, void *arg)
{
    struct export_run *run = arg;
    struct error err;
    error_clear(&err);
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_dry_run(cli, ENDPOINT_EXPORT, id, run->params);
    struct connection *connection = cli_connection(cli, true, &err);
    if (!connection)
        return cli_fail(cli, id, &err);
    struct project *known = args_has(cli->args, OPTION_IF_NEWER) ? cli_get_project(cli, id, &err) : NULL;
    if (err.kind != ERROR_NONE)
        return cli_fail(cli, id, &err);
    struct call *call = cmd_export_call(cli, run, id, known, mem_copy_or_null(run->output));
    project_free(known);
    struct call_result *result = call_result_new(call);
    int code = run->output ? cmd_export_to_file(cli, run, connection, call, result)
                           : cmd_export_to_stdout(cli, connection, call, result);
    receipts_keep(cli, call, result);
    call_result_free(result);
    call_free(call);
    return code;
}

/* Are several projects meant? Ranges and `-` are taken to be several. */
static bool cmd_export_is_many(const struct args *args)
{
    const char *word = args->words[0];
    return args->word_count > 1 || strcmp(word, "-") == 0 || strpbrk(word, "-, ");
}

/* Reads where the files go. */
static bool cmd_export_read_output(struct cli *cli, struct export_run *run, struct error *err)
{
    const struct args *args = cli->args;
    struct stat facts;
    const char *output = args->options[OPTION_OUTPUT];
    run->output = output && strcmp(output, "-") != 0 ? output : NULL;
    bool there = run->output && stat(run->output, &facts) == 0;
    bool is_named = run->output && run->output[strlen(run->output) - 1] == '/';
    run->is_folder = is_named || (there && S_ISDIR(facts.st_mode));
    run->pattern = args->options[OPTION_NAME_PATTERN] ? args->options[OPTION_NAME_PATTERN]
                                                      : settings_text(&cli->settings, SETTING_NAME_PATTERN);
    if (!export_name_check_pattern(run->pattern, err) || !export_left_check(args, err))
        return false;
    if (output && !*output)
        return error_set(err, ERROR_USAGE, "-o requires a file, a folder, or - for standard output");
    if (args->options[OPTION_NAME_PATTERN] && !run->is_folder)
        return error_set(err, ERROR_USAGE, "--name-pattern names files in a folder: give one by -o");
    if (args_has(args, OPTION_DRY_RUN))
        return true;
    bool wants_folder = run->is_folder || cmd_export_is_many(args);
    if (wants_folder && run->output && !there)
        return error_set(err, ERROR_USAGE, "the folder %s is missing: create it first", run->output);
    if (wants_folder && !run->is_folder)
        return error_set(err, ERROR_USAGE, "several projects require an existing folder: -o DIR");
    if (cli->json && !run->output)
        return error_set(err, ERROR_USAGE, "with --json the file cannot go to standard output: use -o FILE");
    return true;
}

/* What replaces files keeps which ones it wrote. */
static bool cmd_export_may_replace(struct cli *cli, struct error *err)
{
    bool replaces = args_has(cli->args, OPTION_FORCE) || args_has(cli->args, OPTION_IF_NEWER);
    return !replaces || args_has(cli->args, OPTION_DRY_RUN) ||
           cli_may_keep(cli, "Nothing was exported: steno cannot keep which files it wrote", err);
}

/* The suffix of a name that was given is the format that is asked for. */
static bool cmd_export_take_suffix(struct cli *cli, struct export_run *run, struct error *err)
{
    const char *name = run->is_folder ? run->pattern : run->output;
    int row = param_find(run->params->table, "FileFormatId");
    const char *named = name ? export_name_other_format(name, run->params) : NULL;
    const char *asked = param_set_get(run->params, row);
    bool is_told =
        asked && (!settings_param(&cli->settings, "FileFormatId") || param_set_get(cli->args->params, row) ||
                  cli->args->options[OPTION_PRESET] || cli->args->options[OPTION_STYLE]);
    if (!named)
        return true;
    if (!is_told && !cli->args->unset[row])
        return param_set_put(run->params, row, named, err);
    char *clean = text_clean_copy(name);
    error_set(err, ERROR_USAGE, "%s: its suffix is that of %s, but FileFormatId is %s: change one of them",
              clean, named, asked ? asked : "unset");
    free(clean);
    return false;
}

/* Reads what is sent, from a style on, and what the files are checked by. */
static bool cmd_export_read_styles(struct cli *cli, struct export_run *run, struct error *err)
{
    const struct caption_style *style = NULL;
    bool is_dry = args_has(cli->args, OPTION_DRY_RUN);
    if (!params_find_style(cli, OPTION_STYLE, &style, err) ||
        !params_find_style(cli, OPTION_CHECK, &run->lint.style, err) ||
        !lint_read_fail_on(cli->args, &run->lint, err))
        return false;
    if (cli->args->options[OPTION_FAIL_ON] && !run->lint.style)
        return error_set(err, ERROR_USAGE, "--fail-on requires --check STYLE");
    if (run->lint.style && !run->output && !is_dry)
        return error_set(err, ERROR_USAGE,
                         "--check writes its findings to standard output: give the file by -o FILE");
    run->params = params_make(cli, style, err);
    if (!run->params || !cmd_export_take_suffix(cli, run, err))
        return false;
    if (!run->output || is_dry) /* else it may be that nothing is sent */
        params_say_once(cli, run->params, &run->set_is_said);
    return true;
}

/* Reads the ids, and refuses a pattern that gives the same name to two of them, whatever they are like. */
static bool cmd_export_read_ids(struct cli *cli, struct export_run *run, struct error *err)
{
    if (!cli_read_ids(cli, &run->ids, err))
        return false;
    if (!run->is_folder || run->ids.count < 2 || export_name_needs_project(run->pattern))
        return true;
    char *first = cmd_export_make_path(run, run->ids.ids[0], NULL),
         *second = cmd_export_make_path(run, run->ids.ids[1], NULL);
    bool differ = strcmp(first, second) != 0;
    if (!differ)
        error_set(err, ERROR_USAGE,
                  "%s would be the file of two of these projects; put {id} into the pattern", first);
    free(first);
    free(second);
    return differ;
}

int cli_export(struct cli *cli)
{
    struct export_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    if (!cmd_export_read_output(cli, &run, &err) || !cmd_export_may_replace(cli, &err) ||
        !cmd_export_read_styles(cli, &run, &err) || !cmd_export_read_ids(cli, &run, &err))
        code = cli_fail(cli, 0, &err);
    else if (run.is_folder && !args_has(cli->args, OPTION_DRY_RUN))
        code = cmd_export_into_folder(cli, &run);
    else
        code = cli_each_of(cli, &run.ids, cmd_export_one, &run);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return lint_code(&run.lint, code);
}
