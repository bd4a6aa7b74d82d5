/* Owns lists of names: which of them are there twice, and which are used and not defined. Knows no format. */
/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define SHOWN_CELLS 40 /* of a name in a message */

static int compare_text(const struct name *x, const char *s, size_t len)
{
    int order = memcmp(x->s, s, x->len < len ? x->len : len);
    return order != 0 ? order : (x->len > len) - (x->len < len);
}

static int compare_names(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    int order = compare_text(x, y->s, y->len);
    return order != 0 ? order : (x->at.byte > y->at.byte) - (x->at.byte < y->at.byte);
}

void names_sort(struct names *names)
{
    if (names->sorted < names->count)
        qsort(names->rows, names->count, sizeof *names->rows, compare_names);
    names->sorted = names->count;
}

void names_add(struct reading *r, struct names *names, const char *s, size_t len, struct caption_place at,
               int value)
{
    size_t growth = reading_growth(names->count, sizeof *names->rows);
    if (!reading_need(r, growth))
        return;
    if (growth > 0)
        names->rows = mem_grow(names->rows, names->count ? names->count * 2 : 1, sizeof *names->rows);
    names->rows[names->count++] = (struct name){.s = s, .len = len, .at = at, .value = value};
}

void names_add_copy(struct reading *r, struct names *names, const char *s, size_t len,
                    struct caption_place at)
{
    size_t before = names->count;
    if (before > 0 &&
        compare_text(&names->rows[before - 1], s, len) == 0) /* most name what the one before does */
        return;
    if (!reading_need(r, len + 1))
        return;
    names_add(r, names, s, len, at, 0);
    if (names->count > before) {
        names->rows[before].s = mem_copy_n(s, len);
        names->rows[before].copied = true;
    }
}

const struct name *names_find(const struct names *names, const char *s, size_t len)
{
    size_t low = 0, high = names->sorted;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_text(&names->rows[middle], s, len) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < names->sorted && compare_text(&names->rows[low], s, len) == 0 ? &names->rows[low] : NULL;
}

/* One error about a name, such as: the id “a” was used before. */
static void names_report(struct reading *r, const struct name *name, const char *format, const char *what)
{
    char shown[SHOWN_CELLS * 8];
    struct buffer clean;
    buffer_init(&clean, CAPTION_BYTES_MAX * 3);
    text_clean(&clean, name->s, name->len < sizeof shown ? name->len : sizeof shown);
    text_clip(shown, sizeof shown, buffer_text(&clean), SHOWN_CELLS);
    buffer_free(&clean);
    reading_remark_as(r, RULE_TAGS, LEVEL_ERROR, name->at, format, what, shown);
}

void names_report_repeated(struct reading *r, struct names *names, const char *what)
{
    names_sort(names);
    for (size_t i = 1; i < names->count; i++)
        if (compare_text(&names->rows[i - 1], names->rows[i].s, names->rows[i].len) == 0)
            names_report(r, &names->rows[i], "the %s “%s” was used before", what);
}

void names_report_missing(struct reading *r, struct names *used, struct names *defined, const char *what)
{
    names_sort(used);
    names_sort(defined);
    for (size_t i = 0; i < used->count; i++) {
        const struct name *name = &used->rows[i];
        bool first = i == 0 || compare_text(name - 1, name->s, name->len) != 0;
        if (first && !names_find(defined, name->s, name->len))
            names_report(r, name, "no %s is named “%s”: this is its first use", what);
    }
}

void names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->rows[i].copied)
            free((char *)names->rows[i].s);
    free(names->rows);
    *names = (struct names){0};
}
