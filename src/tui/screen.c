/* Owns the order of drawing and the one doupdate a turn. Knows which view draws which part, not what is in
 * it. */
#include "steno/tui/curses.h"
#include "steno/tui/screen.h"

#include "steno/app/ask.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/presets.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/tui/draw.h"
#include "steno/tui/view.h"

/* What has the keys: the topmost thing. */
enum screen_owner { OWNER_NONE, OWNER_LINE, OWNER_MENU, OWNER_PREVIEW, OWNER_FORM, OWNER_FIELD, OWNER_PANE };

/* What was on the screen at the last draw, to notice when something else covers the body. */
static struct {
    enum screen_owner owner;
    enum app_pane focus;
    const void *form;
    int line_rows; /* of what is asked on the last rows */
    bool forgotten;
} last;

/* Who has the keys now. */
static enum screen_owner screen_owner(const struct app *app)
{
    if (app->question->text || app->prompt->ops)
        return OWNER_LINE;
    if (app->menu->kind != MENU_NONE)
        return OWNER_MENU;
    if (app->preview_open)
        return OWNER_PREVIEW;
    const struct app_form *form = app_form_top(app);
    if (form)
        return form_is_typing(form->form) ? OWNER_FIELD : OWNER_FORM;
    return OWNER_PANE;
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

/* The body below something that covers the panes. */
static void screen_draw_cover(const struct app *app, enum screen_owner owner)
{
    const struct area body = app->layout.body;
    draw_clear(body);
    if (app->menu->kind != MENU_NONE)
        view_menu_draw(app->menu, body, owner == OWNER_MENU);
    else if (app->preview_open)
        view_preview_draw(app, body, owner == OWNER_PREVIEW);
    else
        view_form_draw(app, body, owner == OWNER_FORM || owner == OWNER_FIELD);
}

/* The panes side by side. */
static void screen_draw_panes(const struct app *app, enum screen_owner owner, unsigned dirty)
{
    for (int i = 0; i < app->layout.columns; i++) {
        struct area area = app->layout.column[i];
        enum app_pane pane = app->column[i];
        if (!(dirty & DIRTY_PANE(pane)))
            continue;
        bool focused = owner == OWNER_PANE && app->focus == pane;
        if (i > 0) { /* the blanks beside the rule belong to the pane on their right: its mark stands there */
            struct area gap = {.x = area.x - 3, .y = area.y, .w = 3, .h = area.h};
            draw_clear(gap);
            draw_rule(area);
        }
        draw_clear(area);
        if (pane == PANE_PROJECTS)
            view_projects_draw(app, area, focused);
        else
            view_page_draw(app, pane, area, focused);
    }
}

/* The last rows: what is asked there covers as many of the body's as it needs. */
static void screen_draw_line(const struct app *app, enum screen_owner owner, int rows)
{
    struct area area = app->layout.status;
    if (owner != OWNER_LINE) {
        view_status_draw(app, area);
        return;
    }
    area.y -= rows - 1;
    area.h = rows;
    view_dialog_draw(app, area);
}

/* Widens the dirty bits by what a change of cover or focus brings with it. */
static unsigned screen_widen(const struct app *app, enum screen_owner owner, int line_rows, unsigned dirty)
{
    bool was_covered = last.form != NULL,
         covered = owner == OWNER_MENU || owner == OWNER_PREVIEW || app_form_top(app);
    if (last.forgotten || was_covered != covered || (dirty & DIRTY_LAYOUT) || line_rows < last.line_rows)
        return DIRTY_ALL;
    if (line_rows > 1) /* what lies under it may just have been drawn over it */
        dirty |= DIRTY_STATUS;
    if (owner != last.owner)
        dirty |= DIRTY_STATUS | (covered ? DIRTY_FORM : DIRTY_PANE(app->focus));
    if (app->focus != last.focus)
        dirty |= DIRTY_PANE(app->focus) | DIRTY_PANE(last.focus);
    return dirty;
}

void screen_draw(const struct app *app, unsigned dirty)
{
    enum screen_owner owner = screen_owner(app);
    if (app->layout.too_small) {
        screen_draw_too_small(app);
        last.forgotten = true;
    } else {
        int line_rows = owner == OWNER_LINE ? view_dialog_rows(app, app->layout.status.w) : 1;
        dirty = screen_widen(app, owner, line_rows, dirty);
        bool covered = owner == OWNER_MENU || owner == OWNER_PREVIEW || app_form_top(app);
        if (dirty == DIRTY_ALL)
            erase();
        if (dirty & DIRTY_HEADER)
            view_header_draw(app, app->layout.header);
        if (covered && (dirty & DIRTY_FORM))
            screen_draw_cover(app, owner);
        else if (!covered)
            screen_draw_panes(app, owner, dirty);
        if (dirty & DIRTY_STATUS)
            screen_draw_line(app, owner, line_rows);
        last.line_rows = line_rows;
        last.owner = owner;
        last.focus = app->focus;
        last.form = covered ? app : NULL;
        last.forgotten = false;
    }
    draw_park();
    wnoutrefresh(stdscr);
    doupdate();
}

void screen_forget(void)
{
    clearok(curscr, TRUE);
    last.forgotten = true;
}
