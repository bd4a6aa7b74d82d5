/* store/store: changes of state that several programs see, told and recorded by one of them. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>

#include "steno/base/clock.h"
#include "steno/core/receipt.h"
#include "steno/core/settings.h"
#include "store_fixture.h"

TestSuite(store_changes, .init = store_begin, .fini = store_end);

/* Claims a change to `state`, between two readings; true when it is to be told. */
static bool tell(int64_t id, const char *state, int64_t from_ms, int64_t to_ms)
{
    cr_assert(run_on(store, STORE_CHANGE_CLAIM, id, from_ms, to_ms, "hook", state, NULL), "%s",
              last->error.text);
    return last->changes == 1;
}

Test(store_changes, a_change_is_told_by_the_first_program_that_claims_it)
{
    open_store();
    cr_expect(tell(1, "Completed", 100, 200));
    cr_expect_not(tell(1, "Completed", 100, 200));
    cr_expect_not(tell(1, "Completed", 90, 210), "another program, which read a little later");
    cr_expect_not(tell(1, "Completed", 200, 300), "the same change, seen late");
    cr_expect(tell(2, "Completed", 100, 200), "another project");
}

/* Saves what `watch` saw at 230, or at 220 what the answer to an enqueue of 100 shows: InProgress. */
static void save_change(bool is_receipt)
{
    struct settings settings;
    if (!is_receipt) {
        cr_assert(save(230, PROJECT("InProgress")), "%s", last->error.text);
        return;
    }
    settings_init(&settings);
    struct call *call = call_new(ENDPOINT_ENQUEUE);
    call->project_id = 1;
    struct call_result *result = call_result_new(call);
    result->ok = true;
    json_t *json = json_pack("{s:i, s:s}", "Id", 1, "ProcessingState", "InProgress");
    result->project = project_pick(json, 1, &result->error);
    json_decref(json);
    struct receipt *receipt = receipt_new(
        call, result,
        &(struct receipt_context){.state = "None", .asked_ms = 100, .when_ms = 220, .settings = &settings});
    cr_assert(execute(receipt_take_store(receipt)), "%s", last->error.text);
    receipt_free(receipt);
    call_result_free(result);
    call_free(call);
    settings_free(&settings);
}

Test(store_changes, a_change_that_watch_and_the_answer_of_an_enqueue_show_is_one_row)
{
    open_store();
    for (int first_is_receipt = 0; first_is_receipt < 2; first_is_receipt++) {
        cr_assert(save(90, PROJECT("None")), "%s", last->error.text);
        save_change(first_is_receipt);
        save_change(!first_is_receipt);
        cr_assert(run(STORE_HISTORY_LOAD, 1, NULL, NULL, NULL));
        size_t changes = 0, enqueues = 0;
        for (size_t i = 0; i < last->entry_count; i++) {
            changes += strcmp(last->entries[i].name, "state") == 0;
            enqueues += strcmp(last->entries[i].name, "enqueue") == 0;
        }
        cr_expect_eq(changes, 1, "%zu, receipt first: %d", changes, first_is_receipt);
        cr_expect_eq(enqueues, 1, "%zu", enqueues);
        cr_assert(run(STORE_FORGET, 1, NULL, NULL, NULL));
    }
}

Test(store_changes, each_change_of_a_job_and_each_job_is_told)
{
    open_store();
    cr_expect(tell(1, "InProgress", 100, 200));
    cr_expect(tell(1, "Completed", 150, 300));
    cr_expect_not(tell(1, "InProgress", 50, 250), "seen late by another: it is over");
    cr_expect(tell(1, "Completed", 400, 500), "a second job, whose begin nobody told");
}

Test(store_changes, a_change_from_a_clock_that_ran_ahead_keeps_no_later_one)
{
    open_store();
    int64_t now_ms = clock_wall_ms();
    cr_expect(tell(1, "Completed", 100, 200));
    meddle("UPDATE told_changes SET when_ms = 9000000000000");
    cr_expect(tell(1, "Completed", now_ms - 10, now_ms));
}

Test(store_changes, of_projects_whose_changes_were_told_the_oldest_are_forgotten)
{
    open_store();
    meddle("INSERT INTO scopes (id, name) VALUES (77, 'x');"
           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21000)"
           " INSERT INTO told_changes SELECT 77, i, 'hook', 'Completed', i FROM n");
    cr_expect(tell(1, "Completed", 50000, 60000));
    sqlite3 *db;
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(
        sqlite3_prepare_v2(db, "SELECT count(*), max(when_ms) FROM told_changes", -1, &statement, NULL),
        SQLITE_OK);
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    cr_expect_leq(sqlite3_column_int(statement, 0), STORE_TOLD_MAX + 1);
    cr_expect_eq(sqlite3_column_int(statement, 1), 60000);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* A reading of project 1 is saved: true when that has moved its state. */
static bool reads(const char *state, int64_t when_ms)
{
    char *json = mem_printf("{\"Id\":1,\"ProcessingState\":\"%s\"}", state);
    cr_assert(save(when_ms, json), "%s", last->error.text);
    free(json);
    return last->moved_from != NULL;
}

Test(store_changes, a_change_that_several_programs_read_stands_in_the_history_once)
{
    open_store();
    cr_expect_not(reads("None", 100), "the first reading of a project is no change");
    cr_expect(reads("InProgress", 200));
    cr_expect_str_eq(last->moved_from, "None");
    cr_expect_not(reads("InProgress", 210), "another program read it, too");
    cr_expect(reads("Completed", 300));
    cr_expect_not(reads("InProgress", 250), "a reading that is older");
    cr_expect_not(reads("Completed", 320), "one that has missed the change between");
    cr_assert_eq(history(), 2);
    cr_expect_str_eq(last->entries[0].text, "InProgress → Completed");
    cr_expect_str_eq(last->entries[1].text, "None → InProgress");
    cr_expect(reads("InProgress", 400), "another job");
}
