/* Owns the number that stands for bytes. Knows no file. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/hash.h"

#include <endian.h>
#include <string.h>

#define PRIME UINT64_C(0x9e3779b97f4a7c15)

/* Each step can be undone, so that no difference gets lost. */
static uint64_t hash_mix(uint64_t number, uint64_t word)
{
    number = (number ^ word) * PRIME;
    return number ^ number >> 32;
}

/* Takes so many bytes, of which each lane gets as much. The lanes are apart meanwhile, in registers. */
static void hash_take(struct hash *hash, const unsigned char *at, size_t len)
{
    uint64_t lanes[HASH_LANES], words[HASH_LANES];
    memcpy(lanes, hash->lanes, sizeof lanes);
    for (const unsigned char *end = at + len; at < end; at += sizeof words) {
        memcpy(words, at, sizeof words);
        lanes[0] = hash_mix(lanes[0], le64toh(words[0]));
        lanes[1] = hash_mix(lanes[1], le64toh(words[1]));
        lanes[2] = hash_mix(lanes[2], le64toh(words[2]));
        lanes[3] = hash_mix(lanes[3], le64toh(words[3]));
    }
    memcpy(hash->lanes, lanes, sizeof lanes);
}

void hash_add(struct hash *hash, const void *data, size_t len)
{
    const unsigned char *at = data;
    size_t held = hash->len % sizeof hash->rest;
    hash->len += len;
    if (held > 0 && held + len >= sizeof hash->rest) {
        size_t missing = sizeof hash->rest - held;
        memcpy(hash->rest + held, at, missing);
        hash_take(hash, hash->rest, sizeof hash->rest);
        at += missing;
        len -= missing;
        held = 0;
    }
    size_t whole = held > 0 ? 0 : len - len % sizeof hash->rest;
    hash_take(hash, at, whole);
    memcpy(hash->rest + held, at + whole, len - whole);
}

uint64_t hash_number(const struct hash *hash)
{
    struct hash whole = *hash;
    size_t held = hash->len % sizeof hash->rest;
    uint64_t number = hash->len;
    memset(whole.rest + held, 0, sizeof whole.rest - held);
    hash_take(&whole, whole.rest, sizeof whole.rest);
    for (int i = 0; i < HASH_LANES; i++)
        number = hash_mix(number, whole.lanes[i]);
    return number;
}
