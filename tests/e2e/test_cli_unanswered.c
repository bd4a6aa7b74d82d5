/* Writes of the command line whose sender did not live to see an answer: nothing is lost, nothing sent twice.
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
#include "steno/base/when.h"
#include "steno/base/mem.h"
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

TestSuite(unanswered, .init = begin, .fini = end);

/* Lets the senders of all open writes have given up so many seconds earlier. */
static void let_time_pass(int seconds)
{
    char *sql = mem_printf("UPDATE act_rows SET when_ms = when_ms - %d000, until_ms = until_ms - %d000",
                           seconds, seconds);
    state_change(bench.home, "state", sql);
    free(sql);
}

/* Kills an enqueue of project 1 that the sandbox has got and will not answer. */
static void kill_one(const char *fault)
{
    struct process process;
    control_fault(&bench.sandbox, fault);
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    control_heal(&bench.sandbox);
    cr_assert_eq(state_unanswered(bench.home), 1);
}

Test(unanswered, an_enqueue_is_over_by_an_answer_in_progress_by_a_refusal_and_by_a_reading)
{
    bench_run(&bench, "enqueue 1 --lang en-US", 0);
    cr_expect_eq(state_open_writes(bench.home), 0);
    control_fault(&bench.sandbox, "enqueue:status=400");
    bench_run(&bench, "enqueue 4", 1);
    cr_expect_eq(state_open_writes(bench.home), 0);
    control_heal(&bench.sandbox);
    control_fault(&bench.sandbox, "enqueue:lost");
    bench_run(&bench, "enqueue 4", 6);
    bench_run(&bench, "show 4", 0);
    cr_expect_eq(state_open_writes(bench.home), 0, "a reading has told");
}

Test(unanswered, an_enqueue_that_was_done_is_not_sent_again)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:freeze=0");
    bench_expect_said(
        &bench, "enqueue 1", 5,
        "steno: Enqueue project 1: nothing was sent. Project 1 was probably enqueued: it changed from"
        " None to InProgress (Enqueue with Lang=en-US: outcome unknown). Run it again to enqueue it once"
        " more\n");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM history WHERE kind = 'unknown' AND text ="
                              " 'Project 1 was probably enqueued: it changed from None to InProgress"
                              " (Enqueue with Lang=en-US: outcome unknown)'"),
                 1);
}

Test(unanswered, an_enqueue_that_may_yet_be_carried_out_is_not_repeated_however_often_it_is_asked_for)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    for (int i = 0; i < 3; i++)
        bench_expect_said(&bench, "enqueue 1", 5, "nothing was sent. Project 1 is still None at ");
    struct process_result result;
    bench_steno(&bench, "enqueue 1 --json", NULL, 5, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"conflict\"");
    cr_expect_str_has(buffer_text(&result.out), "\"open_until\":\"20");
    cr_expect_str_has(buffer_text(&result.err),
                      "; the request may yet be carried out (Enqueue with Lang=en-US:"
                      " outcome unknown, open until ");
    cr_expect_str_lacks(buffer_text(&result.err), "not enqueued");
    process_result_free(&result);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 1);
}

Test(unanswered, an_enqueue_without_effect_when_its_time_is_over_is_settled_and_the_next_one_sent)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    let_time_pass(660);
    control_forget(&bench.sandbox);
    bench_expect_said(
        &bench, "enqueue 1", 0,
        "steno: Project 1 is still None and was not changed (Enqueue with Lang=en-US: outcome unknown)\n");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, an_enqueue_after_which_the_version_alone_is_another_one_is_asked_about_for_good)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    control_change(&bench.sandbox, 1, "{}");
    let_time_pass(100000);
    bench_expect_said(&bench, "enqueue 1", 5, "it is still None at ");
    bench_expect_said(&bench, "enqueue 1", 5,
                      ", but was changed since (Enqueue with Lang=en-US: outcome unknown). --anyway");
    cr_expect_eq(state_unanswered(bench.home), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
}

