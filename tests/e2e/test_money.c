/* Money: on a server that accepts a second enqueue, answers late and shows the state later still, no project
 * is enqueued twice without a question.
 *
 * TWICE_ROUNDS in the environment: another number of rounds. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "e2e/state_look.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/asserts.h"
#include "support/lagging_server.h"
#include "support/process.h"
#include "support/pty.h"

#define ROUNDS   3
#define LIMIT_MS 20000
#define LAG_MS   2000
#define STATE_DB "state/steno/state.db"

static struct home *home;
static struct lagging *server;
static struct pty *screen;

static const struct lagging_rules lags = {.lag_ms = LAG_MS, .active_ms = LAGGING_NEVER};
static const struct lagging_rules stands_still = {.lag_ms = LAGGING_NEVER};

static void begin(void)
{
    home = home_create();
    server = lagging_start(&lags);
    home_set(home, "STENO_URL", lagging_url(server));
    home_set(home, "STENO_TOKEN", "t0ken");
    home_write(home, "config/steno/config", "poll_fast = 2\npoll_slow = 2\n");
}

static void end(void)
{
    pty_free(screen);
    lagging_stop(server);
    home_remove(home);
}

TestSuite(money, .init = begin, .fini = end, .timeout = 1800);

static long rounds(void)
{
    const char *wanted = getenv("TWICE_ROUNDS");
    return wanted ? strtol(wanted, NULL, 10) : ROUNDS;
}

#define REFUSED "nothing was sent"

/* --- running --- */

/* Runs steno: its exit code, and a part of what it says on standard error. */
static void expect(const char *arguments, int code, const char *part)
{
    struct process_result result;
    process_steno(home, arguments, NULL, &result);
    cr_expect_eq(result.code, code, "steno %s\n%s%s", arguments, buffer_text(&result.out),
                 buffer_text(&result.err));
    cr_expect_str_has(buffer_text(&result.err), part, "steno %s", arguments);
    process_result_free(&result);
}

/* What it prints on standard output. */
static void expect_printed(const char *arguments, const char *part)
{
    struct process_result result;
    process_steno(home, arguments, NULL, &result);
    cr_expect_eq(result.code, 0, "steno %s\n%s", arguments, buffer_text(&result.err));
    cr_expect_str_has(buffer_text(&result.out), part, "steno %s", arguments);
    process_result_free(&result);
}

/* One that runs beside the test; its standard error is a file of its own. */
struct beside {
    struct process process;
    char log[16];
    char *said; /* once it has ended */
    int code;
};

static void start(struct beside *beside, const char *arguments)
{
    static int number;
    char *program = process_program("steno"), *line = mem_printf("%s %s", program, arguments), **argv;
    struct error err;
    snprintf(beside->log, sizeof beside->log, "log%d", ++number);
    cr_assert(spawn_split(line, &argv, &err), "%s", err.text);
    cr_assert(process_start(home, argv, beside->log, &beside->process));
    spawn_argv_free(argv);
    free(line);
    free(program);
}

static void finish(struct beside *beside)
{
    beside->code = process_finish(&beside->process, PROCESS_LIMIT_MS);
    beside->said = home_read(home, beside->log);
}

static void expect_end(struct beside *beside, int code, const char *part)
{
    finish(beside);
    cr_expect_eq(beside->code, code, "%s", beside->said);
    cr_expect_str_has(beside->said, part);
    free(beside->said);
}

/* Starts several at once: how many of them ended with 0; all others must have ended with 5. */
static int run_at_once(const char *arguments, int count)
{
    struct beside all[4];
    int good = 0;
    for (int i = 0; i < count; i++)
        start(&all[i], arguments);
    for (int i = 0; i < count; i++) {
        finish(&all[i]);
        good += all[i].code == 0;
        if (all[i].code != 0)
            cr_expect_eq(all[i].code, 5, "steno %s\n%s", arguments, all[i].said);
        free(all[i].said);
    }
    return good;
}

/* Enqueues of these projects that were accepted, each of which must have had one. */
static void expect_one_job_each(int first, int last)
{
    for (int id = first; id <= last; id++)
        cr_expect_eq(lagging_jobs(server, id), 1, "project %d", id);
}

/* The screen with these projects, all read. */
static void start_screen(const char *arguments)
{
    screen = pty_steno(home, arguments, 24, 80);
    cr_assert(pty_wait_text(screen, "None", LIMIT_MS));
    cr_assert(pty_wait_no_text(screen, "not read yet", LIMIT_MS));
}

