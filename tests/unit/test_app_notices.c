/* The application: the bell and the hook of a change of state. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/app_store.h"
#include "support/asserts.h"

static struct bench bench;

/* Two projects that are being transcribed, over a file that another program uses, too. */
static void setup(void)
{
    const struct bench_row rows[] = {{1, "InProgress", "Council"}, {2, "InProgress", "Lecture"}};
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_HOOK, "/bin/true");
    bench_store_open(&bench);
    bench_list(&bench, rows, 2);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "InProgress");
    bench_clear(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

TestSuite(app_notices, .init = setup, .fini = teardown);

Test(app_notices, changes_of_two_seconds_ring_once_and_have_a_hook_each)
{
    bench_keys(&bench, "R");
    bench_wait(&bench, 1);
    bench_answer_reads(&bench, "Completed");
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), 0);
    bench_wait(&bench, 2000);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), 1);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_NOTIFY), 2);
    const struct effect *hook = bench_effect(&bench, EFFECT_NOTIFY);
    cr_expect_str_eq(hook->text, "InProgress");
    cr_expect_str_eq(hook->text2, "Completed");
    bench_wait(&bench, 60000);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), 1);
}

Test(app_notices, a_hook_that_another_program_has_run_is_not_run_and_the_bell_rings)
{
    struct error err;
    bool is_ours = false;
    cr_assert(store_hook_claim(bench.other, 1, "Completed", bench.wall_ms - 1000, bench.wall_ms + 1000,
                               &is_ours, &err) &&
              is_ours);
    bench_keys(&bench, "r");
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    char *json = bench_json(1, "Completed", "Council");
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_NOTIFY), 0);
    bench_wait(&bench, 2000);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), 1);
}

Test(app_notices, where_the_store_cannot_say_the_hook_is_run)
{
    bench_keys(&bench, "r");
    bench_store_lock(&bench);
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    char *json = bench_json(1, "Completed", "Council");
    bench_answer_project(&bench, &call, json);
    free(json);
    bench_store_unlock(&bench);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_NOTIFY), 1);
}

Test(app_notices, what_the_start_finds_is_no_change)
{
    cr_expect_eq(bench_effect_count(&bench, EFFECT_NOTIFY), 0);
    bench_wait(&bench, 5000);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), 0);
}
