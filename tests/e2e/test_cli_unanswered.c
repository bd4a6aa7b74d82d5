/* Writes of commands that are killed before the answer: none is forgotten, and none is sent twice. And what
 * `forget` and `logout --forget` leave in the state file, including such writes. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/file.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

static struct bench bench;

/* 15, 16, 19 and 20 were never enqueued. */
static void begin(void)
{
    bench_start_logged_in(&bench, "--projects 40 --transcribe-seconds 600");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(unanswered, .init = begin, .fini = end);
TestSuite(forget, .init = begin, .fini = end);

/* Moves the times of all open writes back, as if this number of seconds had passed. */
static void let_time_pass(int seconds)
{
    char *sql = mem_printf("UPDATE act_rows SET when_ms = when_ms - %d000, until_ms = until_ms - %d000",
                           seconds, seconds);
    state_change(bench.home, "state", sql);
    free(sql);
}

/* Kills a command after the sandbox has its write. Fault "stall": the write is not done; "freeze=0": it is
 * done, without an answer. */
static void kill_one(const char *arguments, const char *endpoint, const char *fault)
{
    struct process process;
    char *planned = mem_printf("%s:%s", endpoint, fault);
    int64_t before = state_unanswered(bench.home);
    control_forget(&bench.sandbox);
    control_fault(&bench.sandbox, planned);
    bench_begin(&bench, arguments, &process);
    cr_assert(control_wait_requests(&bench.sandbox, endpoint, 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    control_heal(&bench.sandbox);
    control_forget(&bench.sandbox);
    cr_assert_eq(state_unanswered(bench.home), before + 1);
    free(planned);
}

static void kill_enqueue(int id, const char *fault)
{
    char *arguments = mem_printf("enqueue %d --lang en-US", id);
    kill_one(arguments, "enqueue", fault);
    free(arguments);
}

/* The number of history rows that match an SQL condition. */
static int64_t told(const char *condition)
{
    char *sql = mem_printf("SELECT count(*) FROM history WHERE %s", condition);
    int64_t count = state_number(bench.home, "state", sql);
    free(sql);
    return count;
}

#define UNKNOWN(text) "kind = 'unknown' AND text LIKE '" text "'"

Test(unanswered, what_was_done_is_not_sent_again_and_told_once_by_whatever_reads_the_project)
{
    static const int ids[] = {15, 16, 19, 20};
    bench_run(&bench, "show 15 16 19 20", 0);
    for (int i = 0; i < 4; i++)
        kill_enqueue(ids[i], "freeze=0");
    bench_expect_said(
        &bench, "enqueue 15", 5,
        "steno: Enqueue of project 15: nothing was sent. Project 15 is being transcribed: your enqueue"
        " arrived (Enqueue with Lang=en-US: no answer). Repeat the command to enqueue it"
        " once more\n");
    bench_expect_said(&bench, "show 16", 0,
                      "steno: Project 16 is being transcribed: your enqueue arrived (Enqueue");
    bench_expect_said(&bench, "enqueue 16", 5,
                      "nothing was sent, because it is being transcribed (InProgress)");
    bench_expect_said(&bench, "wait 19 --within 1", 6,
                      "steno: Project 19 is being transcribed: your enqueue arrived (Enqueue");
    cr_expect_eq(state_unanswered(bench.home), 1);
    control_fault(&bench.sandbox, "get-project:status=403");
    bench_expect_said(&bench, "enqueue 20", 3, "the project could not be read");
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 20", 5);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(told(UNKNOWN("Project __ is being transcribed: your enqueue arrived (Enqueue"
                              " with Lang=en-US: no answer)")),
                 4);
    cr_expect_eq(told("kind = 'state' AND text = 'None → InProgress'"), 4);
}

Test(unanswered, what_may_yet_be_carried_out_is_not_repeated_until_a_reading_after_its_time_shows_no_effect)
{
    struct process_result result;
    bench_run(&bench, "add 15 --offline", 0);
    bench_run(&bench, "show 15 16", 0);
    kill_enqueue(15, "stall");
    kill_enqueue(16, "stall");
    kill_enqueue(19, "stall"); /* project 19 was never read */
    bench_expect_said(&bench, "list", 0, "steno: project 15: Enqueue (sent ");
    bench_expect_said(&bench, "show 15 --offline", 0, " has no answer; steno show 15 checks what happened\n");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 0);
    bench_expect_said(&bench, "list --refresh", 0, "steno: Project 15 is still None at ");
    bench_expect_said(&bench, "enqueue 15", 5, "nothing was sent. Project 15 is still None at ");
    bench_expect_said(&bench, "enqueue 19", 5, "nothing was sent. Project 19 is still None at ");
    bench_steno(&bench, "enqueue 16 --json", NULL, 5, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"conflict\"");
    cr_expect_str_has(buffer_text(&result.out), "\"open_until\":\"20");
    cr_expect_str_has(buffer_text(&result.err),
                      "; the request may still be carried out (Enqueue with Lang=en-US:"
                      " no answer, open until ");
    cr_expect_str_lacks(buffer_text(&result.err), "not enqueued");
    process_result_free(&result);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(state_unanswered(bench.home), 3);
    let_time_pass(660);
    bench_expect_said(&bench, "list --refresh", 0,
                      "steno: Project 15 is still None and was not changed (Enqueue with");
    control_forget(&bench.sandbox);
    bench_expect_said(&bench, "enqueue 16", 0,
                      "steno: Project 16 is still None and was not changed (Enqueue with Lang=en-US: no"
                      " answer)\n");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    bench_run(&bench, "enqueue 19", 0);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, an_enqueue_with_anyway_ends_the_open_one_unless_refused_and_a_new_version_does_not)
{
    bench_run(&bench, "show 15 16 19", 0);
    kill_enqueue(15, "stall");
    bench_run(&bench, "enqueue 15 --anyway", 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM act_rows WHERE outcome = 'unknown' AND over"),
        1);
    kill_enqueue(16, "stall");
    control_fault(&bench.sandbox, "enqueue:status=400");
    bench_run(&bench, "enqueue 16 --anyway", 1);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "enqueue 16", 5, "nothing was sent. Project 16 is still None at ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    kill_enqueue(19, "stall");
    control_change(&bench.sandbox, 19, "{}");
    let_time_pass(100000);
    bench_expect_said(&bench, "enqueue 19", 5, "it is still None at ");
    bench_expect_said(
        &bench, "enqueue 19", 5,
        ", but something else in it has changed (Enqueue with Lang=en-US: no answer). --anyway");
    cr_expect_eq(state_unanswered(bench.home), 2);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
}