static void press(const char *keys, const char *text)
{
    pty_type(screen, keys);
    cr_assert(pty_wait_text(screen, text, LIMIT_MS), "after “%s”", keys);
}

/* Waits until nothing has been drawn for a while. */
static void rest(void)
{
    int64_t limit_ms = clock_mono_ms() + LIMIT_MS;
    while (!pty_stays_quiet(screen, 300))
        cr_assert(clock_mono_ms() < limit_ms, "the screen does not come to rest");
}

static void quit_screen(void)
{
    rest();
    pty_type(screen, ":quit\r");
    cr_expect_eq(pty_wait_exit(screen, LIMIT_MS), 0);
}

/* --- time --- */

/* Eleven minutes pass for all that was written down: more than a time limit and settle_after. */
static void let_time_pass(void)
{
    state_change(home, "state",
                 "UPDATE act_rows SET rests_ms = rests_ms - 720000, when_ms = when_ms - 720000,"
                 " until_ms = until_ms - 720000,"
                 " answered_ms = CASE WHEN answered_ms > 0 THEN answered_ms - 720000 ELSE answered_ms END");
}

/* Reads the project until it is in that state. */
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

/* --- no record, no send --- */

#define NOT_SENT "steno: Not sent: steno cannot record it ("

static const char *const writes[] = {"enqueue 5", "enqueue 5 --anyway", "enqueue 5 6 7", "tag rm 5 news",
                                     "metadata set 5 Episode 118"};
#define WRITES (sizeof writes / sizeof *writes)

/* All of them, at once: a lock is waited for. */
static void expect_nothing_sent(const char *why)
{
    struct beside all[WRITES];
    for (size_t i = 0; i < WRITES; i++)
        start(&all[i], writes[i]);
    for (size_t i = 0; i < WRITES; i++) {
        finish(&all[i]);
        cr_expect_eq(all[i].code, 1, "%s: steno %s\n%s", why, writes[i], all[i].said);
        cr_expect_str_has(all[i].said, NOT_SENT, "%s: steno %s", why, writes[i]);
        free(all[i].said);
    }
    cr_expect_eq(lagging_requests(server, "/Enqueue"), 0, "%s", why);
    cr_expect_eq(lagging_requests(server, "/Metadata"), 0, "%s", why);
    cr_expect_eq(lagging_requests(server, "/Tags"), 0, "%s", why);
}

/* Keeps the state file locked until the connection is closed: "IMMEDIATE" lets others read it. */
static sqlite3 *lock_state(const char *how)
{
    char *path = home_path(home, STATE_DB), *sql = mem_printf("BEGIN %s", how);
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, LIMIT_MS);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    free(sql);
    free(path);
    return db;
}

Test(money, a_state_file_that_is_locked_lets_no_write_leave)
{
    expect("show 5 6 7", 0, "");
    for (int i = 0; i < 2; i++) {
        const char *how = i ? "EXCLUSIVE" : "IMMEDIATE";
        sqlite3 *db = lock_state(how);
        expect_nothing_sent(how);
        sqlite3_close(db);
    }
    expect("enqueue 5 6 7", 0, "");
    expect_one_job_each(5, 7);
}

Test(money, a_state_file_that_may_only_be_read_lets_no_write_leave)
{
    char *path = home_path(home, STATE_DB);
    expect("show 5 6 7", 0, "");
    cr_assert_eq(chmod(path, 0400), 0);
    expect_nothing_sent("read-only");
    free(path);
}

