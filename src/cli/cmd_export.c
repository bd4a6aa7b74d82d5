/* `export`: a file from the server to standard output, to a file, or into a folder. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "steno/core/export_name.h"
#include "handlers.h"
#include "interrupt.h"
#include "local.h"
#include "params.h"
#include "projects.h"
#include "verdict.h"

/* One run over all projects. */
struct export_run {
    struct param_set *params;
    char *options;          /* these, as the activity names them */
    const char *output;     /* NULL: standard output */
    const char *pattern;    /* names in the folder */
    struct verdict verdict; /* its style is NULL when nothing is checked */
    bool is_folder;
    bool cleaned;   /* what killed runs left in the folder is removed, once */
    char **written; /* paths that this run took, so that none replaces another */
    size_t written_count;
};

/* One file of it. */
struct export_file {
    struct cli *cli;
    struct export_run *run;
    struct export_info *info;
    struct file_draft draft;
    char *open_path;      /* as given, or by the pattern with {ext} in it */
    char *path;           /* by what is known */
    bool named;           /* the answer has come, and with it the name */
    struct error refused; /* why the file may not have its name, or its bytes */
};

/* Writes a piece to standard output. */
static bool export_write_stdout(void *arg, const void *data, size_t len)
{
    return cli_put(arg, data, len);
}

/* Is the project Completed, so that its file must come? It may not be ready the moment the job is reported
 * done. */
static bool export_is_completed(struct cli *cli, int64_t id)
{
    struct error err;
    error_clear(&err);
    struct project *project = cli_get_project(cli, id, &err);
    bool completed = project && strcmp(project->state, "Completed") == 0;
    project_free(project);
    return completed;
}

/* Asks for the file. A refusal may come just after the end of a job: if so, it is asked for again until it is
 * there. */
static bool export_fetch(struct cli *cli, int64_t id, const struct export_run *run, struct export_sink *sink,
                         struct export_info *info, struct error *err)
{
    struct api_client *client = cli_client(cli, true, err);
    if (!client)
        return false;
    if (api_export(client, id, run->params, sink, info, err))
        return true;
    bool early = err->status == 404 || err->status == 409 || err->status == 412;
    if (early && export_is_completed(cli, id)) {
        sink->completed = true;
        error_clear(err);
        if (api_export(client, id, run->params, sink, info, err))
            return true;
    }
    cli_explain_auth(cli, err);
    return false;
}

/* Keeps the export in the activity. */
static void export_keep(struct cli *cli, int64_t id, const struct export_run *run, const char *path,
                        const struct export_info *info)
{
    struct activity_row row = {
        .op = ENDPOINT_EXPORT, .options = run->options, .path = path, .bytes = info->bytes};
    cli_keep_action(cli, id, &row, NULL);
}

/* Sends the file to standard output. */
static int export_to_stdout(struct cli *cli, int64_t id, const struct export_run *run)
{
    struct export_sink sink = {.write = export_write_stdout, .arg = cli};
    struct export_info info = {0};
    struct error err;
    error_clear(&err);
    if (export_fetch(cli, id, run, &sink, &info, &err)) {
        export_keep(cli, id, run, NULL, &info);
        if (info.bytes == 0)
            cli_say("project %" PRId64 ": the server sent %s", id, export_name_empty);
        return 0;
    }
    return cli->out_errno ? 1 : cli_fail(cli, id, &err);
}

/* Does the pattern need what only the project says: {name} or {state}? */
static bool export_needs_project(const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}");
}

/* The path in the folder, by the pattern, {ext} still in it. Caller frees. */
static char *export_make_path(struct cli *cli, int64_t id, const struct export_run *run, struct error *err)
{
    struct project *project = NULL;
    if (export_needs_project(run->pattern) && !(project = cli_get_project(cli, id, err)))
        return NULL;
    char *name =
        export_name_make(run->pattern, id, project ? project->name : "", project ? project->state : "");
    size_t len = strlen(run->output);
    char *path = mem_printf("%s%s%s", run->output, run->output[len - 1] == '/' ? "" : "/", name);
    free(name);
    project_free(project);
    return path;
}

/* Was this path written in this run? Even --force does not let one file of a run replace another. */
static bool export_is_repeated(const struct export_run *run, const char *path)
{
    for (size_t i = 0; i < run->written_count; i++) {
        if (strcmp(run->written[i], path) == 0)
            return true;
    }
    return false;
}

/* Fails when the file is there already and may not be replaced. */
static bool export_check_target(struct cli *cli, const struct export_run *run, const char *path,
                                struct error *err)
{
    if (export_is_repeated(run, path))
        return error_set(err, ERROR_EXISTS,
                         "%s was written for another project just now; put {id} into the pattern", path);
    struct stat facts;
    if (stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && !args_has(cli->args, OPTION_FORCE))
        return error_set(err, ERROR_EXISTS, "%s exists and was kept; --force replaces it", path);
    return true;
}

