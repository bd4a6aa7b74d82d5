/* Owns the finished transcriptions that estimates are made from. How an estimate is made: core/estimate. It
 * must not know how estimates look.
 *
 * The store keeps them as a set of fields that sessions merge, as it keeps a draft: "1795288302 12 cs-CZ"
 * (second of its end, project, language) is "540 2530" (seconds of work, of recording). */
/* SPDX-License-Identifier: MIT */
#include "jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/record.h"
#include "part.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/core/last_run.h"
#include "steno/core/store_op.h"

#define JOBS_NAME   "jobs"
#define ENDED_SLACK INT64_C(60000) /* readings that are this far apart tell when it ended, */
#define ENDED_PART  10             /* or this part of the work */

/* The language of a project's last transcription, as the server gives it; NULL when it does not. Borrowed. */
static const char *jobs_language_of(const struct project *project)
{
    return project ? last_run_language(project->record.shown) : NULL;
}

/* Takes over what the store has of them. */
static void jobs_kept(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    if (!result->ok)
        return;
    json_decref(app->jobs);
    app->jobs = json_is_object(result->json) ? json_deep_copy(result->json) : NULL;
    app_stale(app, STALE_PROJECT);
}

void app_jobs_load(struct app *app)
{
    json_decref(app->jobs);
    app->jobs = NULL;
    client_store_ask(app->client, STORE_DRAFT_LOAD, 0, jobs_kept)->name = mem_copy(JOBS_NAME);
}

/* Has the store merge these fields; taken. */
static void jobs_save(struct app *app, json_t *fields)
{
    struct store_op *op = client_store_ask(app->client, STORE_DRAFT_SAVE, 0, jobs_kept);
    op->name = mem_copy(JOBS_NAME);
    op->json = fields;
    op->when_ms = app->client->wall_ms;
}

static void jobs_end(struct app *app)
{
    json_decref(app->jobs);
}

/* The language in the name of a job, and the second at which it ended. */
static const char *jobs_language(const char *name, int64_t *ended_s)
{
    char *end;
    *ended_s = strtoll(name, &end, 10);
    const char *language = *end == ' ' ? strchr(end + 1, ' ') : NULL;
    return language ? language + 1 : "";
}

/* One more job was kept: has the oldest of that language dropped when there are too many. */
static void jobs_drop_oldest(const struct app *app, const char *language, json_t *fields)
{
    const char *name, *oldest = NULL;
    const json_t *value;
    int64_t oldest_s = INT64_MAX, ended_s;
    size_t count = 1;
    json_object_foreach(app->jobs, name, value)
    {
        if (strcmp(jobs_language(name, &ended_s), language) != 0)
            continue;
        count++;
        if (ended_s < oldest_s) {
            oldest_s = ended_s;
            oldest = name;
        }
    }
    if (count > JOBS_MAX)
        json_object_set_new(fields, oldest, json_null());
}

void app_job_done(struct app *app, const struct project *done, int64_t started_ms, int64_t seen_ms)
{
    const char *language = jobs_language_of(done);
    int64_t work_ms = app->client->wall_ms - started_ms, unseen_ms = app->client->wall_ms - seen_ms;
    if (!language || work_ms < 1000 || done->length_ms < 1000 ||
        (unseen_ms > ENDED_SLACK && unseen_ms > work_ms / ENDED_PART))
        return;
    char *name = mem_printf("%" PRId64 " %" PRId64 " %s", app->client->wall_ms / 1000, done->id, language);
    char *value = mem_printf("%" PRId64 " %" PRId64, work_ms / 1000, done->length_ms / 1000);
    json_t *fields = json_object();
    jobs_drop_oldest(app, language, fields);
    json_object_set_new(fields, name, json_string(value));
    jobs_save(app, fields);
    free(name);
    free(value);
}

/* The job as a sample; one that cannot be read is empty and does not count. */
static struct estimate_job jobs_sample(const json_t *value)
{
    const char *text = json_string_value(value);
    char *end = NULL;
    int64_t work_s = text ? strtoll(text, &end, 10) : 0;
    int64_t length_s = end ? strtoll(end, NULL, 10) : 0;
    return (struct estimate_job){.work_ms = work_s * 1000, .length_ms = length_s * 1000};
}

struct estimate app_job_estimate(const struct app *app, const char *language, int64_t length_ms,
                                 int64_t start_ms, int64_t read_ms)
{
    const char *name;
    const json_t *value;
    size_t count = 0;
    int64_t ended_s;
    struct estimate_job *samples = mem_zero(json_object_size(app->jobs) + 1, sizeof *samples);
    json_object_foreach(app->jobs, name, value)
    {
        if (language && strcmp(jobs_language(name, &ended_s), language) == 0)
            samples[count++] = jobs_sample(value);
    }
    struct estimate estimate = estimate_make(samples, count, length_ms, start_ms, read_ms);
    free(samples);
    return estimate;
}

bool app_jobs_join(struct estimate *all, struct estimate one)
{
    if (!one.jobs || one.is_over)
        return false;
    all->jobs += one.jobs;
    all->from_ms = one.from_ms > all->from_ms ? one.from_ms : all->from_ms;
    all->to_ms = one.to_ms > all->to_ms ? one.to_ms : all->to_ms;
    return true;
}

void app_jobs_words(const struct app *app, char *out, const struct estimate *all)
{
    char from[DATE_TEXT_SIZE], to[DATE_TEXT_SIZE];
    const struct client *client = app->client;
    date_format_short(from, sizeof from, all->from_ms, client->wall_ms, client->zone, DATE_SINCE);
    date_format_short(to, sizeof to, all->to_ms, client->wall_ms, client->zone, DATE_SINCE);
    snprintf(out, JOBS_WORDS_SIZE, ", done about %s to %s", from, to);
}

const struct part part_jobs = {.name = "jobs", .end = jobs_end};
