/* store/store: writes without an answer, and changes that are told once, agreed on by several programs. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/base/clock.h"
#include "steno/core/receipt.h"
#include "store_fixture.h"
#include "steno/core/store_op.h"

TestSuite(store_pending, .init = store_begin, .fini = store_end);

#define UNTIL_MS 60000

/* An enqueue of a project, about to be sent. */
static struct store_op *enqueue_op(int64_t id, const char *state, int64_t version, const char *value)
{
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    op->pending = mem_zero(1, sizeof *op->pending);
    *op->pending = (struct pending){.id = id,
                                    .op = ENDPOINT_ENQUEUE,
                                    .value = mem_copy_or_null(value),
                                    .params = json_pack("{s:s}", "Lang", "en-US"),
                                    .state = mem_copy_or_null(state),
                                    .version = version,
                                    .when_ms = 1000,
                                    .until_ms = UNTIL_MS,
                                    .asked_row = PENDING_ALL_ROWS};
    return op;
}

/* Adds an enqueue; returns its row. */
static int64_t add(int64_t id)
{
    cr_assert(execute(enqueue_op(id, "None", 3, NULL)), "%s", last->error.text);
    cr_assert_gt(last->number, 0);
    return last->number;
}

/* Lists a project's rows, or all of them for 0, into `last`. */
static size_t list(int64_t id)
{
    cr_assert(run(STORE_PENDING_LIST, id, NULL, NULL, NULL), "%s", last->error.text);
    return last->pending_count;
}

/* What ends a row, and tells of it in the history. */
static struct store_op *settle_op(int64_t row, int64_t now_ms)
{
    struct store_op *together = store_op_new(STORE_TOGETHER), *part = store_op_new(STORE_PENDING_SETTLE);
    part->act_row = mem_zero(1, sizeof *part->act_row);
    *part->act_row = (struct act_row){.row = row, .outcome = ACT_ROW_PROBABLY};
    part->when_ms = now_ms;
    store_op_add_part(together, part);
    part = store_op_new(STORE_HISTORY_ADD);
    part->id = 1;
    part->name = mem_copy("unknown");
    part->text = mem_copy("It was probably enqueued");
    store_op_add_part(together, part);
    return together;
}

/* Settles a row; true when it is this program that did. */
static bool settle(int64_t row, int64_t now_ms)
{
    cr_assert(execute(settle_op(row, now_ms)), "%s", last->error.text);
    return last->changes > 0;
}

Test(store_pending, a_write_comes_back_with_all_that_was_known)
{
    open_store();
    struct store_op *op = enqueue_op(7, "None", 9007199254740993, NULL);
    op->pending->op = ENDPOINT_ADD_METADATA;
    op->pending->key = mem_copy("k\x1b");
    op->pending->value = mem_copy("v\n\xff");
    cr_assert(execute(op), "%s", last->error.text);
    int64_t row = last->number;
    open_store();
    cr_assert_eq(list(7), 1);
    const struct pending *pending = &last->pending[0];
    cr_expect_eq(pending->row, row);
    cr_expect_eq(pending->id, 7);
    cr_expect_eq(pending->op, ENDPOINT_ADD_METADATA);
    cr_expect_str_eq(pending->key, "k\x1b");
    cr_expect_str_eq(pending->value, "v\n\xff");
    cr_expect_str_eq(json_string_value(json_object_get(pending->params, "Lang")), "en-US");
    cr_expect_str_eq(pending->state, "None");
    cr_expect_eq(pending->version, 9007199254740993);
    cr_expect_eq(pending->when_ms, 1000);
    cr_expect_eq(pending->until_ms, UNTIL_MS);
    cr_expect_eq(pending->life, OWNER_SELF);
}

Test(store_pending, what_is_not_known_stays_so)
{
    open_store();
    struct store_op *op = enqueue_op(7, NULL, -1, NULL);
    json_decref(op->pending->params);
    op->pending->params = NULL;
    cr_assert(execute(op), "%s", last->error.text);
    cr_assert_eq(list(7), 1);
    cr_expect_null(last->pending[0].state);
    cr_expect_null(last->pending[0].params);
    cr_expect_null(last->pending[0].key);
    cr_expect_eq(last->pending[0].version, -1);
}

