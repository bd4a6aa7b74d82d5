/* Ids of projects: as people write them, "12 15 20-30", parted by blanks or commas; and a map that tells in
 * which row of an array an id stands. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_IDS_H
#define STENO_CORE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

/* A zeroed struct is an empty map. */
struct id_map {
    void *root;
    size_t count; /* of ids */
};

bool id_map_find(const struct id_map *map, int64_t id, size_t *number); /* false: *number is left alone */
void id_map_put(struct id_map *map, int64_t id, size_t number);         /* or gives it another number */
void id_map_remove(struct id_map *map, int64_t id);                     /* an unknown id is fine */
void id_map_clear(struct id_map *map); /* frees its memory; it can be used again */

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* what parts the words */

struct id_list {
    int64_t *ids; /* in the order given, each once */
    size_t count, room;
    struct id_map places; /* of the ids in `ids` */
};

/* Adds the ids of a text; on a refusal (ERROR_USAGE naming the word) the list is as it was. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends "12 15 20-30 and 4 more": as many as so many cells hold, and the first in any case. */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* why it is named, "" for nothing */
};
/* "Not sent: #3 no media, #39 read-only and 2 more": as many as so many cells hold. Frees `items`; NULL where
 * there are none, else the caller frees it. */
char *id_list_words(const char *before, struct id_word *items, size_t count, int cells);

#endif
