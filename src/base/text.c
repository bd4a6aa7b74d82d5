/* SPDX-License-Identifier: MIT */
#include "steno/base/text.h"

#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "steno/base/error.h"

/* Like text_decode(), but returns whether the bytes are valid UTF-8. *used is the number of decoded bytes. */
static bool text_decode_strict(const char *s, size_t len, uint32_t *code, size_t *used)
{
    unsigned char lead = (unsigned char)s[0];
    size_t need = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    static const uint32_t bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07}, least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t value = lead & bits[need];
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
    if (value < least[need] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
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
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(leads[len] | code);
    return len;
}

/* Returns the number of printable ASCII bytes at the start of s. This makes plain text fast. */
static size_t text_plain_span(const char *s, size_t len)
{
    size_t span = 0;
    while (span < len && s[span] >= ' ' && s[span] <= '~')
        span++;
    return span;
}

/* True if the text is valid UTF-8. If `is_clean` is set, it must also lack hostile code points. */
static bool text_check(const char *s, size_t len, bool is_clean)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t used = text_plain_span(s + at, len - at);
        if (used == 0 &&
            (!text_decode_strict(s + at, len - at, &code, &used) || (is_clean && text_code_is_hostile(code))))
            return false;
        at += used;
    }
    return true;
}

bool text_is_valid(const char *s, size_t len)
{
    return text_check(s, len, false);
}

bool text_is_clean(const char *s, size_t len)
{
    return text_check(s, len, true);
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
        size_t bytes = text_decode(s + at, strnlen(s + at, 4), &code); /* a character has at most 4 bytes */
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
    while (keep + tail + 1 > size && keep > 0) { /* too many bytes: drop the last character */
        do
            keep--;
        while (keep > 0 && ((unsigned char)s[keep] & 0xC0) == 0x80);
    }
    memcpy(out, s, keep);
    memcpy(out + keep, "…", tail);
    out[keep + tail] = '\0';
    return text_width(out);
}

/* Hostile code points, sorted: C0, C1, and Unicode's bidi controls, line separators and default-ignorable
 * code points. Joiners and variation selectors are allowed. */
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

void text_clean(struct buffer *out, const char *s, size_t len)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        size_t span = text_plain_span(s + at, len - at);
        buffer_append(out, s + at, span);
        at += span;
        if (at == len)
            break;
        at += text_decode(s + at, len - at, &code);
        if (code < 0x20)
            code += 0x2400;
        else if (code == 0x7F)
            code = 0x2421;
        if (text_code_is_hostile(code))
            buffer_printf(out, "<U+%04X>", (unsigned)code);
        else
            buffer_append(out, bytes, text_encode(code, bytes));
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

/* --- replacements in ASCII --- */

/* Signs that the program shows, each with an ASCII sign of the same width. */
static const struct {
    uint32_t code;
    const char *ascii;
} text_signs[] = {
    {0x2026, "."},  {0x2192, ">"}, {0x2190, "<"}, {0x2191, "^"}, {0x2193, "v"}, {0x2713, "+"},
    {0x2717, "x"},  {0x25B8, ">"}, {0x25BE, "v"}, {0x2502, "|"}, {0x2500, "-"}, {0x2022, "*"},
    {0x00B7, "."},  {0x2013, "-"}, {0x2014, "-"}, {0x2018, "'"}, {0x2019, "'"}, {0x201C, "\""},
    {0x201D, "\""}, {0x00A0, " "}, {0x00D7, "x"}, {0x2265, ">"}, {0x2264, "<"},
};

/* The letters of Latin-1 and Latin Extended-A, U+00C0 to U+017F, without their accents. */
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
    for (size_t i = 0; i < sizeof text_signs / sizeof text_signs[0]; i++)
        if (text_signs[i].code == code)
            return text_signs[i].ascii;
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

/* --- numbers and ASCII names, parsed the same in every locale --- */

static const char digits[] = "0123456789";

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_parse_int(const char *s, int64_t *value)
{
    bool negative = *s == '-';
    int64_t total = 0; /* the negated number, because INT64_MIN has no positive counterpart */
    s += negative;
    size_t len = strspn(s, digits);
    if (len == 0 || s[len] != '\0')
        return false;
    for (; *s; s++) {
        if (__builtin_mul_overflow(total, 10, &total) || __builtin_sub_overflow(total, *s - '0', &total))
            return false;
    }
    if (!negative && total == INT64_MIN)
        return false;
    *value = negative ? total : -total;
    return true;
}

