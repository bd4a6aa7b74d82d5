/* Owns the counting of characters and words. Knows no limit. */
/* SPDX-License-Identifier: MIT */
#include "count.h"

#include <string.h>

#include "count_table.h"
#include "steno/base/text.h"

static const char *const rule_names[COUNT_RULE_COUNT] = {
    [COUNT_ALL] = "all", [COUNT_NO_SPACE] = "no-space", [COUNT_HALF] = "half", [COUNT_CELLS] = "cells"};

const char *count_rule_name(enum count_rule rule)
{
    return rule_names[rule];
}

/* Is the code in one of the ranges? They are in order. */
static bool code_is_in(const struct code_range *ranges, size_t count, uint32_t code)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && code >= ranges[low].first;
}

static enum break_class code_class(uint32_t code)
{
    size_t low = 0, high = break_range_count;
    if (code >= ' ' && code < 0x7F)
        return BREAK_OTHER;
    if (code >= 0xAC00 && code <= 0xD7A3)
        return (code - 0xAC00) % 28 == 0 ? BREAK_HANGUL_LV : BREAK_HANGUL_LVT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > break_ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < break_range_count && code >= break_ranges[low].first ? break_ranges[low].class : BREAK_OTHER;
}

/* What of the text so far decides whether the next code point begins a character. */
struct break_state {
    enum break_class last;
    bool picture; /* a picture, then only what extends it */
    bool joined;  /* the same, and a joiner last */
    bool flag;    /* an odd number of flag letters last */
};

/* Do the parts of a Hangul syllable stay together? */
static bool hangul_joins(enum break_class a, enum break_class b)
{
    if (a == BREAK_HANGUL_L)
        return b == BREAK_HANGUL_L || b == BREAK_HANGUL_V || b == BREAK_HANGUL_LV || b == BREAK_HANGUL_LVT;
    if (a == BREAK_HANGUL_LV || a == BREAK_HANGUL_V)
        return b == BREAK_HANGUL_V || b == BREAK_HANGUL_T;
    return (a == BREAK_HANGUL_LVT || a == BREAK_HANGUL_T) && b == BREAK_HANGUL_T;
}

/* Does a character begin before a code point of this class (rules GB3 to GB999)? */
static bool break_before(const struct break_state *state, enum break_class next)
{
    if (state->last == BREAK_CONTROL || next == BREAK_CONTROL)
        return true;
    if (hangul_joins(state->last, next))
        return false;
    if (next == BREAK_EXTEND || next == BREAK_JOINER || next == BREAK_SPACING || state->last == BREAK_PREPEND)
        return false;
    if (state->joined && next == BREAK_PICTURE)
        return false;
    return !(state->flag && next == BREAK_FLAG);
}

static void break_step(struct break_state *state, enum break_class next)
{
    state->joined = state->picture && next == BREAK_JOINER;
    state->picture = next == BREAK_PICTURE || (state->picture && next == BREAK_EXTEND);
    state->flag = next == BREAK_FLAG && !state->flag;
    state->last = next;
}

static bool code_is_space(uint32_t code)
{
    return code == ' ' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

/* What a character that begins with this code point counts. */
static int64_t code_weight(uint32_t code, enum count_rule rule)
{
    if (code == '\n')
        return 0;
    if (rule == COUNT_NO_SPACE)
        return !code_is_space(code);
    if (rule == COUNT_HALF)
        return code_is_in(wide_ranges, wide_range_count, code) ? 2 : 1;
    return 1;
}

int64_t count_text(const char *text, enum count_rule rule)
{
    struct break_state state = {.last = BREAK_CONTROL};
    int64_t total = 0;
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(text + at, len - at, &code);
        enum break_class class = code_class(code);
        if (break_before(&state, class))
            total += code_weight(code, rule);
        break_step(&state, class);
    }
    return total;
}

int64_t count_line(const struct caption_line *line, enum count_rule rule)
{
    return rule == COUNT_CELLS && line->cells > 0 ? line->cells : count_text(line->text, rule);
}

int64_t count_caption(const struct caption *caption, enum count_rule rule)
{
    int64_t total = 0;
    for (size_t i = 0; i < caption->count; i++)
        total += count_line(&caption->lines[i], rule);
    return total;
}

static bool code_is_word(uint32_t code)
{
    if (code < 0x80)
        return (code >= '0' && code <= '9') || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
    return code_is_in(word_ranges, word_range_count, code);
}

int64_t count_words(const struct caption *caption)
{
    int64_t words = 0;
    for (size_t i = 0; i < caption->count; i++) {
        const char *text = caption->lines[i].text;
        size_t len = strlen(text);
        bool counted = false;
        for (size_t at = 0; at < len;) {
            uint32_t code;
            at += text_decode(text + at, len - at, &code);
            if (code_is_space(code)) {
                counted = false;
            } else if (!counted && code_is_word(code)) {
                counted = true;
                words++;
            }
        }
    }
    return words;
}
