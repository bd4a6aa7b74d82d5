/* Checks JSON values by a JSON Schema. Knows only the keywords that our schema uses. No value matches an
 * unknown keyword, a reference to a definition that does not exist, or an object schema that does not say
 * whether other members are allowed. Places of the schema that a value matched are recorded, to find parts
 * of the schema that no value ever has. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_JSON_SCHEMA_H
#define STENO_TESTS_SUPPORT_JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

#include "steno/base/mem.h"

struct json_schema {
    json_t *document;
    json_t *seen; /* an object; its keys are JSON pointers to places of `document` that a value matched */
};

/* Loads a schema. Returns false if it cannot be read, and appends the reason to `why`. */
bool json_schema_load(struct json_schema *schema, const char *path, struct buffer *why);
void json_schema_free(struct json_schema *schema);

/* True if the schema has a definition of this name. */
bool json_schema_has(const struct json_schema *schema, const char *definition);

/* True if the value matches the definition. If false, appends the reasons to `why`. */
bool json_schema_fits(struct json_schema *schema, const char *definition, json_t *value, struct buffer *why);

/* Appends a line for each place of the schema that no value has matched yet. If a place allows several
 * types, each type counts as a place too. */
void json_schema_unseen(const struct json_schema *schema, struct buffer *out);

#endif
