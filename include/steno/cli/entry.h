/* What a subcommand reads: lines of standard input, answers and passwords from the terminal.
 *
 * An interrupt ends every read with ERROR_CANCELLED.  Nothing asks unless standard
 * input and standard error are a terminal.
 */
#ifndef STENO_CLI_ENTRY_H
#define STENO_CLI_ENTRY_H

#include <stdbool.h>

#include "steno/base/buffer.h"
#include "steno/base/error.h"

/* May a question be asked? */
bool entry_can_ask(void);

/* Reads standard input to its end, up to the buffer's cap. */
bool entry_read_all(struct buffer *out, struct error *err);

/* Reads one line without its newline; nothing behind it is taken. `what` names it in the sentence of a
 * failure: "the password". NULL when the input ended before anything came, or is no UTF-8. Caller wipes and
 * frees. */
char *entry_read_line(const char *what, struct error *err);

/* Asks on standard error and reads the answer from the terminal, with the echo off for a secret. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);

/* Asks a question whose answer is yes only when it begins with y or Y. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

#endif
