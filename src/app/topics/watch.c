/* Actions on the list of projects: opening by id, refreshing, removing, filter, views and sort order. Also
 * the search, which works in every pane. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "steno/app/app.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/widget/page.h"

#define REMOVE_TYPED 10 /* to remove this many projects or more, the user must type their number */

/* --- by id --- */

/* Adds the projects with the ids in `text` to the list, and puts the cursor on the first. On failure, returns
 * false and sets `err`. */
static bool open_text(struct app *app, const char *text, struct error *err)
{
    struct id_list list = {0};
    bool ok = id_list_parse(&list, text, err);
    if (ok && list.count == 0)
        ok = error_set(err, ERROR_USAGE, "Ids: give at least one, such as 12 15 20-30");
    if (ok && !*app->url)
        ok = error_set(err, ERROR_USAGE, "No server is set: log in first");
    if (ok && app_watchlist_add(app, list.ids, list.count)) {
        app_watchlist_arrange(app);
        app_project_select(app, list.ids[0]);
        app_project_show(app, list.ids[0]);
        for (size_t i = 0; i < list.count; i++)
            app_read(app, list.ids[i], READ_SOON);
        if (list.count == 1)
            app_pane_open(app, "details");
        else
            app_say(app, "%zu projects opened", list.count);
    }
    id_list_free(&list);
    return ok;
}

static const struct prompt_ops open_prompt;

/* Opens the prompt with this text. Beside the text, shows `note` until a key is typed. */
static void open_line(struct app *app, const char *text, const char *note)
{
    app_prompt_open(app, &open_prompt, 0, text);
    app_prompt_hint(app, mem_copy(note));
}

static void open_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct error err;
    if (!open_text(app, text, &err))
        open_line(app, text, err.text);
}

static const struct prompt_ops open_prompt = {
    .label = "Ids: ", .keys = "Enter Add  Esc Back", .accept = open_accept};

static void open_ask(struct app *app, const char *arg)
{
    struct error err;
    if (!*arg)
        open_line(app, "", "Project ids, such as 12 15 20-30");
    else if (!open_text(app, arg, &err))
        app_say_bad(app, "%s", err.text);
}

/* Opens the prompt with pasted ids. Returns false if the text has other words or is too long. */
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
    app_status_end_said(app); /* the message can be about an earlier paste */
    if (*lineedit_text(app->prompt->edit))
        return true;
    app_top(app)->interrupt(app);
    return false;
}

static void open_jump_to(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct error err;
    struct id_list list = {0};
    if (!id_list_parse(&list, text, &err)) {
        app_say_bad(app, "%s", err.text);
    } else if (list.count > 0 && !app_project_find(app, list.ids[0])) {
        app_say_bad(app, "Project %" PRId64 " is not on the list: %s adds it", list.ids[0],
                    app_key_of(app, "open"));
    } else if (list.count > 0) {
        if (app->focus != PANE_LIST && app->layout.places == 1)
            app_pane_open(app, "projects");
        app_project_select(app, list.ids[0]);
        if (app->focus != PANE_LIST) /* the next key applies to the project in the details */
            app_project_show(app, list.ids[0]);
    }
    id_list_free(&list);
}

static const struct prompt_ops jump_prompt = {.label = "Jump to id: ", .accept = open_jump_to};

static void open_jump(struct app *app, const char *arg)
{
    if (*arg)
        open_jump_to(app, 0, arg);
    else
        app_prompt_open(app, &jump_prompt, 0, "");
}

/* --- reading and removing --- */

static bool watch_can_read(const struct app *app)
{
    return app->session != SESSION_NONE && app->session != SESSION_EXPIRED;
}

/* The action refresh-all reads all projects. The action refresh calls the pane's own `refresh` if it has one.
 * Otherwise it reads the marked projects or, without marks, the current project. */
