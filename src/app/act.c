/* Owns what the short actions do: moving, panes, marks, refresh, copying. Longer topics have files of their
 * own. */
#include "act.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "leave.h"
#include "private.h"
#include "topics/account.h"
#include "topics/activity.h"
#include "topics/help.h"
#include "topics/highlights.h"
#include "topics/login.h"
#include "topics/metadata.h"
#include "topics/search.h"
#include "topics/tags.h"
#include "steno/app/ask.h"
#include "steno/app/batch.h"
#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/keep.h"
#include "steno/app/panes.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/store_op.h"
#include "steno/widget/key.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* What follows a move of the cursor in the focused pane. */
static void act_moved(struct app *app, bool moved)
{
    if (!moved)
        return;
    app_dirty(app, DIRTY_PANE(app->focus));
    if (app->focus == PANE_PROJECTS) {
        app_projects_moved(app);
        app_stale(app, STALE_SHOWN);
    }
}

/* Moves the cursor of the focused pane. */
static void act_step(struct app *app, const char *action)
{
    act_moved(app, app_list_step(app_focus_list(app), action, app_pane_height(app, app->focus)));
}

void act_down(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "down");
}

void act_up(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "up");
}

void act_page_down(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "page-down");
}

void act_page_up(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "page-up");
}

void act_top(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "top");
}

void act_bottom(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "bottom");
}

void act_next_pane(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_step(app, 1);
}

void act_previous_pane(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_step(app, -1);
}

/* From a line of the details to the pane that can do something about it, or from the number of highlights to
 * them. */
static void act_enter_details(struct app *app)
{
    const struct page_line *line = page_line_at_hand(&app->pages[PANE_DETAILS]);
    if (!line || !line->target)
        return;
    if (strcmp(line->target, "Data.Tags[]") == 0)
        app_pane_open(app, PANE_TAGS);
    else
        app_highlight_enter(app, line->target);
}

void act_enter(struct app *app, const char *arg)
{
    (void)arg;
    switch (app->focus) {
    case PANE_PROJECTS:
        if (app_selected(app))
            act_details(app, "");
        break;
    case PANE_DETAILS:
        act_enter_details(app);
        break;
    case PANE_ACTIVITY:
        app_activity_enter(app);
        break;
    case PANE_HELP:
        app_help_run(app);
        break;
    default:
        break;
    }
}

/* The key that quits on the watchlist; Esc and ^G only ever lead back. */
static const char *act_key_to_quit(const struct app *app)
{
    const char *back = app_key_of(app, "back");
    return strcmp(back, "Esc") == 0 || strcmp(back, "^G") == 0 ? app_key_of(app, "quit") : back;
}

void act_back(struct app *app, const char *arg)
{
    (void)arg;
    struct key key = app->key;
    if (app_pane_back(app))
        return;
    if (key.kind != K_ESC && !key_equal(key, key_ctrl('g')))
        app_quit(app, 0);
    else if (app->filter)
        app_filter_set(app, "");
    else
        app_say(app, "Nothing to leave here: %s quits", act_key_to_quit(app));
}

void act_quit(struct app *app, const char *arg)
{
    (void)arg;
    app_quit(app, 0);
}

void act_projects(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_PROJECTS);
}

void act_details(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_DETAILS);
}

void act_tags(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_TAGS);
}

void act_metadata(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_METADATA);
}

void act_raw(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_RAW);
}

void act_add(struct app *app, const char *arg)
{
    (void)arg;
    if (app->focus == PANE_TAGS)
        app_say(app, "The contract lists no call that adds a tag; it can only delete one (%s)",
                app_key_of(app, "delete"));
    else
        app_metadata_open(app);
}

