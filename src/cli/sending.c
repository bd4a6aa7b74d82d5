/* Owns what a subcommand saves of a call: the write before it is sent, the receipt after it. Sends nothing.
 */
#include "sending.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "interrupt.h"
#include "local.h"

bool sending_begin(struct cli *cli, struct write *write, const struct call *call, struct store_result **open,
                   struct error *why)
{
    writes_begin(write, call, clock_wall_ms());
    struct store_op *op = writes_record(write, &cli->settings);
    if (!op)
        return true;
    struct store_result *added = cli_store_ask(cli, op), failed = {.error = cli->store_failure};
    char *what = mem_printf("%s of project %" PRId64, endpoints[call->op].title, call->project_id);
    enum write_doubt doubt =
        writes_recorded(write, added ? added : &failed, write->asked_ms, DATE_LOCAL, what, why);
    free(what);
    /* what could not be recorded is sent all the same: nobody can be asked */
    bool goes = doubt == WRITE_NO_DOUBT || doubt == WRITE_UNRECORDED ||
                (doubt == WRITE_OUTDATED && call->asked_row == PENDING_ALL_ROWS);
    if (!goes)
        writes_clear(write);
    if (doubt == WRITE_SECOND)
        *open = added;
    else
        store_result_free(added);
    return goes;
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
    if (!store || !done || cli->store_failure.kind != ERROR_NONE) {
        if (store)
            cli_store_note(cli, store);
        return;
    }
    struct store_result *saved = cli_store_do(cli, store, &err);
    if (!saved)
        cli_say("%s; not recorded here: %s", receipt->said, err.text);
    if (!saved)
        cli->store_failure = err;
    store_result_free(saved);
}

struct call *sending_end(struct cli *cli, struct write *write, struct call_result *result)
{
    struct call *next = writes_answered(write, result, interrupt_signal() != 0);
    if (next)
        return next;
    const struct call *call = write->asked;
    bool metadata = call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA;
    const struct receipt_context context = {.url = settings_text(&cli->settings, SETTING_URL),
                                            .email = settings_text(&cli->settings, SETTING_EMAIL),
                                            .state = call->seen ? call->seen->state : NULL,
                                            .server_is_new =
                                                metadata && result->ok && !sending_knows_server(cli),
                                            .when_ms = clock_wall_ms(),
                                            .settings = &cli->settings};
    struct receipt *receipt = writes_receipt(write, result, context);
    sending_keep(cli, receipt, result->ok && endpoints[call->op].write);
    receipt_retell(receipt, &result->error);
    if (receipt->first_change)
        cli_say("note: %s", api_metadata_notice);
    receipt_free(receipt);
    return NULL;
}
