/* A growing byte buffer with a hard cap.
 *
 * Always NUL-terminated behind its last byte.  An append that would pass `max`
 * is refused whole, sets `full` and returns false; nothing is cut silently.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_BUFFER_H
#define STENO_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *data; /* NULL until the first append */
    size_t len;
    size_t cap;
    size_t max; /* bytes it may hold, terminator not counted */
    bool full;  /* an append was refused */
};

/* A buffer for texts whose size is bounded by our own code. */
#define BUFFER_MAX_DEFAULT ((size_t)16 << 20)

void buffer_init(struct buffer *buf, size_t max);
bool buffer_append(struct buffer *buf, const void *data, size_t len);
bool buffer_append_text(struct buffer *buf, const char *text);
bool buffer_append_char(struct buffer *buf, char c);
bool buffer_printf(struct buffer *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_clear(struct buffer *buf);             /* keeps the memory */
const char *buffer_text(const struct buffer *buf); /* never NULL */
char *buffer_take(struct buffer *buf);             /* caller frees; the buffer is empty after */
void buffer_free(struct buffer *buf);

#endif
