/* One write to a project, and what its answer means.
 *
 * An outcome is unknown when the answer is lost, comes broken or has a status that does not refuse (thirteen
 * do): the project is read, and the sentence of the error begins with what it shows.  An answer of 2xx and
 * nothing else is a success only when the reading after it shows that; else its outcome is unknown, too: the
 * server may still be at work.
 *
 * A stale version is a definite refusal (409): what follows is not decided here (client/writes.h).
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_WRITE_H
#define STENO_API_WRITE_H

#include <stdbool.h>

#include "steno/api/connection.h"
#include "steno/base/error.h"

/* Was it done? `op` is ENDPOINT_ADD_METADATA, _DELETE_METADATA, _DELETE_TAG or _ENQUEUE; `before` the project
 * as last seen, or NULL. *now is the project after the write, or what it shows after a failure, or NULL when
 * that is not known. Caller frees *now. */
bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err);

#endif
