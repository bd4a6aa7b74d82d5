/* Writes without an answer: of programs that are gone, of other sessions, of this one. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_unanswered, .init = setup, .fini = teardown);

/* An enqueue of a project without an answer, in row 9. */
static struct pending enqueue_of(int64_t id, enum owner_life life)
{
    return (struct pending){.row = 9,
                            .id = id,
                            .op = ENDPOINT_ENQUEUE,
                            .state = mem_copy("None"),
                            .version = 7,
                            .when_ms = BENCH_WALL_MS - 60000,
                            .until_ms = BENCH_WALL_MS + 60000,
                            .life = life};
}

/* The store lists it. */
static void answer_list(const struct store_op *op, int64_t id, enum owner_life life)
{
    struct pending write = enqueue_of(id, life);
    bench_answer_open(&bench, op, &write);
    bench_wait(&bench, 0);
}

/* Another session changed the store; it lists this. */
static void list(int64_t id, enum owner_life life)
{
    struct pending write = enqueue_of(id, life);
    bench_list_open(&bench, &write);
    bench_wait(&bench, 0);
}

/* The store has settled row 9, or another program was quicker (0). */
static void answer_settle(int64_t changes)
{
    cr_assert_not_null(bench_settling(&bench), "nothing is settled");
    cr_expect_eq(bench_settling(&bench)->parts[0]->act_row->row, 9);
    bench_answer_settling(&bench, changes);
}

/* Answers the newest read of a project. */
static void answer_read(int64_t id, const char *state)
{
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    char *json = bench_json(id, state, "Council meeting, 14 May");
    bench_answer_project(&bench, &call, json);
    free(json);
}

Test(app_unanswered, the_start_asks_the_store_what_has_no_answer)
{
    bench_free(&bench);
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_LIST));
}

Test(app_unanswered, what_a_dead_program_left_is_looked_at_and_told)
{
    list(1, OWNER_ENDED);
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
    answer_read(1, "InProgress");
    cr_expect_str_lacks(bench.app->status, "probably", "not before it is saved: %s", bench.app->status);
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
    cr_expect_str_has(bench.app->status, "None to InProgress");
    cr_expect_not_null(bench_store(&bench, STORE_HISTORY_ADD));
}

Test(app_unanswered, what_another_program_was_quicker_to_settle_is_not_told_twice)
{
    list(1, OWNER_ENDED);
    answer_read(1, "InProgress");
    bench_keys(&bench, "Esc");
    answer_settle(0);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
    cr_expect_str_lacks(bench.app->status, "probably");
}

Test(app_unanswered, an_unchanged_reading_settles_nothing_while_the_server_may_be_at_work)
{
    list(1, OWNER_ENDED);
    answer_read(1, "None");
    cr_expect_null(bench_settling(&bench));
    const struct app_project *project = app_project_find(bench.app, 1);
    cr_assert_not_null(project->unanswered);
    cr_expect_str_has(project->unanswered, ": open until ");
    cr_expect_str_has(bench.app->status, "is still None at ");
    cr_expect_str_lacks(bench.app->status, "not enqueued");
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already: Enqueue sent ");
    bench_keys(&bench, "y");
    const struct store_op *op = bench_store(&bench, STORE_PENDING_ADD);
    cr_assert_not_null(op);
    cr_expect_eq(op->pending->asked_row, 9, "Yes is about the one that was asked about");
}

/* How many readings of a project are sent up to a time; all are answered. */
static size_t looks_within(int64_t id, int64_t ms)
{
    size_t looks = 0;
    for (int64_t end = bench.now_ms + ms; bench.now_ms < end;) {
        bench_clear(&bench);
        bench_wait(&bench, 500);
        for (size_t i = 0; i < bench.effects.count; i++) {
            const struct call *call = bench.effects.items[i].call;
            looks += call && call->op == ENDPOINT_GET_PROJECT && call->project_id == id;
        }
        bench_answer_reads(&bench, "None");
    }
    return looks;
}

