/* Owns what a tests' terminal showed: its cells, their text, the little that is changed in them before they
 * are drawn. Knows no SVG (picture_svg.c). */
/* SPDX-License-Identifier: MIT */
#include "support/picture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/pty_private.h"

#define LOOPBACK "127.0.0.1:"

struct picture *picture_take(struct pty *pty)
{
    struct picture *picture = mem_zero(1, sizeof *picture);
    bool visible;
    pty_cursor(pty, &picture->cursor_row, &picture->cursor_col, &visible);
    if (!visible)
        picture->cursor_row = picture->cursor_col = -1;
    vterm_get_size(pty->vt, &picture->rows, &picture->cols);
    picture->cells = mem_zero((size_t)(picture->rows * picture->cols), sizeof *picture->cells);
    for (int i = 0; i < picture->rows * picture->cols; i++)
        picture->cells[i] = pty_cell_at(pty, i / picture->cols, i % picture->cols);
    return picture;
}

void picture_free(struct picture *picture)
{
    if (picture)
        free(picture->cells);
    free(picture);
}

void picture_set_port(struct picture *picture, const char *digits)
{
    int count = picture->rows * picture->cols;
    for (int i = 0; i < count; i++) {
        size_t len = 0;
        while (len < strlen(LOOPBACK) && i + (int)len < count &&
               picture->cells[i + (int)len].text[0] == LOOPBACK[len])
            len++;
        if (len < strlen(LOOPBACK))
            continue;
        for (int at = i + (int)len, k = 0;
             at < count && digits[k] && isdigit((unsigned char)picture->cells[at].text[0]); at++)
            picture->cells[at].text[0] = digits[k++];
    }
}

/* Writes ASCII into a row, from a column on. */
static void picture_write(struct picture *picture, int row, int col, const char *text, bool reverse)
{
    for (; *text && col < picture->cols; text++, col++) {
        struct pty_cell *cell = &picture->cells[row * picture->cols + col];
        cell->text[0] = *text;
        cell->reverse = reverse;
    }
}

void picture_add_caption(struct picture *picture, const char *key, const char *words)
{
    int row = picture->rows + 1;
    picture->rows = row + 1;
    picture->cells =
        mem_grow(picture->cells, (size_t)(picture->rows * picture->cols), sizeof *picture->cells);
    for (int i = (row - 1) * picture->cols; i < picture->rows * picture->cols; i++)
        picture->cells[i] = (struct pty_cell){.width = 1, .fg = PTY_COLOUR_DEFAULT, .bg = PTY_COLOUR_DEFAULT};
    char *cap = mem_printf(" %s ", key);
    picture_write(picture, row, 0, cap, true);
    picture_write(picture, row, (int)strlen(cap) + 1, words, false);
    free(cap);
}

char *picture_text(const struct picture *picture)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (int row = 0; row < picture->rows; row++) {
        int blanks = 0;
        for (int col = 0; col < picture->cols; col++) {
            const struct pty_cell *cell = &picture->cells[row * picture->cols + col];
            bool is_blank = !cell->text[0] || strcmp(cell->text, " ") == 0;
            for (; !is_blank && blanks > 0; blanks--)
                buffer_append_char(&out, ' ');
            if (!is_blank)
                buffer_append_text(&out, cell->text);
            blanks += is_blank;
            if (cell->width == 2)
                col++;
        }
        buffer_append_char(&out, '\n');
    }
    return buffer_take(&out);
}
