/* `doctor`, and what the files of an operator do to a subcommand: read-only, damaged, newer, shared by
 * sessions. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--token secret-token");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(cli_state, .init = begin, .fini = end);

Test(cli_state, doctor_tells_sources_and_files_and_no_secret)
{
    struct process_result result;
    home_write(bench.home, "config/steno/config", "hook = sh --key secret-key\nbell = on\n");
    bench_steno(&bench, "doctor", NULL, 0, &result);
    const char *out = buffer_text(&result.out);
    const char *const parts[] = {
        ", from STENO_URL (environment)",       "token          set, from ",
        "hook           sh …, from ",           "bell           true, from ",
        "token saved (private, in plain text)", "state file     none yet at ",
        "logged in as demo@example.org",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        cr_expect_str_has(out, parts[i], "doctor wrote:\n%s\nwithout: %s", out, parts[i]);
    cr_expect_str_lacks(out, "secret-");
    process_result_free(&result);
}

Test(cli_state, a_bad_setting_stops_every_subcommand_with_file_and_line)
{
    home_write(bench.home, "config/steno/config", "\ntimeout = soon\n");
    bench_expect_said(&bench, "list", 2,
                      "config/steno/config:2: timeout: “soon” is not a whole number from 1 to 86400 s");
}

Test(cli_state, an_unknown_name_stops_every_subcommand_with_what_was_probably_meant)
{
    home_write(bench.home, "config/steno/config", "\ntimout = 5\n");
    bench_expect_said(&bench, "list", 2,
                      "config/steno/config:2: unknown setting “timout”; did you mean timeout?");
    bench_expect_parts(&bench, "doctor", NULL, 2,
                       "config/steno/config:2: unknown setting “timout”; did you mean timeout?", "");
    home_write(bench.home, "config/steno/config", "[keys]\nenqeue = w\n");
    bench_expect_said(&bench, "list", 2,
                      "config/steno/config:2: there is no action “enqeue”; did you mean enqueue?");
}

Test(cli_state, credentials_that_others_can_read_are_refused_with_the_remedy)
{
    char *path = home_path(bench.home, "config/steno/credentials");
    cr_assert_eq(chmod(path, 0644), 0);
    bench_expect_said(&bench, "whoami", 3,
                      "can be read by others, so the token in it is not used; run: chmod 600 ");
    cr_assert_eq(chmod(path, 0620), 0);
    bench_expect_said(&bench, "list", 1,
                      "can be changed by others, so the token in it is not used; run: chmod 600 ");
    cr_assert_eq(chmod(path, 0600), 0);
    bench_expect_parts(&bench, "whoami", NULL, 0, "demo@example.org", "");
    free(path);
}

Test(cli_state, a_token_in_the_environment_is_named_when_it_is_refused)
{
    home_set(bench.home, "STENO_TOKEN", "stale");
    bench_expect_said(&bench, "whoami", 3, "STENO_TOKEN (environment)");
}

Test(cli_state, a_damaged_state_file_is_moved_aside_and_said)
{
    char garbage[5000];
    memset(garbage, 'x', sizeof garbage - 1);
    garbage[sizeof garbage - 1] = '\0';
    home_write(bench.home, "state/steno/state.db", garbage);
    bench_expect_said(&bench, "add 1", 0, "The state file was damaged and renamed to ");
    bench_expect_parts(&bench, "list", NULL, 0, "1", "");
}

Test(cli_state, a_home_that_cannot_be_written_is_in_the_way_of_the_watchlist_alone)
{
    home_set(bench.home, "XDG_STATE_HOME", "/proc/none");
    bench_expect_said(&bench, "add 1", 1, "Cannot create the folder /proc/none");
    bench_expect_parts(&bench, "show 1", NULL, 0, "Council meeting", "");
}
