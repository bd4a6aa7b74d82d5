/* store/store_act: acts with a row a project, from the first write to the end of the last project. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_fixture.h"
#include "steno/core/store_op.h"

TestSuite(store_act, .init = store_begin, .fini = store_end);

/* An enqueue of a project, about to be sent as one of an act of `count`; 0: of its own. */
static struct store_op *row_op(enum store_op_kind kind, int64_t id, int64_t count, const char *lang)
{
    struct store_op *op = store_op_new(kind);
    op->id = id;
    op->when_ms = 2000;
    op->pending = mem_zero(1, sizeof *op->pending);
    *op->pending = (struct pending){.id = id,
                                    .op = ENDPOINT_ENQUEUE,
                                    .params = json_pack("{s:s}", "Lang", lang),
                                    .state = mem_copy("None"),
                                    .version = 3,
                                    .when_ms = 1000,
                                    .until_ms = 60000};
    if (count)
        op->pending->act = (struct act_key){.key = 7, .count = count, .begun_ms = 900};
    return op;
}

/* Records it; returns its row. */
static int64_t record(int64_t id, int64_t count)
{
    cr_assert(execute(row_op(STORE_PENDING_ADD, id, count, "en-US")), "%s", last->error.text);
    cr_assert_gt(last->number, 0);
    return last->number;
}

/* Ends a row. */
static void end_row(int64_t row, enum act_outcome outcome, int status, const char *reason)
{
    struct store_op *op = store_op_new(STORE_ACT_END);
    op->when_ms = 3000;
    op->act_row = mem_zero(1, sizeof *op->act_row);
    *op->act_row = (struct act_row){
        .row = row, .outcome = outcome, .status = status, .reason = mem_copy_or_null(reason)};
    cr_assert(execute(op), "%s", last->error.text);
    cr_assert_eq(last->changes, 1);
}

/* A reading of a project is saved. */
static void read_as(int64_t id, const char *state, int64_t version, int64_t when_ms)
{
    char *json = mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":%" PRId64 ",\"ProcessingState\":\"%s\"}", id,
                            version, state);
    bool final = strcmp(state, "Completed") == 0 || strcmp(state, "Failed") == 0;
    cr_assert(run_on(store, STORE_PROJECT_SAVE, id, final ? STORE_SETTLED : 0, when_ms, NULL, NULL, json),
              "%s", last->error.text);
    free(json);
}

/* Lists acts into `last`; returns the newest. */
static const struct act *newest(void)
{
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert_gt(last->act_count, 0);
    return &last->acts[0];
}

/* So many changes of a project, later than all acts. */
static void add_history(int count)
{
    for (int i = 0; i < count; i++)
        cr_assert(run_on(store, STORE_HISTORY_ADD, 1, 0, 5000 + i, "state", "None → InProgress", NULL));
}

Test(store_act, it_is_kept_as_long_as_the_history_is_and_goes_with_its_rows)
{
    open_store();
    end_row(record(1, 0), ACT_ROW_REFUSED, 403, "no credit");
    add_history(STORE_HISTORY_MAX);
    newest();
    cr_expect_eq(last->act_count, 1, "no row of the history went yet");
    add_history(100);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->act_count, 0, "%zu acts older than the history", last->act_count);
}

Test(store_act, the_first_write_begins_an_act_and_the_others_of_it_join)
{
    open_store();
    watch(1, 3);
    record(1, 3);
    record(2, 3);
    record(9, 0);
    cr_assert(execute(row_op(STORE_PENDING_ADD, 3, 3, "de-DE")));
    const struct act *one = newest(), *three = &last->acts[1];
    cr_assert_eq(last->act_count, 2);
    cr_expect_eq(one->count, 1);
    cr_expect_eq(one->row_count, 1);
    cr_expect_eq(one->begun_ms, 1000);
    cr_expect_eq(three->op, ENDPOINT_ENQUEUE);
    cr_expect_eq(three->count, 3);
    cr_expect_eq(three->begun_ms, 900);
    cr_expect_eq(three->ended_ms, 0);
    cr_expect_str_eq(json_string_value(json_object_get(three->options, "Lang")), "en-US");
    cr_assert_eq(three->row_count, 3);
    cr_expect_null(three->rows[0].params, "they are the act's");
    cr_expect_str_eq(json_string_value(json_object_get(three->rows[2].params, "Lang")), "de-DE");
    cr_expect_eq(three->rows[0].outcome, ACT_ROW_OPEN);
    cr_expect_str_eq(three->rows[0].before, "None");
    cr_expect_eq(three->rows[0].version, 3);
    cr_expect_eq(three->rows[0].life, OWNER_SELF);
    cr_assert(run(STORE_PENDING_LIST, 1, NULL, NULL, NULL));
    cr_assert_eq(last->pending_count, 1);
    cr_expect_str_eq(json_string_value(json_object_get(last->pending[0].params, "Lang")), "en-US");
}

