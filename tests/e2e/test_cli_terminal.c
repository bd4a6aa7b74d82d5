/* Subcommands at a terminal: questions are asked there, secrets are not echoed, and data has the
 * same bytes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000

Test(terminal, the_practice_server_says_how_it_is_used)
{
    struct home *home = home_create();
    char *program = process_program("steno-sandbox");
    char *argv[] = {program, "--port", "0", "--api-path", "/own", NULL};
    struct pty *pty = pty_start(home, argv, 24, 100);
    cr_assert(pty_wait_text(pty, "The password is demo. ^C ends the server.", LIMIT_MS));
    char *url = pty_row(pty, 0), *row = pty_row(pty, 1), wanted[200];
    snprintf(wanted, sizeof wanted, "In another terminal: steno login --url %s/own --email demo@example.org",
             url);
    cr_expect_str_eq(row, wanted);
    pty_key(pty, "^C");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    free(row);
    free(url);
    pty_free(pty);
    free(program);
    home_remove(home);
}

Test(terminal, the_console_names_the_commands_where_lines_are_wanted)
{
    static const char *const consoles[] = {"--plain", "--plain 1", "--demo --plain"};
    static const char said[] =
        "steno: There is no plain mode: use the commands list, show, watch, enqueue and export\n";
    struct bench bench;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof consoles / sizeof consoles[0]; i++)
        bench_expect(&bench, consoles[i], "", 2, "", said);
    bench_expect(&bench, "add 1 --plain", NULL, 0, "", "");
    home_set(bench.home, "ACCESSIBLE", "1");
    bench_expect(&bench, "", "", 2, "", said);
    bench_expect(&bench, "add 2", NULL, 0, "", "");
    home_set(bench.home, "ACCESSIBLE", "");
    home_write(bench.home, "config/steno/config", "plain = true\n");
    bench_expect(&bench, "1", "", 2, "", said);
    bench_expect(&bench, "add 2", NULL, 0, "", "");
    bench_stop(&bench);
}

Test(terminal, a_list_of_what_was_never_read_says_how_it_is)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 1 2", NULL, 0, "", "");
    struct pty *pty = pty_steno(bench.home, "list", 24, 100);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_str_has(pty_text(pty),
                      "steno: 2 projects were never read: steno list --refresh reads all, and says "
                      "why one cannot be read");
    pty_free(pty);
    pty = pty_steno(bench.home, "list --refresh", 24, 100);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_str_lacks(pty_text(pty), "not read yet");
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, login_asks_for_what_is_missing_and_does_not_echo_the_password)
{
    struct bench bench;
    bench_start(&bench, "");
    struct pty *pty = pty_steno(bench.home, "login", 24, 160);
    cr_assert(pty_wait_text(pty, "Email:", LIMIT_MS));
    pty_type(pty, "demo@example.org");
    pty_key(pty, "Enter");
    cr_assert(pty_wait_text(pty, "Password of demo@example.org at ", LIMIT_MS));
    pty_type(pty, "demo-not-right");
    pty_key(pty, "Enter");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 3);
    size_t len;
    cr_expect_str_lacks(pty_transcript(pty, &len), "demo-not", "the password is not echoed");
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, the_password_prompt_names_account_and_server)
{
    struct bench bench;
    bench_start(&bench, "");
    char line[160];
    snprintf(line, sizeof line, "Password of demo@example.org at %s:", bench.sandbox.url);
    struct pty *pty = pty_steno(bench.home, "login --email demo@example.org", 24, 160);
    cr_expect(pty_wait_text(pty, line, LIMIT_MS));
    pty_key(pty, "^C");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 130);
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, a_404_at_the_login_offers_the_other_path_without_asking_for_the_password_again)
{
    struct bench bench;
    bench_start(&bench, "--api-path /XAPI");
    struct pty *pty = pty_steno(bench.home, "login --email demo@example.org", 24, 160);
    cr_assert(pty_wait_text(pty, "Password of ", LIMIT_MS));
    pty_type(pty, "demo");
    pty_key(pty, "Enter");
    cr_assert(pty_wait_text(pty, "No service under /API. Try /XAPI? y/N", LIMIT_MS));
    pty_type(pty, "y");
    pty_key(pty, "Enter");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_str_lacks(pty_text(pty), "404");
    pty_free(pty);
    bench_expect(&bench, "activity", NULL, 0, "", "");
    struct process_result result;
    bench_steno(&bench, "show 1", NULL, 0, &result); /* the path is saved with the login */
    process_result_free(&result);
    bench_stop(&bench);
}

