/* The application: what happened while nobody looked. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "foot.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_away, .fini = teardown);

/* The store's answer about the end of the last session. */
static void answer_kept(const char *json)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t count = bench_store_ops(&bench, ops);
    for (size_t i = 0; i < count; i++) {
        if (ops[i]->kind == STORE_DRAFT_LOAD && strcmp(ops[i]->name, "session") == 0) {
            bench_answer_store(&bench, ops[i], json);
            return;
        }
    }
    cr_assert_fail("the last session was not asked for");
}

/* A start with 1 None and 2 InProgress in the store; both are read as that. */
static void start_with(const char *kept, const char *state)
{
    const struct bench_row rows[] = {{1, "InProgress", "Council meeting"}, {2, "InProgress", "Interview"}};
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    answer_kept(kept);
    bench_answer_load(&bench, rows, 2);
    bench_answer_reads(&bench, state);
}

static const char *message(void)
{
    static char text[MESSAGE_SIZE];
    app_status_end_said(bench.app); /* of single projects */
    app_message(bench.app, text, sizeof text);
    return text;
}

Test(app_away, changes_are_announced_and_not_opened)
{
    start_with(NULL, "Failed");
    cr_assert_str_eq(message(), "While you were away: 2 failed; W shows them");
    cr_assert_eq(bench.app->focus, PANE_LIST);
    bench_keys(&bench, "W");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "!1: InProgress → Failed");
    cr_assert_str_eq(message(), "", "it was looked at");
}

Test(app_away, the_list_begins_where_the_last_session_ended)
{
    char json[64];
    snprintf(json, sizeof json, "{\"end\":%lld}", (long long)BENCH_WALL_MS - 3600000);
    start_with(json, "Failed");
    bench_keys(&bench, "W");
    cr_expect_str_eq(app_focus_page(bench.app)->title, "Activity, since Thu 08:02, newest first, UTC", "%s",
                     app_focus_page(bench.app)->title);
    bench_keys(&bench, "q L");
    cr_expect_str_eq(app_focus_page(bench.app)->title, "Activity, newest first, UTC", "%s",
                     app_focus_page(bench.app)->title);
}

Test(app_away, the_end_of_the_session_is_kept)
{
    struct store_op *ops[BENCH_OPS_MAX];
    start_with(NULL, "InProgress");
    bench_clear(&bench);
    bench_keys(&bench, "q");
    const struct store_op *kept = NULL;
    for (size_t i = bench_store_ops(&bench, ops); i-- > 0;)
        kept = ops[i]->kind == STORE_DRAFT_SAVE && strcmp(ops[i]->name, "session") == 0 ? ops[i] : kept;
    cr_assert_not_null(kept);
    cr_expect_eq(json_integer_value(json_object_get(kept->json, "end")), bench.app->client->wall_ms);
}

Test(app_away, nothing_is_said_where_nothing_happened)
{
    start_with(NULL, "InProgress");
    cr_assert_str_eq(message(), "");
}

Test(app_away, a_number_of_changes_is_not_taken_for_an_id)
{
    const struct bench_row rows[] = {{1, "InProgress", "Council meeting"}, {2, "Queued", "Interview"}};
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    answer_kept(NULL);
    bench_answer_load(&bench, rows, 2);
    bench_answer_reads(&bench, "InProgress");
    cr_assert_str_eq(message(), "While you were away: 1 project changed; W shows them");
}

Test(app_away, what_happens_later_is_no_part_of_it)
{
    start_with(NULL, "InProgress");
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "Failed");
    cr_assert_str_eq(message(), "");
}

Test(app_away, all_that_end_on_a_day_are_counted_and_each_day_is_named)
{
    static const char *const ends[] = {
        "\"ExpirationDate\":\"2026-05-14T20:00:00Z\"", "\"ExpirationDate\":\"2026-05-14T21:00:00Z\"",
        "\"DeleteAt\":\"2026-05-16T08:00:00Z\"",       "\"ExpirationDate\":\"2026-05-14T22:00:00Z\"",
        "\"ExpirationDate\":\"2026-05-14T23:00:00Z\"", "\"ExpirationDate\":\"2026-05-15T08:00:00Z\"",
        "\"ExpirationDate\":\"2026-05-15T09:00:00Z\"", "\"ExpirationDate\":\"2026-06-15T09:00:00Z\"",
    };
    struct bench_row rows[8];
    for (int i = 0; i < 8; i++)
        rows[i] = (struct bench_row){i + 1, "None", "One"};
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_set(&bench, SETTING_CONNECTIONS, "16");
    bench_start(&bench, 120, 40);
    answer_kept(NULL);
    bench_answer_load(&bench, rows, 8);
    for (int i = 0; i < 8; i++) {
        char json[200];
        struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = i + 1};
        for (size_t k = 0; k < bench.app->client->call_count; k++)
            if (bench.app->client->calls[k].project_id == i + 1)
                call.serial = bench.app->client->calls[k].serial;
        snprintf(json, sizeof json,
                 "{\"Data\":{\"Id\":%d,\"AccessToken\":7,\"ProcessingState\":\"None\",%s}}", i + 1, ends[i]);
        bench_answer_project(&bench, &call, json);
    }
    cr_assert_str_eq(
        message(),
        "While you were away: 4 expire today, 2 expire in 1 day, 1 project is deleted in 2 days; W "
        "shows them",
        "%s", message());
}
