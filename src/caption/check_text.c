/* Checks of texts: lines and their length, what is empty or repeated, what a wrong encoding leaves. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "check.h"
#include "steno/base/text.h"

#define REPEAT_MS 1000

/* A finding about the file as a whole. */
static struct found found_in_file(enum caption_rule rule)
{
    return (struct found){.rule = rule,
                          .level = caption_rules[rule].level,
                          .index = NO_CAPTION,
                          .at = {0, 1, 1},
                          .source = "format"};
}

/* What a rule counts, in words. */
static const char *check_count_unit(enum count_rule rule)
{
    return rule == COUNT_CELLS ? "cells" : rule == COUNT_HALF ? "half characters" : "characters";
}

/* --- limits --- */

static void check_line_length(struct checking *c, const struct caption_limits *limits, size_t index)
{
    const struct caption *caption = &c->file->captions[index];
    int limit = limits->line_length * (limits->count == COUNT_HALF ? 2 : 1);
    for (size_t i = 0; i < caption->count; i++) {
        struct found found = found_at(c, RULE_LINE_LENGTH, index);
        found.value = count_line(&caption->lines[i], limits->count);
        if (found.value <= limit)
            continue;
        found.at = caption->lines[i].at;
        found.limit = limit;
        found.unit = check_count_unit(limits->count);
        found.source = limits_source(limits, RULE_LINE_LENGTH);
        checking_add(c, &found, "the line has %" PRId64 " %s; limit %d", found.value, found.unit, limit);
    }
}

static void check_line_count(struct checking *c, const struct caption_limits *limits, size_t index)
{
    struct found found = found_at(c, RULE_LINES, index);
    found.value = (int64_t)c->file->captions[index].count;
    found.limit = limits->lines;
    found.unit = "lines";
    found.source = limits_source(limits, RULE_LINES);
    if (limits->lines > 0 && found.value > found.limit)
        checking_add(c, &found, "%" PRId64 " lines; limit %d", found.value, limits->lines);
}

/* Two lines that could be one, or of which one is under half of the other. */
static void check_two_lines(struct checking *c, const struct caption_limits *limits, size_t index)
{
    const struct caption *caption = &c->file->captions[index];
    if (caption->count != 2)
        return;
    int64_t first = count_line(&caption->lines[0], limits->count);
    int64_t second = count_line(&caption->lines[1], limits->count), both = first + second;
    int64_t shorter = first < second ? first : second, longer = first < second ? second : first;
    int limit = limits->line_length * (limits->count == COUNT_HALF ? 2 : 1);
    struct found found = found_at(c, RULE_FITS_ONE_LINE, index);
    both += limits->count != COUNT_NO_SPACE; /* the blank between them */
    found.unit = check_count_unit(limits->count);
    found.source = limits->source;
    found.value = both;
    found.limit = limit;
    if (limits->one_line && limit > 0 && both <= limit)
        checking_add(c, &found, "both lines have %" PRId64 " %s together and fit in one of %d", both,
                     found.unit, limit);
    found.rule = RULE_BALANCE;
    found.value = shorter;
    found.limit = (longer + 1) / 2;
    if (limits->balance && shorter * 2 < longer)
        checking_add(c, &found, "one line has %" PRId64 " %s, the other %" PRId64, shorter, found.unit,
                     longer);
}

/* Markup where it would be shown as it is written; once a caption. */
static void check_markup(struct checking *c, const struct caption_limits *limits, size_t index)
{
    struct found found = found_at(c, RULE_TAGS, index);
    if (!limits->plain || c->file->captions[index].markup.line == 0)
        return;
    found.at = c->file->captions[index].markup;
    found.source = limits->source;
    checking_add(c, &found, "markup or a character reference; wanted plain text");
}

