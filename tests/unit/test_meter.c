/* tests/bench/meter.c: what was not measured has a row that says why. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "support/process.h"

/* Runs the meter once over up to two programs and compares its exit code. */
static void measure(struct process_result *result, char *const *programs)
{
    struct home *home = home_create();
    char *meter = process_built("tests/bench_meter");
    char *argv[20] = {meter, (char[]){"1"}, (char[]){"1"}};
    for (int i = 0; programs[i]; i++)
        argv[i + 3] = programs[i];
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, result);
    cr_assert_eq(result->code, 0, "%s%s", buffer_text(&result->out), buffer_text(&result->err));
    home_remove(home);
    free(meter);
}
#define READY                "sh -c 'printf ready; read -n 1 key'"
#define MEASURE(result, ...) measure(result, (char *const[]){__VA_ARGS__, NULL})

Test(meter, a_peer_that_is_not_installed_has_a_row_that_says_so)
{
    struct process_result result;
    MEASURE(&result, "shell", "ready", "", "", "q", READY, "--", "peer", ":", "j", "k", "q",
            "no-such-peer -x");
    cr_expect_str_has(buffer_text(&result.out),
                      "\npeer\tdid not start: no-such-peer: No such file or directory\n");
    cr_expect_str_starts(buffer_text(&result.out), "shell\t");
    process_result_free(&result);
}

Test(meter, a_peer_that_ends_before_its_screen_has_a_row_that_says_so)
{
    struct process_result result;
    MEASURE(&result, "peer", "PID", "j", "k", "q", "sh -c 'echo no terminal; exit 3'", "--", "shell", "ready",
            "", "", "q", READY);
    cr_expect_str_has(buffer_text(&result.out), "peer\tdid not start: it ended with 3 before \"PID\"\n");
    const char *row = strstr(buffer_text(&result.out), "\nshell\t");
    cr_expect_str_has(row, "\t-\t", "no ratio to what was not measured: %s", buffer_text(&result.out));
    process_result_free(&result);
}
