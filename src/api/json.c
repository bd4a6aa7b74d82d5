/* SPDX-License-Identifier: MIT */
#include "steno/api/json.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* --- repairs of faults that make the decoder refuse a whole document --- */

/* True if the nesting is within JSON_DEPTH_MAX. Brackets in strings do not count. */
static bool json_depth_ok(const char *data, size_t len)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < len; i++) {
        char c = data[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '[') && ++depth > JSON_DEPTH_MAX)
            return false;
        else if (!in_string && (c == '}' || c == ']'))
            depth--;
    }
    return true;
}

/* Returns the code of the escape \uXXXX at s. -1: s does not begin with this escape. */
static long json_mend_code(const char *s, size_t left)
{
    char digits[5] = "";
    if (left < 6 || s[0] != '\\' || s[1] != 'u')
        return -1;
    memcpy(digits, s + 2, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtol(digits, NULL, 16) : -1;
}

/* Copies the escape at s and returns its length. Replaces a lone surrogate with U+FFFD. The decoder refuses
 * NUL in a member's name, so NUL becomes U+2400 (symbol for NUL) there. */
static size_t json_mend_escape(struct buffer *out, const char *s, size_t left, bool in_name)
{
    long code = json_mend_code(s, left);
    bool is_high = code >= 0xD800 && code <= 0xDBFF, is_low = code >= 0xDC00 && code <= 0xDFFF;
    long low = is_high ? json_mend_code(s + 6, left - 6) : -1;
    bool is_pair = low >= 0xDC00 && low <= 0xDFFF;
    if (((is_high || is_low) && !is_pair) || (code == 0 && in_name)) {
        buffer_append_text(out, code ? "\\uFFFD" : "\\u2400");
        return 6;
    }
    size_t take = is_pair ? 12 : left >= 2 ? 2 : left; /* \uXXXX: only \u; the digits are copied next */
    buffer_append(out, s, take);
    return take;
}

/* Copies the string that begins with the quote at s, with repaired escapes. Returns its length. If the end of
 * the string is missing, returns `left`. */
static size_t json_mend_string(struct buffer *out, const char *s, size_t left)
{
    size_t len = 1;
    while (len < left && s[len] != '"')
        len += s[len] == '\\' ? 2 : 1;
    len = len < left ? len + 1 : left;
    size_t next = len;
    while (next < left && s[next] && strchr(" \t\r\n", s[next]))
        next++;
    bool is_name = next < left && s[next] == ':';
    for (size_t i = 0; i < len;) {
        const char *slash = memchr(s + i, '\\', len - i);
        size_t plain = slash ? (size_t)(slash - s) - i : len - i;
        buffer_append(out, s + i, plain);
        i += plain;
        if (slash)
            i += json_mend_escape(out, s + i, len - i, is_name);
    }
    return len;
}

/* Copies the number at s and returns its length. An integer beyond int64 becomes a real. A number beyond a
 * double becomes the largest double. */
static size_t json_mend_number(struct buffer *out, const char *s, size_t left)
{
    size_t len = 1;
    while (len < left && s[len] && strchr("0123456789+-.eE", s[len]))
        len++;
    char *text = mem_copy_n(s, len);
    int64_t whole;
    bool is_real = strpbrk(text, ".eE") != NULL;
    bool is_small = len <= 18 && !strpbrk(text, "eE"); /* 18 digits always fit in int64 */
    if (!is_small && isinf(strtod(text, NULL)))
        buffer_append_text(out, text[0] == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308");
    else if (!is_small && !is_real && !text_parse_int(text, &whole) &&
             text[strspn(text, "-0123456789")] == '\0')
        buffer_printf(out, "%s.0", text);
    else
        buffer_append(out, s, len);
    free(text);
    return len;
}

/* Appends the document with repairs. `data` must be valid UTF-8. The decoder still refuses other faults. */
static void json_mend(struct buffer *out, const char *data, size_t len)
{
    for (size_t i = 0; i < len;) {
        if (data[i] == '"')
            i += json_mend_string(out, data + i, len - i);
        else if (data[i] == '-' || isdigit((unsigned char)data[i]))
            i += json_mend_number(out, data + i, len - i);
        else
            buffer_append_char(out, data[i++]);
    }
}

json_t *json_decode(const char *data, size_t len, struct error *err)
{
    if (len >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) {
        data += 3;
        len -= 3;
    }
    if (!json_depth_ok(data, len)) {
        error_set(err, ERROR_BAD_REPLY, "The response is nested deeper than %d levels", JSON_DEPTH_MAX);
        return NULL;
    }
    json_error_t where;
    json_t *value = json_loadb(data, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &where);
    if (!value) {
        struct buffer valid, mended;
        buffer_init(&valid, SIZE_MAX / 4);
        buffer_init(&mended, SIZE_MAX / 4);
        text_repair(&valid, data, len);
        json_mend(&mended, buffer_text(&valid), valid.len);
        value = json_loadb(buffer_text(&mended), mended.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &where);
        buffer_free(&valid);
        buffer_free(&mended);
    }
    if (value)
        return value;
    size_t blank = 0;
    while (blank < len && data[blank] && strchr(" \t\r\n", data[blank]))
        blank++;
    bool ends = json_error_code(&where) == json_error_premature_end_of_input;
    if (blank == len)
        error_set(err, ERROR_BAD_REPLY, "The response is empty, not JSON");
    else if (data[blank] == '<')
        error_set(err, ERROR_BAD_REPLY, "The response is a web page, not JSON");
    else
        error_set(err, ERROR_BAD_REPLY,
                  ends ? "The response is not JSON: it breaks off at line %d, column %d"
                       : "The response is not JSON: it is invalid at line %d, column %d",
                  where.line, where.column);
    return NULL;
}

/* True if the value is already clean. */
static bool json_is_clean(const json_t *value)
{
    if (json_is_string(value))
        return text_is_clean(json_string_value(value), json_string_length(value));
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!json_is_clean(json_array_get(value, i)))
            return false;
    }
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        if (!text_is_clean(name, strlen(name)) || !json_is_clean(member))
            return false;
    }
    return true;
}