Test(money, a_full_disk_lets_no_write_leave)
{
    struct rlimit before, full;
    expect("show 5 6 7", 0, "");
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    full = (struct rlimit){1024, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
    expect_nothing_sent("full");
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
}

Test(money, a_damaged_state_file_lets_no_write_leave_and_stays_as_it_is)
{
    static const char damage[] = "this is no database at all, whatever its name says; it is a note";
    expect("show 5 6 7", 0, "");
    home_write(home, STATE_DB, damage);
    expect_nothing_sent("damaged");
    char *bytes = home_read(home, STATE_DB);
    cr_expect_str_eq(bytes, damage);
    free(bytes);
}

Test(money, without_a_home_no_write_leaves)
{
    home_set(home, "XDG_STATE_HOME", NULL);
    home_set(home, "HOME", "/dev/null/none");
    expect_nothing_sent("no home");
    home_set(home, "HOME", NULL);
    expect_nothing_sent("no home");
}

Test(money, a_screen_beside_a_locked_state_file_sends_nothing_and_keeps_the_marks)
{
    start_screen("5 6 7");
    sqlite3 *db = lock_state("IMMEDIATE");
    press("e", "> Lang");
    press("X", "ot sent");
    press("\007", "> 5");
    press("M", "3 marked");
    press("e", "> Lang");
    press("X", "y Enqueue");
    press("y", "ot sent");
    sqlite3_close(db);
    cr_expect(pty_wait_text(screen, "3 marked", LIMIT_MS));
    pty_type(screen, ":quit\r");
    cr_expect_neq(pty_wait_exit(screen, LIMIT_MS), PTY_TIMED_OUT);
    cr_expect_eq(lagging_requests(server, "/Enqueue"), 0);
}

/* --- at once --- */

static const struct {
    int answer_ms, lag_ms;
} speeds[] = {{0, 0}, {20, 0}, {400, 0}, {0, LAG_MS}, {20, LAG_MS}, {400, LAG_MS}};
#define SPEEDS (sizeof speeds / sizeof *speeds)

Test(money, of_three_programs_at_once_one_enqueues)
{
    int id = 5, jobs = 0, all = 0;
    for (size_t speed = 0; speed < SPEEDS; speed++) {
        struct lagging_rules rules = {
            .answer_ms = speeds[speed].answer_ms, .lag_ms = speeds[speed].lag_ms, .active_ms = LAGGING_NEVER};
        lagging_set_rules(server, &rules);
        for (long round = 0; round < rounds(); round++, id++, all++) {
            char *line = mem_printf("enqueue %d", id);
            cr_expect_eq(run_at_once(line, 3), 1, "round %ld of speed %zu", round, speed);
            cr_expect_eq(lagging_jobs(server, id), 1, "round %ld of speed %zu", round, speed);
            jobs += lagging_jobs(server, id);
            free(line);
        }
    }
    fprintf(stderr, "three at once: %d rounds, %d jobs\n", all, jobs);
}

Test(money, of_two_programs_with_fifteen_projects_each_project_is_enqueued_once)
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
    lagging_set_state(server, 8, "InProgress"); /* not from here */
    expect("enqueue 8", 5, REFUSED);
    cr_expect_eq(lagging_jobs(server, 8), 0);
    expect("enqueue 5 --anyway", 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 2);
}

Test(money, an_enqueue_that_was_begun_after_its_reading_refuses_it_although_that_is_over)
{
    struct beside late;
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = 500, .active_ms = 0});
    lagging_hold(server, "/Projects/5 ", 1);
    start(&late, "enqueue 5");
    cr_assert(lagging_wait(server, "/Projects/5 ", 1));
    expect("enqueue 5", 0, "");
    wait_state(5, "Completed");
    lagging_release(server);
    expect_end(&late, 5, REFUSED);
    cr_expect_eq(lagging_jobs(server, 5), 1);
}

Test(money, anyway_covers_no_enqueue_that_began_after_its_reading)
{
    struct beside late;
    lagging_set_rules(server, &stands_still);
    lagging_hold(server, "/Projects/5 ", 1);
    start(&late, "enqueue 5 --anyway");
    cr_assert(lagging_wait(server, "/Projects/5 ", 1));
    expect("enqueue 5", 0, "");
    lagging_release(server);
    expect_end(&late, 5, REFUSED);
    cr_expect_eq(lagging_jobs(server, 5), 1);
    expect("enqueue 5 --anyway", 0, "");
}

Test(money, an_enqueue_that_the_server_refused_meanwhile_refuses_no_other)
{
    struct beside late;
    lagging_hold(server, "/Projects/5 ", 1);
    lagging_fault(server, "/5/Enqueue", 1, LAGGING_STATUS, 422);
    start(&late, "enqueue 5");
    cr_assert(lagging_wait(server, "/Projects/5 ", 1));
    expect("enqueue 5", 1, "");
    lagging_release(server);
    expect_end(&late, 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 1);
}

/* Sends from the form, which asks. */
static void press_and_be_asked(void)
{
    press("e", "> Lang");
    rest(); /* what is typed while the form changes sends nothing */
    press("X", "y Enqueue");
}

