/* A look into state.db, for the completion of a line: nothing is written, made or waited
 * for, and where the file cannot be read so, there is nothing to see. Before the program opens the file: a
 * look drops its locks. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_PEEK_H
#define STENO_STORE_PEEK_H

#include <stddef.h>

#include "steno/store/store.h"

#define PEEK_ROWS_MAX 500

enum peek_kind {
    PEEK_PROJECTS, /* the watchlist: id; state and name */
    PEEK_PRESETS   /* name; "enqueue" or "export" */
};

struct peek_row {
    char *name, *help; /* as they stand there */
};

struct peek_rows {
    struct peek_row rows[PEEK_ROWS_MAX];
    size_t count;
};

/* The first rows of the scope whose name begins with `prefix`; of presets those of `table`, "" for all.
 */
void peek_read(struct peek_rows *rows, const struct store_config *config, enum peek_kind kind,
               const char *prefix, const char *table);
void peek_rows_free(struct peek_rows *rows);

#endif
