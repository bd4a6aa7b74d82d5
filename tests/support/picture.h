/* Pictures of a test's terminal as SVG. Equal cells give equal bytes, whatever the fonts, the locale and
 * the versions of libraries.
 *
 * A picture has colours for the light and the dark scheme of the viewer, no links and no scripts. Its title
 * is `title`. Its description has the text of the rows, or for several frames their captions. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_PICTURE_H
#define STENO_TESTS_SUPPORT_PICTURE_H

#include <stddef.h>

#include "support/pty.h"

#define PICTURE_FRAME_SECONDS 4

/* The screen of a terminal at one moment. */
struct picture {
    int rows, cols;
    struct pty_cell *cells;     /* rows * cols, row by row */
    int cursor_row, cursor_col; /* -1: hidden */
};

/* Takes a picture of the screen; free the picture with picture_free(). */
struct picture *picture_take(struct pty *pty);
void picture_free(struct picture *picture); /* NULL is fine */

/* Replaces the digits of each port in 127.0.0.1:PORT by `digits`. A port keeps its number of digits. */
void picture_set_port(struct picture *picture, const char *digits);
/* Adds a line below the screen: the next key, drawn as a key, and `words` about the effect of the key. */
void picture_add_caption(struct picture *picture, const char *key, const char *words);

/* Returns the rows without trailing blanks, each with a newline; caller frees. */
char *picture_text(const struct picture *picture);
/* Draws one frame, or several frames of the same size in an endless loop, PICTURE_FRAME_SECONDS each.
 * Viewers with reduced motion, or without animation, show the first frame. Caller frees. */
char *picture_svg(struct picture *const *frames, size_t count, const char *title);

#endif
