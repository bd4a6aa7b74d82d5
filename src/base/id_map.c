/* Owns the hash table from ids to numbers: open addressing with linear probing over a power of two, at most
 * half of the slots taken, so that a search always ends at a free one. Knows nothing of what an id names. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/id_map.h"

#include <stdlib.h>

#include "steno/base/mem.h"

#define SLOTS_MIN 32

struct id_map_slot {
    int64_t id;
    size_t number;
    bool taken;
};

/* The slot where the search for an id begins (Fibonacci hashing). */
static size_t id_map_home(const struct id_map *map, int64_t id)
{
    return (size_t)((uint64_t)id * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (map->slot_count - 1);
}

/* The slot after this one. */
static size_t id_map_next(const struct id_map *map, size_t at)
{
    return (at + 1) & (map->slot_count - 1);
}

/* The slot of an id, or the free one where it would go. */
static size_t id_map_seek(const struct id_map *map, int64_t id)
{
    size_t at = id_map_home(map, id);
    while (map->slots[at].taken && map->slots[at].id != id)
        at = id_map_next(map, at);
    return at;
}

/* Doubles the slots. */
static void id_map_grow(struct id_map *map)
{
    struct id_map old = *map;
    map->slot_count = old.slot_count ? old.slot_count * 2 : SLOTS_MIN;
    map->slots = mem_zero(map->slot_count, sizeof *map->slots);
    for (size_t i = 0; i < old.slot_count; i++) {
        if (old.slots[i].taken)
            map->slots[id_map_seek(map, old.slots[i].id)] = old.slots[i];
    }
    free(old.slots);
}

bool id_map_find(const struct id_map *map, int64_t id, size_t *number)
{
    if (map->count == 0)
        return false;
    const struct id_map_slot *slot = &map->slots[id_map_seek(map, id)];
    if (slot->taken)
        *number = slot->number;
    return slot->taken;
}

void id_map_put(struct id_map *map, int64_t id, size_t number)
{
    if (2 * (map->count + 1) > map->slot_count)
        id_map_grow(map);
    struct id_map_slot *slot = &map->slots[id_map_seek(map, id)];
    map->count += !slot->taken;
    *slot = (struct id_map_slot){.id = id, .number = number, .taken = true};
}

void id_map_remove(struct id_map *map, int64_t id)
{
    size_t gap = map->count > 0 ? id_map_seek(map, id) : 0;
    if (map->count == 0 || !map->slots[gap].taken)
        return;
    /* A free slot ends a search: ids after the gap that are searched for across it move into it. */
    for (size_t at = id_map_next(map, gap); map->slots[at].taken; at = id_map_next(map, at)) {
        size_t home = id_map_home(map, map->slots[at].id), mask = map->slot_count - 1;
        if (((at - home) & mask) < ((at - gap) & mask))
            continue;
        map->slots[gap] = map->slots[at];
        gap = at;
    }
    map->slots[gap] = (struct id_map_slot){0};
    map->count--;
}

void id_map_clear(struct id_map *map)
{
    free(map->slots);
    *map = (struct id_map){0};
}
