/* API workers: threads that carry calls out, each with a connection of its own.
 *
 * Every call submitted ends in exactly one MAIL_CALL, cancelled ones with
 * ERROR_CANCELLED. Where a read of the refresh machine is refused for now (429) or for its token (401), those
 * of the same session that wait end with it, `is_unsent`. An export is written beside its target and put in
 * place only when whole. libcurl is loaded by the first that needs it.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_API_WORKERS_H
#define STENO_WORK_API_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mailbox.h"
#include "steno/api/connection.h"
#include "steno/core/call.h"

struct api_workers;

/* Starts `count` threads with all signals blocked. The mailbox is borrowed until they are stopped. */
struct api_workers *api_workers_new(struct mailbox *box, int count, struct error *err);

/* Server, token and limits for the calls submitted from now on; everything is copied. */
void api_workers_set_session(struct api_workers *workers, const struct api_config *config);

/* Takes the call over. */
void api_workers_submit(struct api_workers *workers, struct call *call);

/* Cancels all and waits at most limit_ms.  False: threads that hang (in a resolver, say) are left
 * behind; they post no more, and the last of them frees what they share. */
bool api_workers_stop(struct api_workers *workers, int limit_ms);

/* Ends a waiting or running call at once; false when it is neither. Calls that are writes may have
 * been done. */
bool api_workers_cancel(struct api_workers *workers, uint64_t serial);
void api_workers_cancel_all(struct api_workers *workers);

#endif
