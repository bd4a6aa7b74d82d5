/* Owns the watchlist as the operator handles it: what is read and removed, and the row that adds or
 * deletes in any pane. The list itself is watchlist.c. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "ask.h"
#include "batch.h"
#include "steno/app/state.h"
#include "steno/app/pages.h"
#include "steno/app/offline.h"
#include "steno/app/pane.h"
#include "steno/app/panes.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define REMOVE_TYPED 10 /* so many, and their number is typed to confirm */

static void watch_add(struct app *app)
{
    app_focus_ops(app)->add(app);
}

/* Puts the cursor on the line that stands for what was named; nothing named is the line under the cursor. */
static bool watch_find(struct app *app, const char *arg)
{
    struct page *page = app_focus_page(app);
    for (size_t i = 0; *arg && i < page->count; i++) {
        if (page->lines[i].target && strcmp(page->lines[i].target, arg) == 0)
            return list_select_row(&page->list, i, app_pane_height(app, app->focus)) || true;
    }
    if (!*arg)
        return true;
    char *clean = text_clean_copy(arg);
    app_say_bad(app, "There is no “%s” here", clean);
    free(clean);
    return false;
}

static void watch_delete(struct app *app, const char *arg)
{
    if (app->focus == PANE_LIST || watch_find(app, arg))
        app_focus_ops(app)->erase(app, arg);
}

/* Can something be read: is there a session? */
static bool watch_can_read(const struct app *app)
{
    return app->session != SESSION_NONE && app->session != SESSION_EXPIRED;
}

