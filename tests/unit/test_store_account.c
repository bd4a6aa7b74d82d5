/* The credit of an account in the store: one reading for all programs, less the jobs that any of them sent.
 */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#define MINUTE 60000
#define NOW_MS INT64_C(1795361400000)

static void account_begin(void)
{
    store_begin();
    open_store();
}

TestSuite(store_account, .init = account_begin, .fini = store_end);

/* Runs SQL on the file as another program would. */
static void sql(const char *text)
{
    char *message = NULL;
    cr_assert_eq(sqlite3_exec(store->db, text, NULL, NULL, &message), SQLITE_OK, "%s: %s", text, message);
}

static const struct free_credit *credit(void)
{
    cr_assert(run_on(store, STORE_ACCOUNT_LOAD, 0, 0, NOW_MS, NULL, NULL, NULL), "%s", last->error.text);
    return last->credit;
}

/* Saves a reading that began at this time. */
static const struct free_credit *take(struct store *on, int64_t left, int64_t transcribed_min,
                                      int64_t read_ms, bool failed)
{
    struct store_op *op = store_op_new(STORE_ACCOUNT_SAVE);
    op->when_ms = NOW_MS;
    op->credit = mem_zero(1, sizeof *op->credit);
    *op->credit = (struct free_credit){
        .left = left, .transcribed_ms = transcribed_min * MINUTE, .read_ms = read_ms, .is_doubtful = failed};
    store_result_free(last);
    last = store_result_new(op);
    cr_assert(store_execute(on, op, last), "%s", last->error.text);
    store_op_free(op);
    return last->credit;
}

/* A job of a project of this length, as a program has recorded it. */
static void job(int64_t id, const char *length, const char *options, int64_t sent_ms, const char *outcome,
                int64_t ended_ms)
{
    char *text = mem_printf(
        "INSERT INTO acts (scope, operation, options, count, begun_ms) VALUES (1, 'enqueue', '%s', 1, 0);"
        "INSERT INTO act_rows (act, scope, id, operation, version, when_ms, until_ms, host, pid, start, "
        "outcome,"
        " ended_ms) VALUES (last_insert_rowid(), 1, %" PRId64 ", 'enqueue', 8, %" PRId64
        ", 0, 'h', 1, 's', NULLIF('%s', ''), NULLIF(%" PRId64 ", 0));"
        "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, state_since_ms, state, name, "
        "length,"
        " tags) VALUES (1, %" PRId64 ", 8, 0, 0, 'None', '', '%s', '')",
        options, id, sent_ms, outcome, ended_ms, id, length);
    sql(text);
    free(text);
}

Test(store_account, is_not_known_before_it_was_read_and_then_for_all_sessions)
{
    cr_expect_eq(credit()->left, -1);
    cr_expect_eq(take(store, 307, 20, NOW_MS - 5, false)->left, 307);
    struct store *other = store_open(&config, &err);
    cr_assert_not_null(other, "%s", err.text);
    cr_assert(run_on(other, STORE_ACCOUNT_LOAD, 0, 0, NOW_MS, NULL, NULL, NULL));
    cr_expect_eq(last->credit->left, 307);
    cr_expect_eq(last->credit->transcribed_ms, 20 * MINUTE);
    cr_expect_eq(last->credit->read_ms, NOW_MS - 5);
    take(other, 0, 0, NOW_MS - 1, true);
    store_close(other);
    cr_expect_eq(credit()->left, 307);
    cr_expect(last->credit->is_doubtful);
    cr_expect_eq(last->credit->read_ms, NOW_MS - 5);
}

Test(store_account, is_less_the_last_job_of_each_project_by_whichever_program)
{
    take(store, 307, 20, NOW_MS - 5000, false);
    job(1, "01:30:00", "{}", NOW_MS - 4000, "done", 0);
    job(2, "01:30:00", "{\"TranscriptionDurationInSeconds\":\"61\"}", NOW_MS - 4000, "", 0);
    job(3, "01:30:00", "{}", NOW_MS - 4000, "refused", NOW_MS - 3000);
    job(4, "01:30:00", "{}", NOW_MS - 4000, "unfollowed", NOW_MS - 3000);
    job(5, "01:30:00", "{}", NOW_MS - 86400000, "done", 0);
    job(6, "01:30:00", "{}", NOW_MS - 9000, "done", NOW_MS - 6000);
    job(6, "00:00:30", "{}", NOW_MS - 4000, "probably", 0);
    cr_expect_eq(credit()->in_progress, 90 + 2 + 1, "%" PRId64, last->credit->in_progress);
    cr_expect_eq(last->credit->going_on, 3);
    cr_expect_eq(last->credit->accepted, 4);
}

Test(store_account, of_a_server_that_takes_minutes_at_once_is_whole)
{
    take(store, 307, 20, NOW_MS - 5000, false);
    job(1, "01:30:00", "{}", NOW_MS - 4000, "done", 0);
    cr_expect_eq(take(store, 217, 109, NOW_MS - 2000, false)->in_progress, 0);
    job(2, "00:10:00", "{}", NOW_MS - 1500, "done", 0);
    cr_expect_eq(credit()->in_progress, 10);
    cr_expect_eq(take(store, 217, 110, NOW_MS - 1000, false)->in_progress, 10, "that was somebody else");
}

Test(store_account, of_several_programs_one_reads_it_again)
{
    cr_assert(run_on(store, STORE_ACCOUNT_CLAIM, 0, NOW_MS - 10, NOW_MS, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1, "nobody has ever");
    run_on(store, STORE_ACCOUNT_CLAIM, 0, NOW_MS - 9, NOW_MS + 1, NULL, NULL, NULL);
    cr_expect_eq(last->changes, 0);
    run_on(store, STORE_ACCOUNT_CLAIM, 0, NOW_MS + 1, NOW_MS + 2, NULL, NULL, NULL);
    cr_expect_eq(last->changes, 1, "for what came after that");
    cr_expect_eq(credit()->left, -1);
    cr_expect_eq(last->credit->asked_ms, NOW_MS + 2);
}

Test(store_account, of_a_clock_that_was_ahead_is_not_known_and_read_again)
{
    take(store, 600, 20, NOW_MS + CREDIT_AHEAD_MS, false);
    cr_expect_eq(credit()->left, 600, "no program's clock is exact");
    take(store, 600, 20, NOW_MS + CREDIT_AHEAD_MS + 1, false);
    cr_expect_eq(credit()->left, -1);
    cr_expect_eq(last->credit->read_ms, 0);
    run_on(store, STORE_ACCOUNT_CLAIM, 0, NOW_MS - 10, NOW_MS, NULL, NULL, NULL);
    cr_expect_eq(last->changes, 1, "to read it now is for nobody else to do");
    cr_expect_eq(take(store, 5, 20, NOW_MS, false)->left, 5);
    cr_expect_eq(last->credit->read_ms, NOW_MS);
    run_on(store, STORE_ACCOUNT_CLAIM, 0, NOW_MS - 10, NOW_MS + 1, NULL, NULL, NULL);
    cr_expect_eq(last->changes, 0, "it was just read");
}

Test(store_account, goes_with_the_account)
{
    take(store, 307, 20, NOW_MS - 5, false);
    cr_assert(run_on(store, STORE_FORGET, 0, FORGET_ACCOUNT, NOW_MS, NULL, NULL, NULL), "%s",
              last->error.text);
    cr_expect_eq(credit()->left, -1);
}
