/* Owns the writes of a subcommand: which one the client gets next, what it does where a screen would ask, and
 * when a result may be shown: once its receipt is kept. It must not know what a command writes. */
#include <inttypes.h>
#include <stdlib.h>

#include "connect.h"
#include "local.h"
#include "many_private.h"
#include "output.h"
#include "receipts.h"
#include "runner.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/store_calls.h"
#include "steno/core/batch_order.h"
#include "steno/core/receipt.h"

#define STOP_MS 2000 /* for calls that were cancelled */

/* One of them. */
struct many_write {
    uint64_t serial;            /* of its call, */
    uint64_t keeping;           /* then of the operation that keeps its receipt */
    char *done;                 /* what was done, while that is not kept; NULL: nothing */
    struct call_result *result; /* until it was shown */
};

struct many_writes {
    struct many *many;
    struct runner runner;
    struct client *client; /* the runner's */
    struct batch batch;
    struct many_write *writes; /* by place */
    int64_t begun_ms;
    int64_t end_ms; /* monotonic: after a signal nobody waits longer; INT64_MAX without one */
};

/* The place of a call, or of the operation that keeps its receipt. */
static size_t many_writes_place(const struct many_writes *writes, uint64_t serial)
{
    size_t place = writes->batch.shown;
    while (writes->writes[place].serial != serial && writes->writes[place].keeping != serial)
        place++;
    return place;
}

static void many_writes_answered(struct client *client, const struct client_call *call,
                                 struct call_result *result);

/* Hands one to the client. */
static void many_writes_send(struct many_writes *writes, size_t place, struct call *call)
{
    call->serial = ++writes->client->next_serial;
    writes->writes[place].serial = call->serial;
    char *what = mem_printf("%s of project %" PRId64, endpoints[call->op].title, call->project_id);
    client_call_send(writes->client, call,
                     &(struct client_reply){.done = many_writes_answered, .what = what});
}

/* The receipt is kept, or cannot be; that undoes nothing of a write that was done. */
static void many_writes_kept(struct client *client, const struct store_result *result)
{
    struct many_writes *writes = client->self;
    struct cli *cli = writes->many->cli;
    size_t place = many_writes_place(writes, result->serial);
    struct many_write *write = &writes->writes[place];
    bool is_kept = result->ok && !result->session_only;
    if (!is_kept && write->done && cli->store_failure.kind == ERROR_NONE) {
        cli_say("%s; not recorded here: %s", write->done, result->error.text);
        cli->store_failure = result->error;
    }
    runner_hear_store(&writes->runner, result);
    batch_end(&writes->batch, place);
}

/* Has the receipt kept, and takes the result. */
static void many_writes_end(struct many_writes *writes, size_t place, const struct write *write,
                            struct call_result *result)
{
    struct many_write *entry = &writes->writes[place];
    struct receipt *receipt = receipts_make(writes->many->cli, write, result);
    bool keeps = write->row || writes->many->cli->store_failure.kind == ERROR_NONE;
    struct store_op *rows = keeps ? receipt_take_store(receipt) : NULL;
    entry->result = mem_alloc(sizeof *entry->result);
    *entry->result = *result;
    *result = (struct call_result){.serial = result->serial, .op = result->op};
    if (rows) {
        entry->done = entry->result->ok ? mem_copy(receipt->said) : NULL;
        client_store_hand_over(writes->client, rows, many_writes_kept);
        entry->keeping = rows->serial;
    } else {
        batch_end(&writes->batch, place);
    }
    receipt_free(receipt);
}

/* An answer, or why nothing was sent. One that another open write stood in the way of may go once more. */
static void many_writes_answered(struct client *client, const struct client_call *call,
                                 struct call_result *result)
{
    struct many_writes *writes = client->self;
    const struct many *many = writes->many;
    size_t place = many_writes_place(writes, call->serial);
    struct call *again = call->write.open_row && many->user->again
                             ? many->user->again(many->cli, many->arg, place, result)
                             : NULL;
    if (again) {
        many_writes_send(writes, place, again);
        return;
    }
    many_writes_end(writes, place, &call->write, result);
    result = writes->writes[place].result;
    if (many->user->written)
        many->user->written(many->cli, many->arg, place, &call->write, result);
    if (!result->ok && batch_is_stopped_by(&result->error))
        batch_stop(&writes->batch);
}

static void many_writes_say(void *self, const struct client_said *said)
{
    struct many_writes *writes = self;
    runner_say(&writes->runner, said);
}

/* What could not be recorded is sent all the same: nobody can be asked. */
static void many_writes_insist(struct many_writes *writes)
{
    struct client *client = writes->client;
    struct error err;
    for (size_t i = 0; i < client->call_count; i++) {
        if (!client->calls[i].unrecorded)
            continue;
        error_set(&err, ERROR_IO, "%s", client->calls[i].unrecorded);
        cli_store_give_up(writes->many->cli, &err);
        client->records_nothing = client->sends_unrecorded = true;
        client_call_send_unrecorded(client, &client->calls[i]);
    }
}

