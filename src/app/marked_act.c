/* Owns the calls of an action over marked projects, which are one act, and what it leaves in that for those
 * that were not sent, and what is learned of lost answers. What became of the others is their receipts'. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "acts.h"
#include "marked.h"
#include "open_writes.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/app/reads.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

struct call *marked_call(struct app *app, const struct marked_row *row)
{
    struct marked *marked = app->marked;
    const struct app_project *project = app_project_find(app, row->id);
    struct call *call = app_call_new(app, marked->ops->op, row->id);
    call->version = project ? project->version : -1;
    call->params = marked->params ? param_set_sent(marked->params) : NULL;
    marked->ops->fill(app, call);
    call->asked_row = row->asked_row;
    call->act = marked->act;
    call->act_count = (int64_t)marked->all;
    return call;
}

/* Is more to be sent of a batch of writes? A single one leaves at once, as a reading does that is asked for.
 */
static bool marked_act_can_wait(const struct marked *marked)
{
    return marked->all > 1 && endpoints[marked->ops->op].write && !marked->order.stopped &&
           marked->order.started < marked->order.count;
}

int64_t marked_held_ms(const struct app *app)
{
    const struct marked *marked = app->marked;
    size_t under_way = marked->order.started - marked->order.ended;
    int64_t wait_ms = marked_act_can_wait(marked) ? app_reads_hold(app, under_way) : 0;
    return wait_ms == 0 || wait_ms == INT64_MAX ? wait_ms : app->now_ms + wait_ms;
}

bool marked_is_put_off(const struct marked *marked, const struct error *error)
{
    return marked_act_can_wait(marked) && batch_is_put_off_by(error);
}

/* Why one was not sent, in a word. */
static const char *marked_act_reason(const struct marked *marked, const struct marked_row *row)
{
    return row->text ? row->text : marked->why ? marked->why : "stopped before";
}

void marked_act_left(struct app *app, const struct app_call *call)
{
    struct error err;
    app_readings_commit(app);
    if (call->row && !store_write_drop(app->store, call->row, &err)) /* what is left out has one of its own */
        app_open_writes_changed(app);
}

void marked_act_end(struct app *app)
{
    struct marked *marked = app->marked;
    struct error err;
    if (marked->ops->is_reading)
        return;
    app_readings_commit(app);
    bool ok = store_begin(app->store, &err);
    for (size_t i = 0; ok && i < marked->all; i++) {
        const struct marked_row *row = &marked->rows[i];
        if (row->is_kept)
            continue;
        struct call *call = marked_call(app, row);
        struct write write = write_new(call, app->settings, app->wall_ms);
        write.outcome = WRITE_UNSENT;
        write.reason = mem_copy(marked_act_reason(marked, row));
        ok = store_write_leave_out(app->store, &write, &err);
        marked->act = write.act;
        write_clear(&write);
        call_free(call);
        if (!ok)
            store_roll_back(app->store);
    }
    ok = ok && store_commit(app->store, &err);
    app_kept(app, ok, "record of what was not sent", &err);
    app_acts_changed(app);
}

/* The row of a project whose answer was lost; NULL for none. */
static struct marked_row *marked_act_lost(const struct marked *marked, int64_t id)
{
    for (size_t i = 0; i < marked->all; i++) {
        if (marked->rows[i].id == id && marked->rows[i].outcome == MARKED_UNKNOWN)
            return &marked->rows[i];
    }
    return NULL;
}

/* Counts it as what it came to; false where it is none of this batch. */
static bool marked_act_learn(struct app *app, struct marked *marked, int64_t id, enum write_outcome came)
{
    struct marked_row *row = marked_act_lost(marked, id);
    if (!row)
        return false;
    marked->counts[MARKED_UNKNOWN]--;
    row->outcome = came == WRITE_DONE || came == WRITE_PROBABLY ? MARKED_DONE : MARKED_FAILED;
    marked->counts[row->outcome]++;
    if (row->outcome == MARKED_FAILED) {
        free(row->text);
        row->text = mem_copy("no response, and no effect was seen");
        return true;
    }
    marked_unmark(app, id);
    if (app->failures_unseen > 0 && row->kind != ERROR_CANCELLED)
        app->failures_unseen--; /* nobody has to look it up in the activity */
    app_dirty(app, DIRTY_STATUS);
    return true;
}

bool marked_learn(struct app *app, int64_t id, enum write_outcome came)
{
    if (app->marked->active && marked_act_learn(app, app->marked, id, came)) {
        part_wake(app, &part_marked);
        return app->marked->all > 1;
    }
    return marked_act_learn(app, app->ended, id, came) && marked_say_again(app);
}
