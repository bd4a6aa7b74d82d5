/* `export` writes subtitles to standard output, a file, or (for several projects) a folder. `lint` and
 * `export --check` check a file or an export against a house style or the given parameters. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include <sys/stat.h>

#include "steno/base/file.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/core/rows.h"
#include "steno/work/export_file.h"

#define EXIT_FOUND 9 /* the check found something */

/* --- checking subtitles --- */

struct lint {
    const struct caption_style *style; /* house style to check against; NULL: the parameters */
    enum caption_level fail_on; /* from this level on, findings set the exit code; LEVEL_COUNT: never */
    bool has_failed;
};

struct lint_report {
    const char *name;
    int64_t id;        /* id of the project; 0: a local file */
    const char *style; /* name of the house style; NULL: the parameters */
    struct caption_limits limits;
    struct caption_file file;
    struct caption_findings found;
    bool has_failed;
};

static bool lint_read_fail_on(const struct args *args, struct lint *lint, struct error *err)
{
    const char *name = args->options[OPTION_FAIL_ON] ? args->options[OPTION_FAIL_ON] : "error";
    lint->fail_on = 0;
    while (lint->fail_on < LEVEL_COUNT && strcmp(caption_level_name(lint->fail_on), name) != 0)
        lint->fail_on++;
    return lint->fail_on < LEVEL_COUNT || strcmp(name, "never") == 0 ||
           error_set(err, ERROR_USAGE, "--fail-on takes error, warning or never");
}

/* Returns the exit code of the command. `code` is the exit code of the first failure, or 0. */
static int lint_code(const struct lint *lint, int code)
{
    return code == 0 && lint->has_failed ? EXIT_FOUND : code;
}

static json_t *lint_json_number(const struct caption_finding *finding, int64_t number)
{
    if (!caption_rules[finding->rule].unit)
        return json_null();
    return finding->rule == RULE_CPS ? json_real((double)number / 10) : json_integer(number);
}

/* Prints a finding: "FILE:LINE: error: caption 102 at 00:00:03,000: what [rule]", or JSON. */
static void lint_put(struct cli *cli, const struct lint_report *report, const struct caption_finding *finding)
{
    const struct caption *caption = finding->caption ? &report->file.captions[finding->caption - 1] : NULL;
    const struct caption_rule_def *rule = &caption_rules[finding->rule];
    const char *level = caption_level_name(finding->level);
    bool is_timed = caption && caption->is_timed;
    int line = caption ? (int)caption->line : 1;
    char text[CAPTION_FINDING_SIZE], start[CAPTION_TIME_SIZE];
    struct buffer out;
    caption_finding_text(text, finding, &report->limits);
    if (cli->json) {
        cli_put_pack(cli, "{s:o, s:o, s:o, s:i, s:o, s:o, s:s, s:s, s:o, s:o, s:s?, s:s, s:s, s:s}", "file",
                     cli_json_text(report->name), "id", cli_json_number(report->id), "caption",
                     cli_json_number((int64_t)finding->caption), "line", line, "start_ms",
                     is_timed ? json_integer(caption->start_ms) : json_null(), "end_ms",
                     is_timed ? json_integer(caption->end_ms) : json_null(), "rule", rule->name, "level",
                     level, "value", lint_json_number(finding, finding->value), "limit",
                     lint_json_number(finding, finding->limit), "unit", rule->unit, "source",
                     rule->has_limit ? report->limits.source : "format", "message", text, "text",
                     caption ? caption->text : "");
        return;
    }
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_clean(&out, report->name, strlen(report->name));
    buffer_printf(&out, ":%d: %s: ", line, level);
    if (caption)
        buffer_printf(&out, "caption %zu", finding->caption);
    if (is_timed) {
        caption_time(start, caption->start_ms);
        buffer_printf(&out, " at %s", start);
    }
    buffer_printf(&out, "%s%s [%s]\n", caption ? ": " : "", text, rule->name);
    cli_put_buffer(cli, &out);
}

