/* The drawn screens of the watchlist, cell by cell. */
#include <criterion/criterion.h>

#include "screen/mock.h"
#include "support/screen.h"

static struct bench bench;

static void mocks_stop(void)
{
    bench_free(&bench);
}

TestSuite(mock, .fini = mocks_stop);

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

Test(mock, offline40)
{
    mock_world(&bench, 40, 10);
    lose_server();
    mock_expect(&bench, "offline40");
}