/* Nothing can be read without a session; it says so. */
static bool watch_cannot_read(struct app *app)
{
    if (!watch_can_read(app))
        app_say_bad(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
    return !watch_can_read(app);
}

static void watch_refresh(struct app *app)
{
    if (app_focus_ops(app)->refresh) {
        app_focus_ops(app)->refresh(app);
    } else if (watch_cannot_read(app)) {
        return;
    } else if (app->list.mark_count > 0) {
        for (size_t i = 0; i < app->list.mark_count; i++)
            app_reads_ask(app, app->list.marks[i]);
    } else if (app_project_at_hand(app)) {
        app_reads_ask(app, app_project_at_hand(app)->id);
    } else {
        app_say(app, "No project to read: %s opens by id", app_key_of(app, "open"));
    }
}

static void watch_refresh_all(struct app *app)
{
    if (!watch_cannot_read(app))
        app_reads_ask_all(app);
}

/* Where nothing is selected any more a pane about a project has nothing to show. */
static void watch_removed(struct app *app)
{
    if (!app_selected(app) && app_focus_ops(app)->about_project)
        app_pane_open(app, "projects");
    app_stale(app, STALE_PAGES);
}

static void watch_remove(struct app *app, int64_t id)
{
    if (!app_watchlist_remove(app, &id, 1))
        return;
    watch_removed(app);
    app_say(app, "%" PRId64 " is off the watchlist", id);
}

static void watch_remove_marked(struct app *app, int64_t id)
{
    (void)id;
    size_t count = app->list.mark_count;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    memcpy(ids, app->list.marks, count * sizeof *ids);
    bool is_done = app_watchlist_remove(app, ids, count);
    free(ids);
    if (!is_done)
        return;
    watch_removed(app);
    app_say(app, "Removed %zu projects from the watchlist", count);
}

/* Asks before the marked projects go. */
static void watch_remove_ask_marked(struct app *app)
{
    const struct list *list = &app->list;
    char *ids = app_ask_ids(app, list->marks, list->mark_count);
    char *all = mem_printf("Remove %zu projects from the watchlist (%s)?", list->mark_count, ids);
    app_ask(app, &(struct app_question_ask){.parts = {{.words = all}},
                                            .note = "They stay on the server.",
                                            .of_marked = true,
                                            .verb = {.word = "Remove"},
                                            .spares = "keeps them",
                                            .count = list->mark_count < REMOVE_TYPED ? 0 : list->mark_count,
                                            .yes = watch_remove_marked,
                                            .refused = "Nothing was changed"});
    free(all);
    free(ids);
}

static void watch_remove_ask(struct app *app)
{
    if (app->list.mark_count > 1) {
        watch_remove_ask_marked(app);
        return;
    }
    int64_t id = app->list.mark_count ? app->list.marks[0] : app_project_at_hand(app)->id;
    app_ask(app, &(struct app_question_ask){.parts = {{.words = "Remove "},
                                                      {.project = id, .with_state = true},
                                                      {.words = " from the watchlist?"}},
                                            .note = "It stays on the server.",
                                            .verb = {.word = "Remove"},
                                            .spares = "keeps it",
                                            .id = id,
                                            .yes = watch_remove,
                                            .refused = "Nothing was changed"});
}

/* The cursor stands on another project. */
static void watch_moved(struct app *app)
{
    app_watchlist_moved(app);
    app_stale(app, STALE_SHOWN);
}

static void watch_enter(struct app *app)
{
    if (app_selected(app))
        app_pane_open(app, "details");
}

/* The ids of the marked projects, parted by blanks, else the one under the cursor, else the message. */
static char *watch_copied(const struct app *app)
{
    struct buffer ids;
    buffer_init(&ids, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < app->list.mark_count; i++)
        buffer_printf(&ids, "%s%" PRId64, i ? " " : "", app->list.marks[i]);
    if (ids.len > 0)
        return buffer_take(&ids);
    return app_selected(app) ? mem_printf("%" PRId64, app_selected(app)) : mem_copy(app->status);
}

static bool watch_holds(const struct app *app, size_t row, const char *text)
{
    const struct app_project *project = app_project_find(app, app->list.ids[row]);
    return project && app_project_holds(project, text);
}

/* Is it the reading of the project at hand, or the first one of another? */
static bool watch_awaits(const struct app *app, const struct app_call *call)
{
    const struct app_project *read = app_project_find(app, call->project_id);
    return read && call->op == ENDPOINT_GET_PROJECT && (read == app_project_at_hand(app) || !read->known);
}

/* clang-format off */
static const struct pane_hint watch_hints_usual[] = {
    {"enqueue", NULL, 95}, {"export", NULL, 94}, {"open", NULL, 93}, {"mark", "Mark", 80}, {"mark-all", "All", 60},
    {"filter", "Filter", 79}, {"view-1", "-5 Views", 79}, {"search", "Find", 78}, {"sort", "Sort", 59}, {"tags", "Tags", 58},
    {"metadata", "Metadata", 57}, {"activity", "Activity", 56}, {"account", "Account", 40}, {"zoom", "Zoom", 55},
    {"command", "Menu", 39}, {"back", NULL, 90}, {0}};
static const struct pane_hint watch_hints_marked[] = {
    {"enqueue", NULL, 95}, {"export", NULL, 94}, {"refresh", "Refresh", 80}, {"remove", "Remove", 81},
    {"unmark-all", "Unmark", 88}, {"open", NULL, 70}, {"mark", "Mark", 69}, {"mark-all", "All", 68},
    {"filter", "Filter", 79}, {"search", "Find", 64},
    {"sort", "Sort", 78}, {"tags", "Tags", 58}, {"metadata", "Metadata", 57}, {"account", "Account", 40},
    {"zoom", "Zoom", 55}, {"command", "Menu", 39}, {"back", NULL, 90}, {0}};
static const struct pane_hint watch_hints_offline[] = {
    {"refresh", "Try now", 95}, {"export", NULL, 94}, {"filter", "Filter", 80}, {"search", "Find", 79},
    {"activity", "Why", 85}, {"zoom", "Zoom", 70}, {"back", NULL, 90}, {0}};
static const struct pane_hint watch_hints_empty[] = {
    {"open", "Open by id", 95}, {"login", "Log in", 80}, {"account", "Account", 79}, {"activity", "Activity", 78},
    {"command", "Menu", 77}, {"back", NULL, 90}, {0}};
static const struct pane_hint watch_hints_first[] = {{"open", "Open by id", 95}, {"back", NULL, 90}, {0}};
/* clang-format on */

static const struct pane_hint *watch_hints(const struct app *app)
{
    if (app_is_offline(app))
        return watch_hints_offline;
    if (app->project_count == 0)
        return layout_shares_bottom(&app->layout) ? watch_hints_first : watch_hints_empty;
    return app->list.mark_count > 0 ? watch_hints_marked : watch_hints_usual;
}

static const struct pane_ops list_pane = {.name = "projects",
                                          .title = "Projects",
                                          .walked = true,
                                          .moved = watch_moved,
                                          .enter = watch_enter,
                                          .erase = batch_delete_tag,
                                          .copied = watch_copied,
                                          .holds = watch_holds,
                                          .hints = watch_hints,
                                          .awaits = watch_awaits};

/* clang-format off */
static const struct action watch_actions[] = {
    {.name = "refresh", .keys = "r", .where = IN_EVERY_PANE | OF_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .marked_hint = "Refresh", .brief = "Refresh this one, all",
     .help = "Refresh this project", .shows = SHOWS_READING, .works = watch_can_read, .run = watch_refresh},
    {.name = "refresh-all", .keys = "R", .where = IN_PANES, .group = GROUP_PROJECT,
     .with = "refresh", .help = "Refresh all projects", .run = watch_refresh_all},
    {.name = "add", .keys = "a", .where = IN_ADDING | IS_WRITE, .group = GROUP_PROJECT, .hint = "Add",
     .brief = "Add here", .help = "Add in this pane", .run = watch_add},
    {.name = "delete", .keys = "d", .where = IN_ERASING | NEEDS_PROJECT | IS_WRITE | MARKED_IN_LIST,
     .group = GROUP_PROJECT,
     .arg = "TAG", .brief = "Delete this",
     .help = "Delete the tag or key here; a tag of the marked projects", .run_with = watch_delete},
    {.name = "remove", .keys = "D", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .marked_hint = "Remove", .brief = "Remove from watchlist", .last = true,
     .help = "Remove from the watchlist (not from the server)",
     .run = watch_remove_ask},
    {.name = "projects", .also = "list", .where = IN_PANES, .group = GROUP_PANES, .help = "The watchlist", .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_watch = {.name = "watch", .pane = &list_pane, PART_ACTIONS(watch_actions)};
