/* Owns strict numbers and names in ASCII, whatever the locale. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/text.h"

#include <string.h>

/* Is c an ASCII digit? */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The lower-case form of an ASCII letter. */
static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_parse_int(const char *s, int64_t *value)
{
    bool negative = *s == '-';
    if (negative)
        s++;
    if (!is_digit(*s))
        return false;
    int64_t total = 0; /* kept negative: its range is one larger */
    for (; is_digit(*s); s++) {
        if (__builtin_mul_overflow(total, 10, &total) || __builtin_sub_overflow(total, *s - '0', &total))
            return false;
    }
    if (*s != '\0' || (!negative && total == INT64_MIN))
        return false;
    *value = negative ? total : -total;
    return true;
}

bool text_is_number(const char *s)
{
    if (*s == '-')
        s++;
    if (!is_digit(*s))
        return false;
    while (is_digit(*s))
        s++;
    if (*s == '\0')
        return true;
    if (*s++ != '.' || !is_digit(*s))
        return false;
    while (is_digit(*s))
        s++;
    return *s == '\0';
}

bool text_equal_nocase(const char *a, const char *b)
{
    while (*a && to_lower(*a) == to_lower(*b)) {
        a++;
        b++;
    }
    return to_lower(*a) == to_lower(*b);
}

bool text_contains_nocase(const char *hay, const char *needle)
{
    size_t len = strlen(needle);
    for (const char *end = hay + strlen(hay); (size_t)(end - hay) >= len; hay++) {
        size_t at = 0;
        while (at < len && to_lower(hay[at]) == to_lower(needle[at]))
            at++;
        if (at == len)
            return true;
    }
    return false;
}

bool text_has_word(const char *words, const char *word)
{
    static const char parts[] = " \t,";
    size_t want = strlen(word);
    for (const char *at = words; *at;) {
        at += strspn(at, parts);
        size_t len = strcspn(at, parts);
        if (len > 0 && len == want && memcmp(at, word, len) == 0)
            return true;
        at += len;
    }
    return false;
}

/* Is c an ASCII capital? */
static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

void text_kebab(char *out, size_t size, const char *name)
{
    size_t at = 0;
    for (size_t i = 0; name[i] && at + 2 < size; i++) {
        bool starts_word =
            is_upper(name[i]) && i > 0 &&
            (!is_upper(name[i - 1]) || (name[i + 1] && !is_upper(name[i + 1]) && !is_digit(name[i + 1])));
        if (starts_word)
            out[at++] = '-';
        out[at++] = to_lower(name[i]);
    }
    out[at] = '\0';
}
