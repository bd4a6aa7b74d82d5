/* Owns what is known of a write without an answer. Knows neither the store nor how it is sent. */
#include "steno/core/pending.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

void pending_clear(struct pending *pending)
{
    free(pending->key);
    free(pending->value);
    free(pending->state);
    json_decref(pending->params);
}

void pending_free(struct pending *pending)
{
    if (!pending)
        return;
    pending_clear(pending);
    free(pending);
}

bool pending_is_orphan(const struct pending *pending, int64_t wall_ms)
{
    return pending->life == OWNER_ENDED || (pending->life == OWNER_ELSEWHERE && wall_ms > pending->until_ms);
}

struct project *pending_seen(const struct pending *pending)
{
    struct error err;
    if (!pending->state)
        return NULL;
    json_t *summary = json_pack("{s:s}", "ProcessingState", pending->state);
    if (pending->version >= 0)
        json_object_set_new(summary, "AccessToken", json_integer(pending->version));
    struct project *seen = project_pick(summary, pending->id, &err);
    json_decref(summary);
    return seen;
}

bool pending_is_unchanged(const struct pending *pending, const struct project *now)
{
    if (!pending->state || strcmp(pending->state, now->state) != 0)
        return false;
    return pending->version < 0 || now->version < 0 || pending->version == now->version;
}
