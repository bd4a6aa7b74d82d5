/* Reads EBU STL files (Tech 3264): a header of 1,024 bytes, then blocks of 128. A caption may take several
 * blocks; times count from the start of the programme (TCP). */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "steno/base/text.h"
#include "stl_table.h"

#define HEADER_BYTES 1024
#define BLOCK_BYTES  128
#define TEXT_AT      16
#define PAGE_ROWS    23 /* of a teletext page, from 1 on */

/* Fields of a block. */
enum { SN_AT = 1, EBN_AT = 3, CS_AT = 4, TCI_AT = 5, TCO_AT = 9, VP_AT = 13, CF_AT = 15 };

struct stl {
    struct reading *r;
    const unsigned char *data;
    size_t blocks;
    int rate;
    int table;          /* 0: ISO 6937, 1 to 4: ISO 8859-5 to 8 */
    int64_t tcp;        /* frames */
    bool more;          /* the open caption goes on in the next block */
    long number;        /* of the last caption, -1 before the first */
    int extension;      /* of the last block of the open caption */
    unsigned char mark; /* stands before the letter that comes */
    struct caption_place mark_at;
    bool teletext;   /* rows are those of a teletext page */
    uint32_t set;    /* of cumulative captions, the one that was begun last */
    int breaks, row; /* line ends of this caption, and those before its last letter */
    bool tall;       /* double height was seen in this caption */
    bool broke;      /* the last code was a line end */
    bool code_space; /* the last code took a cell that is seen as a blank */
};

/* The place of a byte: a line is 128 bytes. */
static struct caption_place stl_place(size_t byte)
{
    return (struct caption_place){byte, (uint32_t)(byte / BLOCK_BYTES) + 1,
                                  (uint32_t)(byte % BLOCK_BYTES) + 1};
}

/* A number of the header, -1 when it is none. */
static long stl_field(const struct stl *stl, size_t at, size_t len)
{
    long value = 0;
    for (size_t i = 0; i < len; i++) {
        if (stl->data[at + i] < '0' || stl->data[at + i] > '9')
            return -1;
        value = value * 10 + (stl->data[at + i] - '0');
    }
    return value;
}

/* Frames of a time; false and a remark when it cannot be one. */
static bool stl_frames(struct stl *stl, const unsigned char part[4], size_t byte, int64_t *frames)
{
    if (part[0] > 23 || part[1] > 59 || part[2] > 59 || part[3] > stl->rate) {
        reading_remark(stl->r, RULE_BAD_TIMES, stl_place(byte),
                       "%02d:%02d:%02d:%02d is no time at %d frames a second", part[0], part[1], part[2],
                       part[3], stl->rate);
        return false;
    }
    if (part[3] == stl->rate)
        reading_remark_as(stl->r, RULE_BAD_TIMES, LEVEL_WARNING, stl_place(byte),
                          "frame %d does not exist: they count from 0 to %d", part[3], stl->rate - 1);
    *frames = (((int64_t)part[0] * 60 + part[1]) * 60 + part[2]) * stl->rate + part[3];
    return true;
}

/* Milliseconds of frames, rounded down. */
static int64_t stl_ms(const struct stl *stl, int64_t frames)
{
    int64_t total = frames * 1000;
    return total >= 0 ? total / stl->rate : -((-total + stl->rate - 1) / stl->rate);
}

/* --- the header --- */

/* The start of the programme. */
static void stl_read_tcp(struct stl *stl)
{
    unsigned char part[4];
    for (size_t i = 0; i < 4; i++) {
        long value = stl_field(stl, 256 + 2 * i, 2);
        if (value < 0) {
            reading_remark_as(stl->r, RULE_BAD_TIMES, LEVEL_NOTE, stl_place(256),
                              "the start of the programme (TCP) cannot be read: taken as 00:00:00:00");
            return;
        }
        part[i] = (unsigned char)value;
    }
    if (!stl_frames(stl, part, 256, &stl->tcp))
        stl->tcp = 0;
    stl->r->file->first_frame = stl->tcp;
}

