/* Owns the packing of what tests send. */
/* SPDX-License-Identifier: MIT */
#include "support/gzip.h"

#include <string.h>
#include <zlib.h>

#define PIECE     65536
#define GZIP_ONLY (16 + MAX_WBITS)

/* Packs what the stream was given, to its end or as far as it was given. */
static void gzip_pump(struct buffer *out, z_stream *stream, int flush)
{
    unsigned char piece[PIECE];
    do {
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        deflate(stream, flush);
        buffer_append(out, piece, sizeof piece - stream->avail_out);
    } while (stream->avail_out == 0);
}

void gzip_append(struct buffer *out, const void *data, size_t len)
{
    z_stream stream = {0};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_ONLY, 9, Z_DEFAULT_STRATEGY);
    stream.next_in = (z_const Bytef *)data;
    stream.avail_in = (uInt)len;
    gzip_pump(out, &stream, Z_FINISH);
    deflateEnd(&stream);
}

void gzip_append_many(struct buffer *out, size_t count)
{
    static char many[PIECE];
    z_stream stream = {0};
    memset(many, 'x', sizeof many);
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_ONLY, 9, Z_DEFAULT_STRATEGY);
    do {
        size_t len = count < sizeof many ? count : sizeof many;
        stream.next_in = (z_const Bytef *)many;
        stream.avail_in = (uInt)len;
        count -= len;
        gzip_pump(out, &stream, count > 0 ? Z_NO_FLUSH : Z_FINISH);
    } while (count > 0);
    deflateEnd(&stream);
}