/* Prints the number of findings, and the rules that were not checked because they have no limit. */
static void lint_put_verdict(struct cli *cli, const struct lint_report *report)
{
    char counts[CAPTIONS_COUNTS_SIZE];
    json_t *judged = json_array(), *not_judged = json_array();
    const char *before = "; not checked (no limit): ";
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_clean(&out, report->name, strlen(report->name));
    captions_counts(counts, report->file.count, &report->found);
    buffer_printf(&out, ": %s; %s%s", counts, report->style ? "style " : "no --style",
                  report->style ? report->style : "");
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        bool has_rule = !caption_rules[rule].has_limit || report->limits.limit[rule] > 0;
        json_array_append_new(has_rule ? judged : not_judged, json_string(caption_rules[rule].name));
        if (has_rule)
            continue;
        buffer_printf(&out, "%s%s", before, caption_rules[rule].name);
        before = " ";
    }
    if (cli->json)
        cli_put_pack(cli, "{s:o, s:o, s:b, s:s, s:I, s:I, s:I, s:s, s:O, s:O}", "file",
                     cli_json_text(report->name), "id", cli_json_number(report->id), "ok",
                     !report->has_failed, "format", "srt", "captions", (json_int_t)report->file.count,
                     "errors", (json_int_t)report->found.by_level[LEVEL_ERROR], "warnings",
                     (json_int_t)report->found.by_level[LEVEL_WARNING], "style",
                     report->style ? report->style : "asked", "judged", judged, "not_judged", not_judged);
    else
        cli_say("%s", buffer_text(&out));
    json_decref(judged);
    json_decref(not_judged);
    buffer_free(&out);
}

/* Checks a text and prints the findings under `name`. Returns false if the text is not valid SubRip. */
static bool lint_data(struct cli *cli, struct lint *lint, const char *name, int64_t id,
                      const struct param_set *params, const struct buffer *data, struct error *err)
{
    struct lint_report report = {.name = name, .id = id, .style = lint->style ? lint->style->name : NULL};
    if (!caption_read(&report.file, buffer_text(data), data->len, err))
        return false;
    if (lint->style)
        report.limits = lint->style->limits;
    else
        captions_limits(params, id != 0, &report.limits);
    caption_check(&report.file, &report.limits, &report.found);
    for (int level = (int)lint->fail_on; level < LEVEL_COUNT; level++)
        report.has_failed |= report.found.by_level[level] > 0;
    lint->has_failed |= report.has_failed;
    for (size_t i = 0; i < report.found.count && !cli->out_errno; i++)
        lint_put(cli, &report, &report.found.rows[i]);
    lint_put_verdict(cli, &report);
    caption_findings_free(&report.found);
    caption_file_free(&report.file);
    return true;
}

/* Checks a file. If the file is an export, `id` is its project, else 0. Returns false if reading fails. */
static bool lint_file(struct cli *cli, struct lint *lint, const char *name, int64_t id,
                      const struct param_set *params, struct error *err)
{
    struct buffer data;
    buffer_init(&data, CAPTION_BYTES_MAX);
    bool ok = file_read(name, &data, err) && lint_data(cli, lint, name, id, params, &data, err);
    buffer_free(&data);
    return ok;
}

/* Fetches the subtitles of a project as SubRip, with the given parameters, and checks them. */
static bool lint_export(struct cli *cli, struct lint *lint, const char *name, int64_t id,
                        const struct param_set *params, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    if (!connection)
        return false;
    struct call *call = call_new(ENDPOINT_EXPORT);
    call->project_id = id;
    call->params = captions_params(params);
    struct call_result *result = call_result_new(call);
    bool ok = export_file_read(connection, call, result);
    if (!ok) {
        *err = result->error;
        cli_explain_auth(cli, err);
    }
    ok = ok && lint_data(cli, lint, name, id, call->params, &result->data, err);
    call_result_free(result);
    call_free(call);
    return ok;
}

/* --- lint --- */

struct lint_run {
    struct lint lint;
    struct param_set *given; /* from the command line; they set the limits for a file */
    struct param_set *sent;  /* from command line, config and style; they are sent for a project */
};

