/* Commands about many projects: as many requests at once as connections, and results in the order of the ids.
 */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define CONNECTIONS 4

static struct bench bench;

/* 13, 14, 17, 18 and 21 are Completed; 15, 16, 19, 20, 23 and 24 were never enqueued. */
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

static void fault(const char *fault)
{
    control_fault(&bench.sandbox, fault);
}

/* Removes all faults, and resets the counts of requests. */
static void begin_anew(void)
{
    control_heal(&bench.sandbox);
    control_forget(&bench.sandbox);
}

/* Starts a command, waits for this number of requests, and ends it by SIGTERM, with `twice` also by SIGINT.
 * Returns its standard error. Caller frees. */
static char *said_when_ended(const char *arguments, const char *endpoint, long requests, bool twice)
{
    struct process process;
    home_write(bench.home, "steno.log", "");
    bench_begin(&bench, arguments, &process);
    cr_assert(control_wait_requests(&bench.sandbox, endpoint, requests), "%s", arguments);
    kill(process.pid, SIGTERM);
    if (twice)
        kill(process.pid, SIGINT);
    int code = process_finish(&process, PROCESS_LIMIT_MS);
    cr_expect(code == 128 + SIGTERM || (twice && code == 128 + SIGINT), "%s: %d", arguments, code);
    return home_read(bench.home, "steno.log");
}

static void expect_end(const char *text, const char *end, const char *arguments)
{
    size_t len = strlen(text), size = strlen(end);
    cr_expect_str_eq(text + (len < size ? 0 : len - size), end, "%s: %s", arguments, text);
}

Test(many, run_as_many_requests_at_once_as_there_are_connections_and_none_after_a_signal)
{
    static const char *const rows[][2] = {{"show 1-20", "get-project"},
                                          {"enqueue 1-20", "enqueue"},
                                          {"export 1-20 -o . --name-pattern {id}.srt", "export"},
                                          {"export 1-20 -o .", "get-project"}, /* reads the names first */
                                          {"wait 1-20", "get-project"},
                                          {"watch 1-20", "get-project"},
                                          {"list --refresh", "get-project"}};
    bench_run(&bench, "add 1-40 --offline", 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *stall = mem_printf("%s:stall", rows[i][1]);
        fault(stall);
        free(said_when_ended(rows[i][0], rows[i][1], CONNECTIONS, false));
        cr_expect_eq(control_requests(&bench.sandbox, rows[i][1]), CONNECTIONS, "%s", rows[i][0]);
        begin_anew();
        free(stall);
    }
    fault("get-project:delay=1*20");
    fault("get-project:stall");
    free(said_when_ended("watch 1-20 --interval 2", "get-project", 20 + CONNECTIONS, false));
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 20 + CONNECTIONS, "the second round");
}

/* Expects JSON lines with these ids, such as "1 2 3 ". */
static void expect_order(const char *arguments, int code, const char *expected)
{
    char ids[400] = "";
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    for (const char *at = buffer_text(&result.out); (at = strstr(at, "{\"id\":")); at++) {
        size_t len = strlen(ids);
        snprintf(ids + len, sizeof ids - len, "%ld ", strtol(at + 6, NULL, 10));
    }
    cr_expect_str_eq(ids, expected, "%s", arguments);
    process_result_free(&result);
}

Test(many, are_shown_in_the_order_of_the_ids_whichever_answers_first_and_go_on_after_one_that_failed)
{
    fault("get-project/3:delay=300");
    fault("enqueue/15:delay=300");
    expect_order("show 3 2 1 4 5 6 --json", 0, "3 2 1 4 5 6 ");
    expect_order("enqueue 15 16 19 20 23 24 --json", 0, "15 16 19 20 23 24 ");
    fault("export/17:delay=300");
    expect_order("export 17 14 13 18 21 -o . --json", 0, "17 14 13 18 21 ");
    begin_anew();
    fault("get-project/2:status=404");
    expect_order("show 1 2 3 4 --json", 4, "1 2 3 4 ");
    fault("get-project/14:status=404");
    fault("export/18:status=403");
    expect_order("export 13 14 17 18 21 -o . --force --json", 4, "13 14 17 18 21 ");
    begin_anew();
    fault("export/13:status=404*1"); /* the first try fails */
    expect_order("export 13 14 -o . --name-pattern {id}.srt --json", 0, "13 14 ");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 3);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
}

Test(many, exports_of_one_run_do_not_replace_each_other)
{
    static const char said[] =
        "steno: two projects would have the file name ./same.{ext}; put {id} into the name pattern\n";
    bench_expect(
        &bench, "export 13 14 -o . --name-pattern {state}.srt --force", NULL, 1, "./Completed.srt\n",
        "steno: ./Completed.srt is also the file name of project 13; put {id} into the name pattern\n");
    control_forget(&bench.sandbox);
    bench_expect(&bench, "export 13 14 -o . --name-pattern same.{ext}", NULL, 2, "", said);
    bench_expect(&bench, "export - -o . --name-pattern same.{ext} --dry-run", "13 14", 2, "", said);
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    bench_expect(&bench, "export 13 13 -o . --name-pattern same.{ext}", NULL, 0, "./same.srt\n", "");
}

/* --- projects that were not done --- */

/* Expects this end of standard error. */
static void expect_said_end(const char *arguments, int code, const char *end)
{
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    expect_end(buffer_text(&result.err), end, arguments);
    process_result_free(&result);
}

/* Refreshes the list and returns its output. Caller frees. */
static char *refreshed(int code, const char *end)
{
    struct process_result result;
    bench_steno(&bench, "list --refresh", NULL, code, &result);
    expect_end(buffer_text(&result.err), end, "list --refresh");
    char *rows = mem_copy(buffer_text(&result.out));
    process_result_free(&result);
    return rows;
}

