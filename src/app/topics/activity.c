/* The activity pane lists batches (struct act) and entries of the history, newest first. A batch of several
 * projects is one line with its totals. Enter on that line shows the projects. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "steno/app/app.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/activity.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/page.h"

#define SESSION_NAME "session"
#define TIME_CELLS   8 /* "19:11:42" */
#define NAME_CELLS   24
#define WIDE_CELLS   70 /* a pane at least this wide has two blanks between columns */
#define ROW_COL      1  /* column at which rows begin */
#define PART_GAP     4  /* blanks before a project of a batch */
#define LABEL_CELLS  12

struct activity_state {
    bool failures;      /* show only failures */
    char *filter;       /* NULL: no filter */
    size_t shown, all;  /* number of entries that match; number of all entries */
    int64_t since_ms;   /* wall clock: when the last session ended; 0: not known */
    struct id_map open; /* ids of batches whose projects are shown */
};

static struct activity_state *activity_state(const struct app *app)
{
    return part_state(app, &part_activity);
}

struct activity {
    struct app *app;
    struct activity_state *state;
    struct page *page;
    struct filter *filter;
    int cells;
};

/* A row of the page; owns its texts. */
struct activity_row {
    int64_t wall_ms;
    int64_t id;  /* 0: the row is about no project */
    char mark;   /* as in the list: '!' failed, '?' unknown, '+' done, '*' working, ' ' other */
    char *text;  /* the whole text */
    char *brief; /* text for a narrow window; NULL: `text` is shown */
    char *target;
    const char *fold; /* sign of a batch: "▸" if its projects are hidden, else "▾"; NULL: no sign */
    bool is_part;     /* the row is a project of the batch above */
    bool is_bad;
    bool is_found; /* the row matches state->filter and state->failures */
};

/* True if an entry matches the filter. While only failures are shown, the entry must also be a failure. */
static bool activity_finds(const struct activity *activity, int64_t id, char mark, const char *text)
{
    const struct app_project *project = id ? app_project_find(activity->app, id) : NULL;
    const struct listed row = {.id = id,
                               .name = project ? project->name : "",
                               .state = "",
                               .tags = project ? project->tags : "",
                               .label = project ? project->label : "",
                               .lang = project ? project->lang : "",
                               .note = text,
                               .mark = mark};
    return (!activity->state->failures || mark == '!') && filter_takes(activity->filter, &row);
}

/* Writes a time. The zone is added if it differs from the present zone: clocks can have changed. */
static void activity_time(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    char now[DATE_TEXT_SIZE], then[DATE_TEXT_SIZE];
    date_format_short(out, size, wall_ms, app->wall_ms, app->zone, DATE_TRAIL);
    date_zone_name(now, sizeof now, app->wall_ms, app->zone);
    date_zone_name(then, sizeof then, wall_ms, app->zone);
    if (strchr(out, ':') && strcmp(now, then) != 0)
        date_format_clock(out, size, wall_ms, app->zone);
}

/* Adds a row: time, mark, project, text. A long row is cut. Enter shows its whole text. */
static void activity_add(const struct activity *activity, const struct activity_row *row)
{
    const struct app_project *project = row->id ? app_project_find(activity->app, row->id) : NULL;
    char when[DATE_TEXT_SIZE], name[NAME_CELLS * 4 + 8] = "", id[24] = "";
    bool is_narrow = activity->cells < ACT_NARROW_CELLS;
    activity_time(activity->app, when, sizeof when, row->wall_ms);
    if (row->id)
        snprintf(id, sizeof id, "#%" PRId64, row->id);
    if (project && !is_narrow)
        text_clip(name, sizeof name, project->name, NAME_CELLS);
    char *lead = row->is_part ? mem_printf("%*s", PART_GAP, "")
                              : mem_printf("%s %-*s%*s", row->fold ? row->fold : " ", TIME_CELLS, when,
                                           activity->cells >= WIDE_CELLS ? 2 : 1, "");
    char *all = mem_printf("%s%c%s%s%s%s%s", lead, row->mark, id, *name ? " " : "", name, *id ? ": " : "",
                           is_narrow && row->brief ? row->brief : row->text);
    size_t size = strlen(all) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, all, activity->page->width - ROW_COL - 1); /* the last cell stays blank */
    struct page_line *line = page_add(activity->page, row->is_bad ? LINE_BAD : LINE_TEXT, NULL, cut);
    line->col = line->value_col = ROW_COL;
    line->within = all; /* a search also finds text that was cut */
    line->full = mem_copy(row->text);
    line->target = mem_copy(row->target);
    line->id = row->id;
    free(cut);
    free(lead);
}

