/* Owns the acts of this account here: when they are listed, what of each project they tell, which of them
 * nobody has looked at. Their words are core/act_words.c. */
/* SPDX-License-Identifier: MIT */
#include "acts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/pages.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/app/calls.h"
#include "steno/core/act_told.h"
#include "steno/core/rows.h"
#include "steno/store/store.h"

#define AGAIN_MS 1000

struct acts_state {
    struct act *acts; /* newest first */
    size_t count;
    struct app_act_of *projects; /* by id, the newest of each first */
    size_t project_count, unseen;
    bool is_stale;
    int64_t due_ms; /* monotonic: not listed again before */
};

static struct acts_state *acts_state(const struct app *app)
{
    return part_state(app, &part_acts);
}

static void acts_clear(struct acts_state *state)
{
    store_acts_free(state->acts, state->count);
    free(state->projects);
    state->acts = NULL;
    state->projects = NULL;
    state->count = state->project_count = 0;
}

static void acts_end(struct app *app)
{
    acts_clear(acts_state(app));
}

/* --- listing --- */

static int acts_compare(const void *a, const void *b)
{
    const struct app_act_of *one = a, *two = b;
    if (one->id != two->id)
        return one->id < two->id ? -1 : 1;
    return one->row->row > two->row->row ? -1 : one->row->row < two->row->row;
}

/* Finds each project in its acts. */
static void acts_index(struct acts_state *state)
{
    size_t count = 0;
    for (size_t i = 0; i < state->count; i++)
        count += state->acts[i].row_count;
    state->projects = mem_alloc((count + 1) * sizeof *state->projects);
    for (size_t i = 0; i < state->count; i++) {
        const struct act *act = &state->acts[i];
        for (size_t k = 0; k < act->row_count; k++)
            state->projects[state->project_count++] =
                (struct app_act_of){.id = act->rows[k].id, .act = act, .row = &act->rows[k]};
    }
    qsort(state->projects, count, sizeof *state->projects, acts_compare);
}

/* Notes which projects acts of several are about that have not ended. */
static void acts_note_projects(struct app *app)
{
    const struct acts_state *state = acts_state(app);
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].in_act = false;
    for (size_t i = 0; i < state->project_count; i++) {
        const struct app_act_of *of = &state->projects[i];
        enum write_outcome outcome = of->row->outcome;
        bool is_open = outcome == WRITE_DONE || outcome == WRITE_PROBABLY || outcome == WRITE_OPEN;
        struct app_project *project = app_project_find(app, of->id);
        if (project && of->act->op == ENDPOINT_ENQUEUE && of->act->count > 1 && is_open && !of->row->ended_ms)
            project->in_act = true;
    }
}

/* Is the act among those that were listed before, and was followed then? */
static bool acts_was_followed(const struct acts_state *state, int64_t act)
{
    for (size_t i = 0; i < state->count; i++) {
        if (state->acts[i].act == act)
            return !state->acts[i].ended_ms && state->acts[i].op == ENDPOINT_ENQUEUE;
    }
    return false;
}

/* "Enqueue of 17, 14:22: 15 completed, 2 failed": an act of several has ended. */
static void acts_say_end(struct app *app, const struct act *act)
{
    struct act_part *parts = app_act_parts(app, act);
    struct act_sums sums = act_sums_of(parts, act->row_count);
    char *words = act_sums_words(&sums), when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, act->begun_ms, app->wall_ms, app->zone, DATE_SINCE);
    const char *title = act->op == ENDPOINT_EXPORT ? "Export" : endpoints[act->op].title;
    size_t ended = sums.of[ACT_END_COMPLETED] + sums.of[ACT_END_DONE] + sums.of[ACT_END_FAILED] +
                   sums.of[ACT_END_CANCELED];
    if (ended > 0)
        app_say(app, "%s of %" PRId64 ", %s: %s", title, act->count, when, words);
    free(words);
    free(parts);
}

/* Counts those that failed in acts which nobody has looked at. */
static void acts_count_unseen(struct app *app)
{
    struct acts_state *state = acts_state(app);
    state->unseen = 0;
    for (size_t i = 0; i < state->count; i++) {
        struct act_sums sums = {0};
        for (size_t k = 0; !state->acts[i].seen && k < state->acts[i].row_count; k++)
            sums.of[app_act_part(app, &state->acts[i], &state->acts[i].rows[k]).end]++;
        state->unseen += act_sums_failed(&sums);
    }
}

/* Lists them anew, now or once a second is over; tells of those of several that have ended since. */
static void acts_turn(struct app *app)
{
    struct acts_state *state = acts_state(app);
    struct act *acts;
    size_t count;
    struct error err;
    if (!state->is_stale || app->now_ms < state->due_ms)
        return;
    state->due_ms = app->now_ms + AGAIN_MS;
    if (!store_act_list(app->store, 0, 0, 0, &acts, &count, &err))
        return;
    state->is_stale = false;
    for (size_t i = count; i-- > 0;) {
        if (acts[i].count > 1 && acts[i].ended_ms && acts_was_followed(state, acts[i].act))
            acts_say_end(app, &acts[i]);
    }
    acts_clear(state);
    state->acts = acts;
    state->count = count;
    acts_index(state);
    acts_count_unseen(app);
    acts_note_projects(app);
    app_page_touch(app, "activity");
    app_stale_project(app, app->current);
    app_dirty(app, DIRTY_STATUS);
}

