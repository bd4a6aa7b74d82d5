/* What differs between two readings of a project, in words. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CHANGES_H
#define STENO_API_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/buffer.h"

/* Appends "State None → InProgress, Tags news, archive → archive": the fields that differ, in the order of
 * their table, at most six and " and 2 more". The version and the time of the last change are no news: they
 * change with everything. `before` and `after` are cleaned resources (struct record's `shown`). Lists
 * `apart`: "Tags - news". Returns how many differ.
 */
size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart);

#endif
