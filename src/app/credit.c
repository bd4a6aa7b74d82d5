/* Owns what is known of the account's credit: what of it is free, what the marked projects take, and when it
 * is to be read. It must not know how it is read, nor where it is shown. */
/* SPDX-License-Identifier: MIT */
#include "credit.h"

#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/client_state.h"
#include "steno/client/saves.h"
#include "steno/core/call.h"
#include "steno/core/cost.h"
#include "steno/core/store_op.h"
#include "steno/core/effect.h"
#include "steno/core/refresh.h"
#include "steno/widget/list.h"

#define AFTER_ENQUEUE_MS 2000
#define JOBS_APART_MS    60000
#define NEVER            INT64_MAX

/* A job of this session that could not be recorded. */
struct credit_sent {
    int64_t id, version; /* of the project, and its version by the answer */
    bool has_begun;      /* it was seen in progress */
    struct credit_job job;
};

struct app_credit {
    struct credit_sent *sent;
    size_t sent_count;
    struct free_credit now; /* as the store has it, less the jobs that any program sent */
    bool is_loaded;         /* the store has told of those jobs */
    uint64_t serial;        /* calls up to this one were about another account */
    int64_t act_at_ms;      /* monotonic: when it is read for enqueues, */
    int64_t job_at_ms;      /* and for jobs that have ended; NEVER */
    int64_t seen_ms;        /* wall clock: when the last reason for that was seen */
    int failures;           /* while it was never read */
    int64_t count_at_ms;    /* monotonic: when a job without an end counts no more; NEVER */
};

static struct app_credit *credit_state(const struct app *app)
{
    return part_state(app, &part_credit);
}

void app_credit_forget(struct app *app)
{
    const struct app_credit before = *credit_state(app);
    struct app_credit *credit = credit_state(app);
    free(before.sent);
    *credit = (struct app_credit){.now = {.left = -1, .transcribed_ms = -1},
                                  .serial = app->client->next_serial,
                                  .act_at_ms = NEVER,
                                  .job_at_ms = NEVER,
                                  .count_at_ms = NEVER};
    app_stale(app, STALE_CREDIT);
}

const struct free_credit *app_credit(const struct app *app)
{
    return &credit_state(app)->now;
}

bool app_credit_as_of(const struct app *app, char *out, size_t size)
{
    const struct free_credit *now = app_credit(app);
    date_format_short(out, size, now->read_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
    return now->is_doubtful;
}

/* What is shown of it may be another. */
static void credit_changed(struct app *app)
{
    app_dirty(app, DIRTY_HEADER);
    part_tell_account_changed(app);
}

/* Is it to be read at this time (monotonic) for a reason that is seen now? */
static void credit_want(struct app *app, int64_t *at_ms, int64_t when_ms)
{
    *at_ms = when_ms < app->client->now_ms ? app->client->now_ms : when_ms;
    credit_state(app)->seen_ms = app->client->wall_ms;
}

/* Counts what the store does not know of: as long as something could not be kept. */
static void credit_add_unrecorded(struct app *app)
{
    struct app_credit *credit = credit_state(app);
    for (size_t i = 0; i < credit->sent_count && saves_unsaved_count(app->client) > 0; i++)
        free_credit_add(&credit->now, &credit->sent[i].job, app->client->wall_ms);
}

/* Takes what the store has: another program may have read the account, or sent something. */
static void credit_take(struct app *app, const struct free_credit *fresh)
{
    struct app_credit *credit = credit_state(app);
    struct free_credit before = credit->now;
    int64_t ahead_ms = app->client->now_ms - app->client->wall_ms; /* of the monotonic clock */
    bool is_first = !credit->is_loaded;
    credit->now = *fresh;
    credit_add_unrecorded(app);
    const struct free_credit *now = &credit->now;
    credit->is_loaded = true;
    credit->count_at_ms = now->first_ms ? now->first_ms + CREDIT_JOB_MS + ahead_ms : NEVER;
    if (!is_first && now->accepted > before.accepted)
        credit_want(app, &credit->act_at_ms, app->client->now_ms + AFTER_ENQUEUE_MS);
    if (!is_first && now->ended_ms > before.ended_ms && now->ended_ms >= now->asked_ms)
        credit_want(app, &credit->job_at_ms, now->going_on ? now->asked_ms + JOBS_APART_MS + ahead_ms : 0);
    part_wake(app, &part_account);
    if (before.left != now->left || before.in_progress != now->in_progress ||
        before.is_doubtful != now->is_doubtful)
        credit_changed(app);
}

static void credit_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    if (result->ok && result->credit && result->serial > credit_state(app)->serial)
        credit_take(app, result->credit);
}

/* Has the store tell what it is, less the jobs that any program has sent. */
static void credit_load(struct app *app)
{
    client_store_ask(app->client, STORE_ACCOUNT_LOAD, 0, credit_loaded)->when_ms = app->client->wall_ms;
}

