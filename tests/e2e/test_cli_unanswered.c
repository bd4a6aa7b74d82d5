/* Writes of the command line whose sender did not live to see an answer: nothing is lost, nothing sent twice.
 */
#include <criterion/criterion.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/mem.h"

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

/* How many writes have no answer. */
static int64_t pending(void)
{
    return state_number(bench.home, "state", "SELECT count(*) FROM pending");
}

/* Runs steno without a look at its output. */
static void run(const char *arguments, int code)
{
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    process_result_free(&result);
}

/* Runs steno and expects a part of what it says. */
static void expect_said(const char *arguments, int code, const char *part)
{
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    cr_expect(strstr(buffer_text(&result.err), part), "steno %s said:\n%s\nwithout: %s", arguments,
              buffer_text(&result.err), part);
    process_result_free(&result);
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
    cr_assert_eq(pending(), 1);
}

Test(unanswered, an_enqueue_leaves_nothing_behind_once_it_is_answered)
{
    run("enqueue 1 --lang en-US", 0);
    cr_expect_eq(pending(), 0);
    control_fault(&bench.sandbox, "enqueue:status=400");
    run("enqueue 4", 1);
    cr_expect_eq(pending(), 0);
    control_heal(&bench.sandbox);
    control_fault(&bench.sandbox, "enqueue:lost");
    run("enqueue 4", 6);
    cr_expect_eq(pending(), 0, "a reading has told");
}

Test(unanswered, an_enqueue_that_was_done_is_not_sent_again)
{
    run("show 1", 0);
    kill_one("enqueue:freeze=0");
    expect_said("enqueue 1", 5,
                "steno: Project 1 was probably enqueued: it changed from None to InProgress"
                " (Enqueue with Lang=en-US: outcome unknown)\nsteno: Enqueue project 1: nothing was sent, as "
                "an earlier enqueue had no"
                " answer and the project is InProgress now. Run it again to enqueue all the same.\n");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(pending(), 0);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM history WHERE kind = 'unknown' AND text ="
                              " 'Project 1 was probably enqueued: it changed from None to InProgress"
                              " (Enqueue with Lang=en-US: outcome unknown)'"),
                 1);
}

Test(unanswered, an_enqueue_that_was_not_done_is_sent_after_a_look)
{
    run("show 1", 0);
    kill_one("enqueue:stall");
    control_forget(&bench.sandbox);
    expect_said("enqueue 1", 0,
                "Project 1 was probably not enqueued: it is still None and was not changed (Enqueue with");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(pending(), 0);
}

Test(unanswered, an_enqueue_of_a_project_that_was_never_read_is_not_repeated_unasked)
{
    kill_one("enqueue:stall");
    expect_said("enqueue 1", 5,
                "nothing was sent, as an earlier enqueue had no answer and the project is None now");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    run("enqueue 1", 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 2);
}

Test(unanswered, a_command_that_reads_the_project_tells_what_became_of_an_enqueue)
{
    run("show 1", 0);
    kill_one("enqueue:freeze=0");
    expect_said("show 1", 0,
                "steno: Project 1 was probably enqueued: it changed from None to InProgress (Enqueue with");
    cr_expect_eq(pending(), 0);
    cr_expect_eq(
        state_number(bench.home, "state",
                     "SELECT count(*) FROM history WHERE kind = 'state' AND text = 'None → InProgress'"),
        1);
    expect_said("enqueue 1", 1, "is being transcribed"); /* it is sent: nothing speaks against it here */
}

Test(unanswered, what_makes_no_request_only_marks_an_enqueue_without_an_answer)
{
    run("add 1", 0);
    run("show 1", 0);
    kill_one("enqueue:stall");
    control_forget(&bench.sandbox);
    expect_said("list", 0, "steno: project 1: Enqueue of ");
    expect_said("show 1 --offline", 0, " has no answer; steno show 1 finds out what became of it\n");
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 0);
    cr_expect_eq(pending(), 1);
    expect_said("list --refresh", 0, "steno: Project 1 was probably not enqueued: it is still None");
    cr_expect_eq(pending(), 0);
}

