/* Writes EBU STL files (Tech 3264): a header of 1024 bytes and one block of 128 bytes a caption. */
#include "steno/sandbox/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"

#define COUNT(rows)  (sizeof(rows) / sizeof(rows)[0])
#define HEADER_BYTES 1024
#define BLOCK_BYTES  128
#define TEXT_AT      16 /* of a block */
#define TEXT_BYTES   112

/* A letter with a mark: ISO 6937 writes the mark, then the letter. */
struct stl_letter {
    uint32_t code;
    unsigned char mark;
    char base;
};

static const struct stl_letter letters[] = {
    {0xC1, 0xC2, 'A'},  {0xC9, 0xC2, 'E'},  {0xCD, 0xC2, 'I'},  {0xD3, 0xC2, 'O'},  {0xDA, 0xC2, 'U'},
    {0xDD, 0xC2, 'Y'},  {0xE1, 0xC2, 'a'},  {0xE9, 0xC2, 'e'},  {0xED, 0xC2, 'i'},  {0xF3, 0xC2, 'o'},
    {0xFA, 0xC2, 'u'},  {0xFD, 0xC2, 'y'},  {0xC4, 0xC8, 'A'},  {0xD6, 0xC8, 'O'},  {0xDC, 0xC8, 'U'},
    {0xE4, 0xC8, 'a'},  {0xF6, 0xC8, 'o'},  {0xFC, 0xC8, 'u'},  {0x10C, 0xCF, 'C'}, {0x10D, 0xCF, 'c'},
    {0x10E, 0xCF, 'D'}, {0x10F, 0xCF, 'd'}, {0x11A, 0xCF, 'E'}, {0x11B, 0xCF, 'e'}, {0x147, 0xCF, 'N'},
    {0x148, 0xCF, 'n'}, {0x158, 0xCF, 'R'}, {0x159, 0xCF, 'r'}, {0x160, 0xCF, 'S'}, {0x161, 0xCF, 's'},
    {0x164, 0xCF, 'T'}, {0x165, 0xCF, 't'}, {0x17D, 0xCF, 'Z'}, {0x17E, 0xCF, 'z'}, {0x16E, 0xCA, 'U'},
    {0x16F, 0xCA, 'u'},
};

/* Appends one code point in ISO 6937; what it cannot write becomes a question mark. */
static void stl_letter(struct buffer *out, uint32_t code)
{
    for (size_t i = 0; i < COUNT(letters); i++) {
        if (letters[i].code == code) {
            buffer_append_char(out, (char)letters[i].mark);
            buffer_append_char(out, letters[i].base);
            return;
        }
    }
    if (code == 0x2026)
        buffer_append_text(out, "...");
    else if (code == 0xDF)
        buffer_append_char(out, (char)0xFB);
    else if (code < 0x202A || code > 0x202E) /* marks of direction have no place here */
        buffer_append_char(out, code >= 0x20 && code < 0x7F ? (char)code : '?');
}

/* Appends a caption's text: rows parted by 8A, in a box when wanted. */
static void stl_text(struct buffer *out, const struct caption *caption, const struct format_options *options)
{
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < caption->count; i++) {
        bool italic = options->italics && (caption->lines[i].noise || caption->lines[i].song);
        buffer_append_text(out, i > 0 ? "\x8A" : "");
        buffer_append_text(out, options->box ? "\x0B\x0B" : "");
        buffer_append_text(out, italic ? "\x80" : "");
        buffer_clear(&line);
        format_line(&line, &caption->lines[i]);
        for (size_t at = 0; at < line.len;) {
            uint32_t code;
            at += text_decode(line.data + at, line.len - at, &code);
            stl_letter(out, code);
        }
        buffer_append_text(out, italic ? "\x81" : "");
        buffer_append_text(out, options->box ? "\x0A\x0A" : "");
    }
    buffer_free(&line);
}

/* Writes a time as four bytes: hours, minutes, seconds, frames. */
static void stl_time(unsigned char out[4], int64_t ms, int frames)
{
    out[0] = (unsigned char)(ms / 3600000);
    out[1] = (unsigned char)(ms / 60000 % 60);
    out[2] = (unsigned char)(ms / 1000 % 60);
    out[3] = (unsigned char)(ms % 1000 * frames / 1000);
}

/* Writes a text into the header, cut to its field. */
static void stl_field(char *header, size_t at, size_t len, const char *text)
{
    size_t size = strlen(text);
    memcpy(header + at, text, size < len ? size : len);
}

/* Appends the header. */
static void stl_header(struct buffer *out, const struct captions *captions,
                       const struct format_options *options)
{
    char header[HEADER_BYTES], count[16];
    memset(header, ' ', sizeof header);
    stl_field(header, 0, 3, options->code_page[0] ? options->code_page : "850");
    stl_field(header, 3, 8, options->disk_format[0] ? options->disk_format : "STL25.01");
    stl_field(header, 11, 1, options->display_standard[0] ? options->display_standard : "0");
    stl_field(header, 12, 2, "00"); /* Latin alphabet */
    stl_field(header, 14, 2, options->language_code[0] ? options->language_code : "00");
    struct buffer title;
    buffer_init(&title, BUFFER_MAX_DEFAULT);
    for (const char *c = options->title; *c; c++)
        buffer_append_char(&title, *c >= 0x20 && *c < 0x7F ? *c : '?');
    stl_field(header, 16, 32, buffer_text(&title));
    buffer_free(&title);
    snprintf(count, sizeof count, "%05zu", captions->count > 99999 ? (size_t)99999 : captions->count);
    stl_field(header, 238, 5, count); /* blocks */
    stl_field(header, 243, 5, count); /* captions */
    stl_field(header, 248, 3, "001");
    stl_field(header, 251, 2, "40"); /* characters a row */
    stl_field(header, 253, 2, "23"); /* rows */
    stl_field(header, 255, 1, "1");
    stl_field(header, 256, 16, "0000000000000000");
    stl_field(header, 272, 2, "11");
    buffer_append(out, header, sizeof header);
}

void format_stl(struct buffer *out, const struct captions *captions, const struct format_options *options)
{
    int frames = strcmp(options->disk_format, "STL30.01") == 0 ? 30 : 25;
    stl_header(out, captions, options);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < captions->count; i++) {
        unsigned char block[BLOCK_BYTES];
        memset(block, 0x8F, sizeof block); /* unused space */
        memset(block, 0, TEXT_AT);
        block[1] = (unsigned char)i;
        block[2] = (unsigned char)(i >> 8);
        block[3] = 0xFF; /* the only block of its caption */
        stl_time(block + 5, captions->rows[i].start_ms, frames);
        stl_time(block + 9, captions->rows[i].end_ms, frames);
        block[13] = 20; /* row */
        block[14] = 2;  /* centred */
        buffer_clear(&text);
        stl_text(&text, &captions->rows[i], options);
        memcpy(block + TEXT_AT, buffer_text(&text), text.len < TEXT_BYTES ? text.len : TEXT_BYTES);
        buffer_append(out, block, sizeof block);
    }
    buffer_free(&text);
}
