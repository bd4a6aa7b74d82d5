/* Owns opening projects by id: the line, the command, the watchlist's new rows. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "steno/app/action.h"
#include "steno/core/call.h"
#include "steno/app/panes.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/id_list.h"

/* Adds the ids, puts the cursor on the first and shows it. */
static void open_ids(struct app *app, const struct id_list *list)
{
    if (!app_watchlist_add(app, list->ids, list->count))
        return;
    app_watchlist_arrange(app);
    app_project_select(app, list->ids[0]);
    app_project_show(app, list->ids[0]);
    app_stale(app, STALE_SHOWN);
    for (size_t i = 0; i < list->count; i++)
        app_reads_want(app, list->ids[i]);
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
    if (ok && !*app->url)
        ok = error_set(err, ERROR_USAGE, "No server is set: log in first");
    if (ok)
        open_ids(app, &list);
    id_list_free(&list);
    return ok;
}

static const struct prompt_ops open_prompt;

/* The line with this text in it, and what stands beside it until a key is typed; the note is copied. */
static void open_line(struct app *app, const char *text, const char *note)
{
    app_prompt_open(app, &open_prompt, 0, text);
    app_prompt_hint(app, mem_copy(note));
}

/* Opens the projects of the line; one that is no list of ids stays open, with the reason. */
static void open_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct error err;
    if (!open_text(app, text, &err))
        open_line(app, text, err.text);
}

static const struct prompt_ops open_prompt = {
    .label = "Ids: ", .keys = "Enter Open  Esc Back", .shows = SHOWS_PANE, .accept = open_accept};

static void open_ask(struct app *app, const char *arg)
{
    struct error err;
    if (!*arg)
        open_line(app, "", "Project ids, such as 12 15 20-30");
    else if (!open_text(app, arg, &err))
        app_say_bad(app, "%s", err.text);
}

/* Opens the line with ids that were pasted; false when the text is no ids, or more than a line takes. */
static bool open_paste(struct app *app, const char *text)
{
    struct error err;
    struct id_list list = {0};
    bool has_ids = id_list_parse(&list, text, &err) && list.count > 0;
    id_list_free(&list);
    if (!has_ids)
        return false;
    open_line(app, "", "");
    app_top(app)->paste(app, text);
    app_status_end_said(app); /* a message about an older paste is not about this one */
    if (*lineedit_text(app->prompt->edit))
        return true;
    app_top(app)->interrupt(app);
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
    .label = "Jump to id: ", .shows = SHOWS_TARGET, .accept = open_jump_to};

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
