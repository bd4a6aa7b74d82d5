/* Writes without an answer, of programs that are gone, of other sessions and of this one, and enqueues that
 * are not seen to start. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "writes.h"
#include "store_sql.h"
#include "support/app_store.h"
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

/* An enqueue of a project, whose sender waits until a time by BENCH_WALL_MS. */
static int64_t enqueue_until(int64_t id, int64_t until_ms)
{
    bench_clear(&bench);
    int64_t row = bench_lost_write(&bench, (struct write){.id = id,
                                                          .op = ENDPOINT_ENQUEUE,
                                                          .before = mem_copy("None"),
                                                          .version = 7,
                                                          .when_ms = BENCH_WALL_MS - 60000,
                                                          .until_ms = BENCH_WALL_MS + until_ms});
    bench_wait(&bench, 0);
    return row;
}

static int64_t lose_enqueue(int64_t id)
{
    return enqueue_until(id, -1);
}

/* Answers the newest read of a project. */
static void answer_read(int64_t id, const char *state)
{
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    char *json = bench_json(id, state, "Council meeting, 14 May");
    bench_answer_project(&bench, &call, json);
    free(json);
}

static const struct app_project *project(int64_t id)
{
    return app_project_find(bench.app, id);
}

Test(app_unanswered, what_a_dead_program_left_is_marked_at_the_start)
{
    struct bench other;
    bench_init(&other, "secret-token");
    bench_list(&other, (struct bench_row[]){{1, "None", "Council"}}, 1);
    bench_lost_write(&other, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE});
    bench_start(&other, 80, 24);
    cr_expect_not_null(app_project_find(other.app, 1)->unanswered);
    bench_free(&other);
}

Test(app_unanswered, what_a_dead_program_left_is_looked_at_and_told)
{
    lose_enqueue(1);
    cr_expect_not_null(project(1)->unanswered);
    answer_read(1, "InProgress");
    cr_expect_null(project(1)->unanswered);
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_str_has(bench.app->status, "None to InProgress");
}