/* {"id","ok","file","bytes","content_type"}, or the path. */
static void export_report(struct cli *cli, int64_t id, const char *path, const struct export_info *info)
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
static void export_say_empty(const char *path)
{
    char *clean = text_clean_copy(path);
    cli_say("%s: the server sent %s", clean, export_name_empty);
    free(clean);
}

/* Gives the file its name by what is known; one that the user gave is the name. False when it may not have
 * that. */
static bool export_name_file(struct export_file *file, const struct export_info *info)
{
    free(file->path);
    file->path = file->run->is_folder ? export_name_close(file->open_path, file->run->params, info)
                                      : mem_copy(file->open_path);
    file->named = info != NULL;
    if (!export_check_target(file->cli, file->run, file->path, &file->refused))
        return false;
    file_retarget(&file->draft, file->path);
    return true;
}

/* Writes a piece to the file in the making, whose name is known with the first one. */
static bool export_write_draft(void *arg, const void *data, size_t len)
{
    struct export_file *file = arg;
    if (!file->named && !export_name_file(file, file->info))
        return false;
    if (interrupt_write(file->draft.fd, data, len))
        return true;
    if (errno == EINTR)
        return error_set(&file->refused, ERROR_CANCELLED, "%s: cancelled", file->path);
    return error_set(&file->refused, ERROR_IO, "Cannot write %s: %s", file->path, strerror(errno));
}

/* Remembers that this run took the path, so that no other project gets it. */
static void export_remember(struct export_run *run, const char *path)
{
    run->written = mem_grow(run->written, run->written_count + 1, sizeof *run->written);
    run->written[run->written_count++] = mem_copy(path);
}

/* Fetches into a temporary file beside the target and puts that in place when it is whole. */
static bool export_save(struct export_file *file, int64_t id, struct error *err)
{
    struct export_run *run = file->run;
    bool certain = !run->is_folder || export_name_is_certain(file->open_path, run->params);
    if (!export_name_file(file, NULL) && certain) {
        *err = file->refused;
        return false;
    }
    error_clear(&file->refused);
    if (!run->cleaned)
        file_remove_leftovers(file->path);
    run->cleaned = true;
    bool force = args_has(file->cli->args, OPTION_FORCE);
    struct api_client *client = cli_client(file->cli, true, err);
    if (!client || !api_export_begin(client, &file->draft, file->path, force, err))
        return false;
    struct export_sink sink = {.write = export_write_draft, .arg = file};
    bool ok = export_fetch(file->cli, id, run, &sink, file->info, err);
    ok = ok && (file->named || export_name_file(file, file->info));
    if (file->refused.kind != ERROR_NONE)
        *err = file->refused;
    if (ok)
        ok = file_commit(&file->draft, err);
    else
        file_abandon(&file->draft);
    export_remember(run, file->path);
    return ok;
}

/* Checks the file of a project and prints what is found. Returns 0 when it could be checked. */
static int export_check(struct cli *cli, int64_t id, struct export_run *run, const char *path)
{
    struct caption_input input;
    struct error err;
    error_clear(&err);
    caption_input_init(&input, path, id);
    struct project *project = cli_get_project(cli, id, &err); /* for its Length: without it less is checked */
    if (project)
        input.length_ms = project->length_ms;
    project_free(project);
    error_clear(&err);
    bool ok = caption_input_read_saved(&input, run->params, &err);
    if (ok)
        verdict_give(cli, &run->verdict, &input, run->params);
    caption_input_free(&input);
    return ok ? 0 : cli_fail(cli, id, &err);
}

/* Exports one project. */
static int export_one(struct cli *cli, int64_t id, void *arg)
{
    struct export_run *run = arg;
    struct export_info info = {0};
    struct error err;
    error_clear(&err);
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_dry_run(cli, ENDPOINT_EXPORT, id, run->params);
    if (!run->output)
        return export_to_stdout(cli, id, run);
    struct export_file file = {.cli = cli, .run = run, .info = &info, .draft = {.fd = -1}};
    error_clear(&file.refused);
    file.open_path = run->is_folder ? export_make_path(cli, id, run, &err) : mem_copy(run->output);
    bool ok = file.open_path && export_save(&file, id, &err);
    if (ok) {
        export_keep(cli, id, run, file.path, &info);
        export_report(cli, id, file.path, &info);
    }
    if (ok && info.bytes == 0)
        export_say_empty(file.path);
    int code = !ok ? cli_fail(cli, id, &err) : run->verdict.style ? export_check(cli, id, run, file.path) : 0;
    free(file.open_path);
    free(file.path);
    return code;
}

