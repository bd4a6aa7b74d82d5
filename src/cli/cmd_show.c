/* `show`: every field of projects, from the server or from what was read last. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "each.h"
#include "handlers.h"
#include "local.h"
#include "steno/cli/output.h"
#include "print.h"
#include "projects.h"
#include "steno/api/json.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"

#define SHOW_AHEAD    512 /* projects that may wait for an earlier one */
#define SHOW_QUEUE    512 /* calls that wait for a connection or run */
#define SHOW_TEXT_MAX ((size_t)1 << 30)

/* One run over all projects. */
struct show_run {
    struct id_list ids;
    int shown;
};

/* The last export of a project; NULL for none. */
static json_t *cmd_show_exported(struct cli *cli, const struct project *project)
{
    struct store *store = cli_store_or_none(cli);
    struct ledger ledger = {0};
    struct exported exported = {0};
    struct listed listed;
    struct error err;
    if (store && !store_exports_list(store, &project->id, 1, &ledger, &err))
        cli_store_give_up(cli, &err);
    const struct ledger_file *last = ledger_last(&ledger, project->id);
    listed_read(&listed, project->record.shown);
    if (last) {
        exported = (struct exported){.when_ms = last->when_ms, .version = last->version};
        snprintf(exported.format, sizeof exported.format, "%s", last->format);
    }
    json_t *object = print_exported(&exported, project->version, listed.updated_ms);
    ledger_clear(&ledger);
    return object;
}

/* Makes the row of a project, as JSON {"id","ok","project","exported"}, the last where there is one. */
static void cmd_show_put(struct cli *cli, struct show_run *run, const struct project *project)
{
    cli_say_problems(project);
    if (cli->json) {
        struct buffer raw;
        buffer_init(&raw, SHOW_TEXT_MAX);
        json_write(&raw, project->record.raw);
        print_project_json(cli_rows(cli), project->id, buffer_text(&raw), -1,
                           cmd_show_exported(cli, project));
        buffer_free(&raw);
    } else {
        if (run->shown++ > 0)
            buffer_append_char(cli_rows(cli), '\n');
        print_record(cli_rows(cli), &project->record);
    }
}

/* Shows one project as it was read last. */
static int cmd_show_stored(struct cli *cli, int64_t id, void *arg)
{
    char when[DATE_TEXT_SIZE];
    struct error err;
    int64_t read_ms;
    error_clear(&err);
    struct project *project = cli_stored_project(cli, id, &read_ms, &err);
    if (!project && err.kind == ERROR_NONE)
        error_set(&err, ERROR_NOT_FOUND,
                  "project %" PRId64 " has not been fetched yet; omit --offline to fetch it", id);
    if (!project)
        return cli_fail(cli, id, &err);
    date_format(when, sizeof when, &(struct date){.ms = read_ms, .has_zone = true}, DATE_LOCAL);
    cli_remark("project %" PRId64 " as of %s", id, when);
    cli_mark_open(cli, &id, 1);
    cmd_show_put(cli, arg, project);
    cli_put_rows(cli);
    project_free(project);
    return 0;
}

static struct call *cmd_show_make(struct cli *cli, void *arg, size_t place)
{
    (void)cli;
    (void)arg;
    (void)place;
    return call_new(ENDPOINT_GET_PROJECT);
}

static int cmd_show_read(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    (void)place;
    cmd_show_put(cli, arg, result->project);
    cli_settle_writes(cli, result->project_id, result->project, result->sent_ms, NULL);
    return 0;
}

int cli_show(struct cli *cli)
{
    static const struct each_user user = {
        .queue = SHOW_QUEUE, .ahead = SHOW_AHEAD, .make = cmd_show_make, .show = cmd_show_read};
    struct show_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    if (!cli_read_ids(cli, &run.ids, &err))
        code = cli_fail(cli, 0, &err);
    else if (args_has(cli->args, OPTION_OFFLINE))
        code = cli_each_of(cli, &run.ids, cmd_show_stored, &run);
    else
        code = each_run(cli, &run.ids, &user, &run);
    id_list_free(&run.ids);
    return code;
}
