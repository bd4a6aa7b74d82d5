/* Owns the activity pane: what happened, newest first, all of it or what is looked for, each entry whole, and
 * the way from an entry to its project. */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page_lines.h"
#include "steno/app/action.h"
#include "state.h"
#include "pages.h"
#include "panes.h"
#include "preview.h"
#include "project.h"
#include "prompt.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/base/text.h"
#include "steno/core/filter.h"
#include "steno/core/settings.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define TIME_CELLS  8  /* "19:11:42" */
#define WIDE_CELLS  70 /* from here on columns stand two cells apart */
#define LABEL_CELLS 12
#define ROW_COL     2 /* of the pane, where rows begin */

struct activity_state {
    bool failures; /* only */
    char *filter;  /* what entries have to match; NULL for all */
    char *before;  /* what Esc brings back; "" for none */
    size_t shown;  /* entries that are left */
};

static struct activity_state *activity_state(const struct app *app)
{
    return part_state(app, &part_activity);
}

/* Is it among what is looked for? */
static bool activity_matches(const struct app *app, const struct app_activity *entry,
                             const struct filter *filter)
{
    char mark = app_activity_mark(app, entry);
    const struct app_project *project = entry->id ? app_project_find(app, entry->id) : NULL;
    if (activity_state(app)->failures && mark != '!')
        return false;
    return filter_takes(filter, &(struct listed){.id = entry->id,
                                                 .name = project ? project->name : "",
                                                 .state = "",
                                                 .tags = project ? project->tags : "",
                                                 .label = project ? project->label : "",
                                                 .lang = project ? project->lang : "",
                                                 .note = entry->text,
                                                 .mark = mark});
}

/* Cells of the widest id among what happened. */
static int activity_id_cells(const struct app *app)
{
    int64_t widest = 10;
    for (size_t i = 0; i < app->activity_count; i++)
        widest = app->activity[i].id > widest ? app->activity[i].id : widest;
    return snprintf(NULL, 0, "%" PRId64, widest);
}

/* The text of an entry without the id at the end of a request, which stands before it. Caller frees. */
static char *activity_text(const struct app_activity *entry)
{
    size_t len = strlen(entry->text);
    for (size_t i = 0; entry->id && entry->kind == ACTIVITY_REQUEST && i < 2; i++) {
        char *tail = mem_printf(i ? " %" PRId64 : " of %" PRId64, entry->id);
        size_t size = strlen(tail);
        bool ends = len > size && strcmp(entry->text + len - size, tail) == 0;
        free(tail);
        if (ends)
            return mem_copy_n(entry->text, len - size);
    }
    return mem_copy(entry->text);
}

/* The time of an entry; with its zone where that is not the one of the title: an hour may come twice. */
static void activity_time(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    char now[DATE_TEXT_SIZE], then[DATE_TEXT_SIZE];
    date_format_short(out, size, wall_ms, app->client->wall_ms, app->client->zone, DATE_TRAIL);
    date_zone_name(now, sizeof now, app->client->wall_ms, app->client->zone);
    date_zone_name(then, sizeof then, wall_ms, app->client->zone);
    if (strchr(out, ':') && strcmp(now, then) != 0)
        date_format_clock(out, size, wall_ms, app->client->zone);
}

/* One entry in one row: time, project, mark and text; what has no room is cut, and Enter shows it. */
static void activity_row(const struct app *app, struct page *page, int cells, int id_cells,
                         const struct app_activity *entry)
{
    char when[DATE_TEXT_SIZE], id[24] = "";
    activity_time(app, when, sizeof when, entry->wall_ms);
    if (entry->id)
        snprintf(id, sizeof id, "%" PRId64, entry->id);
    char *text = activity_text(entry);
    char *row = mem_printf("%-*s%*s%*s %c%s", TIME_CELLS, when, cells >= WIDE_CELLS ? 2 : 1, "", id_cells, id,
                           app_activity_mark(app, entry), text);
    size_t size = strlen(row) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, row, page->width - ROW_COL - 1); /* the last cell stays blank */
    struct page_line *line = page_add(page, entry->kind == ACTIVITY_ERROR ? LINE_BAD : LINE_TEXT, NULL, cut);
    line->col = line->value_col = ROW_COL;
    line->within = row; /* all of it is searched */
    free(cut);
    line->target = mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text);
    line->full = mem_copy(entry->text); /* what is copied */
    line->id = entry->id;
    free(text);
}

