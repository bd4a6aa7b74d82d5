/* Owns the writes without an answer: marked while their sender waits; then looked at, until a reading that
 * began later settles them. Of several programs the first to save that tells of it. */
#include "steno/app/part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "steno/client/saves.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/client/reads.h"
#include "steno/app/status.h"
#include "steno/app/part.h"
#include "steno/base/mem.h"
#include "steno/base/owner.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/pending.h"
#include "steno/core/receipt.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

/* One write of the store. */
struct unanswered_row {
    struct pending pending;
    bool is_open;      /* nobody waits for its answer any more: readings are judged */
    bool said;         /* that it is open */
    uint64_t since;    /* calls after this serial began later than it was known to be open */
    int64_t opened_ms; /* monotonic: when that was */
    int64_t next_ms;   /* monotonic: the next look; INT64_MAX for none */
    /* The store was asked to settle it: by this operation, which is told of once it has. */
    uint64_t settling;
    struct receipt *told;
    struct project *now;
    bool done;
};

struct unanswered_state {
    struct unanswered_row *rows;
    size_t count;
    uint64_t listing; /* the last list that was asked for */
};

static struct unanswered_state *unanswered_state(const struct app *app)
{
    return part_state(app, &part_unanswered);
}

/* Frees what a row holds. */
static void unanswered_drop(struct unanswered_row *row)
{
    pending_clear(&row->pending);
    receipt_free(row->told);
    project_free(row->now);
}

/* Forgets the rows. */
static void unanswered_clear(struct unanswered_state *unanswered)
{
    for (size_t i = 0; i < unanswered->count; i++)
        unanswered_drop(&unanswered->rows[i]);
    free(unanswered->rows);
    unanswered->rows = NULL;
    unanswered->count = 0;
}

/* Is it a write of this session whose answer is still waited for? */
static bool unanswered_is_under_way(const struct app *app, int64_t row)
{
    for (size_t i = 0; i < app->client->call_count; i++) {
        if (app->client->calls[i].write.row == row)
            return true;
    }
    return false;
}

/* "Enqueue sent 11:02 CEST has no answer yet", and for how long it may be carried out. Caller frees. */
static char *unanswered_text(const struct app *app, const struct unanswered_row *row)
{
    char when[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    app_time_text(app, when, sizeof when, row->pending.when_ms);
    receipt_open_text(open, sizeof open, pending_open_until(&row->pending, app->settings, app->wall_ms),
                      app->wall_ms, app->client->zone);
    return row->is_open
               ? mem_printf("%s sent %s has no answer: %s", endpoints[row->pending.op].title, when, open)
               : mem_printf("%s sent %s has no answer yet", endpoints[row->pending.op].title, when);
}

/* Marks a project by its rows, or takes the mark off: of an enqueue rather than of others. */
static void unanswered_mark(struct app *app, int64_t id)
{
    const struct unanswered_state *state = unanswered_state(app);
    struct app_project *project = app_project_find(app, id);
    const struct unanswered_row *shown = NULL;
    if (!project)
        return;
    for (size_t i = 0; i < state->count; i++) {
        const struct unanswered_row *row = &state->rows[i];
        if (row->pending.id == id && (!shown || row->pending.op == ENDPOINT_ENQUEUE))
            shown = row;
    }
    char *text = shown ? unanswered_text(app, shown) : NULL;
    bool same = text && project->unanswered && strcmp(text, project->unanswered) == 0;
    project->open_enqueue = shown && shown->pending.op == ENDPOINT_ENQUEUE ? shown->pending.row : 0;
    if (!same && (text || project->unanswered)) {
        app_dirty(app, DIRTY_PANE(PANE_LIST));
        app_stale_project(app, id);
    }
    free(project->unanswered);
    project->unanswered = text;
}

/* When the look after now is due: soon at first, then as for an active project, and once the time is over. */
static int64_t unanswered_next_look(const struct app *app, const struct unanswered_row *row)
{
    static const int64_t looks_ms[] = {2000, 5000, 10000, 30000, 60000};
    int64_t left_ms = pending_open_until(&row->pending, app->settings, app->wall_ms) - app->wall_ms;
    int64_t next_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_FAST) * 1000;
    if (left_ms < 0) /* this look was after it */
        return INT64_MAX;
    for (size_t i = sizeof looks_ms / sizeof looks_ms[0]; i-- > 0;) {
        if (row->opened_ms + looks_ms[i] > app->now_ms)
            next_ms = row->opened_ms + looks_ms[i];
    }
    return left_ms + 1 < next_ms - app->now_ms ? app->now_ms + left_ms + 1 : next_ms;
}

