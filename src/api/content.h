/* Content: the bytes of a body as they were before the server packed them (Content-Encoding).
 *
 * gzip is unpacked piece by piece in constant memory, and only to a proven end: each of its members has its
 * checksum and its length, and nothing follows. Any other coding is refused by its name. The only file that
 * knows zlib. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CONTENT_H
#define STENO_API_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

/* What may be packed more than so many times is refused, once so many bytes came of it. */
#define CONTENT_RATIO_MAX  200
#define CONTENT_RATIO_FREE ((size_t)64 << 20)

/* What is wrong with a content. */
enum content_fault { CONTENT_SOUND, CONTENT_CUT, CONTENT_BAD };

struct content;

/* By the lists of Content-Encoding, such as "gzip", and Transfer-Encoding; "" for none. Of the second only
 * chunks are allowed: libcurl has unpacked others by then without looking for their end. Free it. */
struct content *content_new(const char *codings, const char *transfer);
void content_free(struct content *content);

/* Unpacks a piece and gives it to the sink. False when the content is bad, or the sink refused. */
bool content_feed(struct content *content, const void *data, size_t len,
                  bool (*sink)(void *arg, const void *data, size_t len), void *arg);

/* The body has ended: is the content whole? */
bool content_end(struct content *content);

/* The fault, and in words what it is: "its gzip stream breaks off before its end". */
enum content_fault content_fault(const struct content *content, const char **words);
/* What to do about it; NULL: try again. */
const char *content_advice(const struct content *content);

#endif
