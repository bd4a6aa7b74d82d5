/* SPDX-License-Identifier: MIT */
#include "steno/core/refresh.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define FIRST_MS       3000
#define QUIET_AFTER_MS (INT64_C(5) * 60 * 1000)
#define QUIET_MS       30000
#define SETTLED_MS     (INT64_C(5) * 60 * 1000)
#define LONGEST_MS     REFRESH_PAUSE_MS
#define BACKOFF_MS     5000
#define MOMENT_MS      1000 /* the pause after a 429 that names no time: each project backs off anyway */
#define SWEEP_MS       2000
#define TAKE_MAX       64

static int64_t at_least(int64_t value, int64_t floor)
{
    return value < floor ? floor : value;
}

static int64_t at_most(int64_t value, int64_t limit)
{
    return value > limit ? limit : value;
}

struct refresh *refresh_new(const struct refresh_config *config)
{
    struct refresh *refresh = mem_zero(1, sizeof *refresh);
    struct refresh_config *own = &refresh->config;
    *own = *config;
    own->active_states = mem_copy(config->active_states);
    own->settled_states = mem_copy(config->settled_states);
    own->fast_ms = at_least(config->fast_ms, REFRESH_FLOOR_MS);
    own->slow_ms = at_least(config->slow_ms, REFRESH_FLOOR_MS);
    own->interval_ms = config->interval_ms > 0 ? at_least(config->interval_ms, REFRESH_FLOOR_MS) : 0;
    own->rate_cap = config->rate_cap > 0 ? config->rate_cap : 0;
    refresh->sweep_ms = INT64_MIN;
    refresh->sent_ms = mem_zero((size_t)own->rate_cap, sizeof *refresh->sent_ms);
    for (int i = 0; i < own->rate_cap; i++)
        refresh->sent_ms[i] = INT64_MIN;
    return refresh;
}

void refresh_free(struct refresh *refresh)
{
    if (!refresh)
        return;
    for (size_t i = 0; i < refresh->count; i++)
        free(refresh->projects[i].word);
    free(refresh->projects);
    id_map_clear(&refresh->places);
    free((char *)refresh->config.active_states);
    free((char *)refresh->config.settled_states);
    free(refresh->sent_ms);
    free(refresh->shown_ids);
    free(refresh);
}

bool refresh_is_settled(const struct refresh *refresh, const char *state)
{
    return text_has_word(refresh->config.settled_states, state);
}

struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id)
{
    size_t at;
    return id_map_find(&refresh->places, id, &at) ? &refresh->projects[at] : NULL;
}

/* --- when a project is due --- */

/* Settled, off the screen, wanted by nobody: it shares the sweep. */
static bool is_idle(const struct refresh_project *project)
{
    return project->is_settled && !project->shown && !project->enqueued && !project->retry_ms &&
           project->wanted_ms == REFRESH_NEVER;
}

/* How long after its last read a project is read again. */
static int64_t interval_of(const struct refresh_config *config, const struct refresh_project *project)
{
    int64_t unchanged_ms = project->read_ms - project->changed_ms, wait_ms = config->slow_ms;
    if (config->interval_ms)
        return config->interval_ms;
    if (project->is_active && unchanged_ms <= 0)
        return at_most(config->fast_ms, FIRST_MS);
    if (project->is_active)
        return unchanged_ms >= QUIET_AFTER_MS ? at_least(config->fast_ms, QUIET_MS) : config->fast_ms;
    if (project->is_settled)
        return SETTLED_MS;
    for (int i = 0; i < project->unchanged && wait_ms < LONGEST_MS; i++)
        wait_ms *= 2;
    return at_most(wait_ms, at_least(config->slow_ms, LONGEST_MS));
}

/* The due time of a project that is not out. */
static int64_t due_of(const struct refresh *refresh, const struct refresh_project *project)
{
    if (project->retry_ms)
        return project->retry_ms;
    if (is_idle(project))
        return REFRESH_NEVER;
    return at_most(project->wanted_ms, project->enqueued
                                           ? project->first_ms
                                           : project->read_ms + interval_of(&refresh->config, project));
}

int64_t refresh_due(const struct refresh *refresh, int64_t id)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    return project && !project->out && !refresh->stopped ? due_of(refresh, project) : REFRESH_NEVER;
}

