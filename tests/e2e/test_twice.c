/* A server that finishes what it began although its client has gone, two programs at once and programs that
 * are killed: no project gets a second job without a question.
 *
 * TWICE_ROUNDS in the environment: another number of rounds, for ./dev soak. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define ROUNDS   6
#define FIRST_ID 15 /* from here on two of four projects were never enqueued */
#define LATE_MS  600
#define WHOLE_US 60000 /* kills fall within this */

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--projects 1000 --transcribe-seconds 600");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(twice, .init = begin, .fini = end, .timeout = 900);

static long rounds(void)
{
    const char *wanted = getenv("TWICE_ROUNDS");
    return wanted ? strtol(wanted, NULL, 10) : ROUNDS;
}

/* A project that was never enqueued, and was read. */
static int prepare(long round)
{
    struct process_result result;
    int id = FIRST_ID + (int)(round / 2 * 4 + round % 2);
    char *show = mem_printf("show %d", id), *late = mem_printf("enqueue/%d:late=%d", id, LATE_MS);
    control_reset(&bench.sandbox); /* each takes of the credit */
    bench_steno(&bench, show, NULL, 0, &result);
    process_result_free(&result);
    control_heal(&bench.sandbox);
    control_fault(&bench.sandbox, late);
    control_forget(&bench.sandbox);
    free(late);
    free(show);
    return id;
}

/* Starts an enqueue in the background. */
static void start(int id, struct process *process)
{
    char *arguments = mem_printf("enqueue %d", id);
    bench_begin(&bench, arguments, process);
    free(arguments);
}

/* Enqueues once more, unasked; the exit code. */
static int enqueue(int id)
{
    struct process_result result;
    char *arguments = mem_printf("enqueue %d", id);
    process_steno(bench.home, arguments, NULL, &result);
    int code = result.code;
    process_result_free(&result);
    free(arguments);
    return code;
}

Test(twice, two_programs_at_once_make_one_job)
{
    long jobs = 0, seconds = 0, all = rounds();
    for (long round = 0; round < all; round++) {
        struct process both[2];
        int id = prepare(round), ok = 0;
        for (int i = 0; i < 2; i++)
            start(id, &both[i]);
        for (int i = 0; i < 2; i++)
            ok += process_finish(&both[i], PROCESS_LIMIT_MS) == 0;
        long sent = control_requests(&bench.sandbox, "enqueue");
        cr_expect_eq(ok, 1, "round %ld: %d were answered", round, ok);
        jobs += sent > 0;
        seconds += sent > 1;
    }
    fprintf(stderr, "two at once: %ld rounds, %ld jobs, %ld second jobs without a question\n", all, jobs,
            seconds);
    cr_expect_eq(jobs, all);
    cr_expect_eq(seconds, 0);
}

/* Reads the project until that has settled its enqueue. */
static void settle(int id)
{
    char *show = mem_printf("show %d", id);
    for (int64_t limit = clock_mono_ms() + PROCESS_LIMIT_MS;
         state_unanswered(bench.home) && clock_mono_ms() < limit;) {
        struct process_result result;
        bench_steno(&bench, show, NULL, 0, &result);
        process_result_free(&result);
    }
    cr_expect_eq(state_unanswered(bench.home), 0);
    free(show);
}

/* Kills an enqueue of a project; how many requests the server has got. */
static long kill_one(int id, long us)
{
    struct process process;
    start(id, &process);
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    return control_requests(&bench.sandbox, "enqueue");
}

Test(twice, an_enqueue_that_is_killed_while_its_server_goes_on_makes_no_second_job)
{
    long jobs = 0, seconds = 0, open = 0, all = rounds();
    srand(1);
    for (long round = 0; round < all; round++) {
        int id = prepare(round);
        long us = rand() % WHOLE_US, sent = kill_one(id, us);
        bool known = state_unanswered(bench.home) > 0;
        cr_expect(known || !sent, "round %ld (%ld us): the server has one that is not known", round, us);
        for (int again = 0; known && again < 2; again++)
            cr_expect_eq(enqueue(id), 5, "round %ld (%ld us)", round, us);
        if (sent)
            settle(id);
        open += known;
        jobs += sent > 0;
        seconds += control_requests(&bench.sandbox, "enqueue") > sent;
        state_change(bench.home, "state", "DELETE FROM act_rows WHERE outcome IS NULL");
    }
    fprintf(stderr,
            "killed: %ld rounds, %ld known to the next start, %ld jobs, %ld second jobs without a question\n",
            all, open, jobs, seconds);
    cr_expect_eq(seconds, 0);
}

#define NOT_SENT "steno: Not sent: steno cannot record it ("

Test(twice, a_state_file_of_a_newer_program_lets_no_write_go)
{
    bench_expect_said(&bench, "show 1 2", 0, "");
    state_change(bench.home, "state", "PRAGMA user_version = 99");
    bench_expect_said(&bench, "enqueue 1 2", 1, NOT_SENT);
    bench_expect_said(&bench, "enqueue 1 --anyway", 1, NOT_SENT);
    bench_expect_said(&bench, "enqueue 1 2", 1, "is of another version of steno");
    bench_expect_said(&bench, "tag rm 1 news", 1, NOT_SENT);
    bench_expect_said(&bench, "metadata set 1 Episode 118", 1, NOT_SENT);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "delete-tag"), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "add-metadata"), 0);
}

/* The state file becomes a newer program's while the first of two projects is being enqueued; how many were
 * sent. */
static long enqueue_two_beside_newer(const char *arguments, int code, const char *change, const char *said)
{
    struct process process;
    home_write(bench.home, "config/steno/config", "rate_cap = 1\n");
    bench_expect_said(&bench, "show 1 2", 0, "");
    control_fault(&bench.sandbox, "enqueue/1:delay=1500"); /* the second is due after 1 s */
    bench_begin(&bench, arguments, &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    state_change(bench.home, "state", change);
    int got = process_finish(&process, PROCESS_LIMIT_MS);
    char *log = home_read(bench.home, "steno.log");
    cr_expect_eq(got, code, "%s", log);
    cr_expect_str_has(log, said);
    free(log);
    return control_requests(&bench.sandbox, "enqueue");
}

#define NEWER      "PRAGMA user_version = 99"
#define NEW_TABLES "ALTER TABLE projects RENAME TO works; " NEWER

Test(twice, a_state_file_that_becomes_a_newer_programs_lets_no_write_go_from_then_on)
{
    cr_expect_eq(enqueue_two_beside_newer("enqueue 1 2", 1, NEWER, NOT_SENT), 1);
}

Test(twice, a_state_file_whose_tables_a_newer_program_changes_lets_no_write_go_from_then_on)
{
    cr_expect_eq(enqueue_two_beside_newer("enqueue 1 2", 1, NEW_TABLES, NOT_SENT), 1);
}

Test(twice, anyway_sends_nothing_beside_a_newer_program_either)
{
    cr_expect_eq(enqueue_two_beside_newer("enqueue 1 2 --anyway", 1, NEW_TABLES, NOT_SENT), 1);
}
