/* What forget deletes, what it refuses, and what goes by itself after 90 days. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "store.h"
#include "store_fixture.h"
#include "support/asserts.h"

TestSuite(store_forget, .init = store_begin, .fini = store_end);

#define DAYS_90 INT64_C(7776000000)

static int64_t number(const char *sql)
{
    int64_t value = -1;
    cr_assert(store_number(store, &err, &value, -1, sql, ""), "%s: %s", sql, err.text);
    return value;
}

/* Rows of a project, or of all with 0, in the tables that have rows by project. */
static int64_t rows_of(int64_t id)
{
    static const char *const names[] = {"watchlist", "projects",     "project_raw",  "drafts",
                                        "history",   "metadata_log", "told_changes", "exports"};
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *sql = mem_printf("SELECT count(*) FROM %s WHERE %" PRId64 " IN (0, id)", names[i], id);
        sum += number(sql);
        free(sql);
    }
    return sum;
}

static bool export_file(int64_t id)
{
    struct store_op *op = store_op_new(STORE_EXPORTS_ADD);
    ledger_add(&op->ledger,
               &(struct ledger_file){.id = id, .path = mem_copy("/srv/a.srt"), .format = mem_copy("srt")});
    return execute(op);
}

/* One row of a project in each table, and a preset and a used value beside it. */
static void fill(int64_t id)
{
    char *project = mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":1,\"ProcessingState\":\"None\"}", id);
    watch(id, id);
    cr_assert(run(STORE_PROJECT_SAVE, id, NULL, NULL, project), "%s", last->error.text);
    cr_assert(run(STORE_HISTORY_ADD, id, "state", "None", NULL));
    cr_assert(run(STORE_DRAFT_SAVE, id, "enqueue", NULL, "{\"Lang\":\"cs-CZ\"}"));
    cr_assert(run(STORE_METADATA_ADD, id, "Episode", "118", NULL));
    cr_assert(run(STORE_CHANGE_CLAIM, id, "hook", "None", NULL));
    cr_assert(export_file(id), "%s", last->error.text);
    cr_assert(run(STORE_PRESET_SAVE, 0, "mine", "enqueue", "{}"));
    free(project);
}

static bool forget(int64_t id, int64_t what)
{
    return run_on(store, STORE_FORGET, id, what, 1000, NULL, NULL, NULL);
}

static void log_in(const char *email)
{
    cr_assert(store_set_scope(store, "https://h", "/API", email, &err), "%s", err.text);
}

static void leave_a_write_open(int64_t id)
{
    char *sql = mem_printf(
        "INSERT INTO act_rows (act, scope, id, operation, version, when_ms, until_ms, host, pid, start)"
        " VALUES (1, %" PRId64 ", %" PRId64 ", 'enqueue', 1, 1, 1, '', 1, '')",
        store->scope, id);
    cr_assert_eq(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK);
    free(sql);
}

Test(store_forget, all_of_a_project_goes_and_nothing_of_another_or_of_another_account)
{
    open_store();
    fill(1);
    fill(2);
    log_in("other@b.c");
    fill(1);
    cr_assert_eq(rows_of(0), 24, "%" PRId64, rows_of(0));
    log_in("a@b.c");
    cr_assert(forget(1, 0), "%s", last->error.text);
    cr_expect_eq(rows_of(1), 8, "of the other account: %" PRId64, rows_of(1));
    cr_expect_eq(rows_of(2), 8, "%" PRId64, rows_of(2));
    cr_expect_eq(number("SELECT count(*) FROM presets"), 2);
    cr_assert(forget(77, 0), "nothing is kept of it: %s", last->error.text);
}

Test(store_forget, nothing_goes_while_a_write_of_it_has_no_response)
{
    open_store();
    fill(1);
    fill(2);
    leave_a_write_open(1);
    for (int what = FORGET_ACCOUNT; what <= FORGET_ALL + 1; what++) {
        cr_expect_not(what > FORGET_ALL ? forget(1, 0) : forget(0, what));
        cr_expect_eq(last->error.kind, ERROR_CONFLICT, "%s", last->error.text);
        cr_expect_str_has(last->error.text, "a write to project 1 has no response");
        cr_expect_eq(rows_of(0), 16, "%" PRId64, rows_of(0));
    }
    cr_expect(forget(2, 0), "%s", last->error.text);
    log_in("other@b.c");
    fill(3);
    cr_expect(forget(0, FORGET_ACCOUNT), "the write is another account's: %s", last->error.text);
    cr_expect_eq(rows_of(0), 8, "%" PRId64, rows_of(0));
    cr_expect_not(forget(0, FORGET_ALL));
    cr_expect_eq(number("SELECT count(*) FROM act_rows WHERE outcome IS NULL"), 1);
}

