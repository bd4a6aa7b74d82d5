/* Money: the server accepts a second enqueue, answers late and shows the state later still; no project may be
 * enqueued twice without a question.
 *
 * TWICE_ROUNDS in the environment sets the number of rounds. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "e2e/state_look.h"
#include "e2e/tui_run.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/lagging_server.h"

#define ROUNDS   2
#define LIMIT_MS 20000
#define LAG_MS   2000
#define STATE_DB "state/steno/state.db"
#define REFUSED  "nothing was sent"

static struct bench bench; /* only its home is used */
static struct home *home;
static struct lagging *server;
static struct tui tui; /* only its home and terminal are used */

static const struct lagging_rules lags = {.lag_ms = LAG_MS, .active_ms = LAGGING_NEVER};
static const struct lagging_rules stands_still = {.lag_ms = LAGGING_NEVER};

static void begin(void)
{
    tui = (struct tui){.home = home_create()};
    home = bench.home = tui.home;
    server = lagging_start(&lags);
    home_set(home, "STENO_URL", lagging_url(server));
    home_set(home, "STENO_TOKEN", "t0ken");
    home_write(home, "config/steno/config", "poll_fast = 2\npoll_slow = 2\n");
}

static void end(void)
{
    pty_free(tui.pty);
    lagging_stop(server);
    home_remove(home);
}

TestSuite(money, .init = begin, .fini = end, .timeout = 1800);
TestSuite(twice, .init = begin, .fini = end, .timeout = 1800);

static long rounds(void)
{
    const char *wanted = getenv("TWICE_ROUNDS");
    return wanted ? strtol(wanted, NULL, 10) : ROUNDS;
}

/* --- running --- */

/* Runs steno and expects its exit code, and a part of standard error. */
static void expect(const char *arguments, int code, const char *said)
{
    bench_expect_said(&bench, arguments, code, said);
}

/* Runs steno and expects exit code 0, and a part of standard output. */
static void expect_printed(const char *arguments, const char *part)
{
    bench_expect_parts(&bench, arguments, NULL, 0, part, "");
}

/* expect() for a command about one project. */
static void expect_of(const char *command, int id, int code, const char *said)
{
    char *arguments = mem_printf("%s %d", command, id);
    expect(arguments, code, said);
    free(arguments);
}

/* The part of the request line that all enqueues of a project have. */
static const char *enqueues_of(int id)
{
    static char part[32];
    snprintf(part, sizeof part, "/%d/Enqueue", id);
    return part;
}

/* Starts steno beside the test, with an empty log. */
static void start(struct process *beside, const char *arguments)
{
    home_write(home, "steno.log", "");
    bench_begin(&bench, arguments, beside);
}

/* How often the log contains a text. */
static int times_said(const char *part)
{
    int count = 0;
    char *log = home_read(home, "steno.log");
    for (const char *at = log; (at = strstr(at, part)); at++)
        count++;
    free(log);
    return count;
}

/* Waits for the end of a program; expects its exit code and a text in the log. */
static void expect_end(struct process *beside, int code, const char *part)
{
    cr_expect_eq(process_finish(beside, PROCESS_LIMIT_MS), code);
    char *log = home_read(home, "steno.log");
    cr_expect_str_has(log, part);
    free(log);
}

/* Starts several programs at once. Returns how many ended with 0; the others must end with 5. */
static int run_at_once(const char *arguments, int count)
{
    struct process all[4];
    int good = 0;
    for (int i = 0; i < count; i++)
        bench_begin(&bench, arguments, &all[i]);
    for (int i = 0; i < count; i++) {
        int code = process_finish(&all[i], PROCESS_LIMIT_MS);
        good += code == 0;
        if (code != 0)
            cr_expect_eq(code, 5, "steno %s", arguments);
    }
    return good;
}

/* Expects that the server accepted exactly one enqueue of each of these projects. */
static void expect_one_job_each(int first, int last)
{
    for (int id = first; id <= last; id++)
        cr_expect_eq(lagging_jobs(server, id), 1, "project %d", id);
}