/* A number or a range of numbers means projects. Any other word is a file. */
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
        struct request_args request = {.project_id = ids.ids[i], .params = run->sent};
        char *name = mem_printf("project %" PRId64, ids.ids[i]);
        int code = 0;
        if (args_has(cli->args, OPTION_DRY_RUN))
            code = cli_dry_run(cli, ENDPOINT_EXPORT, &request);
        else if (!lint_export(cli, &run->lint, name, ids.ids[i], run->sent, &err))
            code = cli_fail(cli, ids.ids[i], &err);
        first = first ? first : code;
        free(name);
    }
    id_list_free(&ids);
    return first;
}

int cli_lint(struct cli *cli, struct error *err)
{
    struct lint_run run = {0};
    const struct args *args = cli->args;
    struct param_set *all = NULL;
    bool ok = params_find_style(cli, OPTION_STYLE, &run.lint.style, err) &&
              lint_read_fail_on(args, &run.lint, err) && (run.given = params_given(cli, err)) &&
              (all = params_make(cli, run.lint.style, err));
    int first = ok ? 0 : CLI_FAILED;
    run.sent = ok ? captions_params(all) : NULL;
    for (size_t i = 0; ok && i < args->word_count && cli->stop.kind == ERROR_NONE && !cli->out_errno; i++) {
        int code = cmd_lint_word(cli, &run, args->words[i]);
        first = first ? first : code;
    }
    param_set_free(run.given);
    param_set_free(run.sent);
    param_set_free(all);
    return lint_code(&run.lint, first);
}

/* --- export: existing and new files --- */

struct export_run {
    struct param_set *params;
    const char *output;  /* file or folder; NULL: standard output */
    const char *pattern; /* pattern of the file names in the folder */
    struct lint lint;    /* for --check; lint.style is NULL if --check is not given */
    bool is_folder;
    bool is_missing; /* the folder does not exist and must be created */
    struct id_list ids;
    char **paths;      /* path for each id, with {ext} still in it; NULL: not known yet */
    bool is_set_shown; /* the notes on unusual values, and on values from the config, were printed */
};

/* Sets in `call` whether a file may be replaced. For --if-newer, adds the earlier exports. `project` can be
 * NULL. */
static void cmd_export_prepare(struct cli *cli, struct call *call, const struct project *project)
{
    bool renews = args_has(cli->args, OPTION_IF_NEWER);
    struct store *store = renews ? cli_store_or_none(cli) : NULL;
    struct listed listed;
    struct error err;
    call->version = project ? project->version : -1;
    call->replace = args_has(cli->args, OPTION_FORCE) ? EXPORT_OVERWRITE
                    : renews                          ? EXPORT_IF_NEWER
                                                      : EXPORT_LEAVE;
    call->may_stay = renews || args_has(cli->args, OPTION_SKIP_EXISTING);
    if (renews && project) {
        listed_read(&listed, project->record.shown);
        call->updated_ms = listed.updated_ms;
    }
    if (store && !store_exports_list(store, &call->project_id, 1, &call->ledger, &err))
        cli_store_give_up(cli, &err);
}

/* If an option leaves existing files unchanged, prints a message in place of the error. With --json, the
 * message is {"id","ok","file","left"}. */
static bool cmd_export_failed(struct each_item *item, struct error *err)
{
    static const char *const words[] = {
        [EXPORT_CURRENT] = "current", [EXPORT_EDITED] = "edited", [EXPORT_FOREIGN] = "foreign"};
    struct cli *cli = item->cli;
    struct export_run *run = item->arg;
    struct call_result *result = item->result;
    bool renews = args_has(cli->args, OPTION_IF_NEWER);
    if (err->status && (!run->paths || run->paths[item->place])) /* the server has answered the export call */
        params_say_once(cli, run->params, &run->is_set_shown);
    if (err->kind != ERROR_EXISTS || !result->path)
        return false;
    if (!renews && !args_has(cli->args, OPTION_SKIP_EXISTING))
        return error_set(&result->error, ERROR_EXISTS, "%s already exists; use --force to overwrite",
                         result->path);
    if (cli->json) {
        cli_put_pack(cli, "{s:I, s:b, s:o, s:s}", "id", (json_int_t)item->id, "ok", true, "file",
                     cli_json_text(result->path), "left", renews ? words[result->found] : "exists");
    } else if (isatty(STDERR_FILENO)) { /* in a cron job this message would become a mail */
        char *clean = text_clean_copy(err->text);
        cli_say("%s; left unchanged", clean);
        free(clean);
    }
    return true;
}

