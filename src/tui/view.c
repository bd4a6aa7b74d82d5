/* Draws texts in cells, and the views around the body: header, message, key bar, prompt and questions. The
 * last cell of the bottom row stays blank, because drawing it costs ten bytes. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "steno/app/app.h"
#include "steno/app/watchlist.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/app/prompt.h"
#include "steno/app/reads.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "steno/widget/overlay.h"
#include "term.h"

#define COMBINING_MAX  5 /* number of combining characters that fit into a cell of curses */
#define LINE_MAX_BYTES 4096
#define FOCUS_CELLS    16 /* cells reversed in a focused heading; more would take more bytes */
#define GAP            2
#define MIDDLE         3 /* minimum gap between the left and the right part of the header */
#define NARROW_COLS    80
#define PIECE_SIZE     256
#define LEFT_LEAST     12 /* minimum cells of the account in the header */
#define FILTER_MOST    60 /* maximum cells of the filter in the header */
#define ROWS_MAX       3  /* maximum rows of a failure message, of a question's sentence, or of a label */
#define TYPING_CELLS   16 /* minimum cells for typing beside a label; else the label gets its own row */
#define MENU_GUTTER    2
#define MATCH_CELLS    11 /* cells of "  100 match" */

/* --- from text to cells --- */

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

/* Converts clipped UTF-8 to wide characters that are safe to send. Returns their number. */
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
    size_t at = fits;
    while (at > 0 && text[at] != ' ')
        at--;
    size_t word = strcspn(text + at + 1, " \n"); /* begins on this line if it is longer than a line */
    if (at == 0 || text_prefix(text + at + 1, cells, NULL) < word)
        return fits;
    *len = at;
    return at + 1;
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

/* --- the first line --- */

/* The parts on the right of the header, from left to right. */
enum piece {
    PIECE_LINK,
    PIECE_READ_ONLY,
    PIECE_FILTER,
    PIECE_MARKS,
    PIECE_TOTAL,
    PIECE_COUNTS,
    PIECE_CREDIT,
    PIECE_COUNT
};

/* What the header leaves out, one by one, until it fits. A narrow header uses header_drops_narrow in place of
 * header_drops. Then the account is cut, and header_drops_late follows. Last, the filter loses its text, and
 * header_drops_last follows. */
static const enum piece header_drops[] = {PIECE_TOTAL, PIECE_CREDIT, PIECE_COUNTS};
static const enum piece header_drops_narrow[] = {PIECE_TOTAL};
static const enum piece header_drops_late[] = {PIECE_COUNTS, PIECE_CREDIT};
static const enum piece header_drops_last[] = {PIECE_FILTER, PIECE_MARKS, PIECE_READ_ONLY};
#define DROPS(pieces) (pieces), sizeof(pieces) / sizeof *(pieces)

struct header {
    char text[PIECE_COUNT][PIECE_SIZE];
    bool link_is_bad;
};

static void view_header_collect(const struct app *app, struct header *header, int cols)
{
    bool narrow = cols < NARROW_COLS;
    char text[PIECE_SIZE - 64];
    memset(header, 0, sizeof *header);
    header->link_is_bad = true;
    if (app->session == SESSION_EXPIRED) {
        snprintf(header->text[PIECE_LINK], PIECE_SIZE, "login expired: press %s", app_key_of(app, "login"));
    } else if (!app_offline_text(app, narrow, header->text[PIECE_LINK], PIECE_SIZE)) {
        header->link_is_bad = false;
        if (app->session == SESSION_CHECKING)
            snprintf(header->text[PIECE_LINK], PIECE_SIZE, "checking the login");
        else if (app_pause_text(app, text, DATE_TEXT_SIZE))
            snprintf(header->text[PIECE_LINK], PIECE_SIZE, "busy, next try in %s", text);
    }
    if (settings_bool(app->settings, SETTING_READ_ONLY))
        snprintf(header->text[PIECE_READ_ONLY], PIECE_SIZE, "read-only");
    if (app->filter && *app->filter) { /* the first number counts all rows shown */
        text_clip(text, sizeof text, app->filter, FILTER_MOST);
        snprintf(header->text[PIECE_FILTER], PIECE_SIZE, "%zu of %zu%s%s%s", app->list.count,
                 app->project_count, narrow ? "" : " \"", narrow ? "" : text, narrow ? "" : "\"");
    }
    if (app->list.mark_count > 0 && app_hidden_marks(app) > 0)
        snprintf(header->text[PIECE_MARKS], PIECE_SIZE, "%zu marked (%zu hidden)", app->list.mark_count,
                 app_hidden_marks(app));
    else if (app->list.mark_count > 0)
        snprintf(header->text[PIECE_MARKS], PIECE_SIZE, "%zu marked", app->list.mark_count);
    else
        app_counts_total(app, header->text[PIECE_TOTAL], PIECE_SIZE);
    if (narrow && app->project_count == 0)
        snprintf(header->text[PIECE_TOTAL], PIECE_SIZE, "0 projects");
    if (cols < LAYOUT_WIDE_COLS)
        app_counts_marks(app, header->text[PIECE_COUNTS], PIECE_SIZE);
    else
        app_counts_words(app, "  ", header->text[PIECE_COUNTS], PIECE_SIZE);
    app_credit_text(app, header->text[PIECE_CREDIT], PIECE_SIZE);
}

