/* `show`: every field of projects, from the server or from what was read last. */
#include "steno/core/listed.h"
#include "steno/base/when.h"
#include "output.h"
#include "handlers.h"
#include "local.h"
#include "many.h"
#include "print.h"
#include "projects.h"
#include "unanswered_writes.h"

#define SHOW_AHEAD 64 /* projects that may wait for an earlier one */

/* Reads a project out of the store. */
static struct project *cmd_show_load(struct cli *cli, int64_t id, struct error *err)
{
    struct store_op *op = store_op_new(STORE_PROJECT_LOAD);
    op->id = id;
    struct store_result *result = cli_store_do(cli, op, err);
    if (!result)
        return NULL;
    struct project *project = NULL;
    if (!result->json)
        error_set(err, ERROR_NOT_FOUND, "project %lld has not been fetched yet; omit --offline to fetch it",
                  (long long)id);
    else
        project = project_from_json(result->json, id, err);
    if (project) {
        char when[DATE_TEXT_SIZE];
        date_format(when, sizeof when, &(struct date){.ms = result->when_ms, .has_zone = true}, DATE_LOCAL);
        cli_remark("project %lld as of %s", (long long)id, when);
    }
    store_result_free(result);
    return project;
}

/* One run over all projects. */
struct show_run {
    struct id_list ids;
    struct unanswered left;
    struct cli_kept kept;
    int shown;
};

/* Its last export; NULL for none. */
static json_t *cmd_show_exported(struct cli *cli, const struct project *project)
{
    struct store_op *op = store_op_new(STORE_EXPORTS_LIST);
    op->id = project->id;
    struct store_result *result = cli_store_ask(cli, op);
    const struct ledger_file *last = result ? ledger_last(&result->ledger, project->id) : NULL;
    struct exported exported = {0};
    struct listed listed;
    listed_read(&listed, project->record.shown);
    if (last) {
        exported = (struct exported){.when_ms = last->when_ms, .version = last->version};
        snprintf(exported.format, sizeof exported.format, "%s", last->format);
    }
    store_result_free(result);
    return print_exported(&exported, project->version, listed.updated_ms);
}

/* {"id","ok","project","exported"}, the last where there is one. */
static void cmd_show_put_json(struct cli *cli, const struct project *project)
{
    json_t *object = cli_json_ok(project->id), *exported = cmd_show_exported(cli, project);
    json_object_set(object, "project", project->record.raw);
    if (exported)
        json_object_set_new(object, "exported", exported);
    cli_put_json(cli, object);
}

/* Writes one project. */
static void cmd_show_put(struct cli *cli, struct show_run *run, const struct project *project)
{
    cli_say_problems(project);
    if (cli->json) {
        cmd_show_put_json(cli, project);
        return;
    }
    if (run->shown++ > 0)
        cli_put_text(cli, "\n");
    cli_put_record(cli, &project->record);
}

/* Shows one project as it was read last. */
static int cmd_show_stored(struct cli *cli, int64_t id, void *arg)
{
    struct error err;
    error_clear(&err);
    struct project *project = cmd_show_load(cli, id, &err);
    if (!project)
        return cli_fail(cli, id, &err);
    unanswered_mark(cli, &id, 1);
    cmd_show_put(cli, arg, project);
    project_free(project);
    return 0;
}

static struct call *cmd_show_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    struct show_run *run = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = run->ids.ids[place];
    return call;
}

static void cmd_show_answered(struct cli *cli, void *arg, size_t place, const struct write *write,
                              struct call_result *result)
{
    struct show_run *run = arg;
    (void)place;
    (void)write;
    if (!result->ok)
        return;
    cli_keep_later(cli, &run->kept, result->project, NULL);
    unanswered_tell(cli, &run->left, result->project);
}

static int cmd_show_one(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    (void)place;
    cmd_show_put(cli, arg, result->project);
    return 0;
}

/* Reads them from the server. */
static int cmd_show_fetched(struct cli *cli, struct show_run *run)
{
    static const struct many_user user = {
        .ahead = SHOW_AHEAD, .make = cmd_show_make, .answered = cmd_show_answered, .show = cmd_show_one};
    struct error err;
    error_clear(&err);
    if (!cli_read_ids(cli, &run->ids, &err))
        return cli_fail(cli, 0, &err);
    unanswered_look(cli, run->ids.ids, run->ids.count, &run->left);
    int code = many_run(cli, &run->ids, &user, run);
    cli_keep_now(cli, &run->kept);
    return code;
}

int cli_show(struct cli *cli)
{
    struct show_run run = {0};
    int code = args_has(cli->args, OPTION_OFFLINE) ? cli_each_project(cli, cmd_show_stored, &run)
                                                   : cmd_show_fetched(cli, &run);
    unanswered_free(&run.left);
    id_list_free(&run.ids);
    return code;
}