static void stl_header(struct stl *stl)
{
    struct reading *r = stl->r;
    long rate = stl_field(stl, 6, 2), table = stl_field(stl, 12, 2);
    stl->rate = rate >= 1 && rate <= 60 ? (int)rate : 25;
    if (memcmp(stl->data + 3, "STL", 3) != 0 || memcmp(stl->data + 8, ".01", 3) != 0 ||
        (rate != 25 && rate != 30))
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, stl_place(3),
                          "the format code is not STL25.01 or STL30.01: read with %d frames a second",
                          stl->rate);
    stl->table = table >= 0 && table <= 4 ? (int)table : 0;
    if (stl->table != table)
        reading_remark(r, RULE_ENCODING, stl_place(12), "the table of letters is not 00 to 04: read as 00");
    stl->teletext = stl->data[11] == '1' || stl->data[11] == '2'; /* DSC: the level of teletext */
    r->file->rate_num = stl->rate;
    r->file->rate_den = 1;
    r->file->step_ms = (1000 + stl->rate - 1) / stl->rate;
    stl_read_tcp(stl);
}

/* What the header says of the number of blocks and captions. */
static void stl_check_counts(struct stl *stl)
{
    long blocks = stl_field(stl, 238, 5), captions = stl_field(stl, 243, 5);
    if (blocks < 0)
        reading_remark(stl->r, RULE_INDEX, stl_place(238), "the number of blocks (TNB) cannot be read");
    else if ((size_t)blocks != (stl->blocks > 99999 ? 99999 : stl->blocks))
        reading_remark(stl->r, RULE_INDEX, stl_place(238),
                       "the header counts %ld blocks (TNB), the file has %zu", blocks, stl->blocks);
    if (captions < 0)
        reading_remark(stl->r, RULE_INDEX, stl_place(243), "the number of captions (TNS) cannot be read");
    else if ((size_t)captions != stl->r->file->count)
        reading_remark(stl->r, RULE_INDEX, stl_place(243),
                       "the header counts %ld captions (TNS), the file has %zu", captions,
                       stl->r->file->count);
}

/* --- text --- */

/* The letter of a byte from A0 on, or of 20 to 7E; 0 for none. */
static uint32_t stl_letter(const struct stl *stl, unsigned char byte)
{
    if (byte < 0x7F)
        return byte;
    if (byte < 0xA0)
        return 0;
    return stl->table == 0 ? stl_latin[byte - 0xA0] : stl_national[stl->table - 1][byte - 0xA0];
}

static const struct stl_mark *stl_find_mark(unsigned char byte)
{
    for (size_t i = 0; i < STL_MARK_COUNT; i++)
        if (stl_marks[i].byte == byte)
            return &stl_marks[i];
    return NULL;
}

/* Adds a letter with the mark before it: one code where there is one, else the letter and a combining mark.
 */
static void stl_put_marked(struct stl *stl, uint32_t letter, struct caption_place at)
{
    const struct stl_mark *mark = stl_find_mark(stl->mark);
    size_t len = strlen(mark->pairs);
    stl->mark = 0;
    for (size_t i = 0; i < len;) {
        uint32_t base, both;
        i += text_decode(mark->pairs + i, len - i, &base);
        i += text_decode(mark->pairs + i, len - i, &both);
        if (base == letter) {
            reading_put(stl->r, both, at);
            return;
        }
    }
    reading_put(stl->r, letter, at);
    reading_put(stl->r, mark->combining, at);
}

/* Whatever comes now is no letter: a mark that waits for one is reported. */
static void stl_end_mark(struct stl *stl)
{
    if (stl->mark)
        reading_remark(stl->r, RULE_ENCODING, stl->mark_at, "the mark %02X is not followed by a letter",
                       stl->mark);
    stl->mark = 0;
}

/* A code of the teletext page takes a cell, seen as a blank where colours change. */
static void stl_page_code(struct stl *stl, unsigned char byte, struct caption_place at)
{
    bool is_colour = byte <= 0x07 || byte == 0x1C || byte == 0x1D;
    stl->r->cells++;
    stl->tall |= byte == 0x0D;
    stl->r->caption->coloured |= is_colour && byte != 0x07;
    if (is_colour && !stl->code_space && stl->r->spaces == 0) {
        reading_put(stl->r, ' ', at);
        stl->code_space = true;
    }
}