static void watch_refresh(struct app *app, const char *action)
{
    const struct app_project *project = app_project_at_hand(app);
    bool is_all = strcmp(action, "refresh-all") == 0;
    if (app_focus_ops(app)->refresh && !is_all)
        app_focus_ops(app)->refresh(app);
    else if (!watch_can_read(app))
        app_say_bad(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
    else if (is_all)
        app_reads_ask_all(app);
    else if (app->list.mark_count > 0)
        for (size_t i = 0; i < app->list.mark_count; i++)
            app_reads_ask(app, app->list.marks[i]);
    else if (project)
        app_reads_ask(app, project->id);
    else
        app_say(app, "There is no project to refresh: %s adds one by id", app_key_of(app, "open"));
}

/* Called after Yes: removes project `id`. If `id` is 0, removes the marked projects. If no project is
 * selected afterwards, leaves a pane about a project. */
static void watch_remove(struct app *app, int64_t id)
{
    size_t count = id ? 1 : app->list.mark_count;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    memcpy(ids, id ? &id : app->list.marks, count * sizeof *ids);
    bool is_done = app_watchlist_remove(app, ids, count);
    free(ids);
    if (!is_done)
        return;
    if (!app_selected(app) && app_focus_ops(app)->about_project)
        app_pane_open(app, "projects");
    if (id)
        app_say(app, "Project %" PRId64 " was removed from the list", id);
    else
        app_say(app, "Removed %zu projects from the list", count);
}

static void watch_remove_ask(struct app *app)
{
    const struct list *list = &app->list;
    size_t count = list->mark_count > 1 ? list->mark_count : 0; /* 0: one project, which the question names */
    int64_t id = count > 0 ? 0 : list->mark_count ? list->marks[0] : app_project_at_hand(app)->id;
    char *ids = app_ask_ids(app, list->marks, count);
    char *all = mem_printf("Remove %zu projects from the list (%s)?", count, ids);
    struct app_question_ask ask = {
        .parts = {{.words = "Remove "}, {.project = id, .with_state = true}, {.words = " from the list?"}},
        .note = count > 0 ? "They stay on the server." : "It stays on the server.",
        .of_marked = count > 0,
        .verb = {.word = "Remove"},
        .spares = count > 0 ? "keeps them" : "keeps it",
        .count = count < REMOVE_TYPED ? 0 : count,
        .id = id,
        .yes = watch_remove,
        .refused = "Nothing was changed"};
    if (count > 0) {
        ask.parts[0].words = all;
        ask.parts[1] = ask.parts[2] = (struct app_question_part){0};
    }
    app_ask(app, &ask);
    free(all);
    free(ids);
}

/* --- add and delete in any pane --- */

static void watch_add(struct app *app)
{
    app_focus_ops(app)->add(app);
}

/* Deletes the item under the cursor. If `arg` is given, first moves the cursor to the line of `arg`. */
static void watch_delete(struct app *app, const char *arg)
{
    struct page *page = app->focus == PANE_LIST ? NULL : app_focus_page(app);
    size_t row = 0;
    while (page && *arg && row < page->count &&
           !(page->lines[row].target && strcmp(page->lines[row].target, arg) == 0))
        row++;
    if (page && *arg && row == page->count) {
        char *clean = text_clean_copy(arg);
        app_say_bad(app, "There is no “%s” in this pane", clean);
        free(clean);
        return;
    }
    if (page && *arg)
        list_select_row(&page->list, row, app_pane_height(app, app->focus));
    app_focus_ops(app)->erase(app, arg);
}

/* --- the list pane --- */

static void watch_enter(struct app *app)
{
    if (app_selected(app))
        app_pane_open(app, "details");
}

/* Returns the ids of the marked projects. Without marks, returns the id under the cursor, or in an empty list
 * the last message. Caller frees. */
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

/* clang-format off */
static const struct pane_hint watch_hints_usual[] = {
    {"enqueue", NULL}, {"export", NULL}, {"open", NULL}, {"mark", "Mark"}, {"filter", "Filter"}, {"view-1", "-5 Views"},
    {"search", "Find"}, {"mark-all", "Mark all"}, {"sort", "Sort"}, {"activity", "Activity"},
    {"tags", "Tags"}, {"metadata", "Metadata"}, {"zoom", "Zoom"}, {"account", "Account"}, {"command", "Menu"}, {0}};
static const struct pane_hint watch_hints_marked[] = {
    {"enqueue", NULL}, {"export", NULL}, {"unmark-all", "Unmark all"}, {"remove", "Remove"}, {"refresh", "Refresh"},
    {"filter", "Filter"}, {"sort", "Sort"}, {"open", NULL}, {"mark", "Mark"}, {"mark-all", "Mark all"}, {"search", "Find"},
    {"tags", "Tags"}, {"metadata", "Metadata"}, {"zoom", "Zoom"}, {"account", "Account"}, {"command", "Menu"}, {0}};
static const struct pane_hint watch_hints_offline[] = {
    {"refresh", "Try now"}, {"export", NULL}, {"filter", "Filter"}, {"search", "Find"}, {"activity", NULL},
    {"zoom", "Zoom"}, {0}};
static const struct pane_hint watch_hints_empty[] = {
    {"open", "Add by id"}, {"login", "Log in"}, {"account", "Account"}, {"command", "Menu"}, {0}};
static const struct pane_hint watch_hints_first[] = {{"open", "Add by id"}, {0}};
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
                                          .moved = app_watchlist_moved,
                                          .enter = watch_enter,
                                          .erase = batch_delete_tag,
                                          .copied = watch_copied,
                                          .holds = watch_holds,
                                          .hints = watch_hints};

