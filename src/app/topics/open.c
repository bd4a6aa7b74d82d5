/* Owns opening projects by id: the form, the command, the watchlist's new rows. */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "form_draft.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "steno/core/effect.h"
#include "form_actions.h"
#include "forms.h"
#include "panes.h"
#include "poll.h"
#include "steno/app/project.h"
#include "prompt.h"
#include "state.h"
#include "status.h"
#include "watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/id_list.h"
#include "steno/core/short_forms.h"
#include "steno/widget/form.h"

/* Adds the ids, puts the cursor on the first and shows it. */
static void open_ids(struct app *app, const struct id_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        app_watchlist_add(app, list->ids[i]);
    app_watchlist_arrange(app);
    app_project_select(app, list->ids[0]);
    app_project_show(app, list->ids[0]);
    app_stale(app, STALE_SHOWN);
    for (size_t i = 0; i < list->count; i++)
        app_poll_read(app, list->ids[i]);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER);
    if (list->count == 1)
        app_pane_open(app, "details");
    else
        app_say(app, "%zu projects opened", list->count);
}

/* Opens the projects of these ids; false with the reason when the text has none. */
static bool open_text(struct app *app, const char *text, struct error *err)
{
    struct id_list list = {0};
    bool ok = id_list_parse(&list, text, err);
    if (ok && list.count == 0)
        ok = error_set(err, ERROR_USAGE, "Ids: give at least one, such as 12 15 20-30");
    if (ok)
        open_ids(app, &list);
    id_list_free(&list);
    return ok;
}

/* Opens the projects whose ids were typed. */
static void open_send(struct app *app, struct app_form *form)
{
    struct error err;
    const char *text = param_set_get(form_values(form->form), OPEN_IDS);
    char *ids = mem_copy(text ? text : "");
    struct id_list list = {0};
    bool parsed = id_list_parse(&list, ids, &err);
    if (!parsed || list.count == 0) {
        form_field_error(form->form, params_open.rows[OPEN_IDS].name,
                         parsed ? "give at least one, such as 12 15 20-30" : err.text);
        app_dirty(app, DIRTY_FORM);
    } else {
        app_draft_discard(app, form);
        app_form_pop(app);
        open_ids(app, &list);
    }
    id_list_free(&list);
    free(ids);
}

static const struct form_ops open_form = {.title = "Open projects by id",
                                          .table = &params_open,
                                          .style = FORM_SHORT,
                                          .send = open_send,
                                          .may_be_early = true};

static void open_ask(struct app *app, const char *arg)
{
    struct error err;
    if (*arg) {
        if (!open_text(app, arg, &err))
            app_say_bad(app, "%s", err.text);
        return;
    }
    struct app_form *form = app_form_open(app, &open_form, 0);
    if (form)
        app_draft_want(app, form);
}

/* Opens the form with ids that were pasted; false when the text is no ids, or more than its field takes. */
static bool open_paste(struct app *app, const char *text)
{
    struct error err;
    struct id_list list = {0};
    bool has_ids = id_list_parse(&list, text, &err) && list.count > 0;
    id_list_free(&list);
    if (!has_ids || !app_form_open(app, &open_form, 0))
        return false;
    app_form_paste(app, text);
    app_status_end_said(app); /* a message about an older paste is not about this one */
    if (param_set_get(form_values(app_form_top(app)->form), OPEN_IDS))
        return true;
    app_form_pop(app);
    return false;
}

/* Puts the cursor on the project whose id was typed. */
static void open_jump_to(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct error err;
    struct id_list list = {0};
    if (!id_list_parse(&list, text, &err)) {
        app_say_bad(app, "%s", err.text);
    } else if (list.count > 0 && !app_project_find(app, list.ids[0])) {
        app_say_bad(app, "%" PRId64 " is not on the watchlist: %s opens it", list.ids[0],
                    app_key_of(app, "open"));
    } else if (list.count > 0) {
        if (app->focus != PANE_LIST && app->layout.places == 1)
            app_pane_open(app, "projects");
        app_project_select(app, list.ids[0]);
        if (app->focus != PANE_LIST) /* the next key is about this one */
            app_project_show(app, list.ids[0]);
        app_stale(app, STALE_SHOWN);
    }
    id_list_free(&list);
}

static const struct prompt_ops jump_prompt = {
    .label = "Jump to id: ", .kept_as = "line.jump", .shows = SHOWS_TARGET, .accept = open_jump_to};

static void open_jump(struct app *app, const char *arg)
{
    if (*arg)
        open_jump_to(app, 0, arg);
    else
        app_prompt_open(app, &jump_prompt, 0, "");
}

/* clang-format off */
static const struct action open_actions[] = {
    {.name = "jump", .also = "select", .keys = "#", .where = IN_PANES, .group = GROUP_MOVE, .arg = "ID",
     .brief = "To an id",
     .help = "Jump to a project of the watchlist by its id", .shows = SHOWS_TARGET, .run_with = open_jump},
    {.name = "open", .keys = "o", .where = IN_PANES, .group = GROUP_PROJECT, .hint = "Open", .arg = "ID...",
     .brief = "Open by id: 12 15 20-30", .help = "Open projects by id: 12 15 20-30", .run_with = open_ask},
};
/* clang-format on */

const struct part part_open = {.name = "open", .paste = open_paste, PART_ACTIONS(open_actions)};
