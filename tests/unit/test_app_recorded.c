/* Writes that are on the disk before they leave. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/client/saves.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
    bench.holds_records = true;
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_recorded, .init = setup, .fini = teardown);

/* The store answers that the write is on the disk, in this row; 0: that it is not, for this reason. */
static void answer_record(int64_t row, const char *why)
{
    struct store_result *result = store_result_new(bench_store(&bench, STORE_PENDING_ADD));
    result->ok = row != 0;
    result->number = row;
    if (why)
        error_set(&result->error, ERROR_IO, "%s", why);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

static size_t writes_under_way(void)
{
    size_t count = 0;
    for (size_t i = 0; i < bench.app->client->call_count; i++)
        count += endpoints[bench.app->client->calls[i].op].write;
    return count;
}

Test(app_recorded, a_write_leaves_only_once_it_is_on_the_disk)
{
    bench_keys(&bench, "e X");
    const struct store_op *op = bench_store(&bench, STORE_PENDING_ADD);
    cr_assert_not_null(op);
    cr_expect_eq(op->pending->id, 1);
    cr_expect_eq(op->pending->op, ENDPOINT_ENQUEUE);
    cr_expect_str_eq(op->pending->state, "None");
    cr_expect_eq(op->pending->version, 7);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "it was sent before it was recorded");
    answer_record(5, NULL);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_recorded, a_definite_answer_ends_the_row_together_with_what_follows_from_it)
{
    bench_keys(&bench, "e X");
    answer_record(5, NULL);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_FORBIDDEN, 403, "no credit");
    const struct store_op *op = bench_store(&bench, STORE_ACT_END);
    cr_assert_not_null(op);
    cr_expect_eq(op->act_row->row, 5);
    cr_expect_eq(op->act_row->outcome, ACT_ROW_REFUSED);
    cr_expect_eq(op->act_row->status, 403);
}

Test(app_recorded, an_unknown_outcome_keeps_its_row)
{
    bench_keys(&bench, "e X");
    answer_record(5, NULL);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost");
    cr_expect_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_expect_null(bench_store(&bench, STORE_ACT_END));
}

Test(app_recorded, a_write_that_is_cancelled_before_it_is_recorded_is_never_sent)
{
    bench_keys(&bench, "e X");
    bench_keys(&bench, "^C");
    cr_expect_null(bench_effect(&bench, EFFECT_CANCEL), "there is nothing to cancel");
    cr_expect_eq(writes_under_way(), 0);
    cr_expect_not_null(app_form_top(bench.app), "what was typed is gone");
    answer_record(5, NULL);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_expect_eq(bench_store(&bench, STORE_PENDING_REMOVE)->number, 5);
}

/* An enqueue of another program, which lives. */
static struct pending enqueue_elsewhere(int64_t id)
{
    return (struct pending){.row = 33,
                            .id = id,
                            .op = ENDPOINT_ENQUEUE,
                            .when_ms = BENCH_WALL_MS,
                            .until_ms = BENCH_WALL_MS + 60000,
                            .life = OWNER_LIVES};
}

Test(app_recorded, a_write_that_cannot_be_recorded_is_not_sent_and_keeps_its_form)
{
    bench_keys(&bench, "e X");
    answer_record(0, "the disk is full");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_null(bench.app->question->text, "it is not asked about");
    cr_expect_eq(writes_under_way(), 0);
    cr_expect_null(bench_store(&bench, STORE_PENDING_REMOVE));
    cr_assert_not_null(app_form_top(bench.app), "what was typed is gone");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not sent: steno cannot record it (the disk is full)");
    bench_clear(&bench);
    bench_keys(&bench, "X");
    answer_record(5, NULL);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

/* The store could not keep what an answer came to. */
static void fail_to_keep(const char *why)
{
    struct store_result *result = store_result_new(bench_store(&bench, STORE_TOGETHER));
    error_set(&result->error, ERROR_IO, "%s", why);
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

Test(app_recorded, one_that_was_done_and_whose_answer_cannot_be_kept_is_said_and_stays_open)
{
    bench_keys(&bench, "e X");
    answer_record(5, NULL);
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    fail_to_keep("the disk is full");
    cr_expect_str_eq(bench.app->status,
                     "1: enqueued. Not recorded (the disk is full): it shows ? until a reading"
                     " proves it");
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_LIST), "its row is looked up");
    cr_expect_eq(saves_unsaved_count(bench.app->client), 0, "nothing is lost at the end");
}

Test(app_recorded, the_end_of_the_program_sends_nothing_that_was_not_recorded)
{
    bench_keys(&bench, "e X");
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
    answer_record(5, NULL);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_not_null(bench_store(&bench, STORE_PENDING_REMOVE));
}

