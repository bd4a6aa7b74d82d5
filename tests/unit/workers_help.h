/* A bench for the threads that call the server: a sandbox, and calls to submit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_UNIT_WORKERS_HELP_H
#define STENO_TESTS_UNIT_WORKERS_HELP_H

#include "folder.h"
#include "mail_wait.h"

#include "steno/api/connection.h"
#include "support/process.h"
#include "steno/work/workers.h"

static struct home *home;
static struct process_sandbox sandbox;
static struct workers *workers;
static struct error err;

static inline void begin(void)
{
    folder_make();
    home = home_create();
    api_global_init();
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

static inline void set_token(const char *token)
{
    struct api_config config = {.base_url = sandbox.url, .token = token, .proxy = ""};
    workers_set_session(workers, &config);
}

/* A sandbox, workers, and a session that is logged in. */
static inline void start(const char *options, int count)
{
    char *arguments = mem_printf("--verbose --token secret %s", options);
    cr_assert(process_sandbox_start(home, arguments, &sandbox));
    free(arguments);
    workers = workers_new(count, &err);
    set_token("secret");
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

/* Submits and waits for the answer, which the caller frees. */
static inline struct call_result *answer(struct call *call)
{
    uint64_t serial = submit(call);
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    cr_assert_eq(mail.call->serial, serial);
    return mail.call;
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
