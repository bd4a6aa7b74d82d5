/* Owns which pane stands in which place, which has the focus, what opens over a form, and where `q` leads. It
 * must not know what a pane shows. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/panes.h"

#include <inttypes.h>
#include <string.h>

#include "acts.h"
#include "steno/app/state.h"
#include "steno/app/action.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "dispatch.h"
#include "part.h"
#include "steno/app/status.h"
#include "steno/app/project.h"
#include "steno/app/watchlist.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"
#include "steno/widget/list.h"

#define LOWER_REST_MS 100 /* for which keys rest before a cleared lower place is drawn */
#define BACK_MAX      (sizeof((struct app *)0)->back / sizeof((struct app *)0)->back[0])

/* Tells lists and forms how many rows they have. */
static void panes_fit(struct app *app)
{
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    for (int pane = PANE_LIST + 1; pane < app->pane_count; pane++)
        list_fit(&app->panes[pane].page.list, app_pane_height(app, pane));
    for (int i = 0; i < app->form_count; i++)
        form_set_height(app->forms[i].form, app_form_height(app));
}

/* Has one thing all of the body? Above a form stands the list, whichever pane had the focus. */
static bool panes_are_covered(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    if (app->over.pane != PANE_LIST || app->preview_covers)
        return true;
    return form ? form->zoomed : app->zoomed || app_focus_ops(app)->covers;
}

void app_layout(struct app *app)
{
    layout_compute(&app->layout, app->cols, app->rows, app->project_count);
    if (panes_are_covered(app))
        layout_cover(&app->layout);
    if (app_over_is_beside(app))
        layout_beside_form(&app->layout);
    app->place[0] = app->layout.places == 1 ? app->focus : PANE_LIST;
    app->place[1] = app->side;
    panes_fit(app);
}

/* Gives the focus to a pane, bringing it on the screen. */
static void panes_focus(struct app *app, int pane)
{
    if (app->focus == PANE_LIST && app->panes[pane].ops->about_project && app_selected(app))
        app_project_show(app, app_selected(app));
    app->zoomed = app->zoomed && pane == app->focus;
    if (pane == PANE_LIST && app->focus != PANE_LIST)
        overlay_touch(&app->overlays); /* a `q` that waits already was meant for what was left */
    app->focus = pane;
    if (app->panes[pane].ops->about_activity && !app->panes[pane].ops->about_project) {
        app->failures_unseen = 0;
        app_acts_see(app);
    }
    if (pane != PANE_LIST && !app->panes[pane].ops->covers)
        app->side = pane;
    if (pane == PANE_LIST)
        app->back_count = 0;
    app_layout(app);
}

/* What opens by itself while a pane stands over a form lies below that form. */
static void panes_open_below(struct app *app, const char *name)
{
    int pane = app->focus;
    bool zoomed = app->zoomed;
    app->over.pane = PANE_LIST;
    app->focus = app->over.focus;
    app->zoomed = app->over.zoomed;
    app_pane_open(app, name);
    app->over.pane = pane;
    app->over.focus = app->focus;
    app->over.zoomed = app->zoomed;
    app->focus = pane;
    app->zoomed = zoomed;
    app_layout(app);
}

void app_pane_open(struct app *app, const char *name)
{
    if (app->over.pane != PANE_LIST) {
        panes_open_below(app, name);
        return;
    }
    int pane = app_pane_find(app, name);
    if (app->focus == pane)
        return;
    if (app->back_count < (int)BACK_MAX) {
        app->back[app->back_count].focus = app->focus;
        app->back[app->back_count].side = app->side;
        app->back_count++;
    }
    int count = app->back_count;
    panes_focus(app, pane);
    if (pane != PANE_LIST)
        app->back_count = count;
}

void app_pane_go_to_project(struct app *app, int64_t id)
{
    if (!app_project_find(app, id)) {
        app_say(app, "%" PRId64 " is not on the watchlist: %s opens it", id, app_key_of(app, "open"));
        return;
    }
    app_project_select(app, id);
    app_project_show(app, id);
    app_pane_open(app, "details");
}

