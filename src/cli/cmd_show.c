/* `show`: every field of projects, from the server or from what was read last. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/json.h"
#include "steno/base/when.h"
#include "steno/core/listed.h"
#include "handlers.h"
#include "local.h"
#include "many.h"
#include "output.h"
#include "print.h"
#include "projects.h"
#include "unanswered_writes.h"

#define SHOW_AHEAD    512 /* projects that may wait for an earlier one */
#define SHOW_QUEUE    128 /* calls that wait for a worker or run */
#define SHOW_EXPORTS  64  /* projects whose last exports are loaded together */
#define SHOW_TEXT_MAX ((size_t)1 << 30)

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
    struct store_result *exports; /* of some of the ids, from this place on; or NULL */
    size_t exports_at;
    size_t place; /* of the one that is shown */
    int shown;
};

/* What the store has of the exports of a project, and of some that follow it; NULL where it fails. */
static const struct store_result *cmd_show_exports(struct cli *cli, struct show_run *run, int64_t id)
{
    while (run->ids.ids[run->place] != id)
        run->place++;
    if (run->exports && run->place - run->exports_at < SHOW_EXPORTS)
        return run->exports;
    struct store_op *op = store_op_new(STORE_EXPORTS_LIST);
    op->json = json_array();
    for (size_t i = run->place; i < run->ids.count && i < run->place + SHOW_EXPORTS; i++)
        json_array_append_new(op->json, json_integer(run->ids.ids[i]));
    store_result_free(run->exports);
    run->exports_at = run->place;
    return run->exports = cli_store_ask(cli, op);
}

/* Its last export; NULL for none. */
static json_t *cmd_show_exported(struct cli *cli, struct show_run *run, const struct project *project)
{
    const struct store_result *exports = cmd_show_exports(cli, run, project->id);
    const struct ledger_file *last = exports ? ledger_last(&exports->ledger, project->id) : NULL;
    struct exported exported = {0};
    struct listed listed;
    listed_read(&listed, project->record.shown);
    if (last) {
        exported = (struct exported){.when_ms = last->when_ms, .version = last->version};
        snprintf(exported.format, sizeof exported.format, "%s", last->format);
    }
    return print_exported(&exported, project->version, listed.updated_ms);
}

/* Makes the row of a project, as JSON {"id","ok","project","exported"}, the last where there is one. Returns
 * the project as JSON text; caller frees. */
static char *cmd_show_put(struct cli *cli, struct show_run *run, const struct project *project)
{
    struct buffer raw;
    cli_say_problems(project);
    buffer_init(&raw, SHOW_TEXT_MAX);
    json_write(&raw, project->record.raw); /* once for both, what is shown and what is kept */
    if (cli->json) {
        print_project_json(cli_rows(cli), project->id, buffer_text(&raw), -1,
                           cmd_show_exported(cli, run, project));
    } else {
        if (run->shown++ > 0)
            buffer_append_char(cli_rows(cli), '\n');
        print_record(cli_rows(cli), &project->record);
    }
    return buffer_take(&raw);
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
    free(cmd_show_put(cli, arg, project));
    cli_put_rows(cli);
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

/* Shows and keeps one that was read. */
static int cmd_show_read(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct show_run *run = arg;
    (void)place;
    cli_keep_later(cli, &run->kept, result->project, result->sent_ms,
                   cmd_show_put(cli, run, result->project));
    unanswered_tell(cli, &run->left, result->project);
    return 0;
}

int cli_show(struct cli *cli)
{
    static const struct many_user user = {
        .queue = SHOW_QUEUE, .ahead = SHOW_AHEAD, .make = cmd_show_make, .show = cmd_show_read};
    struct show_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    if (!cli_read_ids(cli, &run.ids, &err)) {
        code = cli_fail(cli, 0, &err);
    } else if (args_has(cli->args, OPTION_OFFLINE)) {
        code = cli_each_of(cli, &run.ids, cmd_show_stored, &run);
    } else {
        unanswered_look(cli, run.ids.ids, run.ids.count, &run.left);
        code = many_run(cli, &run.ids, &user, &run);
        cli_keep_now(cli, &run.kept);
    }
    store_result_free(run.exports);
    unanswered_free(&run.left);
    id_list_free(&run.ids);
    return code;
}
