/* Waiting when not all goes well: ids that cannot be read, a network that fails, a server that asks to wait,
 * the time that is over, and the exit code of each. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define OFTEN   "poll_slow = 2\npoll_fast = 2\n"
#define ONE     "connections = 1\n" /* the ids in their order */
#define CONFIG  "config/steno/config"
#define AT_ONCE 4 /* connections */

/* Runs steno beside a sandbox with this config and these arguments; its output must hold each text that is
 * not NULL. */
static void expect_run_with(const char *config, const char *sandbox, const char *arguments, int code,
                            const char *out, const char *err)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, sandbox);
    home_write(bench.home, CONFIG, config);
    bench_steno(&bench, arguments, NULL, code, &result);
    if (out)
        cr_expect_str_has(buffer_text(&result.out), out, "steno %s: %s", arguments, buffer_text(&result.out));
    if (err)
        cr_expect_str_has(buffer_text(&result.err), err, "steno %s: %s", arguments, buffer_text(&result.err));
    process_result_free(&result);
    bench_stop(&bench);
}

/* Like expect_run_with() with the usual number of connections. */
static void expect_run(const char *sandbox, const char *arguments, int code, const char *out, const char *err)
{
    expect_run_with(OFTEN, sandbox, arguments, code, out, err);
}

/* How often the text stands in the sandbox's log. */
static int count_requests(struct bench *bench, const char *text)
{
    char *log = home_read(bench->home, "sandbox.log");
    int count = 0;
    for (const char *at = log; at && (at = strstr(at, text)); at++)
        count++;
    free(log);
    return count;
}

/* --- ids that cannot be read --- */

Test(wait, an_id_that_cannot_be_read_holds_up_no_other)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 2");
    home_write(bench.home, "config/steno/config", "poll_fast = 2\n");
    bench_steno(&bench, "enqueue 1", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "wait 1 998 999 --within 50", NULL, 4, &result);
    cr_expect_str_has(buffer_text(&result.out), "  1  InProgress -> Completed  Council meeting, 14 May\n");
    cr_expect_str_has(buffer_text(&result.err), "project 998");
    cr_expect_str_has(buffer_text(&result.err), "project 999");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, an_answer_that_never_comes_holds_up_no_other)
{
    expect_run("--fault get-project/1:stall", "wait 1 2 --any", 0, "  2  Completed  Interview: dam keeper\n",
               NULL);
}

Test(wait, any_is_not_content_with_an_id_that_cannot_be_read)
{
    expect_run_with(OFTEN ONE, "--fault get-project/1:status=404", "wait 1 2 --any", 4,
                    "  2  Completed  Interview: dam keeper\n", "project 1");
}

Test(watch, goes_on_beside_an_id_that_cannot_be_read)
{
    expect_run("--fault get-project/1:status=404", "watch 1 2 --within 5", 4,
               "  2  Completed  Interview: dam keeper\n", "project 1");
}

Test(wait, a_token_that_was_replaced_is_taken_from_its_source_and_one_that_was_not_ends_all)
{
    static const struct {
        const char *command, *out;
        int code;
    } cases[] = {
        {ONE
         "url = $URL\n"
         "token_command = sh -c 'cat \"$HOME/token\" 2>/dev/null || echo old; echo t0ken >\"$HOME/token\"'\n",
         "  2  Completed  Interview: dam keeper\n", 0},
        {ONE "url = $URL\ntoken_command = echo old\n", "", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench bench;
        struct process_result result;
        bench_start(&bench, "--token t0ken");
        bench_config(&bench, cases[i].command);
        bench_steno(&bench, "wait 2 7", NULL, cases[i].code, &result);
        cr_expect_str_has(buffer_text(&result.out), cases[i].out);
        cr_expect(count_requests(&bench, "GET get-project 401") <= 1);
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(wait, a_token_that_was_replaced_serves_the_reads_that_were_under_way_with_the_old_one)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token t0ken");
    bench_config(&bench, "url = $URL\ntoken_command = sh -c 'cat \"$HOME/token\" 2>/dev/null || echo old; "
                         "echo t0ken >\"$HOME/token\"'\n");
    bench_steno(&bench, "wait 2 7 10 11", NULL, 7, &result);
    cr_expect_str_eq(buffer_text(&result.err), "");
    cr_expect_leq(control_requests(&bench.sandbox, "get-project"),
                  2 * AT_ONCE); /* fewer where the refusal came before all were sent */
    process_result_free(&result);
    bench_stop(&bench);
}

/* --- exit codes --- */

Test(wait, the_exit_code_says_how_all_of_them_ended)
{
    static const struct {
        const char *arguments;
        int code;
    } cases[] = {
        {"wait 2 7", 0},
        {"wait 2 10", 7},
        {"wait 2 11", 7},
        {"wait 10 11", 7},
        {"wait 10", 7},
        {"wait 10 999", 7},
        {"wait 2 999", 4},
        {"wait 998 999", 4},
        {"wait 2 10 1 --within 1", 6},
        {"wait 2 999 1 --within 4", 4},
        {"wait 2 10 --any", 0},
    };
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, CONFIG, ONE);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct process_result result;
        bench_steno(&bench, cases[i].arguments, NULL, cases[i].code, &result);
        process_result_free(&result);
    }
    bench_stop(&bench);
}

