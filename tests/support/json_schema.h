/* Checks JSON values by a JSON Schema. Supports the keywords that our schema uses. No value matches an
 * unknown keyword, a reference to nothing, or an object schema that does not say whether other members are
 * allowed. Matched places are recorded, to find parts of the schema that no value ever has. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_JSON_SCHEMA_H
#define STENO_TESTS_SUPPORT_JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

#include "steno/base/mem.h"

struct json_schema {
    json_t *document;
    json_t *seen; /* an object: JSON pointers to the places of the document that a value matched */
};

/* Loads a schema; false: it cannot be read, with the reason in `why`. */
bool json_schema_load(struct json_schema *schema, const char *path, struct buffer *why);
void json_schema_free(struct json_schema *schema);

/* Is there a definition of this name? */
bool json_schema_has(const struct json_schema *schema, const char *definition);

/* Does the value match the definition? If not, appends the reasons. */
bool json_schema_fits(struct json_schema *schema, const char *definition, json_t *value, struct buffer *why);

/* Appends a line for each place, and each of several types of a place, that no value has matched yet. */
void json_schema_unseen(const struct json_schema *schema, struct buffer *out);

#endif
