/* Owns the look of what is typed and asked: one line being typed, wherever it is; a question in the lower
 * place, a prompt on the last rows. The words of a question stay; where room is short, the names in it are
 * cut, and it takes more rows. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/foot.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/overlay.h"

#define ROWS_MAX     3
#define PIECE_CELLS  15 /* less of a name only where there are no more rows */
#define PIECE_MOST   64
#define TYPING_CELLS 16 /* beside a label; with less room the label gets its own row */
#define HINTS_GAP    2
#define MENU_GUTTER  2
#define FIT_CELLS    9 /* "  100 fit" */

int view_edit_draw(const struct lineedit *edit, struct area area, int row, int col, int cells)
{
    char text[LINEEDIT_MAX * 2];
    if (cells > area.w - col)
        cells = area.w - col;
    if (cells < 1)
        return area.w - 1;
    int cursor = lineedit_view(edit, cells, text, sizeof text);
    draw_text(area, row, col, cells, DRAW_TEXT, text);
    return col + cursor;
}

/* Appends a piece in at most this many cells. */
static void view_question_put_piece(struct buffer *out, const char *text, const struct question_piece *piece,
                                    int cells)
{
    char whole[LINEEDIT_MAX], clipped[LINEEDIT_MAX];
    size_t len = piece->len < sizeof whole ? piece->len : sizeof whole - 1;
    memcpy(whole, text + piece->at, len);
    whole[len] = '\0';
    text_clip(clipped, sizeof clipped, whole, cells);
    buffer_append_text(out, clipped);
}

/* The sentence with each of its pieces in at most this many cells. */
static void view_question_write(struct buffer *out, const struct question *question, int cells)
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
            view_question_put_piece(out, question->text, next, cells);
        at = next ? next->at + next->len : end;
    }
}

/* The sentence without its beginning, for words that are longer than all the room there is. */
static void view_question_cut(struct buffer *out, const struct question *question, int cells)
{
    const char *text = question->text;
    do {
        text += text_decode(text, strlen(text), &(uint32_t){0});
        buffer_clear(out);
        buffer_printf(out, "…%s", text);
    } while (*text && draw_count_wrapped(buffer_text(out), cells) > ROWS_MAX);
}

/* The form of the sentence that shows most in the fewest of so many rows, its pieces cut to no less than
 * `least` cells; returns the rows, 0 when there is none. */
static int view_question_fit_into(struct buffer *out, const struct question *question, int cells, int most,
                                  int least)
{
    for (int rows = 1; rows <= most; rows++) {
        for (int piece = PIECE_MOST; piece >= (rows < most ? PIECE_CELLS : least); piece--) {
            view_question_write(out, question, piece);
            if (draw_count_wrapped(buffer_text(out), cells) <= rows)
                return rows;
        }
    }
    return 0;
}

/* Cells of a line of its note: where that is a list, marks stand left of them. */
static int view_question_note_cells(const struct question *question, int cells)
{
    return cells - question->is_list;
}

/* The sentence in the rows that its note leaves of so many, else in as many as it may have at most. */
static void view_question_fit(struct buffer *out, const struct question *question, int cells, int rows)
{
    int note_cells = view_question_note_cells(question, cells + 1);
    int left = rows - (question->note ? draw_count_wrapped(question->note, note_cells) : 0);
    int most = left < 1 ? 1 : left < ROWS_MAX ? left : ROWS_MAX;
    if (view_question_fit_into(out, question, cells, most, PIECE_CELLS) == 0 &&
        view_question_fit_into(out, question, cells, ROWS_MAX, 1) == 0)
        view_question_cut(out, question, cells);
}

/* Draws the sentence, which is the heading; returns its rows. */
static int view_question_draw_sentence(struct area area, const char *text)
{
    char line[LINEEDIT_MAX];
    int row = 0;
    for (size_t len, step; *text && (step = draw_wrap(text, area.w - 1, &len)) > 0; text += step) {
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        draw_heading(area, row, row == 0, line, "");
        row++;
    }
    return row;
}

