/* Owns the world behind the lagging server: its projects, and a thread for each connection, which carries one
 * request and ends. */
/* SPDX-License-Identifier: MIT */
#include "support/lagging_server.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"

#define IDS           10000
#define EXCEPTIONS    16
#define FIRST_VERSION 100
#define WAIT_MS       20000
#define RECEIVE_S     5
#define PART_SIZE     64
#define PAUSE_HEADER  "Retry-After: 2\r\n"

/* A project: as it was before its last enqueue, and when that came. */
struct lagging_project {
    const char *state;
    bool is_missing;
    int jobs, ended_jobs, version; /* ended_jobs and version: before the last enqueue */
    int64_t enqueued_ms;           /* monotonic; 0: never, or the test has set the state since */
    struct lagging_rules rules;    /* of that enqueue */
};

/* What a test has planned for one request. */
struct lagging_exception {
    char part[PART_SIZE];
    int left; /* so many such requests until then */
    bool is_hold;
    enum lagging_fault fault;
    int status;
};

struct lagging {
    int listener;
    char url[64];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* on the monotonic clock */
    bool is_ending;
    int connections;   /* threads that live */
    int releases;      /* calls of lagging_release() */
    struct buffer log; /* the first line of each request */
    struct lagging_rules rules;
    struct lagging_project *projects;
    struct lagging_exception exceptions[EXCEPTIONS];
    int exception_count;
};

/* One connection. */
struct lagging_peer {
    struct lagging *server;
    int fd;
};

/* What is sent, and when. */
struct lagging_answer {
    char *bytes;       /* NULL: the connection ends without one */
    int64_t due_ms;    /* monotonic */
    int release_count; /* nor before so many releases */
};

/* What a reading shows, and what it would be if it was lasting. */
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

static char *lagging_reply(int status, const char *headers, const char *type, const char *body)
{
    return mem_printf("HTTP/1.1 %d Lagging\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                      "Connection: close\r\n%s\r\n%s",
                      status, type, strlen(body), headers, body);
}

static char *lagging_project_reply(const struct lagging_project *project, long id)
{
    struct lagging_project now = lagging_now(project);
    char *body = mem_printf("{\"Data\":{\"Id\":%ld,\"AccessToken\":%d,\"ProcessingState\":\"%s\","
                            "\"Description\":{\"Name\":\"Lecture %ld\"},\"Length\":\"00:10:00\","
                            "\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,"
                            "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":false},\"Tags\":[\"news\"]}}",
                            id, now.version, now.state, id);
    char *reply = lagging_reply(200, "", "application/json", body);
    free(body);
    return reply;
}

static char *lagging_export_reply(const struct lagging_project *project)
{
    int jobs = lagging_now(project).ended_jobs;
    char *body = mem_printf("1\r\n00:00:01,000 --> 00:00:03,000\r\ntext of job %d\r\n\r\n", jobs);
    char *reply = lagging_reply(200, "", "text/plain", body);
    free(body);
    return reply;
}

static char *lagging_login_reply(void)
{
    return lagging_reply(200, "", "application/json",
                         "{\"Token\":\"t0ken\",\"User\":{\"Id\":1,\"CreditMinutes\":100000,"
                         "\"CommercialCommunicationConsent\":true,\"DataProtectionConsent\":true,"
                         "\"DidPay\":true,\"IsTeamOwner\":false,\"TeamId\":1,\"TranscribedMinutes\":0,"
                         "\"UserRole\":\"User\",\"UserTranscribedMinutes\":0}}");
}

/* The answer to a request, which is carried out now. */
static char *lagging_carry_out(struct lagging *server, const char *line, struct lagging_answer *answer)
{
    const char *path = strstr(line, "/Projects/");
    long id = path ? strtol(path + strlen("/Projects/"), NULL, 10) : 0;
    if (strstr(line, "/Login") || strstr(line, "/CurrentUser"))
        return lagging_login_reply();
    if (id < 1 || id >= IDS || server->projects[id].is_missing)
        return lagging_reply(404, "", "application/json", "{\"Message\":\"Not found\"}");
    struct lagging_project *project = &server->projects[id];
    if (strstr(line, "/Export/"))
        return lagging_export_reply(project);
    if (strstr(line, "/Enqueue")) {
        *project = lagging_now(project);
        project->jobs++;
        project->enqueued_ms = clock_mono_ms();
        project->rules = server->rules;
        answer->due_ms = project->enqueued_ms + server->rules.answer_ms;
    }
    return lagging_project_reply(project, id);
}