/* Prints the path of a new file, or for --json {"id","ok","file","bytes","content_type"}. For --check, checks
 * the file if it is a regular SubRip file; otherwise an export as SubRip. Returns the exit code. */
static int cmd_export_show(struct each_item *item)
{
    struct cli *cli = item->cli;
    struct export_run *run = item->arg;
    const struct call_result *result = item->result;
    const struct export_info *info = &result->export_info;
    struct error err;
    params_say_once(cli, run->params, &run->is_set_shown);
    if (cli->json)
        cli_put_pack(cli, "{s:I, s:b, s:o, s:I, s:s?}", "id", (json_int_t)item->id, "ok", true, "file",
                     cli_json_text(result->path), "bytes", (json_int_t)info->bytes, "content_type",
                     info->content_type[0] ? info->content_type : NULL);
    else
        cli_put_text(cli, "%s\n", result->path);
    if (info->bytes == 0) {
        char *clean = text_clean_copy(result->path);
        cli_say("%s: the server sent " EXPORT_NAME_EMPTY, clean);
        free(clean);
    }
    if (!run->lint.style)
        return 0;
    error_clear(&err);
    struct param_set *as_srt = captions_params(run->params);
    bool is_srt = result->file && param_set_is_same(as_srt, run->params);
    char *name = mem_printf("%s%s", result->path, is_srt ? "" : ", as SRT");
    bool ok = (is_srt ? lint_file : lint_export)(cli, &run->lint, name, item->id, run->params, &err);
    param_set_free(as_srt);
    free(name);
    return ok ? 0 : cli_fail(cli, item->id, &err);
}

/* --- many into a folder --- */

