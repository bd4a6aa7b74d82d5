/* The workers under the thread sanitizer, which Criterion cannot run under: many calls, sessions that change,
 * calls cancelled while they wait and run, the store beside them. Prints one line; 0 when every call was
 * answered once. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "api_workers.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "store_worker.h"
#include "support/process.h"

#define LIMIT_MS 60000
#define AHEAD    32
#define PROJECTS 12

struct run {
    struct mailbox *box;
    struct api_workers *workers;
    struct store_worker *store;
    const char *url;
    int64_t sent, answered, done, cancelled, failed, stored;
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
    api_workers_set_session(run->workers, &config);
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
    api_workers_submit(run->workers, call);
    if (run->sent % 7 == 3)
        api_workers_cancel(run->workers, serial - 2);
    run->sent++;
}

/* Counts one answer and saves the project that it holds. */
static void run_take(struct run *run, struct mail *mail)
{
    if (mail->kind == MAIL_STORE)
        run->stored += mail->store->ok;
    if (mail->kind == MAIL_CALL) {
        run->answered++;
        run->done += mail->call->ok;
        run->cancelled += mail->call->error.kind == ERROR_CANCELLED;
        run->failed += !mail->call->ok && mail->call->error.kind != ERROR_CANCELLED;
        if (mail->call->ok) {
            struct store_op *op = store_op_new(STORE_PROJECT_SAVE);
            op->id = mail->call->project->id;
            op->when_ms = clock_wall_ms();
            op->json = json_deep_copy(mail->call->project->record.raw);
            store_worker_submit(run->store, op);
        }
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
        struct pollfd fd = {.fd = mailbox_fd(run->box), .events = POLLIN};
        if (poll(&fd, 1, LIMIT_MS) != 1)
            fail("no answer came");
        while (mailbox_take(run->box, &mail))
            run_take(run, &mail);
    }
}

/* Starts everything against a sandbox, runs, ends. */
static bool run_all(struct run *run, const struct home *home, int64_t count)
{
    struct error err;
    char *path = home_path(home, "state.db");
    struct store_config store = {.path = path, .credentials_path = "/nonexistent", .url = run->url};
    run->box = mailbox_new(&err);
    api_global_init();
    if (!run->box || !(run->workers = api_workers_new(run->box, 4, &err)) ||
        !(run->store = store_worker_new(run->box, &store, true, &err)))
        fail(err.text);
    run_calls(run, count);
    for (int i = 0; i < AHEAD; i++)
        run_send(run);
    struct mail mail;
    bool ended = api_workers_stop(run->workers, LIMIT_MS);
    while (mailbox_take(run->box, &mail)) /* what was answered last is still saved */
        run_take(run, &mail);
    ended = store_worker_stop(run->store, LIMIT_MS) && ended;
    while (mailbox_take(run->box, &mail))
        run_take(run, &mail);
    mailbox_free(run->box);
    free(path);
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
    bool ended = run_all(&run, home, count);
    process_sandbox_stop(&sandbox);
    home_remove(home);
    printf("tsan_workers: %lld calls, %lld answered, %lld done, %lld cancelled, %lld failed, %lld saved\n",
           (long long)run.sent, (long long)run.answered, (long long)run.done, (long long)run.cancelled,
           (long long)run.failed, (long long)run.stored);
    return ended && run.answered == run.sent && run.failed == 0 && run.cancelled > 0 ? 0 : 1;
}