static void activity_row_clear(struct activity_row *row)
{
    free(row->text);
    free(row->brief);
    free(row->target);
}

static char activity_mark(const struct app *app, const struct store_entry *entry)
{
    static const struct {
        const char *kind;
        char mark;
    } marks[] = {{"enqueue", '+'}, {"export", '+'}, {"tag", '+'},    {"metadata", '+'},
                 {"refused", '!'}, {"error", '!'},  {"unknown", '?'}};
    const char *kind = entry->name ? entry->name : "", *state = entry->text ? entry->text : "";
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (strcmp(marks[i].kind, kind) == 0)
            return marks[i].mark;
    }
    if (strcmp(kind, "state") != 0)
        return ' ';
    for (const char *at = state; (at = strstr(at, "→ ")) != NULL; state = at)
        at += strlen("→ ");
    return app_state_mark(app, state);
}

static void activity_put_entry(const struct activity *activity, const struct store_entry *entry)
{
    char mark = activity_mark(activity->app, entry);
    const char *text = entry->text ? entry->text : "";
    if (!activity_finds(activity, entry->id, mark, text))
        return;
    struct activity_row row = {.wall_ms = entry->when_ms,
                               .id = entry->id,
                               .mark = mark,
                               .text = mem_copy(text),
                               .target =
                                   mem_printf("%" PRId64 " %" PRId64 " %s", entry->when_ms, entry->id, text),
                               .is_bad = mark == '!' && strcmp(entry->name, "state") != 0};
    activity->state->shown++;
    activity_add(activity, &row);
    activity_row_clear(&row);
}

static bool activity_is_open(const struct activity_state *state, int64_t act)
{
    size_t at;
    return id_map_find(&state->open, act, &at);
}

