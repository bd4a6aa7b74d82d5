/* A bench for the threads that call the server: mail that is waited for with a limit, a sandbox, and calls to
 * submit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_UNIT_WORKERS_HELP_H
#define STENO_TESTS_UNIT_WORKERS_HELP_H

#include "folder.h"

#include <poll.h>

#include "steno/api/connection.h"
#include "steno/base/process.h"
#include "steno/base/when.h"
#include "steno/work/workers.h"
#include "support/process.h"

#define MAIL_LIMIT_MS 20000

extern int threads_allowed; /* to be started from now on; -1: any number (test_workers.c) */

static struct home *home;
static struct process_sandbox sandbox;
static struct workers *workers;
static struct error err;

/* Is there mail now? */
static inline bool mail_waits(const struct workers *of)
{
    struct pollfd fd = {.fd = workers_fd(of), .events = POLLIN};
    return poll(&fd, 1, 0) == 1;
}

/* The next mail; the test fails when none comes. */
static inline struct mail mail_next(void)
{
    struct mail mail;
    struct pollfd fd = {.fd = workers_fd(workers), .events = POLLIN};
    cr_assert_eq(poll(&fd, 1, MAIL_LIMIT_MS), 1, "no mail came");
    cr_assert(workers_take(workers, &mail));
    return mail;
}

/* The next mail has this text. */
static inline void expect_mail(enum mail_kind kind, const char *text)
{
    struct mail mail = mail_next();
    cr_expect_eq(mail.kind, kind, "%s", text);
    cr_expect_str_eq(mail.text, text);
    mail_clear(&mail);
}

static inline void begin(void)
{
    folder_make();
    home = home_create();
    api_global_init();
    workers = workers_new(1, &err);
    cr_assert_not_null(workers, "%s", err.text);
}

static inline void end(void)
{
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    workers_free(workers);
    if (sandbox.port)
        process_sandbox_stop(&sandbox);
    home_remove(home);
    folder_remove();
}

static inline void set_session(const char *url, const char *token, int timeout_ms)
{
    struct api_config config = {.base_url = url, .token = token, .proxy = "", .timeout_ms = timeout_ms};
    workers_set_session(workers, &config);
}

/* A sandbox, so many connections, and a session that is logged in. */
static inline void start(const char *options, int count)
{
    char *arguments = mem_printf("--verbose --token secret %s", options);
    cr_assert(process_sandbox_start(home, arguments, &sandbox));
    free(arguments);
    workers_stop(workers, MAIL_LIMIT_MS);
    workers_free(workers);
    workers = workers_new(count, &err);
    set_session(sandbox.url, "secret", 0);
}

static inline struct call *call_of(enum endpoint_id op, int64_t id)
{
    struct call *call = call_new(op);
    call->project_id = id;
    return call;
}

static inline uint64_t submit(struct call *call)
{
    static uint64_t last_serial;
    call->serial = ++last_serial;
    workers_call(workers, call);
    return last_serial;
}

static inline uint64_t submit_read(int64_t id)
{
    return submit(call_of(ENDPOINT_GET_PROJECT, id));
}

/* The next answer, which the caller frees; other mail before it is dropped. */
static inline struct call_result *next_answer(void)
{
    for (;;) {
        struct mail mail = mail_next();
        if (mail.kind == MAIL_CALL)
            return mail.call;
        mail_clear(&mail);
    }
}

/* The next answer is that of a call, 0: any, and ends so; ERROR_NONE: it went well. */
static inline void expect_answer(uint64_t serial, enum error_kind kind)
{
    struct call_result *result = next_answer();
    cr_expect(serial == 0 || result->serial == serial, "call %d", (int)result->serial);
    cr_expect_eq(result->error.kind, kind, "%s", result->error.text);
    cr_expect_eq(result->ok, kind == ERROR_NONE);
    call_result_free(result);
}

/* Submits and waits for the answer, which the caller frees. */
static inline struct call_result *answer(struct call *call)
{
    uint64_t serial = submit(call);
    struct call_result *result = next_answer();
    cr_assert_eq(result->serial, serial);
    return result;
}

/* Submits and waits; it ends so. */
static inline void expect_end(struct call *call, enum error_kind kind)
{
    expect_answer(submit(call), kind);
}

/* Waits until the sandbox's log holds a text: the request has arrived. */
static inline void await_request(const char *text)
{
    int64_t limit = clock_mono_ms() + MAIL_LIMIT_MS;
    for (;;) {
        char *log = home_read(home, "sandbox.log");
        bool found = log && strstr(log, text);
        free(log);
        if (found)
            return;
        cr_assert_lt(clock_mono_ms(), limit, "no request came");
        usleep(2000);
    }
}

#endif