int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random)
{
    int64_t delay_ms = BACKOFF_MS;
    for (int i = 1; i < failures && delay_ms < LONGEST_MS; i++)
        delay_ms *= 2;
    delay_ms = at_most(delay_ms, LONGEST_MS);
    delay_ms = delay_ms / 2 + random % (delay_ms / 2 + 1);
    return at_least(delay_ms, at_most(asked_ms, LONGEST_MS));
}

/* --- the pause after a 429 --- */

/* Begins the pause, or prolongs it; a shorter wait does not end a longer one. */
static void pause_for(struct refresh *refresh, int64_t asked_ms, int64_t now_ms)
{
    if (!refresh->paused) {
        refresh->paused = true;
        refresh->pause_number++;
        refresh->probes_failed = 0;
        refresh->paused_until_ms = now_ms;
    }
    if (asked_ms <= 0)
        asked_ms = (int64_t)MOMENT_MS << at_most(refresh->probes_failed, 20);
    refresh->paused_until_ms = at_least(refresh->paused_until_ms, now_ms + at_most(asked_ms, LONGEST_MS));
}

static void pause_end(struct refresh *refresh)
{
    refresh->paused = refresh->is_probing = false;
    refresh->is_next_known = false;
}

void refresh_take_write(struct refresh *refresh, int64_t sent_ms)
{
    if (sent_ms >= refresh->paused_until_ms)
        pause_end(refresh);
}

int64_t refresh_paused_until(const struct refresh *refresh)
{
    return refresh->paused ? refresh->paused_until_ms : 0;
}

/* What an answer means to the pause. NULL: of no project that is known. */
static void pause_hear(struct refresh *refresh, struct refresh_project *project,
                       const struct refresh_event *event, int64_t now_ms)
{
    bool is_good = event->kind == REFRESH_SAME || event->kind == REFRESH_CHANGED;
    bool is_refused = event->kind == REFRESH_RATE_LIMITED;
    bool is_failure = is_refused || event->kind == REFRESH_ERROR;
    if (is_good && project) {
        project->refused = 0;
        if (refresh->paused && project->sent_in == refresh->pause_number)
            pause_end(refresh);
        return;
    }
    if (!is_failure && event->kind != REFRESH_CANCELLED && event->kind != REFRESH_UNAUTHORIZED)
        return;
    bool was_probe = refresh->is_probing && project && project->id == refresh->probe_id;
    if (was_probe) {
        refresh->is_probing = false;
        refresh->paused_until_ms = now_ms;
        if (event->kind == REFRESH_ERROR)
            pause_for(refresh, 0, now_ms);
        refresh->probes_failed += is_failure;
    }
    /* one that asks again though another's good answer ended the pause asks for itself alone */
    if (is_refused && (refresh->paused || !project || !project->refused))
        pause_for(refresh, event->retry_after_ms, now_ms);
    if (project && (is_refused || (was_probe && is_failure)))
        project->refused = ++refresh->refusals;
}

/* --- what happens to a project --- */

static void project_learn(struct refresh *refresh, struct refresh_project *project, const char *word,
                          int64_t now_ms)
{
    if (!project->word || strcmp(project->word, word) != 0) {
        free(project->word);
        project->word = mem_copy(word);
        project->is_active = text_has_word(refresh->config.active_states, word);
        project->is_settled = !project->is_active && refresh_is_settled(refresh, word);
    }
    project->read_ms = now_ms;
    project->errors = 0;
    project->retry_ms = 0;
}

static void project_forget(struct refresh *refresh, struct refresh_project *project)
{
    struct refresh_project *last = &refresh->projects[--refresh->count];
    id_map_remove(&refresh->places, project->id);
    free(project->word);
    if (project == last)
        return;
    *project = *last;
    id_map_put(&refresh->places, project->id, (size_t)(project - refresh->projects));
}

static void project_want(struct refresh_project *project, int64_t now_ms)
{
    project->wanted_ms = at_most(project->wanted_ms, now_ms);
    project->swept = false;
    project->retry_ms = 0;
}

