/* The workers under the thread sanitizer, without Criterion, which cannot run under it: many calls, changes
 * of the session, calls cancelled while they wait or run, and child programs. Prints one line; exit 0: every
 * call was answered once. With "race" instead of the number of calls it has a data race, in a child that it
 * starts like tests start programs: if that gives no report, reports of tested programs would not arrive
 * either. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/work/workers.h"
#include "support/process.h"

#define LIMIT_MS 60000
#define AHEAD    32
#define PROJECTS 12

static struct workers *workers;
static struct process_sandbox sandbox;
static int64_t sent, answered, done, cancelled, failed;

/* Prints an error and ends the program. */
static _Noreturn void fail(const char *text)
{
    fprintf(stderr, "tsan_workers: %s\n", text);
    exit(1);
}

/* Sends one call. Cancels some at once; sometimes changes to another valid session, or runs a program. */
static void send_one(void)
{
    struct error err;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    struct program program = {.limit_ms = LIMIT_MS};
    struct api_config config = {.base_url = sandbox.url,
                                .token = "secret",
                                .proxy = "",
                                .timeout_ms = sent / 100 % 2 ? 30000 : 40000};
    if (sent % 100 == 0)
        workers_set_session(workers, &config);
    call->serial = (uint64_t)sent + 1;
    call->project_id = sent % PROJECTS + 1;
    workers_call(workers, call);
    if (sent % 500 == 0) {
        if (!spawn_split("true", &program.argv, &err))
            fail(err.text);
        workers_program(workers, &program);
    }
    if (sent % 7 == 3)
        workers_cancel(workers, (uint64_t)sent - 1);
    sent++;
}

/* Takes and counts all answers that have come. */
static void take_all(void)
{
    struct mail mail;
    while (workers_take(workers, &mail)) {
        if (mail.kind == MAIL_CALL) {
            bool is_cancelled = mail.call->error.kind == ERROR_CANCELLED;
            answered++;
            done += mail.call->ok;
            cancelled += is_cancelled;
            failed += !mail.call->ok && !is_cancelled;
        }
        mail_clear(&mail);
    }
}

/* Increments a shared number without a lock. */
static void *race_count(void *arg)
{
    for (int i = 0; i < 1000; i++)
        sent++;
    return arg;
}

/* The child runs two threads on the same number; the parent starts the child. */
static int race(struct home *home, bool is_child)
{
    pthread_t other;
    struct process_result result;
    char *program = process_program("tests/tsan_workers");
    if (is_child && pthread_create(&other, NULL, race_count, NULL) == 0) {
        race_count(NULL);
        pthread_join(other, NULL);
    } else {
        process_run(home, (char *[]){program, (char[]){"racing"}, NULL}, NULL, PROCESS_LIMIT_MS, &result);
        process_result_free(&result);
    }
    free(program);
    home_remove(home);
    return 0;
}

int main(int argc, char **argv)
{
    struct error err;
    int64_t count;
    struct home *home = home_create();
    if (argc == 2 && strncmp(argv[1], "rac", 3) == 0)
        return race(home, strcmp(argv[1], "racing") == 0);
    if (argc != 2 || !text_parse_int(argv[1], &count))
        fail("usage: tsan_workers COUNT");
    if (!process_sandbox_start(home, "--token secret", &sandbox))
        fail("the sandbox did not start");
    api_global_init();
    workers = workers_new(4, &err);
    if (!workers)
        fail(err.text);
    while (answered < count) {
        while (sent < count && sent - answered < AHEAD)
            send_one();
        struct pollfd fd = {.fd = workers_fd(workers), .events = POLLIN};
        if (poll(&fd, 1, LIMIT_MS) != 1)
            fail("no answer came");
        take_all();
    }
    for (int i = 0; i < AHEAD; i++) /* calls that run or wait while the workers stop */
        send_one();
    bool ended = workers_stop(workers, LIMIT_MS);
    take_all();
    if (ended)
        workers_free(workers);
    process_sandbox_stop(&sandbox);
    home_remove(home);
    printf("tsan_workers: %lld calls, %lld answered, %lld done, %lld cancelled, %lld failed\n",
           (long long)sent, (long long)answered, (long long)done, (long long)cancelled, (long long)failed);
    return ended && answered == sent && failed == 0 && cancelled > 0 ? 0 : 1;
}
