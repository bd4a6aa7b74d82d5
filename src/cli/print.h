/* Replies as plain text: every field of a table by group, and whatever else the server sent; rows of the
 * list. */
#ifndef STENO_CLI_PRINT_H
#define STENO_CLI_PRINT_H

#include <stdbool.h>

#include "steno/api/record.h"
#include "steno/base/buffer.h"

/* "Group", then "  Label   value" a field, "-" for an absent one; lists of lists a line an element; members
 * that the table does not know under "Further members", by their path.  Cleaned text only. */
void print_record(struct buffer *out, const struct record *record);

/* "    1  InProgress  00:42:10  Council meeting": one project a line; length as for people. */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        const char *name);

/* A row of `list --json`. The project as JSON text, NULL for one never read; fetched_ms 0: never.
 */
void print_project_json(struct buffer *out, int64_t id, const char *project, int64_t fetched_ms);

#endif
