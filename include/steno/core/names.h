/* Names: of exported files, out of a pattern; which of them exist; of presets; and the one that was probably
 * meant. Pure. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_NAMES_H
#define STENO_CORE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/core/rows.h"

/* --- of exported files --- */

/* Has a pattern only {id} {name} {state} {ext} in braces? False with ERROR_USAGE. */
bool export_name_check_pattern(const char *pattern, struct error *err);
/* Has it something in it that only the project says, {name} or {state}? */
bool export_name_needs_project(const char *pattern);

/* A base name without a slash, never hidden, never empty, at most 200 bytes: blanks and anything that a shell
 * or a file system might take amiss become '_'. {ext} stays: what arrives says what it is. Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state);
/* The path with {ext} of its base name filled in: by the format that was asked for where that is a plain
 * word, else by the content type, else "txt". info NULL: before an answer. Caller frees. */
char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info);
/* Is the name known before an answer: no {ext}, or a format was asked for? Then an existing file is seen
 * before anything is sent. */
bool export_name_is_certain(const char *path, const struct param_set *params);

/* The format that a FileFormatId or a file name's suffix stands for; "" where it stands for none. */
const char *export_name_format(const char *name);
/* The format that the suffix of a name stands for, where another one, or none, is asked for; else NULL. */
const char *export_name_other_format(const char *path, const struct param_set *params);

extern const char export_name_empty[]; /* said of an export whose file came whole, and empty */

/* --- which files an export would write, and one question for all of them --- */

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
    enum export_found file;
};

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

/* --- of presets --- */

#define PRESET_NAME_MAX 64                /* characters */
char *preset_name_trim(const char *text); /* without the blanks around it; caller frees */
/* Trimmed; NULL with the reason unless it has 1 to 64 printable characters and no house style has this name.
 */
char *preset_name_check(const char *text, struct error *err);

/* --- "did you mean" --- */

struct nearest {
    const char *typed;
    char best[80]; /* "" while nothing is near enough */
    int distance;
};
void nearest_start(struct nearest *nearest, const char *typed);
/* The first of the nearest ones stays. One that has the typed word is the nearest: file-format-id for format.
 */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
