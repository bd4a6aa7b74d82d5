/* Owns the look of what is asked on the last rows: a question, or a line being typed. The words of a question
 * stay; where room is short, the names in it are cut, and it takes more rows. */
#include "steno/tui/view.h"

#include <string.h>

#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/text.h"
#include "steno/widget/question.h"

#define TAIL_SIZE    128
#define ROWS_MAX     3
#define PIECE_CELLS  16 /* less of a name only where there are no more rows */
#define PIECE_MOST   64
#define TYPING_CELLS 16 /* beside a label; with less room the label gets its own row */
#define HINTS_GAP    2

/* Appends a piece in at most this many cells. */
static void question_put_piece(struct buffer *out, const char *text, const struct question_piece *piece,
                               int cells)
{
    char whole[LINEEDIT_MAX], clipped[LINEEDIT_MAX];
    size_t len = piece->len < sizeof whole ? piece->len : sizeof whole - 1;
    memcpy(whole, text + piece->at, len);
    whole[len] = '\0';
    if (!piece->keeps_tail || text_width(whole) <= cells) {
        text_clip(clipped, sizeof clipped, whole, cells);
        buffer_append_text(out, clipped);
        return;
    }
    size_t skip = text_prefix(whole, text_width(whole) - cells + 1, NULL);
    while (whole[skip] && text_width(whole + skip) > cells - 1)
        skip += text_decode(whole + skip, len - skip, &(uint32_t){0});
    buffer_append_text(out, "…");
    buffer_append_text(out, whole + skip);
}

/* The question with each of its pieces in at most this many cells. */
static void question_write(struct buffer *out, const struct question *question, const char *tail, int cells)
{
    size_t at = 0, end = strlen(question->text);
    buffer_clear(out);
    while (at < end) {
        const struct question_piece *next = NULL;
        for (size_t i = 0; i < PIECES_MAX; i++) {
            const struct question_piece *piece = &question->pieces[i];
            if (piece->len > 0 && piece->at >= at && (!next || piece->at < next->at))
                next = piece;
        }
        size_t until = next ? next->at : end;
        buffer_append(out, question->text + at, until - at);
        if (next)
            question_put_piece(out, question->text, next, cells);
        at = next ? next->at + next->len : end;
    }
    buffer_append_text(out, tail);
}

/* Rows that a question may take: one more for what is said of an answer that was none. */
static int question_rows_max(const struct question *question)
{
    return question->remark ? ROWS_MAX + 1 : ROWS_MAX;
}

/* The question without its beginning, for words that are longer than all the room there is. */
static void question_cut(struct buffer *out, const struct question *question, const char *tail, int cells)
{
    const char *text = question->text;
    do {
        text += text_decode(text, strlen(text), &(uint32_t){0});
        buffer_clear(out);
        buffer_printf(out, "…%s%s", text, tail);
    } while (*text && draw_count_wrapped(buffer_text(out), cells) > question_rows_max(question));
}

/* Finds the form of the question that shows most in the fewest rows; returns the rows. */
static int question_fit(struct buffer *out, const struct app *app, int cells)
{
    char tail[TAIL_SIZE];
    int most = question_rows_max(app->question);
    question_tail(app->question, tail, sizeof tail);
    for (int rows = 1; rows <= most; rows++) {
        int least = rows < most ? PIECE_CELLS : 1;
        for (int piece = PIECE_MOST; piece >= least; piece--) {
            question_write(out, app->question, tail, piece);
            if (draw_count_wrapped(buffer_text(out), cells) <= rows)
                return rows;
        }
    }
    question_cut(out, app->question, tail, cells);
    return most;
}

/* Draws a wrapped text from the first row on; returns the cell behind its end, *row its row. */
static int dialog_draw_wrapped(struct area area, const char *text, int cells, int *row)
{
    char line[LINEEDIT_MAX];
    int col = 0;
    *row = -1;
    for (size_t len, step; *text && (step = draw_wrap(text, cells, &len)) > 0; text += step) {
        if (len >= sizeof line)
            len = sizeof line - 1;
        memcpy(line, text, len);
        line[len] = '\0';
        col = draw_line(area, ++*row, 0, DRAW_HEADING, line);
    }
    return col;
}

/* A question; its end says what confirms it. */
void view_question_draw(const struct app *app, struct area area)
{
    struct buffer text;
    int row;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    question_fit(&text, app, area.w - 1);
    int col = dialog_draw_wrapped(area, buffer_text(&text), area.w - 1, &row);
    draw_cursor(area, row, col);
    buffer_free(&text);
}

/* Does the label leave room enough for the line behind it? */
static bool prompt_fits(const struct app_prompt *prompt, int cells)
{
    return text_width(prompt->ops->label) + TYPING_CELLS <= cells;
}

/* A line being typed, scrolled so that its cursor is visible. */
void view_prompt_draw(const struct app *app, struct area area)
{
    const struct app_prompt *prompt = app->prompt;
    int row = area.h - 1, col = 0;
    const char *label = prompt->ops->label;
    if (prompt_fits(prompt, area.w))
        col = draw_line(area, row, 0, DRAW_KEY, label);
    else
        dialog_draw_wrapped(area, label, area.w, &(int){0});
    int hint_cells = prompt->hint ? text_width(prompt->hint) : 0;
    int room = area.w - col;
    int typed = text_width(lineedit_text(prompt->edit)) + 1;
    if (hint_cells > 0 && hint_cells + HINTS_GAP + typed <= room)
        room -= hint_cells + HINTS_GAP;
    else if (hint_cells > 0)
        room = typed < room / 2 ? typed : room / 2;
    int cursor = view_edit_draw(prompt->edit, area, row, col, room);
    if (hint_cells > 0)
        draw_line(area, row, col + room + HINTS_GAP, DRAW_DIM, prompt->hint);
    draw_cursor(area, row, cursor);
}

int view_question_rows(const struct app *app, int cells)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    int rows = question_fit(&text, app, cells - 1);
    buffer_free(&text);
    return rows;
}

int view_prompt_rows(const struct app *app, int cells)
{
    if (prompt_fits(app->prompt, cells))
        return 1;
    int rows = 1 + draw_count_wrapped(app->prompt->ops->label, cells);
    return rows > ROWS_MAX ? ROWS_MAX : rows;
}
