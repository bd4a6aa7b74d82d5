/* A number that stands for bytes, however they came in pieces. It tells whether a file was edited, not who
 * did: of two texts of one length that differ in one byte, the numbers always differ. It is kept in the state
 * file, and the same on every machine. A number a byte at a time, such as FNV-1a, takes three times as long
 * as all else that an export does; no library that the program has brings more than 32 bits. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_HASH_H
#define STENO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_LANES 4

struct hash {
    uint64_t lanes[HASH_LANES]; /* eight bytes at a time go to each in turn; not folded yet */
    unsigned char rest[HASH_LANES * sizeof(uint64_t)]; /* of the last piece: less than one for each lane */
    uint64_t len;                                      /* of all bytes */
};

/* All zeros are a hash of nothing yet. */
void hash_add(struct hash *hash, const void *data, size_t len);
/* The number; more bytes may be added after. */
uint64_t hash_number(const struct hash *hash);

#endif
