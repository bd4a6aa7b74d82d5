/* The application: a login that finds nothing, and the other prefix of the service. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* A login by password, sent to this prefix, finds nothing. */
static void start(const char *path)
{
    bench_init(&bench, NULL);
    bench_set(&bench, SETTING_API_PATH, path);
    bench_start(&bench, 80, 24);
    bench_type(&bench, "demo@example.org");
    bench_keys(&bench, "Tab d e m o Enter");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    bench_clear(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_path, .fini = teardown);

Test(app_path, a_404_asks_whether_the_service_stands_under_the_other_prefix_and_is_no_failure)
{
    start("/API");
    cr_expect_str_has(bench_question(&bench), "No service under /API. Try /XAPI?");
    cr_expect_eq(bench.app->failures_unseen, 0);
    cr_expect_eq(bench_happened_count(&bench, ""), 0);
    bench_keys(&bench, "Enter");
    cr_expect_null(bench_call(&bench, ENDPOINT_LOGIN), "not without a yes");
    cr_expect_str_eq(bench.app->api_path, "/API");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_SESSION)->text2, "/XAPI");
    cr_expect_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->email, "demo@example.org");
}

Test(app_path, a_404_under_a_prefix_of_ones_own_is_only_told)
{
    start("/beey");
    cr_expect_str_lacks(bench_question(&bench), "Try");
    cr_expect_eq(bench.app->failures_unseen, 1);
}
