/* Names: of exported files, out of a pattern; of presets; and the one that was probably meant. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_NAMES_H
#define STENO_CORE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"

/* --- of exported files --- */

/* Can a pattern that was given be filled: has it only {id} {name} {state} {ext} in braces? False with
 * ERROR_USAGE. */
bool export_name_check_pattern(const char *pattern, struct error *err);
/* Has the pattern something in it that only the project says, {name} or {state}? */
bool export_name_needs_project(const char *pattern);

/* A base name without a slash, never hidden, never empty, at most 200 bytes: blanks and anything that a shell
 * or a file system might take amiss become '_'. {ext} stays, as other words in braces do: what arrives says
 * what it is. Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state);

/* The path with {ext} of its base name filled in: by the format that was asked for where that is a plain
 * word, else by the content type, else "txt". info NULL: before an answer. Caller frees. */
char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info);
/* Is the name known before an answer, as far as that can be: no {ext}, or a format was asked for? Then an
 * existing file is seen before anything is sent. */
bool export_name_is_certain(const char *path, const struct param_set *params);

/* The format that a FileFormatId or a file name's suffix stands for; "" where it stands for none. */
const char *export_name_format(const char *name);
/* The format that the suffix of a name stands for, where another one, or none, is asked for; a suffix that is
 * not known here counts as the right one. NULL otherwise. */
const char *export_name_other_format(const char *path, const struct param_set *params);

/* Said of an export whose file came whole, and empty. */
extern const char export_name_empty[];

/* --- of presets --- */

#define PRESET_NAME_MAX 64 /* characters */
/* The name without the blanks around it, whatever it is; caller frees. */
char *preset_name_trim(const char *text);
/* Like preset_name_trim(); NULL with the reason unless it has 1 to 64 printable characters then and none of
 * the house styles has this name. */
char *preset_name_check(const char *text, struct error *err);

/* --- "did you mean" --- */

struct nearest {
    const char *typed;
    char best[80]; /* "" while nothing is near enough */
    int distance;
};
void nearest_start(struct nearest *nearest, const char *typed);
/* Offers one candidate; the first of the nearest ones stays. One with the typed word among its own is the
 * nearest: file-format-id for format. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
