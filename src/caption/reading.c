/* Owns the lines of a text file with their places, and the captions that grow out of them. Knows no format.
 */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caption.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

enum { END_LF = 1, END_CRLF = 2, END_CR = 4 };

/* What findings leave of the room: for the text, whose bad bytes become three each, in lists that double. */
#define ROOM_FOR_TEXT(len) (10 * (len) + 1000000)

/* One code point of UTF-16; a lone surrogate gives U+FFFD. Returns the bytes it took. */
static size_t wide_decode(const unsigned char *s, size_t len, bool big, uint32_t *code)
{
    *code = TEXT_BAD_CODE;
    if (len < 2)
        return len;
    uint32_t unit = big ? (uint32_t)(s[0] << 8 | s[1]) : (uint32_t)(s[1] << 8 | s[0]);
    if (unit < 0xD800 || unit > 0xDFFF) {
        *code = unit;
        return 2;
    }
    if (unit > 0xDBFF || len < 4)
        return 2;
    uint32_t low = big ? (uint32_t)(s[2] << 8 | s[3]) : (uint32_t)(s[3] << 8 | s[2]);
    if (low < 0xDC00 || low > 0xDFFF)
        return 2;
    *code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    return 4;
}

/* Turns a UTF-16 file without its mark into UTF-8. */
static void reading_convert(struct reading *r, const unsigned char *s, size_t len, bool big)
{
    struct buffer out;
    buffer_init(&out, CAPTION_BYTES_MAX * 2);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += wide_decode(s + at, len - at, big, &code);
        buffer_append(&out, bytes, text_encode(code, bytes));
    }
    r->file->is_wide = true;
    r->len = out.len;
    reading_take(r, out.cap);
    r->converted = buffer_take(&out);
    r->data = r->converted;
    r->at_byte = 2;
}

void reading_begin(struct reading *r, struct caption_file *file, const void *data, size_t len)
{
    const unsigned char *s = data;
    *r = (struct reading){.file = file, .raw = data, .raw_len = len, .data = data, .len = len};
    r->room = CAPTION_ROOM(len);
    buffer_init(&r->text, CAPTION_BYTES_MAX * 2);
    if (len >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0) {
        r->at = r->at_byte = 3;
        file->has_mark = true;
    } else if (len >= 2 && (memcmp(s, "\xFF\xFE", 2) == 0 || memcmp(s, "\xFE\xFF", 2) == 0)) {
        file->has_mark = true;
        reading_convert(r, s + 2, len - 2, s[0] == 0xFE);
    }
}

void reading_end(struct reading *r)
{
    reading_close(r);
    buffer_free(&r->text);
    free(r->converted);
}

size_t reading_width(const struct reading *r, uint32_t code, size_t used)
{
    if (!r->file->is_wide)
        return used;
    return code > 0xFFFF ? 4 : 2;
}

struct caption_place reading_place(const struct reading *r, struct source_line *line, size_t offset)
{
    if (offset < line->walked) {
        line->walked = 0;
        line->walked_place = (struct caption_place){line->byte, line->number, 1};
    }
    while (line->walked < offset) {
        uint32_t code;
        size_t used = text_decode(line->s + line->walked, line->len - line->walked, &code);
        line->walked += used;
        line->walked_place.byte += reading_width(r, code, used);
        line->walked_place.column++;
    }
    return line->walked_place;
}

/* The line at the reader's position; *end gets the bytes of its end, *kind the kind. */
static void reading_cut(const struct reading *r, struct source_line *line, size_t *end, unsigned *kind)
{
    const char *s = r->data + r->at;
    size_t rest = r->len - r->at, len = 0;
    while (len < rest && s[len] != '\n' && s[len] != '\r')
        len++;
    *kind = len == rest                            ? 0
            : s[len] == '\n'                       ? END_LF
            : len + 1 < rest && s[len + 1] == '\n' ? END_CRLF
                                                   : END_CR;
    *end = *kind == END_CRLF ? 2 : *kind ? 1 : 0;
    *line = (struct source_line){.s = s, .len = len, .number = r->line + 1, .byte = r->at_byte};
    line->walked_place = (struct caption_place){line->byte, line->number, 1};
}

