/* The drawn screens of the watchlist, cell by cell. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "screen/mock.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

static void mocks_stop(void)
{
    bench_free(&bench);
}

TestSuite(mock, .fini = mocks_stop);

Test(mock, first80)
{
    mock_world_told(&bench, 80, 24);
    mock_expect(&bench, "first80");
}

Test(mock, first40)
{
    mock_world(&bench, 40, 10);
    mock_expect(&bench, "first40");
}

/* The words "new -court" in the line of the filter. */
static void type_filter(void)
{
    bench_keys(&bench, "f");
    bench_type(&bench, "new -court");
}

Test(mock, filter80)
{
    mock_world(&bench, 80, 24);
    type_filter();
    bench_wait(&bench, 400);
    mock_answer_reads(&bench);
    mock_expect(&bench, "filter80");
}

Test(mock, filter40)
{
    mock_world(&bench, 40, 10);
    type_filter();
    mock_expect(&bench, "filter40");
}

/* Two reads in a row did not reach the server, at 19:09. */
static void lose_server(void)
{
    bench.wall_ms = MOCK_WALL_MS - 153000;
    for (int i = 0; i < 2; i++) {
        bench_keys(&bench, "r");
        struct call call = {.op = ENDPOINT_GET_PROJECT};
        for (size_t k = 0; k < bench.app->call_count; k++)
            call.serial = bench.app->calls[k].serial;
        bench_answer_error(&bench, &call, ERROR_CONNECT, 0, "connection refused by 127.0.0.1:8321.");
    }
    bench_keys(&bench, "Esc");
    bench.wall_ms = MOCK_WALL_MS;
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
}

Test(mock, offline80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "j j j j j j");
    bench_wait(&bench, 2000);
    lose_server();
    mock_expect(&bench, "offline80");
}

Test(mock, offline40)
{
    mock_world(&bench, 40, 10);
    lose_server();
    mock_expect(&bench, "offline40");
}

Test(mock, what_the_store_has_of_a_project_is_shown_before_the_server_answers)
{
    struct error err;
    const int64_t id = 7;
    mock_start(&bench, 80, 24, 0);
    char *json = mock_project(id);
    json_t *reply = json_decode(json, strlen(json), &err);
    struct project *project = project_pick(json_object_get(reply, "Data"), id, &err);
    const struct store_reading reading = {.project = project, .when_ms = MOCK_WALL_MS};
    cr_assert(store_list_add(bench.store, &id, 1, NULL, &err) &&
                  store_project_save(bench.store, &reading, &err),
              "%s", err.text);
    project_free(project);
    json_decref(reply);
    free(json);
    bench_store_changed(&bench);
    mock_show(&bench);
    cr_expect_str_eq(screen_row(2),
                     "> 7  +Completed  05-18 00:28:30   Evening news               news        2 days");
}
