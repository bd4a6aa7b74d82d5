/* Owns the activity pane: what was sent and what happened, newest first, all of it or what is looked for.
 * From a reason why something failed its projects are marked. Its lines are activity_rows.c. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "topics/activity.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define LABEL_CELLS      12
#define SESSION_NAME     "session"
#define HISTORY_AT_START 100

struct activity_state *activity_state(const struct app *app)
{
    return part_state(app, &part_activity);
}

/* The line under the cursor; of ids below a reason that of the reason. NULL without one. */
static const struct page_line *activity_line(const struct app *app)
{
    const struct page *page = app_focus_page(app);
    const struct page_line *line = page_line_at_hand(page);
    while (line && line > page->lines && line->goes_on)
        line--;
    return line;
}

/* The entry under the cursor; NULL on a note. */
static const struct app_activity *activity_at_hand(const struct app *app)
{
    const struct page_line *line = activity_line(app);
    for (size_t i = app->activity_count; line && line->target && i-- > 0;) {
        const struct app_activity *entry = &app->activity[i];
        char *target = mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text);
        bool same = strcmp(target, line->target) == 0;
        free(target);
        if (same)
            return entry;
    }
    return NULL;
}

/* The act whose line, or one of whose reasons, is under the cursor, and where it is a reason, the groups of
 * the act, with that one at *at. NULL: neither. The caller frees the groups. */
static const struct act *activity_act_at_hand(const struct app *app, struct act_group **groups, size_t *count,
                                              size_t *at)
{
    const struct page_line *line = activity_line(app);
    const char *target = line && line->target ? line->target : "";
    bool is_reason = strncmp(target, "reason ", 7) == 0;
    size_t act_count;
    const struct act *acts = app_acts(app, &act_count), *act = NULL;
    int64_t id =
        is_reason || strncmp(target, "act ", 4) == 0 ? strtoll(strchr(target, ' ') + 1, NULL, 10) : 0;
    for (size_t i = 0; i < act_count && !act; i++)
        act = id == acts[i].act ? &acts[i] : NULL;
    *groups = NULL;
    *count = *at = 0;
    if (!act || !is_reason)
        return act;
    struct act_part *parts = app_act_parts(app, act);
    *groups = act_groups_make(parts, act->row_count, count);
    free(parts);
    for (bool found = false; *at < *count && !found; *at += !found) {
        char *name = activity_group_target(act, &(*groups)[*at]);
        found = strcmp(name, target) == 0;
        free(name);
    }
    return act;
}

/* All that is known of an entry. */
static void activity_show_entry(struct app *app, const struct app_activity *entry)
{
    struct page *page = &app->preview;
    int cells = app->layout.body.w - 2;
    char when[DATE_TEXT_SIZE];
    date_format(when, sizeof when, &(struct date){.ms = entry->wall_ms, .has_zone = true}, app->zone);
    page_begin(page);
    page_title(page, "Activity: one entry");
    page->label_cells = LABEL_CELLS;
    page_add_wrapped(page, LINE_FIELD, "Time", when, cells, NULL);
    if (entry->id) {
        char *project = app_project_title(app, entry->id);
        page_add_wrapped(page, LINE_FIELD, "Project", project, cells, NULL);
        free(project);
    }
    page_add_wrapped(page, LINE_FIELD, "Text", entry->text, cells, NULL);
    if (entry->status)
        page_add_wrapped(page, LINE_FIELD, "Status", entry->status, cells, NULL);
    if (entry->request)
        page_add_wrapped(page, LINE_FIELD, "Request", entry->request, cells, NULL);
    app_preview_show(app, false);
}

/* Marks exactly the projects of a reason, those on the watchlist. */
static void activity_mark(struct app *app, const struct act_group *group)
{
    int64_t *ids = mem_alloc((group->count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        if (app_project_find(app, group->ids[i]))
            ids[count++] = group->ids[i];
    }
    list_clear_marks(&app->list);
    list_mark_ids(&app->list, ids, count);
    free(ids);
    app_marks_changed(app);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER | DIRTY_STATUS);
    if (count < group->count)
        app_say(app, "%zu marked; %zu not on the watchlist", count, group->count - count);
    else
        app_say(app, "%zu marked", count);
}

/* Unfolds an act, or folds it. */
static void activity_turn(struct app *app, int64_t act)
{
    struct activity_state *state = activity_state(app);
    size_t at = activity_open_at(app, act);
    if (at < state->open_count) {
        state->open[at] = state->open[--state->open_count];
    } else {
        state->open = mem_grow(state->open, state->open_count + 1, sizeof *state->open);
        state->open[state->open_count++] = act;
    }
    app_page_touch(app, "activity");
    app_dirty(app, DIRTY_STATUS);
}

