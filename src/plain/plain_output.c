/* Owns the one way to standard output of plain mode: only text, cleaned, in ASCII where
 * need be. */
/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plain.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* The output is one for the process, as its descriptor is. */
static struct {
    bool utf8, failed;
} output;

void plain_write_start(bool utf8)
{
    output.utf8 = utf8;
    output.failed = false;
}

bool plain_write_failed(void)
{
    return output.failed;
}

/* Bytes that are known to be harmless. */
static void plain_output_put(const char *bytes, size_t len)
{
    if (!output.failed && !file_write_all(STDOUT_FILENO, bytes, len))
        output.failed = true;
}

/* Appends a cleaned text in ASCII. */
static void plain_output_reduce(struct buffer *out, const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(text + at, len - at, &code);
        buffer_append_text(out, text_ascii(code));
    }
}

void plain_write(const char *text)
{
    struct buffer clean, ascii;
    buffer_init(&clean, BUFFER_MAX_DEFAULT);
    buffer_init(&ascii, BUFFER_MAX_DEFAULT);
    text_clean(&clean, text, strlen(text));
    if (!output.utf8)
        plain_output_reduce(&ascii, buffer_text(&clean), clean.len);
    const struct buffer *out = output.utf8 ? &clean : &ascii;
    plain_output_put(buffer_text(out), out->len);
    buffer_free(&clean);
    buffer_free(&ascii);
}

void plain_write_erase(int cells)
{
    for (int i = 0; i < cells; i++)
        plain_output_put("\b \b", 3);
}

void plain_write_bell(void)
{
    plain_output_put("\a", 1);
}

void plain_newline(void)
{
    plain_output_put("\n", 1);
}

void plain_lines(const char *text)
{
    for (size_t len; *text; text += len + 1) {
        len = strcspn(text, "\n");
        char *line = mem_copy_n(text, len);
        plain_line("%s", line);
        free(line);
    }
}

void plain_line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *line = mem_vprintf(format, args);
    va_end(args);
    plain_write(line);
    plain_newline();
    free(line);
}
