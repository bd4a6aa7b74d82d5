/* A map from ids to numbers: in which row of an array an id stands.
 *
 * A zeroed struct is an empty map. Any id and any number can be in it. To find, put
 * or remove one takes constant time on average, however many there are.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_ID_MAP_H
#define STENO_BASE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_map {
    struct id_map_slot *slots; /* private to the module */
    size_t slot_count;
    size_t count; /* of ids */
};

/* False when the id is not there; *number is left alone then. */
bool id_map_find(const struct id_map *map, int64_t id, size_t *number);
/* Enters the id, or gives it another number. */
void id_map_put(struct id_map *map, int64_t id, size_t number);
/* An unknown id is fine. */
void id_map_remove(struct id_map *map, int64_t id);
/* Removes all ids and frees the memory; the map can be used again. */
void id_map_clear(struct id_map *map);

#endif
