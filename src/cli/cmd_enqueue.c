/* `enqueue`: sends what was given, once, and waits for the end where asked. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "output.h"
#include "connect.h"
#include "handlers.h"
#include "local.h"
#include "many.h"
#include "params.h"
#include "projects.h"
#include "steno/core/since.h"
#include "unanswered_writes.h"
#include "follow.h"

/* One run over all projects. */
struct enqueue_run {
    struct param_set *params;
    struct id_list ids;
    bool *cleared;         /* by place: open enqueues that stood in its way were looked at */
    struct follow waiting; /* those that were accepted */
    bool refused;          /* one of them met a 403: it may be for the credit */
    int64_t sent_ms;       /* when the first of them was sent, by the wall clock */
};

/* Remembers an accepted project for the wait. */
static void cmd_enqueue_add_waiting(struct follow *waiting, const struct project *project, int64_t sent_ms)
{
    waiting->projects = mem_grow(waiting->projects, waiting->count + 1, sizeof *waiting->projects);
    waiting->projects[waiting->count++] = (struct follow_project){
        .id = project->id, .state = mem_copy(project->state), .state_sent_ms = sent_ms};
}

static struct call *cmd_enqueue_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct enqueue_run *run = arg;
    struct call *call = call_new(ENDPOINT_ENQUEUE);
    (void)instead;
    call->project_id = run->ids.ids[place];
    call->params = param_set_copy(run->params);
    call->act.follows = args_has(cli->args, OPTION_WAIT);
    call->asked_row = args_has(cli->args, OPTION_ANYWAY) ? PENDING_ALL_ROWS : 0;
    call->seen = cli_known_project(cli, call->project_id, SINCE_APART_MS); /* older: no proof */
    return call;
}

/* Open enqueues of the project are looked at once, for it may be over with them. */
static struct call *cmd_enqueue_again(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct enqueue_run *run = arg;
    int64_t id = run->ids.ids[place];
    bool was_cleared = run->cleared[place];
    error_clear(&result->error);
    run->cleared[place] = true;
    if (!was_cleared && unanswered_clears_way(cli, id, &result->error))
        return cmd_enqueue_make(cli, arg, place, NULL);
    if (was_cleared)
        error_set(&result->error, ERROR_CONFLICT,
                  "Enqueue project %" PRId64
                  ": nothing was sent, as another program has just begun to enqueue it",
                  id);
    return NULL;
}

static void cmd_enqueue_answered(struct cli *cli, void *arg, size_t place, const struct write *write,
                                 struct call_result *result)
{
    struct enqueue_run *run = arg;
    (void)cli;
    (void)place;
    (void)write;
    run->refused |= result->error.status == 403;
}

/* Says what is left of the credit, where the server tells. */
static void cmd_enqueue_say_credit(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct login *login = cli_read_account(cli, &err);
    int64_t minutes = login ? login_credit(login) : -1;
    if (minutes >= 0)
        cli_remark("the account has %" PRId64 " minutes of credit left", minutes);
    login_free(login);
}

static int cmd_enqueue_show(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct enqueue_run *run = arg;
    (void)place;
    if (args_has(cli->args, OPTION_WAIT))
        cmd_enqueue_add_waiting(&run->waiting, result->project, run->sent_ms);
    return cli_report_project(cli, result->project);
}

/* Prints the request about one project. */
static int cmd_enqueue_dry_run(struct cli *cli, int64_t id, void *arg)
{
    const struct enqueue_run *run = arg;
    return cli_dry_run(cli, ENDPOINT_ENQUEUE, id, run->params);
}

/* Enqueues them. */
static int cmd_enqueue_send(struct cli *cli, struct enqueue_run *run)
{
    const struct many_user user = {.writes = true,
                                   .make = cmd_enqueue_make,
                                   .again = cmd_enqueue_again,
                                   .answered = cmd_enqueue_answered,
                                   .show = cmd_enqueue_show};
    run->cleared = mem_zero(run->ids.count + 1, sizeof *run->cleared);
    run->sent_ms = clock_wall_ms();
    int code = many_run(cli, &run->ids, &user, run);
    if (run->refused && code != error_kind_exit_code(ERROR_CANCELLED))
        cmd_enqueue_say_credit(cli);
    return code;
}

/* Sends them, or shows the requests. */
static int cmd_enqueue_all(struct cli *cli, struct enqueue_run *run)
{
    struct error err;
    error_clear(&err);
    if (!cli_read_ids(cli, &run->ids, &err))
        return cli_fail(cli, 0, &err);
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_each_of(cli, &run->ids, cmd_enqueue_dry_run, run);
    return cmd_enqueue_send(cli, run);
}

/* The exit code of the enqueueing and of the wait for those that were accepted. */
static int cmd_enqueue_join(int sent, int waited)
{
    if (waited == error_kind_exit_code(ERROR_CANCELLED) || sent == waited)
        return waited;
    return sent == 0 ? waited : EXIT_MIXED;
}

/* Reads --within, which says how long to wait: without --wait it would be lost. */
static bool cmd_enqueue_read_within(const struct args *args, int64_t *within_ms, struct error *err)
{
    if (args->options[OPTION_WITHIN] && !args_has(args, OPTION_WAIT))
        return error_set(err, ERROR_USAGE, "--within limits the waiting: use it with --wait");
    return follow_read_within(args, within_ms, err);
}

int cli_enqueue(struct cli *cli)
{
    struct enqueue_run run = {.waiting = {.enqueued = true}};
    struct error err;
    error_clear(&err);
    if (!cmd_enqueue_read_within(cli->args, &run.waiting.within_ms, &err) ||
        !(run.params = params_collect(cli, &err)))
        return cli_fail(cli, 0, &err);
    params_say_config(cli, run.params);
    int code = cmd_enqueue_all(cli, &run);
    if (run.waiting.count > 0 && !cli->out_errno)
        code = cmd_enqueue_join(code, follow_run(cli, &run.waiting));
    free(run.waiting.projects);
    free(run.cleared);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return code;
}
