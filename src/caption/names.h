/* Names that a file defines and uses: ids of cues, regions, styles. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_NAMES_H
#define STENO_SRC_CAPTION_NAMES_H

#include "reading.h"

struct name {
    const char *s; /* not ended by a zero */
    size_t len;
    struct caption_place at;
    int value;   /* what a reader keeps with it */
    bool copied; /* s is to be freed */
};

struct names {
    struct name *rows;
    size_t count;
    size_t sorted; /* rows that stand in order: names_find sees these */
};

/* Adds a name that stands in the reading's text, or a copy of one that does not, unless it was added last. */
void names_add(struct reading *r, struct names *names, const char *s, size_t len, struct caption_place at,
               int value);
void names_add_copy(struct reading *r, struct names *names, const char *s, size_t len,
                    struct caption_place at);
void names_sort(struct names *names);
/* The first row of a name in the order of the file, or NULL. */
const struct name *names_find(const struct names *names, const char *s, size_t len);
/* One error for each row whose name was there before, and one for the first use of a name that is not
 * defined. */
void names_report_repeated(struct reading *r, struct names *names, const char *what);
void names_report_missing(struct reading *r, struct names *used, struct names *defined, const char *what);
void names_free(struct names *names);

#endif
