/* What is wrong with a reply: required members that are missing, members of another type than the contract
 * says. Never fatal: people are told by name. */
#ifndef STENO_API_RECORD_CHECK_H
#define STENO_API_RECORD_CHECK_H

#include <jansson.h>

#include "steno/api/field.h"

/* "Data.Length is missing; Data.Id is a string, not an integer", cleaned, at most 12 named; NULL when all is
 * well. Caller frees. */
char *record_problems(const struct field_table *table, const json_t *resource);

/* "a string", "an object", ... for sentences. */
const char *record_type_name(const json_t *value);

#endif
