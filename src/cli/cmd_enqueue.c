/* `enqueue`: reads each project, sends what was given once, and waits for the end where asked. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "steno/cli/connect.h"
#include "each.h"
#include "follow.h"
#include "handlers.h"
#include "local.h"
#include "steno/cli/output.h"
#include "params.h"
#include "projects.h"
#include "steno/base/mem.h"

/* One run over all projects. */
struct enqueue_run {
    struct param_set *params;
    struct id_list ids;
    struct follow follow; /* those that were accepted */
    bool is_forbidden;    /* one of them met a 403: it may be for the credit */
};

static struct call *cmd_enqueue_make(struct cli *cli, void *arg, size_t place)
{
    const struct enqueue_run *run = arg;
    struct call *call = call_new(ENDPOINT_ENQUEUE);
    (void)place;
    call->params = param_set_copy(run->params);
    (void)cli;
    return call;
}

/* Is nothing in the way: another enqueue that may have been done, or one that is worked on? --anyway covers
 * what this reading shows, nothing that comes after it. */
static bool cmd_enqueue_check(struct cli *cli, void *arg, size_t place, struct call *call,
                              const struct project *reading, int64_t sent_ms, struct error *err)
{
    bool anyway = args_has(cli->args, OPTION_ANYWAY);
    bool is_active = settings_list_has(&cli->settings, SETTING_ACTIVE_STATES, reading->state);
    struct proof proof;
    (void)arg;
    (void)place;
    cli_settle_writes(cli, call->project_id, reading, sent_ms, &proof);
    if (proof.not_started)
        cli_say("%s", proof.not_started);
    if (anyway && proof.arrived)
        cli_say("%s", proof.arrived);
    const char *why = proof.arrived ? proof.arrived : proof.open;
    if (anyway)
        ;
    else if (why)
        error_set(err, ERROR_CONFLICT, "Enqueue project %" PRId64 ": nothing was sent. %s. %s",
                  call->project_id, why,
                  proof.arrived ? "Run it again to enqueue it once more" : "--anyway sends another one");
    else if (is_active)
        error_set(err, ERROR_CONFLICT,
                  "Enqueue project %" PRId64
                  ": nothing was sent, as it is being transcribed (%s). --anyway sends another one",
                  call->project_id, reading->state);
    if (!anyway && proof.open)
        err->open_until_ms = proof.open_until_ms;
    call->asked_row = anyway ? proof.open_row : 0;
    call->rests_ms = sent_ms;
    call->seen = project_copy(reading);
    proof_clear(&proof);
    return err->kind == ERROR_NONE;
}

static void cmd_enqueue_answered(struct cli *cli, void *arg, size_t place, const struct call *call,
                                 struct call_result *result)
{
    struct enqueue_run *run = arg;
    (void)cli;
    (void)place;
    (void)call;
    run->is_forbidden |= result->error.status == 403;
}

static int cmd_enqueue_show(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct enqueue_run *run = arg;
    struct follow *follow = &run->follow;
    (void)place;
    if (args_has(cli->args, OPTION_WAIT)) {
        follow->projects = mem_grow(follow->projects, follow->count + 1, sizeof *follow->projects);
        follow->projects[follow->count++] = (struct follow_project){.id = result->project_id,
                                                                    .state = mem_copy(result->project->state),
                                                                    .state_sent_ms = result->sent_ms};
    }
    return cli_report_project(cli, result->project);
}

/* Prints the request about one project. */
static int cmd_enqueue_dry_run(struct cli *cli, int64_t id, void *arg)
{
    const struct enqueue_run *run = arg;
    return cli_dry_run(cli, ENDPOINT_ENQUEUE, id, run->params);
}

/* Sends them, or shows the requests. */
static int cmd_enqueue_all(struct cli *cli, struct enqueue_run *run)
{
    static const struct each_user user = {.writes = true,
                                          .reads = true,
                                          .make = cmd_enqueue_make,
                                          .check = cmd_enqueue_check,
                                          .answered = cmd_enqueue_answered,
                                          .show = cmd_enqueue_show};
    struct error err;
    error_clear(&err);
    if (!cli_read_ids(cli, &run->ids, &err))
        return cli_fail(cli, 0, &err);
    if (args_has(cli->args, OPTION_DRY_RUN))
        return cli_each_of(cli, &run->ids, cmd_enqueue_dry_run, run);
    int code = each_run(cli, &run->ids, &user, run);
    struct login *login = run->is_forbidden && code != error_kind_exit_code(ERROR_CANCELLED)
                              ? cli_read_account(cli, &err)
                              : NULL;
    if (login && login_credit(login) >= 0)
        cli_remark("the account has %" PRId64 " minutes of credit left", login_credit(login));
    login_free(login);
    return code;
}

int cli_enqueue(struct cli *cli)
{
    struct enqueue_run run = {.follow = {.enqueued = true}};
    struct error err;
    error_clear(&err);
    if (cli->args->options[OPTION_WITHIN] && !args_has(cli->args, OPTION_WAIT)) {
        error_set(&err, ERROR_USAGE, "--within limits the waiting: use it with --wait");
        return cli_fail(cli, 0, &err);
    }
    if (!follow_read_times(cli->args, &run.follow, &err) || !(run.params = params_collect(cli, &err)))
        return cli_fail(cli, 0, &err);
    params_say_config(cli, run.params);
    int code = cmd_enqueue_all(cli, &run);
    if (run.follow.count > 0 && !cli->out_errno) {
        int waited = follow_run(cli, &run.follow);
        code = code && waited != error_kind_exit_code(ERROR_CANCELLED) ? code : waited;
    }
    free(run.follow.projects);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return code;
}
