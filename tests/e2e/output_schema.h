/* What steno prints with --json, checked by docs/output.schema.json, line by line. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_OUTPUT_SCHEMA_H
#define STENO_TESTS_E2E_OUTPUT_SCHEMA_H

#include "support/json_schema.h"

/* Ends the test when the schema is none. */
void output_schema_load(struct json_schema *schema);

/* Expects each line of what `steno ARGUMENTS` has printed to fit the definition of its command; of a command
 * that has none, that of a failure. Nothing is expected where no JSON was asked for. */
void output_schema_expect(struct json_schema *schema, const char *arguments, const struct buffer *out);

#endif
