/* Owns the order of a batch. Knows neither what is done to each project nor who carries it out. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/batch_order.h"

#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/core/refresh.h"

void batch_init(struct batch *batch, size_t count, size_t at_once)
{
    *batch = (struct batch){.count = count,
                            .at_once = at_once ? at_once : 1,
                            .has_ended = mem_zero(count + 1, sizeof *batch->has_ended)};
}

void batch_free(struct batch *batch)
{
    free(batch->has_ended);
    *batch = (struct batch){0};
}

bool batch_may_start(const struct batch *batch)
{
    return !batch->stopped && batch->started < batch->count && batch->started - batch->ended < batch->at_once;
}

bool batch_start(struct batch *batch, size_t *place)
{
    if (!batch_may_start(batch))
        return false;
    *place = batch->started++;
    return true;
}

void batch_end(struct batch *batch, size_t place)
{
    if (place >= batch->started || batch->has_ended[place])
        return;
    batch->has_ended[place] = true;
    batch->ended++;
}

void batch_stop(struct batch *batch)
{
    batch->stopped = true;
}

bool batch_is_stopped_by(const struct error *err)
{
    return err->kind == ERROR_NOT_LOGGED_IN || err->kind == ERROR_CANCELLED;
}

bool batch_is_put_off_by(const struct error *err)
{
    bool waits_long = err->kind == ERROR_RATE_LIMITED && err->retry_after_s > REFRESH_PAUSE_MS / 1000;
    return waits_long || err->kind == ERROR_IO;
}

bool batch_is_over(const struct batch *batch)
{
    return batch->ended == batch->started && (batch->stopped || batch->started == batch->count);
}