Test(store_act, it_ends_with_the_last_of_its_projects)
{
    open_store();
    watch(1, 2);
    for (int64_t id = 1; id <= 2; id++)
        read_as(id, "None", 1, 500);
    int64_t first = record(1, 4), second = record(2, 4), third = record(3, 4);
    end_row(first, ACT_ROW_DONE, 0, NULL);
    end_row(second, ACT_ROW_DONE, 0, NULL);
    end_row(third, ACT_ROW_REFUSED, 403, "no\x1b credit");
    struct store_op *left_out = row_op(STORE_ACT_ADD, 4, 4, "en-US");
    left_out->act_row = mem_zero(1, sizeof *left_out->act_row);
    *left_out->act_row = (struct act_row){.outcome = ACT_ROW_UNSENT, .reason = mem_copy("no media")};
    cr_assert(execute(left_out), "%s", last->error.text);
    read_as(1, "InProgress", 2, 4000);
    cr_expect_str_eq(last->moved_from, "None");
    cr_expect_eq(last->act_count, 0, "it goes on");
    read_as(1, "Completed", 3, 5000);
    cr_expect_neq(last->act, 0);
    cr_expect_eq(last->act_count, 0);
    read_as(2, "Failed", 3, 6000);
    cr_assert_eq(last->act_count, 1, "the reading that ends it has it");
    cr_expect_eq(last->acts[0].ended_ms, 6000);
    read_as(2, "Failed", 3, 7000);
    cr_expect_eq(last->act_count, 0, "once");
    cr_expect_null(last->moved_from);
    const struct act *act = newest();
    cr_assert_eq(act->row_count, 4);
    cr_expect_str_eq(act->rows[0].after, "Completed");
    cr_expect_eq(act->rows[0].ended_ms, 5000);
    cr_expect_str_eq(act->rows[1].after, "Failed");
    cr_expect_eq(act->rows[2].outcome, ACT_ROW_REFUSED);
    cr_expect_eq(act->rows[2].status, 403);
    cr_expect_str_eq(act->rows[2].reason, "no\xE2\x90\x9B credit");
    cr_expect_eq(act->rows[3].outcome, ACT_ROW_UNSENT);
    cr_expect_str_eq(act->rows[3].reason, "no media");
    cr_expect_not(act->seen);
}

/* Ends a row as one part of several: by a look, or by hand. */
static void settle(enum store_op_kind kind, int64_t row, enum act_outcome outcome)
{
    struct store_op *op = store_op_new(STORE_TOGETHER), *part = store_op_new(kind);
    part->when_ms = 9000;
    part->act_row = mem_zero(1, sizeof *part->act_row);
    *part->act_row = (struct act_row){.row = row, .outcome = outcome};
    store_op_add_part(op, part);
    cr_assert(execute(op), "%s", last->error.text);
}

Test(store_act, one_whose_last_row_is_settled_by_a_look_or_by_hand_comes_with_the_answer)
{
    static const struct {
        enum store_op_kind kind;
        enum act_outcome outcome;
    } ends[] = {{STORE_PENDING_SETTLE, ACT_ROW_NO_EFFECT}, {STORE_ACT_END, ACT_ROW_UNKNOWN}};
    open_store();
    watch(1, 2);
    for (size_t i = 0; i < 2; i++) {
        struct store_op *first = row_op(STORE_PENDING_ADD, 1, 2, "en-US");
        first->pending->act.begun_ms += (int64_t)i;
        first->pending->asked_row = INT64_MAX;
        cr_assert(execute(first), "%s", last->error.text);
        int64_t one = last->number;
        struct store_op *second = row_op(STORE_PENDING_ADD, 2, 2, "en-US");
        second->pending->act.begun_ms += (int64_t)i;
        second->pending->asked_row = INT64_MAX;
        cr_assert(execute(second), "%s", last->error.text);
        int64_t two = last->number;
        settle(ends[i].kind, one, ends[i].outcome);
        cr_expect_eq(last->act_count, 0, "one is open");
        settle(ends[i].kind, two, ends[i].outcome);
        cr_assert_eq(last->act_count, 1);
        cr_expect(last->act_is_settled);
        cr_expect_eq(last->acts[0].row_count, 2);
        cr_expect_eq(last->acts[0].ended_ms, 9000);
    }
}