Test(store_pending, a_value_of_megabytes_is_kept_whole)
{
    open_store();
    size_t size = (size_t)5 << 20;
    char *value = mem_alloc(size + 1);
    memset(value, 'v', size);
    value[size] = '\0';
    cr_assert(execute(enqueue_op(7, "None", 3, value)), "%s", last->error.text);
    cr_assert_eq(list(7), 1);
    cr_expect_str_eq(last->pending[0].value, value);
    free(value);
}

Test(store_pending, rows_are_listed_by_project_or_all_oldest_first_and_of_this_server)
{
    open_store();
    for (int64_t id = 1; id <= 1200; id++)
        add(id % 3);
    cr_expect_eq(list(0), 1200);
    for (size_t i = 1; i < last->pending_count; i++)
        cr_assert_lt(last->pending[i - 1].row, last->pending[i].row);
    cr_expect_eq(list(2), 400);
    config.url = "https://other";
    open_store();
    cr_expect_eq(list(0), 0);
}

Test(store_pending, no_row_gets_the_number_of_one_that_was_removed)
{
    open_store();
    int64_t first = add(1);
    cr_assert(run_on(store, STORE_PENDING_REMOVE, 0, first, 0, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_expect_gt(add(1), first);
    cr_assert(run_on(store, STORE_PENDING_REMOVE, 0, first, 0, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_expect_eq(list(1), 1);
}

/* A receipt: the end of a row and a row of history. */
static struct store_op *receipt_op(int64_t row)
{
    struct store_op *together = store_op_new(STORE_TOGETHER), *part = store_op_new(STORE_PENDING_REMOVE);
    part->number = row;
    store_op_add_part(together, part);
    part = store_op_new(STORE_HISTORY_ADD);
    part->id = 1;
    part->name = mem_copy("enqueue");
    part->text = mem_copy("Enqueued");
    store_op_add_part(together, part);
    return together;
}

Test(store_pending, a_row_goes_together_with_the_rows_of_its_receipt_or_not_at_all)
{
    open_store();
    int64_t row = add(1);
    struct store_op *bad = receipt_op(row), *part = store_op_new(STORE_PROJECT_SAVE);
    store_op_add_part(bad, part); /* without a project: it fails */
    cr_assert_not(execute(bad));
    cr_expect_eq(list(1), 1);
    cr_expect_eq(history(), 0);
    cr_assert(execute(receipt_op(row)), "%s", last->error.text);
    cr_expect_eq(last->changes, 2);
    cr_expect_eq(list(1), 0);
    cr_expect_eq(history(), 1);
}

Test(store_pending, a_reading_operation_is_no_part_of_a_receipt)
{
    open_store();
    struct store_op *together = store_op_new(STORE_TOGETHER);
    store_op_add_part(together, store_op_new(STORE_LOAD));
    cr_expect_not(execute(together));
}

Test(store_pending, an_enqueue_is_recorded_only_where_no_other_one_is_open)
{
    open_store();
    struct store_op *first = enqueue_op(1, "None", 3, NULL), *second = enqueue_op(1, "None", 3, NULL);
    first->pending->asked_row = second->pending->asked_row = 0;
    cr_assert(execute(first), "%s", last->error.text);
    int64_t row = last->number;
    cr_expect_gt(row, 0);
    cr_expect_eq(last->pending_count, 0);
    cr_assert(execute(second), "%s", last->error.text);
    cr_expect_eq(last->number, 0, "nothing was recorded");
    cr_expect_eq(last->changes, 0);
    cr_assert_eq(last->pending_count, 1, "what is in the way is answered");
    cr_expect_eq(last->pending[0].row, row);
    cr_expect_eq(list(1), 1);
}

Test(store_pending, an_enqueue_is_recorded_beside_those_that_the_operator_knew_of_and_no_later_one)
{
    open_store();
    int64_t first = add(1), second = add(1);
    struct store_op *op = enqueue_op(1, "None", 3, NULL);
    op->pending->asked_row = first;
    cr_assert(execute(op));
    cr_expect_eq(last->number, 0);
    op = enqueue_op(1, "None", 3, NULL);
    op->pending->asked_row = second;
    cr_assert(execute(op));
    cr_expect_gt(last->number, second);
    cr_expect_eq(last->pending_count, 2, "those that were decided about");
}

Test(store_pending, an_enqueue_is_not_held_up_by_another_project_account_or_operation)
{
    open_store();
    add(2);
    struct store_op *tag = enqueue_op(1, "None", 3, "news"), *op = enqueue_op(1, "None", 3, NULL);
    tag->pending->op = ENDPOINT_DELETE_TAG;
    tag->pending->asked_row = op->pending->asked_row = 0;
    cr_assert(execute(tag));
    cr_assert(execute(op));
    cr_expect_gt(last->number, 0);
    tag = enqueue_op(1, "None", 3, "news");
    tag->pending->op = ENDPOINT_DELETE_TAG;
    tag->pending->asked_row = 0;
    cr_assert(execute(tag));
    cr_expect_gt(last->number, 0, "a tag is recorded whatever is open");
    config.email = "x@y.z";
    open_store();
    op = enqueue_op(1, "None", 3, NULL);
    op->pending->asked_row = 0;
    cr_assert(execute(op));
    cr_expect_gt(last->number, 0);
}

Test(store_pending, a_living_sender_settles_its_own_write_and_one_that_ended_is_settled_once)
{
    open_store();
    int64_t row = add(1);
    cr_expect(settle(row, 1000), "its own");
    cr_expect_eq(history(), 1);
    row = add(1);
    meddle("UPDATE act_rows SET start = 'long ago'");
    cr_assert_eq(list(1), 1);
    cr_expect_eq(last->pending[0].life, OWNER_ENDED);
    cr_expect(pending_is_orphan(&last->pending[0], 0));
    cr_expect(settle(row, 1000));
    cr_expect_eq(list(1), 0);
    cr_expect_eq(history(), 2);
    cr_expect_not(settle(row, 1000), "another program was quicker");
    cr_expect_eq(history(), 2, "nothing of it is told a second time");
}

Test(store_pending, a_write_that_another_program_has_sent_and_had_answered_is_not_told_of)
{
    open_store();
    int64_t row = add(1);
    cr_assert(execute(receipt_op(row)));
    cr_expect_not(settle(row, 1000));
    cr_expect_eq(history(), 1);
}

Test(store_pending, a_sender_elsewhere_lives_until_it_has_given_up)
{
    open_store();
    int64_t row = add(1);
    meddle("UPDATE act_rows SET host = 'elsewhere'");
    cr_assert_eq(list(1), 1);
    cr_expect_eq(last->pending[0].life, OWNER_ELSEWHERE);
    cr_expect_not(settle(row, UNTIL_MS));
    cr_expect_eq(list(1), 1);
    cr_expect_eq(history(), 0);
    cr_expect(settle(row, UNTIL_MS + 1));
}

/* A program that does something with the store, says whether it won, and lives until the other end is closed.
 */
static pid_t race_in_a_child(bool (*wins)(int64_t row), int64_t row, const int *said, const int *held)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    close(held[1]);
    open_store();
    char won = wins(row) ? 'y' : 'n', end;
    store_close(store);
    bool ok = write(said[1], &won, 1) == 1 && read(held[0], &end, 1) == 0;
    _exit(ok ? 0 : 1);
}

static bool records(int64_t id)
{
    return add(id) > 0;
}

Test(store_pending, a_sender_that_lives_beyond_its_time_keeps_nobody_from_a_look)
{
    int said[2], held[2];
    char end;
    cr_assert(pipe(said) == 0 && pipe(held) == 0);
    pid_t other = race_in_a_child(records, 1, said, held);
    cr_assert_eq(read(said[0], &end, 1), 1);
    open_store();
    cr_assert_eq(list(1), 1);
    cr_expect_eq(last->pending[0].life, OWNER_LIVES);
    cr_expect_not(settle(last->pending[0].row, UNTIL_MS));
    cr_assert_eq(list(1), 1);
    cr_expect(settle(last->pending[0].row, UNTIL_MS + 1), "it may be suspended for days");
    close(held[1]);
    cr_expect_eq(waitpid(other, NULL, 0), other);
}

/* How many of eight programs win. */
static int race(bool (*wins)(int64_t row), int64_t row)
{
    store_close(store);
    store = NULL;
    int said[2], held[2], won = 0;
    cr_assert(pipe(said) == 0 && pipe(held) == 0);
    pid_t children[8];
    for (size_t i = 0; i < 8; i++)
        children[i] = race_in_a_child(wins, row, said, held);
    for (size_t i = 0; i < 8; i++) {
        char mine;
        cr_assert_eq(read(said[0], &mine, 1), 1);
        won += mine == 'y';
    }
    close(held[1]);
    for (size_t i = 0; i < 8; i++) {
        int status;
        cr_assert_eq(waitpid(children[i], &status, 0), children[i]);
        cr_expect_eq(status, 0);
    }
    return won;
}

static bool race_settles(int64_t row)
{
    return settle(row, 1000);
}

Test(store_pending, of_programs_that_settle_a_row_at_once_one_tells)
{
    open_store();
    int64_t row = add(1);
    meddle("UPDATE act_rows SET pid = 0");
    cr_expect_eq(race(race_settles, row), 1);
    open_store();
    cr_expect_eq(history(), 1);
}

static bool race_records(int64_t id)
{
    struct store_op *op = enqueue_op(id, "None", 3, NULL);
    op->pending->asked_row = 0;
    return execute(op) && last->number > 0;
}

Test(store_pending, of_programs_that_record_an_enqueue_at_once_one_may_send)
{
    open_store();
    for (int64_t id = 1; id <= 8; id++)
        cr_expect_eq(race(race_records, id), 1, "project %" PRId64, id);
}

Test(store_pending, hostile_rows_do_no_harm)
{
    open_store();
    add(1);
    meddle("UPDATE act_rows SET params = '{broken', host = x'00', start = '', pid = 'word'");
    cr_assert_eq(list(1), 1);
    cr_expect_null(last->pending[0].params);
    meddle("UPDATE act_rows SET operation = 'of-a-newer-steno'");
    cr_expect_eq(list(1), 0);
}

Test(store_pending, an_add_that_cannot_be_kept_answers_its_error)
{
    open_store();
    limit_pages(1);
    bool ok = true;
    for (int i = 0; i < 200 && ok; i++)
        ok = execute(enqueue_op(1, "None", 3, "a value with some bytes to fill the pages of the file"));
    cr_assert_not(ok);
    cr_expect_eq(last->error.kind, ERROR_IO);
    cr_expect_str_has(last->error.text, "no space is left");
    limit_pages(1000000);
    store_close(store);
    store = NULL;
    cr_assert_eq(chmod(config.path, 0400), 0);
    cr_assert_null(store_open(&config, &err));
    cr_expect_str_has(err.text, "cannot be written");
}

Test(store_pending, an_add_without_a_write_is_refused)
{
    open_store();
    cr_expect_not(run(STORE_PENDING_ADD, 1, NULL, NULL, NULL));
    struct store_op *op = enqueue_op(1, NULL, -1, NULL);
    op->pending->op = ENDPOINT_COUNT;
    cr_expect_not(execute(op));
}

Test(store_pending, what_cannot_be_read_since_a_newer_program_changed_the_tables_is_said_to_be_that)
{
    open_store();
    meddle("ALTER TABLE projects RENAME TO works");
    cr_expect_not(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, "no such table");
    meddle("PRAGMA user_version = 99");
    cr_expect_not(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, "another version of steno: restart steno");
    meddle("ALTER TABLE project_raw RENAME TO work_texts; ALTER TABLE acts DROP COLUMN options;"
           "ALTER TABLE sorts DROP COLUMN col");
    static const enum store_op_kind reads[] = {STORE_SENT_LIST, STORE_SORT_LOAD};
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        cr_expect_not(run(reads[i], 1, NULL, NULL, "[1]"), "%zu", i);
        cr_expect_str_has(last->error.text, "another version of steno: restart steno", "%zu", i);
    }
}

Test(store_pending, nothing_is_written_into_a_file_that_a_newer_program_has_changed)
{
    open_store();
    meddle("PRAGMA user_version = 99");
    cr_expect_not(execute(enqueue_op(1, "None", 3, NULL)));
    cr_expect_eq(last->error.kind, ERROR_IO);
    cr_expect_str_has(last->error.text, "another version of steno: restart steno");
    cr_expect_not(execute(receipt_op(1)));
    meddle("PRAGMA user_version = 8");
    cr_expect_eq(list(1), 0);
    cr_expect(execute(enqueue_op(1, "None", 3, NULL)));
}