/* What is planned for this request, counting it; NULL for nothing. */
static const struct lagging_exception *lagging_plan(struct lagging *server, const char *line)
{
    const struct lagging_exception *found = NULL;
    for (int i = 0; i < server->exception_count; i++) {
        struct lagging_exception *exception = &server->exceptions[i];
        if (strstr(line, exception->part) && --exception->left == 0)
            found = exception;
    }
    return found;
}

static struct lagging_answer lagging_answer(struct lagging *server, const char *line)
{
    struct lagging_answer answer = {0};
    const struct lagging_exception *plan = lagging_plan(server, line);
    bool is_fault = plan && !plan->is_hold;
    if (is_fault && plan->fault == LAGGING_STATUS) {
        answer.bytes = lagging_reply(plan->status, plan->status == 429 ? PAUSE_HEADER : "",
                                     "application/json", "{\"Message\":\"as planned\"}");
        return answer;
    }
    if (!is_fault || plan->fault == LAGGING_LOSE)
        answer.bytes = lagging_carry_out(server, line, &answer);
    if (is_fault) {
        free(answer.bytes);
        answer.bytes = NULL;
    }
    if (plan && plan->is_hold)
        answer.release_count = server->releases + 1;
    return answer;
}

/* Waits on the server's condition until then, INT64_MAX: without a limit; false when the time is over. */
static bool lagging_sleep(struct lagging *server, int64_t until_ms)
{
    struct timespec limit = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    if (until_ms == INT64_MAX)
        return pthread_cond_wait(&server->changed, &server->lock) == 0;
    return pthread_cond_timedwait(&server->changed, &server->lock, &limit) == 0;
}

/* Reads a request whole; false when the client has gone before. */
static bool lagging_receive(int fd, struct buffer *in)
{
    char piece[4096];
    for (ssize_t got; (got = recv(fd, piece, sizeof piece, 0)) > 0;) {
        buffer_append(in, piece, (size_t)got);
        const char *text = buffer_text(in), *end = strstr(text, "\r\n\r\n"),
                   *length = strcasestr(text, "\r\nContent-Length:");
        size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
        if (end && in->len >= (size_t)(end - text) + 4 + body)
            return true;
    }
    return false;
}

static void lagging_serve(struct lagging *server, int fd)
{
    struct buffer in;
    struct timeval limit = {.tv_sec = RECEIVE_S};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    buffer_init(&in, BUFFER_MAX_DEFAULT);
    if (lagging_receive(fd, &in)) {
        char *line = mem_printf("%.*s\n", (int)strcspn(buffer_text(&in), "\r"), buffer_text(&in));
        pthread_mutex_lock(&server->lock);
        buffer_append_text(&server->log, line);
        struct lagging_answer answer = lagging_answer(server, line);
        pthread_cond_broadcast(&server->changed);
        while (!server->is_ending && server->releases < answer.release_count)
            lagging_sleep(server, INT64_MAX);
        while (!server->is_ending && clock_mono_ms() < answer.due_ms)
            lagging_sleep(server, answer.due_ms);
        pthread_mutex_unlock(&server->lock);
        size_t len = answer.bytes ? strlen(answer.bytes) : 0, sent = 0;
        for (ssize_t got; sent < len && (got = send(fd, answer.bytes + sent, len - sent, MSG_NOSIGNAL)) > 0;)
            sent += (size_t)got;
        free(answer.bytes);
        free(line);
    }
    buffer_free(&in);
    close(fd);
}

