/* Owns the road from a server's bytes to decodable and capped JSON, and to a cleaned copy for display.
 * Writing JSON is json_write.c. */
#include "steno/api/json.h"

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

/* Reads the four hex digits of an escape; -1 when they are not. */
static long json_hex4(const char *s, size_t left)
{
    long value = 0;
    if (left < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = s[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Copies one \u escape at s, mending lone surrogates; returns the bytes it took. */
static size_t json_mend_escape(struct buffer *out, const char *s, size_t left)
{
    long code = left >= 2 && s[1] == 'u' ? json_hex4(s + 2, left - 2) : -1;
    if (code < 0xD800 || code > 0xDFFF) { /* not a surrogate, or not \u: two bytes are enough to step over */
        size_t take = left >= 2 ? 2 : left;
        buffer_append(out, s, take);
        return take;
    }
    bool paired = code < 0xDC00 && left >= 12 && s[6] == '\\' && s[7] == 'u';
    long low = paired ? json_hex4(s + 8, left - 8) : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) {
        buffer_append(out, s, 12);
        return 12;
    }
    buffer_append_text(out, "\\uFFFD");
    return 6;
}

/* Copies a document with lone surrogate escapes mended. Escapes outside strings stay for the decoder to refuse. */
static void json_mend_surrogates(struct buffer *out, const char *data, size_t len)
{
    for (size_t i = 0; i < len;) {
        const char *slash = memchr(data + i, '\\', len - i);
        size_t plain = slash ? (size_t)(slash - data) - i : len - i;
        buffer_append(out, data + i, plain);
        i += plain;
        if (slash)
            i += json_mend_escape(out, data + i, len - i);
    }
}

json_t *json_decode(const char *data, size_t len, struct error *err)
{
    if (len >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) {
        data += 3;
        len -= 3;
    }
    if (!json_depth_ok(data, len)) {
        error_set(err, ERROR_BAD_REPLY, "The reply is nested deeper than %d levels", JSON_DEPTH_MAX);
        return NULL;
    }
    struct buffer valid, mended;
    buffer_init(&valid, SIZE_MAX / 4);
    buffer_init(&mended, SIZE_MAX / 4);
    text_repair(&valid, data, len);
    json_mend_surrogates(&mended, buffer_text(&valid), valid.len);
    json_error_t where;
    json_t *value = json_loadb(buffer_text(&mended), mended.len,
                               JSON_DECODE_ANY | JSON_ALLOW_NUL, &where);
    if (!value && json_error_code(&where) == json_error_numeric_overflow)
        value = json_loadb(buffer_text(&mended), mended.len, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL,
                           &where);
    buffer_free(&valid);
    buffer_free(&mended);
    if (value)
        return value;
    char *reason = text_clean_copy(where.text);
    error_set(err, ERROR_BAD_REPLY, "The reply is not JSON: %s at line %d, column %d", reason, where.line,
              where.column);
    free(reason);
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

json_t *json_clean_copy(const json_t *value)
{
    if (json_is_string(value))
        return json_clean_string(value);
    if (json_is_array(value)) {
        json_t *list = json_array();
        for (size_t i = 0; i < json_array_size(value); i++)
            json_array_append_new(list, json_clean_copy(json_array_get(value, i)));
        return list;
    }
    if (!json_is_object(value))
        return json_incref((json_t *)(uintptr_t)value); /* numbers, true, false, null: no text in them */
    json_t *object = json_object();
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member) {
        char *clean = text_clean_copy(name);
        json_object_set_new_nocheck(object, clean, json_clean_copy(member));
        free(clean);
    }
    return object;
}
