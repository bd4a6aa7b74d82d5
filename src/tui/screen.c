/* Owns the order of drawing and the one doupdate a turn. Knows which view draws which part, not what is in
 * it. */
/* SPDX-License-Identifier: MIT */
#include "curses.h"
#include "screen.h"

#include "steno/app/state.h"
#include "steno/app/prompt.h"
#include "draw.h"
#include "view.h"

/* The pane that stands over a form. */
static void screen_draw_over(const struct app *app, struct area area, bool focused)
{
    view_page_draw(app, app->over.pane, area, focused);
}

/* How each kind of overlay is drawn. */
static const struct {
    /* where forms are; NULL: it covers nothing */
    void (*body)(const struct app *app, struct area area, bool focused);
    /* a line that is typed where messages stand, and how many rows of so many cells it takes; NULL: none is
     */
    void (*line)(const struct app *app, struct area area);
    int (*line_rows)(const struct app *app, int cells);
    /* what is asked, its keys included */
    void (*asked)(const struct app *app, struct area area);
} looks[OVERLAY_KINDS] = {
    [OVERLAY_FORM] = {.body = view_form_draw},
    [OVERLAY_OVER_FORM] = {.body = screen_draw_over},
    [OVERLAY_PREVIEW] = {.body = view_preview_draw},
    [OVERLAY_MENU] = {.body = view_menu_draw},
    [OVERLAY_PROMPT] = {.line = view_prompt_draw, .line_rows = view_prompt_rows},
    [OVERLAY_QUESTION] = {.asked = view_question_draw},
};

/* What is to be drawn: the kind that has the keys, and the topmost one of those that lie in the body. */
struct screen_state {
    enum overlay_kind top, body;
    bool is_typing; /* a text is typed there */
    int focus;
    bool pane_has_focus; /* a line typed below it, without a menu, leaves it */
    struct area line;    /* of the message, of what is typed or asked */
};

/* What was drawn last, to notice when something else covers the body. */
static struct screen_state last;
static bool forgotten;

/* How it is now. */
static struct screen_state screen_now(const struct app *app)
{
    const struct overlay_ops *top = app_top(app);
    struct screen_state now = {.top = top->kind,
                               .body = overlay_below(&app->overlays, OVERLAY_PROMPT)->ops->kind,
                               .is_typing = top->is_typing && top->is_typing(app),
                               .focus = app->focus,
                               .line = app->layout.message};
    now.pane_has_focus =
        now.top == now.body || now.top == OVERLAY_LETTER || (now.top == OVERLAY_PROMPT && !app->prompt->menu);
    bool asks = looks[now.top].line;
    if (looks[now.top].asked) {
        now.line = app->layout.asked;
        return now;
    }
    now.line.h = asks ? looks[now.top].line_rows(app, now.line.w) : view_message_rows(app, now.line.w);
    if (layout_shares_bottom(&app->layout) && !asks && now.line.h > 1)
        now.line.y--;
    now.line.y -= now.line.h - 1;
    return now;
}

