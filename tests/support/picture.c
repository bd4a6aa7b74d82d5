/* Takes pictures of a test's terminal and draws them as SVG: runs of cells that look equal become texts of a
 * fixed length, so that any monospaced font keeps the grid. Rows that several frames share are drawn once. */
/* SPDX-License-Identifier: MIT */
#include "support/picture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define LOOPBACK    "127.0.0.1:"
#define CELL_WIDTH  9 /* three fifths of the font size, as in most monospaced fonts */
#define CELL_HEIGHT 19
#define BASELINE    14
#define FONT_SIZE   15
#define MARGIN      14
#define GAP         3 /* blanks that start a new text, so that it begins in its column with any font */
#define FRAMES_MAX  12

/* The colours of the palette, as classes c0 to c7; bright colours are drawn as normal ones. The last two are
 * for text and background. */
#define COLOUR_TEXT 8
#define COLOURS     10
static const struct {
    const char *name, *light, *dark;
} colours[COLOURS] = {
    {"c0", "#57606a", "#8b949e"}, {"c1", "#b3151f", "#ff8a80"}, {"c2", "#116329", "#57d364"},
    {"c3", "#7a4b00", "#e3b341"}, {"c4", "#0550ae", "#79c0ff"}, {"c5", "#7237c2", "#d2a8ff"},
    {"c6", "#05606e", "#56d4dd"}, {"c7", "#424a53", "#c9d1d9"}, {"t", "#1f2328", "#e6edf3"},
    {"g", "#ffffff", "#0d1117"},
};

/* A picture that is being drawn. */
struct drawing {
    struct picture *const *frames;
    size_t count;
    struct buffer out;
    bool uses[COLOURS], is_bold, is_underlined;
    bool moves[FRAMES_MAX][FRAMES_MAX]; /* [from][to]: something is shown only in these frames */
};

struct picture *picture_take(struct pty *pty)
{
    struct picture *picture = mem_zero(1, sizeof *picture);
    bool visible;
    pty_cursor(pty, &picture->cursor_row, &picture->cursor_col, &visible);
    if (!visible)
        picture->cursor_row = picture->cursor_col = -1;
    pty_size(pty, &picture->rows, &picture->cols);
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

/* Writes ASCII into a row from a column. */
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
    char *cap = *key ? mem_printf(" %s ", key) : mem_copy("");
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

/* --- drawing SVG --- */

/* Appends a text, escaped for XML. */
static void svg_add_text(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&' || *text == '<' || *text == '>')
            buffer_append_text(out, *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : "&gt;");
        else
            buffer_append_char(out, *text);
    }
}

static bool cell_is_blank(const struct pty_cell *cell)
{
    return !cell->text[0] || strcmp(cell->text, " ") == 0;
}

/* True if nothing is seen in the cell: no character, no colour, no line. */
static bool cell_is_empty(const struct pty_cell *cell)
{
    return cell_is_blank(cell) && !cell->reverse && !cell->underline;
}

/* True if the cell is part of the vertical line between two columns of the screen. */
static bool cell_is_line(const struct pty_cell *cell)
{
    return strcmp(cell->text, "│") == 0;
}

static bool cells_look_equal(const struct pty_cell *a, const struct pty_cell *b)
{
    return a->bold == b->bold && a->underline == b->underline && a->reverse == b->reverse && a->fg == b->fg &&
           a->bg == b->bg && a->width == b->width;
}

/* The index of a cell's colour in `colours`. */
static int cell_colour(const struct pty_cell *cell)
{
    if (cell->bg != PTY_COLOUR_DEFAULT || cell->fg == PTY_COLOUR_RGB || cell->fg > 15)
        mem_die("test support: a picture has no such colour");
    return cell->fg == PTY_COLOUR_DEFAULT ? COLOUR_TEXT : cell->fg % 8;
}

/* The end of the run that begins in a column. Blank cells inside a run belong to it, whatever their style. */
static int row_run_end(const struct pty_cell *row, int cols, int from)
{
    int end = from + row[from].width, blanks = cell_is_line(&row[from]) ? GAP : 0;
    for (int col = end; col < cols && blanks < GAP; col++) {
        if (cell_is_empty(&row[col])) {
            blanks++;
        } else if (!cells_look_equal(&row[from], &row[col]) || cell_is_line(&row[col])) {
            break;
        } else {
            blanks = 0;
            end = col += row[col].width - 1;
            end++;
        }
    }
    return end;
}

