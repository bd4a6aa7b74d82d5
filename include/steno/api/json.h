/* JSON from a server: repaired before decoding, limited in depth, and cleaned for display.
 *
 * Bad UTF-8 and lone surrogates become U+FFFD before decoding. If an object has two members of the same name,
 * the last one counts. Nesting deeper than 64 is refused before decoding. A number beyond int64 is decoded as
 * a real. \u0000 is decoded as U+0000 and cleaned like other control characters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_JSON_H
#define STENO_API_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

#define JSON_DEPTH_MAX 64

/* Decodes any JSON value. Returns NULL on failure; err then has ERROR_BAD_REPLY and a text with line and
 * column. Caller owns the reference. */
json_t *json_decode(const char *data, size_t len, struct error *err);

/* Returns a copy for display: every string and member name is cleaned by text_clean(). Parts that are clean
 * already are shared, not copied: change neither the copy nor the original. */
json_t *json_clean_copy(const json_t *value);

/* Appends compact JSON that is safe to write to a terminal: characters that text_code_is_hostile() reports
 * become \uXXXX. Keeps the order of members. Writes reals with the fewest digits that give the same value. */
bool json_write(struct buffer *out, const json_t *value);
/* Like json_write(), but a string is appended unchanged, without quotes. */
void json_write_bare(struct buffer *out, const json_t *value);

/* Like json_write(), on several lines, indented by two blanks. */
bool json_write_pretty(struct buffer *out, const json_t *value);

#endif
