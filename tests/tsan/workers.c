/* The workers under the thread sanitizer, which Criterion cannot run under: many calls, sessions that change,
 * calls cancelled while they wait and run, programs beside them. Prints one line; 0 when every
 * call was answered once. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/process.h"
#include "steno/work/workers.h"

#define LIMIT_MS 60000
#define AHEAD    32
#define PROJECTS 12

struct run {
    struct workers *workers;
    const char *url;
    int64_t sent, answered, done, cancelled, failed;
};

/* Ends with a sentence. */
static _Noreturn void fail(const char *text)
{
    fprintf(stderr, "tsan_workers: %s\n", text);
    exit(1);
}

/* One of two sessions that are both good. */
static void run_set_session(struct run *run, int64_t turn)
{
    struct api_config config = {
        .base_url = run->url,
        .token = "secret",
        .proxy = "",
        .timeout_ms = turn % 2 ? 30000 : 40000,
    };
    workers_set_session(run->workers, &config);
}

static void run_program(struct run *run)
{
    struct error err;
    struct program program = {.limit_ms = LIMIT_MS};
    if (!spawn_split("true", &program.argv, &err))
        fail(err.text);
    workers_program(run->workers, &program);
}

/* Sends one call; some are cancelled at once, and now and then the session changes. */
static void run_send(struct run *run)
{
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    uint64_t serial = (uint64_t)run->sent + 1;
    call->serial = serial;
    call->project_id = run->sent % PROJECTS + 1;
    if (run->sent % 100 == 0)
        run_set_session(run, run->sent / 100);
    workers_call(run->workers, call);
    if (run->sent % 500 == 0)
        run_program(run);
    if (run->sent % 7 == 3)
        workers_cancel(run->workers, serial - 2);
    run->sent++;
}

/* Counts one answer. */
static void run_take(struct run *run, struct mail *mail)
{
    if (mail->kind == MAIL_CALL) {
        run->answered++;
        run->done += mail->call->ok;
        run->cancelled += mail->call->error.kind == ERROR_CANCELLED;
        run->failed += !mail->call->ok && mail->call->error.kind != ERROR_CANCELLED;
    }
    mail_clear(mail);
}

/* Sends `count` calls, a few ahead of their answers, until all are answered. */
static void run_calls(struct run *run, int64_t count)
{
    struct mail mail;
    while (run->answered < count) {
        while (run->sent < count && run->sent - run->answered < AHEAD)
            run_send(run);
        struct pollfd fd = {.fd = workers_fd(run->workers), .events = POLLIN};
        if (poll(&fd, 1, LIMIT_MS) != 1)
            fail("no answer came");
        while (workers_take(run->workers, &mail))
            run_take(run, &mail);
    }
}

/* Starts everything against a sandbox, runs, ends. */
static bool run_all(struct run *run, int64_t count)
{
    struct error err;
    run->workers = workers_new(4, &err);
    api_global_init();
    if (!run->workers)
        fail(err.text);
    run_calls(run, count);
    for (int i = 0; i < AHEAD; i++)
        run_send(run);
    struct mail mail;
    bool ended = workers_stop(run->workers, LIMIT_MS);
    while (workers_take(run->workers, &mail))
        run_take(run, &mail);
    if (ended)
        workers_free(run->workers);
    return ended;
}

int main(int argc, char **argv)
{
    struct run run = {0};
    struct process_sandbox sandbox;
    int64_t count;
    if (argc != 2 || !text_parse_int(argv[1], &count))
        fail("usage: tsan_workers COUNT");
    struct home *home = home_create();
    if (!process_sandbox_start(home, "--token secret", &sandbox))
        fail("the sandbox did not start");
    run.url = sandbox.url;
    bool ended = run_all(&run, count);
    process_sandbox_stop(&sandbox);
    home_remove(home);
    printf("tsan_workers: %lld calls, %lld answered, %lld done, %lld cancelled, %lld failed\n",
           (long long)run.sent, (long long)run.answered, (long long)run.done, (long long)run.cancelled,
           (long long)run.failed);
    return ended && run.answered == run.sent && run.failed == 0 && run.cancelled > 0 ? 0 : 1;
}
