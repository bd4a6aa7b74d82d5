/* Owns the number that stands for bytes. Knows no file. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/hash.h"

#include <endian.h>
#include <string.h>

#define PRIME UINT64_C(0x9e3779b97f4a7c15)

/* What all bytes so far are to a lane, or to the number. This and each step can be undone, so that no
 * difference gets lost. */
static uint64_t hash_fold(uint64_t lane)
{
    return lane ^ lane >> 32;
}

/* A lane is folded by the step after, beside its word: the processor waits for one operation less. */
static uint64_t hash_step(uint64_t lane, uint64_t word)
{
    return (lane ^ word ^ lane >> 32) * PRIME;
}

/* The next word of a lane. */
static uint64_t hash_word(const unsigned char *at, int lane)
{
    uint64_t word;
    memcpy(&word, at + (size_t)lane * sizeof word, sizeof word);
    return le64toh(word);
}

/* Takes so many bytes, of which each lane gets as much. The lanes are apart meanwhile, in registers. */
static void hash_take(struct hash *hash, const unsigned char *at, size_t len)
{
    uint64_t a = hash->lanes[0], b = hash->lanes[1], c = hash->lanes[2], d = hash->lanes[3];
    for (const unsigned char *end = at + len; at < end; at += HASH_LANES * sizeof a) {
        a = hash_step(a, hash_word(at, 0));
        b = hash_step(b, hash_word(at, 1));
        c = hash_step(c, hash_word(at, 2));
        d = hash_step(d, hash_word(at, 3));
    }
    memcpy(hash->lanes, (uint64_t[HASH_LANES]){a, b, c, d}, sizeof hash->lanes);
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
        number = hash_fold((number ^ hash_fold(whole.lanes[i])) * PRIME);
    return number;
}
