/* A number that stands for bytes: FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv. It tells
 * whether a file was edited, not who did: of two texts of one length that differ in one byte, the numbers
 * always differ.  No library that the program has brings more than 32 bits. */
#ifndef STENO_BASE_HASH_H
#define STENO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* The number of the bytes so far and of these. */
uint64_t hash_add(uint64_t hash, const void *data, size_t len);

#endif
