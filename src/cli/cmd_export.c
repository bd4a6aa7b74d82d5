/* `export`: a file from the server to standard output or to a file, many into a folder; which files that
 * exist are replaced, left or in the way, and what is said of each. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/cli/connect.h"
#include "each.h"
#include "handlers.h"
#include "interrupt.h"
#include "lint.h"
#include "local.h"
#include "steno/cli/output.h"
#include "params.h"
#include "projects.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/core/rows.h"
#include "steno/work/export_file.h"

/* One file of a run. */
struct export_job {
    char *path;       /* by the pattern, {ext} still in it; NULL: not known */
    char *file;       /* that exists and was left as asked, */
    char *why;        /* NULL: none was; */
    const char *word; /* "exists", "current", "edited", "foreign" */
};

/* One run over all projects. */
struct export_run {
    struct param_set *params;
    const char *output;  /* NULL: standard output */
    const char *pattern; /* names in the folder */
    struct lint lint;    /* its style is NULL when nothing is checked */
    bool is_folder;
    bool is_missing; /* the folder is to be made */
    struct id_list ids;
    struct export_job *jobs; /* by place */
    bool is_set_shown;       /* what is unusual in what is sent, and what is the config's */
};

/* --- a file that exists --- */

/* What becomes of it, with what is known of the project's files; `project` as it was read, or NULL. */
static void cmd_export_prepare(struct cli *cli, struct call *call, const struct project *project)
{
    struct store *store;
    struct listed listed;
    struct error err;
    call->version = project ? project->version : -1;
    call->replace = args_has(cli->args, OPTION_FORCE)      ? EXPORT_OVERWRITE
                    : args_has(cli->args, OPTION_IF_NEWER) ? EXPORT_IF_NEWER
                                                           : EXPORT_LEAVE;
    call->may_stay = call->replace == EXPORT_IF_NEWER || args_has(cli->args, OPTION_SKIP_EXISTING);
    if (call->replace != EXPORT_IF_NEWER)
        return;
    if (project) {
        listed_read(&listed, project->record.shown);
        call->updated_ms = listed.updated_ms;
    }
    if ((store = cli_store_or_none(cli)) &&
        !store_exports_list(store, &call->project_id, 1, &call->ledger, &err))
        cli_store_give_up(cli, &err);
}

/* Takes a file that was left because of the options, which is no failure. Says how one that is in the way can
 * be replaced where it is one. */
static void cmd_export_take_left(const struct args *args, struct export_job *job, struct call_result *result)
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
    job->file = mem_copy(result->path);
    job->why = mem_copy(result->error.text);
    job->word = renews ? words[result->found] : "exists";
}

/* Reports it, if there is any: {"id","ok","file","left"}, or a sentence. */
static bool cmd_export_report_left(struct cli *cli, int64_t id, const struct export_job *job)
{
    if (!job->why)
        return false;
    if (cli->json) {
        cli_put_json(cli, json_pack("{s:I, s:b, s:o, s:s}", "id", (json_int_t)id, "ok", true, "file",
                                    cli_json_text(job->file, strlen(job->file)), "left", job->word));
    } else if (isatty(STDERR_FILENO)) { /* cron mails all that is said: a file that stays is not worth it */
        char *clean = text_clean_copy(job->why);
        cli_say("%s; left unchanged", clean);
        free(clean);
    }
    return true;
}

static void cmd_export_job_clear(struct export_job *job)
{
    free(job->path);
    free(job->file);
    free(job->why);
}

/* --- a file that came --- */

