/* The row that an action on a project leaves in the activity: one wording for every front end.
 *
 * A row is one clean line of bounded length.  It names the options that were sent, and no value of metadata,
 * which may be a secret.
 */
#ifndef STENO_CORE_ACTIVITY_ROW_H
#define STENO_CORE_ACTIVITY_ROW_H

#include <stdint.h>

#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/base/error.h"

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

/* What the row of an enqueue says was sent for a parameter that stands before all texts that people make up,
 * such as Lang; NULL where it says nothing of it. Caller frees. */
char *activity_row_sent(const char *row, const char *name);

/* "enqueue", "export", "tag" or "metadata": the row's kind, for scripts. */
const char *activity_row_kind(enum endpoint_id op);

/* What was done: "Enqueued with Lang=en-US". Caller frees. */
char *activity_row_done(const struct activity_row *row);

/* What was sent, and nobody knows whether it was done: "Enqueue with Lang=en-US: outcome unknown". Caller
 * frees. */
char *activity_row_unknown(const struct activity_row *row);

/* What was sent, and refused: "Enqueue with Lang=en-US: refused (412): The project has no media". Caller
 * frees. */
char *activity_row_refused(const struct activity_row *row, const struct error *error);

#endif