/* --- the network --- */

Test(wait, a_first_read_that_fails_for_the_network_is_waited_out)
{
    expect_run("--fault get-project:reset*3", "wait 2", 0, "  2  Completed  Interview: dam keeper\n",
               "still waiting, after: Read project 2: ");
}

Test(wait, where_no_read_has_succeeded_the_network_is_waited_for_no_longer_than_the_timeout)
{
    static const char *const commands[] = {"wait 1 2 --json", "watch 1 2 --json",
                                           "wait 1 2 --within 50 --json"};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_lose_server(&bench);
    home_set(bench.home, "STENO_TIMEOUT", "4"); /* enough for a first try on a loaded machine */
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct process_result result;
        bench_steno(&bench, commands[i], NULL, 6, &result);
        cr_expect_str_has(buffer_text(&result.out), "{\"id\":1,\"ok\":false,\"error\":{\"kind\":\"connect\"");
        cr_expect_str_has(buffer_text(&result.out), "{\"id\":2,\"ok\":false,\"error\":{\"kind\":\"connect\"");
        process_result_free(&result);
    }
    home_remove(bench.home);
}

Test(wait, a_name_that_does_not_exist_hangs_no_script)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_set(bench.home, "STENO_TIMEOUT", "2");
    home_set(bench.home, "STENO_TOKEN", "token");
    bench_steno(
        &bench,
        "wait 1 --url http://a-label-of-sixty-four-characters-is-one-more-than-a-name-may-have-i.invalid",
        NULL, 6, &result);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, once_a_read_has_succeeded_the_network_is_waited_for_longer_than_the_timeout)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project/1:delay=1*1 --fault get-project:reset");
    home_write(bench.home, "config/steno/config", "poll_slow = 2\n");
    home_set(bench.home, "STENO_TIMEOUT", "3");
    bench_steno(&bench, "wait 1 2 --within 8", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.out), "  1  None  Council meeting, 14 May\n");
    cr_expect_str_has(buffer_text(&result.err), "steno: project 1 was None when last read, ");
    cr_expect_str_has(buffer_text(&result.err), " s before the time limit of 8 s: Read project 1: ");
    cr_expect_str_has(buffer_text(&result.err), "steno: project 2 was not read within 8 s: Read project 2: ");
    process_result_free(&result);
    bench_stop(&bench);
}

/* --- the server asks to wait --- */

Test(wait, a_429_pauses_the_reads_of_all_projects_and_says_until_when)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project:retry-after=3600*1");
    home_write(bench.home, CONFIG, ONE);
    bench_steno(&bench, "wait 1 2 --within 3", NULL, 6, &result);
    cr_expect_str_eq(buffer_text(&result.out), "");
    cr_expect_str_has(buffer_text(&result.err), "steno: Waiting till ");
    cr_expect_str_has(buffer_text(&result.err), ": the server asked for it\n");
    cr_expect_str_has(buffer_text(&result.err), "steno: project 1 was not read within 3 s: Read project 1: ");
    cr_expect_str_has(buffer_text(&result.err),
                      "steno: project 2 was not read within 3 s: the server asked to wait\n");
    cr_expect_eq(count_requests(&bench, "GET get-project "), 1);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, a_429_pauses_all_that_were_not_sent_before_it_came)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token t --projects 40 --fault get-project:retry-after=3600");
    home_set(bench.home, "STENO_TOKEN", "t");
    bench_steno(&bench, "wait 1-20 --within 2", NULL, 6, &result);
    cr_expect_leq(control_requests(&bench.sandbox, "get-project"), AT_ONCE);
    process_result_free(&result);
    bench_stop(&bench);
}