/* {"id","ok","file","bytes","content_type"}, or the path. */
static void cmd_export_report(struct cli *cli, int64_t id, const char *path, const struct export_info *info)
{
    if (!cli->json) {
        cli_put_text(cli, path);
        cli_put_text(cli, "\n");
        return;
    }
    cli_put_json(cli, json_pack("{s:I, s:b, s:o, s:I, s:s?}", "id", (json_int_t)id, "ok", true, "file",
                                cli_json_text(path, strlen(path)), "bytes", (json_int_t)info->bytes,
                                "content_type", info->content_type[0] ? info->content_type : NULL));
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

/* Reports a file that is there. Returns the exit code. */
static int cmd_export_show_file(struct cli *cli, struct export_run *run, const struct call_result *result)
{
    params_say_once(cli, run->params, &run->is_set_shown);
    cmd_export_report(cli, result->project_id, result->path, &result->export_info);
    if (result->export_info.bytes == 0)
        cmd_export_say_empty(result->path);
    return run->lint.style ? cmd_export_check(cli, run, result) : 0;
}

/* --- many into a folder --- */

/* The path in the folder, by the pattern, {ext} still in it. Caller frees. */
static char *cmd_export_make_path(const struct export_run *run, int64_t id, const struct project *project)
{
    char *name =
        export_name_make(run->pattern, id, project ? project->name : "", project ? project->state : "");
    size_t len = strlen(run->output);
    char *path = mem_printf("%s%s%s", run->output, run->output[len - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

static struct call *cmd_export_make(struct cli *cli, void *arg, size_t place)
{
    const struct export_run *run = arg;
    struct call *call = call_new(ENDPOINT_EXPORT);
    (void)cli;
    (void)place;
    call->params = param_set_copy(run->params);
    return call;
}

/* Names the file. Even --force does not let one file of a run replace another. */
static bool cmd_export_name(struct cli *cli, void *arg, size_t place, struct call *call,
                            const struct project *reading, int64_t sent_ms, struct error *err)
{
    const struct export_run *run = arg;
    struct export_job *job = &run->jobs[place];
    if (reading)
        cli_settle_writes(cli, call->project_id, reading, sent_ms, NULL);
    job->path = cmd_export_make_path(run, call->project_id, reading);
    for (size_t i = 0; !strstr(run->pattern, "{id}") && i < place; i++) {
        if (run->jobs[i].path && strcmp(run->jobs[i].path, job->path) == 0)
            return error_set(err, ERROR_EXISTS,
                             "%s would be the file of project %" PRId64 ", too; put {id} into the pattern",
                             job->path, run->ids.ids[i]);
    }
    call->path = mem_copy(job->path);
    cmd_export_prepare(cli, call, reading);
    return true;
}

static void cmd_export_answered(struct cli *cli, void *arg, size_t place, const struct call *call,
                                struct call_result *result)
{
    const struct export_run *run = arg;
    (void)call;
    cmd_export_take_left(cli->args, &run->jobs[place], result);
}

/* What was left as asked is no failure. */
static bool cmd_export_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    struct export_run *run = arg;
    if (err->status && run->jobs[place].path) /* the server's answer to an export */
        params_say_once(cli, run->params, &run->is_set_shown);
    return cmd_export_report_left(cli, run->ids.ids[place], &run->jobs[place]);
}

static int cmd_export_shown(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    (void)place;
    return cmd_export_show_file(cli, arg, result);
}

/* Exports all of them into the folder. */
static int cmd_export_into_folder(struct cli *cli, struct export_run *run)
{
    const struct each_user user = {.reads = export_name_needs_project(run->pattern) ||
                                            args_has(cli->args, OPTION_IF_NEWER),
                                   .in_order = true,
                                   .make = cmd_export_make,
                                   .check = cmd_export_name,
                                   .answered = cmd_export_answered,
                                   .failed = cmd_export_failed,
                                   .show = cmd_export_shown};
    run->jobs = mem_zero(run->ids.count + 1, sizeof *run->jobs);
    int code = each_run(cli, &run->ids, &user, run);
    for (size_t i = 0; i < run->ids.count; i++)
        cmd_export_job_clear(&run->jobs[i]);
    free(run->jobs);
    return code;
}

/* --- to standard output or into one file: on this thread, where a signal ends the wait for a pipe --- */

/* Writes a piece to standard output. */
static bool cmd_export_write_stdout(void *arg, const void *data, size_t len)
{
    return cli_put(arg, data, len);
}

/* Sends it to standard output, or to the file that the user named. */
static int cmd_export_send(struct cli *cli, struct export_run *run, struct connection *connection,
                           const struct call *call, struct call_result *result)
{
    static const struct export_file_io io = {.write = interrupt_write, .is_exact = true};
    struct export_sink sink = {.write = cmd_export_write_stdout, .arg = cli};
    struct export_job job = {0};
    result->ok = run->output ? export_file_save(connection, call, &io, result)
                             : export_file_fetch(connection, call, &sink, result);
    if (result->ok && run->output)
        return cmd_export_show_file(cli, run, result);
    if (result->ok) {
        if (result->export_info.bytes == 0)
            cli_say("project %" PRId64 ": the server sent %s", call->project_id, export_name_empty);
        return 0;
    }
    cmd_export_take_left(cli->args, &job, result);
    bool is_left = cmd_export_report_left(cli, call->project_id, &job);
    cmd_export_job_clear(&job);
    if (is_left)
        return 0;
    if (result->error.status && run->output)
        params_say_once(cli, run->params, &run->is_set_shown);
    cli_explain_auth(cli, &result->error);
    return !run->output && cli->out_errno ? 1 : cli_fail(cli, call->project_id, &result->error);
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
    struct project *known =
        connection && args_has(cli->args, OPTION_IF_NEWER) ? cli_get_project(cli, id, &err) : NULL;
    if (err.kind != ERROR_NONE)
        return cli_fail(cli, id, &err);
    struct call *call = cmd_export_make(cli, run, 0);
    call->project_id = id;
    call->path = mem_copy_or_null(run->output);
    cmd_export_prepare(cli, call, known);
    project_free(known);
    struct call_result *result = call_result_new(call);
    int64_t sent_ms = clock_wall_ms();
    int code = cmd_export_send(cli, run, connection, call, result);
    cli_keep_answer(cli, call, result, 0, sent_ms);
    call_result_free(result);
    call_free(call);
    return code;
}

/* --- the command line --- */

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
    bool wants_folder = is_named || cmd_export_is_many(args);
    run->is_missing = wants_folder && run->output && !there;
    run->is_folder = is_named || run->is_missing || (there && S_ISDIR(facts.st_mode));
    run->pattern = args->options[OPTION_NAME_PATTERN] ? args->options[OPTION_NAME_PATTERN]
                                                      : settings_text(&cli->settings, SETTING_NAME_PATTERN);
    if (!export_name_check_pattern(run->pattern, err))
        return false;
    bool skips = args_has(args, OPTION_SKIP_EXISTING), renews = args_has(args, OPTION_IF_NEWER);
    if (skips + renews + args_has(args, OPTION_FORCE) > 1)
        return error_set(err, ERROR_USAGE, "give one of --force, --skip-existing and --if-newer");
    if ((skips || renews) && !output)
        return error_set(err, ERROR_USAGE, "--%s requires -o FILE or -o DIR",
                         skips ? "skip-existing" : "if-newer");
    if (output && !*output)
        return error_set(err, ERROR_USAGE, "-o requires a file, a folder, or - for standard output");
    if (args->options[OPTION_NAME_PATTERN] && !run->is_folder)
        return error_set(err, ERROR_USAGE, "--name-pattern names files in a folder: give one by -o");
    if (args_has(args, OPTION_DRY_RUN))
        return true;
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
        params_say_once(cli, run->params, &run->is_set_shown);
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

/* Makes the missing folder, once it is known that something can be asked for: else each project is told why
 * not. */
static bool cmd_export_make_folder(struct cli *cli, const struct export_run *run, struct error *err)
{
    struct error why;
    return !run->is_missing || args_has(cli->args, OPTION_DRY_RUN) || !cli_may_call(cli, &why) ||
           export_folder_make(run->output, err);
}

int cli_export(struct cli *cli)
{
    struct export_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    bool is_dry = args_has(cli->args, OPTION_DRY_RUN);
    if (!cmd_export_read_output(cli, &run, &err) || !cmd_export_may_replace(cli, &err) ||
        !cmd_export_read_styles(cli, &run, &err) || !cmd_export_read_ids(cli, &run, &err) ||
        !cmd_export_make_folder(cli, &run, &err))
        code = cli_fail(cli, 0, &err);
    else if (run.is_folder && !is_dry)
        code = cmd_export_into_folder(cli, &run);
    else
        code = cli_each_of(cli, &run.ids, cmd_export_one, &run);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return lint_code(&run.lint, code);
}
