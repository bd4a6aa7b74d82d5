/* What only this layer calls of steno/work/notify.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_NOTIFY_PRIVATE_H
#define STENO_WORK_NOTIFY_PRIVATE_H

#include "steno/work/notify.h"

/* The operation that asks the store whether the hook is this program's to run: of all that watch a project
 * one tells of a change. */
struct store_op *notify_claim(const struct notify_change *change);

/* Does it answer such an operation? */
bool notify_answers_claim(const struct store_result *result);
/* Is it? Where the store is missing, locked or full it is: told twice is better than lost. NULL: no answer.
 */
bool notify_is_ours(const struct store_result *result);

#endif
