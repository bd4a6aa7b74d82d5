/* The columns of the watchlist, in one table: what each is called in the setting `columns`, in its heading
 * and where a list is sorted by it, how wide it is, and which of them a list of some width has. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COLUMN_H
#define STENO_CORE_COLUMN_H

#include <stdbool.h>

enum column {
    COLUMN_ADDED, /* the order in which projects were added, as long as no other was chosen */
    COLUMN_ID,
    COLUMN_STATE,
    COLUMN_SINCE,
    COLUMN_LENGTH,
    COLUMN_NOTE,
    COLUMN_NAME,
    COLUMN_TAGS,
    COLUMN_EXPIRES,
    COLUMN_LANGUAGE,
    COLUMN_EXPORTED,
    COLUMN_LABEL,
    COLUMN_CHANGED,
    COLUMN_AUTHOR,
    COLUMN_COUNT
};

struct column_def {
    const char *name; /* "since" */
    const char *head; /* "Since" */
    int cells;        /* of the name: 0, it takes what is left */
    bool is_right;    /* drawn to the right of its cells */
    char key;         /* that sorts by it, '\0' for none */
    bool is_down;     /* the newest comes first, unless it is reversed */
};

extern const struct column_def column_defs[COLUMN_COUNT];

/* The column with this name; COLUMN_COUNT for none. */
enum column column_find(const char *name);

/* "since", "since-": a column that a list can be sorted by, and whether its values fall: reversed with a
 * dash. False: there is none. */
bool column_sort_parse(const char *text, enum column *column, bool *is_down);
extern const char column_sort_names[]; /* "id state …" */

/* Where the columns of a list begin, and how wide they are; cells 0: not there. */
struct column_grid {
    struct {
        int x, cells;
    } at[COLUMN_COUNT];
};

#define COLUMN_GUTTER 2 /* cells before the first one: cursor and mark */

/* Id and state always, then those of the setting, in its order, as long as the name keeps its cells; it has
 * the rest. The width alone says which are there, never what is in them, nor how long the ids are. */
void column_place(struct column_grid *grid, const char *columns, int width, int id_cells);

#endif
