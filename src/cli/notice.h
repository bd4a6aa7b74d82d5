/* Telling of a change of state outside of the output: the terminal, the hook. */
#ifndef STENO_CLI_NOTICE_H
#define STENO_CLI_NOTICE_H

#include "cli.h"
#include "steno/work/notify.h"
#include "steno/work/hooks.h"

/* Writes to the terminal of this process, whatever standard output is. *done: there was something to write.
 */
bool notice_to_terminal(const struct settings *settings, const struct notify_change *change, bool *done,
                        struct error *err);

/* Tells of a change that a command saw: to the terminal where there is one, and to the hook unless another
 * program has told it of this change. */
void notice_tell(struct cli *cli, struct hooks *hooks, const struct notify_change *change);

#endif
