/* store/store_reply: replies that are as they were. */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

TestSuite(store_reply, .init = store_begin, .fini = store_end);

/* The number of the reply that a list has for project 1. */
static uint64_t listed_reply(void)
{
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    return last->rows[0].reply;
}

/* Saves project 1 as it was read at that time, or that it was as before. */
static bool keep_reply(enum store_op_kind kind, int64_t when_ms, uint64_t reply)
{
    struct store_op *op = store_op_new(kind);
    op->id = 1;
    op->when_ms = when_ms;
    op->reply = reply;
    if (kind == STORE_PROJECT_SAVE)
        op->json = json_decode(PROJECT("None"), strlen(PROJECT("None")), &err);
    return execute(op);
}

Test(store_reply, a_reply_that_is_as_it_was_moves_only_the_time_of_its_reading)
{
    open_store();
    watch(1, 1);
    cr_assert(keep_reply(STORE_PROJECT_SAVE, 5000, 77));
    cr_expect_eq(listed_reply(), 77);
    cr_assert(keep_reply(STORE_PROJECT_SAME, 9000, 77));
    cr_expect_eq(last->changes, 1);
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect_eq(last->rows[0].fetched_ms, 9000);
    cr_expect_str_eq(last->rows[0].state, "None");
    cr_assert(keep_reply(STORE_PROJECT_SAME, 9500, 78));
    cr_expect_eq(last->changes, 0, "it is another one");
    cr_assert(keep_reply(STORE_PROJECT_SAME, 8000, 77));
    cr_expect_eq(last->changes, 0, "it was read again since");
    cr_assert(save(10000, PROJECT("Completed")));
    cr_expect_eq(listed_reply(), 0, "nobody knows of which reply it came");
    cr_expect_eq(history(), 1);
}

Test(store_reply, the_number_of_a_reply_is_of_the_program_that_has_kept_it)
{
    open_store();
    watch(1, 1);
    cr_assert(keep_reply(STORE_PROJECT_SAVE, 5000, 77));
    meddle(
        "UPDATE projects SET reply = 77"); /* as a version of the program with other tables would have it */
    cr_expect_neq(listed_reply(), 77);
}

Test(store_reply, texts_are_listed_as_asked_for)
{
    open_store();
    cr_assert(save(5000, "{\"Id\":1,\"ProcessingState\":\"None\"}"));
    cr_assert(run(STORE_TEXTS_LOAD, 0, NULL, NULL, "[2,1]"));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_eq(last->entries[0].id, 2);
    cr_expect_null(last->entries[0].text);
    cr_expect_str_eq(last->entries[1].text, "{\"Id\":1,\"ProcessingState\":\"None\"}");
}