/* Are several projects meant? Ranges and `-` are taken to be several. */
static bool export_is_many(const struct args *args)
{
    const char *word = args->words[0];
    return args->word_count > 1 || strcmp(word, "-") == 0 || strpbrk(word, "-, ");
}

/* The words that may stand in braces. */
static const char *const export_words[] = {"{id}", "{name}", "{state}", "{ext}"};

/* Does a known word stand here? */
static bool export_is_word(const char *at)
{
    for (size_t i = 0; i < sizeof export_words / sizeof export_words[0]; i++) {
        if (strncmp(at, export_words[i], strlen(export_words[i])) == 0)
            return true;
    }
    return false;
}

/* Is the pattern one that can be filled? False with ERROR_USAGE naming the word in braces that is not known.
 */
static bool export_check_pattern(const char *pattern, struct error *err)
{
    if (!*pattern)
        return error_set(err, ERROR_USAGE, "the name pattern is empty");
    if (strchr(pattern, '/'))
        return error_set(err, ERROR_USAGE, "the name pattern “%s” holds a slash; the folder is given by -o",
                         pattern);
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        if (!export_is_word(at))
            return error_set(err, ERROR_USAGE,
                             "the name pattern “%s”: “%.*s” is none of {id} {name} {state} {ext}", pattern,
                             (int)(strcspn(at, "}") + (strchr(at, '}') != NULL)), at);
    }
    return true;
}

/* Reads where the files go. */
static bool export_read_output(struct cli *cli, struct export_run *run, struct error *err)
{
    const struct args *args = cli->args;
    struct stat facts;
    const char *output = args->options[OPTION_OUTPUT];
    run->output = output && strcmp(output, "-") != 0 ? output : NULL;
    run->is_folder = run->output && ((stat(run->output, &facts) == 0 && S_ISDIR(facts.st_mode)) ||
                                     run->output[strlen(run->output) - 1] == '/');
    run->pattern = args->options[OPTION_NAME_PATTERN] ? args->options[OPTION_NAME_PATTERN]
                                                      : settings_text(&cli->settings, SETTING_NAME_PATTERN);
    if (!export_check_pattern(run->pattern, err))
        return false;
    if (output && !*output)
        return error_set(err, ERROR_USAGE, "-o needs a file, a folder, or - for standard output");
    if (args->options[OPTION_NAME_PATTERN] && !run->is_folder)
        return error_set(err, ERROR_USAGE, "--name-pattern names files in a folder: give one by -o");
    if (args_has(args, OPTION_DRY_RUN))
        return true;
    if (export_is_many(args) && !run->is_folder)
        return error_set(err, ERROR_USAGE, "several projects need a folder that exists: -o DIR");
    if (cli->json && !run->output)
        return error_set(err, ERROR_USAGE, "with --json the file needs a place of its own: -o FILE");
    return true;
}

/* Reads what is sent, from a style on, and what the files are checked by. */
static bool export_read_styles(struct cli *cli, struct export_run *run, struct error *err)
{
    const struct caption_style *style = NULL;
    struct verdict *verdict = &run->verdict;
    verdict->format = cli->json ? LINT_JSON : LINT_TEXT;
    if (!params_find_style(cli, OPTION_STYLE, &style, err) ||
        !params_find_style(cli, OPTION_CHECK_STYLE, &verdict->style, err) ||
        !verdict_read_fail_on(cli->args, verdict, err))
        return false;
    if (cli->args->options[OPTION_FAIL_ON] && !verdict->style)
        return error_set(err, ERROR_USAGE, "--fail-on needs --check STYLE");
    if (verdict->style && !run->output && !args_has(cli->args, OPTION_DRY_RUN))
        return error_set(err, ERROR_USAGE,
                         "--check writes its findings to standard output: give the file by -o FILE");
    if (verdict->style)
        verdict->limits = verdict->style->limits;
    run->params = params_collect(cli, style, err);
    return run->params != NULL;
}

int cli_export(struct cli *cli)
{
    struct export_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    if (export_read_output(cli, &run, &err) && export_read_styles(cli, &run, &err)) {
        run.options = activity_row_options(run.params);
        code = cli_each_project(cli, export_one, &run);
        if (code == 0 && !args_has(cli->args, OPTION_DRY_RUN))
            params_remember(cli, run.params);
    } else {
        code = cli_fail(cli, 0, &err);
    }
    for (size_t i = 0; i < run.written_count; i++)
        free(run.written[i]);
    free(run.written);
    free(run.options);
    param_set_free(run.params);
    return verdict_code(&run.verdict, code);
}
