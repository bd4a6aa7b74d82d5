/* work/api_workers: reads of projects beside other calls, what is not sent, threads that cannot be started.
 */
/* SPDX-License-Identifier: MIT */
#include "workers_help.h"

#include <errno.h>
#include <pthread.h>

#include "steno/base/mem.h"

TestSuite(api_reads, .init = begin, .fini = end);

/* A read and a login share what may be under way: with one at a time neither is sent beside the other. */
Test(api_reads, calls_of_both_kinds_leave_in_their_order_and_never_more_at_a_time)
{
    enum { CALLS = 40 };
    uint64_t last = 0;
    start("", 1);
    for (int i = 0; i < CALLS; i++)
        submit(i % 3 ? call_of(ENDPOINT_GET_PROJECT, i % 12 + 1) : call_new(ENDPOINT_CURRENT_USER));
    for (int i = 0; i < CALLS; i++) {
        struct mail mail = mail_next_of(box, MAIL_CALL);
        cr_assert(mail.call->ok, "%s", mail.call->error.text);
        cr_expect(mail.call->serial > last || mail.call->op == ENDPOINT_GET_PROJECT);
        last = mail.call->serial;
        mail_clear(&mail);
    }
}

/* Reads of the refresh machine wait behind a call; the first of them is refused, and the others end with it.
 */
static void expect_recall(const char *token, enum error_kind kind)
{
    enum { CALLS = 9 };
    start("--fault get-project:stall*1 --fault get-project:retry-after=3600", 1);
    uint64_t first = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    await_request("get-project");
    set_token(token);
    for (int i = 0; i < CALLS; i++) {
        struct call *call = call_of(ENDPOINT_GET_PROJECT, i + 1);
        call->timed = true;
        submit(call);
    }
    api_workers_cancel(workers, first);
    for (int i = -1; i < CALLS; i++) {
        struct mail mail = mail_next_of(box, MAIL_CALL);
        cr_expect_eq(mail.call->error.kind, i == 0 ? kind : ERROR_CANCELLED, "%d: %s", i,
                     mail.call->error.text);
        cr_expect_eq(mail.call->is_unsent, i > 0);
        mail_clear(&mail);
    }
    cr_expect_not(mail_waits(box));
    struct call *call = call_of(ENDPOINT_GET_PROJECT, 1);
    call->timed = true;
    struct call_result *late = answer(call);
    cr_expect(late->is_unsent, "it was sent by who has not heard of the refusal");
    call_result_free(late);
    call = call_of(ENDPOINT_GET_PROJECT, 1);
    call->timed = true;
    call->refusals = 1;
    late = answer(call);
    cr_expect_eq(late->error.kind, kind);
    cr_expect_eq(late->refusals, 2);
    call_result_free(late);
}

Test(api_reads, what_waits_for_the_refresh_machine_is_not_sent_once_the_server_asks_to_wait)
{
    expect_recall("secret", ERROR_RATE_LIMITED);
}

Test(api_reads, what_waits_for_the_refresh_machine_is_not_sent_once_the_token_is_refused)
{
    expect_recall("", ERROR_NOT_LOGGED_IN);
}

Test(api_reads, a_new_session_counts_for_the_calls_after_it_whatever_an_earlier_one_waits_for)
{
    start("--fault get-project:stall*1", 2);
    submit(call_of(ENDPOINT_GET_PROJECT, 2));
    await_request("get-project");
    set_token("wrong");
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_eq(result->error.kind, ERROR_NOT_LOGGED_IN);
    call_result_free(result);
    set_token("secret");
    result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect(result->ok, "%s", result->error.text);
    call_result_free(result);
}

/* --- threads that cannot be started --- */

static int threads_allowed = -1; /* -1: any number */
static int joined;

/* The linker has both called in place of the system's, which sanitizers may have replaced, and which have the
 * other name. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t thread, void **result);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    if (threads_allowed == 0)
        return EAGAIN;
    threads_allowed -= threads_allowed > 0;
    return __real_pthread_create(thread, attr, run, arg);
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    joined++;
    return __real_pthread_join(thread, result);
}

/* Those that were started end, and no other one is waited for. */
static void expect_no_workers(int threads)
{
    threads_allowed = threads;
    joined = 0;
    error_clear(&err);
    workers = api_workers_new(box, 3, &err);
    threads_allowed = -1;
    cr_expect_null(workers);
    cr_expect_eq(joined, threads);
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "Cannot start a thread: ");
}

Test(api_reads, where_a_thread_cannot_be_started_the_earlier_ones_end)
{
    expect_no_workers(0);
    expect_no_workers(2);
}
