/* A reader takes at most 16 times the bytes of its file and 16 MB, whatever the file holds: the sum of all
 * blocks that live at once, the XML library's too.
 *
 * This program's own malloc family stands before the C library's.  Sanitizers bring their own, which keeps
 * what was freed: there the files are read, and nothing is measured. */
/* SPDX-License-Identifier: MIT */
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "steno/base/buffer.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

static atomic_size_t live, peak; /* bytes */

#ifdef STENO_SANITIZED
#define MOST 500000
#else
#define MOST 4000000

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *block);

/* Counts a block that came about, in the place of one that had `old` bytes. */
static void *meter_count(void *block, size_t old)
{
    size_t now = atomic_fetch_add(&live, malloc_usable_size(block) - old) + malloc_usable_size(block) - old;
    if (now > atomic_load(&peak))
        atomic_store(&peak, now);
    return block;
}

void *malloc(size_t size)
{
    return meter_count(__libc_malloc(size), 0);
}

void *calloc(size_t count, size_t size)
{
    return meter_count(__libc_calloc(count, size), 0);
}

void *realloc(void *old, size_t size)
{
    size_t had = malloc_usable_size(old);
    return meter_count(__libc_realloc(old, size), had);
}

void free(void *block)
{
    atomic_fetch_sub(&live, malloc_usable_size(block));
    __libc_free(block);
}

#endif

struct hostile {
    enum caption_format format;
    const char *begin, *unit; /* the unit is repeated, with its number where it has %zu */
    bool wide;                /* as UTF-16 */
};

#define SSA_BEGIN "[Script Info]\n[Events]\nFormat: Start, End, Text\n"
#define SRT_BEGIN "1\n00:00:01,000 --> 00:00:02,000\n"

static const struct hostile rows[] = {
    {CAPTION_TXT, "", "a\n\n", false},
    {CAPTION_TXT, "", "a\n", false},
    {CAPTION_TXT, "", "a\n", true},
    {CAPTION_TXT, "", "\x01\n", false},
    {CAPTION_TXT, "", "\xFF", false},
    {CAPTION_TXT, "",
     "\xFF"
     "a\n\n",
     false},
    {CAPTION_TXT, "a", " ", false},
    {CAPTION_TXT, "", "a\n\n", true},
    {CAPTION_SRT, "", "0:0-->0:0\n", false},
    {CAPTION_SRT, "", "0:0-->0:0\na\n\n", true},
    {CAPTION_SRT, "", "0:0-->0:0\na\na\n\n", false},
    {CAPTION_SRT, SRT_BEGIN, "a\n", false},
    {CAPTION_SRT, SRT_BEGIN, "\xFF\t", false},
    {CAPTION_SRT, SRT_BEGIN, "<i>", false},
    {CAPTION_SRT, SRT_BEGIN, "</i>\n", false},
    {CAPTION_SRT, SRT_BEGIN, "{\\an1}", false},
    {CAPTION_SRT, "1\n00:00:01,000 --> 00:00:02,000 ", "\xFF", false},
    {CAPTION_VTT, "WEBVTT\n\n", "-->\n", false},
    {CAPTION_VTT, "WEBVTT\n\n", "0:0-->0:0\na\n\n", false},
    {CAPTION_VTT, "WEBVTT\n\n", "0:0-->0:0\na\n\n", true},
    {CAPTION_VTT, "WEBVTT\n\n", "a\n\n", false},
    {CAPTION_VTT, "WEBVTT\n\n0:0-->0:0\n", "a\n", false},
    {CAPTION_VTT, "WEBVTT\n\n0:0-->0:0\n", "&<b>", false},
    {CAPTION_SSA, SSA_BEGIN, "Dialogue:\n", false},
    {CAPTION_ASS, SSA_BEGIN, "Dialogue:,,a\\Na\n", false},
    {CAPTION_ASS, SSA_BEGIN, "a\n", false},
    {CAPTION_ASS, SSA_BEGIN "Dialogue:,,", "a\\N", false},
    {CAPTION_ASS, SSA_BEGIN "Dialogue:,,", "{\\an1}", false},
    {CAPTION_STL, "", "", false},
#ifdef HAVE_EXPAT
    {CAPTION_TTML, "<tt><body>", "<p/>", false},
    {CAPTION_TTML, "<tt><body>", "<p/>", true},
    {CAPTION_TTML, "<tt><body>", "<p>a<br/>a</p>", false},
    {CAPTION_TTML, "<tt><body><p>", "<span end='x'/>", false},
    {CAPTION_TTML, "<tt><body><p>", "a<br/>", false},
    {CAPTION_TTML, "<tt><body>", "<a>", false},
    {CAPTION_TTML, "<tt><body>", "<div>", false},
    {CAPTION_TTML, "<tt><body>", "<a%zu/>", false},
    {CAPTION_TTML, "<tt><body>", "<p a%zu=''/>", false},
    {CAPTION_TTML, "<tt><body>", "<p xmlns:a%zu='b'/>", false},
    {CAPTION_TTML, "<tt><body><p", " a%zu=''", false},
    {CAPTION_TTML, "<tt><body><p", " xmlns:a%zu='b'", false},
    {CAPTION_TTML, "<?xml version='1.0' encoding='iso-8859-1'?><tt><body><p>", "\xFF", false},
    {CAPTION_TTML, "<tt", "a", false},
#endif
};