/* How long until one more may go out by the rate cap; 0 for now. */
static int64_t many_writes_pause(const struct many_writes *writes)
{
    const struct client *client = writes->client;
    int64_t cap = settings_int(client->settings, SETTING_RATE_CAP);
    int64_t due_ms = cap ? writes->begun_ms + (int64_t)writes->batch.started * 1000 / cap : 0;
    return due_ms > client->now_ms ? due_ms - client->now_ms : 0;
}

/* Beside a state file of a newer program nothing is sent, unless that was decided: nobody would know of it.
 */
static struct call_result *many_writes_refuse(const struct many_writes *writes, const struct call *call)
{
    const struct error *failure = &writes->many->cli->store_failure;
    if (failure->kind != ERROR_REJECTED || call->asked_row == PENDING_ALL_ROWS)
        return NULL;
    struct call_result *result = call_result_new(call);
    error_set(&result->error, ERROR_REJECTED, "%s of project %" PRId64 " was not sent: %s",
              endpoints[call->op].title, call->project_id, failure->text);
    return result;
}

/* Sends what may be sent now. */
static void many_writes_send_due(struct many_writes *writes)
{
    const struct many *many = writes->many;
    size_t place;
    while (batch_may_start(&writes->batch) && many_writes_pause(writes) == 0 &&
           batch_start(&writes->batch, &place)) {
        struct call *call = many->user->make(many->cli, many->arg, place, NULL);
        struct call_result *instead = many_writes_refuse(writes, call);
        if (!instead) {
            many_writes_send(writes, place, call);
            continue;
        }
        call_free(call);
        writes->writes[place].result = instead;
        batch_end(&writes->batch, place);
    }
}

/* Shows one result. */
static void many_writes_show_one(struct many_writes *writes, size_t place)
{
    many_show(writes->many, place, writes->writes[place].result);
    call_result_free(writes->writes[place].result);
    writes->writes[place].result = NULL;
}

/* Shows the results that are next in order. */
static void many_writes_show(struct many_writes *writes)
{
    size_t place;
    while (batch_show(&writes->batch, &place))
        many_writes_show_one(writes, place);
}

/* Shows what is left at the end: after a signal nobody waits for the store, nor for an earlier answer. */
static void many_writes_show_rest(struct many_writes *writes)
{
    for (size_t place = writes->batch.shown; place < writes->batch.started; place++) {
        if (writes->writes[place].result)
            many_writes_show_one(writes, place);
    }
}

/* A signal: what was not sent never is, and what runs is cancelled. */
static void many_writes_interrupted(void *self)
{
    struct many_writes *writes = self;
    batch_stop(&writes->batch);
    writes->end_ms = writes->client->now_ms + STOP_MS;
    client_calls_cancel(writes->client);
}

/* What is to be done now. */
static void many_writes_turn(void *self)
{
    struct many_writes *writes = self;
    struct client *client = writes->client;
    if (writes->many->cli->stop.kind != ERROR_NONE)
        batch_stop(&writes->batch);
    many_writes_insist(writes);
    many_writes_send_due(writes);
    many_writes_show(writes);
    if (batch_is_over(&writes->batch) || client->now_ms >= writes->end_ms) {
        runner_quit(&writes->runner, 0);
        return;
    }
    client->out->deadline_ms = writes->end_ms;
    if (batch_may_start(&writes->batch))
        client->out->deadline_ms = client->now_ms + many_writes_pause(writes);
}

static void many_writes_begin(void *self)
{
    struct many_writes *writes = self;
    writes->begun_ms = writes->client->now_ms;
    writes->client->records_nothing = writes->many->cli->store_failure.kind != ERROR_NONE;
}

bool many_run_writes(struct many *many, size_t *begun, struct error *err)
{
    static const struct runner_user user = {.client = {.say = many_writes_say},
                                            .begin = many_writes_begin,
                                            .turn = many_writes_turn,
                                            .interrupted = many_writes_interrupted};
    struct cli *cli = many->cli;
    struct many_writes writes = {.many = many, .end_ms = INT64_MAX};
    batch_init(&writes.batch, many->ids->count, (size_t)settings_int(&cli->settings, SETTING_CONNECTIONS), 0);
    writes.writes = mem_zero(many->ids->count + 1, sizeof *writes.writes);
    runner_begin(&writes.runner, cli, &user, &writes);
    writes.client = writes.runner.client;
    writes.client->keeps_token = true;
    writes.client->sends_offline = true;
    cli_store_try(cli);
    bool ran = cli_may_write(cli, err) && runner_run(&writes.runner, err) >= 0;
    *begun = writes.batch.started;
    many_writes_show_rest(&writes);
    for (size_t i = 0; i < many->ids->count; i++) {
        free(writes.writes[i].done);
        call_result_free(writes.writes[i].result);
    }
    free(writes.writes);
    batch_free(&writes.batch);
    runner_end(&writes.runner);
    return ran;
}