static client_call_reply unanswered_looked;

/* Has the project read; the answer comes as the fact, or for one that is not on the watchlist here. */
static void unanswered_look(struct app *app, struct unanswered_row *row)
{
    int64_t id = row->pending.id;
    row->next_ms = unanswered_next_look(app, row);
    if (app_project_find(app, id)) {
        app_poll_read(app, id);
        return;
    }
    client_call_send(app->client, client_call_new(app->client, ENDPOINT_GET_PROJECT, id),
                     &(struct client_reply){.done = unanswered_looked,
                                            .what = mem_printf("Look at %" PRId64, id),
                                            .background = true});
}

static int64_t unanswered_deadline(const struct app *app)
{
    const struct unanswered_state *state = unanswered_state(app);
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < state->count && app->client->session == SESSION_UP; i++) {
        if (state->rows[i].is_open && state->rows[i].next_ms < next_ms)
            next_ms = state->rows[i].next_ms;
    }
    return next_ms;
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

/* Nobody waits for its answer any more: it is looked at; what this program has sent was, just now. */
static void unanswered_open(struct app *app, struct unanswered_row *row)
{
    bool is_own = row->pending.life == OWNER_SELF;
    row->is_open = true;
    row->said = is_own;                                 /* with its failure */
    row->since = is_own ? 0 : app->client->next_serial; /* of ours older readings are dropped */
    row->opened_ms = app->now_ms;
    row->next_ms = is_own ? unanswered_next_look(app, row) : app->now_ms;
}

/* Adds a row of the store, taken; what is known of one that is open stays. */
static void unanswered_add(struct app *app, struct pending *pending, struct unanswered_state *old)
{
    struct unanswered_state *state = unanswered_state(app);
    struct unanswered_row *known = unanswered_find(old, pending->row), row = {.pending = *pending};
    if (known && known->is_open) {
        row = *known;
        row.pending = *pending;
        known->told = NULL;
        known->now = NULL;
    } else if (pending->life == OWNER_SELF || pending_is_orphan(pending, app->wall_ms)) {
        unanswered_open(app, &row);
    }
    *pending = (struct pending){0};
    state->rows[state->count++] = row;
}

/* The writes without an answer, as the store has them now. */
static void unanswered_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct unanswered_state *state = unanswered_state(app), old = *state;
    if (!result->ok || result->serial != state->listing)
        return;
    state->rows = mem_zero(result->pending_count + 1, sizeof *state->rows);
    state->count = 0;
    for (size_t i = 0; i < result->pending_count; i++) {
        if (!unanswered_is_under_way(app, result->pending[i].row))
            unanswered_add(app, &result->pending[i], &old);
    }
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].unanswered || app->projects[i].open_enqueue)
            unanswered_mark(app, app->projects[i].id);
    }
    for (size_t i = 0; i < state->count; i++)
        unanswered_mark(app, state->rows[i].pending.id);
    unanswered_clear(&old);
    part_wake(app, &part_unanswered);
}

static void unanswered_list(struct app *app)
{
    unanswered_state(app)->listing =
        client_store_ask(app->client, STORE_PENDING_LIST, 0, unanswered_listed)->serial;
}

/* What could not be looked at is looked at now. */
static void unanswered_session_up(struct app *app)
{
    struct unanswered_state *state = unanswered_state(app);
    for (size_t i = 0; i < state->count; i++)
        state->rows[i].next_ms = app->now_ms;
    unanswered_list(app);
}

/* A look failed, or what it showed could not be saved: there is another one, also once the time is over. */
static void unanswered_look_again(struct app *app, int64_t id)
{
    struct unanswered_state *state = unanswered_state(app);
    int64_t again_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_SLOW) * 1000;
    for (size_t i = 0; i < state->count; i++) {
        struct unanswered_row *row = &state->rows[i];
        if (row->pending.id == id && row->is_open && row->next_ms > again_ms)
            row->next_ms = again_ms;
    }
}

/* The row that this operation of the store settles, or NULL. */
static struct unanswered_row *unanswered_settling(const struct unanswered_state *state, uint64_t serial)
{
    for (size_t i = 0; i < state->count; i++) {
        if (state->rows[i].settling == serial)
            return &state->rows[i];
    }
    return NULL;
}

/* It is settled: told by the program that was the first to save it. One that could not be is judged again by
 * the next reading. */