Test(store_act, a_refusal_is_answered_without_its_act)
{
    open_store();
    watch(1, 1);
    int64_t row = record(1, 2), other = record(2, 2);
    end_row(row, ACT_ROW_REFUSED, 403, NULL);
    end_row(other, ACT_ROW_REFUSED, 403, NULL);
    cr_expect_eq(last->act_count, 0, "who sent it tells what came of all");
}

Test(store_act, a_project_that_was_completed_ends_with_another_version_alone)
{
    open_store();
    watch(1, 1);
    read_as(1, "Completed", 1, 500);
    end_row(record(1, 0), ACT_ROW_DONE, 0, NULL);
    read_as(1, "Completed", 1, 4000);
    cr_expect_eq(newest()->ended_ms, 0, "not the transcription of before");
    read_as(1, "Completed", 2, 5000);
    cr_expect_eq(last->act_count, 1);
    cr_expect_null(last->moved_from);
    cr_expect_eq(newest()->ended_ms, 5000);
}

Test(store_act, who_is_not_on_the_watchlist_is_not_followed)
{
    open_store();
    watch(1, 1);
    end_row(record(1, 0), ACT_ROW_DONE, 0, NULL);
    end_row(record(2, 0), ACT_ROW_DONE, 0, NULL);
    cr_expect_eq(newest()->rows[0].outcome, ACT_ROW_UNFOLLOWED);
    cr_expect_neq(last->acts[0].ended_ms, 0);
    cr_expect_eq(last->acts[1].ended_ms, 0);
    cr_assert(run(STORE_WATCH_REMOVE, 1, NULL, NULL, NULL), "%s", last->error.text);
    newest();
    cr_expect_eq(last->acts[1].rows[0].outcome, ACT_ROW_UNFOLLOWED);
    cr_expect_neq(last->acts[1].ended_ms, 0);
}

Test(store_act, a_change_that_is_claimed_knows_its_act_and_how_many_are_left)
{
    open_store();
    watch(1, 2);
    for (int64_t id = 1; id <= 2; id++) {
        read_as(id, "None", 1, 500);
        end_row(record(id, 2), ACT_ROW_DONE, 0, NULL);
        read_as(id, "InProgress", 2, 4000);
    }
    read_as(1, "Completed", 3, 5000);
    read_as(2, "Failed", 3, 6000);
    static const struct {
        int64_t id;
        const char *state;
        int64_t from_ms, to_ms, left;
    } claims[] = {{1, "InProgress", 500, 4001, 2}, /* told when all was over already */
                  {1, "Completed", 4000, 5001, 1},
                  {2, "Failed", 4000, 6001, 0}};
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        cr_assert(run_on(store, STORE_CHANGE_CLAIM, claims[i].id, claims[i].from_ms, claims[i].to_ms, "hook",
                         claims[i].state, NULL));
        cr_expect_eq(last->changes, 1);
        cr_expect_neq(last->act, 0);
        cr_expect_eq(last->left, claims[i].left, "%zu: %" PRId64, i, last->left);
    }
    cr_assert(run_on(store, STORE_CHANGE_CLAIM, 1, 7000, 8000, "hook", "InProgress", NULL));
    cr_expect_eq(last->act, 0, "somebody else's");
}

Test(store_act, thousands_are_listed_page_by_page_and_by_project_and_time)
{
    open_store();
    for (int64_t id = 1; id <= 250; id++) {
        struct store_op *op = row_op(STORE_PENDING_ADD, id, 0, "en-US");
        op->pending->when_ms = 1000 + id;
        cr_assert(execute(op));
    }
    int64_t before = 0, seen = 0;
    do {
        cr_assert(run_on(store, STORE_ACT_LIST, 0, before, 0, NULL, NULL, NULL));
        for (size_t i = 0; i < last->act_count; i++) {
            cr_assert(before == 0 || last->acts[i].act < before, "newest first");
            before = last->acts[i].act;
            seen++;
        }
    } while (last->act_count == STORE_ACTS_MAX);
    cr_expect_eq(seen, 250);
    cr_assert(run_on(store, STORE_ACT_LIST, 77, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->act_count, 1);
    cr_expect_eq(last->acts[0].rows[0].id, 77);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 1248, NULL, NULL, NULL));
    cr_expect_eq(last->act_count, 3);
    cr_assert(run_on(store, STORE_ACT_SEEN, 0, last->acts[1].act, 0, NULL, NULL, NULL));
    newest();
    cr_expect_not(last->acts[0].seen);
    cr_expect(last->acts[1].seen);
    cr_expect(last->acts[2].seen);
}

