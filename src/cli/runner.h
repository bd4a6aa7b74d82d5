/* The engine of a subcommand that stays: without a screen, until its user quits or a signal comes. */
#ifndef STENO_CLI_RUNNER_H
#define STENO_CLI_RUNNER_H

#include <stdbool.h>

#include "cli.h"
#include "steno/work/engine.h"

/* Runs it: the first turn is an EVENT_TICK. Notices go to the terminal of this process, sentences of the
 * engine come as EVENT_NOTICE, and a signal as EVENT_SIGNAL, after which the user quits soon. At the
 * end what is being saved is waited for, and hooks, each of which has its own limit; after a signal nobody
 * waits. The state file that the subcommand has open itself is closed before. Returns the code of the user's
 * EFFECT_QUIT, or after a signal that of an interrupt; -1 with an error when nothing was begun: no server is
 * set, there is no token, no engine can be made. */
int runner_run(struct cli *cli, const struct engine_user *user, struct error *err);

#endif
