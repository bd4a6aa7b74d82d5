/* Owns the hold: a 429 stops the reads of all projects for a while; then one read probes, and a good answer
 * ends it. One rule for the screen, the lines, `wait` and `watch`. Pure sums. */
#include "refresh.h"

#define MOMENT_MS 1000 /* asked for no time: each project backs off anyway */

/* How long a hold is prolonged for no time that the server named. */
static int64_t hold_moment(const struct refresh_hold *hold)
{
    return (int64_t)MOMENT_MS << (hold->probes_failed < 20 ? hold->probes_failed : 20);
}

/* Begins the hold, or prolongs it; a shorter wait does not end a longer one. */
static void hold_prolong(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_hold *hold = &refresh->hold;
    int64_t until = now_ms + refresh_wait_asked(event, hold_moment(hold));
    if (!hold->active) {
        *hold = (struct refresh_hold){.active = true,
                                      .number = hold->number + 1,
                                      .refusals = hold->refusals,
                                      .until_ms = now_ms + refresh_wait_asked(event, MOMENT_MS)};
    } else if (until > hold->until_ms) {
        hold->until_ms = until;
    }
}

/* A 429. One that asks again though another's good answer ended the hold asks for itself alone. */
static void hold_ask(struct refresh *refresh, struct refresh_project *project,
                     const struct refresh_event *event, int64_t now_ms)
{
    bool alone = !refresh->hold.active && project && project->refused;
    if (!alone)
        hold_prolong(refresh, event, now_ms);
    if (project)
        project->refused = ++refresh->hold.refusals;
}

/* A good answer. One that was sent before the hold says nothing of it. */
static void hold_answer(struct refresh *refresh, struct refresh_project *project)
{
    struct refresh_hold *hold = &refresh->hold;
    project->refused = 0;
    if (hold->active && project->held_by == hold->number)
        hold->active = hold->probing = false;
}

/* The probe came back without a good answer, or not at all: the next one is of another project. */
static void hold_probe_failed(struct refresh *refresh, struct refresh_project *project,
                              const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_hold *hold = &refresh->hold;
    hold->probing = false;
    hold->until_ms = now_ms;
    if (event->kind != REFRESH_ERROR && event->kind != REFRESH_RATE_LIMITED)
        return;
    hold_prolong(refresh, &(struct refresh_event){.kind = event->kind}, now_ms);
    hold->probes_failed++;
    project->refused = ++hold->refusals;
}

void refresh_hold_event(struct refresh *refresh, struct refresh_project *project,
                        const struct refresh_event *event, int64_t now_ms)
{
    struct refresh_hold *hold = &refresh->hold;
    bool probe = hold->probing && project && project->id == hold->probe_id;
    switch (event->kind) {
    case REFRESH_SAME:
    case REFRESH_CHANGED:
        if (project)
            hold_answer(refresh, project);
        break;
    case REFRESH_RATE_LIMITED:
    case REFRESH_ERROR:
    case REFRESH_CANCELLED:
    case REFRESH_UNAUTHORIZED:
        if (probe)
            hold_probe_failed(refresh, project, event, now_ms);
        if (event->kind == REFRESH_RATE_LIMITED)
            hold_ask(refresh, project, event, now_ms);
        break;
    default:
        break;
    }
}

/* May a project be read out of its turn? */
static bool hold_may_probe(const struct refresh_project *project, int64_t now_ms)
{
    return project->state == REFRESH_READY || project->state == REFRESH_WAITING ||
           project->state == REFRESH_IDLE ||
           (project->state == REFRESH_BACKING_OFF && project->due_ms <= now_ms);
}

/* Is `a` the better one to probe with: not refused, or longest ago; then the one that is due first? */
static bool hold_is_better(const struct refresh_project *a, const struct refresh_project *b)
{
    if (a->refused != b->refused)
        return a->refused < b->refused;
    if ((a->state == REFRESH_IDLE) != (b->state == REFRESH_IDLE))
        return b->state == REFRESH_IDLE;
    return a->due_ms != b->due_ms ? a->due_ms < b->due_ms : a->id < b->id;
}

struct refresh_project *refresh_hold_probe(const struct refresh *refresh, int64_t now_ms)
{
    struct refresh_project *best = NULL;
    if (refresh->hold.probing || refresh->hold.until_ms > now_ms)
        return NULL;
    for (size_t i = 0; i < refresh->count; i++) {
        struct refresh_project *project = refresh->projects[i];
        if (hold_may_probe(project, now_ms) && (!best || hold_is_better(project, best)))
            best = project;
    }
    return best;
}

void refresh_hold_sent(struct refresh *refresh, struct refresh_project *project, bool is_probe)
{
    project->held_by = refresh->hold.number;
    if (!is_probe)
        return;
    refresh->hold.probing = true;
    refresh->hold.probe_id = project->id;
}

int64_t refresh_hold_deadline(const struct refresh *refresh)
{
    const struct refresh_project *ready = refresh_first(&refresh->ready);
    const struct refresh_project *waiting = refresh_first(&refresh->waiting);
    int64_t until = refresh->hold.until_ms;
    if (ready && ready->at_once)
        return 0;
    if (refresh->hold.probing)
        return REFRESH_NEVER; /* its answer comes first */
    if (ready || refresh_first(&refresh->idle) || refresh->waiting.count > (size_t)refresh->backing_off)
        return until;
    if (!waiting)
        return REFRESH_NEVER;
    return waiting->due_ms > until ? waiting->due_ms : until;
}
