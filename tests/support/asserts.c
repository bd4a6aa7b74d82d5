/* Compares the two sides of an assert, and prints them after a failure. Borrows their memory; knows nothing
 * of steno. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SHOWN 4000 /* bytes of a text that are shown */
#define TEXT_LEAD  200  /* of these, bytes before the first difference */

/* --- values --- */

struct assert_value assert_signed(long long value)
{
    return (struct assert_value){.kind = ASSERT_SIGNED, .number = value};
}

struct assert_value assert_unsigned(unsigned long long value)
{
    return (struct assert_value){.kind = ASSERT_UNSIGNED, .number = (long long)value};
}

struct assert_value assert_pointer(const volatile void *value)
{
    return (struct assert_value){.kind = ASSERT_POINTER, .number = (long long)(uintptr_t)value};
}

struct assert_value assert_real(double value)
{
    return (struct assert_value){.kind = ASSERT_REAL, .number = value != 0, .real = value};
}

struct assert_value assert_text(const char *value)
{
    return (struct assert_value){.kind = ASSERT_TEXT, .number = value != NULL, .text = value};
}

struct assert_value assert_bytes(const void *value, size_t length)
{
    return (struct assert_value){
        .kind = ASSERT_BYTES, .number = value != NULL, .text = value, .length = length};
}

/* --- comparing --- */

static double as_real(const struct assert_value *value)
{
    if (value->kind == ASSERT_REAL)
        return value->real;
    return value->kind == ASSERT_UNSIGNED ? (double)(unsigned long long)value->number : (double)value->number;
}

/* Compares two texts; NULL equals only NULL. */
static int text_order(const struct assert_value *left, const struct assert_value *right)
{
    if (left->text == NULL || right->text == NULL)
        return left->text == right->text ? 0 : left->text == NULL ? -1 : 1;
    return left->kind == ASSERT_BYTES ? memcmp(left->text, right->text, left->length)
                                      : strcmp(left->text, right->text);
}

/* Compares like memcmp. */
static int order_of(const struct assert_value *left, const struct assert_value *right)
{
    if (left->kind >= ASSERT_TEXT)
        return text_order(left, right);
    if (left->kind == ASSERT_REAL || right->kind == ASSERT_REAL) {
        double apart = as_real(left) - as_real(right);
        return apart > 0 ? 1 : apart >= 0 ? 0 : -1; /* not a number: less than all */
    }
    bool left_negative = left->kind == ASSERT_SIGNED && left->number < 0;
    bool right_negative = right->kind == ASSERT_SIGNED && right->number < 0;
    unsigned long long a = (unsigned long long)left->number, b = (unsigned long long)right->number;
    if (left_negative != right_negative)
        return left_negative ? -1 : 1;
    return (a > b) - (a < b);
}

static bool has(const struct assert_value *left, const struct assert_value *right)
{
    return left->text != NULL && right->text != NULL && strstr(left->text, right->text) != NULL;
}

bool assert_holds(const struct assert_value *left, enum assert_test test, const struct assert_value *right)
{
    switch (test) {
    case ASSERT_SET:
        return left->number != 0;
    case ASSERT_UNSET:
        return left->number == 0;
    case ASSERT_EQ:
        return order_of(left, right) == 0;
    case ASSERT_NEQ:
        return order_of(left, right) != 0;
    case ASSERT_LT:
        return order_of(left, right) < 0;
    case ASSERT_LEQ:
        return order_of(left, right) <= 0;
    case ASSERT_GT:
        return order_of(left, right) > 0;
    case ASSERT_GEQ:
        return order_of(left, right) >= 0;
    case ASSERT_HAS:
        return has(left, right);
    case ASSERT_STARTS:
        return left->text != NULL && right->text != NULL &&
               strncmp(left->text, right->text, strlen(right->text)) == 0;
    default: /* ASSERT_LACKS fails for NULL */
        return left->text != NULL && !has(left, right);
    }
}

/* --- printing --- */

static size_t length_of(const struct assert_value *value)
{
    return value->kind == ASSERT_BYTES ? value->length : strlen(value->text);
}