Test(app_unanswered, looks_come_after_2_5_10_30_and_60_s_then_as_for_an_active_project_and_at_the_end)
{
    list(77, OWNER_ENDED);
    bench_answer_reads(&bench, "None");
    static const struct {
        int64_t until_ms;
        size_t looks;
    } parts[] = {{1500, 0},  {3000, 1},  {4500, 0},  {6000, 1},  {9500, 0}, {11000, 1},
                 {29500, 0}, {31000, 1}, {59500, 0}, {61000, 1}, {91000, 3}};
    int64_t at_ms = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        cr_expect_eq(looks_within(77, parts[i].until_ms - at_ms), parts[i].looks, "part %zu", i);
        at_ms = parts[i].until_ms;
    }
    cr_expect_null(bench_settling(&bench));
    looks_within(77, 660500 - at_ms);
    cr_assert_not_null(bench_settling(&bench), "the reading after the end settles it");
    cr_expect_str_has(bench_store(&bench, STORE_HISTORY_ADD)->text, "is still None and was not changed");
    answer_settle(3);
    cr_expect_eq(looks_within(77, 60000), 0);
}

Test(app_unanswered, one_that_no_reading_can_settle_is_asked_about_for_good_and_looked_at_no_more)
{
    list(77, OWNER_ENDED);
    bench_answer_reads(&bench, "Uploading");
    for (int64_t end = bench.now_ms + 661000; bench.now_ms < end;) {
        bench_wait(&bench, 1000);
        bench_answer_reads(&bench, "Uploading");
    }
    cr_expect_null(bench_settling(&bench));
    cr_expect_eq(looks_within(77, 60000), 0);
}

Test(app_unanswered, a_write_of_a_session_that_lives_is_marked_and_a_second_one_asks)
{
    list(1, OWNER_LIVES);
    cr_expect_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_expect_str_has(bench_page_text(&bench, "details"), "?Sent ");
    cr_expect_eq(app_project_find(bench.app, 1)->elsewhere_ms, BENCH_WALL_MS - 60000);
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already: Enqueue sent ");
    cr_expect_null(bench_store(&bench, STORE_PENDING_ADD));
}

Test(app_unanswered, what_a_dead_program_left_is_not_said_to_be_sent)
{
    list(1, OWNER_ENDED);
    cr_expect_eq(app_project_find(bench.app, 1)->elsewhere_ms, 0);
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "?Sent ");
}

Test(app_unanswered, the_mark_goes_with_the_row)
{
    list(1, OWNER_LIVES);
    bench_list_open(&bench, NULL);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_reading_that_was_sent_before_tells_nothing)
{
    bench_keys(&bench, "r"); /* under way when the row becomes known */
    list(1, OWNER_ENDED);
    answer_read(1, "InProgress");
    cr_expect_null(bench_settling(&bench), "an older reading cannot know");
}

Test(app_unanswered, a_project_that_is_not_on_the_watchlist_is_looked_at)
{
    list(77, OWNER_ENDED);
    answer_read(77, "Completed");
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 77), "it is not put on the watchlist");
}

Test(app_unanswered, a_look_that_failed_is_tried_again)
{
    list(77, OWNER_ENDED);
    struct call *look = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_eq(look->project_id, 77);
    bench_answer_error(&bench, look, ERROR_CONNECT, 0, "refused");
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    answer_read(77, "Completed");
    answer_settle(4);
}

Test(app_unanswered, a_look_that_failed_once_the_time_is_over_is_tried_again_too)
{
    list(77, OWNER_ENDED);
    for (int64_t end = bench.now_ms + 700000; bench.now_ms < end;) {
        struct call *look = bench_call(&bench, ENDPOINT_GET_PROJECT);
        if (look && look->project_id == 77)
            bench_answer_error(&bench, look, ERROR_SERVER, 500, "Oops");
        bench_clear(&bench);
        bench_wait(&bench, 1000);
    }
    for (int64_t end = bench.now_ms + 600000; !bench_settling(&bench) && bench.now_ms < end;) {
        bench_clear(&bench);
        bench_wait(&bench, 1000);
        bench_answer_reads(&bench, "None");
    }
    cr_assert_not_null(bench_settling(&bench));
}

Test(app_unanswered, what_could_not_be_settled_once_the_time_is_over_is_looked_at_again)
{
    bench_wait(&bench, 700000);
    list(77, OWNER_ENDED);
    answer_read(77, "None");
    cr_assert_not_null(bench_settling(&bench));
    struct store_result *result = store_result_new(bench_settling(&bench));
    error_set(&result->error, ERROR_IO, "state.db is locked");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    bench_clear(&bench);
    for (int64_t end = bench.now_ms + 600000; !bench_settling(&bench) && bench.now_ms < end;) {
        bench_clear(&bench);
        bench_wait(&bench, 1000);
        bench_answer_reads(&bench, "None");
    }
    cr_assert_not_null(bench_settling(&bench));
}