/* --- the pane in focus has the keys --- */

/* A key: the action bound to it there. */
static void panes_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, 1u << app->focus, key);
    if (action && app_runs_here(app, action))
        app_run(app, action, "");
    else
        app_run_elsewhere(app, key);
}

/* What is pasted on the list goes to the first part that takes it. */
static bool panes_paste(void *context, const char *text)
{
    struct app *app = context;
    return app->focus == PANE_LIST && part_take_paste(app, text);
}

static bool panes_interrupt(void *context)
{
    return app_pane_back(context);
}

const struct overlay_ops app_pane_overlay = {
    .kind = OVERLAY_PANE, .key = panes_key, .paste = panes_paste, .interrupt = panes_interrupt};

static const struct overlay_ops over_overlay = {
    .kind = OVERLAY_OVER_FORM, .key = panes_key, .interrupt = panes_interrupt};

/* --- a pane over a form --- */

void app_pane_open_over(struct app *app, const char *name)
{
    app_pane_over_close(app);
    app->over.pane = app_pane_find(app, name);
    app->over.form = app_form_top(app)->form;
    app->over.focus = app->focus;
    app->over.zoomed = app->zoomed;
    app->focus = app->over.pane;
    app->zoomed = false;
    overlay_push(&app->overlays, &over_overlay, &app->over);
    app_layout(app);
}

void app_pane_over_close(struct app *app)
{
    if (app->over.pane == PANE_LIST)
        return;
    overlay_remove(&app->overlays, &app->over);
    app->over.pane = PANE_LIST;
    app->focus = app->over.focus;
    app->zoomed = app->over.zoomed;
    app_layout(app);
}

bool app_pane_over_turn(struct app *app)
{
    if (!app_over_is_beside(app) || app_form_top(app)->form != app->over.form)
        return false;
    if (!overlay_remove(&app->overlays, &app->over))
        overlay_push(&app->overlays, &over_overlay, &app->over);
    return true;
}

/* It goes with its form. */
static void panes_over_check(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        if (app->forms[i].form == app->over.form)
            return;
    }
    app_pane_over_close(app);
}

/* --- the lower place --- */

/* What has it: a question, a form, what lies over that, else a pane. */
static const void *panes_lower(const struct app *app)
{
    const struct overlay *top = overlay_below(&app->overlays, OVERLAY_PROMPT);
    if (overlay_has(&app->overlays, OVERLAY_QUESTION))
        return app->question;
    return top->ops->kind == OVERLAY_PANE ? &app->panes[app->side] : top->what;
}

/* What was opened there was left for the list: the place is cleared, and its pane follows once keys rest. */
static void panes_clear_lower(struct app *app)
{
    const void *lower = panes_lower(app);
    if (lower != app->lower && app->lower && lower == &app->panes[app->side] && app->focus == PANE_LIST &&
        app->layout.places > 1)
        app->lower_due_ms =
            settings_bool(app->settings, SETTING_FOLLOW) ? app->now_ms + LOWER_REST_MS : INT64_MAX;
    app->lower = lower;
}

/* Are its lines those of the project at hand, when this turn ends? */
static bool panes_lower_is_ready(const struct app *app)
{
    return app->follow_at_ms == INT64_MAX;
}

/* Shows it again when it is time, or when it has the keys. */
static void panes_follow_lower(struct app *app)
{
    bool is_due = app->lower_due_ms <= app->now_ms && panes_lower_is_ready(app);
    if (!app->lower_due_ms || (!is_due && app->focus == PANE_LIST && app->layout.places > 1))
        return;
    app->lower_due_ms = 0;
}

void app_lower_rest(struct app *app)
{
    if (app->lower_due_ms && app->lower_due_ms < INT64_MAX)
        app->lower_due_ms = app->now_ms + LOWER_REST_MS;
}

/* What stands where, at the end of a turn. */
static void panes_turn(struct app *app)
{
    if (app->over.pane != PANE_LIST)
        panes_over_check(app);
    app_layout(app);
    panes_clear_lower(app);
    panes_follow_lower(app);
}

