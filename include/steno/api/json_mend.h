/* What servers send and the decoder would refuse a whole document for, made decodable.
 *
 * Lone surrogate escapes become U+FFFD; \u0000 in a member's name becomes U+2400 (in values it stays); a
 * whole number beyond int64 becomes a real, one beyond a double the largest double.  All else stays, errors
 * included.
 */
#ifndef STENO_API_JSON_MEND_H
#define STENO_API_JSON_MEND_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/buffer.h"

/* Is there certainly nothing to repair, as in most documents? Then they need not be copied. */
bool json_is_decodable(const char *data, size_t len);

/* Appends the document; data must be valid UTF-8. */
void json_mend(struct buffer *out, const char *data, size_t len);

#endif
