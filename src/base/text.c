/* Owns UTF-8: decoding, widths, clipping, the cleaning of texts that come from outside, and what is sent for
 * a character where only ASCII may be. Knows no locale but wcwidth's and no terminal. Numbers and names are
 * in text_number.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/text.h"

#include <string.h>
#include <wchar.h>

/* Bytes of a sequence by its first byte, and the smallest code it may stand for; 0 for a byte that starts
 * none. */
static size_t text_lead(unsigned char lead, uint32_t *bits, uint32_t *least)
{
    if (lead < 0x80) {
        *bits = lead;
        *least = 0;
        return 1;
    }
    if (lead >= 0xC2 && lead < 0xE0) {
        *bits = lead & 0x1F;
        *least = 0x80;
        return 2;
    }
    if (lead >= 0xE0 && lead < 0xF0) {
        *bits = lead & 0x0F;
        *least = 0x800;
        return 3;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        *bits = lead & 0x07;
        *least = 0x10000;
        return 4;
    }
    return 0;
}

/* Decodes as text_decode, and says whether the sequence was valid. */
static bool text_decode_strict(const char *s, size_t len, uint32_t *code, size_t *used)
{
    uint32_t value, least;
    size_t need = text_lead((unsigned char)s[0], &value, &least);
    *code = TEXT_BAD_CODE;
    *used = 1;
    if (need == 0 || need > len)
        return false;
    for (size_t i = 1; i < need; i++) {
        unsigned char byte = (unsigned char)s[i];
        if ((byte & 0xC0) != 0x80)
            return false;
        value = value << 6 | (byte & 0x3F);
    }
    if (value < least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return false;
    *code = value;
    *used = need;
    return true;
}

size_t text_decode(const char *s, size_t len, uint32_t *code)
{
    size_t used;
    text_decode_strict(s, len, code, &used);
    return used;
}

size_t text_encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* Bytes at the start of s that are printable ASCII: most text is nothing else. */
static size_t text_plain_span(const char *s, size_t len)
{
    size_t span = 0;
    while (span < len && s[span] >= ' ' && s[span] <= '~')
        span++;
    return span;
}

bool text_is_valid(const char *s, size_t len)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t used;
        at += text_plain_span(s + at, len - at);
        if (at == len)
            break;
        if (!text_decode_strict(s + at, len - at, &code, &used))
            return false;
        at += used;
    }
    return true;
}

bool text_is_clean(const char *s, size_t len)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t used;
        at += text_plain_span(s + at, len - at);
        if (at == len)
            break;
        if (!text_decode_strict(s + at, len - at, &code, &used) || text_code_is_hostile(code))
            return false;
        at += used;
    }
    return true;
}

int text_code_width(uint32_t code)
{
    int width = wcwidth((wchar_t)code);
    return width < 0 ? 1 : width;
}

int text_width(const char *s)
{
    int cells = 0;
    size_t len = strlen(s);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(s + at, len - at, &code);
        cells += text_code_width(code);
    }
    return cells;
}

size_t text_prefix(const char *s, int cells, int *used)
{
    size_t at = 0;
    int taken = 0;
    while (s[at]) {
        uint32_t code;
        size_t bytes =
            text_decode(s + at, strnlen(s + at, 4), &code); /* the rest may be long: not measured */
        int width = text_code_width(code);
        if (taken + width > cells)
            break;
        taken += width;
        at += bytes;
    }
    if (used)
        *used = taken;
    return at;
}

int text_clip(char *out, size_t size, const char *s, int cells)
{
    int used = 0;
    size_t len = strlen(s);
    size_t keep = text_prefix(s, cells, &used);
    bool cut = keep < len;
    if (cut)
        keep = cells > 0 ? text_prefix(s, cells - 1, &used) : 0;
    size_t tail = cut && cells > 0 ? strlen("…") : 0;
    while (keep + tail + 1 > size && keep > 0) { /* the byte limit: step back a whole character */
        do
            keep--;
        while (keep > 0 && ((unsigned char)s[keep] & 0xC0) == 0x80);
    }
    memcpy(out, s, keep);
    memcpy(out + keep, "…", tail);
    out[keep + tail] = '\0';
    return text_width(out);
}

