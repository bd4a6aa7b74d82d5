/* Many projects at once: so many requests as there are connections, results in the order of the ids. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define CONNECTIONS 4
#define DELAY_MS    300

static struct bench bench;

static void begin(void)
{
    bench_start(&bench, "--projects 40 --transcribe-seconds 600 --token t");
    home_set(bench.home, "STENO_TOKEN", "t");
    home_write(bench.home, "config/steno/config", "connections = 4\nrate_cap = 0\n");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(many, .init = begin, .fini = end);

/* How many threads has a process? The kernel counts them among the links of their folder. */
static int count_threads(pid_t pid)
{
    char path[40];
    struct stat facts = {0};
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    stat(path, &facts);
    return (int)facts.st_nlink - 2;
}

/* Expects so many requests of an endpoint under way at once as there are connections, none more. */
static void expect_at_once(const char *arguments, const char *endpoint)
{
    struct process process;
    char *fault = mem_printf("%s:stall", endpoint);
    control_fault(&bench.sandbox, fault);
    bench_begin(&bench, arguments, &process);
    cr_expect(control_wait_requests(&bench.sandbox, endpoint, CONNECTIONS));
    cr_expect_gt(count_threads(process.pid), CONNECTIONS);
    kill(process.pid, SIGTERM);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM);
    cr_expect_eq(control_requests(&bench.sandbox, endpoint), CONNECTIONS, "%s", arguments);
    control_heal(&bench.sandbox);
    control_forget(&bench.sandbox);
    free(fault);
}

Test(many, run_as_many_requests_at_once_as_there_are_connections)
{
    expect_at_once("show 1-20", "get-project");
    expect_at_once("enqueue 1-20", "enqueue");
    expect_at_once("export 1-20 -o . --name-pattern {id}.srt", "export");
    expect_at_once("export 1-20 -o .", "get-project"); /* for the names */
    expect_at_once("wait 1-20", "get-project");
    expect_at_once("watch 1-20", "get-project");
}

Test(many, reads_of_a_sweep_that_wait_for_a_connection_are_not_sent_after_a_signal)
{
    struct process_result result;
    bench_steno(&bench, "add 1-40", NULL, 0, &result);
    process_result_free(&result);
    expect_at_once("list --refresh", "get-project");
}

Test(many, are_listed_without_the_server_by_one_thread)
{
    struct process process;
    struct process_result result;
    char first;
    bench_steno(&bench, "add 1-10000", NULL, 0, &result);
    process_result_free(&result);
    bench_begin(&bench, "list --json", &process); /* more than a pipe holds: it waits for a reader */
    cr_assert_eq(read(process.from, &first, 1), 1);
    cr_expect_eq(count_threads(process.pid), 1);
    close(process.from);
    process.from = -1;
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGPIPE);
}

Test(many, end_at_once_when_nobody_takes_what_they_print)
{
    struct process process;
    control_fault(&bench.sandbox, "get-project/1:delay=300");
    control_fault(&bench.sandbox, "get-project/2:stall");
    bench_begin(&bench, "show 1-40", &process);
    close(process.from);
    process.from = -1;
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGPIPE);
}

Test(many, are_read_again_as_many_at_once_as_at_the_first_round)
{
    struct process process;
    control_fault(&bench.sandbox, "get-project:delay=1*20");
    control_fault(&bench.sandbox, "get-project:stall");
    bench_begin(&bench, "watch 1-20 --interval 2", &process);
    cr_expect(control_wait_requests(&bench.sandbox, "get-project", 20 + CONNECTIONS));
    kill(process.pid, SIGTERM);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 20 + CONNECTIONS);
}

/* The ids of the JSON lines that steno writes: "1 2 3 ". */
static const char *order(const char *arguments, int code)
{
    static char ids[400];
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    ids[0] = '\0';
    for (const char *at = buffer_text(&result.out); (at = strstr(at, "{\"id\":")); at++) {
        size_t len = strlen(ids);
        snprintf(ids + len, sizeof ids - len, "%ld ", strtol(at + 6, NULL, 10));
    }
    process_result_free(&result);
    return ids;
}

