/* A screen without a terminal: the real drawing code, its cells read back, its bytes counted.
 *
 * One a process: every test that needs one opens it itself.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_SCREEN_H
#define STENO_TESTS_SUPPORT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Opens it; NULL type is xterm-256color. Ends the process when it cannot. */
void screen_open(const char *type, int rows, int cols, bool utf8, bool colors);

/* A row as UTF-8, trailing blanks cut; valid until the next call. */
const char *screen_row(int row);
/* All rows, each with a newline; valid until the next call. */
const char *screen_text(void);

/* Looks of one cell. */
struct screen_cell {
    bool bold, dim, underline, reverse;
    int color; /* 0 default, 1..7 */
};
struct screen_cell screen_cell(int row, int col);

/* Bytes sent to the terminal since the last call. */
size_t screen_bytes(void);
/* What they were, NUL-ended; valid until the next call. */
const char *screen_sent(void);

#endif