/* The read of a project has ended with this event. */
static void project_answer(struct refresh *refresh, struct refresh_project *project,
                           const struct refresh_event *event, int64_t now_ms)
{
    bool is_old = project->again || refresh->stopped;
    refresh->in_flight--;
    project->out = project->again = project->at_once = false;
    if (project->gone) {
        project_forget(refresh, project);
    } else if (event->kind == REFRESH_ERROR || event->kind == REFRESH_RATE_LIMITED) {
        project->errors++;
        project->retry_ms = now_ms + refresh_wait_ms(project->errors, event->retry_after_ms, event->random);
    } else if (event->kind == REFRESH_UNAUTHORIZED) {
        if (is_old)
            project_want(project, now_ms);
    } else {
        project->read_ms = now_ms;
        if (!is_old) {
            project->wanted_ms = REFRESH_NEVER;
            project->enqueued = false;
        }
    }
}

/* Is a 401 for this project news? Not where the read left before a login, or for nobody any more. */
static bool is_stop(const struct refresh_project *project)
{
    return !project || !(project->out && (project->again || project->gone));
}

static void log_in(struct refresh *refresh, int64_t now_ms)
{
    refresh->stopped = false;
    refresh->paused_until_ms = now_ms; /* another account may have another limit: a probe tells */
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = &refresh->projects[i];
        if (project->out)
            project->again = true;
        else if (project->retry_ms)
            project->retry_ms = now_ms; /* it may see what the other login could not */
    }
}

void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_project *project = refresh_find(refresh, event->id);
    refresh->is_next_known = false;
    if (event->kind == REFRESH_LOGGED_IN)
        log_in(refresh, now_ms);
    pause_hear(refresh, project, event, now_ms);
    if (event->kind == REFRESH_UNAUTHORIZED && is_stop(project))
        refresh->stopped = true;
    if (!project)
        return;
    switch (event->kind) {
    case REFRESH_SAME:
    case REFRESH_CHANGED:
        project->unchanged = event->kind == REFRESH_SAME ? project->unchanged + !project->shown : 0;
        if (event->kind == REFRESH_CHANGED)
            project->changed_ms = now_ms;
        /* fall through */
    case REFRESH_LEARNED:
        if (event->state)
            project_learn(refresh, project, event->state, now_ms);
        if (event->kind == REFRESH_LEARNED)
            break;
        /* fall through */
    case REFRESH_ERROR:
    case REFRESH_RATE_LIMITED:
    case REFRESH_CANCELLED:
    case REFRESH_UNAUTHORIZED:
        if (project->out)
            project_answer(refresh, project, event, now_ms);
        break;
    case REFRESH_USER:
        project_want(project, now_ms);
        project->at_once = project->at_once || event->at_once;
        break;
    case REFRESH_SHOWN:
    case REFRESH_HIDDEN:
        project->shown = event->kind == REFRESH_SHOWN;
        project->unchanged = 0;
        break;
    case REFRESH_ENQUEUED:
        if (project->swept) /* nobody wants what was before */
            project->wanted_ms = REFRESH_NEVER;
        project->enqueued = true;
        project->again = project->out;
        project->first_ms = now_ms + at_most(refresh->config.fast_ms, FIRST_MS);
        project->changed_ms = now_ms;
        project->retry_ms = 0;
        break;
    case REFRESH_REMOVED:
        project->gone = project->out;
        if (!project->out)
            project_forget(refresh, project);
        break;
    default:
        break;
    }
}

void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms)
{
    struct refresh_project *project = refresh_find(refresh, id);
    refresh->is_next_known = false;
    if (project) {
        project->again = project->again || project->gone;
        project->gone = false;
        return;
    }
    if (refresh->count == refresh->room) {
        refresh->room = refresh->room ? refresh->room * 2 : 16;
        refresh->projects = mem_grow(refresh->projects, refresh->room, sizeof *refresh->projects);
    }
    id_map_put(&refresh->places, id, refresh->count);
    project = &refresh->projects[refresh->count++];
    *project = (struct refresh_project){.id = id, .wanted_ms = REFRESH_NEVER};
    if (state)
        project_learn(refresh, project, state, read_ms);
    else /* due now */
        project->read_ms = now_ms - interval_of(&refresh->config, project);
    project->changed_ms = project->read_ms;
}

/* Is the word another one than the last? *first says whether there was none. */
static bool is_news(const struct refresh *refresh, int64_t id, const char *state, bool *first)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    *first = project && !project->word;
    return project && project->word && strcmp(project->word, state) != 0;
}