static int64_t act_rows(const char *condition)
{
    char *sql = mem_printf("SELECT count(*) FROM act_rows WHERE %s", condition);
    int64_t count = state_number(bench.home, "state", sql);
    free(sql);
    return count;
}

Test(many, without_a_login_send_nothing_more_and_name_every_project)
{
    bench_run(&bench, "add 1-8 --offline", 0);
    char *rows = refreshed(0, "");
    home_set(bench.home, "STENO_TOKEN", "wrong");
    expect_order("enqueue 1-20 --json", 3, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 ");
    cr_expect_leq(control_requests(&bench.sandbox, "enqueue"), CONNECTIONS);
    expect_said_end("enqueue 1-20", 3, "\nsteno: not done: 1-20\n");
    expect_said_end("show 1-20", 3, "\nsteno: not done: 1-20\n");
    expect_said_end("export 1-300 -o .", 3, "\nsteno: not done: 1-300\n");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    bench_expect_said(&bench, "wait 1-20", 3, "\nsteno: not done: "); /* any project may be refused first */
    char *refused = refreshed(3, "\nsteno: not done: 1-8\n");
    cr_expect_str_eq(refused, rows, "those that it did not reach are shown as they were");
    home_set(bench.home, "STENO_TOKEN", "t");
    fault("get-project/3:status=404");
    char *missing = refreshed(4, "");
    cr_expect_str_eq(missing, rows);
    begin_anew();
    fault("enqueue:status=401");
    home_write(bench.home, "config/steno/config", "connections = 1\nrate_cap = 0\n");
    expect_said_end("enqueue 15 16 19", 3, "\nsteno: not done: 15-16 19\n");
    cr_expect_eq(act_rows("id = 15 AND outcome = 'refused' AND status = 401"), 1);
    cr_expect_eq(act_rows("id IN (16, 19) AND outcome = 'unsent'"), 2);
    free(missing);
    free(refused);
    free(rows);
}

Test(many, not_done_after_a_signal_are_named_in_one_line)
{
    static const struct {
        const char *arguments, *endpoint, *end;
    } rows[] = {
        {"show 1-20 30", "get-project", "Read project 7: cancelled.\nsteno: not done: 8-20 30\n"},
        {"show 1-20 30 --json", "get-project", "steno: not done: 8-20 30\n"},
        {"export 1-20 30 -o . --name-pattern {id}.srt", "export", "steno: not done: 8-20 30\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int id = 7; id < 7 + CONNECTIONS; id++) { /* by id, as the other six come in any order */
            char *stall = mem_printf("%s/%d:stall", rows[i].endpoint, id);
            fault(stall);
            free(stall);
        }
        char *said = said_when_ended(rows[i].arguments, rows[i].endpoint, 6 + CONNECTIONS, false);
        expect_end(said, rows[i].end, rows[i].arguments);
        begin_anew();
        free(said);
    }
    cr_expect_eq(act_rows("outcome = 'unsent' AND reason = 'stopped before' AND ended_ms > 0"), 15);
    cr_expect_eq(act_rows("1"), 21, "a row a project");
}

/* --- a signal after writes were sent --- */

/* Expects a message for each enqueue without an answer, and the others as not done. */
static void expect_told(char *said)
{
    for (int id = 13; id < 17; id++) {
        char *words = mem_printf("Enqueue project %d: cancelled after the request was sent", id);
        cr_expect_str_has(said, words);
        free(words);
    }
    expect_end(said, "steno: not done: 17-30\n", "enqueue 13-30");
    free(said);
}

Test(many, writes_sent_before_a_signal_are_done_if_the_answer_comes_soon_and_else_reported)
{
    fault("enqueue:stall");
    expect_told(said_when_ended("enqueue 13-30", "enqueue", CONNECTIONS, false));
    cr_expect_eq(act_rows("outcome IS NULL"), CONNECTIONS);
    begin_anew();
    fault("enqueue:delay=700");
    char *said = said_when_ended("enqueue 19 20 23 24 27 28", "enqueue", CONNECTIONS, false);
    cr_expect_str_eq(said, "steno: not done: 27-28\n");
    cr_expect_eq(act_rows("outcome IS NULL"), CONNECTIONS);
    cr_expect_eq(act_rows("outcome = 'done'"), CONNECTIONS);
    free(said);
    begin_anew();
    fault("enqueue:delay=1500"); /* after a second signal steno does not wait for answers */
    free(said_when_ended("enqueue 27 28 31 32", "enqueue", CONNECTIONS, true));
    cr_expect_eq(act_rows("outcome IS NULL"), 2 * CONNECTIONS);
}

Test(many, writes_sent_before_a_signal_are_reported_with_a_locked_state_file)
{
    struct process process;
    fault("enqueue:stall");
    bench_begin(&bench, "enqueue 13-30", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", CONNECTIONS));
    struct sqlite3 *lock = state_lock(bench.home);
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    state_unlock(lock);
    expect_told(home_read(bench.home, "steno.log"));
}

/* Two reads after conflicts get no answer. */
Test(many, writes_are_sent_even_if_reads_do_not_reach_the_server)
{
    static const char *const faults[] = {"enqueue/13:status=409", "enqueue/14:status=409",
                                         "enqueue/15:delay=3000", "get-project/13+1:reset",
                                         "get-project/14+1:reset"};
    home_write(bench.home, "config/steno/config", "connections = 2\nrate_cap = 0\n");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        fault(faults[i]);
    bench_run(&bench, "enqueue 13-18", 6);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 6);
}
