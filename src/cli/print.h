/* Replies as plain text: every field of a table by group, and whatever else the server sent; rows of the
 * list. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_PRINT_H
#define STENO_CLI_PRINT_H

#include <stdbool.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "steno/core/rows.h"

/* "Group", then "  Label   value" a field, "-" for an absent one; lists of lists a line an element; members
 * that the table does not know under "Further members", by their path.  Cleaned text only. */
void print_record(struct buffer *out, const struct record *record);

/* What a line has as the length: "no media" where there is none to transcribe. Borrowed. */
const char *print_length_or_none(const char *length, bool has_no_media);

/* "    1  InProgress  00:42:10  Council meeting": one project a line; length as for people. */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        const char *name);

/* {"when","format","old"}: the last export of a project as ledger_age() takes it; NULL for none. */
json_t *print_exported(const struct exported *exported, int64_t version, int64_t updated_ms);

/* A row of `list --json`, and of `show --json`. The project as JSON text, NULL for one never read; fetched_ms
 * 0: never, below: it is not told; `exported` is taken, NULL for none. */
void print_project_json(struct buffer *out, int64_t id, const char *project, int64_t fetched_ms,
                        json_t *exported);

#endif
