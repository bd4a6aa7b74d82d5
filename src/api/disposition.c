/* Owns the reading of Content-Disposition and the reduction of a proposed name to a safe one. Pure. */
/* SPDX-License-Identifier: MIT */
#include "disposition.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define EXTENSION_MAX 16

/* The value of a hex digit, -1 for another character. */
static int disposition_hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Appends one byte of an extended value, of ISO-8859-1 as UTF-8. */
static void disposition_put_byte(struct buffer *out, unsigned char byte, bool latin1)
{
    char bytes[4];
    if (latin1)
        buffer_append(out, bytes, text_encode(byte, bytes));
    else
        buffer_append_char(out, (char)byte);
}

/* Decodes charset'language'percent-encoded. */
static void disposition_decode_extended(struct buffer *out, const char *value, size_t len)
{
    const char *first = memchr(value, '\'', len);
    const char *second = first ? memchr(first + 1, '\'', len - (size_t)(first + 1 - value)) : NULL;
    if (!second)
        return;
    bool latin1 = strncasecmp(value, "ISO-8859-1'", 11) == 0;
    const char *end = value + len;
    for (const char *c = second + 1; c < end; c++) {
        bool coded = *c == '%' && end - c > 2 && disposition_hex(c[1]) >= 0 && disposition_hex(c[2]) >= 0;
        int byte = coded ? disposition_hex(c[1]) * 16 + disposition_hex(c[2]) : (unsigned char)*c;
        disposition_put_byte(out, (unsigned char)byte, latin1);
        if (coded)
            c += 2;
    }
}

/* Copies a value, quoted or not, to out; returns where it ends. */
static const char *disposition_read_value(struct buffer *out, const char *c)
{
    if (*c != '"') {
        size_t len = strcspn(c, ";");
        const char *end = c + len;
        while (len > 0 && strchr(" \t", c[len - 1]))
            len--;
        buffer_append(out, c, len);
        return end;
    }
    for (c++; *c && *c != '"'; c++) {
        if (*c == '\\' && strchr("\"\\", c[1]) && c[1]) /* other backslashes are parts of a path */
            c++;
        buffer_append_char(out, *c);
    }
    return c + strcspn(c, ";");
}

/* Finds filename and filename* among the parameters; both are "" when they are missing. */
static void disposition_read(const char *value, struct buffer *plain, struct buffer *extended)
{
    const char *c = value + strcspn(value, ";");
    while (*c == ';') {
        c += 1 + strspn(c + 1, " \t");
        const char *name = c;
        size_t len = strcspn(c, "=;");
        c += len;
        if (*c != '=')
            continue;
        while (len > 0 && strchr(" \t", name[len - 1]))
            len--;
        c += 1 + strspn(c + 1, " \t");
        struct buffer read;
        buffer_init(&read, BUFFER_MAX_DEFAULT);
        c = disposition_read_value(&read, c);
        if (len == 8 && strncasecmp(name, "filename", 8) == 0 && plain->len == 0)
            buffer_append(plain, buffer_text(&read), read.len);
        else if (len == 9 && strncasecmp(name, "filename*", 9) == 0 && extended->len == 0)
            disposition_decode_extended(extended, buffer_text(&read), read.len);
        buffer_free(&read);
    }
}

/* May the code point stand in a file name that we create? */
static bool disposition_code_is_safe(uint32_t code)
{
    return code != TEXT_BAD_CODE && !text_code_is_hostile(code);
}

/* Appends the base name's safe characters. */
static void disposition_put_safe(struct buffer *out, const char *name)
{
    const char *base = name;
    for (const char *c = name; *c; c++) {
        if (*c == '/' || *c == '\\')
            base = c + 1;
    }
    size_t len = strlen(base);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(base + at, len - at, &code);
        bool leading = out->len == 0 && (code == '.' || code == '-' || code == ' ' || code == '~');
        if (!leading && disposition_code_is_safe(code))
            buffer_append(out, bytes, text_encode(code, bytes));
    }
    while (out->len > 0 && strchr(" .", out->data[out->len - 1]))
        out->data[--out->len] = '\0';
}

/* Copies a name, cut within its stem so that stem and extension fit. */
static void disposition_fit(char *out, size_t size, const char *name)
{
    size_t len = strlen(name);
    const char *dot = strrchr(name, '.');
    size_t tail = dot && strlen(dot) <= EXTENSION_MAX && strlen(dot) < size - 1 ? strlen(dot) : 0;
    size_t stem = len - tail;
    if (len >= size) {
        stem = size - 1 - tail;
        while (stem > 0 && ((unsigned char)name[stem] & 0xC0) == 0x80)
            stem--;
    }
    memcpy(out, name, stem);
    memcpy(out + stem, name + len - tail, tail);
    out[stem + tail] = '\0';
}

/* Reduces a name to a safe one; false when nothing is left. */
static bool disposition_safe_name(const char *name, char *out, size_t size)
{
    struct buffer safe;
    buffer_init(&safe, BUFFER_MAX_DEFAULT);
    disposition_put_safe(&safe, name);
    disposition_fit(out, size, buffer_text(&safe));
    buffer_free(&safe);
    return out[0] != '\0';
}

bool disposition_file_name(const char *value, char *out, size_t size)
{
    struct buffer plain, extended;
    buffer_init(&plain, BUFFER_MAX_DEFAULT);
    buffer_init(&extended, BUFFER_MAX_DEFAULT);
    disposition_read(value, &plain, &extended);
    bool found = disposition_safe_name(buffer_text(&extended), out, size) ||
                 disposition_safe_name(buffer_text(&plain), out, size);
    buffer_free(&plain);
    buffer_free(&extended);
    return found;
}
