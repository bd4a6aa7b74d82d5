/* Owns the writes without an answer: marked where they are another session's, and those whose sender is gone
 * looked after by one program: a reading that began later tells what became of them. */
#include "topics/unanswered.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "store.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/keep.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/base/mem.h"
#include "steno/base/owner.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/pending.h"
#include "steno/core/receipt.h"
#include "steno/core/store_op.h"

/* One write of the store. */
struct unanswered_row {
    struct pending pending;
    bool mine;      /* to be looked after here */
    bool asked;     /* a reading of its project is due or under way, or would fail again */
    uint64_t since; /* calls after this serial began later than it */
};

struct unanswered_state {
    struct unanswered_row *rows;
    size_t count;
    uint64_t listing; /* the last list that was asked for */
};

static struct unanswered_state *unanswered_state(const struct app *app)
{
    return topic_state(app, &topic_unanswered);
}

/* Forgets the rows. */
static void unanswered_clear(void *state)
{
    struct unanswered_state *unanswered = state;
    for (size_t i = 0; i < unanswered->count; i++)
        pending_clear(&unanswered->rows[i].pending);
    free(unanswered->rows);
    unanswered->rows = NULL;
    unanswered->count = 0;
}

/* Is it a write of this session whose answer is still waited for? */
static bool unanswered_is_under_way(const struct app *app, int64_t row)
{
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].row == row)
            return true;
    }
    return false;
}

/* Marks the project of a row, or (text NULL) takes the mark off; taken. */
static void unanswered_mark(struct app *app, int64_t id, char *text)
{
    struct app_project *project = app_project_find(app, id);
    if (!project) {
        free(text);
        return;
    }
    free(project->unanswered);
    project->unanswered = text;
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, id);
}

/* "Enqueue sent 11:02 CEST has no answer yet". Caller frees. */
static char *unanswered_text(const struct app *app, const struct pending *pending)
{
    char when[DATE_TEXT_SIZE];
    app_time_text(app, when, sizeof when, pending->when_ms);
    return mem_printf("%s sent %s has no answer yet", endpoints[pending->op].title, when);
}

static void unanswered_looked(struct app *app, const struct app_call *call, struct call_result *result);

/* Has the project read, unless that is on its way; the answer comes as the fact, or for one that is not on
 * the watchlist here. */
static void unanswered_look(struct app *app, struct unanswered_row *row)
{
    int64_t id = row->pending.id;
    if (!row->mine || row->asked || app->session != SESSION_UP)
        return;
    row->asked = true;
    if (app_project_find(app, id)) {
        app_poll_read(app, id);
        return;
    }
    app_call_send(app, app_call_new(app, ENDPOINT_GET_PROJECT, id),
                  &(struct app_reply){.done = unanswered_looked,
                                      .what = mem_printf("Look at %" PRId64, id),
                                      .background = true});
}

/* The row of this number, or NULL. */
static struct unanswered_row *unanswered_find(const struct unanswered_state *state, int64_t number)
{
    for (size_t i = 0; i < state->count; i++) {
        if (state->rows[i].pending.row == number)
            return &state->rows[i];
    }
    return NULL;
}

/* From now on it is looked after here. */
static void unanswered_take(struct app *app, struct unanswered_row *row)
{
    row->mine = true;
    row->since =
        row->pending.life == OWNER_SELF ? 0 : app->next_serial; /* of ours older readings are dropped */
    unanswered_look(app, row);
}

/* This program was the first to take a row over, or another one was. */
static void unanswered_claimed(struct app *app, const struct store_result *result)
{
    struct unanswered_row *row =
        result->ok && result->changes == 1 ? unanswered_find(unanswered_state(app), result->number) : NULL;
    if (row)
        unanswered_take(app, row);
}

/* Takes over what has nobody to look after it. */
static void unanswered_sort(struct app *app, struct unanswered_row *row)
{
    const struct pending *pending = &row->pending;
    if (row->mine) {
        unanswered_look(app, row);
    } else if (pending->life == OWNER_SELF) {
        unanswered_take(app, row);
    } else if (pending_is_orphan(pending, app->wall_ms)) {
        struct store_op *op = app_store_ask(app, STORE_PENDING_CLAIM, pending->id, unanswered_claimed);
        op->number = pending->row;
        op->when_ms = app->wall_ms;
    }
}

/* Adds a row of the store, taken; one that is looked after here already goes on being so. */
static void unanswered_add(struct app *app, struct pending *pending, const struct unanswered_state *old)
{
    struct unanswered_state *state = unanswered_state(app);
    const struct unanswered_row *known = unanswered_find(old, pending->row);
    struct unanswered_row row = {.pending = *pending};
    if (known && known->mine && pending->life == OWNER_SELF) {
        row = *known;
        row.pending = *pending;
    }
    *pending = (struct pending){0};
    unanswered_mark(app, row.pending.id, unanswered_text(app, &row.pending));
    state->rows[state->count++] = row;
}

