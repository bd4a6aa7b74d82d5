/* `export`: a file from the server to standard output, to a file, or into a folder. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "output.h"
#include "connect.h"
#include "export_left.h"
#include "steno/core/batch_order.h"
#include "steno/core/export_name.h"
#include "steno/work/export_file.h"
#include "handlers.h"
#include "interrupt.h"
#include "local.h"
#include "many.h"
#include "params.h"
#include "projects.h"
#include "receipts.h"
#include "verdict.h"

#define EXPORT_SOME ((size_t)64) /* projects whose names are read before the first of them is exported */

/* One file of a run. */
struct export_job {
    struct project *project; /* as it was read for the name, or NULL */
    struct error error;      /* why it could not be read */
    char *path;              /* by the pattern, {ext} still in it */
    struct export_left left; /* a file that was not replaced, as asked */
};

/* One run over all projects. */
struct export_run {
    struct param_set *params;
    const char *output;     /* NULL: standard output */
    const char *pattern;    /* names in the folder */
    struct verdict verdict; /* its style is NULL when nothing is checked */
    bool is_folder;
    struct id_list ids;      /* into a folder */
    struct export_job *jobs; /* by place */
    struct act_key act;      /* that all of them are one of */
    struct call *asked;      /* the first of them that was sent; NULL: none was */
    size_t first;            /* the place that many_run counts from */
    size_t left;             /* of those, how many files were left unchanged */
    bool set_is_said;        /* what is unusual in what is sent, and what is the config's */
    struct error unread;     /* why no further project is read for its name; ERROR_NONE while they are */
};

/* A call for one file of a project as it was read, or NULL; the path is taken over. */
static struct call *cmd_export_call(struct cli *cli, const struct export_run *run, int64_t id,
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

/* Is something needed that only the project says: {name}, {state} or its version? */
static bool cmd_export_needs_project(const struct cli *cli, const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}") || args_has(cli->args, OPTION_IF_NEWER);
}

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

/* The earlier place that has this one's path, or this one. Even --force does not let one file of a run
 * replace another. */
static size_t cmd_export_find_path(const struct export_run *run, size_t place)
{
    size_t i = 0;
    while (i < place && !(run->jobs[i].path && strcmp(run->jobs[i].path, run->jobs[place].path) == 0))
        i++;
    return i;
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
    struct buffer name;
    buffer_init(&name, BUFFER_MAX_DEFAULT);
    text_repair(&name, path, strlen(path));
    json_object_set_new(object, "file", json_string(buffer_text(&name)));
    json_object_set_new(object, "bytes", json_integer(info->bytes));
    json_object_set_new(object, "content_type",
                        info->content_type[0] ? json_string(info->content_type) : json_null());
    buffer_free(&name);
    cli_put_json(cli, object);
}

/* Says that the file came, and that nothing is in it. */
static void cmd_export_say_empty(const char *path)
{
    char *clean = text_clean_copy(path);
    cli_say("%s: the server sent %s", clean, export_name_empty);
    free(clean);
}

/* Checks the file of a project and prints what is found. Returns 0 when it could be checked. Where the
 * project was not read for the name, it is read for its Length: without that less is checked. */
static int cmd_export_check(struct cli *cli, int64_t id, struct export_run *run, const struct project *known,
                            const char *path)
{
    struct caption_input input;
    struct error err;
    error_clear(&err);
    caption_input_init(&input, path, id);
    struct project *project = known ? NULL : cli_get_project(cli, id, &err);
    if (known || project)
        input.length_ms = (known ? known : project)->length_ms;
    project_free(project);
    error_clear(&err);
    bool ok = caption_input_read_saved(&input, run->params, &err);
    if (ok)
        verdict_give(cli, &run->verdict, &input, run->params);
    caption_input_free(&input);
    return ok ? 0 : cli_fail(cli, id, &err);
}