/* An act unfolds, the projects of a reason are marked, an entry is shown whole. */
static void activity_enter(struct app *app)
{
    struct act_group *groups;
    size_t count, at;
    const struct act *act = activity_act_at_hand(app, &groups, &count, &at);
    const struct app_activity *entry = act ? NULL : activity_at_hand(app);
    if (at < count)
        activity_mark(app, &groups[at]);
    else if (act)
        activity_turn(app, act->act);
    else if (entry)
        activity_show_entry(app, entry);
    act_groups_free(groups, count);
}

/* The command that does it again to the projects of a reason; else the text of the line. */
static char *activity_copied(const struct app *app)
{
    struct act_group *groups;
    size_t count, at;
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    const struct act *act = activity_act_at_hand(app, &groups, &count, &at);
    const struct param_table *table = act ? endpoints[act->op].params : NULL;
    char *text = line ? mem_copy(line->full ? line->full : line->value) : mem_copy(app->status);
    if (at < count && table) {
        struct param_set *params = param_set_from_json(table, act->options, NULL);
        free(text);
        text = command_line_make(params, groups[at].ids, groups[at].count);
        param_set_free(params);
    }
    act_groups_free(groups, count);
    return text;
}

/* Is it an act of several, or a reason of several? */
static bool activity_is_of_many(const struct app *app)
{
    struct act_group *groups;
    size_t count, at;
    const struct act *act = activity_act_at_hand(app, &groups, &count, &at);
    bool is_of_many = act && (at < count ? groups[at].count : act->row_count) != 1;
    act_groups_free(groups, count);
    return is_of_many;
}

/* From an entry to its project. */
static void activity_go(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (line && line->id)
        app_pane_go_to_project(app, line->id);
    else
        app_say(app, "This entry is about %s", activity_is_of_many(app) ? "several projects" : "no project");
}

/* Shows it as it is looked at now, from the newest entry on. */
static void activity_renew(struct app *app)
{
    app_page_touch(app, "activity");
    app_pages_build(app);
    list_home(&app_page_of(app, "activity")->list, app_pane_height(app, app_pane_find(app, "activity")));
}

static void activity_set_filter(struct app *app, const char *text)
{
    struct activity_state *state = activity_state(app);
    free(state->filter);
    state->filter = *text ? text_clean_copy(text) : NULL;
    activity_renew(app);
}

static void activity_edited(struct app *app, const char *text)
{
    if (!text && app->out)
        activity_set_filter(app, activity_state(app)->before);
    if (!text || !settings_bool(app->settings, SETTING_FOLLOW))
        return;
    activity_set_filter(app, text);
    app_prompt_side(app, mem_printf("%zu of %zu", activity_state(app)->shown, activity_state(app)->all));
}

static void activity_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    activity_set_filter(app, text);
    app_say(app, "%zu of %zu entries match", activity_state(app)->shown, activity_state(app)->all);
}

static const struct prompt_ops activity_prompt = {.label = "Filter: ",
                                                  .keys =
                                                      "Enter Keep  Esc Undo  -word Not  tag:news  label:x",
                                                  .accept = activity_accept,
                                                  .edited = activity_edited};

static void activity_filter(struct app *app, const char *arg)
{
    struct activity_state *state = activity_state(app);
    if (*arg) {
        activity_accept(app, 0, arg);
        return;
    }
    free(state->before);
    state->before = mem_copy(state->filter ? state->filter : "");
    app_prompt_open(app, &activity_prompt, 0, state->before);
}

static void activity_failures(struct app *app)
{
    struct activity_state *state = activity_state(app);
    state->failures = !state->failures;
    activity_renew(app);
}

static void activity_end(struct app *app)
{
    struct activity_state *state = activity_state(app);
    free(state->filter);
    free(state->before);
    free(state->open);
}

static const struct pane_hint *activity_hints(const struct app *app)
{
    static struct pane_hint hints[] = {{"enter", NULL},
                                       {"enqueue", "Enqueue"},
                                       {"details", "Project"},
                                       {"activity-failures", "Failures"},
                                       {"activity-filter", "Filter"},
                                       {"zoom", "Zoom"},
                                       {0}};
    struct activity_state *state = activity_state(app);
    struct act_group *groups;
    size_t count, at;
    const struct act *act = activity_act_at_hand(app, &groups, &count, &at);
    if (!act && !activity_at_hand(app))
        return hints + 1; /* a note */
    if (at < count)
        snprintf(state->mark, sizeof state->mark, "Mark %zu", groups[at].count);
    else
        snprintf(state->mark, sizeof state->mark, "%s",
                 !act                                                  ? "Whole entry"
                 : activity_open_at(app, act->act) < state->open_count ? "Fold"
                                                                       : "Unfold");
    act_groups_free(groups, count);
    hints[0].word = state->mark;
    return hints;
}