/* Draws one run of cells that look equal: a box if it is reversed, then its text. */
static void svg_add_run(struct drawing *drawing, const struct pty_cell *row, int number, int from, int end)
{
    struct buffer *out = &drawing->out;
    const struct pty_cell *first = &row[from];
    int colour = cell_colour(first), x = from * CELL_WIDTH, width = (end - from) * CELL_WIDTH;
    bool is_blank = true;
    drawing->uses[colour] = true;
    if (first->reverse)
        buffer_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                      colours[colour].name, x, number * CELL_HEIGHT, width, CELL_HEIGHT);
    for (int col = from; col < end; col++)
        is_blank = is_blank && cell_is_blank(&row[col]);
    if (cell_is_line(first)) /* as high as a cell, so that lines of several rows join */
        buffer_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"1\" height=\"%d\"/>",
                      colours[colour].name, x + CELL_WIDTH / 2, number * CELL_HEIGHT, CELL_HEIGHT);
    if (cell_is_line(first) || (is_blank && !first->underline))
        return;
    buffer_printf(out, "<text x=\"%d\" y=\"%d\"", x, number * CELL_HEIGHT + BASELINE);
    if (end - from > 1)
        buffer_printf(out, " textLength=\"%d\"", width);
    const char *fill = first->reverse ? "g" : colour == COLOUR_TEXT ? "" : colours[colour].name;
    char *names = mem_printf("%s%s%s", fill, first->bold ? " b" : "", first->underline ? " u" : "");
    if (*names)
        buffer_printf(out, " class=\"%s\"", names + (*names == ' '));
    free(names);
    buffer_append_char(out, '>');
    for (int col = from; col < end; col += row[col].width)
        svg_add_text(out, row[col].text[0] ? row[col].text : " ");
    buffer_append_text(out, "</text>");
    drawing->is_bold |= first->bold;
    drawing->is_underlined |= first->underline;
}

/* The cells of a row of a frame. */
static const struct pty_cell *frame_row(const struct picture *frame, int row)
{
    return &frame->cells[row * frame->cols];
}

static bool row_is_empty(const struct picture *frame, int row)
{
    if (frame->cursor_row == row)
        return false;
    for (int col = 0; col < frame->cols; col++)
        if (!cell_is_empty(&frame_row(frame, row)[col]))
            return false;
    return true;
}

static bool rows_are_equal(const struct picture *a, const struct picture *b, int row)
{
    if ((a->cursor_row == row ? a->cursor_col : -1) != (b->cursor_row == row ? b->cursor_col : -1))
        return false;
    for (int col = 0; col < a->cols; col++) {
        const struct pty_cell *one = &frame_row(a, row)[col], *other = &frame_row(b, row)[col];
        bool both_empty = cell_is_empty(one) && cell_is_empty(other);
        if (!both_empty && (strcmp(one->text, other->text) != 0 || !cells_look_equal(one, other)))
            return false;
    }
    return true;
}

/* Writes a row of a frame as a line of the file: its runs, and the cursor as a bar below its cell. */
static void svg_add_row(struct drawing *drawing, size_t frame, int number)
{
    const struct picture *picture = drawing->frames[frame];
    const struct pty_cell *row = frame_row(picture, number);
    for (int col = 0; col < picture->cols;) {
        int end = cell_is_empty(&row[col]) ? col + 1 : row_run_end(row, picture->cols, col);
        if (!cell_is_empty(&row[col]))
            svg_add_run(drawing, row, number, col, end);
        col = end;
    }
    if (picture->cursor_row == number)
        buffer_printf(&drawing->out, "<rect class=\"t\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"2\"/>",
                      picture->cursor_col * CELL_WIDTH, (number + 1) * CELL_HEIGHT - 2, CELL_WIDTH);
    buffer_append_char(&drawing->out, '\n');
}

/* The last frame in which a row still equals that of frame `from`. */
static size_t row_last(const struct drawing *drawing, size_t from, int row)
{
    size_t last = from;
    while (last + 1 < drawing->count && rows_are_equal(drawing->frames[from], drawing->frames[last + 1], row))
        last++;
    return last;
}

/* Draws the rows that are shown in exactly these frames. */
static void svg_add_span(struct drawing *drawing, size_t from, size_t to)
{
    bool always = from == 0 && to + 1 == drawing->count, begun = false;
    for (int row = 0; row < drawing->frames[0]->rows; row++) {
        bool begins = from == 0 || !rows_are_equal(drawing->frames[from - 1], drawing->frames[from], row);
        if (!begins || row_last(drawing, from, row) != to || row_is_empty(drawing->frames[from], row))
            continue;
        if (!always && !begun)
            buffer_printf(&drawing->out, "<g class=\"f%zu-%zu\"%s>\n", from, to,
                          from > 0 ? " visibility=\"hidden\"" : "");
        begun = true;
        svg_add_row(drawing, from, row);
    }
    if (!always && begun)
        buffer_append_text(&drawing->out, "</g>\n");
    drawing->moves[from][to] = !always && begun;
}

