/* Owns one call for each of many projects: its turns, when a result may be shown (a write's once its receipt
 * is kept, all in order), and how results become reports and an exit code. What is sent, and what an answer
 * does, is many_send.c. It must not know what a command asks. */
/* SPDX-License-Identifier: MIT */
#include "many_private.h"

#include <signal.h>
#include <stdlib.h>

#include "connect.h"
#include "interrupt.h"
#include "local.h"
#include "output.h"
#include "progress.h"
#include "receipts.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/reads.h"
#include "steno/core/receipt.h"

#define HEAR_MS     2000 /* after a signal for the answers to writes that were sent, */
#define STOP_MS     2000 /* and for calls that were cancelled */
#define PROGRESS_MS 1000 /* where that is shown, there is a turn so often */
#define NAP_MS      2    /* with much queued still, answers are taken by the handful: fewer wake-ups */

/* --- reports --- */

/* Notes for the act why one of several was not sent. */
static void many_leave_out(struct many *many, size_t place, const struct error *err)
{
    struct call *asked = *many->asked;
    if (!asked || !asked->act.key || many->calls[place].is_kept)
        return;
    many->calls[place].is_kept = true;
    asked->project_id = many->ids->ids[place];
    if (!many->left_out)
        many->left_out = store_op_new(STORE_TOGETHER);
    store_op_add_part(many->left_out, receipt_left_out(asked, ACT_ROW_UNSENT, receipts_left_reason(err),
                                                       &many->cli->settings, clock_wall_ms()));
}

/* Reports a failure. Of what was interrupted the first is enough, but for writes that may have been done;
 * reads given up because the output cannot be written have that reason, which was said. */
static void many_fail(struct many *many, size_t place, struct error *err)
{
    struct cli *cli = many->cli;
    many_leave_out(many, place, err);
    if (many->user->failed && many->user->failed(cli, many->arg, place, err))
        return;
    bool given_up = err->kind == ERROR_CANCELLED && !error_outcome_is_open(err);
    if (given_up && cli->out_errno)
        return;
    if (given_up && cli->stop.kind == ERROR_CANCELLED) {
        cli_rest_add(cli, many->ids->ids[place]);
        return;
    }
    cli_explain_auth(cli, err);
    cli_tally_add(&many->tally, cli_fail(cli, many->ids->ids[place], err));
}

/* Reports the result of a place, once. */
static void many_report(struct many *many, size_t place)
{
    struct call_result *result = many->calls[place].result;
    if (result->said)
        cli_say_lines(result->said);
    if (result->ok)
        cli_tally_add(&many->tally, many->user->show(many->cli, many->arg, place, result));
    else
        many_fail(many, place, &result->error);
    call_result_free(result);
    many->calls[place].result = NULL;
}

/* Reports the results that are next in order. */
static void many_show(struct many *many)
{
    size_t place;
    while (batch_show(&many->batch, &place))
        many_report(many, place);
    cli_put_rows(many->cli);
}

/* Reports what was done besides: after a signal nobody waits for the store, nor for an earlier answer. */
static void many_show_rest(struct many *many)
{
    for (size_t place = many->batch.shown; place < many->batch.started; place++) {
        const struct call_result *result = many->calls[place].result;
        if (result && !many_is_reading(result->op))
            many_report(many, place);
    }
}

/* Reports those that were not tried, with the reason; after an interrupt they are only named. */
static void many_report_rest(struct many *many, const struct error *why)
{
    struct cli *cli = many->cli;
    bool interrupted = interrupt_signal() || cli->stop.kind == ERROR_CANCELLED;
    for (size_t i = many->batch.started; i < many->ids->count && !cli->out_errno; i++) {
        struct error err = cli->stop.kind != ERROR_NONE ? cli->stop : *why;
        many_leave_out(many, i, &err);
        if (interrupted)
            cli_rest_add(cli, many->ids->ids[i]);
        else
            cli_tally_add(&many->tally, cli_fail(cli, many->ids->ids[i], &err));
        cli->stop = err; /* it is the reason for all: said once */
    }
}

/* --- turns --- */

static void many_say(void *self, const struct client_said *said)
{
    struct many *many = self;
    runner_say(&many->runner, said);
}

static void many_changed(void *self, unsigned what)
{
    const struct many *many = self;
    if (what & CHANGED_PAUSE)
        runner_tell_pause(many->client);
}

/* Cancels what runs; what became of it is waited for, but not long. */
static void many_give_up(struct many *many)
{
    many->hear_ms = INT64_MAX;
    many->end_ms = many->client->now_ms + STOP_MS;
    client_calls_cancel(many->client);
}

/* A signal: what was not sent never is, reads are cancelled, and writes that were sent are heard: most are
 * answered soon, and one without an answer stays open for long. Not after a second signal, nor a hang-up. */