Test(store_act, without_a_forgotten_project_of_several_rows_it_ends_with_the_last_of_the_others)
{
    open_store();
    watch(1, 2);
    int64_t row = record(2, 3);
    end_row(record(1, 3), ACT_ROW_REFUSED, 403, "no credit");
    end_row(record(1, 3), ACT_ROW_REFUSED, 403, "no credit");
    cr_assert(run_on(store, STORE_FORGET, 1, 0, 1000, NULL, NULL, NULL), "%s", last->error.text);
    cr_expect_eq(newest()->count, 1);
    cr_expect_eq(last->acts[0].ended_ms, 0);
    end_row(row, ACT_ROW_REFUSED, 403, "no credit");
    cr_expect_neq(newest()->ended_ms, 0);
}

Test(store_act, it_ends_when_the_project_that_is_waited_for_is_forgotten)
{
    open_store();
    watch(1, 2);
    end_row(record(1, 2), ACT_ROW_REFUSED, 403, "no credit");
    end_row(record(2, 2), ACT_ROW_DONE, 200, NULL);
    cr_expect_eq(newest()->ended_ms, 0, "2 is followed");
    cr_assert(run(STORE_FORGET, 2, NULL, NULL, NULL), "%s", last->error.text);
    cr_expect_eq(newest()->count, 1);
    cr_expect_neq(newest()->ended_ms, 0);
}

Test(store_act, what_never_left_leaves_no_act)
{
    open_store();
    int64_t row = record(1, 2);
    cr_assert(run_on(store, STORE_PENDING_REMOVE, 0, row, 0, NULL, NULL, NULL));
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->act_count, 0);
}

/* The program that sent all of them has ended. */
static void lose_sender(void)
{
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    waitpid(gone, NULL, 0);
    char *sql = mem_printf("UPDATE act_rows SET pid = %d", (int)gone);
    meddle(sql);
    free(sql);
}

Test(store_act, the_rest_of_an_act_whose_sender_is_gone_is_not_waited_for)
{
    open_store();
    watch(1, 1);
    read_as(1, "None", 1, 500);
    int64_t row = record(1, 5);
    end_row(row, ACT_ROW_DONE, 0, NULL);
    lose_sender();
    read_as(1, "Completed", 2, 4000);
    cr_assert_eq(last->act_count, 1);
    cr_expect_eq(last->acts[0].count, 5);
    cr_expect_eq(last->acts[0].row_count, 1);
}

Test(store_act, the_rest_of_an_act_whose_sender_is_gone_is_not_waited_for_after_a_project_was_forgotten)
{
    open_store();
    watch(1, 2);
    end_row(record(1, 5), ACT_ROW_REFUSED, 403, "no credit");
    end_row(record(2, 5), ACT_ROW_DONE, 200, NULL);
    lose_sender();
    cr_assert(run(STORE_FORGET, 2, NULL, NULL, NULL), "%s", last->error.text);
    cr_expect_eq(newest()->count, 4);
    cr_expect_neq(last->acts[0].ended_ms, 0);
}

Test(store_act, a_row_of_the_history_bears_its_act)
{
    open_store();
    int64_t row = record(1, 0);
    cr_assert(run_on(store, STORE_HISTORY_ADD, 1, row, 5, "enqueue", "Enqueued", NULL));
    cr_assert(run_on(store, STORE_HISTORY_ADD, 1, 0, 6, "state", "a → b", NULL));
    cr_assert(run_on(store, STORE_HISTORY_ADD, 1, STORE_LAST_ROW, 7, "enqueue", "Enqueued", NULL));
    cr_assert_eq(history(), 3);
    cr_expect_neq(last->entries[0].act, 0);
    cr_expect_eq(last->entries[1].act, 0);
    cr_expect_eq(last->entries[2].act, last->entries[0].act);
}

Test(store_act, what_each_was_last_sent_with_is_that_of_its_last_enqueue_that_left)
{
    open_store();
    end_row(record(1, 0), ACT_ROW_REFUSED, 403, "no credit");
    end_row(record(2, 0), ACT_ROW_UNSENT, 0, "no media");
    struct store_op *op = store_op_new(STORE_SENT_LIST);
    op->json = json_pack("[i, i]", 1, 2);
    cr_assert(execute(op), "%s", last->error.text);
    cr_assert_eq(json_array_size(last->json), 2);
    const json_t *one = json_array_get(last->json, 0), *two = json_array_get(last->json, 1);
    cr_expect_str_eq(json_string_value(json_object_get(json_object_get(one, "sent"), "Lang")), "en-US");
    cr_expect_eq(json_integer_value(json_object_get(one, "when_ms")), 1000);
    cr_expect_eq(json_integer_value(json_object_get(two, "id")), 2);
    cr_expect(json_is_null(json_object_get(two, "sent")), "it never left");
}