bool text_is_number(const char *s)
{
    s += *s == '-';
    size_t whole = strspn(s, digits);
    if (whole == 0 || s[whole] == '\0')
        return whole > 0;
    s += whole + 1;
    return s[-1] == '.' && *s && s[strspn(s, digits)] == '\0';
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

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

void text_kebab(char *out, size_t size, const char *name)
{
    size_t at = 0;
    for (size_t i = 0; name[i] && at + 2 < size; i++) {
        bool starts_word = is_upper(name[i]) && i > 0 &&
                           (!is_upper(name[i - 1]) ||
                            (name[i + 1] && !is_upper(name[i + 1]) && !strchr(digits, name[i + 1])));
        if (starts_word)
            out[at++] = '-';
        out[at++] = to_lower(name[i]);
    }
    out[at] = '\0';
}

/* --- amounts of bytes --- */

#define KILO INT64_C(1000)
#define MEGA (KILO * KILO)
#define GIGA (MEGA * KILO)

/* Units of bytes. A unit is used from `from` bytes on: the next smaller unit would be rounded to 1000. */
static const struct {
    int64_t from, unit;
    const char *name;
} units[] = {
    {GIGA - MEGA / 2, GIGA, "GB"}, {MEGA - KILO / 2, MEGA, "MB"}, {KILO, KILO, "kB"}, {0, 1, "bytes"}};

static int amount_unit(int64_t bytes)
{
    int at = 0;
    while (bytes < units[at].from)
        at++;
    return at;
}

/* Writes the number without its unit. A number below 100 has one decimal digit. */
static void amount_number(char *out, size_t size, int64_t bytes, int64_t unit)
{
    int64_t tenths = unit == 1 ? bytes * 10 : (bytes + unit / 20) / (unit / 10);
    if (unit == 1 || tenths >= 1000)
        snprintf(out, size, "%" PRId64, unit == 1 ? bytes : (bytes + unit / 2) / unit);
    else
        snprintf(out, size, "%" PRId64 ".%" PRId64, tenths / 10, tenths % 10);
}

void amount_bytes(char *out, size_t size, int64_t bytes)
{
    char number[24];
    int at = amount_unit(bytes > 0 ? bytes : 0);
    amount_number(number, sizeof number, bytes > 0 ? bytes : 0, units[at].unit);
    snprintf(out, size, "%s %s", number, bytes == 1 ? "byte" : units[at].name);
}

void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole)
{
    char part[24], all[AMOUNT_TEXT_SIZE];
    if (whole < 0) {
        amount_bytes(out, size, bytes);
        return;
    }
    amount_number(part, sizeof part, bytes, units[amount_unit(whole)].unit);
    amount_bytes(all, sizeof all, whole);
    snprintf(out, size, "%s of %s", part, all);
}

/* --- the locale --- */

bool locale_start(void)
{
    const char *asked = setlocale(LC_CTYPE, "");
    bool utf8 = true;
    if (!asked) {
        asked = setlocale(LC_CTYPE, "C.UTF-8");
        utf8 = asked != NULL;
    } else {
        utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    }
    if (utf8 && strcasecmp("I", "i") != 0) /* a Turkish locale would break comparing HTTP header names */
        setlocale(LC_CTYPE, "C.UTF-8");
    if (!utf8 && !setlocale(LC_CTYPE, "C.UTF-8")) /* gives widths of characters; the output is ASCII */
        setlocale(LC_CTYPE, "C");
    setlocale(LC_COLLATE, "");
    setlocale(LC_MESSAGES, ""); /* for strerror; each other category would need one more file */
    return utf8;
}

/* --- ids as people write them --- */

#define FIRST_ROOM 16
#define LIMIT_TEXT "100000"
_Static_assert(ID_LIST_MAX == 100000, "LIMIT_TEXT must be ID_LIST_MAX");

/* Sets an error: the word in quotes, cut and cleaned, and then `why`. Returns false. */
static bool id_refuse(struct error *err, const char *word, const char *why)
{
    char cut[200];
    text_clip(cut, sizeof cut, word, 40);
    char *shown = text_clean_copy(cut);
    error_set(err, ERROR_USAGE, "“%s”%s", shown, why);
    free(shown);
    return false;
}

