/* What the operations of the connection share with exports and writes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CONNECTION_PRIVATE_H
#define STENO_API_CONNECTION_PRIVATE_H

#include "operation.h"
#include "steno/api/connection.h"

/* Refuses a call that needs a token when there is none. */
bool connection_check_token(const struct connection *connection, const struct endpoint *endpoint, int64_t id,
                            struct error *err);

/* Carries out an operation on a project: NULL with err, or NULL with *empty set to the status (and err as it
 * was) when a write was answered with 2xx without one. */
struct project *connection_project_call(struct connection *connection, enum endpoint_id id,
                                        const struct request_args *args, int *empty, struct error *err);

#endif
