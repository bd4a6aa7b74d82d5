/* Owns the events of the refresh machine: what they mean to a project's data, then the table's transition.
 * When it is due, and the pause after a 429: refresh_due.c; where it waits: refresh_queue.c. Reads no clock,
 * sends nothing. */
/* SPDX-License-Identifier: MIT */
#include "refresh.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define SWEEP_MS 2000

/* A time of the config, never below the floor. */
static int64_t interval_of(int64_t wanted)
{
    return wanted < REFRESH_FLOOR_MS ? REFRESH_FLOOR_MS : wanted;
}

struct refresh *refresh_new(const struct refresh_config *config)
{
    struct refresh *refresh = mem_zero(1, sizeof *refresh);
    refresh->active_states = mem_copy(config->active_states);
    refresh->settled_states = mem_copy(config->settled_states);
    refresh->fast_ms = interval_of(config->fast_ms);
    refresh->slow_ms = interval_of(config->slow_ms);
    refresh->interval_ms = config->interval_ms > 0 ? interval_of(config->interval_ms) : 0;
    refresh->max_in_flight = config->max_in_flight;
    refresh->sweep_ms = INT64_MIN;
    refresh_queue_init(refresh, config->rate_cap);
    return refresh;
}

void refresh_free(struct refresh *refresh)
{
    if (!refresh)
        return;
    refresh_queue_free(refresh);
    free(refresh->active_states);
    free(refresh->settled_states);
    free(refresh->shown_ids);
    free(refresh);
}

/* Takes note of the ProcessingState that was seen. */
static void learn_word(struct refresh *refresh, struct refresh_project *project, const char *word,
                       int64_t now_ms)
{
    if (!project->word || strcmp(project->word, word) != 0) {
        char *copy = mem_copy(word);
        free(project->word);
        project->word = copy;
        project->kind = refresh_kind_of(refresh, word);
    }
    project->base_ms = now_ms;
    project->errors = 0;
}

/* Is the wish for a read at once met: by its being sent, or by the answer of one that was under way? */
static bool meets_wish(enum refresh_event_kind kind)
{
    return kind == REFRESH_TAKEN || kind == REFRESH_SAME || kind == REFRESH_CHANGED ||
           kind == REFRESH_ERROR || kind == REFRESH_RATE_LIMITED || kind == REFRESH_CANCELLED;
}

/* What an event means to the project's own data, before the transition. */
static void note_event(struct refresh *refresh, struct refresh_project *project,
                       const struct refresh_event *event, int64_t now_ms)
{
    if (meets_wish(event->kind))
        project->at_once = false;
    switch (event->kind) {
    case REFRESH_SAME:
        project->unchanged += !project->shown;
        break;
    case REFRESH_CHANGED:
        project->unchanged = 0;
        project->changed_ms = now_ms;
        break;
    case REFRESH_ERROR:
    case REFRESH_RATE_LIMITED:
        project->errors++;
        break;
    case REFRESH_CANCELLED:
        project->base_ms = now_ms;
        break;
    case REFRESH_USER:
        project->asked = true;
        project->at_once = project->at_once || event->at_once;
        break;
    case REFRESH_SHOWN:
    case REFRESH_HIDDEN:
        project->shown = event->kind == REFRESH_SHOWN;
        project->unchanged = 0;
        break;
    case REFRESH_ENQUEUED:
        project->enqueued = true;
        project->first_ms = now_ms + refresh_first_after(refresh);
        project->changed_ms = now_ms;
        break;
    default:
        break;
    }
    if (event->state &&
        (event->kind == REFRESH_SAME || event->kind == REFRESH_CHANGED || event->kind == REFRESH_LEARNED))
        learn_word(refresh, project, event->state, now_ms);
}

/* Sets the due time as the rule says. */
static void set_due(const struct refresh *refresh, struct refresh_project *project,
                    const struct refresh_rule *rule, const struct refresh_event *event, int64_t now_ms)
{
    if (rule->act == REFRESH_ACT_DONE)
        project->asked = project->enqueued = false;
    if (rule->act == REFRESH_ACT_NOW)
        project->due_ms = now_ms;
    else if (rule->act == REFRESH_ACT_PLAN || rule->act == REFRESH_ACT_DONE)
        project->due_ms = refresh_plan(refresh, project, now_ms);
    else if (rule->act == REFRESH_ACT_BACK_OFF)
        project->due_ms = now_ms + refresh_backoff(project, event);
}