Test(app_unanswered, a_list_that_comes_again_sends_no_second_look)
{
    list(77, OWNER_ENDED);
    list(77, OWNER_ENDED);
    cr_expect_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    answer_read(77, "Completed");
    answer_settle(4);
}

Test(app_unanswered, a_row_that_is_being_settled_is_settled_once)
{
    list(1, OWNER_ENDED);
    answer_read(1, "InProgress");
    const struct store_op *op = bench_settling(&bench);
    cr_assert_not_null(op);
    uint64_t serial = op->serial;
    bench_keys(&bench, "r");
    bench_answer_reads(&bench, "InProgress");
    cr_expect_eq(bench_settling(&bench)->serial, serial);
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_project_that_comes_to_the_watchlist_later_is_marked_too)
{
    list(77, OWNER_LIVES);
    bench_clear(&bench);
    bench_command(&bench, "open 77");
    const struct store_op *again = bench_store(&bench, STORE_PENDING_LIST);
    cr_assert_not_null(again, "the rows came before the project, as at every start");
    answer_list(again, 77, OWNER_LIVES);
    cr_expect_not_null(app_project_find(bench.app, 77)->unanswered);
}

Test(app_unanswered, a_session_that_died_meanwhile_is_noticed_by_the_next_reading)
{
    list(1, OWNER_LIVES);
    bench_keys(&bench, "r");
    bench_clear(&bench);
    answer_read(1, "InProgress");
    const struct store_op *again = bench_store(&bench, STORE_PENDING_LIST);
    cr_assert_not_null(again, "a session that is killed changes nothing in the store");
    answer_list(again, 1, OWNER_ENDED);
    answer_read(1, "InProgress");
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_reading_that_was_sent_before_is_followed_by_one_that_tells)
{
    bench_keys(&bench, "r");
    list(1, OWNER_ENDED);
    answer_read(1, "None");
    bench_wait(&bench, 10000);
    bench_answer_reads(&bench, "InProgress");
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, an_unknown_outcome_of_this_session_is_marked_at_once_and_looked_at_after_2_s)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost.");
    cr_expect_str_has(bench.app->status, "lost. The outcome is open until ");
    answer_list(bench_store(&bench, STORE_PENDING_LIST), 1, OWNER_SELF);
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
    bench_answer_reads(&bench, "None");
    cr_expect_null(bench_settling(&bench));
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
    bench_clear(&bench);
    bench_wait(&bench, 2500);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_answer_reads(&bench, "InProgress");
    answer_settle(4);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, an_open_deletion_of_a_tag_is_marked_and_asks_nothing_before_an_enqueue)
{
    bench_list_open(&bench, &(struct pending){.row = 9,
                                              .id = 1,
                                              .op = ENDPOINT_DELETE_TAG,
                                              .value = mem_copy("news"),
                                              .when_ms = BENCH_WALL_MS,
                                              .until_ms = BENCH_WALL_MS + 60000,
                                              .life = OWNER_ENDED});
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
    bench_keys(&bench, "e X");
    cr_expect_null(bench.app->question->text);
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_ADD));
}

Test(app_unanswered, a_write_whose_answer_is_still_waited_for_is_no_such_row)
{
    bench_keys(&bench, "e X");
    int64_t row = bench.app->client->calls[bench.app->client->call_count - 1].write.row;
    bench_list_open(&bench,
                    &(struct pending){.row = row, .id = 1, .op = ENDPOINT_ENQUEUE, .life = OWNER_SELF});
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, to_quit_with_a_write_under_way_is_asked)
{
    bench_keys(&bench, "e X");
    bench_command(&bench, "form-leave");
    bench_clear(&bench);
    bench_command(&bench, "quit");
    cr_assert_str_has(bench_question(&bench),
                      "Enqueue 1 has no answer yet. Quit, and find out at the next start?");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    bench_keys(&bench, "n");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    bench_command(&bench, "quit");
    bench_keys(&bench, "y");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_unanswered, to_quit_with_an_export_under_way_is_asked_and_with_a_reading_not)
{
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    bench_command(&bench, "form-leave");
    bench_command(&bench, "quit");
    cr_assert_str_has(bench_question(&bench), "Export 1 is in progress");
    bench_keys(&bench, "n");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "1.srt", 3);
    bench_keys(&bench, "r");
    bench_command(&bench, "quit");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
}
