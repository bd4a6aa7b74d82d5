/* Many projects at once: so many requests as there are connections, results in the order of the ids. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"

#define CONNECTIONS 4
#define DELAY_MS    300

static struct bench bench;

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

/* Expects so many requests of an endpoint under way at once as there are connections, none more. */
static void expect_at_once(const char *arguments, const char *endpoint)
{
    struct process process;
    char *fault = mem_printf("%s:stall", endpoint);
    control_fault(&bench.sandbox, fault);
    bench_begin(&bench, arguments, &process);
    cr_expect(control_wait_requests(&bench.sandbox, endpoint, CONNECTIONS));
    kill(process.pid, SIGTERM);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM);
    cr_expect_eq(control_requests(&bench.sandbox, endpoint), CONNECTIONS, "%s", arguments);
    control_heal(&bench.sandbox);
    control_forget(&bench.sandbox);
    free(fault);
}

Test(many, run_as_many_requests_at_once_as_there_are_connections)
{
    expect_at_once("show 1-20", "get-project");
    expect_at_once("enqueue 1-20", "enqueue");
    expect_at_once("export 1-20 -o . --name-pattern {id}.srt", "export");
    expect_at_once("export 1-20 -o .", "get-project"); /* for the names */
    expect_at_once("wait 1-20", "get-project");
    expect_at_once("watch 1-20", "get-project");
}

Test(many, are_read_again_as_many_at_once_as_at_the_first_round)
{
    struct process process;
    control_fault(&bench.sandbox, "get-project:delay=1*20");
    control_fault(&bench.sandbox, "get-project:stall");
    bench_begin(&bench, "watch 1-20 --interval 2", &process);
    cr_expect(control_wait_requests(&bench.sandbox, "get-project", 20 + CONNECTIONS));
    kill(process.pid, SIGTERM);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 20 + CONNECTIONS);
}

/* The ids of the JSON lines that steno writes: "1 2 3 ". */
static const char *order(const char *arguments, int code)
{
    static char ids[400];
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    ids[0] = '\0';
    for (const char *at = buffer_text(&result.out); (at = strstr(at, "{\"id\":")); at++) {
        size_t len = strlen(ids);
        snprintf(ids + len, sizeof ids - len, "%ld ", strtol(at + 6, NULL, 10));
    }
    process_result_free(&result);
    return ids;
}

Test(many, are_shown_in_the_order_of_the_ids_whichever_answers_first)
{
    control_fault(&bench.sandbox, "get-project/3:delay=300");
    control_fault(&bench.sandbox, "enqueue/15:delay=300");
    cr_expect_str_eq(order("show 3 2 1 4 5 6 --json", 0), "3 2 1 4 5 6 ");
    cr_expect_str_eq(order("enqueue 15 16 19 20 23 24 --json", 0), "15 16 19 20 23 24 ");
    control_fault(&bench.sandbox, "export/17:delay=300");
    cr_expect_str_eq(order("export 17 14 13 18 21 -o . --json", 0), "17 14 13 18 21 ");
}

Test(many, exports_that_fail_are_reported_in_their_place)
{
    control_fault(&bench.sandbox, "get-project/14:status=404");
    control_fault(&bench.sandbox, "export/18:status=403");
    cr_expect_str_eq(order("export 13 14 17 18 21 -o . --json", 8), "13 14 17 18 21 ");
}

Test(many, exports_of_one_run_do_not_replace_each_other)
{
    struct process_result result;
    bench_steno(&bench, "export 13 14 -o . --name-pattern same.srt --force", NULL, 8, &result);
    cr_expect_str_eq(buffer_text(&result.out), "./same.srt\n");
    cr_expect(strstr(buffer_text(&result.err),
                     "./same.srt was written for another project just now; put {id} into the pattern"),
              "%s", buffer_text(&result.err));
    process_result_free(&result);
}

Test(many, exports_that_are_late_are_asked_for_again_when_their_project_is_completed)
{
    control_fault(&bench.sandbox, "export/13:status=404*1");
    cr_expect_str_eq(order("export 13 14 -o . --name-pattern {id}.srt --json", 0), "13 14 ");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 3);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1);
}

Test(many, go_on_after_one_that_failed_and_end_in_one_exit_code)
{
    control_fault(&bench.sandbox, "get-project/2:status=404");
    cr_expect_str_eq(order("show 1 2 3 4 --json", 8), "1 2 3 4 ");
}

Test(many, without_a_login_send_nothing_more_and_name_every_project)
{
    home_set(bench.home, "STENO_TOKEN", "wrong");
    cr_expect_str_eq(order("enqueue 1-20 --json", 3), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 ");
    cr_expect_leq(control_requests(&bench.sandbox, "enqueue"), CONNECTIONS);
}

/* Prints how long 20 ids took on a server that takes 300 ms for each, in such rounds as the connections make
 * of them; no time is asserted. */
static void print_ratio(const char *arguments, const char *endpoint, int code)
{
    char *fault = mem_printf("%s:delay=%d", endpoint, DELAY_MS);
    control_fault(&bench.sandbox, fault);
    int64_t begun_ms = clock_mono_ms();
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    process_result_free(&result);
    double rounds = 20.0 / CONNECTIONS * DELAY_MS;
    cr_log_info("%s: %.2f times the least\n", arguments, (double)(clock_mono_ms() - begun_ms) / rounds);
    control_heal(&bench.sandbox);
    free(fault);
}

Test(many, take_about_as_long_as_the_connections_allow)
{
    print_ratio("show 1-20", "get-project", 0);
    print_ratio("enqueue 1-20", "enqueue", 8);
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 20);
    print_ratio("export 13-32 -o . --name-pattern {id}.srt", "export", 8);
    cr_expect_geq(control_requests(&bench.sandbox, "export"), 20);
}
