/* Subcommands beside a state file that another program keeps locked: it can be read, and nothing saved. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "support/asserts.h"

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(locked, .init = begin, .fini = end);

/* Keeps the state file locked until the connection is closed. */
static sqlite3 *lock_state(void)
{
    char *path = home_path(bench.home, "state/steno/state.db");
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    free(path);
    return db;
}

/* Kills an enqueue of project 1 that the sandbox has got and will not answer. */
static void kill_one(void)
{
    struct process process;
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    control_heal(&bench.sandbox);
    cr_assert_eq(state_unanswered(bench.home), 1);
}

#define NOT_SENT "steno: Not sent: steno cannot record it (Another session is using "

Test(locked, a_state_file_that_another_program_keeps_locked_lets_no_enqueue_go_and_ends_a_batch)
{
    bench_run(&bench, "show 1", 0);
    home_write(bench.home, "config/steno/config", "connections = 1\n");
    sqlite3 *db = lock_state();
    bench_expect_said(&bench, "show 1 2", 0, "steno: cannot save to the local state file: Another session");
    bench_expect_said(&bench, "enqueue 1 --anyway", 1, NOT_SENT);
    bench_expect_said(&bench, "enqueue 1 2 6", 1, "steno: not done: 2 6\n");
    sqlite3_close(db);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    bench_run(&bench, "enqueue 1 2 6", 0);
}

Test(locked, beside_a_locked_state_file_an_open_enqueue_stays_as_it_is)
{
    kill_one();
    sqlite3 *db = lock_state();
    bench_expect_said(&bench, "enqueue 1", 1, NOT_SENT);
    bench_expect_said(&bench, "enqueue 1 --anyway", 1, NOT_SENT);
    sqlite3_close(db);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 1);
}

Test(locked, beside_a_state_file_that_may_only_be_read_nothing_is_sent)
{
    char *path = home_path(bench.home, "state/steno/state.db"), *requests;
    bench_run(&bench, "add 6 8", 0);
    cr_assert_eq(chmod(path, 0400), 0);
    bench_expect_said(&bench, "enqueue 6 8", 1, "steno: Not sent: steno cannot record it (");
    requests = bench_requests(&bench);
    cr_expect_str_lacks(requests, "enqueue");
    free(requests);
    free(path);
}

Test(locked, a_refusal_beside_a_locked_state_file_says_that_it_was_not_recorded)
{
    struct process process;
    bench_run(&bench, "enqueue 1", 0);
    control_fault(&bench.sandbox, "enqueue:delay=1500*1");
    bench_begin(&bench, "enqueue 1 --anyway", &process); /* 412: it is being transcribed */
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 2));
    sqlite3 *db = lock_state();
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 1);
    sqlite3_close(db);
    char *log = home_read(bench.home, "steno.log");
    cr_expect_str_has(log, "steno: cannot save to the local state file: Another session is using ");
    free(log);
    cr_expect_eq(state_unanswered(bench.home), 1);
}

Test(locked, an_enqueue_that_was_done_beside_a_locked_state_file_is_called_enqueued)
{
    struct process process;
    bench_run(&bench, "show 1", 0);
    control_fault(&bench.sandbox, "enqueue:delay=1500*1");
    bench_begin(&bench, "enqueue 1", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    sqlite3 *db = lock_state();
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 0);
    sqlite3_close(db);
    char *log = home_read(bench.home, "steno.log");
    cr_expect_str_has(log, "steno: 1: enqueued. Not recorded (Another session is using ");
    cr_expect_str_has(log, "): it shows ? until a reading proves it\n");
    cr_expect_str_lacks(log, "ry again");
    free(log);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "enqueue 1", 5,
                      "Project 1 was probably enqueued: it changed from None to InProgress");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
}
