/* Owns how results become reports and an exit code, whoever sends: a pool, or a client (many_writes.c). Knows
 * no command. */
#include "many_private.h"

#include "output.h"
#include "connect.h"
#include "steno/work/pool.h"
#include "interrupt.h"

static struct call *many_make(void *arg, size_t place, struct call_result **instead)
{
    struct many *many = arg;
    return many->user->make(many->cli, many->arg, place, instead);
}

static void many_answered(void *arg, size_t place, struct call_result *result)
{
    struct many *many = arg;
    if (many->user->answered)
        many->user->answered(many->cli, many->arg, place, result);
}

static void many_flush(void *arg)
{
    struct many *many = arg;
    if (many->user->flush)
        many->user->flush(many->cli, many->arg);
}

/* Reports a failure. Of what was interrupted the first is enough, but for writes that may have been done. */
static void many_fail(struct many *many, size_t place, struct error *err)
{
    struct cli *cli = many->cli;
    if (many->user->failed && many->user->failed(cli, many->arg, place, err))
        return;
    if (cli->stop.kind == ERROR_CANCELLED && err->kind == ERROR_CANCELLED && !error_outcome_is_open(err)) {
        cli_rest_add(cli, many->ids->ids[place]);
        return;
    }
    cli_explain_auth(cli, err);
    cli_tally_add(&many->tally, cli_fail(cli, many->ids->ids[place], err));
}

void many_show(void *arg, size_t place, struct call_result *result)
{
    struct many *many = arg;
    if (!result->ok || result->said)
        many_flush(arg);
    if (result->said)
        cli_say_lines(result->said);
    if (result->ok)
        cli_tally_add(&many->tally, many->user->show(many->cli, many->arg, place, result));
    else
        many_fail(many, place, &result->error);
}

static bool many_wait(void *arg, int fd, int64_t ms)
{
    (void)arg;
    return interrupt_wait(fd, ms);
}

static bool many_is_done(void *arg)
{
    const struct many *many = arg;
    return many->cli->stop.kind != ERROR_NONE || interrupt_signal();
}

static void many_say(void *arg, const char *notice)
{
    (void)arg;
    cli_say("%s", notice);
}

/* Runs the pool; false when it did not start. */
static bool many_run_pool(struct many *many, size_t *begun, struct error *err)
{
    static const struct pool_user user = {
        .make = many_make,
        .answered = many_answered,
        .show = many_show,
        .wait = many_wait,
        .is_done = many_is_done,
        .say = many_say,
        .turned = many_flush,
    };
    const struct settings *settings = &many->cli->settings;
    struct api_config api;
    struct pool_user own = user;
    *begun = 0;
    if (!cli_may_call(many->cli, err))
        return false;
    settings_to_api(settings, &api);
    own.arg = many;
    struct pool_config config = {.api = &api,
                                 .count = many->ids->count,
                                 .connections = (size_t)settings_int(settings, SETTING_CONNECTIONS),
                                 .queue = many->user->queue,
                                 .ahead = many->user->ahead,
                                 .rate_cap = settings_int(settings, SETTING_RATE_CAP)};
    return pool_run(&config, &own, begun, err) != POOL_FAILED;
}

/* Reports those that were not tried, with the reason; after an interrupt they are only named. */
static void many_report_rest(struct many *many, size_t from, const struct error *why)
{
    struct cli *cli = many->cli;
    bool interrupted = interrupt_signal() || cli->stop.kind == ERROR_CANCELLED;
    for (size_t i = from; i < many->ids->count && !cli->out_errno; i++) {
        struct error err = cli->stop.kind != ERROR_NONE ? cli->stop : *why;
        if (interrupted)
            cli_rest_add(cli, many->ids->ids[i]);
        else
            cli_tally_add(&many->tally, cli_fail(cli, many->ids->ids[i], &err));
    }
}

int many_run(struct cli *cli, const struct id_list *ids, const struct many_user *user, void *arg)
{
    struct many many = {.cli = cli, .ids = ids, .user = user, .arg = arg};
    struct error err;
    size_t begun;
    error_clear(&err);
    bool ran = user->writes ? many_run_writes(&many, &begun, &err) : many_run_pool(&many, &begun, &err);
    if (!ran || cli->stop.kind == ERROR_NOT_LOGGED_IN || interrupt_signal())
        many_report_rest(&many, begun, &err);
    return interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : cli_tally_code(&many.tally);
}