/* How the file is encoded. A mark is how UTF-16 is known: it is not reported beside it. */
static void check_bytes(struct checking *c, const struct caption_limits *limits)
{
    struct found found = found_in_file(RULE_ENCODING);
    found.source = limits->source;
    if (limits->plain && c->file->is_wide)
        checking_add(c, &found, "the file is UTF-16; wanted UTF-8");
    else if (limits->no_mark && c->file->has_mark)
        checking_add(c, &found, "the file begins with a byte order mark");
}

void check_text_limits(struct checking *c, const struct caption_limits *limits)
{
    bool plain = !c->file->has_times;
    for (size_t i = 0; i < c->file->count; i++) {
        if (limits->line_length > 0)
            check_line_length(c, limits, i);
        if (plain)
            continue;
        check_line_count(c, limits, i);
        check_two_lines(c, limits, i);
        check_markup(c, limits, i);
    }
    check_bytes(c, limits);
}

/* --- what needs no limit --- */

/* Does the code look like the first half of a UTF-8 letter that was read as Latin 1? */
static bool is_half_letter(uint32_t code, uint32_t next)
{
    return code >= 0xC2 && code <= 0xC5 && next >= 0x80 && next <= 0xBF;
}

/* Quotes, dashes and notes lie from U+2000 on, above the letters that a table of STL has. */
static bool is_letter(uint32_t code)
{
    return (code >= 0xC0 && code < 0x2000) || (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
}

/* What a wrong encoding leaves in a line; once. */
static void check_line_encoding(struct checking *c, size_t index, const struct caption_line *line)
{
    uint32_t before = ' ', code = ' ', next;
    size_t len = strlen(line->text);
    struct found found = found_at(c, RULE_ENCODING, index);
    found.at = line->at;
    for (size_t at = 0; at <= len; before = code, code = next) {
        next = ' ';
        at += at < len ? text_decode(line->text + at, len - at, &next) : 1;
        if (is_half_letter(code, next)) {
            checking_add(c, &found, "U+%04X U+%04X looks like a letter that was encoded twice", code, next);
            return;
        }
        if (c->file->format == CAPTION_STL && code == '?' && is_letter(before) && is_letter(next)) {
            checking_add(c, &found, "a question mark between letters replaces a letter that was lost");
            return;
        }
    }
}

/* Is the text that of the caption before, which ended within a second? */
static bool is_repeat(const struct caption *before, const struct caption *caption)
{
    if (!caption_has_times(before) || !caption_has_times(caption) || caption->count == 0 ||
        caption->count != before->count || caption->start_ms - before->end_ms > REPEAT_MS)
        return false;
    for (size_t i = 0; i < caption->count; i++)
        if (strcmp(before->lines[i].text, caption->lines[i].text) != 0)
            return false;
    return true;
}

/* A caption without text. */
static void check_empty(struct checking *c, size_t index)
{
    struct found found = found_at(c, RULE_EMPTY, index);
    if (!c->check->asked.keeps_empty) {
        checking_add(c, &found, "no visible text");
        return;
    }
    found.level = LEVEL_NOTE;
    found.source = c->check->asked.source;
    checking_add(c, &found, "no visible text, as was asked for");
}

void check_text(struct checking *c)
{
    if (c->file->count == 0) {
        struct found found = found_in_file(RULE_EMPTY);
        checking_add(c, &found, "the file has no captions");
    }
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        struct found found;
        if (caption->count == 0 && !caption->drawn && c->file->has_times)
            check_empty(c, i);
        if (i > 0 && is_repeat(caption - 1, caption)) {
            found = found_at(c, RULE_REPEAT, i);
            checking_add(c, &found, "the same text as the previous caption");
        }
        for (size_t j = 0; j < caption->count; j++) {
            check_line_encoding(c, i, &caption->lines[j]);
            if (caption->lines[j].text[0] || !c->file->has_times)
                continue;
            found = found_at(c, RULE_BLANK_LINE, i);
            found.at = caption->lines[j].at;
            checking_add(c, &found, "an empty line within the caption");
        }
    }
}
