/* What only this layer calls of steno/api/record.h: the decoding of replies, and what is wrong with one.
 * Required members that are missing, members of another type than the contract says are never fatal: people
 * are told by name. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_RECORD_PRIVATE_H
#define STENO_API_RECORD_PRIVATE_H

#include "steno/api/record.h"

/* Decode a whole reply body. NULL with ERROR_BAD_REPLY when nothing sensible can be done without what is
 * missing: a body that is no object; a login whose token no header can carry; a project without Data that has
 * no Id of its own. Caller frees. */
struct project *project_decode(const char *body, size_t len, struct error *err);
/* Is the body blank, or a whole object that names no project: its Data is missing or null? Such an answer to
 * a write is judged by a reading; one that is damaged or of another form says nothing. */
bool project_is_left_out(const char *body, size_t len);
struct login *login_decode(const char *body, size_t len, struct error *err);
struct policy *policy_decode(const char *body, size_t len, struct error *err);

/* "Data.Length is missing; Data.Id is a string, not an integer", cleaned, at most 12 named; NULL when all is
 * well. Caller frees. */
char *record_problems(const struct field_table *table, const json_t *resource);

/* "a string", "an object", ... for sentences. */
const char *record_type_name(const json_t *value);

#endif