Test(store_forget, an_account_goes_with_presets_values_address_and_email)
{
    open_store();
    fill(1);
    log_in("other@b.c");
    fill(1);
    cr_assert(forget(0, FORGET_ACCOUNT), "%s", last->error.text);
    cr_expect_eq(rows_of(0), 8, "%" PRId64, rows_of(0));
    cr_expect_eq(number("SELECT count(*) FROM presets"), 1);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%other%'"), 0);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%a@b.c'"), 1);
}

Test(store_forget, all_goes_with_every_address_and_email)
{
    open_store();
    fill(1);
    log_in("other@b.c");
    fill(1);
    cr_assert(forget(0, FORGET_ALL), "%s", last->error.text);
    cr_expect_eq(rows_of(0), 0, "%" PRId64, rows_of(0));
    cr_expect_eq(number("SELECT count(*) FROM presets"), 0);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%h%' OR name LIKE '%@%'"), 0);
}

Test(store_forget, a_session_that_goes_on_writes_for_its_account_again)
{
    open_store();
    fill(1);
    int64_t before = store->scope;
    struct store *running = store_open(&config, &err);
    cr_assert(run_on(running, STORE_LOAD, 0, 0, 0, NULL, NULL, NULL));
    cr_assert(forget(0, FORGET_ACCOUNT), "%s", last->error.text);
    cr_expect_str_eq(watched(running), "");
    cr_assert(run_on(running, STORE_WATCH_ADD, 5, 0, 0, NULL, NULL, NULL));
    cr_expect_neq(running->scope, before);
    store_close(running);
    cr_assert(run(STORE_WATCH_ADD, 6, NULL, NULL, NULL));
    cr_expect_str_eq(watched(store), "5 6");
}

Test(store_forget, a_project_on_no_watchlist_goes_90_days_after_its_last_reading)
{
    static const int64_t now = 1800000000000;
    static const struct {
        int64_t id, age;
        bool watched, stays;
    } rows[] = {{1, DAYS_90 - 1, false, true},
                {2, DAYS_90, false, true},
                {3, DAYS_90 + 1, false, false},
                {4, DAYS_90 + 1, true, true}};
    open_store();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *project =
            mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":1,\"ProcessingState\":\"None\"}", rows[i].id);
        cr_assert(run_on(store, STORE_PROJECT_SAVE, rows[i].id, 0, now - rows[i].age, NULL, NULL, project));
        cr_assert(run(STORE_HISTORY_ADD, rows[i].id, "state", "None", NULL));
        cr_assert(run(STORE_METADATA_ADD, rows[i].id, "Episode", "118", NULL));
        if (rows[i].watched)
            watch(rows[i].id, rows[i].id);
        free(project);
    }
    open_store();
    cr_assert(run_on(store, STORE_PROJECT_SAVE, 9, 0, now, NULL, NULL,
                     "{\"Id\":9,\"AccessToken\":1,\"ProcessingState\":\"None\"}"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert(run(STORE_PROJECT_LOAD, rows[i].id, NULL, NULL, NULL));
        cr_expect_eq(last->json != NULL, rows[i].stays, "project %" PRId64, rows[i].id);
    }
    cr_expect_eq(number("SELECT count(*) FROM project_raw"), 4);
    cr_expect_eq(number("SELECT count(*) FROM history"), 4);
    cr_expect_eq(number("SELECT count(*) FROM metadata_log"), 4);
}

Test(store_forget, an_open_write_whose_sender_is_gone_goes_too_when_that_is_asked_for)
{
    open_store();
    fill(1);
    fill(2);
    leave_a_write_open(1);
    leave_a_write_open(2);
    meddle("UPDATE act_rows SET host = 'elsewhere', until_ms = 2000 WHERE id = 2"); /* it is 1000 */
    cr_expect_not(forget(2, FORGET_ANYWAY));
    cr_expect_str_has(last->error.text, "a write to project 2 has no response yet, and its sender waits");
    cr_expect_not(forget(0, FORGET_ALL | FORGET_ANYWAY));
    cr_expect_eq(number("SELECT count(*) FROM act_rows WHERE outcome IS NULL"), 2, "nothing was deleted");
    cr_expect(forget(1, FORGET_ANYWAY), "%s", last->error.text);
    cr_expect_eq(rows_of(1), 0);
    cr_expect_eq(number("SELECT count(*) FROM act_rows WHERE outcome IS NULL"), 1);
}
