/* core/rows: which columns a width has, in which order, and which words the setting takes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

/* The names of the columns from the left, as "id state name". */
static const char *names(const char *columns, int width, int id_cells)
{
    static char out[256];
    struct column_grid grid;
    size_t len = 0;
    column_place(&grid, columns, width, id_cells);
    *out = '\0';
    for (int x = 0; x < width; x++) {
        for (int i = 0; i < COLUMN_COUNT; i++) {
            if (grid.at[i].cells && grid.at[i].x == x)
                len += (size_t)snprintf(out + len, sizeof out - len, "%s%s", len ? " " : "",
                                        column_defs[i].name);
        }
    }
    return out;
}

static int name_cells(const char *columns, int width, int id_cells)
{
    struct column_grid grid;
    column_place(&grid, columns, width, id_cells);
    return grid.at[COLUMN_NAME].cells;
}

Test(column, the_width_alone_says_which_columns_are_there)
{
    const char *all = setting_defs[SETTING_COLUMNS].def;
    static const struct {
        int width;
        const char *last;
    } firsts[] = {{62, " tags"},   {70, " expires"},  {89, " language"}, {98, " exported"},
                  {111, " label"}, {123, " changed"}, {140, " author"}};
    cr_expect_str_eq(names(all, 40, 2), "id state name");
    cr_expect_str_eq(names(all, 53, 2), "id state name");
    cr_expect_str_eq(names(all, 54, 2), "id state since length note name");
    cr_expect_str_eq(names(all, 80, 2), "id state since length note name tags expires");
    cr_expect_eq(name_cells(all, 80, 2), 26);
    cr_expect_eq(name_cells(all, 132, 2), 35);
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        size_t len = strlen(firsts[i].last);
        const char *there = names(all, firsts[i].width, 2);
        cr_expect_str_eq(there + strlen(there) - len, firsts[i].last, "%d: %s", firsts[i].width, there);
        there = names(all, firsts[i].width - 1, 2);
        cr_expect_str_neq(there + strlen(there) - len, firsts[i].last, "%d: %s", firsts[i].width - 1, there);
    }
}

Test(column, long_ids_take_their_cells_from_the_name_and_drive_no_column_away)
{
    const char *all = setting_defs[SETTING_COLUMNS].def;
    cr_expect_str_eq(names(all, 80, 6), names(all, 80, 2));
    cr_expect_eq(name_cells(all, 80, 6), 22);
}

Test(column, the_setting_says_which_there_are_and_in_which_order)
{
    cr_expect_str_eq(names("author name since", 80, 2), "id state author name since");
    cr_expect_eq(name_cells("author name since", 80, 2), 80 - 17 - 17 - 6);
    cr_expect_str_eq(names("tags, expires", 80, 2), "id state tags expires name", "the name is always there");
    cr_expect_str_eq(names("changed author name label tags language", 80, 2), "id state changed author name",
                     "what follows one that does not fit is not there either");
    cr_expect_str_eq(names("", 80, 2), "id state name");
}

Test(column, words_that_are_none_and_those_that_are_there_twice_are_refused)
{
    struct error err;
    cr_expect(column_check(setting_defs[SETTING_COLUMNS].def, &err));
    cr_expect(column_check("Name, tags", &err));
    cr_expect_not(column_check("name titel", &err));
    cr_expect_str_has(err.text, "there is no column “titel”; use since, length, note,");
    cr_expect_not(column_check("id", &err), "it is always there");
    cr_expect_not(column_check("name tags name", &err));
    cr_expect_str_eq(err.text, "the column “name” is there twice");
}
