/* Checks each line that steno prints with --json by docs/output.schema.json. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_OUTPUT_SCHEMA_H
#define STENO_TESTS_E2E_OUTPUT_SCHEMA_H

#include "support/json_schema.h"

/* Ends the test if the schema cannot be read. */
void output_schema_load(struct json_schema *schema);

/* Expects each line printed by `steno ARGUMENTS` to match the definition of its command, or if it has none,
 * that of a failure. Without --json nothing is checked. */
void output_schema_expect(struct json_schema *schema, const char *arguments, const struct buffer *out);

#endif
