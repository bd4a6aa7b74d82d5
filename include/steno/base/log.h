/* The log: off by default, a 0600 file, one line a fact, secrets taken out.
 *
 * Safe from any thread.  Never writes to the terminal.  A registered secret is
 * replaced by *** wherever it stands in a line.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_LOG_H
#define STENO_BASE_LOG_H

#include <stdbool.h>

#include "steno/base/error.h"

bool log_open(const char *path, struct error *err);
/* Lines go to standard error, on whatever that is. */
bool log_open_standard_error(struct error *err);
void log_close(void);
void log_hide_secret(const char *secret); /* copies it; at most 16 are kept */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