/* Presses keys and waits for a text, then for silence: keys pressed while the screen changes send nothing. */
static void press(const char *keys, const char *text)
{
    pty_type(tui.pty, keys);
    cr_assert(pty_wait_text(tui.pty, text, LIMIT_MS), "after “%s”", keys);
    tui_settle(&tui);
}

/* --- time --- */

/* Moves all stored times back by twelve minutes: longer than a timeout plus settle_after. */
static void let_time_pass(void)
{
    state_change(home, "state",
                 "UPDATE act_rows SET rests_ms = rests_ms - 720000, when_ms = when_ms - 720000,"
                 " until_ms = until_ms - 720000,"
                 " answered_ms = CASE WHEN answered_ms > 0 THEN answered_ms - 720000 ELSE answered_ms END");
}

/* Reads the project until it is in this state. */
static void wait_state(int id, const char *state)
{
    char *show = mem_printf("show %d", id);
    bool is_there = false;
    for (int64_t limit_ms = clock_mono_ms() + LIMIT_MS; !is_there && clock_mono_ms() < limit_ms;) {
        struct process_result result;
        process_steno(home, show, NULL, &result);
        is_there = strstr(buffer_text(&result.out), state);
        process_result_free(&result);
    }
    cr_assert(is_there, "project %d never was %s", id, state);
    free(show);
}

/* Waits until the answer of the enqueue of a project is in the state file. */
static void wait_answered(int id)
{
    char *sql = mem_printf("SELECT count(*) FROM act_rows WHERE outcome IS NOT NULL AND id = %d", id);
    int64_t limit_ms = clock_mono_ms() + LIMIT_MS;
    while (state_number(home, "state", sql) == 0)
        cr_assert(clock_mono_ms() < limit_ms, "the enqueue of %d was never answered", id);
    free(sql);
}

/* --- no record, no send --- */

/* Starts a write of each kind, all at once, because each waits for a lock: none is sent, for this reason. */
static void expect_nothing_sent(const char *reason)
{
    static const char *const lines[] = {"enqueue 5", "enqueue 5 --anyway", "enqueue 6 7 8", "tag rm 6 news",
                                        "metadata set 6 Episode 118"};
    enum { LINES = sizeof lines / sizeof *lines };
    struct process all[LINES];
    char *said = mem_printf("steno: Not sent: steno cannot record the request (%s", reason);
    int before = lagging_requests(server, "/Enqueue");
    home_write(home, "config/steno/config", "connections = 1\n");
    home_write(home, "steno.log", "");
    for (size_t i = 0; i < LINES; i++)
        bench_begin(&bench, lines[i], &all[i]);
    for (size_t i = 0; i < LINES; i++)
        cr_expect_eq(process_finish(&all[i], PROCESS_LIMIT_MS), 1, "%s: steno %s", reason, lines[i]);
    cr_expect_eq(times_said(said), LINES, "%s", reason);
    cr_expect_eq(times_said("steno: not done: 7-8\n"), 1, "%s", reason);
    cr_expect_eq(lagging_requests(server, "/Enqueue"), before, "%s", reason);
    cr_expect_eq(lagging_requests(server, "/Metadata"), 0, "%s", reason);
    cr_expect_eq(lagging_requests(server, "/Tags"), 0, "%s", reason);
    free(said);
}

