/* Owns one call for each of many projects: which one the client gets next, what it does where a screen would
 * ask, when a result may be shown (a write's once its receipt is kept, all in order), and how results
 * become reports and an exit code. It must not know what a command asks. */
/* SPDX-License-Identifier: MIT */
#include "many.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>

#include "connect.h"
#include "interrupt.h"
#include "local.h"
#include "output.h"
#include "progress.h"
#include "projects.h"
#include "receipts.h"
#include "runner.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/batch_order.h"
#include "steno/core/receipt.h"

#define HEAR_MS     2000 /* after a signal for the answers to writes that were sent, */
#define STOP_MS     2000 /* and for calls that were cancelled */
#define PROGRESS_MS 1000 /* where that is shown, there is a turn so often */
#define NAP_MS      2    /* with much queued still, answers are taken by the handful: fewer wake-ups */

/* One of them. */
struct many_call {
    uint64_t serial;            /* of its call, */
    uint64_t keeping;           /* of a write then of the operation that keeps its receipt */
    char *done;                 /* what a write did, while that is not kept; NULL: nothing */
    struct call_result *result; /* until it was shown */
    bool is_kept;               /* what became of it is on its way to the store */
};

/* One run. */
struct many {
    struct cli *cli;
    const struct id_list *ids;
    const struct many_user *user;
    void *arg;
    struct cli_tally tally;
    struct runner runner;
    struct client *client; /* the runner's */
    struct batch batch;
    struct many_call *calls; /* by place */
    struct error stop;   /* what every other call would fail with too; ERROR_NONE while there is nothing */
    struct act_key act;  /* that all of them are one of */
    struct call **asked; /* the first one that was sent, without what is its alone; NULL: none was */
    struct call *own;    /* that one, where the user does not keep it */
    struct store_op *left_out; /* the rows of those that were not sent; NULL for none */
    int64_t begun_ms;          /* monotonic, for the progress */
    int64_t hear_ms;           /* monotonic: after a signal till then, then nobody waits longer than */
    int64_t end_ms;            /* that; INT64_MAX: neither */
};

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