static int64_t acts_deadline(const struct app *app)
{
    const struct acts_state *state = acts_state(app);
    return state->is_stale ? state->due_ms : INT64_MAX;
}

static void acts_server_changed(struct app *app)
{
    acts_clear(acts_state(app));
    app_acts_changed(app);
}

void app_acts_changed(struct app *app)
{
    acts_state(app)->is_stale = true;
    part_wake(app, &part_acts);
}

const struct act *app_acts(const struct app *app, size_t *count)
{
    *count = acts_state(app)->count;
    return acts_state(app)->acts;
}

const struct app_act_of *app_acts_of(const struct app *app, int64_t id, size_t *count)
{
    const struct acts_state *state = acts_state(app);
    size_t low = 0, high = state->project_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (state->projects[mid].id < id)
            low = mid + 1;
        else
            high = mid;
    }
    for (*count = 0; low + *count < state->project_count && state->projects[low + *count].id == id;)
        ++*count;
    return *count ? &state->projects[low] : NULL;
}

/* Was the project followed then, after an enqueue? */
static bool acts_follow(const struct app_act_of *of, int64_t wall_ms)
{
    const struct write *row = of->row;
    return of->act->op == ENDPOINT_ENQUEUE && row->when_ms <= wall_ms &&
           (row->outcome == WRITE_DONE || row->outcome == WRITE_PROBABLY) &&
           (!row->ended_ms || wall_ms <= row->ended_ms + AGAIN_MS);
}

bool app_acts_tell(const struct app *app, const struct app_activity *entry)
{
    size_t count;
    const struct app_act_of *of = app_acts_of(app, entry->id, &count);
    if (entry->is_of_act && count > 0 && of[count - 1].row->when_ms <= entry->wall_ms)
        return true;
    for (size_t i = 0; entry->kind == ACTIVITY_STATE && i < count; i++) {
        if (acts_follow(&of[i], entry->wall_ms))
            return true;
    }
    return false;
}

/* --- what became of a project --- */

struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row)
{
    const struct app_project *project = app_project_find(app, row->id);
    struct act_part part =
        act_part_of(act, row, project ? project->state : NULL, app->wall_ms, app->settings);
    if (part.end == ACT_END_SENDING && project && project->unanswered && !project->enqueued_ms)
        part.end = ACT_END_LOST; /* the answer has not come, and will not */
    if (part.end == ACT_END_IN_PROGRESS && project)
        part.since_ms = since_time(project->state_since_ms);
    return part;
}

struct act_part *app_act_parts(const struct app *app, const struct act *act)
{
    struct act_part *parts = mem_zero(act->row_count + 1, sizeof *parts);
    for (size_t i = 0; i < act->row_count; i++)
        parts[i] = app_act_part(app, act, &act->rows[i]);
    return parts;
}

char *app_act_sums(const struct app *app, const struct act *act, const struct act_sums *sums)
{
    char *words = act_sums_words(sums), to[DATE_TEXT_SIZE];
    int64_t ended_ms = act_told_ended_ms(act);
    if (!ended_ms || act_sums_mark(sums) == '*')
        return words;
    date_format_short(to, sizeof to, ended_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *all = mem_printf("%s; ended %s", words, to);
    free(words);
    return all;
}

/* --- failures --- */

size_t app_acts_unseen(const struct app *app)
{
    return acts_state(app)->unseen;
}

void app_acts_see(struct app *app)
{
    struct acts_state *state = acts_state(app);
    struct error err;
    bool is_new = false;
    for (size_t i = 0; i < state->count; i++) {
        is_new |= !state->acts[i].seen;
        state->acts[i].seen = true;
    }
    state->unseen = 0;
    if (is_new)
        app_kept(app, store_act_seen(app->store, state->acts[0].act, &err), "that the activity was seen",
                 &err);
}

char *app_acts_refused(const struct app *app, int64_t id)
{
    size_t count, at = 0;
    char when[DATE_TEXT_SIZE];
    const struct app_act_of *of = app_acts_of(app, id, &count);
    while (at < count && of[at].act->op != ENDPOINT_ENQUEUE)
        at++;
    const struct write *row = at < count ? of[at].row : NULL;
    if (!row || row->outcome != WRITE_REFUSED)
        return NULL;
    date_format_short(when, sizeof when, row->when_ms, app->wall_ms, app->zone, DATE_SINCE);
    return row->reason ? mem_printf("refused %s: %s", when, row->reason)
                       : mem_printf("refused %s (%d)", when, row->status);
}

const struct part part_acts = {.name = "acts",
                               .state_size = sizeof(struct acts_state),
                               .end = acts_end,
                               .turn = acts_turn,
                               .deadline = acts_deadline,
                               .server_changed = acts_server_changed};