bool refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms)
{
    bool first, news = is_news(refresh, id, state, &first);
    struct refresh_event event = {
        .kind = news || first ? REFRESH_CHANGED : REFRESH_SAME, .id = id, .state = state};
    refresh_event(refresh, &event, now_ms);
    return news;
}

bool refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms)
{
    bool first, news = is_news(refresh, id, state, &first);
    if (news || first)
        refresh_find(refresh, id)->changed_ms = now_ms;
    refresh_event(refresh, &(struct refresh_event){.kind = REFRESH_LEARNED, .id = id, .state = state},
                  now_ms);
    return news;
}

void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms)
{
    struct refresh_project *project;
    for (size_t i = 0; i < refresh->shown_count; i++) {
        if ((project = refresh_find(refresh, refresh->shown_ids[i])))
            project->stays = false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!(project = refresh_find(refresh, ids[i])))
            continue;
        project->stays = true;
        if (!project->shown)
            refresh_event(refresh, &(struct refresh_event){.kind = REFRESH_SHOWN, .id = ids[i]}, now_ms);
    }
    for (size_t i = 0; i < refresh->shown_count; i++) {
        project = refresh_find(refresh, refresh->shown_ids[i]);
        if (project && project->shown && !project->stays)
            refresh_event(refresh, &(struct refresh_event){.kind = REFRESH_HIDDEN, .id = project->id},
                          now_ms);
    }
    refresh->shown_ids = mem_grow(refresh->shown_ids, count, sizeof *refresh->shown_ids);
    if (count)
        memcpy(refresh->shown_ids, ids, count * sizeof *ids);
    refresh->shown_count = count;
}

void refresh_ask_all(struct refresh *refresh, int64_t now_ms)
{
    for (size_t i = 0; i < refresh->count; i++)
        project_want(&refresh->projects[i], now_ms);
    refresh->paused_until_ms = now_ms;
    refresh->is_next_known = false;
}

/* --- what is read now --- */

void refresh_count_request(struct refresh *refresh, int64_t now_ms)
{
    if (refresh->config.rate_cap == 0)
        return;
    refresh->sent_ms[refresh->sent_next] = now_ms;
    refresh->sent_next = (refresh->sent_next + 1) % (size_t)refresh->config.rate_cap;
}

int64_t refresh_next_request(const struct refresh *refresh)
{
    return refresh->config.rate_cap ? refresh->sent_ms[refresh->sent_next] + 1000 : INT64_MIN;
}

/* When the sweep may read this one: where few are idle, not before the floor since its last read. */
static int64_t sweep_due(const struct refresh *refresh, const struct refresh_project *project)
{
    return at_least(project->read_ms + REFRESH_FLOOR_MS, refresh->sweep_ms);
}

/* When something may be read, the cap aside. */
static int64_t next_due(const struct refresh *refresh)
{
    int64_t at_ms = REFRESH_NEVER;
    for (size_t i = 0; i < refresh->count; i++) {
        const struct refresh_project *project = &refresh->projects[i];
        if (project->out)
            continue;
        if (!refresh->paused || project->at_once)
            at_ms = at_most(at_ms, is_idle(project) ? sweep_due(refresh, project) : due_of(refresh, project));
        else if (!refresh->is_probing)
            at_ms = at_most(at_ms, at_least(refresh->paused_until_ms, project->retry_ms));
    }
    return at_ms;
}

int64_t refresh_next_deadline(struct refresh *refresh)
{
    if (refresh->stopped || refresh->in_flight >= refresh->config.max_in_flight)
        return REFRESH_NEVER; /* a login or a reply comes first */
    if (!refresh->is_next_known)
        refresh->next_ms = next_due(refresh);
    refresh->is_next_known = true;
    if (refresh->next_ms == REFRESH_NEVER)
        return REFRESH_NEVER;
    return at_least(at_least(refresh->next_ms, refresh_next_request(refresh)), 0);
}

/* The order among those that are due. */
struct turn {
    struct refresh_project *project;
    enum { TURN_AT_ONCE, TURN_OVERDUE, TURN_ENQUEUED, TURN_SHOWN, TURN_ACTIVE, TURN_REST, TURN_PROBE } rank;
    int64_t since; /* its ticket or due time */
};

static bool turn_less(const struct turn *a, const struct turn *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->since != b->since ? a->since < b->since : a->project->id < b->project->id;
}