/* Prints one byte of a quoted text. Control characters are escaped, also both bytes of a C1 character. */
static void put_byte(FILE *out, const char *text, size_t at)
{
    unsigned char byte = (unsigned char)text[at];
    bool c1_first = byte == 0xC2 && ((unsigned char)text[at + 1] & 0xE0) == 0x80;
    bool c1_second = at > 0 && (byte & 0xE0) == 0x80 && (unsigned char)text[at - 1] == 0xC2;
    if (byte == '\n')
        fputs("\\n", out);
    else if (byte == '"' || byte == '\\')
        fprintf(out, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7F || c1_first || c1_second)
        fprintf(out, "\\x%02X", byte);
    else
        fputc(byte, out);
}

/* Prints the text around offset `parts` as C strings, one per line. */
static void put_text(FILE *out, const struct assert_value *value, size_t parts)
{
    size_t length = length_of(value);
    size_t at = length > TEXT_SHOWN && parts > TEXT_LEAD ? parts - TEXT_LEAD : 0;
    size_t end = length - at > TEXT_SHOWN ? at + TEXT_SHOWN : length;
    fprintf(out, "%s\"", at > 0 ? "... " : "");
    for (; at < end; at++) {
        put_byte(out, value->text, at);
        if (value->text[at] == '\n' && at + 1 < end)
            fputs("\"\n          \"", out);
    }
    fprintf(out, "\"%s", end < length ? " ..." : "");
}

static void put_value(FILE *out, const char *label, const struct assert_value *value, size_t parts)
{
    fprintf(out, "\n  %-6s  ", label);
    if (value->kind == ASSERT_SIGNED)
        fprintf(out, "%lld", value->number);
    else if (value->kind == ASSERT_UNSIGNED)
        fprintf(out, "%llu", (unsigned long long)value->number);
    else if (value->kind == ASSERT_REAL)
        fprintf(out, "%.17g", value->real);
    else if (value->number == 0)
        fputs("NULL", out);
    else if (value->kind == ASSERT_POINTER)
        fprintf(out, "0x%llx", (unsigned long long)value->number);
    else
        put_text(out, value, parts);
}

/* The offset of the first difference of two texts; 0 for other values. */
static size_t parts_at(const struct assert_value *left, const struct assert_value *right)
{
    size_t at = 0;
    if (left->kind < ASSERT_TEXT || left->text == NULL || right->text == NULL)
        return 0;
    size_t left_length = length_of(left), right_length = length_of(right);
    while (at < left_length && at < right_length && left->text[at] == right->text[at])
        at++;
    return at;
}

static void put_failure(FILE *out, const char *source, const struct assert_value *left, enum assert_test test,
                        const struct assert_value *right)
{
    static const char *const names[] = {"set", "unset", "eq",  "neq",   "lt",    "leq",
                                        "gt",  "geq",   "has", "lacks", "starts"};
    fprintf(out, "not %s(%s)", names[test], source);
    if (test == ASSERT_SET)
        return;
    if (test == ASSERT_UNSET) {
        put_value(out, "value", left, 0);
        return;
    }
    size_t parts = test == ASSERT_EQ || test == ASSERT_STARTS ? parts_at(left, right) : 0;
    put_value(out, "left", left, parts);
    put_value(out, "right", right, parts);
    if (parts > 0)
        fprintf(out, "\n  they differ from byte %zu on", parts);
}

void assert_report(const char *file, unsigned line, const char *source, const struct assert_value *left,
                   enum assert_test test, const struct assert_value *right, const char *format, ...)
{
    char *message = NULL;
    size_t size;
    FILE *out = open_memstream(&message, &size);
    if (out == NULL)
        abort();
    put_failure(out, source, left, test, right);
    va_list args;
    va_start(args, format);
    if (format[1] != '\0')
        vfprintf(out, format, args);
    va_end(args);
    fclose(out);
    struct criterion_assert_stats stats = {.message = message, .file = file, .line = line};
    criterion_send_assert(&stats);
    free(message);
}