/* Appends CSS rules for the used colours, for the light or the dark scheme. */
static void svg_add_colours(const struct drawing *drawing, struct buffer *out, bool dark)
{
    for (int i = 0; i < COLOURS; i++)
        if (drawing->uses[i] || i >= COLOUR_TEXT)
            buffer_printf(out, ".%s{fill:%s}", colours[i].name, dark ? colours[i].dark : colours[i].light);
}

/* Appends CSS rules that show and hide frames, unless the viewer prefers reduced motion. */
static void svg_add_motion(const struct drawing *drawing, struct buffer *out)
{
    if (drawing->count == 1)
        return;
    buffer_append_text(out, "@media(prefers-reduced-motion:no-preference){\n");
    for (size_t from = 0; from < drawing->count; from++)
        for (size_t to = from; to < drawing->count; to++) {
            if (!drawing->moves[from][to])
                continue;
            buffer_printf(out, ".f%zu-%zu{animation:k%zu-%zu %zus step-end infinite}", from, to, from, to,
                          drawing->count * PICTURE_FRAME_SECONDS);
            buffer_printf(out, "@keyframes k%zu-%zu{0%%{visibility:%s}", from, to,
                          from ? "hidden" : "visible");
            if (from > 0)
                buffer_printf(out, "%.4g%%{visibility:visible}",
                              100.0 * (double)from / (double)drawing->count);
            if (to + 1 < drawing->count)
                buffer_printf(out, "%.4g%%{visibility:hidden}",
                              100.0 * (double)(to + 1) / (double)drawing->count);
            buffer_append_text(out, "}\n");
        }
    buffer_append_text(out, "}\n");
}

/* Appends the description: the rows of a single frame, or the captions (last rows) of several. */
static void svg_add_description(const struct drawing *drawing, struct buffer *out)
{
    for (size_t i = 0; i < drawing->count; i++) {
        char *text = picture_text(drawing->frames[i]), *last = text + strlen(text) - 1;
        while (last > text && last[-1] != '\n')
            last--;
        svg_add_text(out, drawing->count == 1 ? text : last);
        free(text);
    }
}

/* Appends everything before the cells: size, title, description, style, background. */
static void svg_add_head(const struct drawing *drawing, struct buffer *out, const char *title)
{
    const struct picture *first = drawing->frames[0];
    int width = first->cols * CELL_WIDTH + 2 * MARGIN, height = first->rows * CELL_HEIGHT + 2 * MARGIN;
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
                  "%d\" role=\"img\" "
                  "aria-labelledby=\"title desc\" xml:space=\"preserve\">\n<title id=\"title\">",
                  width, height, width, height);
    svg_add_text(out, title);
    buffer_append_text(out, "</title>\n<desc id=\"desc\">\n");
    svg_add_description(drawing, out);
    buffer_printf(out,
                  "</desc>\n<style>\ntext{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans "
                  "Mono\",\"Liberation Mono\",monospace;white-space:pre}",
                  FONT_SIZE);
    if (drawing->is_bold)
        buffer_append_text(out, ".b{font-weight:700}");
    if (drawing->is_underlined)
        buffer_append_text(out, ".u{text-decoration:underline}");
    buffer_append_char(out, '\n');
    svg_add_colours(drawing, out, false);
    buffer_append_text(out, "\n@media(prefers-color-scheme:dark){");
    svg_add_colours(drawing, out, true);
    buffer_append_text(out, "}\n");
    svg_add_motion(drawing, out);
    buffer_printf(out,
                  "</style>\n<rect class=\"g\" width=\"%d\" height=\"%d\" rx=\"8\" stroke=\"#8b949e\" "
                  "stroke-opacity=\".5\"/>\n<g class=\"t\" transform=\"translate(%d %d)\">\n",
                  width, height, MARGIN, MARGIN);
}

char *picture_svg(struct picture *const *frames, size_t count, const char *title)
{
    struct drawing drawing = {.frames = frames, .count = count};
    struct buffer svg;
    if (count == 0 || count > FRAMES_MAX)
        mem_die("test support: so many frames have no picture");
    buffer_init(&drawing.out, BUFFER_MAX_DEFAULT);
    buffer_init(&svg, BUFFER_MAX_DEFAULT);
    for (size_t from = 0; from < count; from++)
        for (size_t to = from; to < count; to++)
            svg_add_span(&drawing, from, to);
    svg_add_head(&drawing, &svg, title);
    buffer_append_text(&svg, buffer_text(&drawing.out));
    buffer_append_text(&svg, "</g>\n</svg>\n");
    buffer_free(&drawing.out);
    return buffer_take(&svg);
}
