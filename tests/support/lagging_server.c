/* The projects of the lagging server, and the effects of requests on them. */
/* SPDX-License-Identifier: MIT */
#include "support/lagging_server.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "support/mock_server.h"

#define IDS           10000
#define PLANS         16
#define FIRST_VERSION 100

/* A project: its data before the last enqueue, and the time of that enqueue. */
struct lagging_project {
    const char *state;
    bool is_missing;
    int jobs, ended_jobs, version; /* ended_jobs and version: before the last enqueue */
    int64_t enqueued_ms;           /* monotonic; 0: never, or the test has set the state since */
    struct lagging_rules rules;    /* when it was enqueued */
};

/* A fault that a test has planned for one request. */
struct lagging_plan {
    char part[64]; /* "": the request has come */
    int fault;
};

struct lagging {
    struct mock_server *mock; /* its lock protects all members */
    int releases;             /* calls of lagging_release() */
    struct lagging_rules rules;
    struct lagging_project *projects;
    struct lagging_plan plans[PLANS];
};

/* The project as a read shows it now. */
static struct lagging_project lagging_now(const struct lagging_project *project)
{
    struct lagging_project now = *project;
    int64_t past_ms = clock_mono_ms() - project->enqueued_ms;
    const struct lagging_rules *rules = &project->rules;
    if (!project->enqueued_ms || rules->lag_ms == LAGGING_NEVER || past_ms < rules->lag_ms)
        return now;
    bool is_active = rules->active_ms == LAGGING_NEVER || past_ms < rules->lag_ms + rules->active_ms;
    now.state = is_active ? "InProgress" : rules->end ? rules->end : "Completed";
    now.version += is_active ? 1 : 2;
    if (!is_active)
        now.ended_jobs = now.jobs;
    return now;
}

static char *lagging_reply(int status, const char *type, const char *body)
{
    return mem_printf("HTTP/1.1 %d Lagging\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                      "Connection: close\r\n%s\r\n%s",
                      status, type, strlen(body), status == 429 ? "Retry-After: 2\r\n" : "", body);
}

static char *lagging_project_reply(const struct lagging_project *project, long id)
{
    struct lagging_project now = lagging_now(project);
    char *body = mem_printf("{\"Data\":{\"Id\":%ld,\"AccessToken\":%d,\"ProcessingState\":\"%s\","
                            "\"Description\":{\"Name\":\"Lecture %ld\"},\"Length\":\"00:10:00\","
                            "\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,"
                            "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":false},\"Tags\":[\"news\"]}}",
                            id, now.version, now.state, id);
    char *reply = lagging_reply(200, "application/json", body);
    free(body);
    return reply;
}

static char *lagging_export_reply(const struct lagging_project *project)
{
    int jobs = lagging_now(project).ended_jobs;
    char *body = mem_printf("1\r\n00:00:01,000 --> 00:00:03,000\r\ntext of job %d\r\n\r\n", jobs);
    char *reply = lagging_reply(200, "text/plain", body);
    free(body);
    return reply;
}

static char *lagging_login_reply(void)
{
    return lagging_reply(200, "application/json",
                         "{\"Token\":\"t0ken\",\"User\":{\"Id\":1,\"CreditMinutes\":100000,"
                         "\"CommercialCommunicationConsent\":true,\"DataProtectionConsent\":true,"
                         "\"DidPay\":true,\"IsTeamOwner\":false,\"TeamId\":1,\"TranscribedMinutes\":0,"
                         "\"UserRole\":\"User\",\"UserTranscribedMinutes\":0}}");
}

/* Carries out a request and returns the answer. */
static char *lagging_carry_out(struct lagging *server, const char *line, int64_t *due_ms)
{
    const char *path = strstr(line, "/Projects/");
    long id = path ? strtol(path + strlen("/Projects/"), NULL, 10) : 0;
    if (strstr(line, "/Login") || strstr(line, "/CurrentUser"))
        return lagging_login_reply();
    if (id < 1 || id >= IDS || server->projects[id].is_missing)
        return lagging_reply(404, "application/json", "{\"Message\":\"Not found\"}");
    struct lagging_project *project = &server->projects[id];
    if (strstr(line, "/Export/"))
        return lagging_export_reply(project);
    if (strstr(line, "/Enqueue")) {
        *project = lagging_now(project);
        project->jobs++;
        project->enqueued_ms = clock_mono_ms();
        project->rules = server->rules;
        *due_ms = project->enqueued_ms + server->rules.answer_ms;
    }
    return lagging_project_reply(project, id);
}

