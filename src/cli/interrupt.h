/* SIGINT, SIGTERM, SIGHUP and SIGQUIT during a subcommand: the running call is cancelled, sleeps end. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_INTERRUPT_H
#define STENO_CLI_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"

/* Installs the handlers, and ignores SIGPIPE and SIGXFSZ. */
bool interrupt_install(void);

/* The connection whose call is to be cancelled; NULL for none. */
void interrupt_set_connection(struct connection *connection);

/* The signal that came, or 0. */
int interrupt_signal(void);
/* How many have come. */
int interrupt_count(void);

/* Readable once a signal has come, until interrupt_forget_wake(). */
int interrupt_fd(void);
void interrupt_forget_wake(void);

/* Sleeps so long, or until a signal has come. */
void interrupt_nap(int ms);

/* Writes all of it; false with errno, EINTR when a signal came and the reader of a pipe takes nothing. */
bool interrupt_write(int fd, const void *data, size_t len);

#endif
