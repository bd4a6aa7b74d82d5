/* Writes that are on the disk before they leave. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/api/record.h"
#include "support/app_store.h"
#include "support/asserts.h"

static struct bench bench;

/* As bench_ready(), over a file that another program can lock. */
static void setup(void)
{
    const struct bench_row rows[] = {{1, "None", "Council"}, {2, "None", "Dam"}, {3, "None", "Lecture 7"}};
    bench_init(&bench, "secret-token");
    bench_store_open(&bench);
    bench_list(&bench, rows, 3);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

TestSuite(app_recorded, .init = setup, .fini = teardown);

static size_t writes_under_way(void)
{
    size_t count = 0;
    for (size_t i = 0; i < bench.app->call_count; i++)
        count += endpoints[bench.app->calls[i].op].write;
    return count;
}

/* Another program has enqueued a project, and waits. */
static int64_t enqueue_elsewhere(int64_t id)
{
    struct write write = {.id = id,
                          .op = ENDPOINT_ENQUEUE,
                          .when_ms = bench.wall_ms,
                          .until_ms = bench.wall_ms + 60000,
                          .rests_ms = bench.wall_ms};
    struct write_list open = {0};
    struct error err;
    int64_t row = store_write_begin(bench.other, &write, &open, &err);
    cr_assert_gt(row, 0, "%s", err.text);
    return row;
}

/* Answers the reading before a question, with this state. */
static void answer_reading(int64_t id, const char *state)
{
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, id);
    char *json = bench_json(id, state, "Council");
    cr_assert_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->serial, call.serial);
    call.op = ENDPOINT_GET_PROJECT;
    bench_answer_project(&bench, &call, json);
    free(json);
}

Test(app_recorded, a_write_is_on_the_disk_when_it_leaves)
{
    struct write_list open = {0};
    struct error err;
    bench_keys(&bench, "e X");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert(store_write_list(bench.other, 1, &open, &err), "%s", err.text);
    cr_assert_eq(open.count, 1, "another program sees it");
    cr_expect_eq(open.rows[0].op, ENDPOINT_ENQUEUE);
    cr_expect_str_eq(open.rows[0].before, "None");
    cr_expect_eq(open.rows[0].version, 7);
    write_list_clear(&open);
}

Test(app_recorded, a_refusal_ends_the_row)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_FORBIDDEN, 403, "no credit");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_REFUSED);
}

Test(app_recorded, an_unknown_outcome_keeps_its_row)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_OPEN);
}

Test(app_recorded, what_never_left_leaves_no_row)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_CONNECT, 0, "cannot connect");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_not_null(app_form_top(bench.app), "what was typed is gone");
}

Test(app_recorded, a_write_that_cannot_be_recorded_is_not_sent_and_keeps_its_form)
{
    bench_store_lock(&bench);
    bench_keys(&bench, "e X");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_null(bench.app->question->text, "it is not asked about");
    cr_expect_eq(writes_under_way(), 0);
    cr_assert_not_null(app_form_top(bench.app), "what was typed is gone");
    cr_expect_str_starts(app_form_top(bench.app)->message, "Not sent: steno cannot record it (");
    bench_store_unlock(&bench);
    bench_clear(&bench);
    bench_keys(&bench, "X");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_recorded, one_that_was_done_and_whose_answer_cannot_be_kept_is_said_and_stays_open)
{
    bench_keys(&bench, "e X");
    bench_store_lock(&bench);
    char *json = bench_json(1, "InProgress", "Council");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_expect_str_has(bench.app->status, "1: enqueued. Not recorded (");
    cr_expect_str_has(bench.app->status, "): it shows ? until a reading proves it");
    bench_store_unlock(&bench);
    cr_expect_eq(bench_open_count(&bench, 1), 1);
}

Test(app_recorded, a_project_that_came_with_an_answer_that_cannot_be_kept_is_kept_by_the_next_reading)
{
    int64_t when_ms;
    json_t *raw = NULL;
    struct error err;
    bench_keys(&bench, "e X");
    char *json = bench_json(1, "InProgress", "Council");
    bench_store_lock(&bench);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    bench_store_unlock(&bench);
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_assert(store_project_load(bench.other, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_str_eq(json_string_value(json_object_get(raw, "ProcessingState")), "InProgress");
    json_decref(raw);
}

Test(app_recorded, a_batch_ends_with_the_one_that_cannot_be_recorded_and_keeps_its_marks)
{
    bench_keys(&bench, "M e X");
    bench_store_lock(&bench);
    bench_keys(&bench, "y");
    bench_store_unlock(&bench);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_null(bench.app->question->text);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench.app->list.mark_count, 3);
    cr_expect_str_has(bench.app->failure, "not recorded", "%s", bench.app->failure);
}

Test(app_recorded, a_login_and_a_reading_leave_no_row)
{
    bench_keys(&bench, "r");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_expect_eq(bench_open_count(&bench, 0), 0);
}

Test(app_recorded, an_enqueue_that_another_program_was_quicker_to_record_is_read_and_asked_about)
{
    int64_t other = enqueue_elsewhere(1);
    bench_keys(&bench, "e");
    bench_keys(&bench, "X");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "it was sent");
    if (!*bench_question(&bench))
        answer_reading(1, "None");
    cr_assert_str_has(bench_question(&bench), "Enqueue 1");
    cr_expect_str_has(bench_question(&bench), "again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_eq(bench_under_way(&bench, ENDPOINT_ENQUEUE, 1).serial,
                 bench_call(&bench, ENDPOINT_ENQUEUE)->serial);
    cr_expect_eq(bench.app->calls[bench.app->call_count - 1].asked->asked_row, other);
}