Test(app_unanswered, the_reading_that_settles_one_is_kept_as_of_when_it_began)
{
    int64_t when_ms = 0, began_ms;
    json_t *raw = NULL;
    struct error err;
    lose_enqueue(1);
    began_ms = bench.wall_ms;
    bench_keys(&bench, "r");
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    bench.wall_ms += 4000;
    char *json = bench_json(1, "InProgress", "Council");
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_assert(store_project_load(bench.store, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_eq(when_ms, began_ms, "a reading that began in between would count as older");
    json_decref(raw);
}

Test(app_unanswered, one_whose_sender_may_wait_for_its_answer_is_not_said_to_be_open)
{
    enqueue_until(1, 30000);
    answer_read(1, "None");
    cr_expect_str_lacks(bench.app->status, "is still None");
    bench_wait(&bench, 60000);
    answer_read(1, "None");
    cr_expect_str_has(bench.app->status, "is still None", "it is lost now");
}

Test(app_unanswered, what_another_program_was_quicker_to_settle_is_not_told_twice)
{
    int64_t row = lose_enqueue(1);
    struct receipt receipt = {.outcome = WRITE_PROBABLY, .ends = true};
    struct error err;
    bool is_first;
    receipt.end = (struct write){.outcome = WRITE_DONE, .is_over = true};
    cr_assert(store_write_settle(bench.store, row, &receipt, &is_first, &err), "%s", err.text);
    answer_read(1, "InProgress");
    cr_expect_null(project(1)->unanswered);
    cr_expect_str_lacks(bench.app->status, "probably");
}

Test(app_unanswered, an_unchanged_reading_settles_nothing_while_the_server_may_be_at_work)
{
    int64_t row = lose_enqueue(1);
    answer_read(1, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_assert_not_null(project(1)->unanswered);
    cr_expect_str_has(project(1)->unanswered, ": open until ");
    cr_expect_str_has(bench.app->status, "is still None at ");
    cr_expect_str_lacks(bench.app->status, "not enqueued");
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already: Enqueue sent ");
    bench_keys(&bench, "y");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_eq(bench.app->calls[bench.app->call_count - 1].asked->asked_row, row, "Yes is about that one");
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
    lose_enqueue(77);
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
    cr_expect_eq(bench_open_count(&bench, 77), 1);
    looks_within(77, 600500 - at_ms);
    cr_expect_eq(bench_open_count(&bench, 77), 0, "the reading after the end settles it");
    cr_expect_eq(bench_outcome(&bench, 77), WRITE_NO_EFFECT);
    cr_expect_eq(looks_within(77, 60000), 0);
}

Test(app_unanswered, one_that_no_reading_can_settle_is_asked_about_for_good_and_looked_at_no_more)
{
    lose_enqueue(77);
    bench_answer_reads(&bench, "Uploading");
    for (int64_t end = bench.now_ms + 661000; bench.now_ms < end;) {
        bench_wait(&bench, 1000);
        bench_answer_reads(&bench, "Uploading");
    }
    cr_expect_eq(bench_open_count(&bench, 77), 1);
    cr_expect_eq(looks_within(77, 60000), 0);
}

Test(app_unanswered, a_write_of_a_session_that_waits_is_marked_and_a_second_one_asks)
{
    enqueue_until(1, 60000);
    cr_expect_str_has(bench_page_text(&bench, "details"), "?Sent ");
    cr_expect_eq(project(1)->enqueued_ms, BENCH_WALL_MS - 60000);
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already: Enqueue sent ");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_unanswered, one_whose_sender_may_have_been_killed_is_proved_by_a_reading)
{
    enqueue_until(1, 60000);
    answer_read(1, "InProgress");
    cr_expect_null(project(1)->unanswered);
    cr_expect_eq(bench_open_count(&bench, 1), 0);
}

Test(app_unanswered, what_a_dead_program_left_is_not_said_to_be_sent)
{
    lose_enqueue(1);
    cr_expect_eq(project(1)->enqueued_ms, 0);
}

Test(app_unanswered, the_mark_goes_with_the_row)
{
    struct error err;
    int64_t row = enqueue_until(1, 60000);
    cr_assert(store_write_drop(bench.store, row, &err), "%s", err.text);
    bench_store_changed(&bench);
    cr_expect_null(project(1)->unanswered);
}

Test(app_unanswered, a_reading_that_was_sent_before_tells_nothing)
{
    bench_keys(&bench, "r"); /* under way when it is sent */
    bench.wall_ms += 1000;
    bench_lost_write(&bench, (struct write){.id = 1,
                                            .op = ENDPOINT_ENQUEUE,
                                            .before = mem_copy("None"),
                                            .when_ms = bench.wall_ms,
                                            .until_ms = bench.wall_ms + 1});
    answer_read(1, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 1, "an older reading cannot know");
    bench_wait(&bench, 10000);
    bench_answer_reads(&bench, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
}

Test(app_unanswered, a_project_that_is_not_on_the_list_is_looked_at)
{
    lose_enqueue(77);
    answer_read(77, "Completed");
    cr_expect_eq(bench_open_count(&bench, 77), 0);
    cr_expect_null(project(77), "it is not put on the list");
}

Test(app_unanswered, a_look_that_failed_is_tried_again)
{
    lose_enqueue(77);
    struct call *look = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_eq(look->project_id, 77);
    bench_answer_error(&bench, look, ERROR_CONNECT, 0, "refused");
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    answer_read(77, "Completed");
    cr_expect_eq(bench_open_count(&bench, 77), 0);
}

Test(app_unanswered, a_look_that_failed_once_the_time_is_over_is_tried_again_too)
{
    lose_enqueue(77);
    for (int64_t end = bench.now_ms + 700000; bench.now_ms < end;) {
        struct call *look = bench_call(&bench, ENDPOINT_GET_PROJECT);
        if (look && look->project_id == 77)
            bench_answer_error(&bench, look, ERROR_SERVER, 500, "Oops");
        bench_clear(&bench);
        bench_wait(&bench, 1000);
    }
    looks_within(77, 600000);
    cr_expect_eq(bench_open_count(&bench, 77), 0);
}

Test(app_unanswered, a_project_that_is_gone_ends_it)
{
    lose_enqueue(1);
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Not found");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_UNKNOWN);
}

Test(app_unanswered, a_project_that_comes_to_the_list_later_is_marked_too)
{
    enqueue_until(77, 60000);
    bench_command(&bench, "open 77");
    cr_expect_not_null(project(77)->unanswered);
}

Test(app_unanswered, an_unknown_outcome_of_this_session_is_marked_at_once_and_looked_at_after_2_s)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost.");
    cr_expect_str_has(bench.app->status, "lost. The outcome is open until ");
    cr_expect_not_null(project(1)->unanswered);
    bench_answer_reads(&bench, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_expect_not_null(project(1)->unanswered);
    bench_clear(&bench);
    bench_wait(&bench, 2500);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_answer_reads(&bench, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_null(project(1)->unanswered);
}

Test(app_unanswered, an_open_deletion_of_a_tag_is_marked_and_asks_nothing_before_an_enqueue)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_DELETE_TAG, .value = mem_copy("news")});
    cr_expect_not_null(project(1)->unanswered);
    bench_keys(&bench, "e X");
    cr_expect_null(bench.app->question->text);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_unanswered, a_write_whose_answer_is_still_waited_for_is_no_such_row)
{
    bench_keys(&bench, "e X");
    bench_store_changed(&bench);
    cr_expect_null(project(1)->unanswered);
}

/* --- taken, and not seen to start --- */

static void take_enqueue(const char *state)
{
    char *json = bench_json(1, state, "Council");
    bench_keys(&bench, "e X");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
}

Test(app_unanswered, one_that_is_active_in_its_answer_leaves_nothing)
{
    take_enqueue("InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_null(project(1)->unanswered);
}

Test(app_unanswered, one_that_was_taken_is_shown_as_sent_until_its_state_moves)
{
    take_enqueue("None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_expect_eq(project(1)->enqueued_ms, BENCH_WALL_MS);
    bench_wait(&bench, 5000);
    bench_answer_reads(&bench, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_eq(project(1)->enqueued_ms, 0);
}

Test(app_unanswered, one_that_was_taken_is_asked_about)
{
    take_enqueue("None");
    bench_clear(&bench);
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_expect_str_has(bench.app->question->note, "not seen to start yet");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_unanswered, one_that_was_taken_is_sent_again_on_yes)
{
    take_enqueue("None");
    bench_wait(&bench, 100);
    bench_keys(&bench, "e X y");
    char *json = bench_json(1, "None", "Council");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_expect_null(app_form_top(bench.app));
    cr_expect_eq(bench_open_count(&bench, 1), 1, "the first one is over");
}

Test(app_unanswered, one_whose_state_never_moves_is_not_seen_to_start)
{
    take_enqueue("None");
    looks_within(1, 660000);
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_eq(project(1)->enqueued_ms, 0);
    cr_expect_str_has(bench.app->status, "was not seen to start");
}

/* --- the end --- */

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

/* The store cannot list its rows, or can again. */
static void break_rows(bool is_broken)
{
    cr_assert_eq(sqlite3_exec(bench.store->db,
                              is_broken ? "ALTER TABLE act_rows RENAME TO act_rows_away"
                                        : "ALTER TABLE act_rows_away RENAME TO act_rows",
                              NULL, NULL, NULL),
                 SQLITE_OK);
}

Test(app_unanswered, rows_that_could_not_be_listed_are_listed_a_second_later)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE, .before = mem_copy("None")});
    cr_assert_not_null(project(1)->unanswered);
    cr_assert_eq(sqlite3_exec(bench.store->db, "UPDATE act_rows SET over = 1", NULL, NULL, NULL), SQLITE_OK);
    break_rows(true);
    bench_store_changed(&bench);
    break_rows(false);
    bench_wait(&bench, 1100);
    cr_expect_null(project(1)->unanswered, "it is over since");
}

Test(app_unanswered, acts_that_could_not_be_listed_are_listed_a_second_later)
{
    size_t count;
    bench_wait(&bench, 2000);
    break_rows(true);
    bench_store_changed(&bench);
    break_rows(false);
    bench_clear(&bench);
    app_acts(bench.app, &count);
    cr_expect_eq(count, 0);
    struct write write = {
        .id = 1, .op = ENDPOINT_ENQUEUE, .when_ms = bench.wall_ms, .rests_ms = bench.wall_ms};
    struct write_list open = {0};
    struct error err;
    cr_assert_gt(store_write_begin(bench.store, &write, &open, &err), 0, "%s", err.text);
    bench_wait(&bench, 1100);
    app_acts(bench.app, &count);
    cr_expect_eq(count, 1);
}

Test(app_locked, what_could_not_be_settled_is_looked_at_again)
{
    bench_init(&bench, "secret-token");
    bench_store_open(&bench);
    bench_start(&bench, 80, 24);
    bench_wait(&bench, 700000);
    lose_enqueue(77);
    bench_store_lock(&bench);
    answer_read(77, "None");
    bench_store_unlock(&bench);
    cr_expect_eq(bench_open_count(&bench, 77), 1);
    looks_within(77, 600000);
    cr_expect_eq(bench_open_count(&bench, 77), 0);
    bench_free(&bench);
    bench_store_close(&bench);
}
