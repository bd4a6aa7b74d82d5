/* A call of a subcommand from before it is sent to its receipt in the store.
 *
 * A write is on the disk before its first byte leaves.  When the store cannot keep it, that is said once and
 * the write is sent all the same, unless the state file is of a newer program.
 */
#ifndef STENO_CLI_SENDING_H
#define STENO_CLI_SENDING_H

#include "cli.h"
#include "steno/client/writes.h"

/* Before the call is sent. False: it is a write that must not be, for the reason in `why`, and nothing was
 * recorded: the state file is of a newer program, or others of the project are open and call->asked_row does
 * not reach behind them; those are in *open, which the caller frees. The caller clears the write. */
bool sending_begin(struct cli *cli, struct write *write, const struct call *call, struct store_result **open,
                   struct error *why);

/* Takes an answer. A call that is to be sent next; or NULL: saves what follows from the result, says what is
 * to be said once a server. The sentence of an open outcome names its end then. */
struct call *sending_end(struct cli *cli, struct write *write, struct call_result *result);

#endif
