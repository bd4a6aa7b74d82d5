/* The account's credit, where it could not be read at the start. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/app/credit.h"
#include "steno/base/error.h"
#include "support/app_store.h"
#include "support/asserts.h"

static struct bench bench;

static void credit_stop(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

TestSuite(app_credit_start, .fini = credit_stop);

static void answer_credit(void)
{
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call, "the account is not being read");
    bench_answer_login(&bench, call, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    bench_clear(&bench);
}

/* The account is not read at the start, with this status. */
static void start_without_credit(int status, int retry_after_s)
{
    bench_init(&bench, "secret-token");
    bench_store_open(&bench);
    bench_store_do(&bench, STORE_WATCH_ADD, 1);
    bench_start(&bench, 80, 24);
    bench_answer_load(&bench, (struct bench_row[]){{1, "None", "One"}}, 1);
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    struct call_result *result = call_result_new(call);
    error_set(&result->error, status == 429 ? ERROR_RATE_LIMITED : ERROR_SERVER, "Read the account: failed");
    result->error.status = status;
    result->error.retry_after_s = retry_after_s;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

Test(app_credit_start, that_could_not_be_read_at_the_start_is_tried_again_as_a_project_is)
{
    start_without_credit(500, -1);
    bench_wait(&bench, 2400);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "5 s, half of it at least");
    bench_wait(&bench, 2600);
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    bench_answer_error(&bench, call, ERROR_SERVER, 500, "Read the account: server error (500)");
    bench_clear(&bench);
    bench_wait(&bench, 4900);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "twice as long");
    bench_wait(&bench, 5100);
    answer_credit();
    cr_expect_eq(app_credit(bench.app)->left, 600);
    bench_wait(&bench, 3600000);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "it is known");
}

Test(app_credit_start, that_could_not_be_read_at_the_start_waits_as_long_as_the_server_asks)
{
    start_without_credit(429, 40);
    bench_wait(&bench, 39900);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER));
    bench_wait(&bench, 200);
    answer_credit();
}
