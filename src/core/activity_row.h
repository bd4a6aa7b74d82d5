/* What only this layer calls of steno/core/activity_row.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACTIVITY_ROW_PRIVATE_H
#define STENO_CORE_ACTIVITY_ROW_PRIVATE_H

#include <stdint.h>

#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/core/activity_row.h"

#define ACTIVITY_OPTIONS_CELLS 400 /* of all options together; those beyond are counted */

struct activity_row {
    enum endpoint_id op; /* enqueue, export, or a change of tags or metadata */
    const char *options; /* what activity_row_options made, or NULL */
    const char *key;     /* of metadata */
    const char *tag;
    const char *path; /* export: the file; NULL for standard output */
    int64_t bytes;    /* export */
};

/* The SET values: `Lang=en-US, CustomLabel="a b" and 3 more`; NULL when none is SET. Caller frees. */
char *activity_row_options(const struct param_set *set);

/* What was done: "Enqueued with Lang=en-US". Caller frees. */
char *activity_row_done(const struct activity_row *row);

/* What was sent, and nobody knows whether it was done: "Enqueue with Lang=en-US: outcome unknown". Caller
 * frees. */
char *activity_row_unknown(const struct activity_row *row);

/* What was sent, and refused: "Enqueue with Lang=en-US: refused (412): The project has no media". Caller
 * frees. */
char *activity_row_refused(const struct activity_row *row, const struct error *error);

#endif
