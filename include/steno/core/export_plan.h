/* Which files an export would write, and the question before: one for all of them. A plan is made of what was
 * looked for, and is pure. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPORT_PLAN_H
#define STENO_CORE_EXPORT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/rows.h"

/* What stands at the path of a file. */
enum export_found {
    EXPORT_NEW,     /* nothing, or what is no file */
    EXPORT_OLD,     /* what steno wrote, byte for byte; its project changed since */
    EXPORT_CURRENT, /* the same of a project that did not change */
    EXPORT_EDITED,  /* steno wrote it, and it was changed since */
    EXPORT_FOREIGN, /* steno did not write it */
    EXPORT_FOUNDS
};

struct export_item {
    int64_t id, version; /* of the project, as last read; version -1 unknown */
    char *path;          /* of the file; owned */
    char *bar;           /* why it cannot be exported, in a word: its state; owned, NULL: it can be */
    /* looked for */
    enum export_found file;
};

/* What is to be looked for, and what was found. */
struct export_plan {
    struct export_item *items; /* owned */
    size_t count;
    struct ledger ledger; /* of these projects */
    char *trouble;        /* why nothing can be written into the folder of the first one; NULL: it can be */
    /* made of it */
    size_t can;
    size_t files[EXPORT_FOUNDS]; /* of those that can, by what stands there */
};

/* Of two items with one path the later one cannot be exported; counts the others. */
void export_plan_make(struct export_plan *plan);
void export_plan_clear(struct export_plan *plan);
/* Would a file go that is not an older one of steno's, or is a project left out? */
bool export_plan_asks(const struct export_plan *plan);
/* Does a file exist? */
bool export_plan_replaces(const struct export_plan *plan);
/* "3 of 12 files exist: y replaces them". Caller frees. */
char *export_plan_words(const struct export_plan *plan);
/* What is to be known of them, a line each, in so many cells. Caller frees; NULL for nothing. */
char *export_plan_note(const struct export_plan *plan, int cells);
/* "Not exported: #3 None, #39 read-only". Caller frees; NULL where all can be. */
char *export_plan_bars(const struct export_plan *plan, const char *words, int cells);

#endif