/* The fault planned for this request, which is then used up; -1: none. */
static int lagging_planned(struct lagging *server, const char *line)
{
    int fault = -1;
    for (struct lagging_plan *plan = server->plans; plan < server->plans + PLANS; plan++)
        if (plan->part[0] && strstr(line, plan->part)) {
            fault = plan->fault;
            plan->part[0] = '\0';
        }
    return fault;
}

static struct mock_answer lagging_answer(struct mock_server *mock, void *context, const char *request)
{
    struct lagging *server = context;
    char *line = mem_copy_n(request, strcspn(request, "\r"));
    struct mock_answer answer = {.fault = MOCK_ANSWER_CLOSE};
    int fault = lagging_planned(server, line), releases = server->releases;
    int64_t due_ms = 0;
    if (fault > LAGGING_HOLD)
        answer.bytes = lagging_reply(fault, "application/json", "{\"Message\":\"as planned\"}");
    else if (fault != LAGGING_SWALLOW)
        answer.bytes = lagging_carry_out(server, line, &due_ms);
    free(line);
    while (fault == LAGGING_HOLD && server->releases == releases && mock_sleep(mock, INT64_MAX))
        continue;
    while (clock_mono_ms() < due_ms && mock_sleep(mock, due_ms))
        continue;
    if (fault == LAGGING_LOSE || fault == LAGGING_SWALLOW) {
        free(answer.bytes);
        return (struct mock_answer){.fault = MOCK_CLOSE};
    }
    answer.len = strlen(answer.bytes);
    return answer;
}

struct lagging *lagging_start(const struct lagging_rules *rules)
{
    struct lagging *server = mem_zero(1, sizeof *server);
    server->rules = *rules;
    server->projects = mem_zero(IDS, sizeof *server->projects);
    for (int id = 0; id < IDS; id++)
        server->projects[id] = (struct lagging_project){.state = "None", .version = FIRST_VERSION};
    server->mock = mock_start_with(lagging_answer, server);
    return server;
}

void lagging_stop(struct lagging *server)
{
    mock_stop(server->mock);
    free(server->projects);
    free(server);
}

const char *lagging_url(const struct lagging *server)
{
    return mock_url(server->mock);
}

void lagging_set_rules(struct lagging *server, const struct lagging_rules *rules)
{
    mock_lock(server->mock);
    server->rules = *rules;
    mock_unlock(server->mock);
}

void lagging_set_state(struct lagging *server, int id, const char *state)
{
    mock_lock(server->mock);
    struct lagging_project *project = &server->projects[id];
    *project = lagging_now(project);
    project->is_missing = !state;
    project->state = state ? state : project->state;
    project->version++;
    project->enqueued_ms = 0;
    mock_unlock(server->mock);
}

void lagging_fault(struct lagging *server, const char *part, int fault)
{
    struct lagging_plan *plan = server->plans;
    mock_lock(server->mock);
    while (plan->part[0])
        if (++plan == server->plans + PLANS)
            mem_die("lagging server: too much is planned");
    snprintf(plan->part, sizeof plan->part, "%s", part);
    plan->fault = fault;
    mock_unlock(server->mock);
}

void lagging_release(struct lagging *server)
{
    mock_lock(server->mock);
    server->releases++;
    mock_unlock(server->mock);
}

int lagging_jobs(struct lagging *server, int id)
{
    mock_lock(server->mock);
    int jobs = server->projects[id].jobs;
    mock_unlock(server->mock);
    return jobs;
}

int lagging_requests(struct lagging *server, const char *part)
{
    return mock_requests(server->mock, part);
}

bool lagging_wait(struct lagging *server, const char *part, int count)
{
    return mock_wait(server->mock, part, count);
}
