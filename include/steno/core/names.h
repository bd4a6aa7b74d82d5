/* Names of exported files (from a pattern) and what already exists there, names of presets, and the nearest
 * name to a mistyped one. No I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_NAMES_H
#define STENO_CORE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/core/rows.h"

/* --- of exported files --- */

/* Is the pattern valid: not empty, no slash, in braces only id, name, state or ext? If not, ERROR_USAGE. */
bool export_name_check_pattern(const char *pattern, struct error *err);
/* Does the pattern contain {name} or {state}, for which the project must be known? */
bool export_name_needs_project(const char *pattern);

/* A base name of at most 200 bytes, without a slash, not hidden and not empty. Blanks and characters that are
 * unsafe in a shell or a file system become '_'. {ext} is kept for export_name_close(). Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state);
/* The path with {ext} in its base name replaced: by the requested format if that is a plain word, else by the
 * content type, else by "txt". info NULL: before an answer. Caller frees. */
char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info);
/* Is the name known before an answer: no {ext}, or a format is requested? Then steno can check for an
 * existing file before it sends anything. */
bool export_name_is_certain(const char *path, const struct param_set *params);

/* The format that a FileFormatId or a file suffix means; "" for none. */
const char *export_name_format(const char *name);
/* The format that the name's suffix means, if another format or none is requested; else NULL. */
const char *export_name_other_format(const char *path, const struct param_set *params);

extern const char export_name_empty[]; /* for messages about an export of an empty file */

/* --- which files an export would write, and one question about all of them --- */

/* What exists at the path of a file. */
enum export_found {
    EXPORT_NEW,     /* nothing, or no regular file */
    EXPORT_OLD,     /* written by steno, unchanged; the project changed since */
    EXPORT_CURRENT, /* written by steno, unchanged; the project did not change */
    EXPORT_EDITED,  /* written by steno, but edited since */
    EXPORT_FOREIGN, /* not written by steno */
    EXPORT_FOUNDS
};

struct export_item {
    int64_t id, version; /* of the project at the last reading; version -1 unknown */
    char *path;          /* of the file; owned */
    char *bar;           /* short reason why the project cannot be exported; NULL: it can be; owned */
    enum export_found file;
};

struct export_plan {
    struct export_item *items; /* owned */
    size_t count;
    struct ledger ledger; /* of these projects */
    char *trouble;        /* why steno cannot write to the first item's folder; NULL: it can */
    /* set by export_plan_make() */
    size_t can;                  /* number of projects that can be exported */
    size_t files[EXPORT_FOUNDS]; /* these projects, counted by what exists at their path */
};

/* Sets the counts. If two items have the same path, the later one cannot be exported. */
void export_plan_make(struct export_plan *plan);
void export_plan_clear(struct export_plan *plan);
/* Is a question needed: would a file other than steno's own old one be replaced, or is a project left out? */
bool export_plan_asks(const struct export_plan *plan);
/* Would any file be replaced? */
bool export_plan_replaces(const struct export_plan *plan);
/* "3 of 12 files exist: y replaces them". Caller frees. */
char *export_plan_words(const struct export_plan *plan);
/* Warnings for the question (edited files, foreign files, left-out projects), a line each, cut to `cells`.
 * Caller frees; NULL for none. */
char *export_plan_note(const struct export_plan *plan, int cells);
/* "Not exported: #3 None, #39 read-only". Caller frees; NULL when all can be exported. */
char *export_plan_bars(const struct export_plan *plan, const char *words, int cells);

/* --- of presets --- */

#define PRESET_NAME_MAX 64                /* characters */
char *preset_name_trim(const char *text); /* without blanks at both ends; caller frees */
/* The trimmed name; NULL with the reason if not 1 to 64 printable characters, or a house style's name. */
char *preset_name_check(const char *text, struct error *err);

/* --- "did you mean" --- */

struct nearest {
    const char *typed;
    char best[80]; /* "" while no name is near enough */
    int distance;
};
void nearest_start(struct nearest *nearest, const char *typed);
/* Keeps the nearest name so far (the first one, if several are equally near). A name that contains the typed
 * text as a word, such as file-format-id for format, is the nearest. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
