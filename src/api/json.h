/* What only this layer calls of steno/api/json.h, and the mending of what servers send and the decoder would
 * refuse a whole document for.
 *
 * Lone surrogate escapes become U+FFFD; \u0000 in a member's name becomes U+2400 (in values it stays); a
 * whole number beyond int64 becomes a real, one beyond a double the largest double.  All else stays, errors
 * included.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_JSON_PRIVATE_H
#define STENO_API_JSON_PRIVATE_H

#include "steno/api/json.h"

/* The value with every string and member name gone through text_clean: what may be shown. Parts in which
 * nothing had to be cleaned are shared with the original, so neither may be changed. */
json_t *json_clean_copy(const json_t *value);

/* --- mending --- */

/* Is there certainly nothing to repair, as in most documents? Then they need not be copied. */
bool json_is_decodable(const char *data, size_t len);

/* Appends the document; data must be valid UTF-8. */
void json_mend(struct buffer *out, const char *data, size_t len);

#endif
