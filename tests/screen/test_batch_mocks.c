/* The drawn screens of questions, cell by cell, and the bytes of the running line. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "screen/mock.h"
#include "steno/base/error.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

static void mocks_stop(void)
{
    bench_free(&bench);
}

TestSuite(batch_mock, .fini = mocks_stop);

/* Answers the export of a project: with its file, or with what is in the way. */
static void answer_export(int64_t id, const char *path, int64_t bytes)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    if (bytes > 0) {
        bench_answer_file(&bench, &call, path, bytes);
        return;
    }
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_EXISTS, "%s exists already", path);
    result->path = strdup(path);
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* Marks 2, 7 and 9 and starts their export; the cursor is on 10 afterwards. */
static void start_export(void)
{
    bench_keys(&bench, "G k k");
    bench_wait(&bench, 400);
    bench_keys(&bench, "r");
    mock_answer_reads(&bench); /* the details have all of 10, and no time to follow what is marked */
    bench_keys(&bench, "g j Space j j j j Space j Space");
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "SubtitleLineLength", "42");
    bench_keys(&bench, "X");
    cr_assert(bench.app->batch->active);
}

Test(batch_mock, ask80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "t d");
    mock_expect(&bench, "ask80");
}

Test(batch_mock, ask40)
{
    mock_world(&bench, 40, 10);
    bench_keys(&bench, "j");
    bench_wait(&bench, 400);
    mock_answer_reads(&bench);
    bench_keys(&bench, "e X");
    app_form_close(bench.app, app_form_top(bench.app)); /* the drawing leaves the form out */
    app_project_select(bench.app, 1);
    mock_expect(&bench, "ask40");
}

/* The bytes that it costs to draw what came since the last call. */
static size_t drawn(void)
{
    mock_show(&bench);
    return screen_bytes();
}

Test(batch_mock, the_running_line_costs_few_bytes_and_only_once_a_second)
{
    mock_world(&bench, 80, 24);
    start_export();
    drawn();
    for (int i = 1; i <= 4; i++) {
        struct call_progress progress = {
            .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 2).serial, .bytes = i * 10000, .total = 44700};
        bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
        bench_wait(&bench, 1000);
        size_t numbers = drawn();
        cr_expect(i == 1 || (numbers > 0 && numbers <= 40), "%zu bytes where only numbers change", numbers);
        progress.bytes += 1000;
        bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
        bench_wait(&bench, 100);
        cr_expect_eq(drawn(), 0, "nothing within a second");
        bench_wait(&bench, 900);
        drawn();
    }
    answer_export(2, "/srv/subs/2-Interview_dam_keeper.srt", 44700);
    bench_wait(&bench, 1000);
    size_t words = drawn();
    cr_expect(words > 0 && words <= 120, "%zu bytes where its words change", words);
}

Test(batch_mock, progress_draws_nothing_under_a_question)
{
    mock_world(&bench, 80, 24);
    start_export();
    bench_command(&bench, "remove");
    drawn();
    cr_assert_str_has(screen_text(), "from the watchlist");
    struct call_progress progress = {
        .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 2).serial, .bytes = 20000, .total = 44700};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    bench_wait(&bench, 1000);
    cr_expect_eq(drawn(), 0);
}