static void unanswered_settled(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct unanswered_state *state = unanswered_state(app);
    struct unanswered_row *found = unanswered_settling(state, result->serial);
    if (!found)
        return;
    if (!result->ok) {
        found->settling = 0;
        unanswered_look_again(app, found->pending.id);
        return;
    }
    struct unanswered_row row = *found;
    memmove(found, found + 1, (state->count - (size_t)(found - state->rows) - 1) * sizeof *found);
    state->count--;
    if (result->changes > 0) {
        app_log_activity(app, ACTIVITY_NOTE, row.pending.id, "%s", row.told->row);
        app_say(app, "%s", row.told->said);
        if (row.pending.life != OWNER_SELF)
            part_tell_write_told(app, &row.pending, row.now, row.done);
    }
    unanswered_mark(app, row.pending.id);
    unanswered_drop(&row);
}

/* Has what a reading shows of a row saved, which ends it. */
static void unanswered_settle(struct app *app, struct unanswered_row *row, struct receipt *receipt,
                              const struct project *now, bool done)
{
    struct store_op *op = receipt_take_store(receipt);
    receipt_free(row->told);
    project_free(row->now);
    row->told = receipt;
    row->now = project_copy(now);
    row->done = done;
    client_store_hand_over(app->client, op, unanswered_settled);
    row->settling = op->serial;
}

/* Judges a row by a reading that began later; that one stays open is said once. */
static void unanswered_judge(struct app *app, struct unanswered_row *row, const struct reading *reading)
{
    const struct project *now = reading->project;
    struct receipt_context context = {.url = app->client->url,
                                      .email = app->client->email,
                                      .when_ms = app->wall_ms,
                                      .settings = app->settings,
                                      .zone = app->client->zone};
    enum pending_finding finding = pending_judge(&row->pending, now, reading->sent_ms, app->settings);
    struct receipt *receipt = receipt_told(&row->pending, now, finding, &context);
    if (finding != PENDING_OPEN) {
        unanswered_settle(app, row, receipt, now, finding == PENDING_DONE);
        return;
    }
    if (!row->said)
        app_say(app, "%s", receipt->said);
    row->said = true;
    receipt_free(receipt);
    unanswered_mark(app, now->id);
}

/* A reading tells of all rows of its project that are older; of one whose sender waits it asks whether that
 * lives. */
static void unanswered_project_read(struct app *app, const struct reading *reading)
{
    struct unanswered_state *state = unanswered_state(app);
    for (size_t i = 0; i < state->count; i++) {
        struct unanswered_row *row = &state->rows[i];
        if (row->pending.id != reading->id)
            continue;
        if (!row->is_open)
            app_stale(app, STALE_PENDING);
        else if (!row->settling && reading->serial > row->since)
            unanswered_judge(app, row, reading);
    }
}

/* The answer to a look at a project that is not on the watchlist. */
static void unanswered_looked(struct client *client, const struct client_call *call,
                              struct call_result *result)
{
    struct app *app = client->self;
    if (!result->ok || !result->project) {
        unanswered_look_again(app, call->project_id);
        return;
    }
    result->project->id = call->project_id;
    unanswered_project_read(app, &(struct reading){.id = call->project_id,
                                                   .serial = call->serial,
                                                   .sent_ms = call->write.asked_ms,
                                                   .project = result->project});
}

/* Sends the looks that are due. */
static void unanswered_turn_end(struct app *app)
{
    struct unanswered_state *state = unanswered_state(app);
    if (app->stale & STALE_PENDING) {
        app->stale &= ~STALE_PENDING;
        unanswered_list(app);
    }
    for (size_t i = 0; i < state->count && app->client->session == SESSION_UP; i++) {
        if (state->rows[i].is_open && state->rows[i].next_ms <= app->now_ms)
            unanswered_look(app, &state->rows[i]);
    }
    if (state->count > 0) /* each of them may have another deadline by then */
        part_wake(app, &part_unanswered);
}

static void unanswered_end(struct app *app)
{
    unanswered_clear(unanswered_state(app));
}

const struct part part_unanswered = {.name = "unanswered",
                                     .state_size = sizeof(struct unanswered_state),
                                     .end = unanswered_end,
                                     .session_up = unanswered_session_up,
                                     .server_changed = unanswered_list,
                                     .project_read = unanswered_project_read,
                                     .wakes = STALE_PENDING,
                                     .turn = unanswered_turn_end,
                                     .deadline = unanswered_deadline,
                                     .until_quit = true};
