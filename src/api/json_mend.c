/* Owns the small repairs before decoding. Must not judge: what it does not know stays for the decoder to
 * refuse. */
#include "json.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Reads the four hex digits of an escape; -1 when they are not. */
static long mend_hex4(const char *s, size_t left)
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
static size_t mend_escape(struct buffer *out, const char *s, size_t left, bool in_name)
{
    long code = left >= 2 && s[1] == 'u' ? mend_hex4(s + 2, left - 2) : -1;
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
    long low = paired ? mend_hex4(s + 8, left - 8) : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) {
        buffer_append(out, s, 12);
        return 12;
    }
    buffer_append_text(out, "\\uFFFD");
    return 6;
}

/* Bytes of the string that begins with the quote at s, both quotes counted; all that is left when it never
 * ends. */
static size_t mend_string_length(const char *s, size_t left)
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
static void mend_string(struct buffer *out, const char *s, size_t len, bool is_name)
{
    for (size_t i = 0; i < len;) {
        const char *slash = memchr(s + i, '\\', len - i);
        size_t plain = slash ? (size_t)(slash - s) - i : len - i;
        buffer_append(out, s + i, plain);
        i += plain;
        if (slash)
            i += mend_escape(out, s + i, len - i, is_name);
    }
}

/* Does a colon follow, blanks aside? Then the string before it names a member. */
static bool mend_colon_follows(const char *s, size_t left)
{
    size_t i = 0;
    while (i < left && s[i] && strchr(" \t\r\n", s[i]))
        i++;
    return i < left && s[i] == ':';
}

/* Bytes of the number that begins at s, or of what looks like one. */
static size_t mend_number_length(const char *s, size_t left)
{
    size_t len = 1;
    while (len < left && s[len] && strchr("0123456789+-.eE", s[len]))
        len++;
    return len;
}

/* Is the number within int64 and double whatever its digits? */
static bool mend_number_is_small(const char *s, size_t len)
{
    return len <= 18 && !memchr(s, 'e', len) && !memchr(s, 'E', len);
}

/* Copies the number of `len` bytes at s in a form that the decoder takes. */
static void mend_number(struct buffer *out, const char *s, size_t len)
{
    if (mend_number_is_small(s, len)) {
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
static bool mend_begins_token(char c)
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
        } else if (mend_begins_token(data[i])) {
            take = mend_number_length(data + i, len - i);
            if (!mend_number_is_small(data + i, take))
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
            take = mend_string_length(data + i, len - i);
            mend_string(out, data + i, take, mend_colon_follows(data + i + take, len - i - take));
        } else if (mend_begins_token(data[i])) {
            take = mend_number_length(data + i, len - i);
            mend_number(out, data + i, take);
        } else {
            while (i + take < len && !mend_begins_token(data[i + take]))
                take++;
            buffer_append(out, data + i, take);
        }
        i += take;
    }
}