Test(unanswered, anyway_is_the_decision_that_sends_another_one_and_ends_the_question)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    bench_run(&bench, "enqueue 1 --anyway", 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 2);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM act_rows WHERE outcome = 'unknown' AND over"),
        1);
}

Test(unanswered, anyway_that_is_refused_decides_nothing_about_the_earlier_one)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    control_fault(&bench.sandbox, "enqueue:status=400");
    bench_run(&bench, "enqueue 1 --anyway", 1);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "enqueue 1", 5, "nothing was sent. Project 1 is still None at ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 2);
}

Test(unanswered, a_state_that_was_read_long_ago_proves_nothing)
{
    bench_run(&bench, "show 2",
              0); /* Completed: the stored reading says None, as it was before somebody else's enqueue */
    state_change(bench.home, "state",
                 "UPDATE projects SET fetched_ms = fetched_ms - 660000, state = 'None';"
                 "UPDATE project_raw SET raw = replace(raw, 'Completed', 'None')");
    control_fault(&bench.sandbox, "enqueue:late=20000");
    bench_run(&bench, "enqueue 2 --timeout 1", 6);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1, "it was taken for done");
    bench_expect_said(&bench, "enqueue 2", 5, "nothing was sent");
}

Test(unanswered, an_enqueue_of_a_project_that_was_never_read_is_open_until_its_time_is_over)
{
    kill_one("enqueue:stall");
    bench_expect_said(&bench, "enqueue 1", 5, "nothing was sent. Project 1 is still None at ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    let_time_pass(660);
    bench_run(&bench, "enqueue 1", 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 2);
}

/* Reads a project until nothing of it is open. */
static void show_until_settled(const char *show)
{
    int64_t limit = clock_mono_ms() + PROCESS_LIMIT_MS;
    while (state_unanswered(bench.home) > 0 && clock_mono_ms() < limit)
        bench_run(&bench, show, 0);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

/* How often the history tells this of an outcome. */
static int64_t told(const char *like)
{
    char *sql = mem_printf("SELECT count(*) FROM history WHERE kind = 'unknown' AND text LIKE '%s'", like);
    int64_t count = state_number(bench.home, "state", sql);
    free(sql);
    return count;
}

Test(unanswered, a_server_that_finishes_after_its_client_has_given_up_gets_no_second_enqueue)
{
    struct process_result result;
    bench_run(&bench, "show 1", 0);
    control_fault(&bench.sandbox, "enqueue:late=2500*1");
    bench_steno(&bench, "enqueue 1 --timeout 1 --json", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"unknown_outcome\"");
    cr_expect_str_has(buffer_text(&result.out), "\"open_until\":\"20");
    cr_expect_str_has(buffer_text(&result.err), "steno: Project 1 is still None; the request may yet be");
    cr_expect_str_has(buffer_text(&result.err), " The outcome is open until ");
    process_result_free(&result);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 1", 5);
    show_until_settled("show 1");
    cr_expect_eq(told("Project 1 was probably enqueued: it changed from None to InProgress (%"), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
}

Test(unanswered, a_tag_that_a_slow_server_deletes_later_is_never_called_not_deleted)
{
    struct process_result result;
    control_fault(&bench.sandbox, "delete-tag:late=2000*1");
    bench_steno(&bench, "tag rm 2 interview --timeout 1", NULL, 6, &result);
    const char *err = buffer_text(&result.err);
    cr_expect_str_has(err, "steno: Project 2 still has the tag; the request may yet be carried out.");
    cr_expect_str_has(err, " The outcome is open until ");
    cr_expect_str_lacks(err, "not deleted");
    process_result_free(&result);
    cr_expect_eq(state_unanswered(bench.home), 1);
    show_until_settled("show 2");
    cr_expect_eq(told("Project 2 no longer has the tag (%"), 1);
}

/* Starts the same enqueue twice at once; how many of the two were sent. */
static int enqueue_twice(int id)
{
    struct process both[2];
    char arguments[40];
    int sent = 0;
    snprintf(arguments, sizeof arguments, "enqueue %d", id);
    for (int i = 0; i < 2; i++)
        bench_begin(&bench, arguments, &both[i]);
    for (int i = 0; i < 2; i++) {
        int code = process_finish(&both[i], PROCESS_LIMIT_MS);
        cr_expect(code == 0 || code == 5 || code == 1, "%d", code);
        sent += code == 0;
    }
    return sent;
}

Test(unanswered, of_two_programs_that_enqueue_at_once_one_sends)
{
    static const int ids[] = {1, 2, 5, 6, 7, 11};
    control_fault(&bench.sandbox, "enqueue:delay=300");
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        control_forget(&bench.sandbox);
        cr_expect_eq(enqueue_twice(ids[i]), 1, "project %d", ids[i]);
        cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1, "project %d", ids[i]);
    }
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, a_command_that_reads_the_project_tells_what_became_of_an_enqueue)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:freeze=0");
    bench_expect_said(
        &bench, "show 1", 0,
        "steno: Project 1 was probably enqueued: it changed from None to InProgress (Enqueue with");
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM history WHERE kind = 'state' AND text = 'None → InProgress'"),
        1);
    bench_expect_said(&bench, "enqueue 1", 5, "nothing was sent, as it is being transcribed (InProgress)");
}