/* A server under /XAPI that nobody has told steno of. */
static void address_start(struct bench *bench)
{
    bench_start(bench, "--api-path /XAPI");
    home_set(bench->home, "STENO_URL", NULL);
}

/* Address and API path are saved apart. */
static void address_end(struct bench *bench)
{
    char saved[200], *text = home_read(bench->home, "config/steno/credentials");
    snprintf(saved, sizeof saved, "url = %s\napi_path = /XAPI\n", bench->sandbox.url);
    cr_expect_str_has(text, saved);
    free(text);
    bench_stop(bench);
}

Test(terminal, login_takes_an_address_as_documentation_gives_it)
{
    struct bench bench;
    struct process_result result;
    char line[160];
    address_start(&bench);
    snprintf(line, sizeof line, "login --url %s/XAPI/ --email demo@example.org --password-stdin",
             bench.sandbox.url);
    bench_steno(&bench, line, "demo\n", 0, &result);
    process_result_free(&result);
    address_end(&bench);
}

Test(terminal, the_login_form_takes_an_address_as_documentation_gives_it)
{
    struct bench bench;
    address_start(&bench);
    struct pty *pty = pty_steno(bench.home, "", 24, 80);
    cr_assert(pty_wait_text(pty, "Server", LIMIT_MS));
    pty_type(pty, bench.sandbox.url);
    pty_type(pty, "/XAPI\tdemo@example.org\tdemo\r");
    cr_expect(pty_wait_text(pty, "No projects are watched yet", LIMIT_MS));
    pty_type(pty, "q");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
    address_end(&bench);
}

Test(terminal, a_404_at_the_login_stays_one_where_the_other_path_is_not_wanted)
{
    static const struct {
        const char *arguments;
        bool is_asked;
    } cases[] = {{"login --email demo@example.org", true},
                 {"login --email demo@example.org --api-path /v9", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench bench;
        bench_start(&bench, "--api-path /other");
        struct pty *pty = pty_steno(bench.home, cases[i].arguments, 24, 160);
        cr_assert(pty_wait_text(pty, "Password of ", LIMIT_MS));
        pty_type(pty, "demo");
        pty_key(pty, "Enter");
        if (cases[i].is_asked) {
            cr_assert(pty_wait_text(pty, "No service under /API. Try /XAPI? y/N", LIMIT_MS));
            pty_key(pty, "Enter");
        }
        cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 4);
        cr_expect(pty_wait_text(pty, "(404)", LIMIT_MS));
        pty_free(pty);
        bench_stop(&bench);
    }
}

Test(terminal, consent_is_asked_and_only_yes_sends_it)
{
    static const struct {
        const char *answer;
        int code;
    } cases[] = {{"n", 3}, {"", 3}, {"y", 0}};
    struct bench bench;
    bench_start(&bench, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pty *pty = pty_steno(bench.home, "login --email new@example.org", 24, 160);
        cr_assert(pty_wait_text(pty, "Password of new@example.org at ", LIMIT_MS));
        pty_type(pty, "demo");
        pty_key(pty, "Enter");
        cr_assert(pty_wait_text(pty, "Have you read the terms, and do you agree? y/N", LIMIT_MS));
        pty_type(pty, cases[i].answer);
        pty_key(pty, "Enter");
        cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), cases[i].code, "the answer was “%s”", cases[i].answer);
        pty_free(pty);
    }
    bench_stop(&bench);
}

