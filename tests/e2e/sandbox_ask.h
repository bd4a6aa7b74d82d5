/* Requests to a sandbox by hand. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_SANDBOX_ASK_H
#define STENO_TESTS_E2E_SANDBOX_ASK_H

#include <sys/types.h>

#include "support/process.h"

#define GET(target) "GET " target " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nAuthorization: T\r\n\r\n"

/* A connection of its own; the caller closes it. */
int sandbox_connect(const struct process_sandbox *sandbox);

/* Reads what comes next, waiting for it; 0 at the end, -1 on a reset. */
ssize_t sandbox_take(int fd, char *out, size_t size);

/* Reads one whole reply, or all up to the connection's end. Caller frees. */
char *sandbox_reply(int fd);

/* Where the body begins, or NULL while the head has not come whole. */
const char *sandbox_body(const char *reply);

/* The length that the head announces. */
long long sandbox_announced(const char *reply);

/* One request on a connection of its own, and its whole reply. Caller frees. */
char *sandbox_ask_once(const struct process_sandbox *sandbox, const char *request);

#endif
