/* The metadata in the reply about a project, which the API does not document: a field Metadata, as an object
 * or as a list of {Key, Value}. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_METADATA_REPLY_H
#define STENO_CORE_METADATA_REPLY_H

#include <jansson.h>

/* The pairs of a resource (struct record's `shown`) as an array of {"Key": text, "Value": any}, what is no
 * pair with the key "-"; NULL where the reply has no such field. The caller owns the reference. */
json_t *metadata_reply_pairs(const json_t *resource);
/* The value of a key among them, NULL for none. Borrowed. */
const json_t *metadata_reply_value(const json_t *pairs, const char *key);

#endif
