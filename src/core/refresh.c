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
#define BACKOFF_MS     INT64_C(5000)
#define MOMENT_MS      INT64_C(1000) /* pause if a 429 names no time; the refused project waits longer */
#define SWEEP_MS       2000

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
    own->fast_ms = at_least(config->fast_ms, REFRESH_FLOOR_MS);
    own->slow_ms = at_least(config->slow_ms, REFRESH_FLOOR_MS);
    own->interval_ms = config->interval_ms > 0 ? at_least(config->interval_ms, REFRESH_FLOOR_MS) : 0;
    own->rate_cap = config->rate_cap > 0 ? config->rate_cap : 0;
    refresh->view = 1;
    refresh->sent_ms = mem_zero((size_t)own->rate_cap, sizeof *refresh->sent_ms);
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
    free(refresh->sent_ms);
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

/* True if the project is settled, off the screen and not wanted by the operator. The sweep reads one idle
 * project every SWEEP_MS. */
static bool is_idle(const struct refresh *refresh, const struct refresh_project *project)
{
    return project->is_settled && project->view != refresh->view && !project->first_ms &&
           !project->retry_ms && project->wanted_ms == REFRESH_NEVER;
}

static int64_t interval_of(const struct refresh *refresh, const struct refresh_project *project)
{
    const struct refresh_config *config = &refresh->config;
    int64_t unchanged_ms = project->read_ms - project->changed_ms;
    if (config->interval_ms)
        return config->interval_ms;
    if (project->is_active && unchanged_ms <= 0)
        return at_most(config->fast_ms, FIRST_MS);
    if (project->is_active)
        return unchanged_ms >= QUIET_AFTER_MS ? at_least(config->fast_ms, QUIET_MS) : config->fast_ms;
    if (project->is_settled)
        return SETTLED_MS;
    if (project->view == refresh->view || !project->word)
        return config->slow_ms;
    return at_most(config->slow_ms + unchanged_ms,
                   at_least(config->slow_ms, LONGEST_MS)); /* this about doubles the interval each time */
}

/* Returns the time of the next read of a project that has no read under way. An idle project waits until
 * sweep_ms, and at least REFRESH_FLOOR_MS after its last read. */
static int64_t due_of(const struct refresh *refresh, const struct refresh_project *project)
{
    if (project->retry_ms)
        return project->retry_ms;
    if (is_idle(refresh, project))
        return at_least(project->read_ms + REFRESH_FLOOR_MS, refresh->sweep_ms);
    if (project->first_ms)
        return at_most(project->wanted_ms, project->first_ms);
    return at_most(project->wanted_ms, project->read_ms + interval_of(refresh, project));
}

int64_t refresh_due(const struct refresh *refresh, int64_t id)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    bool has_time = project && !project->out && !refresh->stopped && !is_idle(refresh, project);
    return has_time ? due_of(refresh, project) : REFRESH_NEVER;
}

int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random)
{
    int64_t delay_ms = at_most(BACKOFF_MS << at_most(failures > 1 ? failures - 1 : 0, 10), LONGEST_MS);
    delay_ms = delay_ms / 2 + random % (delay_ms / 2 + 1);
    return at_least(delay_ms, at_most(asked_ms, LONGEST_MS));
}

/* --- the pause after a 429 --- */

/* Begins or prolongs the pause, but never shortens it. */
static void pause_for(struct refresh *refresh, int64_t asked_ms, int64_t now_ms)
{
    if (!refresh->paused_until_ms) {
        refresh->pause++;
        refresh->probes_failed = 0;
    }
    if (asked_ms <= 0)
        asked_ms = MOMENT_MS << at_most(refresh->probes_failed, 20);
    refresh->paused_until_ms = at_least(refresh->paused_until_ms, now_ms + at_most(asked_ms, LONGEST_MS));
}

static void pause_end(struct refresh *refresh)
{
    refresh->paused_until_ms = refresh->probe_id = refresh->next_ms = 0;
}

void refresh_take_write(struct refresh *refresh, int64_t sent_ms)
{
    if (sent_ms >= refresh->paused_until_ms)
        pause_end(refresh);
}

int64_t refresh_paused_until(const struct refresh *refresh)
{
    return refresh->paused_until_ms;
}

/* --- events --- */

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

void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms)
{
    struct refresh_project *project = refresh_find(refresh, id);
    refresh->next_ms = 0;
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
        project->read_ms = now_ms - interval_of(refresh, project);
    project->changed_ms = project->read_ms;
}