/* Makes the path of a file in the folder, with {ext} still in it. `project` may be NULL. Caller frees. */
static char *cmd_export_make_path(const struct export_run *run, int64_t id, const struct project *project)
{
    char *name =
        export_name_make(run->pattern, id, project ? project->name : "", project ? project->state : "");
    size_t len = strlen(run->output);
    char *path = mem_printf("%s%s%s", run->output, run->output[len - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

/* Sets the path of the file. Fails if an earlier project of this run has the same path, even with --force. */
static bool cmd_export_name(struct each_item *item, struct error *err)
{
    const struct export_run *run = item->arg;
    char *path = cmd_export_make_path(run, item->id, item->reading);
    run->paths[item->place] = path;
    if (item->reading)
        cli_settle_writes(item->cli, item->id, item->reading, item->sent_ms, NULL);
    for (size_t i = 0; !strstr(run->pattern, "{id}") && i < item->place; i++) {
        if (run->paths[i] && strcmp(run->paths[i], path) == 0)
            return error_set(err, ERROR_EXISTS,
                             "%s is also the file name of project %" PRId64
                             "; put {id} into the name pattern",
                             path, run->ids.ids[i]);
    }
    item->call->path = mem_copy(path);
    cmd_export_prepare(item->cli, item->call, item->reading);
    return true;
}

/* --- to standard output or one file, on the main thread: a signal must end a write to a full pipe --- */

static bool cmd_export_write_stdout(void *arg, const void *data, size_t len)
{
    return cli_put(arg, data, len);
}

static int cmd_export_one(struct cli *cli, int64_t id, void *arg, struct error *err)
{
    static const struct export_file_io io = {.write = interrupt_write, .is_exact = true};
    struct export_sink sink = {.write = cmd_export_write_stdout, .arg = cli};
    struct export_run *run = arg;
    int code = 0;
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_dry_run(cli, ENDPOINT_EXPORT,
                           &(struct request_args){.project_id = id, .params = run->params});
    struct connection *connection = cli_connection(cli, true, err);
    struct project *known =
        connection && args_has(cli->args, OPTION_IF_NEWER) ? cli_get_project(cli, id, err) : NULL;
    if (err->kind != ERROR_NONE)
        return CLI_FAILED;
    struct call *call = call_new(ENDPOINT_EXPORT);
    call->project_id = id;
    call->params = param_set_copy(run->params);
    call->path = mem_copy_or_null(run->output);
    cmd_export_prepare(cli, call, known);
    project_free(known);
    struct call_result *result = call_result_new(call);
    struct each_item item = {.cli = cli, .arg = run, .id = id, .result = result};
    int64_t sent_ms = clock_wall_ms();
    result->ok = run->output ? export_file_save(connection, call, &io, result)
                             : export_file_fetch(connection, call, &sink, result);
    if (result->ok && run->output) {
        code = cmd_export_show(&item);
    } else if (result->ok) {
        if (result->export_info.bytes == 0)
            cli_say("project %" PRId64 ": the server sent " EXPORT_NAME_EMPTY, id);
    } else if (!cmd_export_failed(&item, &result->error)) {
        cli_explain_auth(cli, &result->error);
        code = !run->output && cli->out_errno ? 1 : cli_fail(cli, id, &result->error);
    }
    cli_keep_answer(cli, call, result, 0, sent_ms);
    call_result_free(result);
    call_free(call);
    return code;
}

/* --- the command line --- */

/* A folder is needed for several ids, and for a range or `-`, which can name several projects. */
static bool cmd_export_read_output(struct cli *cli, struct export_run *run, struct error *err)
{
    const struct args *args = cli->args;
    struct stat facts;
    const char *output = args->options[OPTION_OUTPUT], *pattern = args->options[OPTION_NAME_PATTERN];
    if (output && !*output)
        return error_set(err, ERROR_USAGE, "-o requires a file, a folder, or - for standard output");
    run->output = output && strcmp(output, "-") != 0 ? output : NULL;
    bool there = run->output && stat(run->output, &facts) == 0;
    bool is_named = run->output && run->output[strlen(run->output) - 1] == '/';
    bool wants_folder = is_named || args->word_count > 1 || strpbrk(args->words[0], "-, ");
    run->is_missing = wants_folder && run->output && !there;
    run->is_folder = is_named || run->is_missing || (there && S_ISDIR(facts.st_mode));
    const char *dot = run->is_missing && !is_named ? strrchr(run->output, '.') : NULL;
    if (dot && *export_name_format(dot + 1))
        return error_set(err, ERROR_USAGE, "several projects need a folder: write -o NAME/ with a slash");
    run->pattern = pattern ? pattern : settings_text(&cli->settings, SETTING_NAME_PATTERN);
    if (!export_name_check_pattern(run->pattern, err))
        return false;
    bool skips = args_has(args, OPTION_SKIP_EXISTING), renews = args_has(args, OPTION_IF_NEWER);
    bool forces = args_has(args, OPTION_FORCE), is_dry = args_has(args, OPTION_DRY_RUN);
    if (skips + renews + forces > 1)
        return error_set(err, ERROR_USAGE, "give only one of --force, --skip-existing and --if-newer");
    if ((skips || renews) && !output)
        return error_set(err, ERROR_USAGE, "--%s requires -o FILE or -o DIR",
                         skips ? "skip-existing" : "if-newer");
    if (pattern && !run->is_folder)
        return error_set(err, ERROR_USAGE, "--name-pattern requires a folder: use -o DIR");
    if (!is_dry && wants_folder && !run->is_folder)
        return error_set(err, ERROR_USAGE, "several projects need a folder: use -o DIR");
    if (!is_dry && cli->json && !run->output)
        return error_set(err, ERROR_USAGE, "with --json the file cannot go to standard output: use -o FILE");
    /* Replacing files requires the store, which records the files that steno wrote. */
    return !(forces || renews) || is_dry ||
           cli_may_keep(cli, "Nothing was exported: steno cannot record which files it writes", err);
}

/* Sets the format by the suffix of the file name if the user gave no format. Fails if the given format does
 * not fit the suffix. */
static bool cmd_export_take_suffix(struct cli *cli, struct export_run *run, struct error *err)
{
    const char *name = run->is_folder ? run->pattern : run->output;
    int row = param_find(run->params->table, "FileFormatId");
    const char *named = name ? export_name_other_format(name, run->params) : NULL;
    const char *asked = param_set_get(run->params, row);
    bool is_given =
        asked && (!settings_param(&cli->settings, "FileFormatId") || param_set_get(cli->args->params, row) ||
                  cli->args->options[OPTION_PRESET] || cli->args->options[OPTION_STYLE]);
    bool is_open = run->output && !run->is_folder && !asked && !cli->args->unset[row];
    const char *dot = is_open ? strrchr(run->output, '.') : NULL;
    if (dot && !strchr(dot, '/') && !*export_name_format(dot + 1)) {
        char *ending = text_clean_copy(dot);
        cli_remark("unknown ending %s: the server's default format is used", ending);
        free(ending);
    }
    if (!named)
        return true;
    if (!is_given && !cli->args->unset[row])
        return param_set_put(run->params, row, named, err);
    char *clean = text_clean_copy(name);
    error_set(err, ERROR_USAGE, "%s: the ending means %s, but FileFormatId is %s; change one of the two",
              clean, named, asked ? asked : "unset");
    free(clean);
    return false;
}

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
                         "--check writes its findings to standard output: save the subtitles with -o FILE");
    run->params = params_make(cli, style, err);
    if (!run->params || !cmd_export_take_suffix(cli, run, err))
        return false;
    if (!run->output || is_dry) /* otherwise params_say_once() is called when a file arrives */
        params_say_once(cli, run->params, &run->is_set_shown);
    return true;
}

/* Reads the ids. Refuses a pattern that gives all files in the folder the same name. */
static bool cmd_export_read_ids(struct cli *cli, struct export_run *run, struct error *err)
{
    if (!cli_read_ids(cli, cli->args->word_count, &run->ids, err))
        return false;
    if (!run->is_folder || run->ids.count < 2 || export_name_needs_project(run->pattern))
        return true;
    char *first = cmd_export_make_path(run, run->ids.ids[0], NULL),
         *second = cmd_export_make_path(run, run->ids.ids[1], NULL);
    bool differ = strcmp(first, second) != 0;
    if (!differ)
        error_set(err, ERROR_USAGE,
                  "two projects would have the file name %s; put {id} into the name pattern", first);
    free(first);
    free(second);
    return differ;
}

int cli_export(struct cli *cli, struct error *err)
{
    struct export_run run = {0};
    struct error why;
    int code = CLI_FAILED;
    bool is_dry = args_has(cli->args, OPTION_DRY_RUN);
    bool ok = cmd_export_read_output(cli, &run, err) && cmd_export_read_styles(cli, &run, err) &&
              cmd_export_read_ids(cli, &run, err);
    /* Creates a missing folder, but only if requests can be sent. If not, each project says why, below. */
    if (ok && run.is_missing && !is_dry && cli_may_call(cli, &why))
        ok = export_folder_make(run.output, err);
    struct each_user user = {.op = ENDPOINT_EXPORT,
                             .params = run.params,
                             .arg = &run,
                             .check = cmd_export_name,
                             .failed = cmd_export_failed,
                             .show = cmd_export_show};
    if (ok && run.is_folder && !is_dry) {
        user.reads = export_name_needs_project(run.pattern) || args_has(cli->args, OPTION_IF_NEWER);
        run.paths = mem_zero(run.ids.count + 1, sizeof *run.paths);
        code = each_run(cli, &run.ids, &user);
    } else if (ok) {
        code = cli_each_of(cli, &run.ids, cmd_export_one, &run);
    }
    for (size_t i = 0; run.paths && i < run.ids.count; i++)
        free(run.paths[i]);
    free(run.paths);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return lint_code(&run.lint, code);
}