/* Reports a file that is there, of a project as it was read for the name, or NULL. */
static int cmd_export_show_file(struct cli *cli, struct export_run *run, const struct project *known,
                                const struct call_result *result)
{
    params_say_once(cli, run->params, &run->set_is_said);
    cmd_export_report(cli, result->project_id, result->path, &result->export_info);
    if (result->export_info.bytes == 0)
        cmd_export_say_empty(result->path);
    return run->verdict.style ? cmd_export_check(cli, result->project_id, run, known, result->path) : 0;
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
        return cmd_export_show_file(cli, run, result->project, result);
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

/* --- into a folder: many at once --- */

static struct call *cmd_export_read_make(struct cli *cli, void *arg, size_t place,
                                         struct call_result **instead)
{
    const struct export_run *run = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = run->ids.ids[run->first + place];
    return call;
}

/* A project was read for its name. */
static int cmd_export_read_take(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct export_run *run = arg;
    cli_keep_project(cli, result->project, result->sent_ms);
    run->jobs[run->first + place].project = result->project;
    result->project = NULL;
    return 0;
}

/* It could not be read: that is reported in its turn. */
static bool cmd_export_read_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    struct export_run *run = arg;
    (void)cli;
    run->jobs[run->first + place].error = *err;
    if (run->unread.kind == ERROR_NONE && batch_is_stopped_by(err))
        run->unread = *err;
    return true;
}

/* Why a place cannot be exported, if it cannot. */
static bool cmd_export_check_job(struct export_run *run, size_t place, struct error *err)
{
    struct export_job *job = &run->jobs[place];
    if (job->error.kind == ERROR_NONE && !job->project)
        job->error = run->unread;
    if (job->error.kind != ERROR_NONE) {
        *err = job->error;
        return false;
    }
    job->path = cmd_export_make_path(run, run->ids.ids[place], job->project);
    size_t other = cmd_export_find_path(run, place);
    return other == place ||
           error_set(err, ERROR_EXISTS,
                     "%s would be the file of project %" PRId64 ", too; put {id} into the pattern", job->path,
                     run->ids.ids[other]);
}

static struct call *cmd_export_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    struct export_run *run = arg;
    struct export_job *job = &run->jobs[run->first + place];
    struct error err;
    bool ok = cmd_export_check_job(run, run->first + place, &err);
    struct call *call = cmd_export_call(cli, run, run->ids.ids[run->first + place], job->project,
                                        mem_copy_or_null(job->path));
    if (ok)
        return call;
    *instead = call_result_new(call);
    (*instead)->error = err;
    call_free(call);
    return NULL;
}

static void cmd_export_answered(struct cli *cli, void *arg, size_t place, const struct write *write,
                                struct call_result *result)
{
    struct export_run *run = arg;
    (void)write;
    export_left_take(&run->jobs[run->first + place].left, cli->args, result);
}

/* What was left as asked is no failure. */
static bool cmd_export_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    struct export_run *run = arg;
    struct export_job *job = &run->jobs[run->first + place];
    bool is_left = export_left_report(cli, run->ids.ids[run->first + place], &job->left);
    run->left += is_left;
    if (err->status && job->error.kind == ERROR_NONE) /* the server's answer to an export */
        params_say_once(cli, run->params, &run->set_is_said);
    return is_left;
}

static int cmd_export_shown(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct export_run *run = arg;
    return cmd_export_show_file(cli, run, run->jobs[run->first + place].project, result);
}

/* Exports the next of the projects, whose names are read before where the pattern needs them. */
static int cmd_export_some(struct cli *cli, struct export_run *run, size_t count)
{
    static const struct many_user reads = {
        .make = cmd_export_read_make, .show = cmd_export_read_take, .failed = cmd_export_read_failed};
    const struct many_user files = {.asked = &run->asked,
                                    .make = cmd_export_make,
                                    .answered = cmd_export_answered,
                                    .show = cmd_export_shown,
                                    .failed = cmd_export_failed};
    struct id_list some = {.ids = run->ids.ids + run->first, .count = count};
    struct error err;
    error_clear(&err);
    if (cmd_export_needs_project(cli, run->pattern) && cli->stop.kind == ERROR_NONE &&
        cli_connection(cli, true, &err))
        many_run(cli, &some, &reads, run);
    return many_run(cli, &some, &files, run);
}