Test(money, the_screen_asks_before_a_second_enqueue_while_the_state_lags)
{
    lagging_set_rules(server, &stands_still);
    start_screen("5");
    press("e", "> Lang");
    pty_type(screen, "X");
    cr_assert(lagging_wait(server, "/5/Enqueue", 1));
    cr_assert(pty_wait_text(screen, "sent ", LIMIT_MS));
    press_and_be_asked();
    rest();
    cr_expect_eq(lagging_jobs(server, 5), 1);
    pty_type(screen, "y");
    cr_expect(lagging_wait(server, "/5/Enqueue", 2), "y is the decision");
    quit_screen();
    cr_expect_eq(lagging_jobs(server, 5), 2);
}

Test(money, an_answer_to_the_question_covers_no_enqueue_that_began_after_it)
{
    lagging_set_rules(server, &stands_still);
    expect("enqueue 5", 0, "");
    start_screen("5");
    press_and_be_asked();
    expect("enqueue 5 --anyway", 0, "");
    pty_type(screen, "y");
    cr_expect(pty_wait_text(screen, "It was enqueued", LIMIT_MS), "it asks about the later one");
    pty_type(screen, "\007\007");
    quit_screen();
    cr_expect_eq(lagging_jobs(server, 5), 2);
}

/* --- batches --- */

/* Six of the twelve are enqueued by another program: 7 to 12, of 1 to 12. */
static void enqueue_six(void)
{
    expect("enqueue 7-12", 0, "");
    expect_one_job_each(7, 12);
}

Test(money, a_batch_of_the_screen_that_a_429_holds_leaves_out_what_was_enqueued_meanwhile)
{
    home_write(home, "config/steno/config", "poll_slow = 3600\nconnections = 1\n");
    start_screen("1-12");
    lagging_fault(server, "/3/Enqueue", 1, LAGGING_STATUS, 429);
    press("M", "12 marked");
    press_and_be_asked();
    rest();
    pty_type(screen, "y");
    cr_assert(lagging_wait(server, "/3/Enqueue", 1));
    enqueue_six();
    cr_expect(lagging_wait(server, "/6/Enqueue", 1), "the batch goes on");
    cr_expect(pty_wait_text(screen, "6 not sent", LIMIT_MS));
    cr_expect(pty_wait_text(screen, "enqueued meanwhile: 7-12", LIMIT_MS));
    expect_one_job_each(1, 2);
    expect_one_job_each(4, 12);
    cr_expect_leq(lagging_jobs(server, 3), 1);
    quit_screen();
}

Test(money, a_batch_of_a_command_leaves_out_what_was_enqueued_meanwhile)
{
    struct beside batch;
    home_write(home, "config/steno/config", "connections = 1\n");
    lagging_hold(server, "/3/Enqueue", 1);
    start(&batch, "enqueue 1-12");
    cr_assert(lagging_wait(server, "/3/Enqueue", 1));
    enqueue_six();
    lagging_release(server);
    finish(&batch);
    cr_expect_eq(batch.code, 5, "%s", batch.said);
    for (int id = 7; id <= 12; id++) {
        char *refusal = mem_printf("project %d: " REFUSED, id);
        cr_expect_str_has(batch.said, refusal);
        free(refusal);
    }
    expect_one_job_each(1, 12);
    free(batch.said);
}

/* --- one server, several ways to it --- */

static void log_in(const char *name)
{
    struct process_result result;
    char *login = mem_printf("login --profile %s --email %s@example.org --password-stdin", name, name);
    process_steno(home, login, "secret\n", &result);
    cr_assert_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
    free(login);
}

/* Deletes what is kept, but for what is open, whatever it says of that. */
static void forget_all(void)
{
    struct process_result result;
    process_steno(home, "forget --all", NULL, &result);
    process_result_free(&result);
}

#define OTHER_LOGIN "another login of this computer"