static int view_header_cells(const struct header *header)
{
    int cells = 0;
    for (int i = 0; i < PIECE_COUNT; i++) {
        int piece = text_width(header->text[i]);
        cells += piece ? piece + (cells ? GAP : 0) : 0;
    }
    return cells;
}

static void view_header_drop(struct header *header, const enum piece *pieces, size_t count, int room)
{
    for (size_t i = 0; i < count && view_header_cells(header) > room; i++)
        header->text[pieces[i]][0] = '\0';
}

void view_header_draw(const struct app *app, struct area area)
{
    struct header header;
    bool narrow = area.w < NARROW_COLS;
    bool warns = settings_warn_of_http(app->settings, app->url ? app->url : "");
    const char *account = app->session == SESSION_NONE ? "not logged in"
                          : app->email && *app->email  ? app->email
                                                       : "logged in";
    const char *host = narrow ? "" : app_host(app);
    int name = narrow ? 0 : 5 + GAP, scheme = warns ? 7 : 0, col = 0, who = text_width(account);
    int left = name + who + (*host || warns ? GAP : 0) + scheme + text_width(host);
    view_header_collect(app, &header, area.w);
    if (header.text[PIECE_FILTER][0])
        view_header_drop(&header, DROPS(header_drops_narrow), area.w - left - MIDDLE);
    bool limits = header.text[PIECE_FILTER][0] || header.text[PIECE_MARKS][0];
    if (limits && left + MIDDLE + view_header_cells(&header) > area.w) {
        left -= text_width(host) + (*host && !warns ? GAP : 0);
        host = "";
    }
    int room = area.w - left - (narrow ? GAP : MIDDLE);
    if (narrow && app->project_count > 0)
        view_header_drop(&header, DROPS(header_drops_narrow), room);
    char *word = strstr(header.text[PIECE_CREDIT], " left");
    if (word && view_header_cells(&header) > room)
        *word = '\0';
    int most = area.w - name - (who < LEFT_LEAST ? who : LEFT_LEAST) - GAP;
    if (narrow)
        view_header_drop(&header, DROPS(header_drops_narrow), room);
    else
        view_header_drop(&header, DROPS(header_drops), room);
    view_header_drop(&header, DROPS(header_drops_late), most);
    char *text = strchr(header.text[PIECE_FILTER], '"');
    if (text && view_header_cells(&header) > most)
        text[-1] = '\0';
    view_header_drop(&header, DROPS(header_drops_last), most);
    int right = view_header_cells(&header);
    room = area.w - right - (right ? GAP : 0);
    if (!narrow)
        col = draw_text(area, 0, 0, 5, DRAW_HEADING, "steno") + GAP;
    col += draw_text(area, 0, col, room - col - (scheme ? scheme + GAP : 0), DRAW_TEXT, account) + GAP;
    if (warns)
        col += draw_text(area, 0, col, room - col, DRAW_BAD, "http://");
    draw_text(area, 0, col, room - col, warns ? DRAW_BAD : DRAW_TEXT, host);
    col = area.w - right;
    for (int i = 0; i < PIECE_COUNT; i++) {
        bool bad = i == PIECE_LINK && header.link_is_bad;
        if (header.text[i][0])
            col += draw_line(area, 0, col, bad ? DRAW_BAD : DRAW_TEXT, header.text[i]) + GAP;
    }
}

/* --- the last lines --- */

int view_message_rows(const struct app *app, int cells)
{
    char text[MESSAGE_SIZE];
    enum message_kind kind = app_message(app, text, sizeof text);
    if (kind != MESSAGE_OUTCOME && kind != MESSAGE_FAILURE) /* other kinds come too often to move the body */
        return 1;
    int rows = draw_count_wrapped(text, cells - 1), most = kind == MESSAGE_FAILURE ? ROWS_MAX : 2;
    return rows > most ? most : rows < 1 ? 1 : rows;
}

/* A message that does not fit into the area ends with " …". If it is a failure, a key follows that opens the
 * whole text. */
