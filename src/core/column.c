/* Owns the table of the columns and the rule by which a width has them. Knows no project and draws nothing.
 */
/* SPDX-License-Identifier: MIT */
#include "column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define NAME_LEAST       26 /* cells that the name keeps */
#define NAME_LEAST_SMALL 16 /* below COLUMNS_WIDE */
#define COLUMNS_WIDE     80
#define COLUMNS_NAME     54 /* narrower: the name alone */
#define ID_CELLS         2  /* the least; a list with longer ids gives it more */
#define WORD_SIZE        16

const struct column_def column_defs[COLUMN_COUNT] = {
    [COLUMN_ADDED] = {.name = "", .head = ""},
    [COLUMN_ID] = {.name = "id", .head = "ID", .cells = ID_CELLS, .key = 'i'},
    [COLUMN_STATE] = {.name = "state", .head = " State", .cells = 11, .key = 's'},
    [COLUMN_SINCE] = {.name = "since", .head = "Since", .cells = 5, .key = 'c', .is_down = true},
    [COLUMN_LENGTH] = {.name = "length", .head = "Length", .cells = 8, .is_right = true, .key = 'l'},
    [COLUMN_NOTE] = {.name = "note", .head = "N", .cells = 1},
    [COLUMN_NAME] = {.name = "name", .head = "Name", .key = 'n'},
    [COLUMN_TAGS] = {.name = "tags", .head = "Tags", .cells = 11, .key = 't'},
    [COLUMN_EXPIRES] = {.name = "expires", .head = "Expires", .cells = 7, .key = 'x'},
    [COLUMN_LANGUAGE] = {.name = "language", .head = "Language", .cells = 8},
    [COLUMN_EXPORTED] = {.name = "exported", .head = "Exported", .cells = 8, .key = 'e'},
    [COLUMN_LABEL] = {.name = "label", .head = "Label", .cells = 12},
    [COLUMN_CHANGED] = {.name = "changed", .head = "Changed", .cells = 11, .key = 'u', .is_down = true},
    [COLUMN_AUTHOR] = {.name = "author", .head = "Author", .cells = 16},
};

enum column column_find(const char *name)
{
    for (int i = COLUMN_ID; i < COLUMN_COUNT; i++) {
        if (text_equal_nocase(column_defs[i].name, name))
            return (enum column)i;
    }
    return COLUMN_COUNT;
}

const char column_sort_names[] = "id state since length name tags expires exported changed";

bool column_sort_parse(const char *text, enum column *column, bool *is_down)
{
    size_t len = strlen(text);
    bool is_reversed = len > 0 && text[len - 1] == '-';
    char *name = mem_copy_n(text, len - is_reversed);
    *column = column_find(name);
    free(name);
    if (*column == COLUMN_COUNT || !column_defs[*column].key)
        return false;
    *is_down = column_defs[*column].is_down != is_reversed;
    return true;
}

/* Takes the next word of the setting; false at its end. A word that is too long is no column's. */
static bool column_next(const char **columns, char word[WORD_SIZE])
{
    const char *from = *columns + strspn(*columns, " \t,");
    size_t len = strcspn(from, " \t,");
    snprintf(word, WORD_SIZE, "%.*s", (int)len, from);
    *columns = from + len;
    return len > 0;
}

bool column_check(const char *columns, struct error *err)
{
    char word[WORD_SIZE];
    bool is_there[COLUMN_COUNT] = {false};
    while (column_next(&columns, word)) {
        enum column column = column_find(word);
        if (column <= COLUMN_STATE || column == COLUMN_COUNT)
            return error_set(
                err, ERROR_USAGE,
                "there is no column “%s”; use since, length, note, name, tags, expires, language, "
                "exported, label, changed, author",
                word);
        if (is_there[column])
            return error_set(err, ERROR_USAGE, "the column “%s” is there twice", word);
        is_there[column] = true;
    }
    return true;
}

/* The columns that a width has, in their order: taken from the left until the name would have too little.
 * Returns how many, *left is what is over for the name. */
static int column_choose(enum column order[COLUMN_COUNT], const char *columns, int width, int *left)
{
    int count = 2, least = width < COLUMNS_WIDE ? NAME_LEAST_SMALL : NAME_LEAST;
    bool is_full = width < COLUMNS_NAME, is_named = false;
    char word[WORD_SIZE];
    order[0] = COLUMN_ID;
    order[1] = COLUMN_STATE;
    *left = width - COLUMN_GUTTER - column_defs[COLUMN_ID].cells - column_defs[COLUMN_STATE].cells - 2;
    while (column_next(&columns, word)) {
        enum column column = column_find(word);
        int cells = column == COLUMN_NAME ? 0 : column_defs[column].cells + 1;
        is_named = is_named || column == COLUMN_NAME;
        is_full = is_full || *left - cells < least;
        if (is_full && column != COLUMN_NAME)
            continue;
        order[count++] = column;
        *left -= cells;
    }
    if (!is_named)
        order[count++] = COLUMN_NAME;
    return count;
}

void column_place(struct column_grid *grid, const char *columns, int width, int id_cells)
{
    enum column order[COLUMN_COUNT];
    int left, count = column_choose(order, columns, width, &left);
    *grid = (struct column_grid){0};
    left -= id_cells - column_defs[COLUMN_ID].cells;
    for (int i = 0, x = COLUMN_GUTTER; i < count; i++) {
        int cells = column_defs[order[i]].cells;
        if (order[i] == COLUMN_ID)
            cells = id_cells;
        if (order[i] == COLUMN_NAME)
            cells = left > NAME_LEAST_SMALL ? left : NAME_LEAST_SMALL;
        grid->at[order[i]].x = x;
        grid->at[order[i]].cells = cells;
        x += cells + 1;
    }
}
