/* JSON values checked by a JSON Schema, in the keywords that ours use: to another keyword, a reference to
 * nothing, and an object that leaves open whether it can have other members, nothing fits. What fitted is
 * remembered, so that a schema cannot promise what never comes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_JSON_SCHEMA_H
#define STENO_TESTS_SUPPORT_JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

#include "steno/base/mem.h"

struct json_schema {
    json_t *document;
    json_t *seen; /* places of the document that a value has fitted, as JSON pointers; an object */
};

/* Loads a schema; false with the reason where it cannot be read. */
bool json_schema_load(struct json_schema *schema, const char *path, struct buffer *why);
void json_schema_free(struct json_schema *schema);

/* Is there a definition of this name? */
bool json_schema_has(const struct json_schema *schema, const char *definition);

/* Does the value fit the definition? Appends the reasons where it does not. */
bool json_schema_fits(struct json_schema *schema, const char *definition, json_t *value, struct buffer *why);

/* Appends a line for each place, and each of several types of one, that no value has fitted yet. */
void json_schema_unseen(const struct json_schema *schema, struct buffer *out);

#endif