static struct turn turn_of(const struct refresh *refresh, struct refresh_project *project)
{
    struct turn turn = {project, TURN_REST, due_of(refresh, project)};
    if (!project->ticket)
        project->ticket = refresh->takes + (int64_t)refresh->count;
    if (project->at_once)
        turn.rank = TURN_AT_ONCE;
    else if (project->ticket <= refresh->takes)
        turn = (struct turn){project, TURN_OVERDUE, project->ticket};
    else if (project->enqueued)
        turn.rank = TURN_ENQUEUED;
    else if (project->shown)
        turn.rank = TURN_SHOWN;
    else if (project->is_active)
        turn.rank = TURN_ACTIVE;
    return turn;
}

/* Puts a turn into the list of the first `room` ones. Returns how many are in it. */
static size_t turn_insert(struct turn *turns, size_t count, size_t room, struct turn turn)
{
    size_t at = count < room ? count : room - 1;
    if (count == room && !turn_less(&turn, &turns[at]))
        return count;
    for (; at > 0 && turn_less(&turn, &turns[at - 1]); at--)
        turns[at] = turns[at - 1];
    turns[at] = turn;
    return count < room ? count + 1 : count;
}

/* Is `a` the better one to probe with: not refused, or longest ago; then the one that is due first? */
static bool probes_better(const struct refresh *refresh, const struct refresh_project *a,
                          const struct refresh_project *b)
{
    int64_t a_ms = due_of(refresh, a), b_ms = due_of(refresh, b);
    if (a->refused != b->refused)
        return a->refused < b->refused;
    return a_ms != b_ms ? a_ms < b_ms : a->id < b->id;
}

/* All that may be sent in a pause: what the operator wants at once, then the probe. */
static size_t find_in_pause(struct refresh *refresh, int64_t now_ms, struct turn *turns, size_t room)
{
    size_t count = 0;
    struct refresh_project *probe = NULL;
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = &refresh->projects[i];
        if (project->out || project->retry_ms > now_ms)
            continue;
        if (project->at_once)
            count = turn_insert(turns, count, room, turn_of(refresh, project));
        else if (!probe || probes_better(refresh, project, probe))
            probe = project;
    }
    if (probe && !refresh->is_probing && refresh->paused_until_ms <= now_ms && count < room)
        turns[count++] = (struct turn){probe, TURN_PROBE, now_ms};
    return count;
}

/* All that is due, and the one that the sweep takes now. */
static size_t find_due(struct refresh *refresh, int64_t now_ms, struct turn *turns, size_t room)
{
    size_t count = 0;
    struct refresh_project *idle = NULL;
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = &refresh->projects[i];
        if (project->out)
            continue;
        if (is_idle(project)) {
            if (!idle || project->read_ms < idle->read_ms ||
                (project->read_ms == idle->read_ms && project->id < idle->id))
                idle = project;
        } else if (due_of(refresh, project) <= now_ms) {
            count = turn_insert(turns, count, room, turn_of(refresh, project));
        } else {
            project->ticket = 0;
        }
    }
    if (idle && sweep_due(refresh, idle) <= now_ms) {
        refresh->sweep_ms = now_ms + SWEEP_MS;
        project_want(idle, now_ms);
        idle->swept = true;
        count = turn_insert(turns, count, room, turn_of(refresh, idle));
    }
    return count;
}

size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max)
{
    struct turn turns[TAKE_MAX];
    if (max == 0 || refresh_next_deadline(refresh) > now_ms)
        return 0;
    int64_t left = refresh->config.max_in_flight - refresh->in_flight;
    size_t room = (size_t)at_most(at_most(left, (int64_t)max), TAKE_MAX), taken = 0;
    size_t count = refresh->paused ? find_in_pause(refresh, now_ms, turns, room)
                                   : find_due(refresh, now_ms, turns, room);
    refresh->is_next_known = false;
    for (; taken < count && refresh_next_request(refresh) <= now_ms; taken++) {
        struct refresh_project *project = turns[taken].project;
        ids[taken] = project->id;
        refresh->takes++;
        refresh->in_flight++;
        refresh_count_request(refresh, now_ms);
        project->out = true;
        project->at_once = false;
        project->retry_ms = project->ticket = 0;
        project->sent_in = refresh->pause_number;
        if (turns[taken].rank == TURN_PROBE) {
            refresh->is_probing = true;
            refresh->probe_id = project->id;
        }
    }
    return taken;
}
