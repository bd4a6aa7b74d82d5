/* The application: what is computed of captions that are here, another style and a comparison, and a save
 * that is refused. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "part.h"
#include "steno/client/offline.h"
#include "support/asserts.h"
#include "support/captions_bench.h"

TestSuite(app_computed, .init = captions_begin, .fini = captions_end);

/* Does it show what begins or ends so: the title, or its other end? */
static bool shows(const char *text)
{
    return strstr(page()->title, text) || (page()->aside && strstr(page()->aside, text));
}

Test(app_computed, captions_are_kept_and_compared_with_those_of_other_options)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "=");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    set_length("20");
    bench_keys(&bench, "x");
    answer(two);
    bench_keys(&bench, "=");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert(bench_answer_computation(&bench));
    cr_assert(shows("Comparison 2"));
    cr_assert_eq(rows(), 2, "line ends of the first, and the third is gone");
    bench_keys(&bench, "=");
    cr_assert(shows("Captions 2") && page()->is_list);
    cr_assert_eq(rows(), 2);
}

Test(app_computed, every_way_out_of_a_comparison_leads_to_captions)
{
    static const char *const ways[] = {"J q", "J J", "i q"};
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "=");
    set_length("20");
    bench_keys(&bench, "x");
    answer(two);
    for (size_t i = 0; i < 3; i++) {
        bench_keys(&bench, "=");
        cr_assert(bench_answer_computation(&bench));
        cr_assert(shows("Comparison 2"));
        bench_keys(&bench, "j"); /* the second row: a caption that these have not */
        bench_keys(&bench, ways[i]);
        cr_assert(shows("Captions 2"), "%s: %s", ways[i], page()->title);
        cr_assert_eq(rows(), 2, "%s: %zu", ways[i], rows());
        cr_assert_str_eq(page()->lines[1].value, "Two words", "%s: %s", ways[i], page()->lines[1].value);
    }
}

Test(app_computed, a_style_is_checked_without_a_request)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench.app->style = caption_style_find("bbc");
    bench_keys(&bench, "j");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert(bench_answer_computation(&bench));
    cr_assert(shows("bbc"), "%s", page()->aside);
}

/* Two reads in a row do not reach the server. */
static void go_offline(void)
{
    for (int i = 0; i < 2; i++) {
        struct event tick = {.kind = EVENT_TICK};
        bench_clear(&bench);
        app_poll_ask(bench.app, 2);
        bench_event(&bench, &tick);
        const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
        cr_assert_not_null(call);
        bench_answer_error(&bench, call, ERROR_CONNECT, 0, "Read project 2: cannot connect");
    }
    cr_assert(client_is_offline(bench.app->client));
    bench_clear(&bench);
}

/* What is concluded from answers of the server. */
static struct known {
    bool offline;
    int64_t answer_ms, took_ms;
    size_t lines;
} known(void)
{
    const struct app *app = bench.app;
    return (struct known){client_is_offline(app->client), app->client->answer_ms, app->client->answer_took_ms,
                          app->activity_count};
}

static void expect_nothing_learnt(const struct known *before)
{
    struct known now = known();
    cr_expect_eq(now.offline, before->offline);
    cr_expect_eq(now.answer_ms, before->answer_ms, "%lld", (long long)now.answer_ms);
    cr_expect_eq(now.took_ms, before->took_ms, "%lld", (long long)now.took_ms);
    cr_expect_eq(now.lines, before->lines, "%zu lines", now.lines);
}

Test(app_computed, what_is_computed_here_is_no_answer_of_the_server)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "=");
    set_length("20");
    bench_keys(&bench, "x");
    answer(two);
    go_offline();
    struct known before = known();
    bench_wait(&bench, 1000);
    bench_keys(&bench, "=");
    cr_assert(bench_answer_computation(&bench));
    cr_assert(shows("Comparison 2"));
    expect_nothing_learnt(&before);
    bench_keys(&bench, "=");
    bench.app->style = caption_style_find("bbc");
    bench_keys(&bench, "j");
    cr_assert(bench_answer_computation(&bench));
    cr_assert(shows("bbc"), "%s", page()->aside);
    expect_nothing_learnt(&before);
}

Test(app_computed, a_style_is_checked_although_the_login_has_expired)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench.app->client->session = SESSION_EXPIRED;
    part_wake(bench.app, &part_poll);
    bench.app->style = caption_style_find("bbc");
    bench_keys(&bench, "j");
    cr_assert(bench_answer_computation(&bench));
    cr_assert(shows("bbc"), "%s", page()->aside);
}

Test(app_computed, a_comparison_that_others_overtook_is_made_again_with_them)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "=");
    set_length("20");
    bench_keys(&bench, "x");
    answer(two);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "= r");
    const struct call *again = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(again);
    struct effect *late = bench_effect(&bench, EFFECT_COMPUTE);
    struct computation *older = late->computation;
    late->computation = NULL;
    bench_answer_captions(&bench, again, three);
    computation_run(older);
    bench_event(&bench, &(struct event){.kind = EVENT_COMPUTED, .computation = older});
    computation_free(older);
    cr_expect(shows("Captions 2") && page()->is_list, "its rows are not those of what is shown now");
    cr_assert(bench_answer_computation(&bench));
    cr_expect_str_eq(bench.app->status, "No difference to the captions kept earlier");
}

/* What a save finds: the project is of another version. */
static void answer_changed(const struct call *call)
{
    struct call_result *result = call_result_new(call);
    char *json = bench_json(2, "Completed", "Interview: dam keeper");
    result->project = project_decode(json, strlen(json), &result->error);
    cr_assert_not_null(result->project, "%s", result->error.text);
    error_set(&result->error, ERROR_CONFLICT, "changed");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    free(json);
}

Test(app_computed, a_save_that_is_refused_once_the_form_is_closed_says_so)
{
    open_captions(three);
    bench_keys(&bench, "X");
    struct call call = *bench_call(&bench, ENDPOINT_EXPORT);
    bench_keys(&bench, "x q");
    cr_assert_null(app_form_top(bench.app));
    answer_changed(&call);
    cr_assert_str_eq(bench.app->status, "2: changed since its captions were read. Nothing was written");
}
