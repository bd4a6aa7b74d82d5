/* support/process and support/home: what the tests of real programs stand on. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/asserts.h"
#include "support/process.h"

/* Runs `sh -c script`. */
static void run_script(const struct home *home, const char *script, const char *input, int limit_ms,
                       struct process_result *result)
{
    char *copy = strdup(script);
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, copy, NULL};
    process_run(home, argv, input, limit_ms, result);
    free(copy);
}

Test(process, both_outputs_and_the_exit_code_come_back_apart)
{
    struct home *home = home_create();
    struct process_result result;
    run_script(home, "cat; echo bad >&2; exit 7", "said", PROCESS_LIMIT_MS, &result);
    cr_assert_eq(result.code, 7);
    cr_assert_str_eq(buffer_text(&result.out), "said");
    cr_assert_str_eq(buffer_text(&result.err), "bad\n");
    process_result_free(&result);
    home_remove(home);
}

Test(process, a_program_that_hangs_is_stopped_at_its_limit)
{
    struct home *home = home_create();
    struct process_result result;
    run_script(home, "exec sleep 1000", NULL, 50, &result);
    cr_assert_eq(result.code, PROCESS_TIMED_OUT);
    process_result_free(&result);
    home_remove(home);
}

Test(process, a_signal_counts_as_128_and_its_number)
{
    struct home *home = home_create();
    struct process_result result;
    run_script(home, "kill -TERM $$", NULL, PROCESS_LIMIT_MS, &result);
    cr_assert_eq(result.code, 128 + 15);
    process_result_free(&result);
    home_remove(home);
}

Test(home, a_program_sees_its_own_folders_and_nothing_of_ours)
{
    setenv("STENO_TOKEN", "of the caller", 1);
    struct home *home = home_create();
    struct process_result result;
    home_set(home, "STENO_URL", "http://a");
    home_set(home, "STENO_URL", "http://b");
    home_set(home, "TZ", NULL);
    run_script(home, "echo $STENO_TOKEN,$STENO_URL,$TZ; echo $HOME $XDG_CONFIG_HOME; pwd", NULL,
               PROCESS_LIMIT_MS, &result);
    char expected[512];
    snprintf(expected, sizeof expected, ",http://b,\n%s/home %s/config\n%s\n", home->dir, home->dir,
             home->dir);
    cr_assert_str_eq(buffer_text(&result.out), expected);
    process_result_free(&result);
    home_remove(home);
}

Test(home, removal_leaves_nothing)
{
    struct stat st;
    struct home *home = home_create();
    home_write(home, "config/steno/config", "url = x\n");
    char *text = home_read(home, "config/steno/config");
    cr_assert_str_eq(text, "url = x\n");
    free(text);
    cr_assert_null(home_read(home, "config/none"));
    char *dir = strdup(home->dir);
    home_remove(home);
    cr_assert_neq(stat(dir, &st), 0);
    free(dir);
}

Test(sandbox, it_tells_its_address_and_ends_when_asked)
{
    struct home *home = home_create();
    struct process_sandbox sandbox;
    cr_assert(process_sandbox_start(home, "--projects 2", &sandbox));
    cr_assert_str_starts(sandbox.url, "http://127.0.0.1:");
    cr_assert_gt(sandbox.port, 0);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    home_remove(home);
}

Test(sandbox, a_refused_option_is_told_and_no_address_comes)
{
    struct home *home = home_create();
    struct process_sandbox sandbox;
    cr_assert_not(process_sandbox_start(home, "--no-such-option", &sandbox));
    char *log = home_read(home, "sandbox.log");
    cr_assert_str_has(log, "--no-such-option");
    free(log);
    home_remove(home);
}
