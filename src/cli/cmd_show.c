/* `show`: every field of projects, from the server or from what was read last. */
#include "steno/base/when.h"
#include "steno/cli/output.h"
#include "handlers.h"
#include "local.h"
#include "projects.h"

/* Reads a project out of the store. */
static struct project *show_load(struct cli *cli, int64_t id, struct error *err)
{
    struct store_op *op = store_op_new(STORE_PROJECT_LOAD);
    op->id = id;
    struct store_result *result = cli_store_do(cli, op, err);
    if (!result)
        return NULL;
    struct project *project = NULL;
    if (!result->json)
        error_set(err, ERROR_NOT_FOUND,
                  "project %lld was never read here; without --offline it is read from the server",
                  (long long)id);
    else
        project = project_from_json(result->json, err);
    if (project) {
        char when[DATE_TEXT_SIZE];
        date_format(when, sizeof when, &(struct date){.ms = result->when_ms, .has_zone = true}, DATE_LOCAL);
        cli_say("project %lld as of %s", (long long)id, when);
    }
    store_result_free(result);
    return project;
}

/* Shows one project. */
static int show_one(struct cli *cli, int64_t id, void *arg)
{
    int *shown = arg;
    struct error err;
    error_clear(&err);
    struct project *project =
        args_has(cli->args, OPTION_OFFLINE) ? show_load(cli, id, &err) : cli_get_project(cli, id, &err);
    if (!project)
        return cli_fail(cli, id, &err);
    if (cli->json) {
        cli_report_project(cli, project);
    } else {
        cli_say_problems(project);
        if ((*shown)++ > 0)
            cli_put_text(cli, "\n");
        cli_put_record(cli, &project->record);
    }
    project_free(project);
    return 0;
}

int cli_show(struct cli *cli)
{
    int shown = 0;
    return cli_each_project(cli, show_one, &shown);
}
