/* Owns what is known of the account's credit: how far it can be trusted, and when it is to be read. It must
 * not know how it is read, nor where it is shown. */
#include "credit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/api/record.h"
#include "steno/client/calls.h"
#include "project.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "part.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"

#define AFTER_ENQUEUE_MS 2000
#define JOBS_APART_MS    60000
#define READING_MS       1000 /* may take this before the number is in doubt for it */
#define NEVER            INT64_MAX

struct app_credit {
    uint64_t serial; /* the call that the number came with */
    uint64_t since;  /* calls up to this serial were sent before a job began or ended */
    bool failed;     /* a newer one brought nothing */
    bool is_doubtful;
    int64_t read_ms;     /* wall clock: when the number came */
    int64_t asked_ms;    /* monotonic: when the last reading was sent */
    int64_t act_at_ms;   /* monotonic: when it is read for enqueues, */
    int64_t job_at_ms;   /* and for jobs that have ended; NEVER */
    int64_t doubt_at_ms; /* monotonic: when it is in doubt unless it was read; NEVER */
};

static struct app_credit *credit_state(const struct app *app)
{
    return part_state(app, &part_credit);
}

void app_credit_forget(struct app *app)
{
    *credit_state(app) = (struct app_credit){.serial = app->client->next_serial,
                                             .asked_ms = INT64_MIN / 2,
                                             .act_at_ms = NEVER,
                                             .job_at_ms = NEVER,
                                             .doubt_at_ms = NEVER};
    app_stale(app, STALE_CREDIT);
}

bool app_credit_minutes(const struct app *app, int64_t *minutes)
{
    return app->client->login && login_credit(app->client->login, minutes);
}

bool app_credit_is_doubtful(const struct app *app)
{
    return credit_state(app)->is_doubtful;
}

void app_credit_text(const struct app *app, char *out, size_t size)
{
    int64_t minutes;
    *out = '\0';
    if (app_credit_minutes(app, &minutes))
        snprintf(out, size, "%" PRId64 "%s min", minutes, app_credit_is_doubtful(app) ? "?" : "");
}

bool app_credit_as_of(const struct app *app, char *out, size_t size)
{
    app_time_text(app, out, size, credit_state(app)->read_ms);
    return credit_state(app)->failed;
}

/* What is shown of it may be another. */
static void credit_changed(struct app *app)
{
    app_dirty(app, DIRTY_HEADER);
    part_tell_account_changed(app);
}

/* A job has begun or ended: what was read before does not know of it, and is in doubt from then on. */
static void credit_doubt(struct app *app, int64_t at_ms)
{
    struct app_credit *credit = credit_state(app);
    credit->since = app->client->next_serial;
    credit->doubt_at_ms = at_ms < credit->doubt_at_ms ? at_ms : credit->doubt_at_ms;
    app_stale(app, STALE_CREDIT);
}

void app_credit_enqueued(struct app *app, const struct client_call *call, const struct call_result *result)
{
    struct app_credit *credit = credit_state(app);
    struct app_project *project = app_project_find(app, call->project_id);
    if (result->ok)
        credit->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
    else if (result->error.status == 403 && credit->act_at_ms == NEVER)
        credit->act_at_ms = app->client->now_ms;
    app_stale(app, STALE_CREDIT);
    if (!result->ok && !error_outcome_is_open(&result->error))
        return;
    if (project) {
        project->job = result->ok ? JOB_SENT : JOB_LOST;
        project->job_version = result->project ? result->project->version : project->version;
    }
    credit_doubt(app, app->client->now_ms);
}

/* Does any other job still go on, as far as it was sent or seen from here? */
static bool credit_awaits_jobs(const struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].job == JOB_SENT || app->projects[i].job == JOB_SEEN)
            return true;
    }
    return false;
}

/* A job is seen for the first time. */
static void credit_job_began(struct app *app, enum app_job was)
{
    if (was == JOB_NONE || was == JOB_LOST)
        credit_doubt(app, app->client->now_ms);
    if (was == JOB_LOST)
        credit_state(app)->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
}

/* One that was sent or seen is over. */
static void credit_job_ended(struct app *app)
{
    struct app_credit *credit = credit_state(app);
    int64_t at = credit_awaits_jobs(app) ? credit->asked_ms + JOBS_APART_MS : app->client->now_ms;
    credit->job_at_ms = at < credit->job_at_ms ? at : credit->job_at_ms;
    credit_doubt(app, at > app->client->now_ms ? app->client->now_ms : app->client->now_ms + READING_MS);
}

void app_credit_project_read(struct app *app, const struct project *now)
{
    struct app_project *project = app_project_find(app, now->id);
    if (!project)
        return;
    enum app_job was = project->job;
    bool is_active = app_project_is_active(app, now->state);
    bool is_end = app_project_is_settled(app, now->state) && now->version != project->job_version;
    if (is_active)
        project->job = JOB_SEEN;
    else if (is_end || (was != JOB_SENT && was != JOB_LOST))
        project->job = JOB_NONE;
    if (is_active && was != JOB_SEEN)
        credit_job_began(app, was);
    else if (was > JOB_NONE && project->job == JOB_NONE)
        credit_job_ended(app);
}

bool app_credit_is_due(struct app *app, bool goes_on)
{
    struct app_credit *credit = credit_state(app);
    if (goes_on && credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
    if (credit->doubt_at_ms <= app->client->now_ms) {
        credit->doubt_at_ms = NEVER;
        credit->is_doubtful = true;
        credit_changed(app);
    }
    return credit->act_at_ms <= app->client->now_ms || credit->job_at_ms <= app->client->now_ms;
}

bool app_credit_awaits(const struct app *app)
{
    const struct app_credit *credit = credit_state(app);
    return credit->act_at_ms != NEVER || credit->job_at_ms != NEVER || credit->doubt_at_ms != NEVER;
}

int64_t app_credit_deadline(const struct app *app)
{
    const struct app_credit *credit = credit_state(app);
    int64_t read_at = credit->act_at_ms < credit->job_at_ms ? credit->act_at_ms : credit->job_at_ms;
    if (app->client->session != SESSION_UP || credit->doubt_at_ms < read_at)
        return credit->doubt_at_ms;
    return read_at;
}

void app_credit_asked(struct app *app)
{
    struct app_credit *credit = credit_state(app);
    credit->asked_ms = app->client->now_ms;
    credit->job_at_ms = NEVER;
    if (credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = NEVER;
}

bool app_credit_read(struct app *app, uint64_t serial, bool ok)
{
    struct app_credit *credit = credit_state(app);
    if (serial < credit->serial)
        return false;
    credit->failed = !ok;
    credit->is_doubtful = !ok || serial <= credit->since;
    if (!credit->is_doubtful)
        credit->doubt_at_ms = NEVER;
    if (ok) {
        credit->serial = serial;
        credit->read_ms = app->client->wall_ms;
    } else {
        credit_changed(app);
    }
    return true;
}

const struct part part_credit = {.name = "credit",
                                 .state_size = sizeof(struct app_credit),
                                 .begin = app_credit_forget};
