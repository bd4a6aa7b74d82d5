/* `doctor`, and what the files of an operator do to a subcommand: read-only, damaged, missing. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
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

/* What only asks the server works and says so once; what keeps, replaces or sends something does not. */
static void expect_only_asked(const char *why)
{
    static const char *const refused[] = {"add 1",     "list",
                                          "note 1 x",  "preset save fast enqueue --lang en-US",
                                          "enqueue 1", "export 2 -o a.srt --force"};
    char *said = mem_printf("steno: cannot save to the local state file: %s", why);
    bench_expect_said(&bench, "show 1", 0, said);
    bench_expect_said(&bench, "export 2 -o a.srt", 0, said);
    bench_expect_parts(&bench, "export 2", NULL, 0, "", "");
    bench_expect_parts(&bench, "whoami", NULL, 0, "demo@example.org", "");
    bench_expect_parts(&bench, "doctor", NULL, 1, why, "");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        bench_expect_said(&bench, refused[i], 1, why);
    free(said);
}

Test(cli_state, a_damaged_state_file_is_named_with_the_cure_and_left_as_it_is)
{
    char garbage[5000];
    memset(garbage, 'x', sizeof garbage - 1);
    garbage[sizeof garbage - 1] = '\0';
    home_write(bench.home, "state/steno/state.db", garbage);
    expect_only_asked("The state file ");
    bench_expect_said(&bench, "add 1", 1, " is damaged. Move it away, and steno makes a new one");
    char *left = home_read(bench.home, "state/steno/state.db");
    cr_expect_str_eq(left, garbage);
    free(left);
}

Test(cli_state, a_file_that_may_only_be_read_is_named_with_the_cure)
{
    char *path = home_path(bench.home, "state/steno/state.db");
    bench_expect(&bench, "add 1", NULL, 0, "", "");
    cr_assert_eq(chmod(path, 0400), 0);
    expect_only_asked(path);
    bench_expect_said(&bench, "add 1", 1, " cannot be written. Give yourself the right: chmod u+w");
    free(path);
}

Test(cli_state, a_home_that_cannot_be_written_is_in_the_way_of_the_watchlist_alone)
{
    home_set(bench.home, "XDG_STATE_HOME", "/proc/none");
    bench_expect_said(&bench, "add 1", 1, "Cannot create the folder /proc/none");
    bench_expect_parts(&bench, "show 1", NULL, 0, "Council meeting", "");
}
