/* Content-Disposition: the file name that a server proposes, reduced to one that is safe to create.
 *
 * `filename*` (UTF-8 or ISO-8859-1, percent-encoded) wins over `filename`.  Only the part behind the last
 * slash or backslash remains; control and invisible characters and bad UTF-8 are dropped; no name begins with
 * a dot or a dash.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_DISPOSITION_H
#define STENO_API_DISPOSITION_H

#include <stdbool.h>
#include <stddef.h>

/* The safe base name out of a header's value; false and "" when it gives none. A long one is cut at `size`
 * before its extension. */
bool disposition_file_name(const char *value, char *out, size_t size);

#endif