Test(unanswered, wait_tells_what_became_of_an_enqueue)
{
    run("show 1", 0);
    kill_one("enqueue:freeze=0");
    expect_said("wait 1 --within 1", 6,
                "steno: Project 1 was probably enqueued: it changed from None to InProgress (Enqueue with");
    cr_expect_eq(pending(), 0);
}

Test(unanswered, a_state_file_that_another_program_keeps_locked_lets_the_enqueue_go_and_that_is_said)
{
    run("show 1", 0);
    char *path = home_path(bench.home, "state/steno/state.db");
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    expect_said("enqueue 1", 0, "steno: this is not saved here: Another session is using ");
    sqlite3_close(db);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    free(path);
}

Test(unanswered, an_enqueue_whose_project_cannot_be_read_stays_so_and_sends_nothing)
{
    run("show 1", 0);
    kill_one("enqueue:freeze=0");
    control_fault(&bench.sandbox, "get-project:status=403");
    expect_said("enqueue 1", 3, "the project must be read first");
    control_heal(&bench.sandbox);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_eq(pending(), 1);
    run("enqueue 1", 5);
    cr_expect_eq(pending(), 0);
}

Test(unanswered, an_enqueue_of_a_session_that_lives_keeps_others_from_sending)
{
    struct process process;
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    control_forget(&bench.sandbox);
    expect_said("enqueue 1", 5, "another session (process ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 0);
    cr_expect_eq(pending(), 1);
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
}

Test(unanswered, an_interrupt_before_the_answer_leaves_the_write_for_the_next)
{
    struct process process;
    run("show 1", 0);
    control_fault(&bench.sandbox, "enqueue:freeze=0");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    control_heal(&bench.sandbox);
    cr_expect_eq(pending(), 1);
    run("enqueue 1", 5);
}

Test(unanswered, a_store_that_keeps_nothing_lets_the_enqueue_go_and_that_is_said)
{
    home_set(bench.home, "XDG_STATE_HOME", "/dev/null/none");
    expect_said("enqueue 1", 0, "steno: this is not saved here: ");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
}

Test(unanswered, changes_of_metadata_and_tags_leave_their_receipt_and_nothing_else)
{
    run("metadata set 2 k v", 0);
    run("metadata rm 2 k", 0);
    run("tag rm 2 interview", 0);
    cr_expect_eq(pending(), 0);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM metadata_log"), 2);
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM used_values WHERE name = 'metadata.server'"),
        1);
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
    cr_assert_eq(pending(), 1);
    expect_said(
        "show 2", 0,
        "steno: Project 2 no longer has the tag (Delete tag \"interview\": outcome unknown)\n");
    cr_expect_eq(pending(), 0);
}

Test(unanswered, the_value_of_metadata_stands_in_no_row_of_the_activity)
{
    struct process process;
    control_fault(&bench.sandbox, "add-metadata:freeze=0");
    bench_begin(&bench, "metadata set 2 k pass-word", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "add-metadata", 1));
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    expect_said("show 2", 0, "(Set metadata \"k\": outcome unknown)");
    cr_expect_eq(
        state_number(bench.home, "state", "SELECT count(*) FROM history WHERE text LIKE '%pass-word%'"), 0);
}

Test(unanswered, what_an_enqueue_used_is_kept_as_the_screen_keeps_it)
{
    run("enqueue 1 --lang en-US --with-ppc --start-transcription-at-seconds 5", 0);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM used_values WHERE name IN"
                              " ('enqueue.Lang', 'enqueue.StartTranscriptionAtSeconds')"),
                 2);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM used_values"), 2);
}

Test(unanswered, exports_leave_the_same_receipt_wherever_they_go)
{
    run("export 2 --file-format-id srt -o -", 0);
    run("export 2 --file-format-id srt -o one.srt", 0);
    run("export 2 7 --file-format-id vtt -o .", 0);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM history WHERE kind = 'export'"), 4);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM used_values WHERE name = 'export.FileFormatId'"),
                 2);
    cr_expect_eq(pending(), 0);
}