Test(many, are_shown_in_the_order_of_the_ids_whichever_answers_first)
{
    control_fault(&bench.sandbox, "get-project/3:delay=300");
    control_fault(&bench.sandbox, "enqueue/15:delay=300");
    cr_expect_str_eq(order("show 3 2 1 4 5 6 --json", 0), "3 2 1 4 5 6 ");
    cr_expect_str_eq(order("enqueue 15 16 19 20 23 24 --json", 0), "15 16 19 20 23 24 ");
    control_fault(&bench.sandbox, "export/17:delay=300");
    cr_expect_str_eq(order("export 17 14 13 18 21 -o . --json", 0), "17 14 13 18 21 ");
}

Test(many, exports_that_fail_are_reported_in_their_place)
{
    control_fault(&bench.sandbox, "get-project/14:status=404");
    control_fault(&bench.sandbox, "export/18:status=403");
    cr_expect_str_eq(order("export 13 14 17 18 21 -o . --json", 4), "13 14 17 18 21 ");
}

Test(many, exports_of_one_run_do_not_replace_each_other)
{
    struct process_result result;
    bench_steno(&bench, "export 13 14 -o . --name-pattern {state}.srt --force", NULL, 1, &result);
    cr_expect_str_eq(buffer_text(&result.out), "./Completed.srt\n");
    cr_expect_str_eq(buffer_text(&result.err),
                     "steno: ./Completed.srt would be the file of project 13, too; put "
                     "{id} into the pattern\n");
    process_result_free(&result);
}

Test(many, a_pattern_that_gives_two_projects_one_name_is_refused_before_anything_is_sent)
{
    static const char said[] =
        "steno: ./same.{ext} would be the file of two of these projects; put {id} into the pattern\n";
    bench_expect(&bench, "export 13 14 -o . --name-pattern same.{ext}", NULL, 2, "", said);
    bench_expect(&bench, "export - -o . --name-pattern same.{ext} --dry-run", "13 14", 2, "", said);
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    bench_expect(&bench, "export 13 13 -o . --name-pattern same.{ext}", NULL, 0, "./same.srt\n", "");
}

Test(many, exports_that_are_late_are_asked_for_again_when_their_project_is_completed)
{
    control_fault(&bench.sandbox, "export/13:status=404*1");
    cr_expect_str_eq(order("export 13 14 -o . --name-pattern {id}.srt --json", 0), "13 14 ");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 3);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
}

Test(many, go_on_after_one_that_failed_and_end_in_one_exit_code)
{
    control_fault(&bench.sandbox, "get-project/2:status=404");
    cr_expect_str_eq(order("show 1 2 3 4 --json", 4), "1 2 3 4 ");
}

Test(many, without_a_login_send_nothing_more_and_name_every_project)
{
    home_set(bench.home, "STENO_TOKEN", "wrong");
    cr_expect_str_eq(order("enqueue 1-20 --json", 3), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 ");
    cr_expect_leq(control_requests(&bench.sandbox, "enqueue"), CONNECTIONS);
}

/* Starts a command, ends it by a signal once an endpoint had so many requests, and returns what it said.
 * Caller frees. */
static char *said_when_ended(const char *arguments, const char *endpoint, long requests)
{
    struct process process;
    bench_begin(&bench, arguments, &process);
    cr_assert(control_wait_requests(&bench.sandbox, endpoint, requests));
    kill(process.pid, SIGTERM);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM);
    return home_read(bench.home, "steno.log");
}

/* Does a text end in another one? */
static bool ends_in(const char *text, const char *end)
{
    size_t len = strlen(text), size = strlen(end);
    return len >= size && strcmp(text + len - size, end) == 0;
}

