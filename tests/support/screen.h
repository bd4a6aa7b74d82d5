/* A screen without a terminal: runs the real drawing code, reads the cells back, counts the drawn bytes.
 *
 * There is one screen per process; every test that needs the screen opens it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_SCREEN_H
#define STENO_TESTS_SUPPORT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the screen; `type` is the terminal's type, NULL: xterm-256color. Ends the process if this fails. */
void screen_open(const char *type, int rows, int cols, bool utf8, bool colors);

/* Returns a row as UTF-8 without trailing blanks; valid until the next call. */
const char *screen_row(int row);
/* Returns all rows, each with a newline; valid until the next call. */
const char *screen_text(void);

/* The style of one cell. */
struct screen_cell {
    bool bold, dim, underline, reverse;
    int color; /* number of the color: 0 default, 1..7 */
};
struct screen_cell screen_cell(int row, int col);

/* Returns how many bytes were sent to the terminal since the last call of this function or screen_sent(). */
size_t screen_bytes(void);
/* Returns the bytes that were sent since the last call of this function or screen_bytes(), NUL-ended; valid
 * until the next call. */
const char *screen_sent(void);

#endif
