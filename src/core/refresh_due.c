/* Owns when a project is due: intervals by what its ProcessingState means, backoff; and the pause: a 429
 * stops the reads of all projects for a while, then one read probes, and a good answer ends it. One rule for
 * whatever runs. Pure sums. */
/* SPDX-License-Identifier: MIT */
#include "refresh.h"
#include "steno/base/text.h"

#define FIRST_MS       3000
#define QUIET_AFTER_MS (INT64_C(5) * 60 * 1000)
#define QUIET_MS       30000
#define SETTLED_MS     (INT64_C(5) * 60 * 1000)
#define LONGEST_MS     REFRESH_PAUSE_MS
#define BACKOFF_MS     5000

bool refresh_is_active(const struct refresh *refresh, const char *state)
{
    return text_has_word(refresh->active_states, state);
}

bool refresh_is_settled(const struct refresh *refresh, const char *state)
{
    return text_has_word(refresh->settled_states, state);
}

enum refresh_kind refresh_kind_of(const struct refresh *refresh, const char *word)
{
    if (!word)
        return KIND_OTHER;
    if (refresh_is_active(refresh, word))
        return KIND_ACTIVE;
    return refresh_is_settled(refresh, word) ? KIND_SETTLED : KIND_OTHER;
}

bool refresh_is_sweep(const struct refresh_project *project)
{
    return project->kind == KIND_SETTLED && !project->shown && !project->asked && !project->enqueued;
}

int64_t refresh_first_after(const struct refresh *refresh)
{
    return refresh->fast_ms < FIRST_MS ? refresh->fast_ms : FIRST_MS;
}

/* How long after its last read an active project is read again. */
static int64_t active_interval(const struct refresh *refresh, const struct refresh_project *project)
{
    int64_t unchanged = project->base_ms - project->changed_ms;
    if (unchanged <= 0)
        return refresh_first_after(refresh);
    if (unchanged >= QUIET_AFTER_MS && refresh->fast_ms < QUIET_MS)
        return QUIET_MS;
    return refresh->fast_ms;
}

/* How long after the last read of one in None or a state that nobody listed: doubled with each unchanged
 * reply off the screen. */
static int64_t other_interval(const struct refresh *refresh, const struct refresh_project *project)
{
    int64_t interval = refresh->slow_ms;
    for (int i = 0; i < project->unchanged && interval < LONGEST_MS; i++)
        interval *= 2;
    return interval < LONGEST_MS || refresh->slow_ms > LONGEST_MS ? interval : LONGEST_MS;
}

int64_t refresh_plan(const struct refresh *refresh, const struct refresh_project *project, int64_t now_ms)
{
    if (project->asked)
        return now_ms;
    if (project->enqueued)
        return project->first_ms;
    if (refresh->interval_ms)
        return project->base_ms + refresh->interval_ms;
    switch (project->kind) {
    case KIND_ACTIVE:
        return project->base_ms + active_interval(refresh, project);
    case KIND_SETTLED:
        return project->base_ms + SETTLED_MS;
    case KIND_OTHER:
        break;
    }
    return project->base_ms + other_interval(refresh, project);
}

/* What the server asked for, 5 min at most; `otherwise` when it asked for no time. */
static int64_t refresh_wait_asked(const struct refresh_event *event, int64_t otherwise)
{
    if (event->retry_after_ms <= 0)
        return otherwise < LONGEST_MS ? otherwise : LONGEST_MS;
    return event->retry_after_ms < LONGEST_MS ? event->retry_after_ms : LONGEST_MS;
}

int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random)
{
    int64_t delay = BACKOFF_MS;
    for (int i = 1; i < failures && delay < LONGEST_MS; i++)
        delay *= 2;
    if (delay > LONGEST_MS)
        delay = LONGEST_MS;
    delay = delay / 2 + random % (delay / 2 + 1);
    if (asked_ms > LONGEST_MS)
        asked_ms = LONGEST_MS;
    return delay > asked_ms ? delay : asked_ms;
}

int64_t refresh_backoff(const struct refresh_project *project, const struct refresh_event *event)
{
    return refresh_wait_ms(project->errors, event->retry_after_ms, event->random);
}

/* --- the pause after a 429 --- */

#define MOMENT_MS 1000 /* asked for no time: each project backs off anyway */

/* How long a pause is prolonged for no time that the server named. */
static int64_t refresh_pause_moment(const struct refresh_pause *pause)
{
    return (int64_t)MOMENT_MS << (pause->probes_failed < 20 ? pause->probes_failed : 20);
}

/* Begins the pause, or prolongs it; a shorter wait does not end a longer one. */
static void refresh_pause_prolong(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_pause *pause = &refresh->pause;
    int64_t until = now_ms + refresh_wait_asked(event, refresh_pause_moment(pause));
    if (!pause->active) {
        *pause = (struct refresh_pause){.active = true,
                                        .number = pause->number + 1,
                                        .refusals = pause->refusals,
                                        .until_ms = now_ms + refresh_wait_asked(event, MOMENT_MS)};
    } else if (until > pause->until_ms) {
        pause->until_ms = until;
    }
}