static void stl_break(struct stl *stl, struct caption_place at)
{
    stl->breaks++;
    if (!(stl->tall && stl->broke))
        reading_newline(stl->r, at);
    stl->broke = !stl->broke || !stl->tall;
    stl->code_space = false;
}

/* One byte of a text. */
static void stl_text_byte(struct stl *stl, unsigned char byte, size_t offset)
{
    struct caption_place at = stl_place(offset);
    bool is_mark = stl->table == 0 && stl_find_mark(byte);
    if (byte == 0x8A || byte < 0x20 || is_mark)
        stl_end_mark(stl);
    if (byte == 0x8A) {
        stl_break(stl, at);
        return;
    }
    if (byte < 0x20) {
        stl_page_code(stl, byte, at);
        return;
    }
    stl->broke = false;
    if (byte >= 0x80 && byte <= 0x85)
        return;
    if (is_mark) {
        stl->mark = byte;
        stl->mark_at = at;
        return;
    }
    uint32_t letter = stl_letter(stl, byte);
    stl->row = stl->breaks;
    stl->r->cells++;
    if (letter == 0) {
        reading_remark(stl->r, RULE_ENCODING, at, "byte %02X is no letter of the file's table", byte);
        letter = TEXT_BAD_CODE;
    }
    if (stl->mark)
        stl_put_marked(stl, letter, at);
    else if (letter != ' ' || !stl->code_space)
        reading_put(stl->r, letter, at);
    stl->code_space = false;
}

/* The text of one block, up to the unused space. */
static void stl_text(struct stl *stl, size_t block)
{
    size_t end = block + BLOCK_BYTES;
    for (size_t at = block + TEXT_AT; at < end && stl->data[at] != 0x8F; at++)
        stl_text_byte(stl, stl->data[at], at);
}

/* --- blocks --- */

/* Reads times into the open caption. */
static void stl_times(struct stl *stl, size_t block)
{
    struct caption *caption = stl->r->caption;
    int64_t start, end;
    bool start_known = stl_frames(stl, stl->data + block + TCI_AT, block + TCI_AT, &start);
    bool end_known = stl_frames(stl, stl->data + block + TCO_AT, block + TCO_AT, &end);
    caption->timed = start_known && end_known;
    if (caption->timed) {
        caption->start_ms = stl_ms(stl, start - stl->tcp);
        caption->end_ms = stl_ms(stl, end - stl->tcp);
    }
}

/* Does the block lie before the start of the programme as a whole? Such blocks are about the file. */
static bool stl_is_before(const struct stl *stl, const unsigned char *block)
{
    const unsigned char *s = block + TCI_AT, *e = block + TCO_AT;
    int64_t start = (((int64_t)s[0] * 60 + s[1]) * 60 + s[2]) * stl->rate + s[3];
    int64_t end = (((int64_t)e[0] * 60 + e[1]) * 60 + e[2]) * stl->rate + e[3];
    return start < stl->tcp && end <= stl->tcp;
}

/* Cumulative captions are added to each other on the picture: 01 is the first of a set, 02 and 03 go on. */
static void stl_set(struct stl *stl, unsigned char status)
{
    if (status == 1)
        stl->set++;
    if (status >= 1 && status <= 3)
        stl->r->caption->set = stl->set;
}

/* The open caption ends: its rows are known. */
static void stl_end_rows(struct stl *stl, size_t block)
{
    struct caption *caption = stl->r->caption;
    int first = caption->row_first, last = first + stl->row, lowest = last + stl->tall;
    caption->row_last = (uint8_t)(lowest < UINT8_MAX ? lowest : UINT8_MAX);
    if (stl->teletext && (first < 1 || last > PAGE_ROWS))
        reading_remark(stl->r, RULE_LINES, stl_place(block + VP_AT),
                       "row %d of a teletext page: there are 1 to %d", first < 1 ? first : last, PAGE_ROWS);
}