/* Codes that are obeyed or not seen, in order: Unicode's default-ignorable ones but for the joiners and the
 * variation selectors, its bidi controls and line separators, the C0 and C1 sets. */
static const struct {
    uint32_t first, last;
} hostile_codes[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF},
};

bool text_code_is_hostile(uint32_t code)
{
    size_t at = 0;
    while (at < sizeof hostile_codes / sizeof hostile_codes[0] && code > hostile_codes[at].last)
        at++;
    return at < sizeof hostile_codes / sizeof hostile_codes[0] && code >= hostile_codes[at].first;
}

/* Appends one code point cleaned for display. */
static void text_clean_code(struct buffer *out, uint32_t code)
{
    char bytes[4];
    if (code < 0x20)
        code += 0x2400;
    else if (code == 0x7F)
        code = 0x2421;
    if (text_code_is_hostile(code))
        buffer_printf(out, "<U+%04X>", (unsigned)code);
    else
        buffer_append(out, bytes, text_encode(code, bytes));
}

void text_clean(struct buffer *out, const char *s, size_t len)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t span = text_plain_span(s + at, len - at);
        if (span > 0) {
            buffer_append(out, s + at, span);
            at += span;
        } else {
            at += text_decode(s + at, len - at, &code);
            text_clean_code(out, code);
        }
    }
}

char *text_clean_copy(const char *s)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_clean(&out, s, strlen(s));
    return buffer_take(&out);
}

void text_repair(struct buffer *out, const char *s, size_t len)
{
    if (text_is_valid(s, len)) {
        buffer_append(out, s, len);
        return;
    }
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(s + at, len - at, &code);
        buffer_append(out, bytes, text_encode(code, bytes));
    }
}

/* --- stand-ins in ASCII --- */

/* Signs of our own with an ASCII twin of the same width. */
static const struct {
    uint32_t code;
    const char *ascii;
} text_twins[] = {
    {0x2026, "."}, {0x2192, ">"},  {0x2190, "<"},  {0x2191, "^"}, {0x2193, "v"}, {0x2713, "+"}, {0x2717, "x"},
    {0x2502, "|"}, {0x2500, "-"},  {0x2022, "*"},  {0x00B7, "."}, {0x2013, "-"}, {0x2014, "-"}, {0x2018, "'"},
    {0x2019, "'"}, {0x201C, "\""}, {0x201D, "\""}, {0x00A0, " "}, {0x00D7, "x"}, {0x2265, ">"}, {0x2264, "<"},
};

/* ASCII letters under the accents of Latin-1 and Latin Extended-A, U+00C0 to U+017F. */
static const char text_latin[] =
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNn"
    "OoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

const char *text_ascii(uint32_t code)
{
    static char one[2];
    int width = text_code_width(code);
    if (width == 0)
        return "";
    one[0] = '?';
    if (code >= 0x20 && code < 0x7F)
        one[0] = (char)code;
    else if (code >= 0xC0 && code < 0xC0 + sizeof text_latin - 1)
        one[0] = text_latin[code - 0xC0];
    else if (width == 2)
        return "??";
    for (size_t i = 0; i < sizeof text_twins / sizeof text_twins[0]; i++)
        if (text_twins[i].code == code)
            return text_twins[i].ascii;
    return one;
}

char *text_replace(const char *text, const char *from, const char *to)
{
    struct buffer out;
    buffer_init(&out, SIZE_MAX / 4);
    for (const char *hit; (hit = strstr(text, from)); text = hit + strlen(from)) {
        buffer_append(&out, text, (size_t)(hit - text));
        buffer_append_text(&out, to);
    }
    buffer_append_text(&out, text);
    return buffer_take(&out);
}
