/* Owns which of many calls the client gets next, what it does where a screen would ask, and what an answer
 * does: its receipt is kept, and it may stop the others. It must not know what a command asks. */
/* SPDX-License-Identifier: MIT */
#include "many_private.h"

#include <inttypes.h>

#include "local.h"
#include "output.h"
#include "receipts.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/receipt.h"

bool many_is_reading(enum endpoint_id op)
{
    return op == ENDPOINT_GET_PROJECT;
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

void many_stop(struct many *many)
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
    if (!result->ok && entry->done && cli->store_failure.kind == ERROR_NONE) {
        cli_say(RECEIPT_NOT_RECORDED, entry->done, result->error.text);
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
    entry->is_kept = rows && receipt->outcome != RECEIPT_UNSENT;
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

int64_t many_wait(const struct many *many)
{
    size_t under_way = many->batch.started - many->batch.ended;
    int64_t pause_ms = many->user->writes ? client_batch_wait(many->client, under_way) : 0;
    int64_t cap_ms = client_request_wait(many->client);
    return cap_ms > pause_ms ? cap_ms : pause_ms;
}

void many_send_due(struct many *many)
{
    size_t place;
    while (batch_may_start(&many->batch) && many_wait(many) == 0 && batch_start(&many->batch, &place)) {
        struct call_result *instead = NULL;
        struct call *call = many->user->make(many->cli, many->arg, place, &instead);
        if (call) {
            many_send(many, place, call);
            continue;
        }
        many->calls[place].result = instead;
        batch_end(&many->batch, place);
    }
}
