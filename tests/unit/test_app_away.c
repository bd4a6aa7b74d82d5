/* The application: what happened while nobody looked. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "foot.h"
#include "part.h"
#include "steno/core/pending.h"
#include "support/app_bench.h"

static struct bench bench;

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_away, .fini = teardown);

/* The store's answer to the load of the digest. */
static void answer_kept(const char *json)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t count = bench_store_ops(&bench, ops);
    for (size_t i = 0; i < count; i++) {
        if (ops[i]->kind == STORE_DRAFT_LOAD && strcmp(ops[i]->name, "away") == 0) {
            bench_answer_store(&bench, ops[i], json);
            return;
        }
    }
    cr_assert_fail("the digest was not asked for");
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

/* What the store is asked to merge into the digest under this field; NULL for nothing. */
static const json_t *merged(const char *field)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t count = bench_store_ops(&bench, ops);
    const json_t *found = NULL;
    for (size_t i = 0; i < count; i++) {
        if (ops[i]->kind == STORE_DRAFT_SAVE && strcmp(ops[i]->name, "away") == 0 &&
            json_object_get(ops[i]->json, field))
            found = json_object_get(ops[i]->json, field);
    }
    return found;
}

Test(app_away, changes_are_announced_and_not_opened)
{
    start_with(NULL, "Failed");
    cr_assert_str_eq(message(), "While you were away: 2 failed; W shows them");
    cr_assert_eq(bench.app->focus, PANE_LIST);
    bench_keys(&bench, "W");
    cr_assert(bench_page_has(&bench, "away", "!1   Council meeting          InProgress → Failed"));
    cr_assert(bench_page_has(&bench, "away", "Times are the last change on the server"));
    cr_assert(json_is_object(merged("0 1")), "until it was seen it is kept");
}

Test(app_away, nothing_is_said_where_nothing_happened)
{
    start_with(NULL, "InProgress");
    cr_assert_str_eq(message(), "");
}

Test(app_away, what_was_seen_goes_and_does_not_come_back)
{
    start_with(NULL, "Completed");
    bench_keys(&bench, "W");
    bench_clear(&bench);
    bench_keys(&bench, "Space");
    cr_assert(json_is_null(merged("1 1")));
    cr_assert_not(bench_page_has(&bench, "away", "Council meeting"));
    cr_assert_str_eq(message(), "While you were away: 1 completed; W shows them");
    bench_keys(&bench, "W M");
    cr_assert(json_is_null(merged("1 2")));
    cr_assert_str_eq(message(), "");
}

Test(app_away, what_an_earlier_session_did_not_see_is_announced_again)
{
    start_with("{\"1 2\":{\"text\":\"None → InProgress\",\"when\":0,\"from\":1}}", "InProgress");
    cr_assert_str_eq(message(), "While you were away: 1 changed; W shows them");
    bench_keys(&bench, "W");
    cr_assert(bench_page_has(&bench, "away", "None → InProgress"));
}

Test(app_away, enter_leads_to_the_project)
{
    start_with(NULL, "Completed");
    bench_keys(&bench, "W j Enter");
    cr_assert_eq(bench.app->current, 2);
    cr_assert_eq(bench.app->focus, PANE_LIST);
}

Test(app_away, what_happens_later_is_no_part_of_it)
{
    start_with(NULL, "InProgress");
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "Failed");
    bench_keys(&bench, "W");
    cr_assert(bench_page_has(&bench, "away", "Nothing that was not seen"));
}

Test(app_away, a_write_whose_answer_was_lost_is_told_with_what_it_brought)
{
    struct pending pending = {.row = 9,
                              .id = 1,
                              .op = ENDPOINT_ENQUEUE,
                              .state = (char *)"None",
                              .version = 7,
                              .when_ms = BENCH_WALL_MS - 60000};
    start_with("{}", "InProgress");
    struct error err;
    char *json = bench_json(1, "InProgress", "Council meeting");
    struct project *now = project_decode(json, strlen(json), &err);
    bench.app->client->out = &bench.effects;
    part_tell_write_told(bench.app, &pending, now, true);
    project_free(now);
    free(json);
    bench_keys(&bench, "W");
    cr_expect(bench_page_has(&bench, "away", "?1 "));
    cr_expect(bench_page_has(&bench, "away",
                             "Enqueue sent 09:01 had no answer; it probably went through: InProgress"));
    bench_keys(&bench, "g Space");
    cr_expect_not(bench_page_has(&bench, "away", "had no answer"), "it was seen");
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
    cr_assert_str_eq(message(),
                     "While you were away: 4 expire today, 2 expire in 1 day, 1 is deleted in 2 days; W "
                     "shows them",
                     "%s", message());
}
