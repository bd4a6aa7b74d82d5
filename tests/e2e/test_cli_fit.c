/* What an enqueue costs: --fit, and the cost in --dry-run. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define ROW_4 "    4  InProgress  00:17:48  Phone-in, damaged tape\n"

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(enqueue_fit, .init = begin, .fini = end);

Test(enqueue_fit, sends_in_the_order_given_what_is_in_no_doubt_and_names_the_rest_by_reason)
{
    bench_expect(&bench, "enqueue 3 10 9 2 4 7 99 8 --fit", NULL, 8,
                 ROW_4 "    8  InProgress  00:01:30  Empty studio at night\n",
                 "steno: not sent, no media: 3\nsteno: not sent, does not fit: 10\n"
                 "steno: not sent, read-only: 9\nsteno: not sent, Completed: 2 7\n"
                 "steno: not sent, not found: 99\n");
    cr_expect_eq(state_number(bench.home, "state", "SELECT count FROM acts"), 8, "all of them are one act");
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM act_rows WHERE outcome = 'done'"), 0,
                 "what is not on the watchlist is not followed");
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM act_rows WHERE outcome = 'unsent'"),
                 6);
    bench_expect_parts(&bench, "activity", NULL, 0, "Enqueue of 8: 2 not followed, 6 not sent\n", "");
    bench_expect_said(&bench, "enqueue 4 8 --fit", 8, "steno: not sent, in progress: 4 8\n");
}

Test(enqueue_fit, all_of_it_is_0_and_nothing_is_left_out)
{
    bench_expect(&bench, "enqueue 4 --fit", NULL, 0, ROW_4, "");
    bench_expect(&bench, "enqueue - --fit", "", 0, "", "");
}

Test(enqueue_fit, what_was_transcribed_is_never_sent_and_json_has_the_reason)
{
    bench_expect(&bench, "enqueue 2 7 --fit --json", NULL, 8,
                 "{\"id\":2,\"ok\":false,\"left\":\"Completed\"}\n"
                 "{\"id\":7,\"ok\":false,\"left\":\"Completed\"}\n",
                 "steno: not sent, Completed: 2 7\n");
    cr_expect_not(bench_saw_request(&bench, "enqueue"));
}

Test(enqueue_fit, sends_nothing_while_a_project_cannot_be_read)
{
    bench_run(&bench, "show 4 8", 0);
    bench_lose_server(&bench);
    bench_expect_said(&bench, "enqueue 12 4 --fit", 6, "steno: ");
}

Test(enqueue_fit, a_dry_run_says_the_cost_by_what_is_saved_and_sends_nothing)
{
    bench_run(&bench, "show 2 3 4 8 9 10", 0);
    bench_expect_parts(&bench, "enqueue 4 8 --dry-run", NULL, 0, "/8/Enqueue\n",
                       "steno: 2 projects, 20 minutes; the credit is not known.\n");
    bench_expect_said(&bench, "enqueue 1 4 --dry-run", 0,
                      "steno: 2 projects, 18+? minutes; the credit is not known.\n");
    char *before = bench_requests(&bench);
    bench_expect_parts(&bench, "enqueue 10 4 3 8 9 2 --dry-run", NULL, 0, "/10/Enqueue\n",
                       "steno: 4 of 6 projects, 1588 minutes; the credit is not known; 10 4 8 fit. In doubt: "
                       "#2 Completed. Cannot be sent: #3 no media, #9 read-only.\n");
    bench_expect_parts(&bench, "enqueue 10 4 3 --dry-run --json", NULL, 0,
                       "{\"cost_minutes\":1582,\"fit\":[10,4],\"left_out\":[{\"id\":3,"
                       "\"reason\":\"no media\"}]}\n",
                       "");
    char *after = bench_requests(&bench);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
}

Test(enqueue_fit, after_a_403_the_credit_is_said)
{
    control_fault(&bench.sandbox, "enqueue:status=403");
    bench_expect_said(&bench, "enqueue 1", 3, "steno: the account has 600 minutes of credit left\n");
}

Test(enqueue_fit, a_dry_run_of_it_shows_the_requests_that_it_would_make)
{
    bench_run(&bench, "show 3 4", 0);
    bench_expect(
        &bench, "enqueue 3 4 --fit --dry-run", NULL, 0,
        "GET $URL/API/v2/Projects/4/Enqueue\nAccept: application/json\nAuthorization: ***\n",
        "steno: not sent, no media: 3\n"
        "steno: 1 of 2 projects, 18 minutes; the credit is not known. Cannot be sent: #3 no media.\n");
}