/* Opens the caption that begins with this block. */
static bool stl_open(struct stl *stl, size_t block, long number)
{
    struct caption_place at = stl_place(block);
    if (!reading_open(stl->r, at))
        return false;
    if (stl->number < 0 ? number > 1 : number != stl->number + 1)
        reading_remark(stl->r, RULE_INDEX, at, "number %ld where %ld comes next", number, stl->number + 1);
    stl->tall = stl->broke = stl->code_space = false;
    stl->breaks = stl->row = 0;
    stl->number = number;
    char name[24];
    reading_set_name(stl->r, name, (size_t)snprintf(name, sizeof name, "%ld", number));
    stl->r->caption->row_first = stl->data[block + VP_AT];
    stl_set(stl, stl->data[block + CS_AT]);
    stl_times(stl, block);
    return true;
}

/* The open caption ends before its last block. */
static void stl_end_early(struct stl *stl, size_t byte)
{
    stl_end_mark(stl);
    stl->r->caption->row_first = 0;
    reading_remark(stl->r, RULE_INDEX, stl_place(byte), "the last block of caption number %ld is missing",
                   stl->number);
}

/* One block; false when the reading is full. */
static bool stl_block(struct stl *stl, size_t block)
{
    const unsigned char *s = stl->data + block;
    long number = s[SN_AT] | s[SN_AT + 1] << 8;
    int extension = s[EBN_AT];
    if (s[CF_AT] == 1 || extension == 0xFE) /* a comment, or data of somebody's own */
        return true;
    if (extension >= 0xF0 && extension < 0xFE) {
        reading_remark(stl->r, RULE_INDEX, stl_place(block + EBN_AT),
                       "a block of the reserved kind %02X: left out", (unsigned)extension);
        return true;
    }
    if (!stl->more && stl_is_before(stl, s)) {
        reading_remark_as(stl->r, RULE_BEYOND, LEVEL_NOTE, stl_place(block),
                          "a block before the start of the programme (TCP): taken as data about the file");
        return true;
    }
    bool goes_on = stl->more && number == stl->number;
    if (stl->more && !goes_on)
        stl_end_early(stl, block);
    if (!goes_on && !stl_open(stl, block, number))
        return false;
    if (extension != 0xFF && extension != (goes_on ? stl->extension + 1 : 0))
        reading_remark(stl->r, RULE_INDEX, stl_place(block + EBN_AT),
                       "block %d of its caption where %d comes next", extension,
                       goes_on ? stl->extension + 1 : 0);
    stl->extension = extension;
    stl->more = extension != 0xFF;
    stl_text(stl, block);
    if (!stl->more) {
        stl_end_mark(stl);
        stl_end_rows(stl, block);
        reading_close(stl->r);
    }
    return true;
}

void read_stl(struct reading *r)
{
    struct stl stl = {.r = r, .data = (const unsigned char *)r->raw, .number = -1};
    if (r->raw_len < HEADER_BYTES) {
        reading_remark(r, RULE_ENCODING, stl_place(0), "the header needs %d bytes, the file has %zu",
                       HEADER_BYTES, r->raw_len);
        return;
    }
    stl.blocks = (r->raw_len - HEADER_BYTES) / BLOCK_BYTES;
    if (stl.blocks > CAPTION_COUNT_MAX) { /* what the header counts has five digits */
        r->full = true;
        return;
    }
    stl_header(&stl);
    for (size_t i = 0; i < stl.blocks; i++)
        if (!stl_block(&stl, HEADER_BYTES + i * BLOCK_BYTES))
            return;
    if (stl.more)
        stl_end_early(&stl, r->raw_len);
    reading_close(r);
    stl_check_counts(&stl);
    size_t whole = HEADER_BYTES + stl.blocks * BLOCK_BYTES;
    if (whole != r->raw_len)
        reading_remark(r, RULE_ENCODING, stl_place(whole), "%zu bytes after the last whole block",
                       r->raw_len - whole);
}
