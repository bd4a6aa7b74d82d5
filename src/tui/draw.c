/* Owns the way from text to cells: clipping, roles, the marks for what must not be sent. Decides nothing
 * about content. */
/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "steno/base/text.h"
#include "term.h"

#define COMBINING_MAX  5 /* marks on one cell that curses keeps */
#define LINE_MAX_BYTES 4096
#define FOCUS_CELLS    16 /* of a heading: all of it would cost four times as many bytes */

/* Colours are base colours on the default background; a role stays readable by attribute or word without
 * them. */
static const struct {
    attr_t attributes;
    short color;
} draw_styles[DRAW_ROLE_COUNT] = {
    [DRAW_TEXT] = {A_NORMAL, 0},
    [DRAW_DIM] = {A_DIM, 0},
    [DRAW_HEADING] = {A_BOLD, 0},
    [DRAW_LABEL] = {A_NORMAL, 0},
    [DRAW_KEY] = {A_BOLD, 0},
    [DRAW_GOOD] = {A_NORMAL, COLOR_GREEN},
    [DRAW_BUSY] = {A_NORMAL, COLOR_CYAN},
    [DRAW_WARN] = {A_NORMAL, COLOR_YELLOW},
    [DRAW_BAD] = {A_BOLD, COLOR_RED},
    [DRAW_MATCH] = {A_UNDERLINE, 0},
};

/* Turns clipped UTF-8 into the wide characters that may be sent; returns their count. */
static int draw_widen(wchar_t *out, int max, const char *text)
{
    size_t len = strlen(text);
    int count = 0, marks = 0;
    for (size_t at = 0; at < len && count + 2 < max;) {
        uint32_t code;
        at += text_decode(text + at, len - at, &code);
        bool printable = wcwidth((wchar_t)code) >= 0 && !text_code_is_hostile(code);
        int width = text_code_width(code);
        if (!printable) {
            if (width > 0)
                out[count++] = L'?';
            marks = 0;
        } else if (!term_is_utf8()) {
            for (const char *ascii = text_ascii(code); *ascii; ascii++)
                out[count++] = (wchar_t)*ascii;
        } else if (width > 0 || (count > 0 && marks < COMBINING_MAX)) {
            marks = width > 0 ? 0 : marks + 1;
            out[count++] = (wchar_t)code;
        }
    }
    out[count] = L'\0';
    return count;
}

/* Where the cursor waits between turns. */
static int park_y, park_x;

static attr_t draw_style(enum draw_role role)
{
    short color = term_has_colors() ? draw_styles[role].color : 0;
    attr_set(draw_styles[role].attributes, color, NULL);
    return draw_styles[role].attributes;
}

void draw_clear(struct area area)
{
    attr_set(A_NORMAL, 0, NULL);
    for (int row = 0; row < area.h; row++)
        mvhline(area.y + row, area.x, ' ', area.w);
}

int draw_text(struct area area, int row, int col, int cells, enum draw_role role, const char *text)
{
    char clipped[LINE_MAX_BYTES];
    wchar_t wide[LINE_MAX_BYTES];
    if (row < 0 || row >= area.h || col < 0 || col >= area.w || cells <= 0)
        return 0;
    if (cells > area.w - col)
        cells = area.w - col;
    int used = text_clip(clipped, sizeof clipped, text, cells);
    int count = draw_widen(wide, LINE_MAX_BYTES, clipped);
    draw_style(role);
    mvaddnwstr(area.y + row, area.x + col, wide, count);
    return used;
}

int draw_line(struct area area, int row, int col, enum draw_role role, const char *text)
{
    return draw_text(area, row, col, area.w - col, role, text);
}

void draw_fill(struct area area, int row, int cells, enum draw_role role)
{
    mvhline(area.y + row, area.x, ' ' | draw_style(role), cells);
}

void draw_heading(struct area area, int row, bool focused, const char *text, const char *right)
{
    int right_cells = text_width(right), room = area.w - (right_cells ? right_cells + 1 : 0);
    draw_text(area, row, 0, room, DRAW_HEADING, text);
    draw_right(area, row, area.w - right_cells, right_cells, DRAW_HEADING, right);
    if (focused)
        draw_focus(area, row);
}

void draw_focus(struct area area, int row)
{
    if (row < area.h)
        mvchgat(area.y + row, area.x, area.w < FOCUS_CELLS ? area.w : FOCUS_CELLS, A_REVERSE, 0, NULL);
}

int draw_right(struct area area, int row, int col, int cells, enum draw_role role, const char *text)
{
    int width = text_width(text);
    int pad = width < cells ? cells - width : 0;
    return draw_text(area, row, col + pad, cells - pad, role, text);
}

int draw_format(struct area area, int row, int col, enum draw_role role, const char *format, ...)
{
    char line[LINE_MAX_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return draw_line(area, row, col, role, line);
}

void draw_rule(struct area pane)
{
    struct area rule = {.x = pane.x - 1, .y = pane.y, .w = 1, .h = pane.h};
    for (int row = 0; row < pane.h; row++)
        draw_text(rule, row, 0, 1, DRAW_TEXT, "│");
}

void draw_cursor(struct area area, int row, int col)
{
    park_y = area.y + (row < area.h ? row : area.h - 1);
    park_x = area.x + (col < area.w ? col : area.w - 1);
}

void draw_park(void)
{
    attr_set(A_NORMAL, 0, NULL);
    move(park_y, park_x);
}

size_t draw_wrap(const char *text, int cells, size_t *len)
{
    size_t fits = text_prefix(text, cells, NULL), line = strcspn(text, "\n");
    *len = line < fits ? line : fits;
    if (line <= fits)
        return line + (text[line] == '\n');
    for (size_t at = fits; at > 0; at--) {
        if (text[at] == ' ') {
            *len = at;
            return at + 1;
        }
    }
    return fits;
}

int draw_count_wrapped(const char *text, int cells)
{
    return draw_wrapped((struct area){.w = cells}, 0, DRAW_TEXT, text);
}

int draw_wrapped(struct area area, int row, enum draw_role role, const char *text)
{
    char line[LINE_MAX_BYTES];
    int lines = 0;
    for (size_t len, step; *text && (step = draw_wrap(text, area.w, &len)) > 0; text += step) {
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        draw_line(area, row + lines++, 0, role, line);
    }
    return lines;
}