/* Draws the note from a row on; in the last row there is a line is cut. */
static void view_question_draw_note(const struct question *question, struct area area, int row)
{
    char line[LINEEDIT_MAX];
    const char *note = question->note ? question->note : "";
    int cells = view_question_note_cells(question, area.w);
    bool was_choice = false;
    for (size_t len, step; *note && row < area.h; note += step) {
        bool is_choice = question->is_list && strlen(note) > 3 && note[1] == ' ' && note[2] == ' ';
        if (was_choice && !is_choice && row + draw_count_wrapped(note, cells) + 1 < area.h)
            row++; /* what is said of the choices stands apart from them */
        was_choice = is_choice;
        step = draw_wrap(note, cells, &len);
        snprintf(line, sizeof line, "%.*s", (int)(row + 1 < area.h ? len : strcspn(note, "\n")), note);
        draw_line(area, row++, question->is_list && *line != '!', DRAW_TEXT, line);
    }
}

/* A question: its sentence as the heading of what has the keys, and what follows from it. */
void view_question_draw(const struct app *app, struct area area)
{
    const struct question *question = app->question;
    struct area bar = {.x = area.x, .y = area.y + area.h - 1, .w = area.w, .h = 1};
    char keys[240];
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    draw_clear(area);
    area.h--;
    view_question_fit(&text, question, area.w - 1, area.h - (question->remark != NULL));
    if (question->remark) {
        area.h--;
        draw_line((struct area){area.x, area.y + area.h, area.w, 1}, 0, 0, DRAW_WARN, question->remark);
    }
    int row = view_question_draw_sentence(area, buffer_text(&text));
    view_question_draw_note(question, area, row);
    question_bar(question, keys, sizeof keys);
    char *any = strstr(keys, " any other key");
    if (any && text_width(keys) > bar.w) /* the number of what it sends is never cut */
        snprintf(any, sizeof keys - (size_t)(any - keys), "other: no");
    if (any && text_width(keys) > bar.w)
        snprintf(any, sizeof keys - (size_t)(any - keys), "n no");
    int col = draw_line(bar, 0, 0, DRAW_TEXT, keys);
    draw_cursor(bar, 0,
                question->count > 0 ? (int)strcspn(keys, ":") + 2 + (int)strlen(question->typed) : col);
    buffer_free(&text);
}

/* Does the label leave room enough for the line behind it? */
static bool view_prompt_fits(const struct app_prompt *prompt, int cells)
{
    return text_width(prompt->ops->label) + TYPING_CELLS <= cells;
}

/* What stands at the right end of the line: a sentence, the keys where they have no row of their own, or a
 * few words. Returns its cells; the last of the terminal stays empty, for it costs ten bytes. */
static int view_prompt_draw_right(const struct app *app, struct area area, int row, int used)
{
    const struct app_prompt *prompt = app->prompt;
    char text[LINEEDIT_MAX] = "";
    enum draw_role role = prompt->hint ? DRAW_DIM : DRAW_TEXT;
    bool shares = area.y + area.h == app->rows;
    int room = area.w - 1 - HINTS_GAP - used;
    if (prompt->hint)
        snprintf(text, sizeof text, "%s", prompt->hint);
    else if (shares)
        app_top(app)->hints(app, text, sizeof text);
    else if (prompt->side)
        snprintf(text, sizeof text, "%s", prompt->side);
    if (!prompt->hint)
        app_hints_cut(text, room);
    else if (room < area.w / 2) /* a sentence takes half of a long line */
        room = area.w / 2;
    int cells = text_width(text) < room ? text_width(text) : room;
    if (cells > 0)
        draw_text(area, row, area.w - 1 - cells, cells, role, text);
    return cells > 0 ? cells + HINTS_GAP + 1 : 0;
}