static void project_want(struct refresh_project *project, int64_t now_ms)
{
    project->wanted_ms = at_most(project->wanted_ms, now_ms);
    project->retry_ms = 0;
}

/* The new account may see other data, so that reads under way are repeated. In a pause a probe is sent now,
 * because the rate limit may differ. */
static void login_again(struct refresh *refresh, int64_t now_ms)
{
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = &refresh->projects[i];
        if (project->out)
            project->again = true;
        else if (project->retry_ms)
            project->retry_ms = now_ms;
    }
    refresh->stopped = false;
    if (refresh->paused_until_ms)
        refresh->paused_until_ms = now_ms;
}

/* Updates the pause and the project when a read of the project has ended: answered, failed or cancelled. */
static void read_ended(struct refresh *refresh, struct refresh_project *project,
                       const struct refresh_event *event, int64_t now_ms)
{
    bool is_refused = event->kind == REFRESH_RATE_LIMITED, is_error = event->kind == REFRESH_ERROR;
    bool is_good = event->kind == REFRESH_SAME || event->kind == REFRESH_CHANGED;
    bool is_probe = !is_good && refresh->probe_id && refresh->probe_id == project->id;
    if (is_good) {
        project->refused_ms = 0;
        if (project->sent_in == refresh->pause)
            pause_end(refresh);
    }
    if (is_probe) {
        refresh->probe_id = 0;
        refresh->paused_until_ms = now_ms;
        if (is_error)
            pause_for(refresh, 0, now_ms);
        refresh->probes_failed += is_refused || is_error;
    }
    /* A 429 pauses all reads. If a project is refused again after the pause, only this project waits. */
    if (is_refused && (refresh->paused_until_ms || !project->refused_ms))
        pause_for(refresh, event->retry_after_ms, now_ms);
    if (is_refused || (is_probe && is_error))
        project->refused_ms = now_ms;
    if (!project->out)
        return;
    bool is_old = project->again || refresh->stopped;
    refresh->in_flight--;
    project->out = project->again = project->at_once = false;
    if (project->gone) {
        project_forget(refresh, project);
    } else if (is_error || is_refused) {
        project->errors++;
        project->retry_ms = now_ms + refresh_wait_ms(project->errors, event->retry_after_ms, event->random);
    } else if (event->kind == REFRESH_UNAUTHORIZED) {
        project_want(project, now_ms);
    } else {
        project->read_ms = now_ms;
        if (!is_old) {
            project->wanted_ms = REFRESH_NEVER;
            project->first_ms = 0;
        }
    }
}

void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_project *project = refresh_find(refresh, event->id);
    bool is_old = project && project->out && (project->again || project->gone);
    refresh->next_ms = 0;
    if (event->kind == REFRESH_LOGGED_IN)
        login_again(refresh, now_ms);
    else if (event->kind == REFRESH_UNAUTHORIZED && !is_old)
        refresh->stopped = true;
    else if (event->kind == REFRESH_RATE_LIMITED && !project)
        pause_for(refresh, event->retry_after_ms, now_ms);
    if (!project)
        return;
    switch (event->kind) {
    case REFRESH_LEARNED:
        project_learn(refresh, project, event->state, now_ms);
        break;
    case REFRESH_SAME:
    case REFRESH_CHANGED:
        if (event->kind == REFRESH_CHANGED)
            project->changed_ms = now_ms;
        project_learn(refresh, project, event->state, now_ms);
        read_ended(refresh, project, event, now_ms);
        break;
    case REFRESH_USER:
        project_want(project, now_ms);
        project->at_once = project->at_once || event->at_once;
        break;
    case REFRESH_ENQUEUED:
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
    case REFRESH_LOGGED_IN:
        break;
    default:
        read_ended(refresh, project, event, now_ms);
        break;
    }
}

void refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    bool is_same = project && project->word && strcmp(project->word, state) == 0;
    struct refresh_event event = {.kind = is_same ? REFRESH_SAME : REFRESH_CHANGED, .id = id, .state = state};
    refresh_event(refresh, &event, now_ms);
}

void refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms)
{
    struct refresh_project *project = refresh_find(refresh, id);
    struct refresh_event event = {.kind = REFRESH_LEARNED, .id = id, .state = state};
    if (project && (!project->word || strcmp(project->word, state) != 0))
        project->changed_ms = now_ms;
    refresh_event(refresh, &event, now_ms);
}

