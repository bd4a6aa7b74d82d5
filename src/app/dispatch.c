/* Owns the way from a key to an action: to one that runs everywhere, else to what is on top; whether an
 * action can run here and now, and where it could. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/action.h"
#include "ask.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/pane.h"
#include "steno/app/project.h"
#include "batch.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "steno/widget/key.h"

bool action_can_run(const struct action *action)
{
    return action->run || action->run_with || action->run_named;
}

void action_run(struct app *app, const struct action *action, const char *arg)
{
    if (action->run)
        action->run(app);
    else if (action->run_with)
        action->run_with(app, arg);
    else if (action->run_named)
        action->run_named(app, action->name);
}

/* Is there a project for it, if it is about one? */
static bool dispatch_has_project(const struct app *app, const struct action *action)
{
    return !(action->where & NEEDS_PROJECT) || app_project_at_hand(app) ||
           ((action->where & ON_MARKED) && app->list.mark_count > 0);
}

/* Are there marked projects for it, if in the list it is about those alone? */
static bool dispatch_has_marks(const struct app *app, const struct action *action)
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
    if (!app_runs_here(app, action) || !dispatch_has_project(app, action) || !dispatch_has_marks(app, action))
        return false;
    if ((action->where & NOT_IN_ACT) && batch_being_sent(app))
        return false;
    if ((action->where & NEEDS_EXPORT) && !(app_form_top(app) && app_form_top(app)->ops->path))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

/* Names what is being sent, over the line of the batch; no failure that stays, for it is over by itself. */
static void dispatch_refuse_member(struct app *app)
{
    app_say(app, "%" PRId64 " is being sent", batch_being_sent(app));
    app->answered = app->said_count;
}

/* Is it about the project of the line under the cursor, as the pane shows those of many? */
static bool dispatch_is_of_line(const struct app *app, const struct action *action)
{
    bool takes_marked = (action->where & ON_MARKED) && app->list.mark_count > 0;
    return (action->where & (NEEDS_PROJECT | OF_PROJECT)) && !takes_marked && app->panes[app->focus].ops->go;
}

/* Brings the project of that line to hand, and where the list shows it its cursor, too; false: it said why
 * not. */
static bool dispatch_take_line(struct app *app)
{
    const struct pane *pane = &app->panes[app->focus];
    const struct page_line *line = page_line_at_hand(&pane->page);
    if (!line || !app_project_find(app, line->id)) {
        pane->ops->go(app);
        return false;
    }
    if (list_find(&app->list, line->id) < app->list.count) /* else the filter of the list would go */
        app_project_select(app, line->id);
    app_project_show(app, line->id);
    return true;
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    bool is_of_line = dispatch_is_of_line(app, action);
    app->act = (struct app_act){.what = action};
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY))
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
    else if (!is_of_line && !dispatch_has_project(app, action))
        app_say_bad(app, "%s: there is no project under the cursor; %s opens by id", action->name,
                    app_key_of(app, "open"));
    else if (is_of_line && !dispatch_take_line(app))
        return;
    else if ((action->where & NOT_IN_ACT) && batch_being_sent(app))
        dispatch_refuse_member(app);
    else
        action_run(app, action, arg);
}

/* "the list", "the activity", "a form": the first place of an action. */
static void dispatch_name_place(const struct app *app, unsigned where, char *out, size_t size)
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
    dispatch_name_place(app, action->where, place, sizeof place);
    app_say(app, "%s works in %s", name, place);
}

/* The action that runs whatever is on top; NULL where the key has none, or is a text there. */
static const struct action *dispatch_global(const struct app *app, struct key key)
{
    const struct overlay_ops *top = app_top(app);
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    if (!action || !action_can_run(action) || !(action->where & IS_GLOBAL))
        return NULL;
    return key_is_text(key) && top->is_typing && top->is_typing(app) ? NULL : action;
}

void app_key(struct app *app, struct key key)
{
    app->key = key;
    const struct action *global = dispatch_global(app, key);
    if (global)
        action_run(app, global, "");
    else
        app_top(app)->key(app, key);
}

/* Says that a paste came to nothing; a question says it itself, because it covers the line. */
static void dispatch_refuse_paste(struct app *app, const char *text, size_t lost)
{
    size_t count = lost;
    for (size_t at = 0, len = strlen(text); at < len; count++)
        at += text_decode(text + at, len - at, &(uint32_t){0});
    app_say(app, "%zu character%s pasted, nothing run", count, count == 1 ? "" : "s");
    app_question_remark(app, app->status);
}

void app_paste(struct app *app, const char *text, size_t lost)
{
    const struct overlay_ops *top = app_top(app);
    if (!top->paste || !top->paste(app, text))
        dispatch_refuse_paste(app, text, lost);
}
