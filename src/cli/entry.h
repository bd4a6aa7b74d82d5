/* What a subcommand reads: lines of standard input, answers and passwords from the terminal.
 *
 * An interrupt ends every read with ERROR_CANCELLED.  Nothing asks unless standard
 * input and standard error are a terminal.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ENTRY_H
#define STENO_CLI_ENTRY_H

#include <stdbool.h>
#include <sys/types.h>

#include "steno/base/error.h"

/* May a question be asked? */
bool entry_can_ask(void);

/* Says on standard error what is waited for, where somebody types it. */
void entry_say_awaited(const char *what);

/* Reads up to `size` bytes of standard input; 0 at its end, -1 with an error. */
ssize_t entry_read(void *data, size_t size, struct error *err);

/* The value that a word of the command line stands for: the word, or for `-` all of standard input, of which
 * one newline at the end is dropped. `what` names it: "the note". NULL for a text with a zero byte, one
 * that is no UTF-8, and one of standard input that is too long. Caller frees. */
#define ENTRY_VALUE_MAX ((size_t)1 << 20) /* bytes */
char *entry_read_value(const char *word, const char *what, struct error *err);

/* Reads one line without its newline; nothing behind it is taken. `what` names it in the sentence of a
 * failure: "the password". NULL when the input ended before anything came, or is no UTF-8. Caller wipes and
 * frees. */
char *entry_read_line(const char *what, struct error *err);

/* Asks on standard error and reads the answer from the terminal, with the echo off for a secret. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);

/* Asks a question whose answer is yes only when it begins with y or Y. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

#endif
