/* Owns the receipts of a subcommand: what they are made of beside the call and its result. Sends nothing. */
/* SPDX-License-Identifier: MIT */
#include "receipts.h"

#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/api/connection.h"
#include "steno/cli/output.h"
#include "local.h"

/* Was metadata changed at this server before? */
static bool receipts_knows_server(struct cli *cli)
{
    struct store_result *result = cli_store_ask(cli, store_op_new(STORE_METADATA_LIST));
    bool known = result && result->entry_count > 0;
    store_result_free(result);
    return known;
}

struct receipt *receipts_make(struct cli *cli, const struct write *write, struct call_result *result)
{
    const struct call *call = write->asked;
    bool metadata = call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA;
    const struct receipt_context context = {.url = settings_text(&cli->settings, SETTING_URL),
                                            .email = settings_text(&cli->settings, SETTING_EMAIL),
                                            .state = call->seen ? call->seen->state : NULL,
                                            .server_is_new = metadata && result->ok && !cli->metadata_noted &&
                                                             !receipts_knows_server(cli),
                                            .when_ms = clock_wall_ms(),
                                            .settings = &cli->settings};
    struct receipt *receipt = writes_receipt(write, result, context);
    receipt_retell(receipt, &result->error);
    cli->metadata_noted |= receipt->first_change;
    if (receipt->first_change)
        cli_say("note: %s", api_metadata_notice);
    return receipt;
}

void receipts_keep(struct cli *cli, const struct call *call, struct call_result *result)
{
    struct write write;
    writes_begin(&write, call, clock_wall_ms());
    struct receipt *receipt = receipts_make(cli, &write, result);
    struct store_op *rows = receipt_take_store(receipt);
    if (rows)
        cli_store_note(cli, rows);
    receipt_free(receipt);
    writes_clear(&write);
}

const char *receipts_left_reason(const struct error *err)
{
    return err->kind == ERROR_NONE ? NULL : err->kind == ERROR_CANCELLED ? "stopped before" : err->text;
}