Test(many, that_a_signal_left_over_are_named_in_one_line)
{
    static const struct {
        const char *arguments, *endpoint, *end;
    } cases[] = {
        {"show 1-20 30", "get-project", "Read project 7: cancelled.\nsteno: not done: 8-20 30\n"},
        {"show 1-20 30 --json", "get-project", "steno: not done: 8-20 30\n"},
        {"export 1-20 30 -o . --name-pattern {id}.srt", "export", "steno: not done: 8-20 30\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int id = 7; id < 7 + CONNECTIONS;
             id++) { /* by id: the requests of six others may come in any order */
            char *fault = mem_printf("%s/%d:stall", cases[i].endpoint, id);
            control_fault(&bench.sandbox, fault);
            free(fault);
        }
        char *said = said_when_ended(cases[i].arguments, cases[i].endpoint, 6 + CONNECTIONS);
        cr_expect(ends_in(said, cases[i].end), "%s: %s", cases[i].arguments, said);
        control_heal(&bench.sandbox);
        control_forget(&bench.sandbox);
        free(said);
    }
}

Test(many, writes_that_a_signal_found_sent_are_not_among_those_that_were_not_done)
{
    control_fault(&bench.sandbox, "enqueue:stall");
    char *said = said_when_ended("enqueue 13-30", "enqueue", CONNECTIONS);
    cr_expect(ends_in(said, "steno: not done: 17-30\n"), "%s", said);
    for (int id = 13; id < 17; id++) {
        char *words = mem_printf("Enqueue project %d: ", id);
        cr_expect_str_has(said, words, "%s: %s", words, said);
        free(words);
    }
    free(said);
}

/* How many enqueues came to this, or have no outcome. */
static int64_t outcomes(const char *condition)
{
    char *sql =
        mem_printf("SELECT count(*) FROM act_rows WHERE operation = 'enqueue' AND outcome %s", condition);
    int64_t count = state_number(bench.home, "state", sql);
    free(sql);
    return count;
}

Test(many, writes_that_a_signal_found_sent_are_done_where_their_answer_comes_soon)
{
    control_fault(&bench.sandbox, "enqueue:delay=700");
    char *said = said_when_ended("enqueue 15 16 19 20 23 24", "enqueue", CONNECTIONS);
    cr_expect_str_eq(said, "steno: not done: 23-24\n");
    cr_expect_eq(outcomes("IS NULL"), 0);
    cr_expect_eq(outcomes("= 'done'"), CONNECTIONS);
    free(said);
}

Test(many, writes_that_a_signal_found_sent_are_given_up_at_a_second_one)
{
    struct process process;
    control_fault(&bench.sandbox, "enqueue:delay=1500");
    bench_begin(&bench, "enqueue 15 16 19 20", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", CONNECTIONS));
    kill(process.pid, SIGINT);
    kill(process.pid, SIGTERM);
    cr_expect_geq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    cr_expect_eq(outcomes("IS NULL"), CONNECTIONS);
}

Test(many, writes_that_a_signal_found_sent_are_told_of_beside_a_locked_state_file)
{
    struct process process;
    sqlite3 *db;
    char *path = home_path(bench.home, "state/steno/state.db");
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 13-30", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", CONNECTIONS));
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    sqlite3_close(db);
    char *said = home_read(bench.home, "steno.log");
    for (int id = 13; id < 17; id++) {
        char *words = mem_printf("Enqueue project %d: cancelled after it was sent", id);
        cr_expect_str_has(said, words, "%s: %s", words, said);
        free(words);
    }
    cr_expect(ends_in(said, "steno: not done: 17-30\n"), "%s", said);
    free(said);
    free(path);
}

/* Two readings after a conflict that do not arrive, while nothing else does. */
Test(many, writes_are_sent_also_when_readings_did_not_reach_the_server)
{
    struct process_result result;
    home_write(bench.home, "config/steno/config", "connections = 2\nrate_cap = 0\n");
    control_fault(&bench.sandbox, "enqueue/13:status=409");
    control_fault(&bench.sandbox, "enqueue/14:status=409");
    control_fault(&bench.sandbox, "enqueue/15:delay=4000");
    control_fault(&bench.sandbox, "get-project/13+1:reset");
    control_fault(&bench.sandbox, "get-project/14+1:reset");
    bench_steno(&bench, "enqueue 13-18", NULL, 6, &result);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 6, "%s", buffer_text(&result.err));
    process_result_free(&result);
}