Test(money, a_write_that_cannot_be_recorded_is_not_sent)
{
    static const char damage[] = "this is no database at all, whatever its name says; it is a note";
    struct rlimit before, full;
    char *path = home_path(home, STATE_DB), *reason = mem_printf("%s cannot be written", path);
    expect("show 5 6 7 8", 0, "");
    cr_assert_eq(chmod(path, 0400), 0);
    expect_nothing_sent(reason);
    cr_assert_eq(chmod(path, 0600), 0);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    full = (struct rlimit){4096, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN); /* like a full disk: the write fails, without a signal */
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
    expect_nothing_sent("");
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    state_change(home, "state", "PRAGMA user_version = 99");
    free(reason);
    reason = mem_printf("%s belongs to another version of steno", path);
    expect_nothing_sent(reason);
    home_write(home, STATE_DB, damage);
    expect_nothing_sent("The state file ");
    char *bytes = home_read(home, STATE_DB);
    cr_expect_str_eq(bytes, damage);
    home_set(home, "XDG_STATE_HOME", NULL);
    home_set(home, "HOME", "/dev/null/none");
    expect_nothing_sent("Cannot create the folder ");
    home_set(home, "HOME", NULL);
    expect_nothing_sent("Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
    free(bytes);
    free(reason);
    free(path);
}

#define IN_USE "Another steno is using "

Test(money, beside_a_locked_state_file_none_leaves_and_what_is_open_stays)
{
    struct process reading;
    lagging_fault(server, "/5/Enqueue", LAGGING_SWALLOW);
    expect("enqueue 5", 6, "");
    expect("show 6 7 8", 0, "");
    struct sqlite3 *lock = state_lock(home);
    bench_begin(&bench, "show 6 9", &reading);
    expect_nothing_sent(IN_USE);
    expect_end(&reading, 0, "steno: cannot save to the local state file: " IN_USE);
    state_unlock(lock);
    cr_expect_eq(state_unanswered(home), 1);
    expect("enqueue 6 7 8", 0, "");
    expect_one_job_each(6, 8);
}

Test(money, an_answer_that_cannot_be_recorded_is_told_and_what_waits_for_it_takes_nothing_for_ended)
{
    struct process sending, waiting;
    lagging_fault(server, "/5/Enqueue", LAGGING_HOLD);
    lagging_fault(server, "/6/Enqueue", LAGGING_HOLD);
    start(&sending, "enqueue 5");
    cr_assert(lagging_wait(server, "/5/Enqueue", 1));
    lagging_set_rules(server, &stands_still);
    lagging_set_state(server, 6, "Completed");
    bench_begin(&bench, "enqueue 6 --wait", &waiting);
    cr_assert(lagging_wait(server, "/6/Enqueue", 1));
    struct sqlite3 *lock = state_lock(home);
    lagging_release(server);
    expect_end(&sending, 0, "steno: 5: enqueued. steno could not record this (" IN_USE);
    expect_end(&waiting, 1, "steno: cannot tell whether the transcription of project 6 has started (" IN_USE);
    cr_expect_eq(times_said("): the project shows ? until a refresh shows the result\n"), 2);
    cr_expect_eq(times_said("ry again"), 0);
    state_unlock(lock);
    cr_expect_eq(state_unanswered(home), 2);
    expect("enqueue 5", 5, "Project 5 is being transcribed: your enqueue arrived");
    expect_one_job_each(5, 6);
    home_set(home, "XDG_STATE_HOME", NULL);
    home_set(home, "HOME", "/dev/null/none");
    expect("wait 6", 0, ""); /* for 6 no enqueue is recorded */
}

Test(money, a_state_file_that_a_newer_program_changes_lets_no_write_go_from_then_on)
{
    struct process batch;
    home_write(home, "config/steno/config", "connections = 1\n");
    lagging_fault(server, "/5/Enqueue", LAGGING_HOLD);
    start(&batch, "enqueue 5 6");
    cr_assert(lagging_wait(server, "/5/Enqueue", 1));
    state_change(home, "state", "PRAGMA user_version = 99");
    lagging_release(server);
    expect_end(&batch, 1, "steno: Not sent: steno cannot record the request (");
    cr_expect_eq(lagging_requests(server, "/Enqueue"), 1);
}

/* --- at once --- */

Test(twice, of_three_programs_at_once_one_enqueues)
{
    static const struct {
        int answer_ms, lag_ms;
    } speeds[] = {{0, 0}, {20, 0}, {400, 0}, {0, LAG_MS}, {20, LAG_MS}, {400, LAG_MS}};
    int id = 5;
    for (size_t speed = 0; speed < sizeof speeds / sizeof *speeds; speed++) {
        struct lagging_rules rules = {
            .answer_ms = speeds[speed].answer_ms, .lag_ms = speeds[speed].lag_ms, .active_ms = LAGGING_NEVER};
        lagging_set_rules(server, &rules);
        for (long round = 0; round < rounds(); round++, id++) {
            char *line = mem_printf("enqueue %d", id);
            cr_expect_eq(run_at_once(line, 3), 1, "round %ld of speed %zu", round, speed);
            cr_expect_eq(lagging_jobs(server, id), 1, "round %ld of speed %zu", round, speed);
            free(line);
        }
    }
}

Test(twice, of_two_programs_with_fifteen_projects_each_project_is_enqueued_once)
{
    for (long round = 0; round < rounds(); round++) {
        int first = 100 + (int)round * 20, last = first + 14;
        struct lagging_rules rules = {
            .answer_ms = 20, .lag_ms = round % 2 ? 0 : LAG_MS, .active_ms = LAGGING_NEVER};
        char *line = mem_printf("enqueue %d-%d", first, last);
        lagging_set_rules(server, &rules);
        run_at_once(line, 2);
        expect_one_job_each(first, last);
        free(line);
    }
}

Test(money, a_second_enqueue_is_refused_while_the_first_is_under_way_unless_told_otherwise)
{
    expect("enqueue 5", 0, "");
    expect("enqueue 5", 5, REFUSED); /* the state lags */
    wait_state(5, "InProgress");
    expect("enqueue 5", 5, REFUSED);
    cr_expect_eq(lagging_jobs(server, 5), 1);
    lagging_set_state(server, 8, "InProgress"); /* enqueued by another user */
    expect("enqueue 8", 5, REFUSED);
    cr_expect_eq(lagging_jobs(server, 8), 0);
    expect("enqueue 5 --anyway", 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 2);
}

Test(money, an_enqueue_rests_on_no_reading_that_began_before_another_one_unless_that_was_refused)
{
    static const struct {
        const char *command;
        struct lagging_rules rules;
        int refusal;       /* status of the other enqueue; 0: accepted */
        const char *state; /* of the project afterwards */
        int code;
    } rows[] = {{"enqueue", {.lag_ms = 500, .active_ms = 0}, 0, "Completed", 5}, /* the other one has ended */
                {"enqueue --anyway", {.lag_ms = LAGGING_NEVER}, 0, "None", 5},
                {"enqueue", {.lag_ms = LAGGING_NEVER}, 422, "None", 0}};
    for (int i = 0; i < 3; i++) {
        struct process late;
        int id = 5 + i;
        char *line = mem_printf("%s %d", rows[i].command, id), *reading = mem_printf("/Projects/%d ", id);
        lagging_set_rules(server, &rows[i].rules);
        lagging_fault(server, reading, LAGGING_HOLD);
        if (rows[i].refusal)
            lagging_fault(server, enqueues_of(id), rows[i].refusal);
        start(&late, line);
        cr_assert(lagging_wait(server, reading, 1));
        expect_of("enqueue", id, rows[i].refusal != 0, "");
        wait_state(id, rows[i].state);
        lagging_release(server);
        expect_end(&late, rows[i].code, rows[i].code ? REFUSED : "");
        cr_expect_eq(lagging_jobs(server, id), 1, "%s", line);
        free(reading);
        free(line);
    }
    expect("enqueue 6 --anyway", 0, "");
}

/* --- batches: six of the twelve are enqueued by another program meanwhile --- */

static void enqueue_six(void)
{
    expect("enqueue 7-12", 0, "");
    expect_one_job_each(7, 12);
}

Test(money, a_batch_of_the_screen_that_a_429_holds_leaves_out_what_was_enqueued_meanwhile)
{
    home_write(home, "config/steno/config", "poll_slow = 3600\nconnections = 1\n");
    lagging_fault(server, "/3/Enqueue", 429);
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "None", LIMIT_MS));
    cr_assert(pty_wait_no_text(tui.pty, "not read yet", LIMIT_MS));
    press("M", "12 marked");
    press("e", "> Lang");
    press("X", "y Enqueue");
    pty_type(tui.pty, "y");
    cr_assert(lagging_wait(server, "/3/Enqueue", 1));
    enqueue_six();
    cr_expect(lagging_wait(server, "/6/Enqueue", 1), "the batch goes on");
    cr_expect(pty_wait_text(tui.pty, "6 not sent", LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "enqueued meanwhile: 7-12", LIMIT_MS));
    expect_one_job_each(1, 2);
    expect_one_job_each(4, 12);
    cr_expect_leq(lagging_jobs(server, 3), 1);
    tui_settle(&tui);
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, LIMIT_MS), 0);
}

