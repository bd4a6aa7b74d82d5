/* Owns how people write project ids, and the map from ids to numbers, which is a tree of libc. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/ids.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

struct id_map_entry {
    int64_t id;
    size_t number;
};

static int id_map_compare(const void *a, const void *b)
{
    int64_t one = ((const struct id_map_entry *)a)->id, other = ((const struct id_map_entry *)b)->id;
    return (one > other) - (one < other);
}

bool id_map_find(const struct id_map *map, int64_t id, size_t *number)
{
    struct id_map_entry **found = tfind(&(struct id_map_entry){.id = id}, &map->root, id_map_compare);
    if (found)
        *number = (*found)->number;
    return found != NULL;
}

void id_map_put(struct id_map *map, int64_t id, size_t number)
{
    struct id_map_entry *entry = mem_alloc(sizeof *entry), **found;
    *entry = (struct id_map_entry){id, number};
    found = tsearch(entry, &map->root, id_map_compare);
    if (!found)
        abort(); /* no memory for its node */
    if (*found == entry) {
        map->count++;
        return;
    }
    **found = *entry;
    free(entry);
}

void id_map_remove(struct id_map *map, int64_t id)
{
    struct id_map_entry **found = tfind(&(struct id_map_entry){.id = id}, &map->root, id_map_compare),
                        *entry = found ? *found : NULL;
    if (!entry)
        return;
    tdelete(entry, &map->root, id_map_compare);
    free(entry);
    map->count--;
}

void id_map_clear(struct id_map *map)
{
    tdestroy(map->root, free);
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

/* Adds the ids of one word, "12" or "20-30", each once. */
static bool id_list_add(struct id_list *list, const char *word, struct error *err)
{
    int64_t first, last;
    size_t at;
    const char *dash = word[0] ? strchr(word + 1, '-') : NULL;
    char *left = mem_copy_n(word, dash ? (size_t)(dash - word) : strlen(word));
    bool is_read = text_parse_int(left, &first) && text_parse_int(dash ? dash + 1 : left, &last);
    free(left);
    if (!is_read)
        return id_refuse(err, word, " is not an id: write numbers such as 12 15 20-30");
    if (first < 1 || last < 1)
        return id_refuse(err, word, " is not an id: ids begin with 1");
    if (first > last)
        return id_refuse(err, word, " is a reversed range: use 20-30, not 30-20");
    for (int64_t i = 0; i <= last - first; i++) {
        if (id_map_find(&list->places, first + i, &at))
            continue;
        if (list->count == ID_LIST_MAX || last - first >= ID_LIST_MAX)
            return id_refuse(err, word, ": too many ids (limit " LIMIT_TEXT ")");
        if (list->count == list->room) {
            list->room = list->room ? 2 * list->room : FIRST_ROOM;
            list->ids = mem_grow(list->ids, list->room, sizeof *list->ids);
        }
        id_map_put(&list->places, first + i, list->count);
        list->ids[list->count++] = first + i;
    }
    return true;
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