Test(many, without_a_login_the_rest_is_named_in_one_line)
{
    struct process_result result;
    static const char *const commands[] = {"enqueue 1-20", "show 1-20"};
    home_set(bench.home, "STENO_TOKEN", "wrong");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        bench_steno(&bench, commands[i], NULL, 3, &result);
        cr_expect(ends_in(buffer_text(&result.err), "\nsteno: not done: 2-20\n"), "%s: %s", commands[i],
                  buffer_text(&result.err));
        process_result_free(&result);
    }
    bench_steno(&bench, "wait 1-20", NULL, 3, &result); /* which of them was refused first is open */
    cr_expect_str_has(buffer_text(&result.err), "\nsteno: not done: ");
    process_result_free(&result);
}

/* Transactions that have changed the state file: SQLite counts them in its head. */
static unsigned transactions(void)
{
    unsigned char head[28];
    char *path = home_path(bench.home, "state/steno/state.db");
    FILE *file = fopen(path, "rb");
    cr_assert(file && fread(head, sizeof head, 1, file) == 1);
    fclose(file);
    free(path);
    return (unsigned)head[24] << 24 | (unsigned)head[25] << 16 | (unsigned)head[26] << 8 | head[27];
}

Test(many, exports_that_were_not_begun_are_named_however_many)
{
    struct process_result result;
    home_set(bench.home, "STENO_TOKEN", "wrong");
    bench_steno(&bench, "export 1-300 -o .", NULL, 3, &result);
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    cr_expect(ends_in(buffer_text(&result.err), "\nsteno: not done: 2-300\n"), "%s",
              buffer_text(&result.err));
    process_result_free(&result);
    home_set(bench.home, "STENO_TOKEN", "t");
    control_fault(&bench.sandbox, "export:stall");
    char *said = said_when_ended("export 1-300 -o . --name-pattern {id}.srt", "export", CONNECTIONS);
    cr_expect(ends_in(said, "\nsteno: not done: 2-300\n"), "said: %s", said);
    free(said);
    cr_expect_lt(transactions(), 40);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count FROM acts"), 300);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM act_rows"), 300);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM act_rows WHERE outcome = 'unsent' AND reason = 'stopped before'"),
        300);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM act_rows WHERE ended_ms > 0"), 300);
}

Test(many, a_list_that_is_refreshed_shows_those_that_it_did_not_reach_as_they_were)
{
    struct process_result result;
    bench_steno(&bench, "add 1-8", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "list --refresh", NULL, 0, &result);
    char *rows = mem_copy(buffer_text(&result.out));
    process_result_free(&result);
    home_set(bench.home, "STENO_TOKEN", "wrong");
    bench_steno(&bench, "list --refresh", NULL, 3, &result);
    cr_expect_str_eq(buffer_text(&result.out), rows, "got:\n%snot:\n%s", buffer_text(&result.out), rows);
    cr_expect(ends_in(buffer_text(&result.err), "\nsteno: not done: 2-8\n"), "%s", buffer_text(&result.err));
    process_result_free(&result);
    home_set(bench.home, "STENO_TOKEN", "t");
    control_fault(&bench.sandbox, "get-project/3:status=404");
    bench_steno(&bench, "list --refresh", NULL, 4, &result);
    cr_expect_str_eq(buffer_text(&result.out), rows, "got:\n%snot:\n%s", buffer_text(&result.out), rows);
    process_result_free(&result);
    free(rows);
}

Test(many, rows_of_the_activity_are_all_shown)
{
    static const char sql[] = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)"
                              " INSERT INTO history (scope, id, when_ms, kind, text)"
                              " SELECT scope, 1, i, 'state', 'row ' || i FROM n, watchlist";
    struct process_result result;
    sqlite3 *db;
    size_t rows = 0;
    bench_steno(&bench, "add 1", NULL, 0, &result);
    process_result_free(&result);
    char *path = home_path(bench.home, "state/steno/state.db");
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    free(path);
    bench_steno(&bench, "activity", NULL, 0, &result);
    for (const char *at = buffer_text(&result.out); (at = strchr(at, '\n')); at++)
        rows++;
    cr_expect_eq(rows, 700, "%zu", rows);
    cr_expect_str_has(buffer_text(&result.out), "  row 1\n");
    process_result_free(&result);
}

