/* Names of exported files, out of a pattern: {id} {name} {state} {ext}. */
#ifndef STENO_CORE_EXPORT_NAME_H
#define STENO_CORE_EXPORT_NAME_H

#include <stdint.h>

#include "steno/api/param.h"

/* A base name without a slash, never hidden, never empty, at most 200 bytes: blanks and anything that a shell
 * or a file system might take amiss become '_'. Unknown words in braces stay as they are. Caller frees. */
char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state, const char *ext);

/* The extension that a format id stands for: "srt" for "srt", "txt" when it is unset or no plain word. Caller
 * frees. */
char *export_name_extension(const struct param_set *params);

#endif