/* Puts the cursor on the line that stands for what was named; nothing named is the line under the cursor. */
static bool act_find(struct app *app, const char *arg)
{
    struct page *page = &app->pages[app->focus];
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

void act_delete(struct app *app, const char *arg)
{
    if ((app->focus == PANE_TAGS || app->focus == PANE_METADATA) && !act_find(app, arg))
        return;
    if (app->focus == PANE_TAGS)
        app_tag_delete_ask(app);
    else if (app->focus == PANE_METADATA)
        app_metadata_delete_ask(app);
    else
        app_batch_delete_tag(app, arg);
}

/* Nothing can be read without a session; it says so. */
static bool act_cannot_read(struct app *app)
{
    if (app->session == SESSION_NONE || app->session == SESSION_EXPIRED)
        app_say_bad(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
    return app->session == SESSION_NONE || app->session == SESSION_EXPIRED;
}

void act_refresh(struct app *app, const char *arg)
{
    (void)arg;
    if (app->focus == PANE_ACCOUNT) {
        app_account_read(app, false);
    } else if (app->focus == PANE_POLICY) {
        app_policy_read(app);
    } else if (act_cannot_read(app)) {
        return;
    } else if (app_project_at_hand(app)) {
        app_project_at_hand(app)->asked = true;
        app_refresh_ask(app, app_project_at_hand(app)->id);
    } else {
        app_say(app, "No project to read: %s opens by id", app_key_of(app, "open"));
    }
}

void act_refresh_all(struct app *app, const char *arg)
{
    (void)arg;
    if (!act_cannot_read(app))
        app_refresh_ask_all(app);
}

void act_mark(struct app *app, const char *arg)
{
    int64_t id = app_selected(app);
    list_mark(&app->list, id, !list_is_marked(&app->list, id));
    app_dirty(app, DIRTY_PANE(PANE_PROJECTS) | DIRTY_HEADER | DIRTY_STATUS);
    act_down(app, arg);
}

void act_unmark(struct app *app, const char *arg)
{
    (void)arg;
    list_clear_marks(&app->list);
    app_dirty(app, DIRTY_PANE(PANE_PROJECTS) | DIRTY_HEADER | DIRTY_STATUS);
}

static void act_remove_now(struct app *app, int64_t id, const char *arg)
{
    (void)arg;
    app_watchlist_remove(app, id);
    if (!app_selected(app) && app->focus != PANE_PROJECTS && app->focus <= PANE_RAW &&
        app->focus != PANE_ACTIVITY)
        app_pane_open(app, PANE_PROJECTS);
    app_stale(app, STALE_PAGES);
}

void act_remove(struct app *app, const char *arg)
{
    (void)arg;
    int64_t id = app_project_at_hand(app)->id;
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = "Remove "}, {.project = id}, {.words = " from the watchlist only?"}},
                     .id = id,
                     .yes = act_remove_now,
                     .refused = "Nothing was changed"});
}

static void act_set_note(struct app *app, int64_t id, const char *text)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    free(project->note);
    project->note = *text ? text_clean_copy(text) : NULL;
    app_keep(app, STORE_WATCH_NOTE, id, mem_printf("note of %" PRId64, id), NULL)->op->text = mem_copy(text);
    app_dirty(app, DIRTY_PANE(PANE_PROJECTS));
    app_stale_project(app, id);
}

static const struct prompt_ops note_prompt = {
    .label = "Note: ", .kept_as = "line.note", .overwrites = true, .accept = act_set_note};

void act_note(struct app *app, const char *arg)
{
    const struct app_project *project = app_project_at_hand(app);
    if (*arg && app->early)
        app_say_bad(app,
                    "The note was not saved: it was typed before its line was shown; %s and Up bring it back",
                    app_key_of(app, "command"));
    else if (*arg)
        act_set_note(app, project->id, arg);
    else
        app_prompt_open(app, &note_prompt, project->id, project->note);
}

void act_login(struct app *app, const char *arg)
{
    (void)arg;
    app_login_open(app);
}

/* What `y` takes: the value under the cursor, the id of a project, else the message. */
static char *act_copy_text(struct app *app)
{
    if (app->focus == PANE_PROJECTS)
        return app_selected(app) ? mem_printf("%" PRId64, app_selected(app)) : mem_copy(app->status);
    const struct page_line *line = page_line_at_hand(&app->pages[app->focus]);
    if (!line)
        return mem_copy(app->status);
    return mem_copy(line->full ? line->full : line->value);
}

void act_copy(struct app *app, const char *arg)
{
    char *text = *arg ? mem_copy(arg) : act_copy_text(app);
    app_emit(app, EFFECT_COPY)->text = text;
}

void act_time_zone(struct app *app, const char *arg)
{
    bool utc = *arg ? text_equal_nocase(arg, "utc") : app->zone == DATE_LOCAL;
    if (*arg && !utc && !text_equal_nocase(arg, "local")) {
        app_say_bad(app, "time-zone: utc or local; nothing changes between the two");
        return;
    }
    app->zone = utc ? DATE_UTC : DATE_LOCAL;
    app_stale(app, STALE_PAGES);
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    app_say(app, "%s, now %s", utc ? "Times in UTC" : "Local times", now);
}

void act_repaint(struct app *app, const char *arg)
{
    (void)arg;
    app_dirty(app, DIRTY_ALL);
    app_emit(app, EFFECT_REPAINT);
}

void act_interrupt(struct app *app, const char *arg)
{
    (void)arg;
    app_interrupt(app);
}

void act_suspend(struct app *app, const char *arg)
{
    (void)arg;
    app_emit(app, EFFECT_SUSPEND);
}
