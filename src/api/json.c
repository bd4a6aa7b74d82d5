/* Owns the road from a server's bytes to decodable and capped JSON and to a cleaned copy for display. What
 * the small repairs before decoding do not know, they leave to the decoder to refuse. Writing JSON is
 * json_write.c. */
/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Refuses nesting beyond the cap before the decoder sees it; brackets within strings do not count. */
static bool json_depth_ok(const char *data, size_t len)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < len; i++) {
        char c = data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > JSON_DEPTH_MAX)
                return false;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return true;
}

/* Decodes text that needs no repair. */
static json_t *json_load_text(const char *data, size_t len, json_error_t *where)
{
    return json_loadb(data, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, where);
}

/* Repairs first. */
static json_t *json_load_mended(const char *data, size_t len, json_error_t *where)
{
    struct buffer valid, mended;
    buffer_init(&valid, SIZE_MAX / 4);
    buffer_init(&mended, SIZE_MAX / 4);
    text_repair(&valid, data, len);
    json_mend(&mended, buffer_text(&valid), valid.len);
    json_t *value = json_load_text(buffer_text(&mended), mended.len, where);
    buffer_free(&valid);
    buffer_free(&mended);
    return value;
}

/* Says in our own words what came in place of JSON. */
static void json_refuse(const char *data, size_t len, const json_error_t *where, struct error *err)
{
    size_t blank = 0;
    while (blank < len && strchr(" \t\r\n", data[blank]) && data[blank])
        blank++;
    bool ends = json_error_code(where) == json_error_premature_end_of_input;
    if (blank == len)
        error_set(err, ERROR_BAD_REPLY, "The response is empty, not JSON");
    else if (data[blank] == '<')
        error_set(err, ERROR_BAD_REPLY, "The response is a web page, not JSON");
    else
        error_set(err, ERROR_BAD_REPLY, "The response is not JSON: it %s at line %d, column %d",
                  ends ? "ends" : "is invalid", where->line, where->column);
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
    json_t *value = json_is_decodable(data, len) ? json_load_text(data, len, &where)
                                                 : json_load_mended(data, len, &where);
    if (value)
        return value;
    json_refuse(data, len, &where, err);
    return NULL;
}

/* A cleaned JSON string. */
static json_t *json_clean_string(const json_t *value)
{
    struct buffer text;
    buffer_init(&text, SIZE_MAX / 4);
    text_clean(&text, json_string_value(value), json_string_length(value));
    json_t *clean = json_stringn_nocheck(buffer_text(&text), text.len);
    buffer_free(&text);
    return clean;
}

/* Is there nothing to clean in a value? Then it can be shared. */
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
    if (json_is_string(value))
        return json_clean_string(value);
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

/* --- repairs before decoding --- */

/* Reads the four hex digits of an escape; -1 when they are not. */
static long json_mend_hex4(const char *s, size_t left)
{
    long value = 0;
    if (left < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef";
        char lower = s[i] >= 'A' && s[i] <= 'F' ? (char)(s[i] + 32) : s[i];
        const char *digit = lower ? strchr(digits, lower) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (digit - digits);
    }
    return value;
}

/* Copies the escape at s and returns the bytes it took. */
static size_t json_mend_escape(struct buffer *out, const char *s, size_t left, bool in_name)
{
    long code = left >= 2 && s[1] == 'u' ? json_mend_hex4(s + 2, left - 2) : -1;
    if (code == 0 && in_name) {
        buffer_append_text(out, "\\u2400");
        return 6;
    }
    if (code < 0xD800 || code > 0xDFFF) { /* not a surrogate, or not \u: two bytes are enough to step over */
        size_t take = left >= 2 ? 2 : left;
        buffer_append(out, s, take);
        return take;
    }
    bool paired = code < 0xDC00 && left >= 12 && s[6] == '\\' && s[7] == 'u';
    long low = paired ? json_mend_hex4(s + 8, left - 8) : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) {
        buffer_append(out, s, 12);
        return 12;
    }
    buffer_append_text(out, "\\uFFFD");
    return 6;
}

