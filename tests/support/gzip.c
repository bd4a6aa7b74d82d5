/* gzip streams whose data are stored as they are: all of the format that tests need. */
/* SPDX-License-Identifier: MIT */
#include "support/gzip.h"

#include <stdint.h>

/* Appends a number, its lowest byte first. */
static void gzip_put(struct buffer *out, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buffer_append_char(out, (char)(number >> 8 * i));
}

void gzip_append(struct buffer *out, const void *data, size_t len)
{
    static const char head[10] = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
    const unsigned char *bytes = data;
    uint32_t sum = UINT32_MAX;
    buffer_append(out, head, sizeof head);
    for (size_t at = 0, take; at < len || at == 0; at += take) {
        take = len - at < UINT16_MAX ? len - at : UINT16_MAX;
        gzip_put(out, at + take == len, 1);
        gzip_put(out, (uint32_t)take, 2);
        gzip_put(out, ~(uint32_t)take, 2);
        buffer_append(out, bytes + at, take);
        if (take == 0)
            break;
    }
    for (size_t i = 0; i < len; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    gzip_put(out, ~sum, 4);
    gzip_put(out, (uint32_t)len, 4);
}
