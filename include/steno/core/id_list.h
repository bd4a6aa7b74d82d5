/* Project ids as people write them: "12 15 20-30", parted by blanks or commas. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ID_LIST_H
#define STENO_CORE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/base/id_map.h"
#include "steno/base/mem.h"

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* what parts the words */

struct id_list {
    int64_t *ids; /* in the order given, each once */
    size_t count;
    size_t room;          /* for so many is there memory */
    struct id_map places; /* of the ids in `ids` */
};

/* Adds the ids of a text; on a refusal (ERROR_USAGE naming the word) the list is as it was. An empty text
 * adds none. Quick however many calls make the list. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends ids as id_list_parse reads them, as many as so many cells hold, and the first in any case:
 * "12 15 20-30 and 4 more". */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* why it is named */
};
/* Appends a line, after a line break where it is not the first: "Not sent: #3 no media, #39 read-only and 2
 * more", as many as so many cells hold. Nothing where there are none. */
void id_list_put_words(struct buffer *out, const char *before, const struct id_word *items, size_t count,
                       int cells);

#endif