/* Names those that were not begun, each with its row in the act. */
static void cmd_export_leave_rest(struct cli *cli, struct export_run *run)
{
    struct store_op *rows = store_op_new(STORE_TOGETHER);
    const char *why = receipts_left_reason(&cli->stop);
    for (size_t i = run->first; i < run->ids.count && !cli->out_errno; i++) {
        cli_rest_add(cli, run->ids.ids[i]);
        if (!run->asked)
            continue;
        run->asked->project_id = run->ids.ids[i];
        store_op_add_part(rows,
                          receipt_left_out(run->asked, ACT_ROW_UNSENT, why, &cli->settings, clock_wall_ms()));
    }
    if (rows->part_count > 0)
        cli_store_note(cli, rows);
    else
        store_op_free(rows);
}

/* Exports all of them into the folder. */
static int cmd_export_into_folder(struct cli *cli, struct export_run *run)
{
    struct cli_tally tally = {0};
    run->jobs = mem_zero(run->ids.count + 1, sizeof *run->jobs);
    if (run->ids.count > 1)
        run->act = (struct act_key){.key = 1, .count = (int64_t)run->ids.count, .begun_ms = clock_wall_ms()};
    for (size_t left = run->ids.count; left > 0 && !cli->out_errno && !interrupt_signal();) {
        size_t count = left < EXPORT_SOME ? left : EXPORT_SOME;
        run->left = 0;
        int code = cmd_export_some(cli, run, count);
        if (run->left < count) /* else none of them counts */
            cli_tally_add(&tally, code);
        run->first += count;
        left -= count;
    }
    cmd_export_leave_rest(cli, run);
    return interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : cli_tally_code(&tally);
}

/* Frees what a run holds. */
static void cmd_export_run_clear(struct export_run *run)
{
    for (size_t i = 0; run->jobs && i < run->ids.count; i++) {
        project_free(run->jobs[i].project);
        free(run->jobs[i].path);
    }
    free(run->jobs);
    call_free(run->asked);
    id_list_free(&run->ids);
    param_set_free(run->params);
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
    struct verdict *verdict = &run->verdict;
    verdict->format = cli->json ? LINT_JSON : LINT_TEXT;
    if (!params_find_style(cli, OPTION_STYLE, &style, err) || !verdict_read_check(cli, verdict, err))
        return false;
    if (verdict->style && !run->output && !args_has(cli->args, OPTION_DRY_RUN))
        return error_set(err, ERROR_USAGE,
                         "--check writes its findings to standard output: give the file by -o FILE");
    run->params = params_make(cli, style, err);
    if (!run->params || !cmd_export_take_suffix(cli, run, err))
        return false;
    if (!run->output || args_has(cli->args, OPTION_DRY_RUN)) /* else it may be that nothing is sent */
        params_say_once(cli, run->params, &run->set_is_said);
    return true;
}

/* Reads the ids, and refuses a pattern that gives the same name to two of them, whatever they are like. */
static bool cmd_export_read_ids(struct cli *cli, struct export_run *run, struct error *err)
{
    if (!cli_read_ids(cli, &run->ids, err))
        return false;
    if (!run->is_folder || run->ids.count < 2 || strstr(run->pattern, "{name}") ||
        strstr(run->pattern, "{state}"))
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
    if (!cmd_export_read_output(cli, &run, &err) || !cmd_export_read_styles(cli, &run, &err) ||
        !cmd_export_read_ids(cli, &run, &err))
        code = cli_fail(cli, 0, &err);
    else if (run.is_folder && !args_has(cli->args, OPTION_DRY_RUN))
        code = cmd_export_into_folder(cli, &run);
    else
        code = cli_each_of(cli, &run.ids, cmd_export_one, &run);
    cmd_export_run_clear(&run);
    return verdict_code(&run.verdict, code);
}
