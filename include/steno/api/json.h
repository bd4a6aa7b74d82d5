/* JSON from a server. It is repaired before decoding, limited in depth, and cleaned for display.
 *
 * Bad UTF-8 and lone surrogates become U+FFFD. If an object has two members of the same name, the last one
 * counts. More than 64 levels of nesting are refused. A number beyond int64 becomes a real. \u0000 becomes
 * U+0000 and is cleaned like other control characters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_JSON_H
#define STENO_API_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

#define JSON_DEPTH_MAX 64

/* Decodes a JSON value of any type. Caller owns the reference. On failure returns NULL, and err has
 * ERROR_BAD_REPLY with line and column. */
json_t *json_decode(const char *data, size_t len, struct error *err);

/* Returns a copy for display. All strings and member names are cleaned by text_clean(). Copy and original
 * share the parts that are already clean, so change neither of them. */
json_t *json_clean_copy(const json_t *value);

/* Appends compact JSON that is safe for terminals. Characters for which text_code_is_hostile() is true become
 * \uXXXX. Members keep their order. Reals have the fewest digits that give the same value. */
bool json_write(struct buffer *out, const json_t *value);
/* Like json_write(), but a string is appended unchanged, without quotes. */
void json_write_bare(struct buffer *out, const json_t *value);

/* Like json_write(), but on several lines, indented by two blanks. */
bool json_write_pretty(struct buffer *out, const json_t *value);

#endif