/* One project's transition by the table. */
static void apply(struct refresh *refresh, struct refresh_project *project, const struct refresh_event *event,
                  int64_t now_ms)
{
    const struct refresh_rule *rule = &refresh_rules[project->state][event->kind];
    if (!rule->legal)
        return;
    refresh_leave(refresh, project);
    if (rule->act == REFRESH_ACT_FORGET) {
        refresh_forget(refresh, project);
        return;
    }
    note_event(refresh, project, event, now_ms);
    set_due(refresh, project, rule, event, now_ms);
    if (rule->next == REFRESH_PLACED)
        project->state = refresh_is_sweep(project) ? REFRESH_IDLE : REFRESH_WAITING;
    else
        project->state = (enum refresh_state)rule->next;
    refresh_enter(refresh, project);
}

/* Sends an event to every project; one that forgets none. */
static void apply_to_all(struct refresh *refresh, enum refresh_event_kind kind, int64_t now_ms)
{
    struct refresh_event event = {.kind = kind};
    for (size_t i = 0; i < refresh->count; i++)
        apply(refresh, refresh->projects[i], &event, now_ms);
}

void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms)
{
    if (event->kind == REFRESH_LOGGED_IN) {
        refresh->stopped = false;
        refresh->pause.until_ms = now_ms; /* another account may have another limit: a probe tells */
        apply_to_all(refresh, REFRESH_LOGGED_IN, now_ms);
        return;
    }
    struct refresh_project *project = refresh_find(refresh, event->id);
    bool stops = event->kind == REFRESH_UNAUTHORIZED &&
                 (!project || refresh_rules[project->state][event->kind].next == REFRESH_STOPPED);
    refresh_pause_event(refresh, project, event, now_ms);
    if (project)
        apply(refresh, project, event, now_ms);
    if (stops) {
        refresh->stopped = true;
        apply_to_all(refresh, REFRESH_STOP, now_ms);
    }
}

void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms)
{
    struct refresh_event event = {.kind = REFRESH_ADDED, .id = id};
    struct refresh_project *project = refresh_find(refresh, id);
    if (project) {
        apply(refresh, project, &event, now_ms);
        if (refresh->stopped) /* one that was removed while it is read comes back as if nothing stopped it */
            apply(refresh, project, &(struct refresh_event){.kind = REFRESH_STOP}, now_ms);
        return;
    }
    project = refresh_insert(refresh, id);
    project->word = mem_copy_or_null(state);
    project->kind = refresh_kind_of(refresh, state);
    project->base_ms = project->changed_ms =
        state ? read_ms : now_ms - refresh->slow_ms; /* never read: due now */
    project->due_ms = refresh_plan(refresh, project, now_ms);
    project->state = refresh->stopped            ? REFRESH_STOPPED
                     : refresh_is_sweep(project) ? REFRESH_IDLE
                                                 : REFRESH_WAITING;
    refresh_enter(refresh, project);
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
    struct refresh_event event = {.kind = REFRESH_LEARNED, .id = id, .state = state};
    struct refresh_project *project = refresh_find(refresh, id);
    if (project && (news || first))
        project->changed_ms = now_ms;
    refresh_event(refresh, &event, now_ms);
    return news;
}

/* Sends SHOWN or HIDDEN for one id. */
static void show(struct refresh *refresh, int64_t id, bool shown, int64_t now_ms)
{
    struct refresh_event event = {.kind = shown ? REFRESH_SHOWN : REFRESH_HIDDEN, .id = id};
    refresh_event(refresh, &event, now_ms);
}

void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms)
{
    uint64_t round = ++refresh->shown_round;
    for (size_t i = 0; i < count; i++) {
        struct refresh_project *project = refresh_find(refresh, ids[i]);
        if (project)
            project->shown_in = round;
        if (project && !project->shown)
            show(refresh, ids[i], true, now_ms);
    }
    for (size_t i = 0; i < refresh->shown_count; i++) {
        const struct refresh_project *project = refresh_find(refresh, refresh->shown_ids[i]);
        if (project && project->shown && project->shown_in != round)
            show(refresh, refresh->shown_ids[i], false, now_ms);
    }
    refresh->shown_ids = mem_grow(refresh->shown_ids, count, sizeof *refresh->shown_ids);
    if (count)
        memcpy(refresh->shown_ids, ids, count * sizeof *ids);
    refresh->shown_count = count;
}

void refresh_ask_all(struct refresh *refresh, int64_t now_ms)
{
    apply_to_all(refresh, REFRESH_USER, now_ms);
    refresh->pause.until_ms = now_ms;
}