void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms)
{
    (void)now_ms;
    refresh->next_ms = 0;
    refresh->view++;
    for (size_t i = 0; i < count; i++) {
        struct refresh_project *project = refresh_find(refresh, ids[i]);
        if (project)
            project->view = refresh->view;
    }
}

void refresh_ask_all(struct refresh *refresh, int64_t now_ms)
{
    for (size_t i = 0; i < refresh->count; i++)
        project_want(&refresh->projects[i], now_ms);
    if (refresh->paused_until_ms)
        refresh->paused_until_ms = now_ms;
    refresh->next_ms = 0;
}

/* --- choosing what to read --- */

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

/* True if a pause holds the project back, so that it can only be read as the probe. */
static bool is_held(const struct refresh *refresh, const struct refresh_project *project)
{
    return refresh->paused_until_ms && !project->at_once;
}

/* Returns when a project may be read, without regard to rate_cap. */
static int64_t ready_at(const struct refresh *refresh, const struct refresh_project *project)
{
    if (project->out)
        return REFRESH_NEVER;
    if (!is_held(refresh, project))
        return due_of(refresh, project);
    return refresh->probe_id ? REFRESH_NEVER : at_least(refresh->paused_until_ms, project->retry_ms);
}

int64_t refresh_next_deadline(struct refresh *refresh)
{
    if (refresh->stopped || refresh->in_flight >= refresh->config.max_in_flight)
        return REFRESH_NEVER; /* a login or an answer will change this */
    if (!refresh->next_ms) {
        refresh->next_ms = REFRESH_NEVER;
        for (size_t i = 0; i < refresh->count; i++)
            refresh->next_ms = at_most(refresh->next_ms, ready_at(refresh, &refresh->projects[i]));
    }
    if (refresh->next_ms == REFRESH_NEVER)
        return REFRESH_NEVER;
    return at_least(at_least(refresh->next_ms, refresh_next_request(refresh)), 0);
}

/* The order of reads. Within a rank, the longest wait comes first, then the oldest reading, then the id. */
enum { AT_ONCE, OVERDUE, ENQUEUED, SHOWN, ACTIVE, REST, PROBE, REFUSED };

/* Returns the project to read first; NULL: none may be read now. */
static struct refresh_project *pick(struct refresh *refresh, int64_t now_ms)
{
    struct refresh_project *first = NULL;
    int64_t best[4] = {0};
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = &refresh->projects[i];
        int64_t since_ms = ready_at(refresh, project), rank = REST;
        if (since_ms > now_ms) {
            project->ticket = 0;
            continue;
        }
        if (!project->ticket)
            project->ticket = refresh->takes + (int64_t)refresh->count;
        if (project->at_once) {
            rank = AT_ONCE;
        } else if (refresh->paused_until_ms) {
            rank = project->refused_ms ? REFUSED : PROBE;
            since_ms = project->refused_ms ? project->refused_ms : due_of(refresh, project);
        } else if (project->ticket <= refresh->takes) {
            rank = OVERDUE;
            since_ms = project->ticket; /* a number of reads, not a time */
        } else if (project->first_ms) {
            rank = ENQUEUED;
        } else if (project->view == refresh->view) {
            rank = SHOWN;
        } else if (project->is_active) {
            rank = ACTIVE;
        }
        const int64_t turn[] = {rank, since_ms, project->read_ms, project->id};
        int at = 0;
        while (at < 3 && turn[at] == best[at])
            at++;
        if (!first || turn[at] < best[at]) {
            memcpy(best, turn, sizeof best);
            first = project;
        }
    }
    return first;
}

size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max)
{
    size_t taken = 0;
    if (refresh_next_deadline(refresh) > now_ms)
        return 0;
    while (taken < max && refresh->in_flight < refresh->config.max_in_flight &&
           refresh_next_request(refresh) <= now_ms) {
        struct refresh_project *project = pick(refresh, now_ms);
        if (!project)
            break;
        if (is_held(refresh, project))
            refresh->probe_id = project->id;
        else if (is_idle(refresh, project))
            refresh->sweep_ms = now_ms + SWEEP_MS;
        project->out = true;
        project->at_once = false;
        project->sent_in = refresh->pause;
        project->retry_ms = project->ticket = 0;
        refresh->takes++;
        refresh->in_flight++;
        refresh->next_ms = 0;
        refresh_count_request(refresh, now_ms);
        ids[taken++] = project->id;
    }
    return taken;
}