Test(unanswered, a_server_that_goes_on_after_its_client_has_given_up_is_never_said_to_have_done_nothing)
{
    struct process_result result;
    bench_run(&bench, "show 2 15", 0);
    control_fault(&bench.sandbox, "delete-tag:late=2500*1");
    control_fault(&bench.sandbox, "enqueue:late=2500*1");
    bench_steno(&bench, "tag rm 2 interview --timeout 1", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.err),
                      "steno: Project 2 still has the tag; the request may still be carried out.");
    cr_expect_str_has(buffer_text(&result.err), " The outcome is open until ");
    cr_expect_str_lacks(buffer_text(&result.err), "not deleted");
    process_result_free(&result);
    bench_steno(&bench, "enqueue 15 --timeout 1 --json", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"unknown_outcome\"");
    cr_expect_str_has(buffer_text(&result.out), "\"open_until\":\"20");
    cr_expect_str_has(buffer_text(&result.err), "steno: Project 15 is still None; the request may still be");
    cr_expect_str_has(buffer_text(&result.err), " The outcome is open until ");
    process_result_free(&result);
    cr_expect_eq(state_unanswered(bench.home), 2);
    bench_run(&bench, "enqueue 15", 5);
    for (int64_t limit_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
         state_unanswered(bench.home) && clock_mono_ms() < limit_ms;)
        bench_run(&bench, "show 2 15", 0);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(told(UNKNOWN("Project 15 is being transcribed: your enqueue arrived (%")), 1);
    cr_expect_eq(told(UNKNOWN("Project 2 no longer has the tag (%")), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
}

/* The stored state is None, from before another user's enqueue; the project is now Completed. */
Test(unanswered, a_state_that_was_read_long_ago_proves_nothing)
{
    bench_run(&bench, "show 2", 0);
    state_change(bench.home, "state",
                 "UPDATE projects SET fetched_ms = fetched_ms - 660000, state = 'None';"
                 "UPDATE project_raw SET raw = replace(raw, 'Completed', 'None')");
    control_fault(&bench.sandbox, "enqueue:late=20000");
    bench_run(&bench, "enqueue 2 --timeout 1", 6);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1, "it was taken for done");
    bench_expect_said(&bench, "enqueue 2", 5, "nothing was sent");
}

Test(unanswered, a_write_under_way_refuses_others_and_stays_open_after_an_interrupt)
{
    struct process process;
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 15 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    control_forget(&bench.sandbox);
    bench_expect_said(&bench, "enqueue 15", 5, "nothing was sent. Project 15 is still None at ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 15", 5);
}