static void many_interrupted(void *self)
{
    struct many *many = self;
    bool is_first = many->hear_ms == INT64_MAX && many->end_ms == INT64_MAX;
    batch_stop(&many->batch);
    if (!is_first || !many->user->writes || interrupt_signal() == SIGHUP) {
        many_give_up(many);
        return;
    }
    many->hear_ms = many->client->now_ms + HEAR_MS;
    client_calls_wind_down(many->client);
}

/* How long answers may gather before they are taken. */
static int many_gather(const void *self)
{
    const struct many *many = self;
    size_t queue = many->user->queue;
    return queue > 0 && many->batch.started - many->batch.ended > queue / 2 ? NAP_MS : 0;
}

/* What is to be done now. */
static void many_turn(void *self)
{
    struct many *many = self;
    struct client *client = many->client;
    many_show(many);
    if (many->cli->stop.kind != ERROR_NONE || interrupt_signal())
        many_stop(many);
    many_send_due(many);
    many_show(many); /* also what was not sent */
    size_t unsent = many->batch.stopped ? 0 : many->ids->count - many->batch.started;
    if (unsent > 0)
        reads_turn(client); /* nothing is watched: it tells of a pause */
    if (client->now_ms >= many->hear_ms)
        many_give_up(many);
    if (batch_is_over(&many->batch) || client->now_ms >= many->end_ms) {
        runner_quit(&many->runner, 0);
        return;
    }
    struct progress_waits waits = progress_waits_of(client, unsent);
    progress_show(many->batch.ended, many->ids->count, many->begun_ms, client->now_ms, &waits);
    int64_t due_ms = many->hear_ms < many->end_ms ? many->hear_ms : many->end_ms;
    client->out->deadline_ms = due_ms;
    if (progress_is_wanted(many->ids->count) && client->now_ms + PROGRESS_MS < due_ms)
        client->out->deadline_ms = client->now_ms + PROGRESS_MS;
    int64_t wait_ms = batch_may_start(&many->batch) ? many_wait(many) : INT64_MAX;
    if (wait_ms < client->out->deadline_ms - client->now_ms)
        client->out->deadline_ms = client->now_ms + wait_ms;
}

static void many_begin(void *self)
{
    struct many *many = self;
    many->begun_ms = many->client->now_ms;
}

/* Makes the batch and its client. */
static void many_init(struct many *many)
{
    static const struct runner_user user = {.client = {.say = many_say, .changed = many_changed},
                                            .begin = many_begin,
                                            .gather = many_gather,
                                            .turn = many_turn,
                                            .interrupted = many_interrupted};
    size_t at_once = (size_t)settings_int(&many->cli->settings, SETTING_CONNECTIONS);
    if (at_once < many->user->queue)
        at_once = many->user->queue;
    batch_init(&many->batch, many->ids->count, at_once, many->user->ahead);
    many->calls = mem_zero(many->ids->count + 1, sizeof *many->calls);
    runner_begin(&many->runner, many->cli, &user, many);
    many->client = many->runner.client;
    many->act = (struct act_key){
        .key = 1, .count = (int64_t)(many->ids->count + many->user->besides), .begun_ms = clock_wall_ms()};
    many->client->keeps_token = true;
    many->client->sends_offline = true;
    error_clear(&many->stop);
}

static void many_clear(struct many *many)
{
    progress_clear();
    for (size_t i = 0; i < many->ids->count; i++) {
        free(many->calls[i].done);
        call_result_free(many->calls[i].result);
    }
    if (many->left_out)
        cli_store_note(many->cli, many->left_out);
    call_free(many->own);
    free(many->calls);
    batch_free(&many->batch);
    runner_end(&many->runner);
}

int many_run(struct cli *cli, const struct id_list *ids, const struct many_user *user, void *arg)
{
    struct many many = {
        .cli = cli, .ids = ids, .user = user, .arg = arg, .hear_ms = INT64_MAX, .end_ms = INT64_MAX};
    struct error err;
    error_clear(&err);
    many.asked = user->asked ? user->asked : &many.own;
    many_init(&many);
    bool may = !user->writes || (cli_may_write(cli, &err) && cli_may_keep(cli, WRITES_NOT_RECORDED, &err));
    bool ran = may && runner_run(&many.runner, &err) >= 0;
    many_show_rest(&many);
    bool is_put_off = batch_is_put_off_by(&many.stop) && cli->stop.kind == ERROR_NONE;
    if (is_put_off)
        cli->stop = many.stop;
    if (!ran || cli->stop.kind == ERROR_NOT_LOGGED_IN || interrupt_signal() || is_put_off)
        many_report_rest(&many, &err);
    if (is_put_off)
        error_clear(&cli->stop); /* what follows is tried */
    many_clear(&many);
    return interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : cli_tally_code(&many.tally);
}