Test(money, paths_and_accounts_of_one_server_know_of_each_other)
{
    lagging_set_rules(server, &stands_still);
    expect("enqueue 5 --api-path /API", 0, "");
    expect("enqueue 5 --api-path /XAPI", 5, OTHER_LOGIN);
    home_set(home, "STENO_TOKEN", NULL);
    log_in("one");
    log_in("two");
    expect("enqueue 5 --profile one", 5, REFUSED); /* the first login takes over what nobody's was */
    expect("enqueue 5 --profile two", 5, OTHER_LOGIN);
    expect("enqueue 6 --profile one", 0, "");
    expect("enqueue 6 --profile two", 5, OTHER_LOGIN);
    expect("enqueue 6 --profile two --api-path /XAPI", 5, OTHER_LOGIN);
    forget_all();
    expect("enqueue 5 --profile one", 5, REFUSED);
    expect("enqueue 6 --profile one", 5, REFUSED);
    expect_one_job_each(5, 6);
    screen = pty_steno(home, "6 --profile two", 24, 80);
    cr_assert(pty_wait_text(screen, "None", LIMIT_MS));
    press("e", "> Lang");
    press("X", OTHER_LOGIN);
    press("\r", "> Lang");
    cr_expect_eq(lagging_jobs(server, 6), 1);
    pty_type(screen, "q");
    quit_screen();
}

/* --- until it is seen to start --- */

Test(money, what_follows_a_wait_has_the_new_text_though_the_state_lags)
{
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = LAG_MS, .active_ms = 6000});
    for (int id = 5; id <= 6; id++)
        lagging_set_state(server, id, "Completed");
    expect_printed("export 6 -o -", "text of job 0");
    expect("enqueue 6 --wait", 0, "");
    expect_printed("export 6 -o -", "text of job 1");
    expect("enqueue 5", 0, "");
    expect("wait 5", 0, "");
    expect_printed("export 5 -o -", "text of job 1");
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

#define NOT_SEEN "not seen to start"

Test(money, an_enqueue_that_no_reading_shows_stands_in_the_way_until_it_is_called_not_seen_to_start)
{
    static const char *const states[] = {"None", "Failed", "Completed"}; /* each ends as it was before */
    lagging_set_rules(server, &stands_still);
    for (int i = 0; i < 3; i++) {
        char *enqueue = mem_printf("enqueue %d", 5 + i), *show = mem_printf("show %d", 5 + i);
        lagging_set_state(server, 5 + i, states[i]);
        expect(enqueue, 0, "");
        expect(show, 0, "");
        for (int again = 0; again < 3; again++)
            expect(enqueue, 5, REFUSED);
        cr_expect_eq(lagging_jobs(server, 5 + i), 1, "%s", states[i]);
        let_time_pass();
        expect(show, 0, NOT_SEEN);
        expect(enqueue, 0, "");
        cr_expect_eq(lagging_jobs(server, 5 + i), 2, "%s", states[i]);
        free(show);
        free(enqueue);
    }
}

Test(money, a_wait_for_an_enqueue_that_no_reading_shows_ends_with_6)
{
    struct beside waiting;
    lagging_set_rules(server, &stands_still);
    lagging_set_state(server, 6, "Completed");
    expect("show 6", 0, "");
    start(&waiting, "enqueue 6 --wait");
    wait_answered(6);
    let_time_pass();
    expect_end(&waiting, 6, NOT_SEEN);
    expect("enqueue 6", 0, "");
    wait_answered(6);
    start(&waiting, "wait 6");
    cr_assert(lagging_wait(server, "/Projects/6 ", lagging_requests(server, "/Projects/6 ") + 1));
    let_time_pass();
    expect_end(&waiting, 6, NOT_SEEN);
}

#define UNSEEN "steno: whether project 6 has begun cannot be seen (Another session is using "

Test(money, a_wait_that_cannot_read_what_is_open_takes_nothing_for_ended)
{
    struct beside waiting;
    lagging_set_rules(server, &stands_still);
    lagging_set_state(server, 6, "Completed");
    lagging_hold(server, "/6/Enqueue", 1);
    start(&waiting, "enqueue 6 --wait");
    cr_assert(lagging_wait(server, "/6/Enqueue", 1));
    sqlite3 *db = lock_state("IMMEDIATE"); /* its answer is not recorded */
    lagging_release(server);
    expect_end(&waiting, 1, UNSEEN);
    sqlite3_close(db);
    home_set(home, "XDG_STATE_HOME", NULL);
    home_set(home, "HOME", "/dev/null/none");
    expect("wait 6", 0, ""); /* which knows of no enqueue */
}

