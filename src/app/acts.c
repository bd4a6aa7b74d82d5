/* Owns the acts of this account here: when they are listed, what of each project they tell, which of them
 * nobody has looked at. Their words are core/activity.c. */
/* SPDX-License-Identifier: MIT */
#include "acts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/app/calls.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"

#define AGAIN_MS    1000
#define HISTORY_MAX 500 /* lines that are loaded */

struct acts_state {
    struct act *acts; /* newest first */
    size_t count, unseen;
    bool is_stale;
    int64_t due_ms; /* monotonic: not listed again before */
};

static struct acts_state *acts_state(const struct app *app)
{
    return part_state(app, &part_acts);
}

static void acts_end(struct app *app)
{
    struct acts_state *state = acts_state(app);
    store_acts_free(state->acts, state->count);
    state->acts = NULL;
    state->count = 0;
}

/* --- listing --- */

/* "Enqueue of 17, 14:22: 15 completed, 2 failed": an act of several has ended. */
static void acts_say_end(struct app *app, const struct act *act)
{
    struct act_sums sums = {0};
    char when[DATE_TEXT_SIZE];
    for (size_t i = 0; i < act->row_count; i++)
        sums.of[app_act_part(app, act, &act->rows[i]).end]++;
    if (sums.of[ACT_END_COMPLETED] + sums.of[ACT_END_FAILED] + sums.of[ACT_END_CANCELED] == 0)
        return;
    char *words = act_sums_words(&sums);
    date_format_short(when, sizeof when, act->begun_ms, app->wall_ms, app->zone, DATE_SINCE);
    app_say(app, "%s of %" PRId64 ", %s: %s", endpoints[act->op].title, act->count, when, words);
    free(words);
}

/* Tells of enqueues of several that have ended since they were listed before. */
static void acts_tell_ends(struct app *app, const struct act *acts, size_t count)
{
    const struct acts_state *state = acts_state(app);
    for (size_t i = count; i-- > 0;) {
        for (size_t k = 0; acts[i].count > 1 && acts[i].ended_ms && k < state->count; k++) {
            const struct act *before = &state->acts[k];
            if (before->act == acts[i].act && !before->ended_ms && before->op == ENDPOINT_ENQUEUE)
                acts_say_end(app, &acts[i]);
        }
    }
}

/* Counts what failed in acts that nobody has looked at, and notes which projects enqueues of several are
 * about that have not ended. */
static void acts_note(struct app *app)
{
    struct acts_state *state = acts_state(app);
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].in_act = false;
    state->unseen = 0;
    for (size_t i = 0; i < state->count; i++) {
        const struct act *act = &state->acts[i];
        struct act_sums sums = {0};
        for (size_t k = 0; k < act->row_count; k++) {
            const struct write *row = &act->rows[k];
            bool is_open =
                row->outcome == WRITE_DONE || row->outcome == WRITE_PROBABLY || row->outcome == WRITE_OPEN;
            bool is_of_many = act->op == ENDPOINT_ENQUEUE && act->count > 1;
            struct app_project *project =
                is_of_many && is_open && !row->ended_ms ? app_project_find(app, row->id) : NULL;
            if (project)
                project->in_act = true;
            if (!act->seen)
                sums.of[app_act_part(app, act, row).end]++;
        }
        state->unseen += act_sums_failed(&sums);
    }
}

void app_acts_list(struct app *app)
{
    struct acts_state *state = acts_state(app);
    struct act *acts;
    size_t count;
    struct error err;
    if (!state->is_stale)
        return;
    state->due_ms = app->now_ms + AGAIN_MS;
    if (!store_act_list(app->store, 0, 0, 0, &acts, &count, &err))
        return;
    state->is_stale = false;
    acts_tell_ends(app, acts, count);
    acts_end(app);
    state->acts = acts;
    state->count = count;
    acts_note(app);
}

/* Lists them anew, now or once a second is over. */
static void acts_turn(struct app *app)
{
    if (app->now_ms >= acts_state(app)->due_ms)
        app_acts_list(app);
}

static int64_t acts_deadline(const struct app *app)
{
    const struct acts_state *state = acts_state(app);
    return state->is_stale ? state->due_ms : INT64_MAX;
}

static void acts_server_changed(struct app *app)
{
    acts_end(app);
    app_acts_changed(app);
}

void app_acts_changed(struct app *app)
{
    acts_state(app)->is_stale = true;
}

const struct act *app_acts(const struct app *app, size_t *count)
{
    *count = acts_state(app)->count;
    return acts_state(app)->acts;
}

bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut)
{
    const struct acts_state *state = acts_state(app);
    struct error err;
    size_t left = 0;
    *is_cut = false;
    *lines = (struct store_entries){0};
    if (!store_history_load(app->store, id, HISTORY_MAX + 1, lines, &err))
        return false;
    *is_cut = lines->count > HISTORY_MAX || state->count == STORE_ACTS_MAX;
    for (size_t i = 0; i < lines->count; i++) {
        struct store_entry line = lines->items[i];
        size_t at = 0;
        while (line.act && at < state->count && state->acts[at].act != line.act)
            at++;
        bool is_told = line.act && at < state->count;
        if (!is_told && i < HISTORY_MAX) {
            lines->items[i] = lines->items[left];
            lines->items[left++] = line;
        }
    }
    for (size_t i = left; i < lines->count; i++) {
        free(lines->items[i].name);
        free(lines->items[i].text);
        free(lines->items[i].text2);
    }
    lines->count = left;
    return true;
}

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
    const struct acts_state *state = acts_state(app);
    char when[DATE_TEXT_SIZE];
    for (size_t i = 0; i < state->count; i++) {
        for (size_t k = 0; state->acts[i].op == ENDPOINT_ENQUEUE && k < state->acts[i].row_count; k++) {
            const struct write *row = &state->acts[i].rows[k];
            if (row->id != id)
                continue;
            if (row->outcome != WRITE_REFUSED)
                return NULL;
            date_format_short(when, sizeof when, row->when_ms, app->wall_ms, app->zone, DATE_SINCE);
            return row->reason ? mem_printf("refused %s: %s", when, row->reason)
                               : mem_printf("refused %s (%d)", when, row->status);
        }
    }
    return NULL;
}

const struct part part_acts = {.name = "acts",
                               .state_size = sizeof(struct acts_state),
                               .end = acts_end,
                               .turn = acts_turn,
                               .deadline = acts_deadline,
                               .server_changed = acts_server_changed};