void view_message_draw(const struct app *app, struct area area)
{
    char text[MESSAGE_SIZE], tail[64];
    bool bad = app_message(app, text, sizeof text) == MESSAGE_FAILURE;
    if (area.h <= 1) {
        draw_line(area, area.h - 1, 0, bad ? DRAW_BAD : DRAW_TEXT, text);
        return;
    }
    draw_wrapped(area, 0, bad ? DRAW_BAD : DRAW_TEXT, text);
    if (draw_count_wrapped(text, area.w) <= area.h)
        return;
    snprintf(tail, sizeof tail, bad ? " … %s shows all" : " …", app_key_of(app, "activity"));
    int cells = text_width(tail);
    draw_right(area, area.h - 1, area.w - cells, cells, DRAW_BAD, tail);
}

void view_keys_draw(const struct app *app, struct area area)
{
    char hints[HINTS_SIZE];
    app_hints(app, hints, sizeof hints, area.w - 1);
    draw_line(area, 0, 0, DRAW_TEXT, hints);
}

void view_bottom_draw(const struct app *app, struct area area)
{
    char text[MESSAGE_SIZE], hints[HINTS_SIZE];
    enum message_kind kind = app_message(app, text, sizeof text);
    bool bad = kind == MESSAGE_FAILURE;
    int room = area.w - 1 - (*text ? text_width(text) + GAP : 0), least = app_hints_least(app);
    int hint_cells = app_hints(app, hints, sizeof hints, room < least ? least : room);
    int left = area.w - 1 - hint_cells;
    if ((bad || kind == MESSAGE_OUTCOME) && text_width(text) > left - GAP) { /* leave out the keys */
        draw_line(area, 0, 0, bad ? DRAW_BAD : DRAW_TEXT, text);
        return;
    }
    draw_text(area, 0, 0, left - GAP, bad ? DRAW_BAD : DRAW_TEXT, text);
    draw_text(area, 0, *text ? left : 0, hint_cells, DRAW_TEXT, hints);
}

/* --- questions --- */

/* Appends the sentence of a question. If it needs more than ROWS_MAX rows, `…` replaces its beginning. */
static void view_question_fit(struct buffer *out, const char *text, int cells)
{
    buffer_append_text(out, text);
    while (*text && draw_count_wrapped(buffer_text(out), cells) > ROWS_MAX) {
        text += text_decode(text, strlen(text), &(uint32_t){0});
        buffer_clear(out);
        buffer_printf(out, "…%s", text);
    }
}

/* Draws a question's note from `row` on, cut at the area's end. In a list, column 0 is for signs such as
 * `!`. */
static void view_question_draw_note(const struct question *question, struct area area, int row)
{
    char line[LINEEDIT_MAX];
    const char *note = question->note ? question->note : "";
    int cells = area.w - question->is_list;
    bool was_choice = false;
    for (size_t len, step; *note && row < area.h; note += step) {
        bool is_choice = question->is_list && strlen(note) > 3 && note[1] == ' ' && note[2] == ' ';
        if (was_choice && !is_choice && row + draw_count_wrapped(note, cells) + 1 < area.h)
            row++; /* a blank row between the list and the text after it */
        was_choice = is_choice;
        step = draw_wrap(note, cells, &len);
        snprintf(line, sizeof line, "%.*s", (int)(row + 1 < area.h ? len : strcspn(note, "\n")), note);
        draw_line(area, row++, question->is_list && *line != '!', DRAW_TEXT, line);
    }
}

/* Draws a question: its sentence as a focused heading, its note, and its keys in the last row. If the keys do
 * not fit, the words "any other key" are shortened. */
void view_question_draw(const struct app *app, struct area area)
{
    const struct question *question = app->question;
    struct area bar = {.x = area.x, .y = area.y + area.h - 1, .w = area.w, .h = 1};
    char keys[240];
    struct buffer sentence;
    buffer_init(&sentence, BUFFER_MAX_DEFAULT);
    draw_clear(area);
    area.h--;
    view_question_fit(&sentence, question->text, area.w - 1);
    if (question->remark) {
        area.h--;
        draw_line((struct area){area.x, area.y + area.h, area.w, 1}, 0, 0, DRAW_WARN, question->remark);
    }
    struct area heading = {.x = area.x, .y = area.y, .w = area.w - 1, .h = area.h};
    int row = draw_wrapped(heading, 0, DRAW_HEADING, buffer_text(&sentence));
    draw_focus(area, 0);
    view_question_draw_note(question, area, row);
    question_bar(question, keys, sizeof keys);
    char *any = strstr(keys, " any other key");
    if (any && text_width(keys) > bar.w)
        snprintf(any, sizeof keys - (size_t)(any - keys), "other: no");
    if (any && text_width(keys) > bar.w)
        snprintf(any, sizeof keys - (size_t)(any - keys), "n no");
    int col = draw_line(bar, 0, 0, DRAW_TEXT, keys);
    draw_cursor(bar, 0,
                question->count > 0 ? (int)strcspn(keys, ":") + 2 + (int)strlen(question->typed) : col);
    buffer_free(&sentence);
}

