/* INI lines, as the config file and the credentials file have them.
 *
 * `key = value` lines; `[section]` lines; a line that starts with # or ; is a comment.  A value is kept
 * whole, without the blanks around it: `#`, `;` and quotes within it belong to it.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_INI_H
#define STENO_STORE_INI_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"

#define INI_FILE_MAX ((size_t)1 << 20)

struct ini_line {
    const char *path;
    int number;          /* from 1 */
    const char *section; /* "" before the first */
    const char *key;     /* NULL for a section's own line */
    const char *value;
};
/* Calls `each` for every section and key; false from it ends the reading. A missing file has no lines. */
bool ini_read(const char *path, bool (*each)(void *arg, const struct ini_line *line, struct error *err),
              void *arg, struct error *err);

/* Like ini_read() of a text in memory, which is taken apart; a byte behind it is written to. `path` names it
 * in errors. */
bool ini_read_text(const char *path, char *text, size_t len,
                   bool (*each)(void *arg, const struct ini_line *line, struct error *err), void *arg,
                   struct error *err);

#endif
