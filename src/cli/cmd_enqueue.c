/* `enqueue`: sends what was given, once, and waits for the end where asked. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "handlers.h"
#include "local.h"
#include "params.h"
#include "projects.h"
#include "waiting.h"

/* One run over all projects. */
struct enqueue_run {
    struct param_set *params;
    struct activity_row row; /* what each leaves in the activity */
    struct waiting waiting;  /* those that were accepted */
};

/* Remembers an accepted project for the wait. */
static void enqueue_add_waiting(struct waiting *waiting, const struct project *project)
{
    waiting->projects = mem_grow(waiting->projects, waiting->count + 1, sizeof *waiting->projects);
    waiting->projects[waiting->count++] =
        (struct waiting_project){.id = project->id, .state = mem_copy(project->state)};
}

/* Enqueues one project. */
static int enqueue_one(struct cli *cli, int64_t id, void *arg)
{
    struct enqueue_run *run = arg;
    struct error err;
    error_clear(&err);
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_dry_run(cli, ENDPOINT_ENQUEUE, id, run->params);
    struct api_client *client = cli_may_write(cli, &err) ? cli_client(cli, true, &err) : NULL;
    struct versioned_write write = {.op = ENDPOINT_ENQUEUE, .id = id, .params = run->params};
    struct project *project = client ? cli_write(cli, &write, &err) : NULL;
    if (!project) {
        cli_explain_auth(cli, &err);
        int code = cli_fail(cli, id, &err);
        cli_keep_action(cli, id, &run->row, &err);
        return code;
    }
    cli_keep_action(cli, id, &run->row, NULL);
    cli_keep_project(cli, project);
    if (args_has(cli->args, OPTION_WAIT))
        enqueue_add_waiting(&run->waiting, project);
    return cli_report_project(cli, project);
}

/* The exit code of the enqueueing and of the wait for those that were accepted. */
static int enqueue_join(int sent, int waited)
{
    if (waited == error_kind_exit_code(ERROR_CANCELLED) || sent == waited)
        return waited;
    return sent == 0 ? waited : EXIT_MIXED;
}

/* Reads --within, which says how long to wait: without --wait it would be lost. */
static bool enqueue_read_within(const struct args *args, int64_t *within_ms, struct error *err)
{
    if (args->options[OPTION_WITHIN] && !args_has(args, OPTION_WAIT))
        return error_set(err, ERROR_USAGE, "--within limits the waiting: give --wait too");
    return waiting_read_within(args, within_ms, err);
}

int cli_enqueue(struct cli *cli)
{
    struct enqueue_run run = {.waiting = {.enqueued = true}};
    struct error err;
    error_clear(&err);
    if (!enqueue_read_within(cli->args, &run.waiting.within_ms, &err) ||
        !(run.params = params_collect(cli, &err)))
        return cli_fail(cli, 0, &err);
    char *options = activity_row_options(run.params);
    run.row = (struct activity_row){.op = ENDPOINT_ENQUEUE, .options = options};
    int code = cli_each_project(cli, enqueue_one, &run);
    if (code == 0 && !args_has(cli->args, OPTION_DRY_RUN))
        params_remember(cli, run.params);
    if (run.waiting.count > 0 && !cli->out_errno)
        code = enqueue_join(code, waiting_run(cli, &run.waiting));
    free(run.waiting.projects);
    free(options);
    param_set_free(run.params);
    return code;
}