static void *lagging_serve_peer(void *arg)
{
    struct lagging_peer *peer = arg;
    struct lagging *server = peer->server;
    lagging_serve(server, peer->fd);
    free(peer);
    pthread_mutex_lock(&server->lock);
    server->connections--;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

/* Accepts until the listener is shut down. */
static void *lagging_listen(void *arg)
{
    struct lagging *server = arg;
    for (int fd; (fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
        struct lagging_peer *peer = mem_alloc(sizeof *peer);
        pthread_t thread;
        *peer = (struct lagging_peer){server, fd};
        pthread_mutex_lock(&server->lock);
        server->connections++;
        pthread_mutex_unlock(&server->lock);
        if (pthread_create(&thread, NULL, lagging_serve_peer, peer) != 0)
            mem_die("lagging server: no thread");
        pthread_detach(thread);
    }
    return NULL;
}

struct lagging *lagging_start(const struct lagging_rules *rules)
{
    struct lagging *server = mem_zero(1, sizeof *server);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    pthread_condattr_t monotonic;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server->listener < 0 || bind(server->listener, (struct sockaddr *)&address, size) != 0 ||
        listen(server->listener, 64) != 0 ||
        getsockname(server->listener, (struct sockaddr *)&address, &size) != 0)
        mem_die("lagging server: no loopback socket");
    snprintf(server->url, sizeof server->url, "http://127.0.0.1:%d", ntohs(address.sin_port));
    buffer_init(&server->log, BUFFER_MAX_DEFAULT);
    server->rules = *rules;
    server->projects = mem_zero(IDS, sizeof *server->projects);
    for (int id = 0; id < IDS; id++)
        server->projects[id] = (struct lagging_project){.state = "None", .version = FIRST_VERSION};
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&server->thread, NULL, lagging_listen, server) != 0)
        mem_die("lagging server: no thread");
    return server;
}

void lagging_stop(struct lagging *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
    pthread_mutex_lock(&server->lock);
    server->is_ending = true;
    pthread_cond_broadcast(&server->changed);
    while (server->connections > 0)
        lagging_sleep(server, INT64_MAX);
    pthread_mutex_unlock(&server->lock);
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    buffer_free(&server->log);
    free(server->projects);
    free(server);
}

const char *lagging_url(const struct lagging *server)
{
    return server->url;
}

void lagging_set_rules(struct lagging *server, const struct lagging_rules *rules)
{
    pthread_mutex_lock(&server->lock);
    server->rules = *rules;
    pthread_mutex_unlock(&server->lock);
}

void lagging_set_state(struct lagging *server, int id, const char *state)
{
    pthread_mutex_lock(&server->lock);
    struct lagging_project *project = &server->projects[id];
    *project = lagging_now(project);
    project->is_missing = !state;
    project->state = state ? state : project->state;
    project->version++;
    project->enqueued_ms = 0;
    pthread_mutex_unlock(&server->lock);
}

/* Counts from the start: those that have come are behind it. */
static void lagging_add(struct lagging *server, int nth, struct lagging_exception exception, const char *part)
{
    exception.left = nth - lagging_requests(server, part);
    snprintf(exception.part, sizeof exception.part, "%s", part);
    pthread_mutex_lock(&server->lock);
    if (server->exception_count == EXCEPTIONS || exception.left < 1)
        mem_die("lagging server: no place for an exception");
    server->exceptions[server->exception_count++] = exception;
    pthread_mutex_unlock(&server->lock);
}

void lagging_fault(struct lagging *server, const char *part, int nth, enum lagging_fault fault, int status)
{
    lagging_add(server, nth, (struct lagging_exception){.fault = fault, .status = status}, part);
}

void lagging_hold(struct lagging *server, const char *part, int nth)
{
    lagging_add(server, nth, (struct lagging_exception){.is_hold = true}, part);
}

void lagging_release(struct lagging *server)
{
    pthread_mutex_lock(&server->lock);
    server->releases++;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

int lagging_jobs(struct lagging *server, int id)
{
    int jobs = 0;
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < IDS; i++)
        jobs += id == 0 || id == i ? server->projects[i].jobs : 0;
    pthread_mutex_unlock(&server->lock);
    return jobs;
}

/* How many lines of the log have the part. Call with the lock held. */
static int lagging_count(const struct lagging *server, const char *part)
{
    int count = 0;
    const char *line = buffer_text(&server->log);
    for (const char *at; (at = strstr(line, part)); count++)
        line = strchr(at, '\n');
    return count;
}

int lagging_requests(struct lagging *server, const char *part)
{
    pthread_mutex_lock(&server->lock);
    int count = lagging_count(server, part);
    pthread_mutex_unlock(&server->lock);
    return count;
}

bool lagging_wait(struct lagging *server, const char *part, int count)
{
    int64_t limit_ms = clock_mono_ms() + WAIT_MS;
    pthread_mutex_lock(&server->lock);
    while (lagging_count(server, part) < count && lagging_sleep(server, limit_ms))
        continue;
    bool have_come = lagging_count(server, part) >= count;
    pthread_mutex_unlock(&server->lock);
    return have_come;
}