Test(terminal, json_never_asks)
{
    struct bench bench;
    bench_start(&bench, "");
    struct pty *pty = pty_steno(bench.home, "login --json", 24, 160);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 2);
    cr_expect(pty_wait_text(pty, "an email is required: use --email", LIMIT_MS));
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, an_interrupt_at_the_password_restores_the_echo_and_ends_with_130)
{
    struct bench bench;
    bench_start(&bench, "");
    char *program = process_program("steno");
    size_t size = strlen(program) + 200;
    char *script = malloc(size);
    snprintf(script, size,
             "trap : INT; %s login --email demo@example.org; echo code=$?; stty -a | grep -o ' [-]*echo '",
             program);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
    struct pty *pty = pty_start(bench.home, argv, 24, 160);
    cr_assert(pty_wait_text(pty, "Password of demo@example.org at ", LIMIT_MS));
    pty_key(pty, "^C");
    cr_assert(pty_wait_text(pty, "code=130", LIMIT_MS));
    cr_expect(pty_wait_text(pty, " echo", LIMIT_MS));
    cr_expect_str_lacks(pty_text(pty), "-echo");
    pty_free(pty);
    free(script);
    free(program);
    bench_stop(&bench);
}

Test(terminal, data_has_the_same_bytes_with_and_without_a_terminal)
{
    static const char *const commands[] = {"show 1-6", "show 6 --json", "list", "password-policy",
                                           "enqueue --help"};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct process_result piped;
        bench_steno(&bench, commands[i], NULL, 0, &piped);
        char *program = process_program("steno");
        size_t size = strlen(program) + 200;
        char *script = malloc(size);
        snprintf(script, size, "stty -opost; exec %s %s 2>/dev/null", program, commands[i]);
        char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
        struct pty *pty = pty_start(bench.home, argv, 24, 80);
        cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
        size_t len;
        const char *seen = pty_transcript(pty, &len);
        cr_assert_eq(len, piped.out.len, "steno %s", commands[i]);
        cr_expect_arr_eq(seen, buffer_text(&piped.out), len, "steno %s", commands[i]);
        pty_free(pty);
        free(script);
        free(program);
        process_result_free(&piped);
    }
    bench_stop(&bench);
}

/* Does a core file come of a program that a fault ends? */
static bool leaves_core(struct bench *bench, const char *command)
{
    struct process_result result;
    char *script = malloc(strlen(command) + 200);
    snprintf(
        script, strlen(command) + 200,
        "rm -f out; ulimit -c unlimited || exit; %s >out & p=$!; until test -s out; do sleep 0.05; done; "
        "kill -SEGV $p; wait $p",
        command);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
    process_run(bench->home, argv, NULL, PROCESS_LIMIT_MS, &result);
    bool left = strstr(buffer_text(&result.err), "core dumped") != NULL;
    process_result_free(&result);
    free(script);
    return left;
}

Test(secrets, a_fault_leaves_no_core_file_with_the_token_in_it)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_let_faults(bench.home);
    if (!leaves_core(&bench, "bash -c 'echo on; exec sleep 60'"))
        cr_skip_test("no core files are made here");
    char *program = process_program("steno");
    char *command = malloc(strlen(program) + 20);
    snprintf(command, strlen(program) + 20, "%s watch 3", program);
    cr_expect_not(leaves_core(&bench, command));
    free(command);
    free(program);
    bench_stop(&bench);
}

