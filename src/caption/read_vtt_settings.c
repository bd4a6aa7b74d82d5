/* Owns the settings behind the times of a WebVTT cue: each is known, given once, and in its range. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "read.h"

enum value_kind { VALUE_WORD, VALUE_PERCENT, VALUE_LINE, VALUE_REGION };

/* What a setting may have, and the words behind a comma, or that it is one of. */
static const struct setting {
    const char *name;
    enum value_kind kind;
    const char *words[6];
} settings[] = {
    {"vertical", VALUE_WORD, {"rl", "lr"}},
    {"line", VALUE_LINE, {"start", "center", "end"}},
    {"position", VALUE_PERCENT, {"line-left", "center", "line-right"}},
    {"size", VALUE_PERCENT, {NULL}},
    {"align", VALUE_WORD, {"start", "center", "end", "left", "right"}},
    {"region", VALUE_REGION, {NULL}},
};
#define SETTING_COUNT (sizeof settings / sizeof settings[0])

static bool is_word(const struct setting *setting, const char *s, size_t len)
{
    size_t at = 0;
    while (setting->words[at] &&
           (strlen(setting->words[at]) != len || memcmp(setting->words[at], s, len) != 0))
        at++;
    return setting->words[at] != NULL;
}

static size_t digits(const char *s, size_t len)
{
    size_t count = 0;
    while (count < len && s[count] >= '0' && s[count] <= '9')
        count++;
    return count;
}

/* "0%" to "100%", with a fraction or without. */
static bool is_percent(const char *s, size_t len)
{
    size_t whole = digits(s, len), at = whole, fraction = 0;
    bool some = false; /* a digit of the fraction is not 0 */
    if (at < len && s[at] == '.') {
        fraction = digits(s + at + 1, len - at - 1);
        for (size_t i = 0; i < fraction; i++)
            some |= s[at + 1 + i] != '0';
        at += 1 + fraction;
        if (fraction == 0)
            return false;
    }
    size_t zeros = 0;
    while (zeros + 1 < whole && s[zeros] == '0')
        zeros++;
    bool hundred = whole - zeros == 3 && memcmp(s + zeros, "100", 3) == 0 && !some;
    return whole > 0 && at + 1 == len && s[at] == '%' && (whole - zeros < 3 || hundred);
}

/* The number of a line, or its place on the picture. */
static bool is_line(const char *s, size_t len)
{
    size_t sign = len > 0 && *s == '-';
    return is_percent(s, len) || (len > sign && digits(s + sign, len - sign) == len - sign);
}

/* Is this a value of the setting? */
static bool setting_takes(const struct setting *setting, const char *s, size_t len)
{
    const char *comma = memchr(s, ',', len);
    size_t first = comma ? (size_t)(comma - s) : len;
    if (setting->kind == VALUE_WORD)
        return is_word(setting, s, len);
    if (setting->kind == VALUE_REGION)
        return len > 0;
    if (comma && !is_word(setting, comma + 1, len - first - 1))
        return false;
    return setting->kind == VALUE_LINE ? is_line(s, first) : is_percent(s, first);
}

/* One setting: its row, SETTING_COUNT for none. */
static size_t setting_find(const char *s, size_t len)
{
    size_t at = 0;
    while (at < SETTING_COUNT && (strlen(settings[at].name) != len || memcmp(settings[at].name, s, len) != 0))
        at++;
    return at;
}

void vtt_check_settings(struct reading *r, struct source_line *line, size_t at, struct names *regions)
{
    unsigned seen = 0;
    while (at < line->len) {
        const char *s = line->s + at;
        size_t len = 0;
        while (at + len < line->len && s[len] != ' ' && s[len] != '\t')
            len++;
        const char *colon = memchr(s, ':', len);
        size_t name = colon ? (size_t)(colon - s) : len, row = setting_find(s, name);
        struct caption_place place = reading_place(r, line, at);
        if (row == SETTING_COUNT || !colon)
            reading_remark(r, RULE_TAGS, place, "a setting that WebVTT does not know");
        else if (seen & 1u << row)
            reading_remark(r, RULE_TAGS, place, "%s is set twice", settings[row].name);
        else if (!setting_takes(&settings[row], colon + 1, len - name - 1))
            reading_remark(r, RULE_TAGS, place, "%s has an invalid value, or one out of its range",
                           settings[row].name);
        else if (settings[row].kind == VALUE_REGION)
            names_add(r, regions, colon + 1, len - name - 1, place, 0);
        seen |= row < SETTING_COUNT ? 1u << row : 0;
        for (at += len; at < line->len && (line->s[at] == ' ' || line->s[at] == '\t');)
            at++;
    }
}
