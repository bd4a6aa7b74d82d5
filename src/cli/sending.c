/* Owns what a subcommand saves of a call: the write before it is sent, the receipt after it. Sends nothing.
 */
#include "sending.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/core/receipt.h"
#include "local.h"

bool sending_begin(struct cli *cli, struct sending *sending, const struct call *call,
                   struct store_result **open)
{
    *sending = (struct sending){.call = call_copy(call), .asked_ms = clock_wall_ms()};
    if (!endpoints[call->op].write)
        return true;
    struct store_result *added =
        cli_store_ask(cli, receipt_begin(sending->call, &cli->settings, sending->asked_ms));
    if (added && !added->number) {
        sending_free(sending);
        *open = added;
        return false;
    }
    if (added)
        sending->overruled = receipt_overruled(added, sending->asked_ms);
    sending->row = added ? added->number : 0;
    store_result_free(added);
    return true;
}

/* Was metadata changed at this server before? */
static bool sending_knows_server(struct cli *cli)
{
    struct store_op *op = store_op_new(STORE_USED_LIST);
    op->name = mem_copy(RECEIPT_SERVERS);
    struct store_result *result = cli_store_ask(cli, op);
    bool known = false;
    for (size_t i = 0; result && i < result->entry_count; i++)
        known = known || (result->entries[i].text &&
                          strcmp(result->entries[i].text, settings_text(&cli->settings, SETTING_URL)) == 0);
    store_result_free(result);
    return known;
}

/* Saves what follows from an answer. That it cannot be undoes nothing of a write that was done. */
static void sending_keep(struct cli *cli, struct receipt *receipt, bool done)
{
    struct store_op *store = receipt_take_store(receipt);
    struct error err;
    error_clear(&err);
    if (!store || !done || cli->store_failed) {
        if (store)
            cli_store_note(cli, store);
        return;
    }
    struct store_result *saved = cli_store_do(cli, store, &err);
    if (!saved)
        cli_say("%s; not recorded here: %s", receipt->said, err.text);
    cli->store_failed = !saved;
    store_result_free(saved);
}

void sending_end(struct cli *cli, struct sending *sending, struct call_result *result)
{
    const struct call *call = sending->call;
    bool metadata = call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA;
    struct receipt_context context = {.url = settings_text(&cli->settings, SETTING_URL),
                                      .email = settings_text(&cli->settings, SETTING_EMAIL),
                                      .state = call->seen ? call->seen->state : NULL,
                                      .server_is_new = metadata && result->ok && !sending_knows_server(cli),
                                      .pending_row = sending->row,
                                      .asked_ms = sending->asked_ms,
                                      .when_ms = clock_wall_ms(),
                                      .settings = &cli->settings};
    struct receipt *receipt = receipt_new(call, result, &context);
    sending_keep(cli, receipt, result->ok && endpoints[call->op].write);
    if (sending->overruled && receipt_overrules(result)) {
        cli_store_note(cli, sending->overruled);
        sending->overruled = NULL;
    }
    receipt_retell(receipt, &result->error);
    if (receipt->first_change)
        cli_say("note: %s", api_metadata_notice);
    receipt_free(receipt);
    sending_free(sending);
}

void sending_free(struct sending *sending)
{
    call_free(sending->call);
    store_op_free(sending->overruled);
    *sending = (struct sending){0};
}
