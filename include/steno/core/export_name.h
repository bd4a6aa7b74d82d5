/* Names of exported files, out of a pattern: {id} {name} {state} {ext}; and what is said of an empty one. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPORT_NAME_H
#define STENO_CORE_EXPORT_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/download.h"
#include "steno/api/param.h"

/* Can a pattern that was given be filled? False with ERROR_USAGE. */
bool export_name_check_pattern(const char *pattern, struct error *err);

/* Has the pattern something in it that only the project says, {name} or {state}? */
bool export_name_needs_project(const char *pattern);

/* A base name without a slash, never hidden, never empty, at most 200 bytes: blanks and anything that a shell
 * or a file system might take amiss become '_'. {ext} stays, as other words in braces do: what arrives says
 * what it is. Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state);

/* The path with {ext} of its base name filled in: by the format that was asked for where that is a plain
 * word, else the name that the server gave unless a system would run such a file, else the content type, else
 * "txt". info NULL: before an answer. Caller frees. */
char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info);

/* Is the name known before an answer, as far as that can be: no {ext}, or a format was asked for? Then an
 * existing file is seen before anything is sent. */
bool export_name_is_certain(const char *path, const struct param_set *params);

/* The format that the suffix of a name stands for, where another one, or none, is asked for; a suffix that is
 * not known here counts as the right one. NULL otherwise. */
const char *export_name_other_format(const char *path, const struct param_set *params);

/* Said of an export whose file came whole, and empty. */
extern const char export_name_empty[];

#endif