/* Adds the ids of one word, "12" or "20-30". Skips ids that are already in the list. */
static bool id_list_add(struct id_list *list, const char *word, struct error *err)
{
    int64_t first, last;
    size_t at;
    const char *dash = word[0] ? strchr(word + 1, '-') : NULL;
    char *left = mem_copy_n(word, dash ? (size_t)(dash - word) : strlen(word));
    bool is_read = text_parse_int(left, &first) && text_parse_int(dash ? dash + 1 : left, &last);
    free(left);
    if (!is_read)
        return id_refuse(err, word, " is not an id: write numbers such as 12 15 20-30");
    if (first < 1 || last < 1)
        return id_refuse(err, word, " is not an id: the smallest id is 1");
    if (first > last)
        return id_refuse(err, word, " is a reversed range: write the smaller id first");
    for (int64_t i = 0; i <= last - first; i++) {
        if (id_map_find(&list->places, first + i, &at))
            continue;
        if (list->count == ID_LIST_MAX || last - first >= ID_LIST_MAX)
            return id_refuse(err, word, ": too many ids (limit " LIMIT_TEXT ")");
        if (list->count == list->room) {
            list->room = list->room ? 2 * list->room : FIRST_ROOM;
            list->ids = mem_grow(list->ids, list->room, sizeof *list->ids);
        }
        id_map_put(&list->places, first + i, list->count);
        list->ids[list->count++] = first + i;
    }
    return true;
}

bool id_list_parse(struct id_list *list, const char *text, struct error *err)
{
    size_t before = list->count, len;
    for (const char *at = text; *at; at += len) {
        for (len = 0; at[len] && !strchr(ID_LIST_BETWEEN, at[len]);)
            len++;
        if (len == 0) {
            len = 1;
            continue;
        }
        char *word = mem_copy_n(at, len);
        bool ok = id_list_add(list, word, err);
        free(word);
        if (!ok) {
            while (list->count > before)
                id_map_remove(&list->places, list->ids[--list->count]);
            return false;
        }
    }
    return true;
}

void id_list_free(struct id_list *list)
{
    free(list->ids);
    id_map_clear(&list->places);
    *list = (struct id_list){0};
}

/* Writes the id at index `at` ("12"), or the range from there ("20-30"). Returns the next index. */
static size_t id_list_word(char *out, size_t size, const int64_t *ids, size_t count, size_t at)
{
    size_t last = at;
    while (last + 1 < count && ids[last + 1] - 1 == ids[last]) /* ids are positive: no overflow */
        last++;
    int len = snprintf(out, size, "%" PRId64, ids[at]);
    if (last > at)
        snprintf(out + len, size - (size_t)len, "-%" PRId64, ids[last]);
    return last + 1;
}

void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells)
{
    char word[48];
    int whole = -1, used = -1; /* each word adds a blank before it, but the first word has none */
    for (size_t i = 0; i < count && whole <= cells; whole += 1 + (int)strlen(word))
        i = id_list_word(word, sizeof word, ids, count, i);
    int more = whole > cells ? snprintf(NULL, 0, " and %zu more", count) : 0;
    for (size_t i = 0, next; i < count; i = next) {
        next = id_list_word(word, sizeof word, ids, count, i);
        used += 1 + (int)strlen(word);
        if (i > 0 && used > cells - (next < count ? more : 0)) {
            buffer_printf(out, " and %zu more", count - i);
            return;
        }
        buffer_printf(out, "%s%s", i ? " " : "", word);
    }
}

char *id_list_words(const char *before, struct id_word *items, size_t count, int cells)
{
    struct buffer out;
    int used = text_width(before), whole = used - 2;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count && whole <= cells; i++)
        whole += snprintf(NULL, 0, ", #%" PRId64 " ", items[i].id) + text_width(items[i].word);
    int more = whole > cells ? snprintf(NULL, 0, " and %zu more", count) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = items[i].word, *between = i ? ", " : before;
        used += snprintf(NULL, 0, "%s#%" PRId64 " ", i ? ", " : "", items[i].id) + text_width(word);
        if (i > 0 && used > cells - (i + 1 < count ? more : 0)) {
            buffer_printf(&out, " and %zu more", count - i);
            break;
        }
        buffer_printf(&out, "%s#%" PRId64 "%s%s", between, items[i].id, *word ? " " : "", word);
    }
    free(items);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}