/* clang-format off */
static const struct action watch_actions[] = {
    {.name = "refresh", .keys = "r", .where = IN_EVERY_PANE | OF_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .marked_hint = "Refresh", .help = "Refresh this project, or what the pane shows", .works = watch_can_read, .run_named = watch_refresh},
    {.name = "refresh-all", .keys = "R", .where = IN_PANES, .group = GROUP_PROJECT, .help = "Refresh all projects",
     .run_named = watch_refresh},
    {.name = "add", .keys = "a", .where = IN_ADDING | IS_WRITE, .group = GROUP_PROJECT, .hint = "Add",
     .help = "Set metadata", .run = watch_add},
    {.name = "delete", .keys = "d", .where = IN_ERASING | NEEDS_PROJECT | IS_WRITE | MARKED_IN_LIST,
     .group = GROUP_PROJECT, .arg = "TAG", .help = "Delete a tag or metadata (in the list: a tag of all marked projects)",
     .run_with = watch_delete},
    {.name = "remove", .keys = "D", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .marked_hint = "Remove", .help = "Remove from the list (not from the server)", .run = watch_remove_ask},
    {.name = "projects", .also = "list", .where = IN_PANES, .group = GROUP_PANES, .help = "The list",
     .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_watch = {.name = "watch", .pane = &list_pane, PART_ACTIONS(watch_actions)};

/* --- search --- */

/* Moves to the next or previous row of the focused pane that contains the searched text. Wraps around. */
static void search_step(struct app *app, const char *action)
{
    struct list *list = app_focus_list(app);
    const struct pane_ops *ops = app_focus_ops(app);
    size_t row = list->selected, step = strcmp(action, "search-previous") == 0 ? list->count - 1 : 1;
    if (!app->search) {
        app_say(app, "No search yet: %s searches", app_key_of(app, "search"));
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        row = (row + step) % list->count;
        bool is_hit = ops->holds ? ops->holds(app, row, app->search)
                                 : page_line_holds(&app_focus_page(app)->lines[row], app->search);
        if (!is_hit)
            continue;
        if (list_select_row(list, row, app_pane_height(app, app->focus)))
            app_focus_moved(app);
        return;
    }
    app_say(app, "“%s” is not in this pane", app->search);
}

/* Called after each key. A pane with a `filter` function then shows only lines with the text. */
static void search_edited(struct app *app, const char *text)
{
    if (app_focus_ops(app)->filter)
        app_focus_ops(app)->filter(app, text);
}

static void search_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    search_edited(app, text);
    if (*text) {
        free(app->search);
        app->search = text_clean_copy(text);
    }
    if (!app_focus_ops(app)->filter)
        search_step(app, "search-next");
}

static const struct prompt_ops search_prompt = {
    .label = "/", .accept = search_accept, .edited = search_edited};

static void search_ask(struct app *app, const char *arg)
{
    if (*arg)
        search_accept(app, 0, arg);
    else
        app_prompt_open(app, &search_prompt, 0, "");
}

/* --- filter, views and order --- */

static void search_filter_count(struct app *app)
{
    app_prompt_side(app, mem_printf("%zu of %zu", app->list.count, app->project_count));
}

/* Restores the filter as it was when the prompt opened, and selects project `id`. */
static void search_filter_undo(struct app *app, int64_t id)
{
    if (strcmp(app->filter ? app->filter : "", app->prompt->opened) != 0)
        app_filter_apply(app, app->prompt->opened, id);
}

/* Called after each key: filters the list if `follow` is set. text NULL: the user left the prompt. */
static void search_filter_edited(struct app *app, const char *text)
{
    if (!text) {
        search_filter_undo(app, app->prompt->id);
    } else if (settings_bool(app->settings, SETTING_FOLLOW)) {
        app_filter_apply(app, text, app->prompt->id);
        search_filter_count(app);
    }
}

static const struct prompt_ops filter_prompt;

/* Sets the entered filter. If it is invalid, restores the old filter and opens the prompt again with the
 * reason. */
static void search_filter_accept(struct app *app, int64_t id, const char *text)
{
    if (app_filter_set(app, text))
        return;
    search_filter_undo(app, id);
    app_prompt_reopen(app, &filter_prompt, id, text);
    app_prompt_hint(app, mem_copy(app->status));
    app_status_end_said(app);
}

/* Completes the last word to a filter word, such as is:todo or tag:. A `-` before the word stays. */
static void search_filter_fits(const struct app *app, const char *line, struct prompt_fits *fits)
{
    (void)app;
    const char *word = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
    word += *word == '-';
    fits->from = (size_t)(word - line);
    fits->title = mem_copy("Words for a filter");
    fits->is_quiet = true;
    for (size_t i = 0; i < FILTER_TERMS; i++) {
        if (strncmp(filter_terms[i].word, word, strlen(word)) == 0)
            app_prompt_fit(fits, filter_terms[i].word, "", filter_terms[i].help);
    }
}

static const struct prompt_ops filter_prompt = {
    .label = "Filter: ",
    .keys = "Enter Keep filter  Esc Undo  Tab Known words  e.g. is:todo -court (no court)",

    .accept = search_filter_accept,
    .edited = search_filter_edited,
    .fits = search_filter_fits};

static void search_filter_ask(struct app *app, const char *arg)
{
    if (*arg) {
        app_filter_set(app, arg);
        return;
    }
    app_prompt_open(app, &filter_prompt, app_selected(app), app->filter ? app->filter : "");
    search_filter_count(app);
}

static void search_view(struct app *app, const char *name)
{
    int64_t view;
    const char *number = strncmp(name, "view-", strlen("view-")) == 0 ? name + strlen("view-") : name;
    if (text_parse_int(number, &view) && view >= 1 && view <= FILTER_VIEWS)
        app_filter_apply(app, filter_terms[view - 1].word, app_selected(app));
    else
        app_say_bad(app, "Write a number from 1 to %d after “view”", FILTER_VIEWS);
}

/* The columns to sort by, in the order of the key bar. */
static const enum column sort_letters[] = {COLUMN_STATE,   COLUMN_SINCE,    COLUMN_NAME,
                                           COLUMN_EXPIRES, COLUMN_ID,       COLUMN_LENGTH,
                                           COLUMN_TAGS,    COLUMN_EXPORTED, COLUMN_CHANGED};
#define LETTERS (sizeof sort_letters / sizeof sort_letters[0])

static void sort_toggle(struct app *app, enum column column)
{
    bool is_down = column_defs[column].is_down;
    app_sort_set(app, column, app->sort == column ? !app->sort_down : is_down);
    app_say(app, "Sorted by %s%s", column_defs[column].name, app->sort_down != is_down ? ", reversed" : "");
}

/* Sorts if the key is the letter of a column. Every key closes the overlay. */
static void sort_key(void *context, struct key key)
{
    struct app *app = context;
    overlay_remove(&app->overlays, &part_find);
    for (size_t i = 0; i < LETTERS; i++) {
        if (key_equal(key, key_char((uint32_t)column_defs[sort_letters[i]].key)))
            sort_toggle(app, sort_letters[i]);
    }
}

static bool sort_close(void *context)
{
    sort_key(context, (struct key){.kind = K_ESC});
    return true;
}

static bool sort_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* Writes "s State  c Since  …  q Back". */
static bool sort_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    const char *back = layout_shares_bottom(&app->layout) ? "" : "  q Back"; /* any other key goes back */
    int room = app->cols - 1 - (int)strlen(back);
    size_t len = 0;
    for (size_t i = 0; i < LETTERS; i++) {
        const struct column_def *def = &column_defs[sort_letters[i]];
        const char *head = def->head + (*def->head == ' ');
        if ((int)(len + strlen(head)) + (len ? 4 : 2) > room)
            break;
        len += (size_t)snprintf(out + len, size - len, "%s%c %s", len ? "  " : "", def->key, head);
    }
    snprintf(out + len, size - len, "%s", back);
    return true;
}