static void activity_build(struct app *app, struct page *page, int cells)
{
    struct activity_state *state = activity_state(app);
    char zone[DATE_TEXT_SIZE];
    date_zone_name(zone, sizeof zone, app->client->wall_ms, app->client->zone);
    struct filter *filter = filter_new(state->filter ? state->filter : "");
    int id_cells = activity_id_cells(app);
    page_title(page, "Activity%s%s%s%s, newest first, %s", state->failures ? ", failures only" : "",
               state->filter ? ", \"" : "", state->filter ? state->filter : "", state->filter ? "\"" : "",
               zone);
    state->shown = 0;
    for (size_t i = app->activity_count; i-- > 0;) {
        const struct app_activity *entry = &app->activity[i];
        if (!activity_matches(app, entry, filter))
            continue;
        state->shown++;
        if (app->linear)
            app_page_activity_entry(app, page, cells, entry, zone);
        else
            activity_row(app, page, cells, id_cells, entry);
    }
    filter_free(filter);
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL,
                 app->activity_count > 0 ? "Nothing that happened matches" : "Nothing has happened yet");
    app_page_activity_end(app, page, 0);
}

/* The entry under the cursor; NULL on a note. */
static const struct app_activity *activity_at_hand(const struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
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

/* All that is known of the entry under the cursor. */
static void activity_enter(struct app *app)
{
    const struct app_activity *entry = activity_at_hand(app);
    struct page *page = &app->preview;
    int cells = app->layout.body.w - 2;
    if (!entry)
        return;
    char when[DATE_TEXT_SIZE];
    date_format(when, sizeof when, &(struct date){.ms = entry->wall_ms, .has_zone = true}, app->client->zone);
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

/* From an entry to its project. */
static void activity_go(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (line && line->id)
        app_pane_go_to_project(app, line->id);
    else
        app_say(app, "This entry is about no project");
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
    if (!text && app->client->out)
        activity_set_filter(app, activity_state(app)->before);
    if (!text || app->linear || !settings_bool(app->settings, SETTING_FOLLOW))
        return;
    activity_set_filter(app, text);
    app_prompt_side(app, mem_printf("%zu of %zu", activity_state(app)->shown, app->activity_count));
}

static void activity_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    activity_set_filter(app, text);
    app_say(app, "%zu of %zu entries match", activity_state(app)->shown, app->activity_count);
}

static const struct prompt_ops activity_prompt = {.label = "Filter: ",
                                                  .kept_as = "line.activity-filter",
                                                  .keys =
                                                      "Enter Keep  Esc Undo  -word Not  tag:news  label:x",
                                                  .shows = SHOWS_PANE,
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
}

static const struct pane_hint *activity_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"enter", "Whole entry", 95},
                                             {"details", "Project", 94},
                                             {"activity-failures", "Failures only", 93},
                                             {"activity-filter", "Filter", 92},
                                             {"back", NULL, 96},
                                             {0}};
    (void)app;
    return hints;
}

static const struct pane_ops activity_pane = {.name = "activity",
                                              .title = "Activity",
                                              .walked = true,
                                              .numbered = true,
                                              .build = activity_build,
                                              .about_activity = true,
                                              .enter = activity_enter,
                                              .go = activity_go,
                                              .hints = activity_hints};

/* clang-format off */
static const struct action activity_actions[] = {
    {.name = "activity", .keys = "L", .where = IN_PANES, .group = GROUP_PANES,
     .brief = "Activity; while away", .help = "Activity: state changes, requests, errors", .run_named = app_pane_open_newest},
    {.name = "activity-failures", .keys = "!", .where = IN_OWN, .group = GROUP_LIST,
     .brief = "Failures only, and back", .help = "Show failures only, and back", .run = activity_failures},
    {.name = "activity-filter", .keys = "f", .where = IN_OWN, .group = GROUP_LIST, .arg = "TEXT",
     .brief = "Filter as you type", .help = "Filter the entries by words", .run_with = activity_filter},
};
/* clang-format on */

const struct part part_activity = {.name = "activity",
                                   .state_size = sizeof(struct activity_state),
                                   .end = activity_end,
                                   .pane = &activity_pane,
                                   PART_ACTIONS(activity_actions)};