Test(money, an_interval_that_was_given_holds_while_an_enqueue_is_not_seen_to_start)
{
    lagging_set_rules(server, &stands_still);
    expect("enqueue 6", 0, "");
    int before = lagging_requests(server, "/Projects/6 ");
    expect("watch 6 --interval 30 --within 5", 0, "");
    cr_expect_eq(lagging_requests(server, "/Projects/6 "), before + 1);
}

Test(money, one_that_is_completed_before_a_reading_shows_it_in_progress_is_over)
{
    lagging_set_rules(server, &(struct lagging_rules){.lag_ms = 500, .active_ms = 0});
    expect("enqueue 5 --wait", 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 1);
    expect("enqueue 5", 0, ""); /* Completed: nothing stands in its way */
    cr_expect_eq(lagging_jobs(server, 5), 2);
}

Test(money, a_project_that_is_gone_ends_its_enqueue)
{
    lagging_set_rules(server, &stands_still);
    lagging_fault(server, "/6/Enqueue", 1, LAGGING_SWALLOW, 0);
    expect("enqueue 5", 0, "");
    expect("enqueue 6", 6, "");
    for (int id = 5; id <= 6; id++) {
        char *enqueue = mem_printf("enqueue %d", id);
        expect(enqueue, 5, REFUSED);
        lagging_set_state(server, id, NULL);
        expect(enqueue, 4, "");
        lagging_set_state(server, id, "None");
        expect(enqueue, 0, "");
        free(enqueue);
    }
    cr_expect_eq(lagging_jobs(server, 5), 2);
    cr_expect_eq(lagging_jobs(server, 6), 1);
}

/* --- no answer --- */

Test(money, an_enqueue_whose_answer_is_lost_is_open_until_a_reading_shows_it)
{
    static const struct {
        const char *before, *end;
        int active_ms;
    } cases[] = {{"None", NULL, LAGGING_NEVER}, {"None", "Completed", 0}, {"Completed", "Failed", 0}};
    for (int i = 0; i < 3; i++) {
        struct lagging_rules rules = {.lag_ms = LAG_MS, .active_ms = cases[i].active_ms, .end = cases[i].end};
        char *enqueue = mem_printf("enqueue %d", 5 + i), *part = mem_printf("/%d/Enqueue", 5 + i);
        lagging_set_rules(server, &rules);
        lagging_set_state(server, 5 + i, cases[i].before);
        lagging_fault(server, part, 1, LAGGING_LOSE, 0);
        expect(enqueue, 6, "");
        expect(enqueue, 5, REFUSED);
        wait_state(5 + i, cases[i].end ? cases[i].end : "InProgress");
        expect(enqueue, cases[i].end ? 0 : 5, "");
        cr_expect_eq(lagging_jobs(server, 5 + i), cases[i].end ? 2 : 1, "case %d", i);
        free(part);
        free(enqueue);
    }
}

Test(money, an_enqueue_without_an_answer_and_an_effect_stands_in_the_way_for_settle_after)
{
    lagging_set_rules(server, &stands_still);
    lagging_fault(server, "/5/Enqueue", 1, LAGGING_SWALLOW, 0);
    expect("enqueue 5", 6, "");
    expect("enqueue 5", 5, REFUSED);
    let_time_pass();
    expect("enqueue 5", 0, "");
    cr_expect_eq(lagging_jobs(server, 5), 1);
    expect("enqueue 5", 5, REFUSED); /* the second one */
}

Test(money, what_an_answer_may_have_done_stands_in_the_way_and_a_refusal_does_not)
{
    static const int unknown[] = {302, 408, 500, 503}, refusals[] = {400, 402, 403, 409, 412, 422};
    lagging_set_rules(server, &stands_still);
    for (int i = 0; i < 10; i++) {
        int status = i < 4 ? unknown[i] : refusals[i - 4], id = 20 + i;
        char *enqueue = mem_printf("enqueue %d", id), *part = mem_printf("/%d/Enqueue", id);
        struct process_result result;
        lagging_fault(server, part, 1, LAGGING_STATUS, status);
        process_steno(home, enqueue, NULL, &result);
        cr_expect_eq(result.code == 6, i < 4, "%d: %d\n%s", status, result.code, buffer_text(&result.err));
        cr_expect_neq(result.code, 0, "%d", status);
        process_result_free(&result);
        expect(enqueue, i < 4 ? 5 : 0, "");
        cr_expect_eq(lagging_requests(server, part), i < 4 ? 1 : 2, "%d", status);
        free(part);
        free(enqueue);
    }
}