bool reading_line(struct reading *r, struct source_line *line)
{
    size_t end;
    unsigned kind;
    if (r->at >= r->len || r->full)
        return false;
    reading_cut(r, line, &end, &kind);
    r->line++;
    r->at += line->len + end;
    if (r->file->is_wide) {
        struct source_line walk = *line;
        r->at_byte = reading_place(r, &walk, line->len).byte + 2 * end;
    } else {
        r->at_byte += line->len + end;
    }
    r->end = kind;
    return true;
}

bool reading_peek(const struct reading *r, struct source_line *line)
{
    size_t end;
    unsigned kind;
    if (r->at >= r->len || r->full)
        return false;
    reading_cut(r, line, &end, &kind);
    return true;
}

/* A remark with its text made. */
static void reading_remark_v(struct reading *r, enum caption_rule rule, enum caption_level level,
                             struct caption_place at, const char *format, va_list args)
{
    size_t count = r->file->findings.count;
    bool kept = count < FINDING_COUNT_MAX && r->room > ROOM_FOR_TEXT(r->raw_len) &&
                reading_take(r, reading_growth(count, sizeof(struct caption_finding)));
    char *text = kept ? mem_vprintf(format, args) : NULL;
    if (kept && !reading_take(r, strlen(text) + 1)) {
        free(text);
        text = NULL;
    }
    struct caption_finding finding = {.rule = rule,
                                      .level = level,
                                      .caption = r->caption ? r->file->count : 0,
                                      .at = at,
                                      .unit = "",
                                      .source = "format"};
    caption_findings_add(&r->file->findings, &finding, text);
}

void reading_remark(struct reading *r, enum caption_rule rule, struct caption_place at, const char *format,
                    ...)
{
    va_list args;
    va_start(args, format);
    reading_remark_v(r, rule, caption_rules[rule].level, at, format, args);
    va_end(args);
}

void reading_remark_as(struct reading *r, enum caption_rule rule, enum caption_level level,
                       struct caption_place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    reading_remark_v(r, rule, level, at, format, args);
    va_end(args);
}

/* Is the code a control? A tab is looked at where it stands in a text. */
static bool code_is_control(uint32_t code)
{
    return (code < 0x20 && code != '\t') || (code >= 0x7F && code < 0xA0);
}

/* What is wrong with the codes of one line: each run of bad bytes, and once the first code of each other
 * kind. */
static void reading_check_line(struct reading *r, struct source_line *line)
{
    bool bad = false, control = false, replaced = false;
    for (size_t at = 0; at < line->len;) {
        uint32_t code;
        size_t used = text_decode(line->s + at, line->len - at, &code);
        bool is_bad = code == TEXT_BAD_CODE && used == 1;
        if (is_bad && !bad)
            reading_remark(r, RULE_ENCODING, reading_place(r, line, at), "byte %02X is not valid UTF-8",
                           (unsigned char)line->s[at]);
        else if (code == TEXT_BAD_CODE && used > 1 && !replaced)
            reading_remark(r, RULE_ENCODING, reading_place(r, line, at),
                           "U+FFFD replaces a character that was lost");
        else if (code_is_control(code) && !control)
            reading_remark(r, RULE_ENCODING, reading_place(r, line, at), "control code U+%04X",
                           (unsigned)code);
        bad = is_bad;
        replaced |= code == TEXT_BAD_CODE && used > 1;
        control |= code_is_control(code);
        at += used;
    }
}

void reading_check_encoding(struct reading *r)
{
    struct reading from = *r;
    struct source_line line;
    unsigned first = 0;
    bool mixed = false;
    while (reading_line(r, &line)) {
        reading_check_line(r, &line);
        if (!first)
            first = r->end;
        if (!mixed && r->end && r->end != first) {
            reading_remark(r, RULE_ENCODING, reading_place(r, &line, line.len),
                           "this line ends in another way than the first one");
            mixed = true;
        }
    }
    r->at = from.at;
    r->at_byte = from.at_byte;
    r->line = from.line;
}

bool reading_open(struct reading *r, struct caption_place at)
{
    struct caption_file *file = r->file;
    reading_close(r);
    if (file->count == CAPTION_COUNT_MAX) {
        r->full = true;
        return false;
    }
    size_t growth = reading_growth(file->count, sizeof *file->captions);
    if (!reading_need(r, growth) || !reading_need(r, sizeof ""))
        return false;
    if (growth > 0)
        file->captions = mem_grow(file->captions, file->count ? file->count * 2 : 1, sizeof *file->captions);
    r->caption = &file->captions[file->count++];
    *r->caption = (struct caption){.at = at, .area = mem_copy("")};
    r->cut = false;
    return true;
}