/* Prints how long 20 ids took on a server that takes 300 ms for each, in such rounds as the connections make
 * of them; no time is asserted. */
static void print_ratio(const char *arguments, const char *endpoint, int code)
{
    char *fault = mem_printf("%s:delay=%d", endpoint, DELAY_MS);
    control_fault(&bench.sandbox, fault);
    int64_t begun_ms = clock_mono_ms();
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    process_result_free(&result);
    double rounds = 20.0 / CONNECTIONS * DELAY_MS;
    cr_log_info("%s: %.2f times the least\n", arguments, (double)(clock_mono_ms() - begun_ms) / rounds);
    control_heal(&bench.sandbox);
    free(fault);
}

Test(many, take_about_as_long_as_the_connections_allow)
{
    print_ratio("show 1-20", "get-project", 0);
    print_ratio("enqueue 1-20", "enqueue", 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 20);
    print_ratio("export 13-32 -o . --name-pattern {id}.srt", "export", 1);
    cr_expect_geq(control_requests(&bench.sandbox, "export"), 20);
}

/* What the state file has of the newest act, a row a line. Caller frees. */
static char *newest_act(void)
{
    struct buffer text;
    sqlite3 *db;
    sqlite3_stmt *rows;
    char *path = home_path(bench.home, "state/steno/state.db");
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    cr_assert_eq(
        sqlite3_prepare_v2(db,
                           "SELECT a.operation, a.count, id, outcome, COALESCE(status, 0) FROM act_rows r"
                           " JOIN acts a USING (act) WHERE act = (SELECT max(act) FROM acts) ORDER BY id",
                           -1, &rows, NULL),
        SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW)
        buffer_printf(&text, "%s of %d: %d %s %d\n", (const char *)sqlite3_column_text(rows, 0),
                      sqlite3_column_int(rows, 1), sqlite3_column_int(rows, 2),
                      (const char *)sqlite3_column_text(rows, 3), sqlite3_column_int(rows, 4));
    sqlite3_finalize(rows);
    sqlite3_close(db);
    free(path);
    return buffer_take(&text);
}

static void expect_newest_act(const char *expected)
{
    char *act = newest_act();
    cr_expect_str_eq(act, expected);
    free(act);
}

Test(many, what_a_command_sends_is_one_act_with_a_row_a_project)
{
    struct process_result result;
    bench_steno(&bench, "add 1 2", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 2 9999 --file-format-id srt -o .", NULL, 4, &result);
    process_result_free(&result);
    expect_newest_act("export of 2: 2 done 0\nexport of 2: 9999 unsent 0\n");
    bench_steno(&bench, "enqueue 1 9999 2 --lang en-US", NULL, 4, &result);
    process_result_free(&result);
    expect_newest_act("enqueue of 3: 1 done 0\nenqueue of 3: 2 done 0\nenqueue of 3: 9999 unsent 0\n");
    bench_steno(&bench, "tag rm 1 news", NULL, 0, &result);
    process_result_free(&result);
    expect_newest_act("delete-tag of 1: 1 done 0\n");
}

Test(many, what_was_not_sent_is_a_row_of_the_act_too)
{
    struct process_result result;
    control_fault(&bench.sandbox, "enqueue:status=401");
    home_write(bench.home, "config/steno/config", "connections = 1\nrate_cap = 0\n");
    bench_steno(&bench, "enqueue 1 2 3 --lang en-US", NULL, 3, &result);
    process_result_free(&result);
    expect_newest_act("enqueue of 3: 1 refused 401\nenqueue of 3: 2 unsent 0\nenqueue of 3: 3 unsent 0\n");
}
