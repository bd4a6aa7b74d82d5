/* Owns how people write project ids, and the hash table from ids to numbers: open addressing with linear
 * probing over a power of two, at most half of the slots taken, so that a search always ends at a free one.
 */
/* SPDX-License-Identifier: MIT */
#include "steno/core/ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

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

/* --- as people write them --- */

#define FIRST_ROOM 16
#define LIMIT_TEXT "100000"
_Static_assert(ID_LIST_MAX == 100000, "the sentence names the number");

/* Fails with a sentence that begins with the word, cleaned and cut. */
static bool id_refuse(struct error *err, const char *word, const char *why)
{
    char cut[200];
    text_clip(cut, sizeof cut, word, 40);
    char *shown = text_clean_copy(cut);
    error_set(err, ERROR_USAGE, "“%s”%s", shown, why);
    free(shown);
    return false;
}

/* Reads "12" or "20-30". */
static bool id_parse_word(const char *word, int64_t *first, int64_t *last, struct error *err)
{
    const char *dash = word[0] ? strchr(word + 1, '-') : NULL;
    char *left = mem_copy_n(word, dash ? (size_t)(dash - word) : strlen(word));
    bool is_read = text_parse_int(left, first) && text_parse_int(dash ? dash + 1 : left, last);
    free(left);
    if (!is_read)
        return id_refuse(err, word, " is not an id: write numbers such as 12 15 20-30");
    if (*first < 1 || *last < 1)
        return id_refuse(err, word, " is not an id: ids begin with 1");
    if (*first > *last)
        return id_refuse(err, word, " is a reversed range: use 20-30, not 30-20");
    return true;
}

/* Adds the ids of one word, each once. */
static bool id_list_add(struct id_list *list, const char *word, struct error *err)
{
    int64_t first, last;
    size_t at;
    if (!id_parse_word(word, &first, &last, err))
        return false;
    bool fits = last - first < ID_LIST_MAX;
    for (int64_t count = fits ? last - first + 1 : 0, i = 0; i < count && fits; i++) {
        if (id_map_find(&list->places, first + i, &at))
            continue;
        if (list->count == list->room) {
            list->room = list->room ? 2 * list->room : FIRST_ROOM;
            list->ids = mem_grow(list->ids, list->room, sizeof *list->ids);
        }
        fits = list->count < ID_LIST_MAX;
        if (fits) {
            id_map_put(&list->places, first + i, list->count);
            list->ids[list->count++] = first + i;
        }
    }
    return fits || id_refuse(err, word, ": too many ids (limit " LIMIT_TEXT ")");
}

bool id_list_parse(struct id_list *list, const char *text, struct error *err)
{
    size_t before = list->count, len;
    for (const char *at = text + strspn(text, ID_LIST_BETWEEN); *at;
         at += len + strspn(at + len, ID_LIST_BETWEEN)) {
        len = strcspn(at, ID_LIST_BETWEEN);
        char *word = mem_copy_n(at, len);
        bool ok = id_list_add(list, word, err);
        free(word);
        if (!ok) {
            while (list->count > before)
                id_map_remove(&list->places, list->ids[--list->count]);
            return false;
        }
    }
    return true;
}

void id_list_free(struct id_list *list)
{
    free(list->ids);
    id_map_clear(&list->places);
    *list = (struct id_list){0};
}

/* The word that begins at this id: "12", or "20-30" with those that follow it. Returns where the next begins.
 */
static size_t id_list_word(char *out, size_t size, const int64_t *ids, size_t count, size_t at)
{
    size_t last = at;
    while (last + 1 < count && ids[last + 1] - 1 == ids[last]) /* ids are from 1 */
        last++;
    int len = snprintf(out, size, "%" PRId64, ids[at]);
    if (last > at)
        snprintf(out + len, size - (size_t)len, "-%" PRId64, ids[last]);
    return last + 1;
}

void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells)
{
    char word[48];
    int whole = -1, used = -1; /* no blank stands before the first */
    for (size_t i = 0; i < count && whole <= cells; whole += 1 + (int)strlen(word))
        i = id_list_word(word, sizeof word, ids, count, i);
    int more = whole > cells ? snprintf(NULL, 0, " and %zu more", count) : 0;
    for (size_t i = 0, next; i < count; i = next) {
        next = id_list_word(word, sizeof word, ids, count, i);
        used += 1 + (int)strlen(word);
        if (i > 0 && used > cells - (next < count ? more : 0)) {
            buffer_printf(out, " and %zu more", count - i);
            return;
        }
        buffer_printf(out, "%s%s", i ? " " : "", word);
    }
}

char *id_list_words(const char *before, struct id_word *items, size_t count, int cells)
{
    struct buffer out;
    int used = text_width(before), whole = used - 2;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count && whole <= cells; i++)
        whole += snprintf(NULL, 0, ", #%" PRId64 " ", items[i].id) + text_width(items[i].word);
    int more = whole > cells ? snprintf(NULL, 0, " and %zu more", count) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = items[i].word, *between = i ? ", " : before;
        used += snprintf(NULL, 0, "%s#%" PRId64 " ", i ? ", " : "", items[i].id) + text_width(word);
        if (i > 0 && used > cells - (i + 1 < count ? more : 0)) {
            buffer_printf(&out, " and %zu more", count - i);
            break;
        }
        buffer_printf(&out, "%s#%" PRId64 "%s%s", between, items[i].id, *word ? " " : "", word);
    }
    free(items);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}
