/* client/open_writes and client/session: what a client without an application does of writes without an
 * answer, and of a token that is refused. */
/* SPDX-License-Identifier: MIT */
#include "unit/reads_help.h"

#include "steno/base/mem.h"
#include "steno/core/store_op.h"

/* The store has an answer to the last operation of a kind. */
static void answer_store(enum store_op_kind kind, struct store_result *result)
{
    cr_assert_neq(asked[kind].serial, 0, "it was not asked");
    result->ok = true;
    turn(&(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* Another program has changed the store: it lists an enqueue of this project, whose sender is gone. */
static void leave_open(int64_t id)
{
    turn(&(struct event){.kind = EVENT_STORE_CHANGED});
    struct store_result *result = store_result_new(&asked[STORE_PENDING_LIST]);
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = 1;
    result->pending[0] = (struct pending){.row = 9,
                                          .id = id,
                                          .op = ENDPOINT_ENQUEUE,
                                          .state = mem_copy("None"),
                                          .version = 1,
                                          .when_ms = WALL_MS - MINUTE,
                                          .until_ms = WALL_MS,
                                          .life = OWNER_ENDED};
    answer_store(STORE_PENDING_LIST, result);
}

/* The store has settled it, or another program was quicker (0). */
static void settle(int64_t changes)
{
    struct store_result *result = store_result_new(&asked[STORE_TOGETHER]);
    result->changes = changes;
    answer_store(STORE_TOGETHER, result);
}

TestSuite(client_open, .fini = end);

Test(client_open, a_reading_of_a_watched_project_settles_what_a_dead_program_left)
{
    size_t count;
    begin_read(1);
    leave_open(1);
    turn(NULL);
    cr_assert_eq(sent_count, 1, "it is looked at");
    answer(1, "InProgress");
    cr_expect_eq(outcome_told.count, 0, "not before it is saved");
    settle(1);
    cr_expect_eq(outcome_told.count, 1);
    cr_expect_str_has(outcome_told.text, "from None to InProgress");
    open_writes(client, &count);
    cr_expect_eq(count, 0);
}

Test(client_open, what_another_program_has_settled_is_not_told)
{
    begin_read(1);
    leave_open(1);
    turn(NULL);
    answer(1, "InProgress");
    settle(0);
    cr_expect_eq(outcome_told.count, 0);
}

Test(client_open, what_stays_open_is_told_once)
{
    begin_read(1);
    leave_open(1);
    turn(NULL);
    answer(1, "None");
    cr_expect_eq(outcome_told.count, 1);
    cr_expect_str_has(outcome_told.text, "is still None at ");
    client_read(client, 1, READ_SOON);
    turn(NULL);
    answer(1, "None");
    cr_expect_eq(outcome_told.count, 1);
    cr_expect_eq(asked[STORE_TOGETHER].serial, 0);
}

Test(client_open, a_project_that_is_not_watched_is_looked_at_by_who_looks_at_all)
{
    begin_read(1);
    leave_open(9);
    turn(NULL);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(open_writes_deadline(client), INT64_MAX);
    client->looks_at_all = true;
    turn(NULL);
    cr_assert_eq(sent_count, 1);
    answer(9, "InProgress");
    settle(1);
    cr_expect_eq(outcome_told.count, 1);
}

TestSuite(client_session, .fini = end);

Test(client_session, a_refused_token_is_reloaded_once_and_another_one_goes_on)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_NOT_LOGGED_IN, 401, -1);
    cr_expect_eq(client->session, SESSION_CHECKING);
    cr_expect_eq(tokens_asked, 1);
    sent_count = 0;
    client_read(client, 1, READ_AT_ONCE);
    turn(NULL);
    cr_expect_eq(sent_count, 0, "nothing is read without a token");
    turn(&(struct event){.kind = EVENT_TOKEN, .text = "another"});
    cr_expect_eq(client->session, SESSION_UP);
    cr_expect_eq(sent_count, 1);
    cr_expect_eq(tokens_asked, 1);
}

Test(client_session, without_another_token_it_has_expired_for_all)
{
    begin_read(2);
    client_read_all(client);
    turn(NULL);
    fail(1, ERROR_NOT_LOGGED_IN, 401, -1);
    fail(2, ERROR_NOT_LOGGED_IN, 401, -1);
    cr_expect_eq(tokens_asked, 1);
    turn(&(struct event){.kind = EVENT_TOKEN, .text = NULL, .value = "no command"});
    cr_expect_eq(client->session, SESSION_EXPIRED);
    cr_expect_str_eq(session_why(client), "no command");
    cr_expect_not(session_is_wanted(client), "the timer's readings are nobody's");
    cr_expect_eq(open_writes_deadline(client), INT64_MAX);
}
