/* Owns growth and the hard cap of byte buffers. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

void buffer_init(struct buffer *buf, size_t max)
{
    *buf = (struct buffer){.max = max};
}

/* Makes room for `more` bytes and a terminator; false when the cap forbids it. */
static bool buffer_reserve(struct buffer *buf, size_t more)
{
    if (more > buf->max || buf->len > buf->max - more) {
        buf->full = true;
        return false;
    }
    size_t need = buf->len + more + 1;
    if (need <= buf->cap)
        return true;
    size_t cap = buf->cap ? buf->cap : 64;
    while (cap < need)
        cap *= 2;
    buf->data = mem_grow(buf->data, cap, 1);
    buf->cap = cap;
    return true;
}

bool buffer_append(struct buffer *buf, const void *data, size_t len)
{
    if (!buffer_reserve(buf, len))
        return false;
    if (len)
        memcpy(buf->data + buf->len, data, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
    return true;
}

bool buffer_append_text(struct buffer *buf, const char *text)
{
    return buffer_append(buf, text, strlen(text));
}

bool buffer_append_char(struct buffer *buf, char c)
{
    return buffer_append(buf, &c, 1);
}

bool buffer_printf(struct buffer *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *out = mem_vprintf(format, args);
    va_end(args);
    bool ok = buffer_append_text(buf, out);
    free(out);
    return ok;
}

void buffer_clear(struct buffer *buf)
{
    buf->len = 0;
    buf->full = false;
    if (buf->data)
        buf->data[0] = '\0';
}

const char *buffer_text(const struct buffer *buf)
{
    return buf->data ? buf->data : "";
}

char *buffer_take(struct buffer *buf)
{
    char *data = buf->data ? buf->data : mem_copy("");
    buffer_init(buf, buf->max);
    return data;
}

void buffer_free(struct buffer *buf)
{
    free(buf->data);
    buffer_init(buf, buf->max);
}
