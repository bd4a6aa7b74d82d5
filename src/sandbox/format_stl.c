/* Writes EBU STL files (Tech 3264): a header of 1024 bytes (GSI), then blocks of 128 bytes (TTI), as many a
 * caption as its text needs. */
/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format_stl_tables.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define HEADER_BYTES   1024
#define BLOCK_BYTES    128
#define TEXT_AT        16 /* of a block */
#define TEXT_BYTES     112
#define ROWS           23    /* that can be displayed: teletext's, taken for open subtitles too */
#define GROUP_CAPTIONS 65536 /* a subtitle number has two bytes */

#define UNUSED   ((char)0x8F)
#define NEW_ROW  "\x8A"
#define BOX_ON   "\x0B\x0B"
#define BOX_OFF  "\x0A\x0A"
#define ITALIC   "\x80"
#define UPRIGHT  "\x81"
#define LAST_EBN 0xFF

/* The row of a character that has one, or NULL. */
static const struct stl_letter *stl_find(uint32_t code)
{
    size_t low = 0, high = stl_letter_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (stl_letters[middle].code == code)
            return &stl_letters[middle];
        if (stl_letters[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Appends one code point in ISO 6937; what it cannot write becomes a question mark. */
static void stl_letter(struct buffer *out, uint32_t code)
{
    const struct stl_letter *letter = stl_find(code);
    if (letter) {
        buffer_append_char(out, (char)letter->first);
        if (letter->base)
            buffer_append_char(out, letter->base);
    } else if (code == 0x2026) {
        buffer_append_text(out, "...");
    } else if (code < 0x202A || code > 0x202E) { /* marks of direction have no place here */
        buffer_append_char(out, code >= 0x20 && code < 0x7F ? (char)code : '?');
    }
}

/* Appends a caption's text: its rows, in a box when wanted. */
static void stl_text(struct buffer *out, const struct cue *cue, const struct format_options *options)
{
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < cue->count; i++) {
        bool italic = options->italics && (cue->lines[i].noise || cue->lines[i].song);
        buffer_append_text(out, i > 0 ? NEW_ROW : "");
        buffer_append_text(out, options->box ? BOX_ON : "");
        buffer_append_text(out, italic ? ITALIC : "");
        buffer_clear(&line);
        format_line(&line, &cue->lines[i]);
        for (size_t at = 0; at < line.len;) {
            uint32_t code;
            at += text_decode(line.data + at, line.len - at, &code);
            stl_letter(out, code);
        }
        buffer_append_text(out, italic ? UPRIGHT : "");
        buffer_append_text(out, options->box ? BOX_OFF : "");
    }
    buffer_free(&line);
}

/* How much of a text goes into a block: a mark is not parted from its letter. */
static size_t stl_part(const char *text, size_t len)
{
    if (len <= TEXT_BYTES)
        return len;
    unsigned char last = (unsigned char)text[TEXT_BYTES - 1];
    return last >= 0xC1 && last <= 0xCF ? TEXT_BYTES - 1 : TEXT_BYTES;
}

/* Writes a time as four bytes: hours, minutes, seconds, frames. A clock of 24 hours begins again after them.
 */
static void stl_time(unsigned char out[4], int64_t ms, int frames)
{
    out[0] = (unsigned char)(ms / 3600000 % 24);
    out[1] = (unsigned char)(ms / 60000 % 60);
    out[2] = (unsigned char)(ms / 1000 % 60);
    out[3] = (unsigned char)(ms % 1000 * frames / 1000);
}

/* Appends the blocks of a caption; how many. */
static size_t stl_blocks(struct buffer *out, const struct cue *cue, size_t index,
                         const struct format_options *options, int frames)
{
    struct buffer text;
    size_t at = 0, count = 0;
    unsigned char head[TEXT_AT] = {[0] = (unsigned char)(index / GROUP_CAPTIONS),
                                   [1] = (unsigned char)index,
                                   [2] = (unsigned char)(index >> 8),
                                   [14] = 2 /* centred */};
    stl_time(head + 5, cue->start_ms, frames);
    stl_time(head + 9, cue->end_ms, frames);
    head[13] = (unsigned char)(ROWS - (cue->count ? cue->count : 1)); /* the last row is the last but one */
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    stl_text(&text, cue, options);
    do {
        size_t part = stl_part(buffer_text(&text) + at, text.len - at);
        head[3] = (unsigned char)(at + part == text.len ? LAST_EBN : count);
        buffer_append(out, head, sizeof head);
        buffer_append(out, buffer_text(&text) + at, part);
        for (size_t i = part; i < TEXT_BYTES; i++)
            buffer_append_char(out, UNUSED);
        at += part;
        count++;
    } while (at < text.len && count < 0xF0); /* so many extension blocks have a number */
    buffer_free(&text);
    return count;
}

/* --- the header --- */

/* Writes a text into the header, cut to its field. */
static void stl_field(char *header, size_t at, size_t len, const char *text)
{
    size_t size = strlen(text);
    memcpy(header + at, text, size < len ? size : len);
}

/* Writes a number with leading zeros; the largest that has room, when it is larger. */
static void stl_number(char *header, size_t at, int digits, size_t value)
{
    char text[24];
    size_t most = 9;
    for (int i = 1; i < digits; i++)
        most = most * 10 + 9;
    snprintf(text, sizeof text, "%0*zu", digits, value < most ? value : most);
    stl_field(header, at, (size_t)digits, text);
}

/* One character in a code page; without its mark when the page has only the letter. */
static char stl_page_byte(const struct stl_code_page *page, uint32_t code)
{
    if (code >= 0x20 && code < 0x7F)
        return (char)code;
    for (int i = 0; i < 128; i++) {
        if (page->high[i] == code)
            return (char)(0x80 + i);
    }
    const struct stl_letter *letter = stl_find(code);
    return letter && letter->base ? letter->base : '?';
}

/* Writes a text of people into the header, in the code page that it names. */
static void stl_title(char *header, size_t at, size_t len, const char *text, const char *code_page)
{
    const struct stl_code_page *page = &stl_code_pages[0];
    for (size_t i = 0; i < stl_code_page_count; i++) {
        if (strcmp(stl_code_pages[i].number, code_page) == 0)
            page = &stl_code_pages[i];
    }
    for (size_t i = 0, from = 0, size = strlen(text); i < len && from < size; i++) {
        uint32_t code;
        from += text_decode(text + from, size - from, &code);
        header[at + i] = stl_page_byte(page, code);
    }
}

/* Writes a date as YYMMDD. */
static void stl_date(char *header, size_t at, int64_t ms)
{
    char iso[DATE_TEXT_SIZE], text[7];
    date_format_utc(iso, sizeof iso, ms); /* 2026-05-14T09:02:07Z */
    snprintf(text, sizeof text, "%.2s%.2s%.2s", iso + 2, iso + 5, iso + 8);
    stl_field(header, at, 6, text);
}

/* The code of a language tag; "00" is unknown. */
static const char *stl_language_code(const char *tag)
{
    size_t len = strcspn(tag, "-");
    for (size_t i = 0; i < stl_language_count; i++) {
        char first[9] = "";
        snprintf(first, sizeof first, "%.*s", (int)len, tag);
        if (text_equal_nocase(stl_languages[i].language, first))
            return stl_languages[i].code;
    }
    return "00";
}

/* Characters in the longest row of all, or of a row as it was asked for. */
static size_t stl_row_length(const struct cues *cues, const struct format_options *options)
{
    size_t longest = (size_t)options->line_length;
    for (size_t i = 0; i < cues->count; i++) {
        for (size_t j = 0; j < cues->rows[i].count; j++) {
            const struct cue_line *line = &cues->rows[i].lines[j];
            size_t len = line->count ? line->count - 1 : 0;
            for (size_t k = 0; k < line->count; k++)
                len += cues_length(line->words[k].text);
            longest = len > longest ? len : longest;
        }
    }
    return longest;
}

/* Writes the time of the first caption as HHMMSSFF. */
static void stl_first_cue(char *header, size_t at, const struct cues *cues, int frames)
{
    unsigned char time[4] = {0};
    if (cues->count > 0)
        stl_time(time, cues->rows[0].start_ms, frames);
    for (size_t i = 0; i < sizeof time; i++)
        stl_number(header, at + 2 * i, 2, time[i]);
}

/* Writes the header in front of its blocks. */
static void stl_header(char *header, const struct cues *cues, size_t blocks,
                       const struct format_options *options, int frames)
{
    size_t groups = cues->count ? (cues->count - 1) / GROUP_CAPTIONS + 1 : 1;
    memset(header, ' ', HEADER_BYTES);
    stl_field(header, 0, 3, options->code_page);
    stl_field(header, 3, 8, options->disk_format);
    stl_field(header, 11, 1, options->display_standard);
    stl_field(header, 12, 2, "00"); /* CCT: Latin */
    stl_field(header, 14, 2,
              options->language_code[0] ? options->language_code : stl_language_code(options->language));
    stl_title(header, 16, 32, options->title, options->code_page); /* OPT */
    stl_date(header, 224, options->created_ms);
    stl_date(header, 230, options->revised_ms);
    stl_number(header, 236, 2, 0); /* RN */
    stl_number(header, 238, 5, blocks);
    stl_number(header, 243, 5, cues->count);
    stl_number(header, 248, 3, groups);
    stl_number(header, 251, 2, stl_row_length(cues, options)); /* MNC */
    stl_number(header, 253, 2, ROWS);                          /* MNR */
    stl_field(header, 255, 1, "1");                            /* TCS: times are of use */
    stl_field(header, 256, 8, "00000000");                     /* TCP: the programme starts at 0 */
    stl_first_cue(header, 264, cues, frames);
    stl_field(header, 272, 2, "11"); /* TND, DSN: the first of one disk */
}

void format_stl(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    int frames = strcmp(options->disk_format, "STL30.01") == 0 ? 30 : 25;
    char header[HEADER_BYTES] = {0};
    size_t at = out->len, blocks = 0;
    buffer_append(out, header, sizeof header);
    for (size_t i = 0; i < cues->count; i++)
        blocks += stl_blocks(out, &cues->rows[i], i, options, frames);
    stl_header(header, cues, blocks, options, frames);
    if (out->len >= at + sizeof header)
        memcpy(out->data + at, header, sizeof header);
}