/* Is nothing but the answer wanted of it? */
static bool many_is_reading(enum endpoint_id op)
{
    return op == ENDPOINT_GET_PROJECT;
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

/* --- answers --- */

/* The place of a call, or of the operation that keeps its receipt. */
static size_t many_place(const struct many *many, uint64_t serial)
{
    size_t place = many->batch.shown;
    while (many->calls[place].serial != serial && many->calls[place].keeping != serial)
        place++;
    return place;
}

/* Nothing more is sent; writes on their way are waited for, of all else the answer is of no use any more. */
static void many_stop(struct many *many)
{
    if (many->batch.stopped)
        return;
    batch_stop(&many->batch);
    if (!many->user->writes)
        client_calls_cancel(many->client);
}

/* The receipt is kept, or cannot be; that undoes nothing of a write that was done. */
static void many_kept(struct client *client, const struct store_result *result)
{
    struct many *many = client->self;
    struct cli *cli = many->cli;
    size_t place = many_place(many, result->serial);
    struct many_call *entry = &many->calls[place];
    bool is_kept = result->ok && !result->session_only;
    if (!is_kept && entry->done && cli->store_failure.kind == ERROR_NONE) {
        cli_say("%s; not recorded here: %s", entry->done, result->error.text);
        cli->store_failure = result->error;
    }
    runner_hear_store(&many->runner, result);
    batch_end(&many->batch, place);
}

/* The receipt of an export is kept, or cannot be: the file is there, and nobody has waited for that. */
static void many_noted(struct client *client, const struct store_result *result)
{
    struct many *many = client->self;
    runner_hear_store(&many->runner, result);
}

/* Has the receipt of a write or an export kept; true where that is waited for. */
static bool many_keep(struct many *many, struct many_call *entry, const struct write *write,
                      struct call_result *result)
{
    if (!write->asked)
        return false;
    struct receipt *receipt = receipts_make(many->cli, write, result);
    bool keeps = write->row || many->cli->store_failure.kind == ERROR_NONE;
    struct store_op *rows = keeps ? receipt_take_store(receipt) : NULL;
    bool waits = rows && many->user->writes;
    if (rows)
        client_store_hand_over(many->client, rows, waits ? many_kept : many_noted);
    entry->is_kept = rows && receipt->outcome != RECEIPT_CANCELLED;
    if (waits) {
        entry->done = result->ok ? mem_copy(receipt->said) : NULL;
        entry->keeping = rows->serial;
    }
    receipt_free(receipt);
    return waits;
}

/* The command's part of an answer. */
static void many_hear(struct many *many, size_t place, const struct write *write, struct call_result *result)
{
    if (many->user->answered)
        many->user->answered(many->cli, many->arg, place, write, result);
}

/* Takes a result. Of a call that was cancelled because of another's failure that is the reason. */
static void many_end(struct many *many, size_t place, const struct write *write, struct call_result *result)
{
    struct many_call *entry = &many->calls[place];
    bool is_write = many->user->writes;
    bool cancelled = !result->ok && result->error.kind == ERROR_CANCELLED && !result->error.sent;
    if (cancelled && many->stop.kind != ERROR_NONE)
        result->error = many->stop;
    if (!is_write)
        many_hear(many, place, write, result);
    bool waits = many_keep(many, entry, write, result);
    if (is_write)
        many_hear(many, place, write, result);
    entry->result = mem_alloc(sizeof *entry->result);
    *entry->result = *result;
    *result = (struct call_result){.serial = result->serial, .op = result->op};
    if (!waits)
        batch_end(&many->batch, place);
    const struct error *err = &entry->result->error;
    bool is_put_off = is_write && batch_is_put_off_by(err);
    if (entry->result->ok || cancelled || !(is_put_off || batch_is_stopped_by(err)))
        return;
    many->stop = entry->result->error;
    many_stop(many);
}

static void many_send(struct many *many, size_t place, struct call *call);

/* An answer, or why nothing was sent. One that another open write stood in the way of may go once more. */
static void many_answered(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct many *many = client->self;
    size_t place = many_place(many, call->serial);
    struct call *again = call->write.open_row && many->user->again
                             ? many->user->again(many->cli, many->arg, place, result)
                             : NULL;
    if (again)
        many_send(many, place, again);
    else
        many_end(many, place, &call->write, result);
}

/* --- sending --- */

/* Hands one to the client. */
static void many_send(struct many *many, size_t place, struct call *call)
{
    call->serial = ++many->client->next_serial;
    if (many->act.count > 1 && !call->act.key) {
        bool follows = call->act.follows;
        call->act = many->act;
        call->act.follows = follows;
    }
    if (!*many->asked && !many_is_reading(call->op)) {
        *many->asked = call_copy(call);
        project_free((*many->asked)->seen);
        (*many->asked)->seen = NULL;
    }
    many->calls[place].serial = call->serial;
    client_count_request(many->client);
    char *what = mem_printf("%s of project %" PRId64, endpoints[call->op].title, call->project_id);
    client_call_send(
        many->client, call,
        &(struct client_reply){.done = many_answered, .what = what, .background = many_is_reading(call->op)});
}

/* What could not be recorded is sent all the same, as nobody can be asked; but nothing with orders, which
 * would be lost. */
static void many_insist(struct many *many)
{
    struct client *client = many->client;
    struct error err;
    for (size_t i = 0; i < client->call_count;) {
        struct client_call *entry = &client->calls[i];
        if (!entry->unrecorded) {
            i++;
            continue;
        }
        error_set(&err, ERROR_IO, "%s", entry->unrecorded);
        cli_store_give_up(many->cli, &err);
        if (entry->unsent->orders.count > 0) {
            error_set(&err, ERROR_IO, "%s: nothing was sent, as the order cannot be kept: %s", entry->what,
                      entry->unrecorded);
            client_call_end_unsent(client, entry, &err); /* the next one takes its place */
            continue;
        }
        client->records_nothing = client->sends_unrecorded = true;
        client_call_send_unrecorded(client, entry);
        i++;
    }
}

/* Beside a newer program's state file no write is sent, unless that was decided: nobody would know of it. */
static struct call_result *many_refuse(const struct many *many, const struct call *call)
{
    const struct error *failure = &many->cli->store_failure;
    if (!endpoints[call->op].write || failure->kind != ERROR_REJECTED || call->asked_row == PENDING_ALL_ROWS)
        return NULL;
    struct call_result *result = call_result_new(call);
    error_set(&result->error, ERROR_REJECTED, "%s of project %" PRId64 " was not sent: %s",
              endpoints[call->op].title, call->project_id, failure->text);
    return result;
}

/* How long until the next one may be sent: by the cap on requests, a write also after a 429. */
static int64_t many_wait(const struct many *many)
{
    size_t under_way = many->batch.started - many->batch.ended;
    int64_t pause_ms = many->user->writes ? client_batch_wait(many->client, under_way) : 0;
    int64_t cap_ms = client_request_wait(many->client);
    return cap_ms > pause_ms ? cap_ms : pause_ms;
}

/* Sends what may be sent now. */
static void many_send_due(struct many *many)
{
    size_t place;
    while (batch_may_start(&many->batch) && many_wait(many) == 0 && batch_start(&many->batch, &place)) {
        struct call_result *instead = NULL;
        struct call *call = many->user->make(many->cli, many->arg, place, &instead);
        if (call && !(instead = many_refuse(many, call))) {
            many_send(many, place, call);
            continue;
        }
        call_free(call);
        many->calls[place].result = instead;
        batch_end(&many->batch, place);
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
    many_insist(many);
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
    many->client->records_nothing = many->cli->store_failure.kind != ERROR_NONE;
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
    if (user->writes)
        cli_store_try(cli);
    bool ran = (!user->writes || cli_may_write(cli, &err)) && runner_run(&many.runner, &err) >= 0;
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
