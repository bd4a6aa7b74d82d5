/* Which files an export would write, and the question before: what is in no doubt, and what only who wants
 * all overwrites. A plan is made of what was looked for, and is pure. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPORT_PLAN_H
#define STENO_CORE_EXPORT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/when.h"
#include "steno/core/ledger.h"

/* What stands at the path of a file. */
enum export_found {
    EXPORT_NEW,     /* nothing, or what is no file */
    EXPORT_OLD,     /* what steno wrote, byte for byte; its project changed since */
    EXPORT_CURRENT, /* the same of a project that did not change */
    EXPORT_EDITED,  /* steno wrote it, and it was changed since */
    EXPORT_FOREIGN, /* steno did not write it */
    EXPORT_UNREAD,  /* made: nothing, or what is old; but whether the project is ready is not known */
    EXPORT_FOUNDS
};

struct export_item {
    int64_t id, version; /* of the project, as last read; version -1 unknown */
    char *path;          /* of the file; owned */
    char *bar;           /* why it cannot be exported, in a word: its state; owned, NULL: it can be */
    bool is_hidden;      /* by the filter */
    bool is_unread;      /* its state is not known */
    /* looked for */
    enum export_found file;
    int64_t edited_ms; /* when it was last changed, of one that is EDITED or FOREIGN */
    int64_t bytes;     /* of the project's last export, 0: none */
    /* made */
    bool is_by_y;
};

/* What is to be looked for, and what was found. */
struct export_look {
    struct export_item *items;
    size_t count;
    struct ledger ledger; /* of these projects */
    char *folder;         /* of the first one, absolute and without links; NULL: it is not there */
    char *trouble;        /* why nothing can be written into that; NULL: it can be */
};

void export_look_clear(struct export_look *look);

/* Where the files go, in words. */
struct export_words {
    const char *format;  /* "srt", "" for what the server chooses */
    const char *folder;  /* "" for where steno was started */
    const char *pattern; /* of their names */
    int64_t now_ms;
    enum date_zone zone;
    int cells; /* of a line */
};

struct export_plan {
    struct export_item *items; /* borrowed */
    size_t count, can, by_y, hidden;
    size_t files[EXPORT_FOUNDS]; /* of those that can, by what stands there */
};

/* Two of one path: the later one cannot be exported. */
struct export_plan export_plan_make(struct export_item *items, size_t count);
/* Is there something to be asked? */
bool export_plan_asks(const struct export_plan *plan);
/* "Export 7 of 9 projects as srt to /srv/subs". Caller frees. */
char *export_plan_heading(const struct export_plan *plan, const struct export_words *words);
/* What follows, a line each. Caller frees. */
char *export_plan_note(const struct export_plan *plan, const struct export_words *words);
/* "Not exported: #3 None, #39 read-only". Caller frees; NULL where all can be. */
char *export_plan_bars(const struct export_plan *plan, const char *words, int cells);
/* Why an item is not written though it could be: "up to date", "edited here"; static. */
const char *export_plan_left(enum export_found file);

#endif
