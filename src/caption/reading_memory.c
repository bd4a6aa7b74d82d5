/* Owns the bound of the memory that reading a file takes, whatever the file holds (CAPTION_ROOM). */
/* SPDX-License-Identifier: MIT */
#include <malloc.h>
#include <stdlib.h>

#include "reading.h"

/* What the heap takes for a block: its own eight bytes, and no less than 32. */
static size_t block_size(size_t bytes)
{
    size_t size = (bytes + 23) / 16 * 16;
    return bytes == 0 ? 0 : size < 32 ? 32 : size;
}

bool reading_take(struct reading *r, size_t bytes)
{
    bool has_room = block_size(bytes) <= r->room;
    if (has_room)
        r->room -= block_size(bytes);
    return has_room;
}

void reading_give(struct reading *r, size_t bytes)
{
    r->room += block_size(bytes);
}

bool reading_need(struct reading *r, size_t bytes)
{
    if (!reading_take(r, bytes))
        r->full = r->starved = true;
    return !r->starved;
}

size_t reading_growth(size_t count, size_t size)
{
    return (count & (count - 1)) != 0 ? 0 : count ? count * size : size;
}

static _Thread_local struct reading *heap_of; /* whose room a library's blocks come from */

void reading_heap_begin(struct reading *r)
{
    heap_of = r;
}

void *reading_heap_grow(void *old, size_t size)
{
    size_t had = malloc_usable_size(old);
    void *block = reading_need(heap_of, size) ? realloc(old, size) : NULL;
    if (old && block)
        reading_give(heap_of, had);
    return block;
}

void *reading_heap_alloc(size_t size)
{
    return reading_heap_grow(NULL, size);
}

void reading_heap_free(void *block)
{
    if (block)
        reading_give(heap_of, malloc_usable_size(block));
    free(block);
}