Test(terminal, progress_says_till_when_the_server_asked_to_wait)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--fault export/7:status=429,Retry-After:3*1");
    struct pty *pty = pty_steno(bench.home, "export 2 7 -o .", 24, 80);
    cr_expect(pty_wait_text(pty, "1 of 2, 1 waits till ", LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_str_lacks(pty_text(pty), "waits till");
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, progress_is_shown_there_and_taken_away)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project/2:stall");
    struct pty *pty = pty_steno(bench.home, "show 1 2 --timeout 4", 24, 80);
    cr_expect(pty_wait_text(pty, "1 of 2, ", LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 6);
    cr_expect_str_lacks(pty_text(pty), "1 of 2, ");
    pty_free(pty);
    pty = pty_steno(bench.home, "show 1 2 --timeout 2 --quiet", 24, 80);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 6);
    size_t len;
    cr_expect_str_lacks(pty_transcript(pty, &len), "1 of 2, ");
    pty_free(pty);
    bench_steno(&bench, "show 1 2 --timeout 2", NULL, 6, &result);
    cr_expect_str_lacks(buffer_text(&result.err), " of 2, ", "only on a terminal");
    process_result_free(&result);
    bench_stop(&bench);
}

/* --- many enqueues, and a server that asks to wait --- */

/* Forty projects and one connection for the command line. */
static void many_start(struct bench *bench)
{
    bench_start(bench, "--projects 40 --transcribe-seconds 600 --token t");
    home_set(bench->home, "STENO_TOKEN", "t");
    home_write(bench->home, "config/steno/config", "connections = 1\nrate_cap = 0\n");
}

Test(terminal, many_enqueues_go_on_after_a_429_once_its_time_is_over)
{
    struct bench bench;
    many_start(&bench);
    control_fault(&bench.sandbox, "enqueue:retry-after=5*1");
    struct pty *pty = pty_steno(bench.home, "enqueue 13-30", 24, 80);
    cr_assert(pty_wait_text(pty, "steno: Waiting till ", LIMIT_MS));
    cr_assert(pty_wait_text(pty, "1 of 18, 17 wait till ", LIMIT_MS));
    cr_expect_gt(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 18);
    char *requests = bench_requests(&bench);
    size_t refused = 0;
    for (const char *at = requests; (at = strstr(at, "enqueue 429")); at++)
        refused++;
    cr_expect_eq(refused, 1, "%s", requests);
    free(requests);
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, many_enqueues_are_not_sent_where_the_server_asks_to_wait_for_long)
{
    struct bench bench;
    struct process_result result;
    many_start(&bench);
    control_fault(&bench.sandbox, "enqueue:retry-after=3600");
    bench_steno(&bench, "enqueue 13-30", NULL, 1, &result);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    cr_expect_str_has(buffer_text(&result.err), "Enqueue project 13: ");
    cr_expect_str_has(buffer_text(&result.err), "Retry in 3600 s, at ");
    cr_expect_str_has(buffer_text(&result.err), "\nsteno: not done: 14-30\n");
    process_result_free(&result);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM act_rows WHERE outcome = 'unsent' AND reason LIKE "
                              "'%rate limited by the server%'"),
                 17);
    bench_stop(&bench);
}

Test(terminal, many_enqueues_end_at_a_signal_while_they_wait)
{
    struct bench bench;
    many_start(&bench);
    control_fault(&bench.sandbox, "enqueue:retry-after=200");
    struct pty *pty = pty_steno(bench.home, "enqueue 13-30", 24, 80);
    cr_assert(pty_wait_text(pty, "1 of 18, 17 wait till ", LIMIT_MS));
    pty_key(pty, "^C");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 130);
    cr_expect(pty_wait_text(pty, "steno: not done: 14-30", LIMIT_MS));
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    pty_free(pty);
    bench_stop(&bench);
}

Test(terminal, an_enqueue_that_a_429_refused_waits_for_nothing_where_no_other_follows)
{
    struct bench bench;
    struct process_result result;
    many_start(&bench);
    control_fault(&bench.sandbox, "enqueue:retry-after=200");
    bench_steno(&bench, "enqueue 13", NULL, 1, &result);
    cr_expect_str_has(buffer_text(&result.err), "rate limited by the server");
    cr_expect_str_lacks(buffer_text(&result.err), "Waiting till ");
    process_result_free(&result);
    bench_stop(&bench);
}