/* To enqueue is offered for the marked: the project at hand is that of the list, not the line's. */
static bool activity_works(const struct app *app, const char *action)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (strcmp(action, "details") == 0)
        return line && line->id;
    return strcmp(action, "enqueue") != 0 || app->list.mark_count > 0;
}

/* The key bar says what Enter does to the line. */
static void activity_moved(struct app *app)
{
    app_dirty(app, DIRTY_STATUS);
}

static void activity_open(struct app *app)
{
    app_pane_open(app, "activity");
    activity_renew(app);
    app_dirty(app, DIRTY_PANE(app->focus));
}

/* --- what the store has of earlier sessions --- */

/* The kind of a row of the history, by its name there. */
static enum activity_kind activity_history_kind(const char *name)
{
    static const char *const done[] = {"enqueue", "export", "tag", "metadata"};
    if (strcmp(name, "state") == 0)
        return ACTIVITY_STATE;
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++) {
        if (strcmp(name, done[i]) == 0)
            return ACTIVITY_DONE;
    }
    if (strcmp(name, RECEIPT_HISTORY_REFUSED) == 0)
        return ACTIVITY_ERROR;
    return strcmp(name, "unknown") == 0 ? ACTIVITY_UNKNOWN : ACTIVITY_NOTE;
}

/* When the last session of this account ended. */
static void activity_session_load(struct app *app)
{
    struct activity_state *state = activity_state(app);
    struct error err;
    json_t *session = NULL;
    int64_t when_ms;
    store_draft_load(app->store, SESSION_NAME, 0, &session, &when_ms, &err);
    state->since_ms = json_integer_value(json_object_get(session, "end"));
    json_decref(session);
    app_page_touch(app, "activity");
}

void app_activity_start(struct app *app)
{
    struct store_entries rows = {0};
    struct error err;
    activity_session_load(app);
    if (!store_history_load(app->store, 0, HISTORY_AT_START, &rows, &err))
        return;
    size_t room = APP_ACTIVITY_MAX - app->activity_count, count = rows.count < room ? rows.count : room;
    memmove(app->activity + count, app->activity, app->activity_count * sizeof *app->activity);
    for (size_t i = 0; i < count; i++) {
        const struct store_entry *row = &rows.items[count - 1 - i];
        app->activity[i] = (struct app_activity){.wall_ms = row->when_ms,
                                                 .kind = activity_history_kind(row->name ? row->name : ""),
                                                 .id = row->id,
                                                 .is_of_act = row->act != 0,
                                                 .text = mem_copy(row->text ? row->text : "")};
    }
    app->activity_count += count;
    app->activity_is_cut |= rows.count == HISTORY_AT_START;
    app_stale(app, STALE_ACTIVITY);
    store_entries_clear(&rows);
}

void app_activity_leave(struct app *app)
{
    struct error err;
    json_t *session = json_pack("{s:I}", "end", (json_int_t)app->wall_ms);
    bool ok = store_draft_save(app->store, SESSION_NAME, 0, session, app->wall_ms, &err);
    json_decref(session);
    app_kept(app, ok, "the end of this session", &err);
}

static const struct pane_ops activity_pane = {.name = "activity",
                                              .title = "Activity",
                                              .walked = true,
                                              .build = activity_build,
                                              .about_activity = true,
                                              .moved = activity_moved,
                                              .enter = activity_enter,
                                              .go = activity_go,
                                              .is_of_many = activity_is_of_many,
                                              .hints = activity_hints,
                                              .works = activity_works,
                                              .copied = activity_copied};

/* clang-format off */
static const struct action activity_actions[] = {
    {.name = "activity", .keys = "L", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Activity: what was sent, state changes, errors", .run = activity_open},
    {.name = "activity-failures", .keys = "!", .where = IN_OWN, .group = GROUP_LIST,
     .help = "Show failures only, and back", .run = activity_failures},
    {.name = "activity-filter", .keys = "f", .where = IN_OWN, .group = GROUP_LIST, .arg = "TEXT",
     .help = "Filter the entries by words", .run_with = activity_filter},
};
/* clang-format on */

const struct part part_activity = {.name = "activity",
                                   .state_size = sizeof(struct activity_state),
                                   .end = activity_end,
                                   .server_changed = activity_session_load,
                                   .pane = &activity_pane,
                                   PART_ACTIONS(activity_actions)};
