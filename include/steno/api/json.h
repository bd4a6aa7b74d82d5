/* JSON from a server: made decodable, capped in depth, and cleaned for display.
 *
 * Bad UTF-8 and lone surrogates become U+FFFD before decoding; duplicates: last
 * wins; nesting beyond 64 is refused by a scan of our own; a number beyond int64
 * is decoded as a real; \u0000 is kept as U+0000 and cleaned like other controls.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_JSON_H
#define STENO_API_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

#define JSON_DEPTH_MAX 64

/* Decodes any JSON value. On failure NULL and ERROR_BAD_REPLY with line and column. Caller owns the
 * reference. */
json_t *json_decode(const char *data, size_t len, struct error *err);

/* The value with every string and member name gone through text_clean: what may be shown. Parts in which
 * nothing had to be cleaned are shared with the original, so neither may be changed. */
json_t *json_clean_copy(const json_t *value);

/* Appends compact JSON, member order kept, reals as short as they read back, and what
 * text_code_is_hostile names as \uXXXX: safe to write to a terminal. */
bool json_write(struct buffer *out, const json_t *value);
/* json_write(), but a text as it is, without quotes. */
void json_write_bare(struct buffer *out, const json_t *value);

/* Like json_write() over several lines, indented by two blanks. */
bool json_write_pretty(struct buffer *out, const json_t *value);

#endif
