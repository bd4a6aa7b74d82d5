/* `enqueue`: sends what was given, once, and waits for the end where asked. */
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
#include "sending.h"
#include "unanswered_writes.h"
#include "follow.h"

/* One run over all projects. */
struct enqueue_run {
    struct param_set *params;
    struct id_list ids;
    struct write *sendings; /* by place */
    struct follow waiting;  /* those that were accepted */
    bool refused;           /* one of them met a 403: it may be for the credit */
    int64_t sent_ms;        /* when the first of them was sent, by the wall clock */
};

/* Remembers an accepted project for the wait. */
static void cmd_enqueue_add_waiting(struct follow *waiting, const struct project *project, int64_t sent_ms)
{
    waiting->projects = mem_grow(waiting->projects, waiting->count + 1, sizeof *waiting->projects);
    waiting->projects[waiting->count++] = (struct follow_project){
        .id = project->id, .state = mem_copy(project->state), .state_sent_ms = sent_ms};
}

/* Writes the enqueue of one project down. Open ones of it are looked at once, for it may be over with them.
 */
static bool cmd_enqueue_record(struct cli *cli, struct write *sending, const struct call *call,
                               struct error *err)
{
    struct store_result *open = NULL;
    bool recorded = sending_begin(cli, sending, call, &open, err);
    bool cleared = open && unanswered_clears_way(cli, call->project_id, open, err);
    store_result_free(open);
    open = NULL;
    if (!cleared)
        return recorded;
    if (sending_begin(cli, sending, call, &open, err))
        return true;
    error_set(err, ERROR_CONFLICT,
              "Enqueue project %" PRId64
              ": nothing was sent, as another program has just begun to enqueue it",
              call->project_id);
    store_result_free(open);
    return false;
}

/* Writes the enqueue of one project down, unless an earlier one speaks against it. */
static struct call *cmd_enqueue_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    struct enqueue_run *run = arg;
    struct call *call = call_new(ENDPOINT_ENQUEUE);
    struct error err;
    error_clear(&err);
    call->project_id = run->ids.ids[place];
    call->params = param_set_copy(run->params);
    call->asked_row = args_has(cli->args, OPTION_ANYWAY) ? PENDING_ALL_ROWS : 0;
    call->seen = cli_known_project(cli, call->project_id);
    if (cmd_enqueue_record(cli, &run->sendings[place], call, &err))
        return call;
    *instead = call_result_new(call);
    (*instead)->error = err;
    call_free(call);
    return NULL;
}

static struct call *cmd_enqueue_answered(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct enqueue_run *run = arg;
    run->refused |= result->error.status == 403;
    return sending_end(cli, &run->sendings[place], result);
}

/* Says what is left of the credit, where the server tells. */
static void cmd_enqueue_say_credit(struct cli *cli)
{
    struct error err;
    int64_t minutes;
    error_clear(&err);
    struct connection *connection = cli_connection(cli, true, &err);
    struct login *login = connection ? api_current_user(connection, &err) : NULL;
    if (login && login_credit(login, &minutes))
        cli_say("the account has %" PRId64 " minutes of credit left", minutes);
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

/* Enqueues all of them. */
static int cmd_enqueue_all(struct cli *cli, struct enqueue_run *run)
{
    static const struct many_user user = {
        .writes = true, .make = cmd_enqueue_make, .answered = cmd_enqueue_answered, .show = cmd_enqueue_show};
    struct error err;
    error_clear(&err);
    if (!cli_read_ids(cli, &run->ids, &err))
        return cli_fail(cli, 0, &err);
    run->sendings = mem_zero(run->ids.count, sizeof *run->sendings);
    run->sent_ms = clock_wall_ms();
    int code = many_run(cli, &run->ids, &user, run);
    if (run->refused && code != error_kind_exit_code(ERROR_CANCELLED))
        cmd_enqueue_say_credit(cli);
    return code;
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
        !(run.params = params_collect(cli, NULL, &err)))
        return cli_fail(cli, 0, &err);
    int code = args_has(cli->args, OPTION_DRY_RUN) ? cli_each_project(cli, cmd_enqueue_dry_run, &run)
                                                   : cmd_enqueue_all(cli, &run);
    if (run.waiting.count > 0 && !cli->out_errno)
        code = cmd_enqueue_join(code, follow_run(cli, &run.waiting));
    free(run.waiting.projects);
    for (size_t i = 0; run.sendings && i < run.ids.count; i++)
        writes_clear(&run.sendings[i]);
    free(run.sendings);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return code;
}
