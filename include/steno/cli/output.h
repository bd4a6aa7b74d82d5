/* Messages of the program, for standard error. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_OUTPUT_H
#define STENO_CLI_OUTPUT_H

/* "steno: <message>" on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
