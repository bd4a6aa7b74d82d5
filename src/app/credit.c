/* Owns what is known of the account's credit: what of it is free, what the marked projects take, and when it
 * is to be read. It must not know how it is read, nor where it is shown. */
#include "credit.h"

#include "part.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/client/calls.h"
#include "steno/client/client_state.h"
#include "steno/core/call.h"
#include "steno/core/cost.h"
#include "steno/core/effect.h"
#include "steno/widget/list.h"

#define AFTER_ENQUEUE_MS 2000
#define JOBS_APART_MS    60000
#define NEVER            INT64_MAX

struct app_credit {
    struct free_credit now;
    struct cost marked;
    size_t marked_done;  /* of the marked, those that are Completed */
    uint64_t serial;     /* the call that the number came with */
    int64_t asked_ms;    /* monotonic: when the last reading was sent */
    int64_t act_at_ms;   /* monotonic: when it is read for enqueues, */
    int64_t job_at_ms;   /* and for jobs that have ended; NEVER */
    int64_t count_at_ms; /* monotonic: when a job without an end counts no more; NEVER */
};

static struct app_credit *credit_state(const struct app *app)
{
    return part_state(app, &part_credit);
}

void app_credit_forget(struct app *app)
{
    const struct app_credit before = *credit_state(app);
    *credit_state(app) = (struct app_credit){.now = {.left = -1, .transcribed_ms = -1},
                                             .marked = before.marked,
                                             .marked_done = before.marked_done,
                                             .serial = app->client->next_serial,
                                             .asked_ms = INT64_MIN / 2,
                                             .act_at_ms = NEVER,
                                             .job_at_ms = NEVER,
                                             .count_at_ms = NEVER};
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].sent = (struct credit_job){0};
    app_stale(app, STALE_CREDIT);
}

const struct free_credit *app_credit(const struct app *app)
{
    return &credit_state(app)->now;
}

bool app_credit_as_of(const struct app *app, char *out, size_t size)
{
    app_time_text(app, out, size, credit_state(app)->now.read_ms);
    return credit_state(app)->now.is_doubtful;
}

struct cost app_credit_marked(const struct app *app)
{
    return credit_state(app)->marked;
}

bool app_credit_marks_done(const struct app *app)
{
    return credit_state(app)->marked_done == app->list.mark_count;
}

/* Adds what a project takes to the sum of the marked, or takes it off, where that is another by now. */
static void credit_mark(struct app *app, struct app_project *project)
{
    struct app_credit *credit = credit_state(app);
    bool counts = list_is_marked(&app->list, project->id) && !project->has_no_media && !project->is_read_only;
    struct cost cost = cost_of(project->length_ms, counts);
    bool is_done = list_is_marked(&app->list, project->id) && app_state_mark(app, project->state) == '+';
    if (is_done != project->mark_is_done) {
        credit->marked_done += is_done ? 1 : (size_t)-1;
        project->mark_is_done = is_done;
        app_dirty(app, DIRTY_HEADER);
    }
    if (cost.minutes == project->mark_cost.minutes && cost.unknown == project->mark_cost.unknown)
        return;
    cost_take_off(&credit->marked, project->mark_cost);
    cost_add(&credit->marked, cost);
    project->mark_cost = cost;
    app_dirty(app, DIRTY_HEADER);
}

void app_credit_mark(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        credit_mark(app, project);
}

void app_credit_mark_all(struct app *app)
{
    credit_state(app)->marked = (struct cost){0};
    credit_state(app)->marked_done = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        app->projects[i].mark_cost = (struct cost){0};
        app->projects[i].mark_is_done = false;
        credit_mark(app, &app->projects[i]);
    }
}

/* What is shown of it may be another. */
static void credit_changed(struct app *app)
{
    app_dirty(app, DIRTY_HEADER);
    part_tell_account_changed(app);
}

/* Sums the minutes of the jobs that the number may not know of. */
static void credit_count(struct app *app)
{
    struct app_credit *credit = credit_state(app);
    int64_t minutes = 0, before = credit->now.in_progress, first_ms = NEVER;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        if (project->job == JOB_LOST && !project->open_enqueue && !project->maybe_enqueued)
            project->sent = (struct credit_job){0}; /* it was never done */
        if (!credit_job_counts(&project->sent, &credit->now, app->client->wall_ms))
            continue;
        minutes += cost_of(project->sent.part_ms, true).minutes;
        first_ms = project->sent.sent_ms < first_ms ? project->sent.sent_ms : first_ms;
    }
    credit->now.in_progress = minutes;
    credit->count_at_ms =
        minutes ? app->client->now_ms + first_ms + CREDIT_JOB_MS - app->client->wall_ms : NEVER;
    if (minutes != before)
        credit_changed(app);
}