static int64_t panes_deadline(const struct app *app)
{
    int64_t now_ms = app->now_ms;
    if (app->lower_due_ms > now_ms)
        return app->lower_due_ms;
    return app->lower_due_ms && panes_lower_is_ready(app) ? now_ms : INT64_MAX;
}

/* --- ways between panes --- */

void app_pane_zoom(struct app *app)
{
    struct app_form *form = overlay_has(&app->overlays, OVERLAY_OVER_FORM) ? NULL : app_form_top(app);
    bool *zoomed = form ? &form->zoomed : &app->zoomed;
    *zoomed = !*zoomed;
    app_layout(app);
}

/* Puts back a list that has all of the body; false when it has not. */
static bool panes_unzoom(struct app *app)
{
    if (!app->zoomed)
        return false;
    app_pane_zoom(app);
    return true;
}

bool app_pane_back(struct app *app)
{
    if (app_focus_ops(app)->back && app_focus_ops(app)->back(app))
        return true;
    if (app->over.pane != PANE_LIST) {
        app_pane_over_close(app);
        return true;
    }
    if (app->back_count > 0) {
        app->back_count--;
        int count = app->back_count;
        app->side = app->back[count].side;
        panes_focus(app, app->back[count].focus);
        if (app->focus != PANE_LIST)
            app->back_count = count;
        return true;
    }
    if (app->focus == PANE_LIST)
        return panes_unzoom(app);
    panes_focus(app, PANE_LIST);
    return true;
}

/* The panes that next-pane walks where there is one column; returns how many. */
static int panes_walked(const struct app *app, int panes[PANES_MAX])
{
    int count = 0;
    for (int pane = 0; pane < app->pane_count; pane++) {
        if (app->panes[pane].ops->walked)
            panes[count++] = pane;
    }
    return count;
}

void app_pane_step(struct app *app, int step)
{
    int walked[PANES_MAX], walked_count = panes_walked(app, walked);
    bool has_lower = app->layout.places > 1;
    const int *panes = has_lower ? app->place : walked;
    int count = has_lower ? app->layout.places : walked_count, at = 0;
    while (at < count && panes[at] != app->focus)
        at++;
    panes_focus(app, at == count ? PANE_LIST : panes[(at + step + count) % count]);
}

const struct pane_ops *app_focus_ops(const struct app *app)
{
    return app->panes[app->focus].ops;
}

const struct page_line *app_line_of_current(const struct app *app)
{
    const struct page *page = app_focus_page(app);
    const struct page_line *line = page->id == app->current ? page_line_at_hand(page) : NULL;
    return line && line->target ? line : NULL;
}

struct page *app_focus_page(const struct app *app)
{
    return &app->panes[app->focus].page;
}

struct list *app_focus_list(struct app *app)
{
    return app->focus == PANE_LIST ? &app->list : &app_focus_page(app)->list;
}

void app_focus_moved(struct app *app)
{
    if (app_focus_ops(app)->detail)
        app->panes[app->focus].detail_at_ms = app->now_ms + APP_FOLLOW_MS;
    if (app_focus_ops(app)->moved)
        app_focus_ops(app)->moved(app);
}

void app_focus_jump(struct app *app, size_t row, size_t end)
{
    struct list *list = app_focus_list(app);
    size_t height = app_pane_height(app, app->focus);
    size_t last = height > 0 && end > row + height ? row + height : end;
    if (last > row + 1)
        list_select_row(list, last - 1, height);
    list_select_row(list, row, height);
}

bool app_list_step(struct list *list, const char *action, size_t height)
{
    if (strcmp(action, "down") == 0)
        return list_move(list, 1, height);
    if (strcmp(action, "up") == 0)
        return list_move(list, -1, height);
    if (strcmp(action, "page-down") == 0)
        return list_page(list, 1, height);
    if (strcmp(action, "page-up") == 0)
        return list_page(list, -1, height);
    if (strcmp(action, "top") == 0)
        return list_home(list, height);
    if (strcmp(action, "bottom") == 0)
        return list_end(list, height);
    return false;
}

const struct part part_places = {.name = "places", .turn = panes_turn, .deadline = panes_deadline};