void refresh_count_request(struct refresh *refresh, int64_t now_ms)
{
    refresh_gate_pass(&refresh->gate, now_ms);
}

int64_t refresh_next_request(const struct refresh *refresh)
{
    return refresh_gate_opens(&refresh->gate);
}

/* Makes ready what has fallen due. */
static void promote_due(struct refresh *refresh, int64_t now_ms)
{
    const struct refresh_event tick = {.kind = REFRESH_TICK};
    struct refresh_project *project;
    while ((project = refresh_first(&refresh->waiting)) && project->due_ms <= now_ms)
        apply(refresh, project, &tick, now_ms);
}

/* Makes one project ready before its time. */
static void promote_early(struct refresh *refresh, struct refresh_project *project, int64_t now_ms)
{
    const struct refresh_event tick = {.kind = REFRESH_TICK};
    project->due_ms = now_ms;
    apply(refresh, project, &tick, now_ms);
}

/* When the sweep goes on; where few are idle, not before the floor since the last read of the next one. */
static int64_t idle_deadline(const struct refresh *refresh)
{
    const struct refresh_project *project = refresh_first(&refresh->idle);
    if (!project)
        return REFRESH_NEVER;
    int64_t rested_ms = project->base_ms + REFRESH_FLOOR_MS;
    return rested_ms > refresh->sweep_ms ? rested_ms : refresh->sweep_ms;
}

/* Makes one idle project ready when the sweep may go on. */
static void promote_idle(struct refresh *refresh, int64_t now_ms)
{
    if (refresh->pause.active || idle_deadline(refresh) > now_ms)
        return;
    promote_early(refresh, refresh_first(&refresh->idle), now_ms);
    refresh->sweep_ms = now_ms + SWEEP_MS;
}

/* The next one to read: in a pause, what the operator wants at once, then the probe. */
static struct refresh_project *next_to_take(struct refresh *refresh, int64_t now_ms, bool *is_probe)
{
    struct refresh_project *project = refresh_choose(refresh);
    *is_probe = false;
    if (project || !refresh->pause.active)
        return project;
    project = refresh_pause_probe(refresh, now_ms);
    *is_probe = project != NULL;
    if (project && project->state != REFRESH_READY)
        promote_early(refresh, project, now_ms);
    return project;
}

size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max)
{
    const struct refresh_event taken = {.kind = REFRESH_TAKEN};
    size_t count = 0;
    if (refresh->in_flight >= refresh->max_in_flight)
        return 0;
    promote_due(refresh, now_ms);
    promote_idle(refresh, now_ms);
    while (count < max && refresh->in_flight < refresh->max_in_flight &&
           refresh_gate_opens(&refresh->gate) <= now_ms) {
        bool is_probe;
        struct refresh_project *project = next_to_take(refresh, now_ms, &is_probe);
        if (!project)
            break;
        ids[count++] = project->id;
        refresh->takes++;
        refresh_gate_pass(&refresh->gate, now_ms);
        refresh_pause_sent(refresh, project, is_probe);
        apply(refresh, project, &taken, now_ms);
    }
    return count;
}

/* When something falls due outside a pause. */
static int64_t due_deadline(const struct refresh *refresh)
{
    int64_t at = REFRESH_NEVER;
    const struct refresh_project *project = refresh_first(&refresh->waiting);
    if (project)
        at = project->due_ms;
    if (idle_deadline(refresh) < at)
        at = idle_deadline(refresh);
    return refresh_first(&refresh->ready) ? 0 : at;
}

int64_t refresh_next_deadline(const struct refresh *refresh)
{
    if (refresh->in_flight >= refresh->max_in_flight)
        return REFRESH_NEVER; /* a reply comes first */
    int64_t at = refresh->pause.active ? refresh_pause_deadline(refresh) : due_deadline(refresh);
    int64_t opens = refresh_gate_opens(&refresh->gate);
    if (at == REFRESH_NEVER)
        return at;
    if (opens > at)
        at = opens;
    return at < 0 ? 0 : at;
}

int64_t refresh_paused_until(const struct refresh *refresh)
{
    return refresh->pause.active ? refresh->pause.until_ms : 0;
}

enum refresh_state refresh_state(const struct refresh *refresh, int64_t id)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    return project ? project->state : REFRESH_STATE_COUNT;
}

int64_t refresh_due(const struct refresh *refresh, int64_t id)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    if (!project || (project->state != REFRESH_WAITING && project->state != REFRESH_BACKING_OFF))
        return REFRESH_NEVER;
    return project->due_ms;
}
