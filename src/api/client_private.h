/* What the operations of the client share with exports and writes. */
#ifndef STENO_API_CLIENT_PRIVATE_H
#define STENO_API_CLIENT_PRIVATE_H

#include "operation.h"
#include "steno/api/client.h"

/* Refuses a call that needs a token when there is none. */
bool client_check_token(const struct api_client *client, const struct endpoint *endpoint, int64_t id,
                        struct error *err);

/* Carries out an operation on a project: NULL with err, or NULL with *empty set to the status (and err as it
 * was) when a write was answered with 2xx and nothing else. */
struct project *client_project_call(struct api_client *client, enum endpoint_id id,
                                    const struct request_args *args, int *empty, struct error *err);

#endif
