/* Owns what codings are read, and the unpacking of gzip to its proven end. Must not know HTTP. */
/* SPDX-License-Identifier: MIT */
#include "content.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define PIECE     16384
#define GZIP_ONLY (16 + MAX_WBITS) /* of inflateInit2: a gzip head, its checksum and length at the end */
#define GZIP_HEAD 0x1f             /* the first byte of every member */

struct content {
    bool packed;
    bool at_end; /* of a member, with checksum and length; another may follow */
    bool first;  /* no member has ended yet */
    z_stream stream;
    uint64_t taken, given; /* bytes */
    enum content_fault fault;
    char words[240];
    const char *advice; /* as content_advice */
};

/* zlib's allocation, which cannot fail either. */
static void *content_alloc(void *arg, unsigned count, unsigned size)
{
    (void)arg;
    return mem_zero(count, size);
}

static void content_release(void *arg, void *old)
{
    (void)arg;
    free(old);
}

/* Notes what is wrong. */
static bool content_fail(struct content *content, enum content_fault fault, const char *advice,
                         const char *words)
{
    content->fault = fault;
    content->advice = advice;
    snprintf(content->words, sizeof content->words, "%s", words);
    return false;
}

/* Refuses a coding by its name, which is the server's text. */
static void content_refuse(struct content *content, const char *name, size_t len)
{
    char shown[60];
    char *copy = mem_copy_n(name, len), *clean = text_clean_copy(copy);
    text_clip(shown, sizeof shown, clean, 30);
    char *words = mem_printf("it is encoded as “%s”, which was not requested; only gzip is supported", shown);
    content_fail(content, CONTENT_BAD, "Check the server, or a proxy in front of it", words);
    free(words);
    free(clean);
    free(copy);
}

/* Is this word, of this length, the same as that one? */
static bool content_is_word(const char *word, size_t len, const char *wanted)
{
    return len == strlen(wanted) && strncasecmp(word, wanted, len) == 0;
}

/* Reads one coding of Content-Encoding: none, or gzip once. */
static void content_read_coding(struct content *content, const char *name, size_t len)
{
    bool gzip = content_is_word(name, len, "gzip") || content_is_word(name, len, "x-gzip");
    if (gzip && !content->packed)
        content->packed = true;
    else if (gzip)
        content_refuse(content, "gzip, gzip", strlen("gzip, gzip"));
    else if (!content_is_word(name, len, "identity"))
        content_refuse(content, name, len);
}

/* Reads one coding of Transfer-Encoding. */
static void content_read_transfer(struct content *content, const char *name, size_t len)
{
    if (!content_is_word(name, len, "chunked") && !content_is_word(name, len, "identity"))
        content_refuse(content, name, len);
}

/* Reads a list of codings, up to the first that is refused. */
static void content_read_list(struct content *content, const char *list,
                              void (*read)(struct content *content, const char *name, size_t len))
{
    for (const char *at = list; *at && content->fault == CONTENT_SOUND;) {
        at += strspn(at, ", \t");
        size_t len = strcspn(at, ","), word = len;
        while (word > 0 && strchr(" \t", at[word - 1]))
            word--;
        if (word > 0)
            read(content, at, word);
        at += len;
    }
}

struct content *content_new(const char *codings, const char *transfer)
{
    struct content *content = mem_zero(1, sizeof *content);
    content->first = true;
    content->stream.zalloc = content_alloc;
    content->stream.zfree = content_release;
    content_read_list(content, codings, content_read_coding);
    content_read_list(content, transfer, content_read_transfer);
    if (content->packed && inflateInit2(&content->stream, GZIP_ONLY) != Z_OK)
        content_fail(content, CONTENT_BAD, "Install it again", "zlib cannot be used");
    return content;
}

void content_free(struct content *content)
{
    if (!content)
        return;
    if (content->packed)
        inflateEnd(&content->stream);
    free(content);
}

/* Says what zlib found. */
static bool content_fail_gzip(struct content *content)
{
    char words[120];
    if (!content->first && content->stream.total_out == 0)
        return content_fail(content, CONTENT_BAD, NULL,
                            "there is more data after the end of its gzip stream");
    snprintf(words, sizeof words, "its gzip stream is damaged (%s)",
             content->stream.msg ? content->stream.msg : "no reason given");
    return content_fail(content, CONTENT_BAD, NULL, words);
}

/* Has so little become so much that it can only be meant to fill memory or a disk? */
static bool content_is_bomb(const struct content *content)
{
    return content->given > CONTENT_RATIO_FREE && content->given / CONTENT_RATIO_MAX > content->taken;
}

/* Unpacks what fits into one piece. */
static bool content_unpack(struct content *content, bool (*sink)(void *, const void *, size_t), void *arg)
{
    unsigned char piece[PIECE];
    z_stream *stream = &content->stream;
    unsigned before = stream->avail_in;
    if (content->at_end) { /* bytes that follow are another member */
        if (stream->avail_in > 0 && *stream->next_in != GZIP_HEAD)
            return content_fail(content, CONTENT_BAD, NULL,
                                "there is more data after the end of its gzip stream");
        inflateReset(stream);
        content->at_end = false;
    }
    stream->next_out = piece;
    stream->avail_out = sizeof piece;
    int code = inflate(stream, Z_NO_FLUSH);
    size_t made = sizeof piece - stream->avail_out;
    content->taken += before - stream->avail_in;
    content->given += made;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return content_fail_gzip(content);
    content->at_end = code == Z_STREAM_END;
    if (content->at_end)
        content->first = false;
    if (content_is_bomb(content))
        return content_fail(content, CONTENT_BAD, "Check the server",
                            "its gzip stream expands more than 200 times, as no subtitles do");
    return made == 0 || sink(arg, piece, made);
}

bool content_feed(struct content *content, const void *data, size_t len,
                  bool (*sink)(void *arg, const void *data, size_t len), void *arg)
{
    if (content->fault != CONTENT_SOUND)
        return false;
    if (!content->packed || len == 0)
        return sink(arg, data, len);
    z_stream *stream = &content->stream;
    stream->next_in = (z_const Bytef *)data;
    stream->avail_in = (uInt)len;
    do { /* a full piece may have left something within zlib */
        if (!content_unpack(content, sink, arg))
            return false;
    } while (stream->avail_in > 0 || (stream->avail_out == 0 && !content->at_end));
    return true;
}

bool content_end(struct content *content)
{
    if (content->fault != CONTENT_SOUND)
        return false;
    return !content->packed || content->at_end ||
           content_fail(content, CONTENT_CUT, NULL, "its gzip stream is incomplete");
}

enum content_fault content_fault(const struct content *content, const char **words)
{
    *words = content->words;
    return content->fault;
}

const char *content_advice(const struct content *content)
{
    return content->advice;
}