/* One line for a terminal that is too small to work in. */
static void screen_draw_too_small(const struct app *app)
{
    struct area whole = {.x = 0, .y = 0, .w = app->cols, .h = app->rows};
    erase();
    draw_format(whole, 0, 0, DRAW_TEXT, "%dx%d is too small: %dx%d needed", app->cols, app->rows,
                LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
    draw_cursor(whole, 0, 0);
}

/* What lies over the panes: where there is room, a form with a pane beside it. */
static void screen_draw_cover(const struct app *app, const struct screen_state *now)
{
    if (app_over_is_beside(app) && (now->body == OVERLAY_FORM || now->body == OVERLAY_OVER_FORM)) {
        draw_clear(app->layout.body);
        view_form_draw(app, app->layout.form, now->top == OVERLAY_FORM);
        draw_rule(app->layout.place[0]);
        screen_draw_over(app, app->layout.place[0], now->top == OVERLAY_OVER_FORM);
        return;
    }
    struct area area = app_over_is_beside(app) ? app->layout.body : app->layout.form;
    draw_clear(area);
    looks[now->body].body(app, area, now->top == now->body);
}

/* Where a place is seen: what lies over the panes has the last one, and a question lies below the list. */
static struct area screen_place(const struct app *app, const struct screen_state *now, int place)
{
    struct area area = app->layout.place[place];
    if (place == app->layout.places - 1 && looks[now->body].body)
        area.h = 0;
    else if (looks[now->top].asked && app->place[place] == PANE_LIST)
        area.h = now->line.y - area.y;
    return area;
}

/* The panes. */
static void screen_draw_panes(const struct app *app, const struct screen_state *now, unsigned dirty)
{
    for (int i = 0; i < app->layout.places; i++) {
        struct area area = screen_place(app, now, i);
        int pane = app->place[i];
        bool focused = now->pane_has_focus && now->body == OVERLAY_PANE && app->focus == pane;
        if (!(dirty & DIRTY_PANE(pane)) || area.h == 0)
            continue;
        draw_clear(area);
        if (pane == PANE_LIST)
            view_projects_draw(app, area, focused);
        else if (i == 0 || !app->lower_due_ms)
            view_page_draw(app, pane, area, focused);
    }
}

/* In a small terminal: the rows of the list that a question leaves. */
static void screen_draw_list_above(const struct app *app, const struct screen_state *now)
{
    struct area area = app->layout.body;
    area.h = now->line.y - area.y;
    draw_clear(area);
    view_projects_draw(app, area, false);
}

/* The last rows: the message, or what is typed, which covers as many rows of the body as it needs, and the
 * keys; or a question. */
static void screen_draw_bottom(const struct app *app, const struct screen_state *now)
{
    bool shares = now->line.y + now->line.h > app->layout.keys.y;
    if (looks[now->top].asked) {
        looks[now->top].asked(app, now->line);
        return;
    }
    if (!shares)
        view_keys_draw(app, app->layout.keys);
    draw_clear(now->line);
    if (looks[now->top].line)
        looks[now->top].line(app, now->line);
    else if (shares)
        view_bottom_draw(app, now->line);
    else
        view_message_draw(app, now->line);
}

/* Does what has the keys, or may be typed there, look another way than before? */
static bool screen_has_other_owner(const struct screen_state *now)
{
    bool was_asked = last.top >= OVERLAY_PROMPT, asks = now->top >= OVERLAY_PROMPT;
    return asks || was_asked ? asks != was_asked : now->top != last.top || now->is_typing != last.is_typing;
}

/* Widens the dirty bits by what a change of cover or focus brings with it. */
static unsigned screen_widen(const struct app *app, const struct screen_state *now, unsigned dirty)
{
    bool was_covered = looks[last.body].body, covered = looks[now->body].body;
    if (forgotten || was_covered != covered || (dirty & DIRTY_LAYOUT) || now->line.h < last.line.h ||
        now->line.y > last.line.y)
        return DIRTY_ALL;
    if (now->line.h > 1 || now->line.y < app->layout.message.y || now->top == OVERLAY_PROMPT)
        dirty |=
            DIRTY_STATUS; /* what lies under it may just have been drawn over it, and the cursor is its own */
    if (now->pane_has_focus != last.pane_has_focus)
        dirty |= DIRTY_PANE(now->focus);
    if (screen_has_other_owner(now))
        dirty |= DIRTY_STATUS | (covered ? DIRTY_FORM : DIRTY_PANE(now->focus));
    if (now->focus != last.focus)
        dirty |= DIRTY_PANE(now->focus) | DIRTY_PANE(last.focus);
    return dirty;
}

/* All that changed. */
static void screen_draw_parts(const struct app *app, const struct screen_state *now, unsigned dirty)
{
    bool covered = looks[now->body].body;
    if (app->over.pane != PANE_LIST && (dirty & DIRTY_PANE(app->over.pane)))
        dirty |= DIRTY_FORM;
    if (dirty == DIRTY_ALL)
        erase();
    if (dirty & DIRTY_HEADER)
        view_header_draw(app, app->layout.header);
    if (looks[now->top].asked && app->layout.is_small) {
        screen_draw_list_above(app, now);
    } else {
        screen_draw_panes(app, now, dirty);
        if (covered && (dirty & DIRTY_FORM))
            screen_draw_cover(app, now);
    }
    if (dirty & DIRTY_STATUS)
        screen_draw_bottom(app, now);
}

/* A mark that moves up costs less if the old one is taken away first, while the cursor still stands behind
 * it: curses draws from the top, and would go there and back. The only case of two updates in a turn. */
static void screen_take_old_mark(void)
{
    int row = getcury(newscr), col = getcurx(newscr); /* where the last turn left the cursor */
    draw_park();
    if (forgotten || getcury(stdscr) >= row || getcurx(stdscr) != col || col == 0)
        return;
    if ((mvwinch(newscr, row, col - 1) & A_CHARTEXT) != '>' || mvinch(row, col - 1) != ' ')
        return;
    mvwaddch(newscr, row, col - 1, ' ');
    doupdate();
}

void screen_draw(const struct app *app, unsigned dirty)
{
    if (app->layout.too_small) {
        screen_draw_too_small(app);
        forgotten = true;
    } else {
        struct screen_state now = screen_now(app);
        screen_draw_parts(app, &now, screen_widen(app, &now, dirty));
        screen_take_old_mark();
        last = now;
        forgotten = false;
    }
    draw_park();
    wnoutrefresh(stdscr);
    doupdate();
}

void screen_forget(void)
{
    clearok(curscr, TRUE);
    forgotten = true;
}