/* Bytes of the string that begins with the quote at s, both quotes counted; all that is left when it never
 * ends. */
static size_t json_mend_string_length(const char *s, size_t left)
{
    for (size_t i = 1; i < left; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == '"')
            return i + 1;
    }
    return left;
}

/* Copies the string of `len` bytes at s. */
static void json_mend_string(struct buffer *out, const char *s, size_t len, bool is_name)
{
    for (size_t i = 0; i < len;) {
        const char *slash = memchr(s + i, '\\', len - i);
        size_t plain = slash ? (size_t)(slash - s) - i : len - i;
        buffer_append(out, s + i, plain);
        i += plain;
        if (slash)
            i += json_mend_escape(out, s + i, len - i, is_name);
    }
}

/* Does a colon follow, blanks aside? Then the string before it names a member. */
static bool json_mend_colon_follows(const char *s, size_t left)
{
    size_t i = 0;
    while (i < left && s[i] && strchr(" \t\r\n", s[i]))
        i++;
    return i < left && s[i] == ':';
}

/* Bytes of the number that begins at s, or of what looks like one. */
static size_t json_mend_number_length(const char *s, size_t left)
{
    size_t len = 1;
    while (len < left && s[len] && strchr("0123456789+-.eE", s[len]))
        len++;
    return len;
}

/* Is the number within int64 and double whatever its digits? */
static bool json_mend_number_is_small(const char *s, size_t len)
{
    return len <= 18 && !memchr(s, 'e', len) && !memchr(s, 'E', len);
}

/* Copies the number of `len` bytes at s in a form that the decoder takes. */
static void json_mend_number(struct buffer *out, const char *s, size_t len)
{
    if (json_mend_number_is_small(s, len)) {
        buffer_append(out, s, len);
        return;
    }
    char *text = mem_copy_n(s, len);
    int64_t whole;
    bool is_real = strpbrk(text, ".eE") != NULL;
    if (!is_real && text_parse_int(text, &whole))
        buffer_append(out, s, len);
    else if (isinf(strtod(text, NULL)))
        buffer_append_text(out, text[0] == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308");
    else if (!is_real && text[strspn(text, "-0123456789")] == '\0' && len > 18)
        buffer_printf(out, "%s.0", text);
    else
        buffer_append(out, s, len);
    free(text);
}

/* Does a string or a number begin with the byte? */
static bool json_mend_begins_token(char c)
{
    return c == '"' || c == '-' || (c >= '0' && c <= '9');
}

bool json_is_decodable(const char *data, size_t len)
{
    if (memchr(data, '\\', len) || !text_is_valid(data, len))
        return false;
    for (size_t i = 0; i < len;) {
        size_t take = 1;
        if (data[i] == '"') { /* it ends at the next one: nothing is escaped here */
            const char *end = memchr(data + i + 1, '"', len - i - 1);
            take = end ? (size_t)(end - data) + 1 - i : len - i;
        } else if (json_mend_begins_token(data[i])) {
            take = json_mend_number_length(data + i, len - i);
            if (!json_mend_number_is_small(data + i, take))
                return false;
        }
        i += take;
    }
    return true;
}

void json_mend(struct buffer *out, const char *data, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t take = 1;
        if (data[i] == '"') {
            take = json_mend_string_length(data + i, len - i);
            json_mend_string(out, data + i, take, json_mend_colon_follows(data + i + take, len - i - take));
        } else if (json_mend_begins_token(data[i])) {
            take = json_mend_number_length(data + i, len - i);
            json_mend_number(out, data + i, take);
        } else {
            while (i + take < len && !json_mend_begins_token(data[i + take]))
                take++;
            buffer_append(out, data + i, take);
        }
        i += take;
    }
}