Test(money, a_batch_of_a_command_leaves_out_what_was_enqueued_meanwhile)
{
    struct process batch;
    home_write(home, "config/steno/config", "connections = 1\n");
    lagging_fault(server, "/3/Enqueue", LAGGING_HOLD);
    start(&batch, "enqueue 1-12");
    cr_assert(lagging_wait(server, "/3/Enqueue", 1));
    enqueue_six();
    lagging_release(server);
    expect_end(&batch, 5, REFUSED);
    for (int id = 7; id <= 12; id++) {
        char *refusal = mem_printf("project %d: " REFUSED, id);
        cr_expect_eq(times_said(refusal), 1, "%s", refusal);
        free(refusal);
    }
    expect_one_job_each(1, 12);
}

/* --- one server, several ways to it --- */

static void log_in(const char *login)
{
    bench_expect_parts(&bench, login, "secret\n", 0, "", "");
}

#define OTHER_LOGIN "another steno login on this computer"

Test(money, an_enqueue_by_another_path_or_account_of_the_server_is_known)
{
    lagging_set_rules(server, &stands_still);
    expect("enqueue 5 --api-path /API", 0, "");
    expect("enqueue 5 --api-path /XAPI", 5, OTHER_LOGIN);
    home_set(home, "STENO_TOKEN", NULL);
    log_in("login --profile one --email one@example.org --password-stdin");
    log_in("login --profile two --email two@example.org --password-stdin");
    expect("enqueue 5 --profile one", 5, REFUSED); /* the first login takes over writes without an account */
    expect("enqueue 5 --profile two", 5, OTHER_LOGIN);
    expect("enqueue 6 --profile one", 0, "");
    expect("enqueue 6 --profile two --api-path /XAPI", 5, OTHER_LOGIN);
    expect("forget --all", 0, "");
    expect("enqueue 5 --profile one", 5, REFUSED);
    expect("enqueue 6 --profile one", 5, REFUSED);
    expect_one_job_each(5, 6);
}

