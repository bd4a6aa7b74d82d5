/* The row that an action on a project leaves in the activity: one wording for every front end.
 *
 * A row is one clean line of bounded length.  It names the options that were sent, and no value of metadata,
 * which may be a secret.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACTIVITY_ROW_H
#define STENO_CORE_ACTIVITY_ROW_H

#include "steno/api/endpoint.h"

/* What the row of an enqueue says was sent for a parameter that stands before all texts that people make up,
 * such as Lang; NULL where it says nothing of it. Caller frees. */
char *activity_row_sent(const char *row, const char *name);

/* "enqueue", "export", "tag" or "metadata": the row's kind, for scripts. */
const char *activity_row_kind(enum endpoint_id op);

#endif