/* The writes without an answer, as the store has them now. */
static void unanswered_listed(struct app *app, const struct store_result *result)
{
    struct unanswered_state *state = unanswered_state(app), old = *state;
    if (!result->ok || result->serial != state->listing)
        return;
    for (size_t i = 0; i < old.count; i++)
        unanswered_mark(app, old.rows[i].pending.id, NULL);
    state->rows = mem_zero(result->pending_count + 1, sizeof *state->rows);
    state->count = 0;
    for (size_t i = 0; i < result->pending_count; i++) {
        if (!unanswered_is_under_way(app, result->pending[i].row))
            unanswered_add(app, &result->pending[i], &old);
    }
    unanswered_clear(&old);
    for (size_t i = 0; i < state->count; i++)
        unanswered_sort(app, &state->rows[i]);
}

static void unanswered_list(struct app *app)
{
    unanswered_state(app)->listing = app_store_ask(app, STORE_PENDING_LIST, 0, unanswered_listed)->serial;
}

/* Those that are looked after here go to the new state file; whoever looks after the others does the same. */
static void unanswered_store_lost(struct app *app)
{
    struct unanswered_state *state = unanswered_state(app);
    for (size_t i = 0; i < state->count; i++) {
        struct unanswered_row *row = &state->rows[i];
        unanswered_mark(app, row->pending.id, NULL);
        if (!row->mine)
            continue;
        struct store_op *op = app_store(app, STORE_PENDING_ADD, row->pending.id);
        op->when_ms = row->pending.when_ms;
        op->pending = mem_zero(1, sizeof *op->pending);
        *op->pending = row->pending;
        row->pending = (struct pending){0};
    }
    unanswered_clear(state);
    unanswered_list(app);
}

/* What was asked before the session was lost is asked again. */
static void unanswered_session_up(struct app *app)
{
    struct unanswered_state *state = unanswered_state(app);
    for (size_t i = 0; i < state->count; i++)
        state->rows[i].asked = false;
    unanswered_list(app);
}

/* What a reading shows of one row ends it. */
static void unanswered_tell(struct app *app, const struct pending *pending, const struct project *now)
{
    struct receipt_context context = {.url = app->url, .email = app->email, .when_ms = app->wall_ms};
    struct receipt *receipt = receipt_told(pending, now, &context);
    app_log_activity(app, ACTIVITY_NOTE, pending->id, "%s", receipt->row);
    app_say(app, "%s", receipt->said);
    app_keep_op(app, receipt_take_store(receipt),
                mem_printf("what became of a write to %" PRId64, pending->id));
    receipt_free(receipt);
    unanswered_mark(app, pending->id, NULL);
    if (pending->life != OWNER_SELF)
        topic_tell_write_told(app, pending, now);
    struct app_project *project = app_project_find(app, pending->id);
    if (project && pending_is_unchanged(pending, now))
        project->maybe_enqueued = false;
}

/* Does a reading tell what became of this row? */
static bool unanswered_is_told(const struct unanswered_row *row, int64_t id, uint64_t serial)
{
    return row->mine && row->pending.id == id && serial > row->since;
}

/* A reading tells of all rows of its project that are older, of another session's asks whether that lives;
 * and as the server answers again, what could not be looked at is looked at now. */
static void unanswered_project_read(struct app *app, const struct project *now, uint64_t serial)
{
    struct unanswered_state *state = unanswered_state(app);
    size_t kept = 0;
    for (size_t i = 0; i < state->count; i++) {
        struct unanswered_row row = state->rows[i];
        if (unanswered_is_told(&row, now->id, serial)) {
            unanswered_tell(app, &row.pending, now);
            pending_clear(&row.pending);
            continue;
        }
        if (row.pending.id == now->id) {
            row.asked = false; /* that reading was older than the look: another one is needed */
            app_stale(app, row.mine ? 0 : STALE_PENDING);
        }
        state->rows[kept++] = row;
    }
    state->count = kept;
    for (size_t i = 0; i < state->count; i++)
        unanswered_look(app, &state->rows[i]);
}

/* A look that failed is to be tried again, unless the server would say the same. */
static void unanswered_look_failed(struct app *app, int64_t id, enum error_kind kind)
{
    struct unanswered_state *state = unanswered_state(app);
    for (size_t i = 0; i < state->count; i++) {
        if (state->rows[i].pending.id == id)
            state->rows[i].asked = kind == ERROR_NOT_FOUND || kind == ERROR_FORBIDDEN;
    }
}

/* The same for a project that is not on the watchlist. */
static void unanswered_looked(struct app *app, const struct app_call *call, struct call_result *result)
{
    if (!result->ok || !result->project) {
        unanswered_look_failed(app, call->project_id, result->error.kind);
        return;
    }
    result->project->id = call->project_id;
    unanswered_project_read(app, result->project, call->serial);
}

static void unanswered_turn_end(struct app *app)
{
    if (!(app->stale & STALE_PENDING) || app->quitting)
        return;
    app->stale &= ~STALE_PENDING;
    unanswered_list(app);
}

const struct topic topic_unanswered = {.name = "unanswered",
                                       .state_size = sizeof(struct unanswered_state),
                                       .end = unanswered_clear,
                                       .session_up = unanswered_session_up,
                                       .server_changed = unanswered_list,
                                       .store_lost = unanswered_store_lost,
                                       .project_read = unanswered_project_read,
                                       .turn_end = unanswered_turn_end};
