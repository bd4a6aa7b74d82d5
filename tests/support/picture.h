/* Pictures of a tests' terminal: what its cells show, as an SVG. Equal cells give equal bytes: no font, no
 * locale and no version of a library takes part.
 *
 * A picture has colours for light and for dark, which the viewer chooses by its scheme, names no address and
 * holds no script. Its title is `title`, its description the rows, or the captions of the frames.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_PICTURE_H
#define STENO_TESTS_SUPPORT_PICTURE_H

#include <stddef.h>

#include "support/pty.h"

#define PICTURE_FRAME_SECONDS 4

/* What a terminal showed at one moment. */
struct picture {
    int rows, cols;
    struct pty_cell *cells;     /* rows * cols, row by row */
    int cursor_row, cursor_col; /* -1: it is not seen */
};

/* What the terminal shows now; free it with picture_free. */
struct picture *picture_take(struct pty *pty);
void picture_free(struct picture *picture); /* NULL is fine */

/* Writes these digits over those of the port of each 127.0.0.1:PORT, as many as there are. */
void picture_set_port(struct picture *picture, const char *digits);
/* Puts a line below: what is pressed next, as on a key, and what that does. */
void picture_add_caption(struct picture *picture, const char *key, const char *words);

/* Its rows without trailing blanks, each ended by a newline; caller frees. */
char *picture_text(const struct picture *picture);
/* One picture, or several of one size that follow each other, each for so many seconds, without an end; who
 * wants less motion, or cannot show any, sees the first. Caller frees. */
char *picture_svg(struct picture *const *frames, size_t count, const char *title);

#endif