Test(app_recorded, a_batch_ends_with_the_one_that_cannot_be_recorded_and_keeps_its_marks)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    answer_record(0, "the disk is full");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_null(bench.app->question->text);
    struct store_op *ops[BENCH_OPS_MAX];
    size_t recorded = 0;
    for (size_t i = bench_store_ops(&bench, ops); i-- > 0;)
        recorded += ops[i]->kind == STORE_PENDING_ADD;
    cr_expect_eq(recorded, 3, "no other one is tried");
    cr_expect(bench.app->marked->order.stopped);
    cr_expect_eq(bench.app->list.mark_count, 5);
}

Test(app_recorded, a_login_and_a_reading_leave_no_row)
{
    bench_complete(&bench);
    bench_keys(&bench, "r x X");
    cr_expect_null(bench_store(&bench, STORE_PENDING_ADD));
    cr_expect_not_null(bench_call(&bench, ENDPOINT_EXPORT));
}

/* The store has not recorded it: an enqueue of another program stands in its way. */
static void answer_clash(void)
{
    const struct store_op *op = bench_store(&bench, STORE_PENDING_ADD);
    struct pending write = enqueue_elsewhere(op->pending->id);
    bench_answer_open(&bench, op, &write);
}

Test(app_recorded, an_enqueue_that_another_program_was_quicker_to_record_is_asked_about)
{
    bench_keys(&bench, "e X");
    answer_clash();
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "it was sent");
    cr_assert_str_has(bench_question(&bench), "Enqueue 1");
    cr_expect_str_has(bench_question(&bench), "again?");
    cr_expect_str_has(bench.app->question->note, "may be enqueued already");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    const struct store_op *op = bench_store(&bench, STORE_PENDING_ADD);
    cr_assert_not_null(op);
    cr_expect_eq(op->pending->asked_row, 33);
    answer_record(34, NULL);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_recorded, an_enqueue_that_another_program_was_quicker_to_record_is_not_sent_on_no)
{
    bench_keys(&bench, "e X");
    answer_clash();
    bench_clear(&bench);
    bench_keys(&bench, "n");
    cr_expect_null(bench_store(&bench, STORE_PENDING_ADD));
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_not_null(app_form_top(bench.app), "what was typed is kept");
    bench_keys(&bench, "X");
    cr_expect_str_has(bench_question(&bench), "again?", "it is asked again");
}

Test(app_recorded, of_a_batch_the_one_that_another_program_has_recorded_is_not_sent)
{
    bench_keys(&bench, "Space Space e X y");
    answer_clash();
    size_t enqueues = bench_call_count(&bench, ENDPOINT_ENQUEUE);
    cr_expect_eq(enqueues, 0);
    cr_expect_eq(bench.app->marked->counts[MARKED_FAILED], 1);
}

/* The store has the enqueue in row 34, and one of a program that has ended in row 33. */
static void answer_record_behind_another(void)
{
    struct store_result *result = store_result_new(bench_store(&bench, STORE_PENDING_ADD));
    result->ok = true;
    result->number = 34;
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = 1;
    result->pending[0] = (struct pending){.row = 33, .id = 1, .op = ENDPOINT_ENQUEUE, .life = OWNER_ENDED};
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* Which rows of open writes the store was told to remove, or to end, since bench_clear: "33 34". */
static const char *removed(void)
{
    static char rows[100];
    struct store_op *ops[BENCH_OPS_MAX];
    size_t count = bench_store_ops(&bench, ops), len = 0;
    rows[0] = '\0';
    for (size_t i = 0; i < count; i++)
        if (ops[i]->kind == STORE_PENDING_REMOVE || ops[i]->kind == STORE_ACT_END)
            len += (size_t)snprintf(rows + len, sizeof rows - len, "%s%d", len ? " " : "",
                                    (int)(ops[i]->act_row ? ops[i]->act_row->row : ops[i]->number));
    return rows;
}

Test(app_recorded, yes_to_a_second_enqueue_ends_the_first_one_once_it_was_sent)
{
    bench_keys(&bench, "e X");
    answer_record_behind_another();
    cr_expect_str_eq(removed(), "", "%s", removed());
    char *json = bench_json(1, "InProgress", "one");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_expect_str_eq(removed(), "34 33", "%s", removed());
}

Test(app_recorded, yes_to_a_second_enqueue_that_is_refused_leaves_the_first_one_open)
{
    bench_keys(&bench, "e X");
    answer_record_behind_another();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_CONNECT, 0, "cannot connect");
    cr_expect_str_eq(removed(), "34", "%s", removed());
}