Test(unanswered, what_makes_no_request_only_marks_an_enqueue_without_an_answer)
{
    bench_run(&bench, "add 1", 0);
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:stall");
    control_forget(&bench.sandbox);
    bench_expect_said(&bench, "list", 0, "steno: project 1: Enqueue of ");
    bench_expect_said(&bench, "show 1 --offline", 0,
                      " has no answer; steno show 1 finds out what became of it\n");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 0);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "list --refresh", 0, "steno: Project 1 is still None at ");
    cr_expect_eq(state_unanswered(bench.home), 1);
    let_time_pass(660);
    bench_expect_said(&bench, "list --refresh", 0,
                      "steno: Project 1 is still None and was not changed (Enqueue with");
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, wait_tells_what_became_of_an_enqueue)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:freeze=0");
    bench_expect_said(
        &bench, "wait 1 --within 1", 6,
        "steno: Project 1 was probably enqueued: it changed from None to InProgress (Enqueue with");
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, an_enqueue_whose_project_cannot_be_read_stays_so_and_sends_nothing)
{
    bench_run(&bench, "show 1", 0);
    kill_one("enqueue:freeze=0");
    control_fault(&bench.sandbox, "get-project:status=403");
    bench_expect_said(&bench, "enqueue 1", 3, "the project must be read first");
    control_heal(&bench.sandbox);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 1", 5);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, an_enqueue_of_a_session_that_lives_keeps_others_from_sending)
{
    struct process process;
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    control_forget(&bench.sandbox);
    bench_expect_said(&bench, "enqueue 1", 5, "nothing was sent. Project 1 is still None at ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
    cr_expect_eq(state_unanswered(bench.home), 1);
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
}

Test(unanswered, an_interrupt_before_the_answer_leaves_the_write_for_the_next)
{
    struct process process;
    bench_run(&bench, "show 1", 0);
    control_fault(&bench.sandbox, "enqueue:freeze=0");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    control_heal(&bench.sandbox);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 1", 5);
}

Test(unanswered, a_store_that_keeps_nothing_lets_no_write_go_and_that_is_said)
{
    static const char *const lines[] = {"enqueue 1", "enqueue 1 2 --anyway", "tag rm 1 news",
                                        "metadata set 1 Episode 118"};
    home_set(bench.home, "XDG_STATE_HOME", "/dev/null/none");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        bench_expect_said(&bench, lines[i], 1, "steno: Not sent: steno cannot record it (Cannot create ");
    char *requests = bench_requests(&bench);
    cr_expect_str_lacks(requests, "enqueue");
    cr_expect_str_lacks(requests, "tag");
    cr_expect_str_lacks(requests, "metadata");
    free(requests);
}

Test(unanswered, changes_of_metadata_and_tags_leave_their_receipt_and_nothing_else)
{
    bench_run(&bench, "metadata set 2 k v", 0);
    bench_run(&bench, "metadata rm 2 k", 0);
    bench_run(&bench, "tag rm 2 interview", 0);
    cr_expect_eq(state_unanswered(bench.home), 0);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM metadata_log"), 1);
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM history WHERE kind IN ('metadata', 'tag')"),
        3);
}

Test(unanswered, a_tag_whose_deletion_was_killed_is_found_out_by_the_next_command)
{
    struct process process;
    control_fault(&bench.sandbox, "delete-tag:freeze=0");
    bench_begin(&bench, "tag rm 2 interview", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "delete-tag", 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    cr_assert_eq(state_unanswered(bench.home), 1);
    bench_expect_said(&bench, "show 2", 0,
                      "steno: Project 2 no longer has the tag (Delete tag \"interview\": outcome unknown)\n");
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, the_value_of_metadata_stands_in_no_row_of_the_activity)
{
    struct process process;
    control_fault(&bench.sandbox, "add-metadata:freeze=0");
    bench_begin(&bench, "metadata set 2 k pass-word", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "add-metadata", 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    bench_expect_said(&bench, "show 2", 0, "(Set metadata \"k\": outcome unknown)");
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM history WHERE text LIKE '%pass-word%'"), 0);
}

Test(unanswered, exports_leave_the_same_receipt_wherever_they_go)
{
    bench_run(&bench, "export 2 --file-format-id srt -o -", 0);
    bench_run(&bench, "export 2 --file-format-id srt -o one.srt", 0);
    bench_run(&bench, "export 2 7 --file-format-id vtt -o .", 0);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM history WHERE kind = 'export'"), 4);
    cr_expect_eq(state_unanswered(bench.home), 0);
}

Test(unanswered, a_reading_that_was_sent_before_an_enqueue_and_comes_after_it_does_not_end_it)
{
    static const char *const reads[] = {"show 2", "wait 2", "list --refresh", "export 2 -o .",
                                        "export 2 -o two.srt --if-newer"};
    struct process processes[sizeof reads / sizeof *reads];
    long count = sizeof reads / sizeof *reads;
    bench_run(&bench, "add 2", 0);
    bench_run(&bench, "list --refresh", 0);
    control_forget(&bench.sandbox);
    control_fault(&bench.sandbox, "get-project/2:delay=3000*5");
    for (long i = 0; i < count; i++)
        bench_begin(&bench, reads[i], &processes[i]);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", count));
    bench_run(&bench, "enqueue 2", 0);
    for (long i = 0; i < count; i++)
        process_finish(&processes[i], PROCESS_LIMIT_MS);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM history WHERE kind = 'state'"), 1);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM act_rows WHERE operation = 'enqueue' AND ended_ms IS NULL"),
        1);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM projects WHERE id = 2 AND state = 'InProgress'"),
                 1);
}

Test(unanswered, watch_and_wait_side_by_side_write_each_change_down_once)
{
    struct process watch, wait;
    home_write(bench.home, "config/steno/config", "poll_slow = 2\npoll_fast = 2\n");
    bench_begin(&bench, "watch 1", &watch);
    bench_begin(&bench, "wait 1", &wait);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 2));
    control_change(&bench.sandbox, 1, "{\"ProcessingState\":\"Completed\"}");
    cr_expect_eq(process_finish(&wait, PROCESS_LIMIT_MS), 0);
    struct buffer said;
    char bytes[256];
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    for (ssize_t got;
         !strstr(buffer_text(&said), "Completed") && (got = read(watch.from, bytes, sizeof bytes)) > 0;)
        buffer_append(&said, bytes, (size_t)got);
    buffer_free(&said);
    kill(watch.pid, SIGTERM);
    process_finish(&watch, PROCESS_LIMIT_MS);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM history WHERE kind = 'state' AND text = 'None → Completed'"),
        1);
}