/* A 429. One that asks again though another's good answer ended the pause asks for itself alone. */
static void refresh_pause_ask(struct refresh *refresh, struct refresh_project *project,
                              const struct refresh_event *event, int64_t now_ms)
{
    bool alone = !refresh->pause.active && project && project->refused;
    if (!alone)
        refresh_pause_prolong(refresh, event, now_ms);
    if (project)
        project->refused = ++refresh->pause.refusals;
}

/* A good answer. One that was sent before the pause says nothing of it. */
static void refresh_pause_answer(struct refresh *refresh, struct refresh_project *project)
{
    struct refresh_pause *pause = &refresh->pause;
    project->refused = 0;
    if (pause->active && project->sent_in == pause->number)
        pause->active = pause->probing = false;
}

void refresh_take_write(struct refresh *refresh, int64_t sent_ms)
{
    struct refresh_pause *pause = &refresh->pause;
    if (sent_ms >= pause->until_ms)
        pause->active = pause->probing = false;
}

/* The probe came back without a good answer, or not at all: the next one is of another project. */
static void refresh_pause_probe_failed(struct refresh *refresh, struct refresh_project *project,
                                       const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_pause *pause = &refresh->pause;
    pause->probing = false;
    pause->until_ms = now_ms;
    if (event->kind != REFRESH_ERROR && event->kind != REFRESH_RATE_LIMITED)
        return;
    refresh_pause_prolong(refresh, &(struct refresh_event){.kind = event->kind}, now_ms);
    pause->probes_failed++;
    project->refused = ++pause->refusals;
}

void refresh_pause_event(struct refresh *refresh, struct refresh_project *project,
                         const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_pause *pause = &refresh->pause;
    bool probe = pause->probing && project && project->id == pause->probe_id;
    switch (event->kind) {
    case REFRESH_SAME:
    case REFRESH_CHANGED:
        if (project)
            refresh_pause_answer(refresh, project);
        break;
    case REFRESH_RATE_LIMITED:
    case REFRESH_ERROR:
    case REFRESH_CANCELLED:
    case REFRESH_UNAUTHORIZED:
        if (probe)
            refresh_pause_probe_failed(refresh, project, event, now_ms);
        if (event->kind == REFRESH_RATE_LIMITED)
            refresh_pause_ask(refresh, project, event, now_ms);
        break;
    default:
        break;
    }
}

/* May a project be read out of its turn? */
static bool refresh_pause_may_probe(const struct refresh_project *project, int64_t now_ms)
{
    return project->state == REFRESH_READY || project->state == REFRESH_WAITING ||
           project->state == REFRESH_IDLE ||
           (project->state == REFRESH_BACKING_OFF && project->due_ms <= now_ms);
}

/* Is `a` the better one to probe with: not refused, or longest ago; then the one that is due first? */
static bool refresh_pause_is_better(const struct refresh_project *a, const struct refresh_project *b)
{
    if (a->refused != b->refused)
        return a->refused < b->refused;
    if ((a->state == REFRESH_IDLE) != (b->state == REFRESH_IDLE))
        return b->state == REFRESH_IDLE;
    return a->due_ms != b->due_ms ? a->due_ms < b->due_ms : a->id < b->id;
}

struct refresh_project *refresh_pause_probe(const struct refresh *refresh, int64_t now_ms)
{
    struct refresh_project *best = NULL;
    if (refresh->pause.probing || refresh->pause.until_ms > now_ms)
        return NULL;
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = refresh->projects[i];
        if (refresh_pause_may_probe(project, now_ms) && (!best || refresh_pause_is_better(project, best)))
            best = project;
    }
    return best;
}

void refresh_pause_sent(struct refresh *refresh, struct refresh_project *project, bool is_probe)
{
    project->sent_in = refresh->pause.number;
    if (!is_probe)
        return;
    refresh->pause.probing = true;
    refresh->pause.probe_id = project->id;
}

int64_t refresh_pause_deadline(const struct refresh *refresh)
{
    const struct refresh_project *ready = refresh_first(&refresh->ready);
    const struct refresh_project *waiting = refresh_first(&refresh->waiting);
    int64_t until = refresh->pause.until_ms;
    if (ready && ready->at_once)
        return 0;
    if (refresh->pause.probing)
        return REFRESH_NEVER; /* its answer comes first */
    if (ready || refresh_first(&refresh->idle) || refresh->waiting.count > (size_t)refresh->backing_off)
        return until;
    if (!waiting)
        return REFRESH_NEVER;
    return waiting->due_ms > until ? waiting->due_ms : until;
}