/* --- an accepted enqueue that does not start --- */

Test(money, an_export_after_a_wait_has_the_new_text_although_the_state_lags)
{
    struct process waiting;
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = 1000, .active_ms = 4500});
    for (int id = 5; id <= 6; id++)
        lagging_set_state(server, id, "Completed");
    expect_printed("export 6 -o -", "text of job 0");
    start(&waiting, "enqueue 6 --wait");
    expect("enqueue 5", 0, "");
    expect("wait 5", 0, "");
    expect_printed("export 5 -o -", "text of job 1");
    expect_end(&waiting, 0, "");
    expect_printed("export 6 -o -", "text of job 1");
}

#define NOT_SEEN "no start was seen"

Test(money, an_enqueue_that_no_reading_shows_stands_in_the_way_until_it_is_called_not_seen_to_start)
{
    static const char *const states[] = {"None", "Failed",
                                         "Completed"}; /* the job ends in the state before it */
    lagging_set_rules(server, &stands_still);
    for (int i = 0; i < 3; i++) {
        int id = 5 + i;
        lagging_set_state(server, id, states[i]);
        expect_of("enqueue", id, 0, "");
        expect_of("show", id, 0, "");
        expect_of("enqueue", id, 5, REFUSED);
        expect_of("enqueue", id, 5, REFUSED);
        cr_expect_eq(lagging_jobs(server, id), 1, "%s", states[i]);
        let_time_pass();
        expect_of("show", id, 0, NOT_SEEN);
        expect_of("enqueue", id, 0, "");
        cr_expect_eq(lagging_jobs(server, id), 2, "%s", states[i]);
    }
}