/* Where there is no cap, many readings wait for a connection. */
Test(wait, what_waits_for_a_connection_is_not_sent_once_the_server_asks_to_wait_or_refuses_the_token)
{
    static const char *const faults[] = {"retry-after=3600", "status=401"};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct bench bench;
        struct process_result result;
        char *options = mem_printf("--token t --projects 40 --fault get-project:%s", faults[i]);
        bench_start(&bench, options);
        home_set(bench.home, "STENO_TOKEN", "t");
        home_write(bench.home, CONFIG, "rate_cap = 0\n");
        bench_steno(&bench, "wait 1-40 --within 2", NULL, i == 0 ? 6 : 3, &result);
        cr_expect_leq(control_requests(&bench.sandbox, "get-project"), AT_ONCE, "%s", faults[i]);
        process_result_free(&result);
        bench_stop(&bench);
        free(options);
    }
}

/* And once it answers again they are all sent. */
Test(wait, what_was_not_sent_for_a_429_is_read_after_the_pause)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token t --projects 40 --fault get-project+9:retry-after=1*1");
    home_set(bench.home, "STENO_TOKEN", "t");
    home_write(bench.home, CONFIG, "rate_cap = 0\n");
    bench_steno(&bench, "watch 1-40 --within 10", NULL, 0, &result);
    size_t lines = 0;
    for (const char *at = buffer_text(&result.out); (at = strchr(at, '\n')); at++)
        lines++;
    cr_expect_geq(lines, 39, "the one that was refused is read later: %s", buffer_text(&result.out));
    cr_expect_str_has(buffer_text(&result.err), "steno: Waiting till ");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, trouble_that_meets_all_projects_is_said_once)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token t --projects 40 --fault get-project:reset");
    home_set(bench.home, "STENO_TOKEN", "t");
    home_write(bench.home, CONFIG, "rate_cap = 0\n");
    bench_steno(&bench, "wait 1-20 --within 3", NULL, 6, &result);
    const char *goes_on = "still waiting, after: ";
    const char *said = strstr(buffer_text(&result.err), goes_on);
    cr_assert(said, "%s", buffer_text(&result.err));
    cr_expect_str_lacks(said + 1, goes_on, "%s", buffer_text(&result.err));
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, after_a_429_another_project_probes_and_the_rest_follows)
{
    expect_run_with(OFTEN ONE, "--fault get-project:retry-after=1*1", "wait 2 7 --within 50", 0,
                    "  2  Completed  Interview: dam keeper\n", "steno: Waiting till ");
}

Test(wait, a_503_delays_that_project_alone)
{
    expect_run_with(OFTEN ONE, "--fault get-project/1:retry-after=503/3600", "wait 1 2 --any", 0,
                    "  2  Completed  Interview: dam keeper\n", "still waiting, after: Read project 1: ");
}

Test(watch, a_429_on_the_first_read_is_waited_out)
{
    expect_run("--fault get-project:retry-after=1*1", "watch 2 --within 6", 0,
               "  2  Completed  Interview: dam keeper\n", "steno: Waiting till ");
}

/* --- --within --- */

Test(within, watch_ends_with_0_and_enqueue_and_wait_with_6)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 1000");
    bench_steno(&bench, "watch 2 --within 4", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "  2  Completed  Interview: dam keeper\n");
    cr_expect_str_eq(buffer_text(&result.err), "");
    process_result_free(&result);
    bench_steno(&bench, "enqueue 1 --wait --within 1", NULL, 6, &result);
    cr_expect_str_eq(buffer_text(&result.err), "steno: project 1 is still InProgress after 1 s\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(within, watch_that_has_read_nothing_does_not_end_well)
{
    expect_run("--fault get-project:stall", "watch 2 --within 1", 6, NULL,
               "steno: project 2 was not read within 1 s\n");
}

Test(within, is_a_whole_number_of_seconds_up_to_a_year)
{
    static const struct {
        const char *seconds;
        int code;
    } cases[] = {{"0", 2},  {"1", 0},   {"31536000", 0}, {"31536001", 2},
                 {"-1", 2}, {"1.5", 2}, {"''", 2},       {"99999999999999999999", 2}};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct process_result result;
        char arguments[100];
        snprintf(arguments, sizeof arguments, "enqueue 1 --dry-run --wait --within=%s", cases[i].seconds);
        bench_steno(&bench, arguments, NULL, cases[i].code, &result);
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(within, an_enqueue_that_does_not_wait_refuses_it_and_sends_nothing)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "enqueue 1 --within 5", NULL, 2, "",
                 "steno: --within limits the waiting: use it with --wait\n");
    cr_expect_eq(count_requests(&bench, " enqueue "), 0);
    bench_stop(&bench);
}

Test(within, the_time_of_one_request_is_another_option)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "wait 2 --timeout 5", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "watch 2 --timeout 5 --within 4", NULL, 0, &result);
    process_result_free(&result);
    bench_stop(&bench);
}