ParameterizedTestParameters(caption_memory, a_reader_stays_under_16_times_its_file_and_16_mb)
{
    static size_t numbers[sizeof rows / sizeof rows[0]];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        numbers[i] = i;
    return cr_make_param_array(size_t, numbers, sizeof rows / sizeof rows[0]);
}

/* A header, and blocks of 52 lines each. */
static void fill_stl(struct buffer *file, size_t size)
{
    char header[1024], block[128] = {0};
    memset(header, ' ', sizeof header);
    memcpy(header, "850STL25.0110006", 16);
    buffer_append(file, header, sizeof header);
    block[3] = (char)0xFF;
    for (size_t i = 16; i < sizeof block; i++)
        block[i] = i % 2 ? (char)0x8A : 'a';
    while (file->len < size)
        buffer_append(file, block, sizeof block);
}

static void fill(struct buffer *file, const struct hostile *row, size_t size)
{
    buffer_init(file, CAPTION_BYTES_MAX);
    if (row->format == CAPTION_STL) {
        fill_stl(file, size);
        return;
    }
    struct buffer text;
    buffer_init(&text, CAPTION_BYTES_MAX);
    buffer_append_text(&text, row->begin);
    for (size_t i = 0; text.len < (row->wide ? size / 2 : size); i++)
        buffer_printf(&text, row->unit, i);
    if (row->wide)
        buffer_append(file, "\xFF\xFE", 2);
    for (size_t i = 0; row->wide && i < text.len; i++)
        buffer_append(file, (const char[]){text.data[i], 0}, 2);
    if (!row->wide)
        buffer_append(file, text.data, text.len);
    buffer_free(&text);
}

ParameterizedTest(size_t *number, caption_memory, a_reader_stays_under_16_times_its_file_and_16_mb)
{
    const struct hostile *row = &rows[*number];
    static const size_t sizes[] = {400000, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct caption_file read;
        struct error err;
        struct buffer file;
        fill(&file, row, sizes[i]);
        size_t before = atomic_load(&live);
        atomic_store(&peak, before);
        caption_read(&read, file.data, file.len, row->format, &err);
        size_t most = atomic_load(&peak) - before;
        caption_file_free(&read);
        size_t left = atomic_load(&live) - before;
        cr_expect_leq(most, 16 * file.len + 16000000, "\"%s\": %zu bytes for a file of %zu", row->unit, most,
                      file.len);
        cr_expect_eq(left, 0, "\"%s\": %zu bytes are left", row->unit, left);
#ifndef STENO_SANITIZED
        cr_expect_gt(most, 0, "nothing was measured");
#endif
        buffer_free(&file);
    }
}