static const struct overlay_ops sort_overlay = {.kind = OVERLAY_LETTER,
                                                .message = "Sort by (press a letter again to reverse):",
                                                .is_typing = sort_is_typing,
                                                .key = sort_key,
                                                .interrupt = sort_close,
                                                .hints = sort_hints};

/* Sorts by the column that `arg` names, such as "since". "since-" reverses the order. If `arg` is "", asks
 * for the letter of a column. */
static void sort_by(struct app *app, const char *arg)
{
    enum column column;
    bool is_down;
    if (*arg && column_sort_parse(arg, &column, &is_down)) {
        app->sort = column;
        app->sort_down = !is_down;
        sort_toggle(app, column);
    } else if (*arg) {
        app_say_bad(app, "Sort by one of: %s", column_sort_names);
    } else {
        overlay_push(&app->overlays, &sort_overlay, &part_find);
    }
}

/* clang-format off */
static const struct action find_actions[] = {
    {.name = "jump", .also = "select", .keys = "#", .where = IN_PANES, .group = GROUP_MOVE, .arg = "ID",
     .help = "Jump to a project of the list by its id", .run_with = open_jump},
    {.name = "open", .keys = "o", .where = IN_PANES, .group = GROUP_PROJECT, .hint = "Add", .arg = "ID...",
     .help = "Add projects by id: 12 15 20-30", .run_with = open_ask},
    {.name = "search", .keys = "/", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .arg = "TEXT",
     .help = "Search in the pane", .run_with = search_ask},
    {.name = "search-next", .keys = "n", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Next match",
     .run_named = search_step},
    {.name = "search-previous", .keys = "N", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Previous match",
     .run_named = search_step},
    {.name = "filter", .keys = "f", .where = IN_LIST, .group = GROUP_LIST, .arg = "TEXT",
     .help = "Filter by words, -word, is: state: tag: label: lang: note:", .run_with = search_filter_ask},
    {.name = "view", .where = IN_LIST, .group = GROUP_LIST, .arg = "1 to 5",
     .help = "Show the view with this number", .run_with = search_view},
    {.name = "view-1", .keys = "1", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 1 (is:todo): state None, has media, no enqueue under way", .run_named = search_view},
    {.name = "view-2", .keys = "2", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 2 (is:busy): in progress, or an enqueue under way", .run_named = search_view},
    {.name = "view-3", .also = "failures", .keys = "3 !", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 3 (is:failed): failed, canceled, or cannot be read", .run_named = search_view},
    {.name = "view-4", .keys = "4", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 4 (is:export): Completed, export missing or outdated", .run_named = search_view},
    {.name = "view-5", .keys = "5", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 5 (is:today): the state changed today", .run_named = search_view},
    {.name = "sort", .keys = "s", .where = IN_LIST, .group = GROUP_LIST,
     .arg = "id|state|since|length|name|tags|expires|exported|changed",
     .help = "Sort by a column; to reverse, choose it again or add - to its name", .run_with = sort_by},
};
/* clang-format on */

const struct part part_find = {.name = "find", .paste = open_paste, PART_ACTIONS(find_actions)};