/* Adds the line that grew to the open caption. */
static void reading_push_line(struct reading *r, struct caption_place at)
{
    struct caption *caption = r->caption;
    if (caption->count == CAPTION_LINES_MAX) {
        if (!r->cut)
            reading_remark(r, RULE_LINES, at, "more than %d lines: the rest is not read", CAPTION_LINES_MAX);
        r->cut = true;
    } else if (reading_need(r, reading_growth(caption->count, sizeof *caption->lines)) &&
               reading_need(r, r->text.len + 1)) {
        if (reading_growth(caption->count, 1) > 0)
            caption->lines =
                mem_grow(caption->lines, caption->count ? caption->count * 2 : 1, sizeof *caption->lines);
        caption->lines[caption->count++] =
            (struct caption_line){.text = mem_copy_n(buffer_text(&r->text), r->text.len),
                                  .at = r->text.len > 0 ? r->text_at : at,
                                  .cells = r->cells};
    }
    buffer_clear(&r->text);
    r->spaces = 0;
    r->cells = 0;
}

void reading_close(struct reading *r)
{
    struct caption *caption = r->caption;
    size_t first = 0;
    if (!caption)
        return;
    if (r->text.len > 0)
        reading_push_line(r, caption->at);
    r->spaces = 0;
    r->cells = 0;
    while (caption->count > 0 && !caption->lines[caption->count - 1].text[0])
        free(caption->lines[--caption->count].text);
    while (first < caption->count && !caption->lines[first].text[0])
        free(caption->lines[first++].text);
    if (first > 0) {
        caption->count -= first;
        memmove(caption->lines, caption->lines + first, caption->count * sizeof *caption->lines);
    }
    r->caption = NULL;
}

void reading_set_area(struct reading *r, const char *s, size_t len)
{
    struct buffer clean;
    size_t most = 6 * len + 64; /* each byte may be replaced by three, and room doubles */
    if (!reading_need(r, most))
        return;
    buffer_init(&clean, CAPTION_BYTES_MAX * 3);
    text_repair(&clean, s, len);
    free(r->caption->area);
    reading_give(r, most);
    reading_take(r, clean.cap);
    r->caption->area = buffer_take(&clean);
}

void reading_set_name(struct reading *r, const char *s, size_t len)
{
    char clean[READING_NAME_MAX];
    struct buffer whole;
    reading_trim(&s, &len);
    if (len == 0 || r->caption->name)
        return;
    buffer_init(&whole, CAPTION_BYTES_MAX);
    text_clean(&whole, s, len < READING_NAME_MAX ? len : READING_NAME_MAX);
    text_clip(clean, sizeof clean, buffer_text(&whole), READING_NAME_MAX);
    buffer_free(&whole);
    if (reading_need(r, strlen(clean) + 1))
        r->caption->name = mem_copy(clean);
}

void reading_leave(struct reading *r, const char *what)
{
    const char **list = r->file->unjudged;
    size_t at = 0;
    while (list[at] && strcmp(list[at], what) != 0)
        at++;
    if (at + 1 < CAPTION_UNJUDGED_MAX)
        list[at] = what;
}

void reading_see_markup(struct reading *r, struct caption_place at)
{
    if (r->caption->markup.line == 0)
        r->caption->markup = at;
}

/* Codes that are no part of the visible text: controls, what has no width, marks of direction. */
static bool code_is_dropped(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD || code == 0x200B || code == 0xFEFF ||
           code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

void reading_put(struct reading *r, uint32_t code, struct caption_place at)
{
    char bytes[4];
    if (!r->caption || r->cut)
        return;
    if (code == '\t')
        reading_remark(r, RULE_ENCODING, at, "control code U+0009 in the text");
    if (code_is_dropped(code))
        return;
    if (code == ' ' || code == 0xA0) {
        r->spaces += r->text.len > 0;
        return;
    }
    size_t need = r->text.len + r->spaces + sizeof bytes + 1;
    if (need > r->text.cap && !reading_need(r, 2 * need - r->text.cap))
        return;
    for (; r->spaces > 0; r->spaces--)
        buffer_append_char(&r->text, ' ');
    if (r->text.len == 0)
        r->text_at = at;
    buffer_append(&r->text, bytes, text_encode(code, bytes));
}

void reading_newline(struct reading *r, struct caption_place at)
{
    if (r->caption && !r->cut)
        reading_push_line(r, at);
}