Test(app_recorded, one_that_is_recorded_elsewhere_after_the_question_is_asked_about_again)
{
    enqueue_elsewhere(1);
    bench_keys(&bench, "e X");
    cr_assert_str_has(bench_question(&bench), "again?");
    struct error err;
    struct write_list open = {0};
    struct write second = {.id = 1,
                           .op = ENDPOINT_ENQUEUE,
                           .when_ms = bench.wall_ms,
                           .until_ms = bench.wall_ms + 60000,
                           .rests_ms = bench.wall_ms,
                           .asked_row = INT64_MAX};
    cr_assert_gt(store_write_begin(bench.other, &second, &open, &err), 0, "%s", err.text);
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "y covers the row that was named");
}

/* A project that was not read in this session is being read by the timer. */
static struct call read_by_the_timer(int64_t id)
{
    bench_keys(&bench, "r");
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    app_project_find(bench.app, id)->rests_ms = 0;
    return call;
}

static void answer_as(const struct call *call, const char *state)
{
    char *json = bench_json(call->project_id, state, "Council");
    bench_answer_project(&bench, call, json);
    free(json);
}

Test(app_recorded, an_enqueue_whose_project_the_timer_has_seen_active_meanwhile_is_asked_about)
{
    struct call timer = read_by_the_timer(1);
    bench_keys(&bench, "e X");
    answer_as(&timer, "InProgress");
    answer_reading(1, "InProgress");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "it was sent unasked");
    cr_expect_str_has(bench_question(&bench), "again?");
}

Test(app_recorded, of_a_batch_one_that_the_timer_has_seen_active_meanwhile_is_left_out)
{
    bench_keys(&bench, "j");
    struct call timer = read_by_the_timer(2);
    bench_keys(&bench, "M e X y");
    answer_as(&timer, "InProgress");
    answer_reading(2, "InProgress");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 2);
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_str_has(bench.app->failure, "1 not sent", "%s", bench.app->failure);
}

Test(app_recorded, an_enqueue_without_an_answer_is_judged_by_the_reading_that_it_rests_on)
{
    app_project_find(bench.app, 1)->rests_ms = 0;
    bench_keys(&bench, "e X");
    answer_reading(1, "Completed");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_ENQUEUE));
    char *json = bench_json(1, "Completed", "Council");
    error_set(&result->error, ERROR_UNKNOWN_OUTCOME, "lost");
    result->project = project_decode(json, strlen(json), &(struct error){0});
    bench_deliver(&bench, result);
    free(json);
    cr_expect_eq(bench_open_count(&bench, 1), 1, "it was Completed before");
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_OPEN);
}

Test(app_recorded, an_enqueue_that_another_program_was_quicker_to_record_is_not_sent_on_no)
{
    enqueue_elsewhere(1);
    bench_keys(&bench, "e X");
    bench_clear(&bench);
    bench_keys(&bench, "n");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_not_null(app_form_top(bench.app), "what was typed is kept");
    bench_keys(&bench, "X");
    cr_expect_str_has(bench_question(&bench), "again?", "it is asked again");
}

Test(app_recorded, of_a_batch_those_that_another_program_has_enqueued_meanwhile_are_left_out_and_named)
{
    bench_keys(&bench, "M e X");
    enqueue_elsewhere(2);
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 2);
    answer_reading(2, "InProgress");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_str_has(bench.app->failure, "1 not sent", "%s", bench.app->failure);
    cr_expect_eq(bench.app->list.mark_count, 1);
}

Test(app_recorded, yes_to_a_second_enqueue_ends_the_first_one_once_it_was_sent)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE});
    bench_keys(&bench, "e X y");
    cr_expect_eq(bench_open_count(&bench, 1), 2);
    char *json = bench_json(1, "InProgress", "one");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_expect_eq(bench_open_count(&bench, 1), 0);
}

Test(app_recorded, yes_to_a_second_enqueue_that_never_left_leaves_the_first_one_open)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE});
    bench_keys(&bench, "e X y");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_CONNECT, 0, "cannot connect");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
}

Test(app_recorded, readings_that_come_together_are_one_transaction)
{
    struct error err;
    int64_t when_ms = 0;
    json_t *raw = NULL;
    bench_keys(&bench, "r");
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    struct call_result *result = call_result_new(&call);
    char *json = bench_json(1, "Completed", "Council");
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = true;
    app_handle(bench.app, &(struct event){.kind = EVENT_CALL_DONE, .call = result, .wall_ms = bench.wall_ms},
               bench.now_ms, &bench.effects);
    cr_expect(bench.app->is_saving);
    cr_assert(store_project_load(bench.other, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_str_eq(json_string_value(json_object_get(raw, "ProcessingState")), "None");
    json_decref(raw);
    bench_event(&bench, &(struct event){.kind = EVENT_MAIL_TAKEN});
    cr_expect_not(bench.app->is_saving);
    cr_assert(store_project_load(bench.other, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_str_eq(json_string_value(json_object_get(raw, "ProcessingState")), "Completed");
    json_decref(raw);
    call_result_free(result);
    free(json);
}