/* An enqueue was accepted of which the store has no row: this session alone knows of it. */
static void credit_remember(struct app *app, const struct client_call *call, const struct project *answer,
                            const struct app_project *project)
{
    struct app_credit *credit = credit_state(app);
    int64_t part_ms = cost_part(project->length_ms, call->write.asked->params);
    credit->sent = mem_grow(credit->sent, credit->sent_count + 1, sizeof *credit->sent);
    credit->sent[credit->sent_count++] = (struct credit_sent){
        .id = project->id,
        .version = project->sent_version,
        .has_begun = answer && app_project_is_active(app, answer->state),
        .job = {
            .sent_ms = call->write.asked_ms, .part_ms = part_ms, .minutes = cost_of(part_ms, true).minutes}};
    credit_want(app, &credit->act_at_ms, app->client->now_ms + AFTER_ENQUEUE_MS);
}

void app_credit_enqueued(struct app *app, const struct client_call *call, const struct call_result *result)
{
    struct app_credit *credit = credit_state(app);
    struct app_project *project = app_project_find(app, call->project_id);
    if (result->error.status == 403 && credit->act_at_ms == NEVER)
        credit_want(app, &credit->act_at_ms, 0);
    app_stale(app, STALE_CREDIT);
    if (!result->ok || !project)
        return;
    project->is_sent = true;
    project->sent_version = result->project ? result->project->version : project->version;
    if (call->write.asked && !call->write.row)
        credit_remember(app, call, result->project, project);
}

/* A reading of a project tells of the end of its jobs that were not recorded. */
static void credit_end_unrecorded(struct app *app, const struct project *now)
{
    struct app_credit *credit = credit_state(app);
    for (size_t i = 0; i < credit->sent_count; i++) {
        struct credit_sent *sent = &credit->sent[i];
        if (sent->id != now->id || sent->job.ended_ms)
            continue;
        bool is_other = sent->has_begun || now->version != sent->version;
        sent->has_begun |= app_project_is_active(app, now->state);
        if (app_project_is_settled(app, now->state) && is_other)
            sent->job.ended_ms = app->client->wall_ms;
    }
}

void app_credit_project_read(struct app *app, const struct project *now)
{
    struct app_project *project = app_project_find(app, now->id);
    if (!project)
        return;
    credit_end_unrecorded(app, now);
    bool is_end = app_project_is_settled(app, now->state) && now->version != project->sent_version;
    if (app_project_is_active(app, now->state) || is_end)
        project->is_sent = false;
}

bool app_credit_is_due(struct app *app, bool goes_on)
{
    struct app_credit *credit = credit_state(app);
    if (goes_on && credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
    if ((app->stale & STALE_CREDIT) || credit->count_at_ms <= app->client->now_ms) {
        credit->count_at_ms = NEVER;
        credit_load(app);
    }
    return credit->act_at_ms <= app->client->now_ms || credit->job_at_ms <= app->client->now_ms;
}

bool app_credit_awaits(const struct app *app)
{
    const struct app_credit *credit = credit_state(app);
    return credit->act_at_ms != NEVER || credit->job_at_ms != NEVER || credit->count_at_ms != NEVER;
}

int64_t app_credit_deadline(const struct app *app)
{
    const struct app_credit *credit = credit_state(app);
    int64_t read_at = credit->act_at_ms < credit->job_at_ms ? credit->act_at_ms : credit->job_at_ms;
    if (app->client->session != SESSION_UP || credit->count_at_ms < read_at)
        return credit->count_at_ms;
    return read_at;
}

void app_credit_try_again(struct app *app, const struct error *error)
{
    struct app_credit *credit = credit_state(app);
    struct client *client = app->client;
    int64_t asked_ms = error && error->retry_after_s > 0 ? error->retry_after_s * INT64_C(1000) : 0;
    if (credit->now.left >= 0 || client->session != SESSION_UP)
        return;
    credit->failures++;
    credit_want(app, &credit->act_at_ms,
                client->now_ms + refresh_wait_ms(credit->failures, asked_ms, (uint32_t)client->now_ms));
    part_wake(app, &part_account);
}

void app_credit_claim(struct app *app, client_store_reply *claimed)
{
    struct app_credit *credit = credit_state(app);
    struct store_op *op = client_store_ask(app->client, STORE_ACCOUNT_CLAIM, 0, claimed);
    op->when_ms = app->client->wall_ms;
    op->number = credit->seen_ms;
    credit->job_at_ms = NEVER;
    if (credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = NEVER;
}

bool app_credit_read(struct app *app, uint64_t serial, int64_t began_ms, const struct login *login)
{
    struct app_credit *credit = credit_state(app);
    struct free_credit reading = {.left = login ? login_credit(login) : -1,
                                  .transcribed_ms = login ? login_transcribed_ms(login) : -1,
                                  .read_ms = began_ms,
                                  .is_doubtful = !login};
    free_credit_forget_ahead(&credit->now, app->client->wall_ms);
    if (serial < credit->serial || began_ms < credit->now.read_ms)
        return false;
    struct store_op *op = client_store_ask(app->client, STORE_ACCOUNT_SAVE, 0, credit_loaded);
    op->when_ms = app->client->wall_ms;
    op->credit = mem_alloc(sizeof *op->credit);
    *op->credit = reading;
    free_credit_take(&credit->now, &reading, 0); /* what the store has of it comes after */
    credit_changed(app);
    return true;
}

static void credit_end(struct app *app)
{
    free(credit_state(app)->sent);
}

const struct part part_credit = {
    .name = "credit", .state_size = sizeof(struct app_credit), .begin = app_credit_forget, .end = credit_end};