/* What Tab would take, right behind what is typed, and how many fit. */
static void view_prompt_draw_ghost(const struct app *app, struct area area, int row, int col, int room)
{
    const struct app_prompt *prompt = app->prompt;
    const char *ghost = app_prompt_ghost(app);
    col += draw_text(area, row, col, room, DRAW_DIM, ghost);
    if (!prompt->menu && !prompt->fits.is_quiet && prompt->fits.total > 1 && *lineedit_text(prompt->edit) &&
        room > 0)
        draw_format((struct area){area.x, area.y, col + room < area.w ? col + room : area.w, area.h}, row,
                    col + HINTS_GAP, DRAW_DIM, "%zu fit", prompt->fits.total);
}

/* The rows over the line: what it may become, the one that it is with a mark. */
static void view_prompt_draw_menu(const struct app_prompt *prompt, struct area area)
{
    const struct prompt_fits *fits = &prompt->fits;
    int names = 0, keys = 0, rows = area.h - 2;
    for (size_t i = 0; i < fits->count; i++) {
        names = text_width(fits->rows[i].text) > names ? text_width(fits->rows[i].text) : names;
        keys = text_width(fits->rows[i].key) > keys ? text_width(fits->rows[i].key) : keys;
    }
    draw_heading(area, 0, true, fits->title, "");
    size_t top = prompt->picked < fits->count && prompt->picked >= (size_t)rows
                     ? prompt->picked + 1 - (size_t)rows
                     : 0;
    for (int row = 0; row < rows && top + (size_t)row < fits->count; row++) {
        const struct prompt_fit *fit = &fits->rows[top + (size_t)row];
        int col = MENU_GUTTER + names + 1;
        draw_text(area, row + 1, 0, 1, DRAW_TEXT, top + (size_t)row == prompt->picked ? ">" : " ");
        draw_text(area, row + 1, MENU_GUTTER, names, DRAW_TEXT, fit->text);
        draw_right(area, row + 1, col, keys, DRAW_TEXT, fit->key);
        col += keys + (keys ? 2 : 1);
        draw_line(area, row + 1, col, DRAW_TEXT,
                  text_width(fit->help) <= area.w - col ? fit->help : fit->brief);
    }
}

/* A line being typed, scrolled so that its cursor is visible. */
void view_prompt_draw(const struct app *app, struct area area)
{
    const struct app_prompt *prompt = app->prompt;
    int row = area.h - 1, col = 0;
    const char *label = prompt->ops->label;
    if (view_prompt_fits(prompt, area.w))
        col = draw_line(area, row, 0, DRAW_KEY, label);
    else
        draw_wrapped(area, 0, DRAW_HEADING, label);
    if (prompt->menu)
        view_prompt_draw_menu(prompt, area);
    int beside = text_width(app_prompt_ghost(app)) +
                 (!prompt->menu && !prompt->fits.is_quiet && prompt->fits.total > 1 ? FIT_CELLS : 0);
    int typed = text_width(lineedit_text(prompt->edit)) + 1;
    int room = area.w - col - view_prompt_draw_right(app, area, row, col + typed + beside);
    int cursor = view_edit_draw(prompt->edit, area, row, col, room);
    view_prompt_draw_ghost(app, area, row, cursor, col + room - cursor);
    draw_cursor(area, row, cursor);
}

/* Rows of the menu: as many as there are to choose from, 3 to 5 where there are more. */
static int view_prompt_menu_rows(const struct app *app)
{
    int most = app->layout.body.h / 2;
    most = most < 3 ? 3 : most > 5 ? 5 : most;
    return app->prompt->fits.count < (size_t)most ? (int)app->prompt->fits.count : most;
}

int view_prompt_rows(const struct app *app, int cells)
{
    if (app->prompt->menu)
        return view_prompt_menu_rows(app) + 2;
    if (view_prompt_fits(app->prompt, cells))
        return 1;
    int rows = 1 + draw_count_wrapped(app->prompt->ops->label, cells);
    return rows > ROWS_MAX ? ROWS_MAX : rows;
}