/* What became of the job of an enqueue that was answered so. */
static enum app_job credit_job_of(const struct app *app, const struct call_result *result)
{
    bool is_refused = result->error.status >= 400 && result->error.status < 500;
    if (result->ok)
        return JOB_SENT;
    if (!is_refused && result->project && app_project_is_active(app, result->project->state))
        return JOB_SEEN;
    return error_outcome_is_open(&result->error) ? JOB_LOST : JOB_NONE;
}

void app_credit_enqueued(struct app *app, const struct client_call *call, const struct call_result *result)
{
    struct app_credit *credit = credit_state(app);
    struct app_project *project = app_project_find(app, call->project_id);
    const struct call *asked = call->write.asked;
    if (result->ok)
        credit->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
    else if (result->error.status == 403 && credit->act_at_ms == NEVER)
        credit->act_at_ms = app->client->now_ms;
    app_stale(app, STALE_CREDIT);
    enum app_job job = credit_job_of(app, result);
    if (!project || job == JOB_NONE)
        return;
    project->job = job;
    project->job_version = result->project ? result->project->version : project->version;
    project->sent =
        (struct credit_job){.sent_ms = app->client->wall_ms,
                            .part_ms = cost_part(project->length_ms, asked ? asked->params : NULL)};
}

/* Does any other job that was sent from here still go on? */
static bool credit_awaits_jobs(const struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].sent.sent_ms && !app->projects[i].sent.ended_ms)
            return true;
    }
    return false;
}

/* A job that was sent from here is over. */
static void credit_job_ended(struct app *app, struct app_project *project)
{
    struct app_credit *credit = credit_state(app);
    project->sent.ended_ms = app->client->wall_ms;
    int64_t at = credit_awaits_jobs(app) ? credit->asked_ms + JOBS_APART_MS : app->client->now_ms;
    credit->job_at_ms = at < credit->job_at_ms ? at : credit->job_at_ms;
    app_stale(app, STALE_CREDIT);
}

void app_credit_project_read(struct app *app, const struct project *now)
{
    struct app_project *project = app_project_find(app, now->id);
    if (!project)
        return;
    credit_mark(app, project);
    enum app_job was = project->job;
    bool is_active = app_project_is_active(app, now->state);
    bool is_end = app_project_is_settled(app, now->state) && now->version != project->job_version;
    if (is_active)
        project->job = JOB_SEEN;
    else if (is_end || (was != JOB_SENT && was != JOB_LOST))
        project->job = JOB_NONE;
    if (is_active && was == JOB_LOST) {
        credit_state(app)->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
        app_stale(app, STALE_CREDIT);
    }
    if (was > JOB_NONE && project->job == JOB_NONE && project->sent.sent_ms && !project->sent.ended_ms)
        credit_job_ended(app, project);
}

bool app_credit_is_due(struct app *app, bool goes_on)
{
    struct app_credit *credit = credit_state(app);
    if (goes_on && credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = app->client->now_ms + AFTER_ENQUEUE_MS;
    if ((app->stale & STALE_CREDIT) || credit->count_at_ms <= app->client->now_ms)
        credit_count(app);
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

void app_credit_asked(struct app *app)
{
    struct app_credit *credit = credit_state(app);
    credit->asked_ms = app->client->now_ms;
    credit->job_at_ms = NEVER;
    if (credit->act_at_ms <= app->client->now_ms)
        credit->act_at_ms = NEVER;
}

/* Takes the numbers of a reading that began at this time; jobs that it knows of count no more. */
static void credit_take(struct app *app, const struct login *login, int64_t began_ms)
{
    struct free_credit *credit = &credit_state(app)->now;
    int64_t parts_ms = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        const struct credit_job *job = &app->projects[i].sent;
        if (job->part_ms > 0 && job->sent_ms <= began_ms &&
            credit_job_counts(job, credit, app->client->wall_ms))
            parts_ms += job->part_ms;
    }
    free_credit_take(credit,
                     &(struct free_credit){.left = login_credit(login),
                                           .transcribed_ms = login_transcribed_ms(login),
                                           .read_ms = began_ms},
                     parts_ms);
}

bool app_credit_read(struct app *app, uint64_t serial, int64_t began_ms, const struct login *login)
{
    struct app_credit *credit = credit_state(app);
    if (serial < credit->serial)
        return false;
    app_stale(app, STALE_CREDIT);
    if (login) {
        credit->serial = serial;
        credit_take(app, login, began_ms);
        credit_count(app);
    } else {
        credit->now.is_doubtful = true;
    }
    credit_changed(app);
    return true;
}

const struct part part_credit = {
    .name = "credit", .state_size = sizeof(struct app_credit), .begin = app_credit_forget};