/* --- what is typed --- */

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

static bool view_prompt_fits(const struct app_prompt *prompt, int cells)
{
    return text_width(prompt->ops->label) + TYPING_CELLS <= cells;
}

static bool view_prompt_counts(const struct app_prompt *prompt)
{
    return !prompt->menu && !prompt->fits.is_quiet && prompt->fits.total > 1;
}

/* Draws prompt->hint at the right end of the prompt's row, in up to half of the row. If there is no hint,
 * draws the keys, or prompt->side where the keys have their own row. Returns the cells used. */
static int view_prompt_draw_right(const struct app *app, struct area area, int row, int used)
{
    const struct app_prompt *prompt = app->prompt;
    char text[LINEEDIT_MAX] = "";
    int room = area.w - 1 - GAP - used;
    if (prompt->hint) {
        snprintf(text, sizeof text, "%s", prompt->hint);
        room = room < area.w / 2 ? area.w / 2 : room;
    } else {
        if (area.y + area.h == app->rows)
            app_top(app)->hints(app, text, sizeof text);
        else if (prompt->side)
            snprintf(text, sizeof text, "%s", prompt->side);
        app_hints_cut(text, room);
    }
    int cells = text_width(text) < room ? text_width(text) : room;
    if (cells > 0)
        draw_text(area, row, area.w - 1 - cells, cells, prompt->hint ? DRAW_DIM : DRAW_TEXT, text);
    return cells > 0 ? cells + GAP + 1 : 0;
}

/* Draws the rows above the prompt: the completions, with `>` before the chosen one. */
static void view_prompt_draw_menu(const struct app_prompt *prompt, struct area area)
{
    const struct prompt_fits *fits = &prompt->fits;
    int names = 0, keys = 0;
    size_t rows = (size_t)(area.h - 2), top = 0;
    for (size_t i = 0; i < fits->count; i++) {
        names = text_width(fits->rows[i].text) > names ? text_width(fits->rows[i].text) : names;
        keys = text_width(fits->rows[i].key) > keys ? text_width(fits->rows[i].key) : keys;
    }
    draw_heading(area, 0, true, fits->title, "");
    if (prompt->picked < fits->count && prompt->picked >= rows)
        top = prompt->picked + 1 - rows;
    for (size_t at = top; at < top + rows && at < fits->count; at++) {
        const struct prompt_fit *fit = &fits->rows[at];
        int row = (int)(at - top) + 1, col = MENU_GUTTER + names + 1;
        draw_text(area, row, 0, 1, DRAW_TEXT, at == prompt->picked ? ">" : " ");
        draw_text(area, row, MENU_GUTTER, names, DRAW_TEXT, fit->text);
        draw_right(area, row, col, keys, DRAW_TEXT, fit->key);
        col += keys + (keys ? 2 : 1);
        draw_line(area, row, col, DRAW_TEXT, fit->help);
    }
}

void view_prompt_draw(const struct app *app, struct area area)
{
    const struct app_prompt *prompt = app->prompt;
    const char *label = prompt->ops->label, *ghost = app_prompt_ghost(app),
               *typed = lineedit_text(prompt->edit);
    int row = area.h - 1, col = 0;
    if (view_prompt_fits(prompt, area.w))
        col = draw_line(area, row, 0, DRAW_KEY, label);
    else
        draw_wrapped(area, 0, DRAW_HEADING, label);
    if (prompt->menu)
        view_prompt_draw_menu(prompt, area);
    int beside = text_width(ghost) + (view_prompt_counts(prompt) ? MATCH_CELLS : 0);
    int end = area.w - view_prompt_draw_right(app, area, row, col + text_width(typed) + 1 + beside);
    int cursor = view_edit_draw(prompt->edit, area, row, col, end - col);
    col = cursor + draw_text(area, row, cursor, end - cursor, DRAW_DIM, ghost);
    struct area before = {.x = area.x, .y = area.y, .w = end < area.w ? end : area.w, .h = area.h};
    if (view_prompt_counts(prompt) && *typed && end > cursor)
        draw_format(before, row, col + GAP, DRAW_DIM, "%zu match", prompt->fits.total);
    draw_cursor(area, row, cursor);
}

/* At most 3 completions are shown, on a high screen up to 5. */
int view_prompt_rows(const struct app *app, int cells)
{
    int most = app->layout.body.h / 2, fits = (int)app->prompt->fits.count;
    most = most < 3 ? 3 : most > 5 ? 5 : most;
    if (app->prompt->menu)
        return (fits < most ? fits : most) + 2;
    if (view_prompt_fits(app->prompt, cells))
        return 1;
    int rows = 1 + draw_count_wrapped(app->prompt->ops->label, cells);
    return rows > ROWS_MAX ? ROWS_MAX : rows;
}
