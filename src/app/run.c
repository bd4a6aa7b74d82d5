/* Owns what stands before an action: whether it can run here and now, and where it could. */
#include "steno/app/run.h"

#include <stdio.h>

#include "steno/app/places.h"
#include "steno/app/keymap.h"
#include "steno/app/pane.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/core/settings.h"

/* Is there a project for it, if it is about one? */
static bool run_has_project(const struct app *app, const struct action *action)
{
    return !(action->where & NEEDS_PROJECT) || app_project_at_hand(app) ||
           ((action->where & ON_MARKED) && app->list.mark_count > 0);
}

/* Are there marked projects for it, if in the list it is about those alone? */
static bool run_has_marks(const struct app *app, const struct action *action)
{
    return !(action->where & MARKED_IN_LIST) || app->focus != PANE_LIST || app->list.mark_count > 0;
}

bool app_runs_here(const struct app *app, const struct action *action)
{
    bool over = overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return (action->where & app_where(app)) && (!over || (action->where & WORKS_OVER_FORM));
}

bool app_can_run(const struct app *app, const struct action *action)
{
    if (!app_runs_here(app, action) || !run_has_project(app, action) || !run_has_marks(app, action))
        return false;
    if ((action->where & NEEDS_EXPORT) && !(app_form_top(app) && app_form_top(app)->ops->path))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    app->act = (struct app_act){.what = action};
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY))
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
    else if (!run_has_project(app, action))
        app_say_bad(app, "%s: there is no project under the cursor; %s opens by id", action->name,
                    app_key_of(app, "open"));
    else
        action_run(app, action, arg);
}

/* "the list", "the activity", "a form": the first place of an action. */
static void run_place(const struct app *app, unsigned where, char *out, size_t size)
{
    int pane = 0;
    while (pane < app->pane_count && !(where & (1u << pane)))
        pane++;
    if (pane == app->pane_count)
        snprintf(out, size, "a form");
    else
        snprintf(out, size, "the %s", pane == PANE_LIST ? "list" : app->panes[pane].ops->name);
}

void app_run_elsewhere(struct app *app, struct key key)
{
    char name[KEY_NAME_SIZE], place[48];
    const struct action *action = keymap_find(app->keymap, IN_PANES | IN_FORM, key);
    if (!action)
        return;
    key_format(name, sizeof name, key);
    run_place(app, action->where, place, sizeof place);
    app_say(app, "%s works in %s", name, place);
}