/* Returns the row of one project of a batch. `alone`: the batch has one project only. */
static struct activity_row activity_part(const struct activity *activity, const struct act *act, size_t at,
                                         bool alone)
{
    const struct app *app = activity->app;
    const struct write *write = &act->rows[at];
    const struct act_part part = app_act_part(app, act, write);
    char since[DATE_TEXT_SIZE], mark = act_part_mark(&part);
    int64_t wall_ms = alone ? act->begun_ms : write->when_ms;
    date_format_short(since, sizeof since, part.since_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *text = (alone ? act_row_words : act_row_end_words)(act, write, &part, part.since_ms ? since : NULL);
    return (struct activity_row){.wall_ms = wall_ms,
                                 .id = part.id,
                                 .mark = mark,
                                 .text = text,
                                 .target = mem_printf("%" PRId64 " row %" PRId64, wall_ms, write->row),
                                 .is_part = !alone,
                                 .is_bad = mark == '!',
                                 .is_found = activity_finds(activity, part.id, mark, text)};
}

/* Returns the line of a batch of several projects, with its totals. */
static struct activity_row activity_head(const struct activity *activity, const struct act *act, bool is_open)
{
    const struct app *app = activity->app;
    struct act_sums sums = {0};
    char ended[DATE_TEXT_SIZE];
    for (size_t i = 0; i < act->row_count; i++)
        sums.of[app_act_part(app, act, &act->rows[i]).end]++;
    char mark = act_sums_mark(&sums), *words = act_sums_words(&sums);
    int64_t ended_ms = mark == '*' ? 0 : act_ended_ms(act);
    date_format_short(ended, sizeof ended, ended_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *all = mem_printf("%s%s%s", words, ended_ms ? "; ended " : "", ended_ms ? ended : "");
    char *text = act_line_words(act, all);
    free(all);
    free(words);
    return (struct activity_row){
        .wall_ms = act->begun_ms,
        .mark = mark,
        .text = text,
        .brief = act_words_narrow(act, &sums),
        .target = mem_printf("act %" PRId64, act->act),
        .fold = is_open ? "▾" : "▸",
        /* the filter for failures also finds a batch under way (mark '*') in which a project has failed */
        .is_found = activity_finds(activity, 0, act_sums_failed(&sums) > 0 ? '!' : mark, text)};
}

/* Adds a batch if its line or one of its projects matches the filter. The projects of an open batch follow,
 * failures first. If the line of the batch does not match, only matching projects follow. A batch of one
 * project is shown as the row of that project. */
static void activity_put_act(const struct activity *activity, const struct act *act)
{
    const struct activity_state *state = activity->state;
    bool is_one = act->count == 1 && act->row_count == 1;
    bool is_open = is_one || activity_is_open(state, act->act);
    struct activity_row *parts = mem_zero(act->row_count + 1, sizeof *parts), line = {0};
    if (!is_one)
        line = activity_head(activity, act, is_open);
    bool is_shown = line.is_found, is_whole = line.is_found && !state->failures;
    for (size_t i = 0; i < act->row_count && (is_open || !is_shown); i++) {
        parts[i] = activity_part(activity, act, i, is_one);
        is_shown |= parts[i].is_found;
    }
    activity->state->shown += is_shown;
    if (is_shown && !is_one)
        activity_add(activity, &line);
    for (int failed = 1; failed >= 0 && is_shown && is_open; failed--) {
        for (size_t i = 0; i < act->row_count; i++) {
            if ((parts[i].is_found || is_whole) && (parts[i].mark == '!') == failed)
                activity_add(activity, &parts[i]);
        }
    }
    activity_row_clear(&line);
    for (size_t i = 0; i < act->row_count; i++)
        activity_row_clear(&parts[i]);
    free(parts);
}

/* Adds batches and entries in the order of time, and a line where the last session ended. */
static void activity_build(struct app *app, struct page *page, int cells)
{
    struct activity_state *state = activity_state(app);
    const struct activity activity = {app, state, page, filter_new(state->filter ? state->filter : ""),
                                      cells};
    struct store_entries lines;
    size_t act_count, at = 0, line = 0;
    const struct act *acts = app_acts(app, &act_count);
    char when[DATE_TEXT_SIZE];
    int64_t before_ms = INT64_MIN;
    bool is_cut;
    bool is_whole = app_acts_history(app, 0, &lines, &is_cut);
    date_zone_name(when, sizeof when, app->wall_ms, app->zone);
    page_title(page, "Activity%s%s%s%s, newest first, %s", state->failures ? ", failures only" : "",
               state->filter ? ", \"" : "", state->filter ? state->filter : "", state->filter ? "\"" : "",
               when);
    state->shown = state->all = 0;
    while (at < act_count || line < lines.count) {
        int64_t line_ms = line < lines.count ? lines.items[line].when_ms : INT64_MIN;
        bool is_act = at < act_count && acts[at].begun_ms >= line_ms;
        int64_t row_ms = is_act ? acts[at].begun_ms : line_ms;
        if (row_ms < state->since_ms && before_ms >= state->since_ms && state->shown > 0) {
            activity_time(app, when, sizeof when, state->since_ms);
            page_note(page, "  %-*s%*s your last session ended", TIME_CELLS, when,
                      cells >= WIDE_CELLS ? 2 : 1, "");
        }
        before_ms = row_ms;
        state->all++;
        if (is_act)
            activity_put_act(&activity, &acts[at++]);
        else
            activity_put_entry(&activity, &lines.items[line++]);
    }
    if (!is_whole)
        page_add(page, LINE_NOTE, NULL, "Some entries cannot be read now");
    else if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, state->all > 0 ? "No entry matches" : "Nothing has happened yet");
    if (is_cut)
        page_add(page, LINE_NOTE, NULL, "For older entries run: steno activity");
    store_entries_clear(&lines);
    filter_free(activity.filter);
}

/* Returns the line of the batch or entry under the cursor; NULL: none. */
static const struct page_line *activity_at_hand(const struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    return line && line->target ? line : NULL;
}

/* Returns the id of the batch of several projects under the cursor; 0: none. */
static int64_t activity_act_at_hand(const struct app *app)
{
    const struct page_line *line = activity_at_hand(app);
    return line && strncmp(line->target, "act ", 4) == 0 ? strtoll(line->target + 4, NULL, 10) : 0;
}

/* For a batch, shows or hides its projects. For an entry, shows its whole text. */
static void activity_enter(struct app *app)
{
    struct activity_state *state = activity_state(app);
    const struct page_line *line = activity_at_hand(app);
    int64_t act = activity_act_at_hand(app);
    if (act && activity_is_open(state, act)) {
        id_map_remove(&state->open, act);
    } else if (act) {
        id_map_put(&state->open, act, 1);
    } else if (line) {
        struct page *page = &app->preview;
        int cells = app->layout.body.w - 2;
        char when[DATE_TEXT_SIZE];
        const struct date date = {.ms = strtoll(line->target, NULL, 10), .has_zone = true};
        date_format(when, sizeof when, &date, app->zone);
        page_begin(page);
        page_title(page, "Activity: one entry");
        page->label_cells = LABEL_CELLS;
        page_add_wrapped(page, LINE_FIELD, "Time", when, cells, NULL);
        if (line->id)
            page_add_taken(page, LINE_FIELD, "Project", app_project_title(app, line->id), cells, NULL);
        page_add_wrapped(page, LINE_FIELD, "Text", line->full, cells, NULL);
        app_preview_show(app, false);
    }
}

static void activity_go(struct app *app)
{
    const struct page_line *line = activity_at_hand(app);
    if (line && line->id)
        app_pane_go_to_project(app, line->id);
    else
        app_say(app, activity_act_at_hand(app) ? "No single project to go to: this entry has several"
                                               : "No project to go to: this entry has none");
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
    int64_t act = activity_act_at_hand(app);
    if (!activity_at_hand(app))
        return hints + 1; /* Enter has no entry to open */
    hints[0].word = !act ? "Whole entry" : activity_is_open(activity_state(app), act) ? "Fold" : "Unfold";
    return hints;
}

/* The key bar offers enqueue only if projects are marked. For a single project, batch_can_send() would check
 * the wrong project, the one in the details. */
static bool activity_works(const struct app *app, const char *action)
{
    const struct page_line *line = activity_at_hand(app);
    if (strcmp(action, "details") == 0)
        return line && line->id;
    return strcmp(action, "enqueue") != 0 || app->list.mark_count > 0;
}

static void activity_renew(struct app *app)
{
    app_acts_list(app);
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
        activity_set_filter(app, app->prompt->opened);
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

static const struct prompt_ops activity_prompt = {
    .label = "Filter: ",
    .keys = "Enter Keep filter  Esc Undo  -word Exclude  e.g. tag:news label:x",
    .accept = activity_accept,
    .edited = activity_edited};

static void activity_filter(struct app *app, const char *arg)
{
    const char *filter = activity_state(app)->filter;
    if (*arg)
        activity_accept(app, 0, arg);
    else
        app_prompt_open(app, &activity_prompt, 0, filter ? filter : "");
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
    id_map_clear(&state->open);
}

/* Opens the pane and removes an earlier filter. */
static void activity_open(struct app *app)
{
    activity_state(app)->failures = false;
    app_pane_open(app, "activity");
    activity_set_filter(app, "");
}

void app_activity_start(struct app *app)
{
    struct error err;
    json_t *session = NULL;
    int64_t when_ms;
    store_draft_load(app->store, SESSION_NAME, 0, &session, &when_ms, &err);
    activity_state(app)->since_ms = json_integer_value(json_object_get(session, "end"));
    json_decref(session);
}

void app_activity_leave(struct app *app)
{
    struct error err;
    json_t *session = json_pack("{s:I}", "end", (json_int_t)app->wall_ms);
    bool ok = store_draft_save(app->store, SESSION_NAME, 0, session, app->wall_ms, &err);
    json_decref(session);
    app_kept(app, ok, "the time at which this session ended", &err);
}

static const struct pane_ops activity_pane = {.name = "activity",
                                              .title = "Activity",
                                              .walked = true,
                                              .build = activity_build,
                                              .about_activity = true,
                                              .enter = activity_enter,
                                              .go = activity_go,
                                              .hints = activity_hints,
                                              .works = activity_works};

/* clang-format off */
static const struct action activity_actions[] = {
    {.name = "activity", .keys = "L", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Activity: what was sent, state changes, errors", .run = activity_open},
    {.name = "activity-failures", .keys = "!", .where = IN_OWN, .group = GROUP_LIST,
     .help = "Show failures only, or all entries again", .run = activity_failures},
    {.name = "activity-filter", .keys = "f", .where = IN_OWN, .group = GROUP_LIST, .arg = "TEXT",
     .help = "Filter the entries by words", .run_with = activity_filter},
};
/* clang-format on */

const struct part part_activity = {.name = "activity",
                                   .state_size = sizeof(struct activity_state),
                                   .end = activity_end,
                                   .server_changed = app_activity_start,
                                   .pane = &activity_pane,
                                   PART_ACTIONS(activity_actions)};
