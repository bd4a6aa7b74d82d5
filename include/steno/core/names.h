/* Names of exported files (from a pattern), the question about files that exist already, names of presets,
 * and the known name nearest to a mistyped one. No I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_NAMES_H
#define STENO_CORE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/core/rows.h"

/* --- names of exported files --- */

/* Checks a pattern. ERROR_USAGE: it is empty, has a slash, or has unknown text in braces. */
bool export_name_check_pattern(const char *pattern, struct error *err);
/* True if the pattern contains {name} or {state}, because these are known only after a read. */
bool export_name_needs_project(const char *pattern);

/* Makes a base name of 1 to 200 bytes, without a slash and not hidden. Blanks and characters that are unsafe
 * in a shell or a file system become '_'. Keeps {ext} for export_name_close(). Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state);
/* Replaces {ext} in the base name of a path by the requested format, if the format is a plain word. Else uses
 * an extension for the content type, or "txt". `info` is NULL before the answer. Caller frees. */
char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info);
/* True if the name is known before the answer: it has no {ext}, or a format is requested. In this case steno
 * looks for an existing file before the request. */
bool export_name_is_certain(const char *path, const struct param_set *params);

/* Returns the format that a FileFormatId or a file suffix means: "srt" for "subrip"; "": unknown. */
const char *export_name_format(const char *name);
/* Returns the format of the path's suffix if `params` requests a different format or none. NULL: both formats
 * are the same, or one is unknown. */
const char *export_name_other_format(const char *path, const struct param_set *params);

#define EXPORT_NAME_EMPTY "an empty file (0 bytes)"

/* --- which files an export would write, and one question about all of them --- */

/* What exists at the path to which an export would write. */
enum export_found {
    EXPORT_NEW,     /* no file, or something that is not a regular file */
    EXPORT_OLD,     /* written by steno; only the project has changed since */
    EXPORT_CURRENT, /* written by steno; neither file nor project changed */
    EXPORT_EDITED,  /* written by steno, but edited since */
    EXPORT_FOREIGN, /* not written by steno */
    EXPORT_FOUNDS
};

struct export_item {
    int64_t id, version; /* id of the project; its version number in the last reading, -1: unknown */
    char *path;          /* path of the file; owned */
    char *bar;           /* why the project cannot be exported, in short; NULL: it can be exported; owned */
    enum export_found file;
};

struct export_plan {
    struct export_item *items; /* owned */
    size_t count;
    struct ledger ledger; /* files that steno exported from these projects before */
    char *trouble;        /* why steno cannot write to the first item's folder; NULL: steno can write there */
    /* set by export_plan_make() */
    size_t can;                  /* number of projects that can be exported */
    size_t files[EXPORT_FOUNDS]; /* how many of these projects have each kind of file */
};

/* Counts the projects. If two items have the same path, sets the `bar` of the later one. */
void export_plan_make(struct export_plan *plan);
void export_plan_clear(struct export_plan *plan);
/* True if the operator must be asked: a project is left out, or an existing file is not EXPORT_OLD. */
bool export_plan_asks(const struct export_plan *plan);
bool export_plan_replaces(const struct export_plan *plan);
/* Returns the question: "3 of 12 files exist: y replaces them". Caller frees. */
char *export_plan_words(const struct export_plan *plan);
/* Returns warnings for the question, one a line, cut to `cells`. They are about edited files, files not
 * written by steno, and projects left out. NULL: no warnings. Caller frees. */
char *export_plan_note(const struct export_plan *plan, int cells);
/* Returns `words` and the projects left out: "Not exported: #3 None, #39 read-only". NULL: all projects can
 * be exported. Caller frees. */
char *export_plan_bars(const struct export_plan *plan, const char *words, int cells);

/* --- names of presets --- */

#define PRESET_NAME_MAX 64                /* characters */
char *preset_name_trim(const char *text); /* a copy without blanks at both ends; caller frees */
/* Returns the trimmed name. It must have 1 to 64 printable characters and differ from the house styles; else
 * NULL with err. */
char *preset_name_check(const char *text, struct error *err);

/* --- "did you mean" --- */

struct nearest {
    const char *typed;
    char best[80]; /* "" while no name is near enough */
    int distance;
};
void nearest_start(struct nearest *nearest, const char *typed);
/* Puts `name` into `best` if it is nearer to the typed text than all earlier names. Of equally near names the
 * first is kept, but a shorter name that begins with the typed text replaces it. A name with the typed text
 * as one of its words is nearest: file-format-id for format. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
