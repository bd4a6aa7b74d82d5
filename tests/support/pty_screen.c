/* Owns the reading of a pty's screen: cells, rows, cursor, and the waits that look at them. */
/* SPDX-License-Identifier: MIT */
#include "support/pty_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define PTY_SCREEN_TEXT_MAX ((size_t)4 << 20)

/* Keeps what libvterm tells about the cursor and the alternate screen. */
static int pty_screen_property(VTermProp property, VTermValue *value, void *user)
{
    struct pty *pty = user;
    if (property == VTERM_PROP_CURSORVISIBLE)
        pty->cursor_visible = value->boolean;
    if (property == VTERM_PROP_ALTSCREEN)
        pty->alternate = value->boolean;
    return 1;
}

void pty_screen_init(struct pty *pty, int rows, int cols)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = pty_screen_property};
    pty->vt = vterm_new(rows, cols);
    vterm_set_utf8(pty->vt, 1);
    pty->screen = vterm_obtain_screen(pty->vt);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_reset(pty->screen, 1);
}

void pty_screen_end(struct pty *pty)
{
    vterm_free(pty->vt);
}

/* Our number of a colour. */
static int pty_screen_colour(const VTermColor *colour)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour))
        return PTY_COLOUR_DEFAULT;
    return VTERM_COLOR_IS_INDEXED(colour) ? colour->indexed.idx : PTY_COLOUR_RGB;
}

/* One cell, without reading output first. */
static struct pty_cell pty_screen_cell(const struct pty *pty, int row, int col)
{
    struct pty_cell cell = {.width = 1};
    VTermScreenCell raw;
    if (!vterm_screen_get_cell(pty->screen, (VTermPos){.row = row, .col = col}, &raw))
        return cell;
    size_t len = 0;
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && raw.chars[i] && raw.chars[i] != (uint32_t)-1; i++)
        len += text_encode(raw.chars[i], cell.text + len);
    cell.text[len] = '\0';
    cell.width = raw.width;
    cell.bold = raw.attrs.bold;
    cell.underline = raw.attrs.underline != 0;
    cell.reverse = raw.attrs.reverse;
    cell.italic = raw.attrs.italic;
    cell.fg = pty_screen_colour(&raw.fg);
    cell.bg = pty_screen_colour(&raw.bg);
    return cell;
}

struct pty_cell pty_cell_at(struct pty *pty, int row, int col)
{
    pty_drain(pty);
    return pty_screen_cell(pty, row, col);
}

/* Appends one row, trailing blanks cut. */
static void pty_screen_append_row(const struct pty *pty, int row, struct buffer *out)
{
    int rows, cols, blanks = 0;
    vterm_get_size(pty->vt, &rows, &cols);
    for (int col = 0; col < cols;) {
        struct pty_cell cell = pty_screen_cell(pty, row, col);
        if (!cell.text[0] || strcmp(cell.text, " ") == 0) {
            blanks++;
        } else {
            for (; blanks > 0; blanks--)
                buffer_append_char(out, ' ');
            buffer_append_text(out, cell.text);
        }
        col += cell.width > 1 ? cell.width : 1;
    }
}

/* One row as text, of what was read so far. */
static char *pty_screen_row(const struct pty *pty, int row)
{
    struct buffer out;
    buffer_init(&out, PTY_SCREEN_TEXT_MAX);
    pty_screen_append_row(pty, row, &out);
    return out.data ? buffer_take(&out) : mem_copy("");
}

char *pty_row(struct pty *pty, int row)
{
    pty_drain(pty);
    return pty_screen_row(pty, row);
}

char *pty_screen(struct pty *pty)
{
    int rows, cols;
    struct buffer out;
    buffer_init(&out, PTY_SCREEN_TEXT_MAX);
    pty_drain(pty);
    vterm_get_size(pty->vt, &rows, &cols);
    for (int row = 0; row < rows; row++) {
        pty_screen_append_row(pty, row, &out);
        buffer_append_char(&out, '\n');
    }
    return buffer_take(&out);
}

const char *pty_text(struct pty *pty)
{
    static char *text;
    free(text);
    text = pty_screen(pty);
    return text;
}

int pty_find_row(struct pty *pty, const char *text)
{
    int rows, cols, found = -1;
    pty_drain(pty); /* once: all rows are of one picture */
    vterm_get_size(pty->vt, &rows, &cols);
    for (int row = 0; row < rows && found < 0; row++) {
        char *line = pty_screen_row(pty, row);
        if (strstr(line, text))
            found = row;
        free(line);
    }
    return found;
}

bool pty_has_text(struct pty *pty, const char *text)
{
    return pty_find_row(pty, text) >= 0;
}

void pty_cursor(struct pty *pty, int *row, int *col, bool *visible)
{
    VTermPos at;
    pty_drain(pty);
    vterm_state_get_cursorpos(vterm_obtain_state(pty->vt), &at);
    if (row)
        *row = at.row;
    if (col)
        *col = at.col;
    if (visible)
        *visible = pty->cursor_visible;
}

bool pty_on_alternate_screen(const struct pty *pty)
{
    return pty->alternate;
}

/* What a wait looks for. */
struct pty_wish {
    const char *text;
    int row;
};

/* The conditions of the waits below. */
static bool pty_shows(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    return pty_has_text(pty, wish->text);
}

static bool pty_shows_not(struct pty *pty, void *context)
{
    return !pty_shows(pty, context);
}

static bool pty_row_shows(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    char *line = pty_row(pty, wish->row);
    bool found = strstr(line, wish->text) != NULL;
    free(line);
    return found;
}

static bool pty_has_written(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    size_t len;
    const char *bytes = pty_transcript(pty, &len);
    return memmem(bytes, len, wish->text, strlen(wish->text)) != NULL;
}

/* What was waited for in vain is said below the screen that pty_wait() shows. */
static bool pty_wait_wish(struct pty *pty, bool (*condition)(struct pty *pty, void *context),
                          struct pty_wish *wish, int limit_ms)
{
    if (pty_wait(pty, condition, wish, limit_ms))
        return true;
    fprintf(stderr, "waited for: “%s”\n", wish->text);
    return false;
}

bool pty_wait_text(struct pty *pty, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_shows, &(struct pty_wish){.text = text}, limit_ms);
}

bool pty_wait_no_text(struct pty *pty, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_shows_not, &(struct pty_wish){.text = text}, limit_ms);
}

bool pty_wait_row(struct pty *pty, int row, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_row_shows, &(struct pty_wish){.text = text, .row = row}, limit_ms);
}

bool pty_wait_bytes(struct pty *pty, const char *bytes, int limit_ms)
{
    return pty_wait_wish(pty, pty_has_written, &(struct pty_wish){.text = bytes}, limit_ms);
}
