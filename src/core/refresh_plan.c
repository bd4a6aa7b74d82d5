/* Owns when a project falls due: intervals by what its ProcessingState means, backoff. Pure sums. */
#include "refresh.h"
#include "steno/base/text.h"

#define FIRST_MS       3000
#define QUIET_AFTER_MS (5 * 60 * 1000)
#define QUIET_MS       30000
#define SETTLED_MS     (5 * 60 * 1000)
#define LONGEST_MS     (5 * 60 * 1000)
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

int64_t refresh_wait_asked(const struct refresh_event *event, int64_t otherwise)
{
    if (event->retry_after_ms <= 0)
        return otherwise < LONGEST_MS ? otherwise : LONGEST_MS;
    return event->retry_after_ms < LONGEST_MS ? event->retry_after_ms : LONGEST_MS;
}

int64_t refresh_backoff(const struct refresh_project *project, const struct refresh_event *event)
{
    int64_t delay = BACKOFF_MS;
    for (int i = 1; i < project->errors && delay < LONGEST_MS; i++)
        delay *= 2;
    if (delay > LONGEST_MS)
        delay = LONGEST_MS;
    delay = delay / 2 + event->random % (delay / 2 + 1);
    int64_t asked = refresh_wait_asked(event, 0);
    return delay > asked ? delay : asked;
}