Test(money, a_wait_for_an_enqueue_that_no_reading_shows_ends_with_6)
{
    struct process waiting;
    lagging_set_rules(server, &stands_still);
    lagging_set_state(server, 6, "Completed");
    expect("show 6", 0, ""); /* makes a state file */
    start(&waiting, "enqueue 6 --wait");
    wait_answered(6);
    let_time_pass();
    expect_end(&waiting, 6, NOT_SEEN);
    expect("enqueue 6", 0, "");
    start(&waiting, "wait 6");
    cr_assert(lagging_wait(server, "/Projects/6 ", lagging_requests(server, "/Projects/6 ") + 1));
    let_time_pass();
    expect_end(&waiting, 6, NOT_SEEN);
}

Test(money, an_interval_that_was_given_holds_while_an_enqueue_is_not_seen_to_start)
{
    lagging_set_rules(server, &stands_still);
    expect("enqueue 6", 0, "");
    int before = lagging_requests(server, "/Projects/6 ");
    expect("watch 6 --interval 30 --within 3", 0, "");
    cr_expect_eq(lagging_requests(server, "/Projects/6 "), before + 1);
}

Test(money, a_job_that_ends_before_a_read_shows_it_is_over_and_so_is_one_of_a_deleted_project)
{
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = 500, .active_ms = 0});
    expect("enqueue 5 --wait", 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 1);
    expect("enqueue 5", 0, ""); /* Completed: it can be enqueued again */
    cr_expect_eq(lagging_jobs(server, 5), 2);
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = 500, .active_ms = 0, .end = "Failed"});
    lagging_set_state(server, 8, "Completed");
    lagging_fault(server, "/8/Enqueue", LAGGING_LOSE);
    expect("enqueue 8", 6, "");
    expect("enqueue 8", 5, REFUSED);
    wait_state(8, "Failed");
    expect("enqueue 8", 0, "");
    cr_expect_eq(lagging_jobs(server, 8), 2);
    lagging_set_rules(server, &stands_still);
    lagging_fault(server, "/7/Enqueue", LAGGING_SWALLOW);
    expect("enqueue 6", 0, "");
    expect("enqueue 7", 6, "");
    for (int id = 6; id <= 7; id++) {
        expect_of("enqueue", id, 5, REFUSED);
        lagging_set_state(server, id, NULL);
        expect_of("enqueue", id, 4, "");
        lagging_set_state(server, id, "None");
        expect_of("enqueue", id, 0, "");
    }
    cr_expect_eq(lagging_jobs(server, 6), 2);
    cr_expect_eq(lagging_jobs(server, 7), 1);
}

Test(money, an_unclear_answer_refuses_further_enqueues_and_a_refusal_does_not)
{
    static const struct {
        int status, code, again;
    } rows[] = {{302, 6, 5}, {408, 6, 5}, {503, 6, 5}, {400, 1, 0}, {409, 5, 0}, {412, 1, 0}};
    lagging_set_rules(server, &stands_still);
    for (int i = 0; i < 6; i++) {
        int id = 20 + i;
        lagging_fault(server, enqueues_of(id), rows[i].status);
        expect_of("enqueue", id, rows[i].code, "");
        expect_of("enqueue", id, rows[i].again, "");
        cr_expect_eq(lagging_requests(server, enqueues_of(id)), rows[i].again ? 1 : 2, "%d", rows[i].status);
    }
}
