/* The application: a login that finds nothing, and the other prefix of the service. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* The bench after these keys, or this line of commands. */
static struct bench *after(const char *keys)
{
    return bench_after(&bench, keys);
}

static void setup(void)
{
    bench_init(&bench, NULL);
    bench_list(&bench, NULL, 0);
    bench_start(&bench, 80, 24);
    bench_clear(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_path, .init = setup, .fini = teardown);

/* Fills in email and password and sends. */
static void send_password(void)
{
    bench_type(&bench, "demo@example.org");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "demo");
    bench_keys(&bench, "Enter");
}

Test(app_path, a_404_asks_whether_the_service_stands_under_the_other_prefix)
{
    send_password();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    cr_assert_str_has(bench_question(&bench), "No service under /API. Try /XAPI?");
    bench_clear(&bench);
    cr_assert_null(bench_call(after("Enter"), ENDPOINT_LOGIN), "not without a yes");
    cr_assert_str_eq(bench.app->api_path, "/API");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    bench_clear(&bench);
    bench_type(&bench, "y");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->text2, "/XAPI");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->email, "demo@example.org");
}

Test(app_path, a_404_that_offers_the_other_prefix_is_no_failure_in_the_activity)
{
    send_password();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    cr_expect_eq(bench.app->failures_unseen, 0, "%zu", bench.app->failures_unseen);
    cr_expect_eq(bench_happened_count(&bench, ""), 0);
}

Test(app_path, a_404_under_a_prefix_of_ones_own_is_only_told)
{
    free(bench.app->api_path);
    bench.app->api_path = strdup("/beey");
    send_password();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    cr_assert_str_lacks(bench_question(&bench), "Try");
    cr_expect_eq(bench.app->failures_unseen, (size_t)1, "%zu", bench.app->failures_unseen);
}