Test(unanswered, a_change_without_an_answer_is_told_by_the_next_reading_and_no_value_of_metadata_is_kept)
{
    bench_run(&bench, "show 1 2", 0);
    kill_one("tag rm 1 news", "delete-tag", "freeze=0");
    bench_expect_said(&bench, "show 1", 0,
                      "steno: Project 1 no longer has the tag (Delete tag \"news\": no answer)\n");
    kill_one("metadata set 2 k pass-word", "add-metadata", "freeze=0");
    bench_expect_said(&bench, "show 2", 0, "(Set metadata \"k\": no answer)");
    cr_expect_eq(told("text LIKE '%pass-word%'"), 0);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, a_reading_that_was_sent_before_an_enqueue_and_comes_after_it_does_not_end_it)
{
    static const char *const reads[] = {"show 2", "wait 2", "list --refresh", "export 2 -o .",
                                        "export 2 -o two.srt --if-newer"};
    struct process processes[sizeof reads / sizeof *reads];
    long count = sizeof reads / sizeof *reads;
    bench_run(&bench, "add 2 --offline", 0);
    bench_run(&bench, "list --refresh", 0);
    control_forget(&bench.sandbox);
    control_fault(&bench.sandbox, "get-project/2:delay=3000*5");
    for (long i = 0; i < count; i++)
        bench_begin(&bench, reads[i], &processes[i]);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", count));
    bench_run(&bench, "enqueue 2", 0);
    for (long i = 0; i < count; i++)
        process_finish(&processes[i], PROCESS_LIMIT_MS);
    cr_expect_eq(told("kind = 'state'"), 1);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM act_rows WHERE operation = 'enqueue' AND ended_ms IS NULL"),
        1);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM projects WHERE id = 2 AND state = 'InProgress'"),
                 1);
}

Test(unanswered, a_refusal_beside_a_locked_state_file_says_that_it_was_not_recorded)
{
    struct process process;
    bench_run(&bench, "enqueue 15", 0);
    control_fault(&bench.sandbox, "enqueue:delay=1000*1");
    bench_begin(&bench, "enqueue 15 --anyway", &process); /* answer 412: being transcribed */
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 2));
    struct sqlite3 *lock = state_lock(bench.home);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 1);
    state_unlock(lock);
    char *log = home_read(bench.home, "steno.log");
    cr_expect_str_has(log, "steno: cannot save to the local state file: Another steno is using ");
    free(log);
    cr_expect_eq(state_unanswered(bench.home), 1);
}

/* --- forgetting --- */

/* True if the bytes of the state file contain this text. */
static bool is_kept(const char *text)
{
    struct buffer bytes;
    struct error err;
    char *path = home_path(bench.home, "state/steno/state.db");
    buffer_init(&bytes, (size_t)1 << 28);
    cr_assert(file_read(path, &bytes, &err), "%s", err.text);
    bool found = memmem(bytes.data, bytes.len, text, strlen(text)) != NULL;
    buffer_free(&bytes);
    free(path);
    return found;
}

Test(forget, deletes_the_data_of_one_project_only)
{
    bench_run(&bench, "add 1 2 --offline", 0);
    bench_expect_parts(&bench, "show 1 2", NULL, 0, "Council meeting", "");
    bench_run(&bench, "metadata set 1 Episode first-night", 0);
    bench_run(&bench, "remove 1", 0); /* does not delete the data */
    bench_expect_parts(&bench, "show 1 --offline", NULL, 0, "Council meeting", "");
    cr_assert(is_kept("Council meeting") && is_kept("first-night"));
    bench_expect(&bench, "forget 1 --json", NULL, 0, "{\"id\":1,\"ok\":true}\n", "");
    cr_expect_not(is_kept("Council meeting"));
    cr_expect_not(is_kept("first-night"));
    bench_run(&bench, "show 1 --offline", 4);
    bench_expect(&bench, "activity 1", NULL, 0, "", "");
    bench_expect_parts(&bench, "list", NULL, 0, "dam keeper", "");
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM watchlist"), 1);
}

Test(forget, keeps_a_write_without_an_answer_and_says_so)
{
    static const char kept[] = "steno: 1 change had no answer; its record is kept until steno reads "
                               "the project and sees the result\n";
    bench_run(&bench, "show 15", 0);
    kill_enqueue(15, "stall");
    bench_expect_said(&bench, "forget 15", 0, kept);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM projects WHERE id = 15"), 0);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "forget --all", 0, kept);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 15", 5);
}

Test(forget, forget_all_keeps_the_login_and_logout_forget_deletes_the_account)
{
    bench_run(&bench, "add 1 --offline", 0);
    bench_run(&bench, "show 1", 0);
    bench_run(&bench, "forget --all", 0);
    cr_expect_not(is_kept("demo@example.org"));
    cr_expect_not(is_kept("Council meeting"));
    bench_expect_parts(&bench, "whoami", NULL, 0, "demo@example.org", "");
    bench_expect_said(&bench, "forget", 2, "give project ids, or --all");
    bench_expect_said(&bench, "forget 1 --all", 2, "give project ids, or --all");
    bench_run(&bench, "add 1 --offline", 0);
    bench_run(&bench, "preset save mine enqueue --lang cs-CZ", 0);
    cr_assert(is_kept("demo@example.org") && is_kept("mine"));
    bench_expect_said(&bench, "logout --forget", 0,
                      "the account's data on this computer was deleted: list, notes");
    cr_expect_not(is_kept("demo@example.org"));
    cr_expect_not(is_kept("mine"));
    bench_run(&bench, "whoami", 3);
    char *saved = home_read(bench.home, "config/steno/credentials");
    cr_expect_str_eq(saved, "", "no address and no email");
    free(saved);
}