json_t *json_clean_copy(const json_t *value)
{
    if (json_is_clean(value))
        return json_incref((json_t *)(uintptr_t)value);
    if (json_is_string(value)) {
        struct buffer text;
        buffer_init(&text, SIZE_MAX / 4);
        text_clean(&text, json_string_value(value), json_string_length(value));
        json_t *clean = json_stringn_nocheck(buffer_text(&text), text.len);
        buffer_free(&text);
        return clean;
    }
    if (json_is_array(value)) {
        json_t *list = json_array();
        for (size_t i = 0; i < json_array_size(value); i++)
            json_array_append_new(list, json_clean_copy(json_array_get(value, i)));
        return list;
    }
    json_t *object = json_object();
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        char *clean = text_clean_copy(name);
        json_object_set_new_nocheck(object, clean, json_clean_copy(member));
        free(clean);
    }
    return object;
}

/* True if a string can contain the character without an escape. */
static bool json_is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Appends a quoted string. Escapes what JSON requires, and characters that are unsafe on a terminal. */
static void json_write_string(struct buffer *out, const char *text, size_t len)
{
    char quoted[100] = "\"";
    size_t plain = 0;
    for (; plain < len && plain < sizeof quoted - 2 && json_is_plain(text[plain]); plain++)
        quoted[plain + 1] = text[plain];
    if (plain == len) { /* a short path: most strings need no escape */
        quoted[plain + 1] = '"';
        buffer_append(out, quoted, plain + 2);
        return;
    }
    buffer_append_char(out, '"');
    for (size_t at = 0; at < len;) {
        for (plain = at; plain < len && json_is_plain(text[plain]);)
            plain++;
        buffer_append(out, text + at, plain - at);
        at = plain;
        if (at == len)
            break;
        uint32_t code;
        char bytes[4];
        at += text_decode(text + at, len - at, &code);
        if (code == '"' || code == '\\')
            buffer_printf(out, "\\%c", (int)code);
        else if (!text_code_is_hostile(code))
            buffer_append(out, bytes, text_encode(code, bytes));
        else if (code > 0xFFFF)
            buffer_printf(out, "\\u%04X\\u%04X", (unsigned)(0xD800 + ((code - 0x10000) >> 10)),
                          (unsigned)(0xDC00 + ((code - 0x10000) & 0x3FF)));
        else
            buffer_printf(out, "\\u%04X", (unsigned)code);
    }
    buffer_append_char(out, '"');
}

/* Appends a value. If `depth` is negative, writes one line. Else writes several lines, indented by `depth`
 * levels. */
static void json_write_value(struct buffer *out, const json_t *value, int depth)
{
    char text[40];
    bool is_object = json_is_object(value);
    if (json_is_string(value)) {
        json_write_string(out, json_string_value(value), json_string_length(value));
    } else if (json_is_integer(value)) {
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
        buffer_append_text(out, text);
    } else if (json_is_real(value)) { /* with the fewest digits that decode to the same value */
        double real = json_real_value(value);
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, real);
            if (!(strtod(text, NULL) < real) && !(strtod(text, NULL) > real))
                break;
        }
        buffer_append_text(out, text);
        if (!strpbrk(text, ".eEin")) /* 2.0 must stay a real; JSON has no inf and nan */
            buffer_append_text(out, ".0");
    } else if (is_object || json_is_array(value)) {
        size_t count = is_object ? json_object_size(value) : json_array_size(value);
        void *member = json_object_iter((json_t *)(uintptr_t)value);
        buffer_append_char(out, is_object ? '{' : '[');
        for (size_t i = 0; i < count; i++) {
            if (i > 0)
                buffer_append_char(out, ',');
            if (depth >= 0)
                buffer_printf(out, "\n%*s", 2 * (depth + 1), "");
            if (is_object) {
                const char *name = json_object_iter_key(member);
                json_write_string(out, name, strlen(name));
                buffer_append(out, ": ", depth >= 0 ? 2 : 1);
            }
            json_write_value(out, is_object ? json_object_iter_value(member) : json_array_get(value, i),
                             depth >= 0 ? depth + 1 : depth);
            member = is_object ? json_object_iter_next((json_t *)(uintptr_t)value, member) : NULL;
        }
        if (depth >= 0 && count > 0)
            buffer_printf(out, "\n%*s", 2 * depth, "");
        buffer_append_char(out, is_object ? '}' : ']');
    } else {
        buffer_append_text(out, json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false");
    }
}

bool json_write(struct buffer *out, const json_t *value)
{
    json_write_value(out, value, -1);
    return !out->full;
}

void json_write_bare(struct buffer *out, const json_t *value)
{
    if (json_is_string(value))
        buffer_append_text(out, json_string_value(value));
    else
        json_write(out, value);
}

bool json_write_pretty(struct buffer *out, const json_t *value)
{
    json_write_value(out, value, 0);
    return !out->full;
}
