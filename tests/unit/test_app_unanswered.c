/* Writes without an answer: of programs that are gone, of other sessions, of this one. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"

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

/* The store lists one enqueue of a project in the state and version given. */
static void answer_list(const struct store_op *op, int64_t id, enum owner_life life)
{
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = id != 0;
    if (id)
        result->pending[0] = (struct pending){.row = 9,
                                              .id = id,
                                              .op = ENDPOINT_ENQUEUE,
                                              .state = mem_copy("None"),
                                              .version = 7,
                                              .when_ms = BENCH_WALL_MS - 60000,
                                              .until_ms = BENCH_WALL_MS + 60000,
                                              .life = life};
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* Another session changed the store; it lists this. */
static void list(int64_t id, enum owner_life life)
{
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    answer_list(bench_store(&bench, STORE_PENDING_LIST), id, life);
}

/* This program is, or is not, the first to take the row over. */
static void answer_claim(int64_t changes)
{
    const struct store_op *op = bench_store(&bench, STORE_PENDING_CLAIM);
    cr_assert_not_null(op);
    cr_expect_eq(op->number, 9);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->number = op->number;
    result->changes = changes;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* Answers the newest read of a project. */
static void answer_read(int64_t id, const char *state)
{
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = id};
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].op == ENDPOINT_GET_PROJECT && bench.app->calls[i].project_id == id)
            call.serial = bench.app->calls[i].serial;
    }
    cr_assert_neq(call.serial, 0, "it is not read");
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
    answer_claim(1);
    answer_read(1, "InProgress");
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
    cr_expect_not_null(strstr(bench.app->status, "None to InProgress"), "%s", bench.app->status);
    const struct store_op *op = bench_store(&bench, STORE_PENDING_REMOVE);
    cr_assert_not_null(op);
    cr_expect_eq(op->number, 9);
    cr_expect_not_null(bench_store(&bench, STORE_HISTORY_ADD));
}

Test(app_unanswered, what_another_program_took_over_is_left_to_it)
{
    list(1, OWNER_ENDED);
    answer_claim(0);
    bench_clear(&bench);
    bench_keys(&bench, "r");
    answer_read(1, "None");
    cr_expect_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_write_of_a_session_that_lives_is_marked_and_a_second_one_asks)
{
    list(1, OWNER_LIVES);
    cr_expect_null(bench_store(&bench, STORE_PENDING_CLAIM));
    cr_expect(bench_page_has(&bench, "details", "has no answer yet"));
    bench_keys(&bench, "e X");
    cr_assert(bench_asks(&bench, " again?"));
    cr_expect_not_null(strstr(bench.app->question->note, "may be enqueued already: Enqueue sent "));
    cr_expect_null(bench_store(&bench, STORE_PENDING_ADD));
}

Test(app_unanswered, the_mark_goes_with_the_row)
{
    list(1, OWNER_LIVES);
    list(0, OWNER_LIVES);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, what_is_looked_after_here_goes_to_a_new_state_file)
{
    list(1, OWNER_ENDED);
    answer_claim(1);
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_LOST});
    const struct store_op *op = bench_store(&bench, STORE_PENDING_ADD);
    cr_assert_not_null(op);
    cr_expect_eq(op->pending->id, 1);
    cr_expect_eq(op->pending->op, ENDPOINT_ENQUEUE);
    cr_expect_eq(op->pending->when_ms, BENCH_WALL_MS - 60000);
    cr_expect_gt(bench_store(&bench, STORE_PENDING_LIST)->serial, op->serial);
    answer_list(bench_store(&bench, STORE_PENDING_LIST), 1, OWNER_SELF);
    cr_expect_not_null(app_project_find(bench.app, 1)->unanswered);
    answer_read(1, "InProgress");
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
}

Test(app_unanswered, what_a_living_session_looks_after_is_left_to_it_in_a_new_state_file)
{
    list(1, OWNER_LIVES);
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_LOST});
    cr_expect_null(bench_store(&bench, STORE_PENDING_ADD));
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_LIST));
}

Test(app_unanswered, a_reading_that_was_sent_before_tells_nothing)
{
    bench_keys(&bench, "r"); /* under way when the row becomes known */
    list(1, OWNER_ENDED);
    answer_claim(1);
    answer_read(1, "None");
    cr_expect_null(bench_store(&bench, STORE_PENDING_REMOVE), "an older reading cannot know");
}

Test(app_unanswered, a_project_that_is_not_on_the_watchlist_is_looked_at_once)
{
    list(77, OWNER_ENDED);
    answer_claim(1);
    answer_read(77, "Completed");
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_expect_null(app_project_find(bench.app, 77), "it is not put on the watchlist");
}

Test(app_unanswered, a_look_that_failed_is_tried_again_once_the_server_answers)
{
    list(77, OWNER_ENDED);
    answer_claim(1);
    struct call *look = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_eq(look->project_id, 77);
    bench_answer_error(&bench, look, ERROR_CONNECT, 0, "refused");
    bench_clear(&bench);
    cr_expect_null(bench_call(&bench, ENDPOINT_GET_PROJECT), "not before something else was answered");
    bench_keys(&bench, "r");
    answer_read(1, "None");
    answer_read(77, "Completed");
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
}

Test(app_unanswered, a_list_that_comes_again_sends_no_second_look)
{
    list(77, OWNER_ENDED);
    answer_claim(1);
    list(77, OWNER_SELF);
    cr_expect_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    answer_read(77, "Completed");
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
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
    answer_claim(1);
    answer_read(1, "InProgress");
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_reading_that_was_sent_before_is_followed_by_one_that_tells)
{
    bench_keys(&bench, "r");
    list(1, OWNER_ENDED);
    answer_claim(1);
    answer_read(1, "None");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 10000);
    bench_answer_reads(&bench, "None");
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, an_unknown_outcome_of_this_session_is_told_by_the_next_reading)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost");
    answer_list(bench_store(&bench, STORE_PENDING_LIST), 1, OWNER_SELF);
    cr_expect_null(bench_store(&bench, STORE_PENDING_CLAIM), "it is this program's already");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 10000);
    bench_answer_reads(&bench, "None");
    cr_assert_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, a_write_whose_answer_is_still_waited_for_is_no_such_row)
{
    bench_keys(&bench, "e X");
    int64_t row = bench.app->calls[bench.app->call_count - 1].row;
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    struct store_result *result = store_result_new(bench_store(&bench, STORE_PENDING_LIST));
    result->ok = true;
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = 1;
    result->pending[0] = (struct pending){.row = row, .id = 1, .op = ENDPOINT_ENQUEUE, .life = OWNER_SELF};
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_expect_null(app_project_find(bench.app, 1)->unanswered);
}

Test(app_unanswered, to_quit_with_a_write_under_way_is_asked)
{
    bench_keys(&bench, "e X");
    bench_command(&bench, "form-leave");
    bench_clear(&bench);
    bench_command(&bench, "quit");
    cr_assert(bench_asks(&bench, "Enqueue 1 has no answer yet. Quit, and find out at the next start?"));
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    bench_keys(&bench, "n");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    bench_command(&bench, "quit");
    bench_keys(&bench, "y");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_unanswered, to_quit_with_an_export_under_way_is_asked_and_with_a_reading_not)
{
    bench_keys(&bench, "x X");
    bench_command(&bench, "form-leave");
    bench_command(&bench, "quit");
    cr_assert(bench_asks(&bench, "Export 1 is in progress"));
    bench_keys(&bench, "n");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "1.srt", 3);
    bench_keys(&bench, "r");
    bench_command(&bench, "quit");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
}
