/* Owns the number that stands for bytes. Knows no file. */
#include "steno/base/hash.h"

#define PRIME UINT64_C(0x100000001b3)

uint64_t hash_add(uint64_t hash, const void *data, size_t len)
{
    const unsigned char *at = data;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * PRIME;
    return hash;
}
