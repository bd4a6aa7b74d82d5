/* support/process and support/home, which tests of real programs use. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/asserts.h"
#include "support/process.h"

/* Runs `sh -c script`; expects this exit code and these outputs. */
static void expect_run(const struct home *home, const char *script, const char *input, int limit_ms, int code,
                       const char *out, const char *err)
{
    struct process_result result;
    char *copy = strdup(script);
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, copy, NULL};
    process_run(home, argv, input, limit_ms, &result);
    cr_expect_eq(result.code, code, "%s", script);
    cr_expect_str_eq(buffer_text(&result.out), out, "%s", script);
    cr_expect_str_eq(buffer_text(&result.err), err, "%s", script);
    process_result_free(&result);
    free(copy);
}

Test(process, a_program_sees_its_own_folders_and_its_outputs_and_its_end_come_back_apart)
{
    struct stat st;
    char expected[512];
    setenv("STENO_TOKEN", "of the caller", 1);
    struct home *home = home_create();
    expect_run(home, "cat; echo bad >&2; exit 7", "said", PROCESS_LIMIT_MS, 7, "said", "bad\n");
    expect_run(home, "exec sleep 1000", NULL, 50, PROCESS_TIMED_OUT, "", "");
    expect_run(home, "kill -TERM $$", NULL, PROCESS_LIMIT_MS, 128 + 15, "", "");
    home_set(home, "STENO_URL", "http://a");
    home_set(home, "STENO_URL", "http://b");
    home_set(home, "TZ", NULL);
    snprintf(expected, sizeof expected, ",http://b,\n%s/home %s/config\n%s\n", home->dir, home->dir,
             home->dir);
    expect_run(home, "echo $STENO_TOKEN,$STENO_URL,$TZ; echo $HOME $XDG_CONFIG_HOME; pwd", NULL,
               PROCESS_LIMIT_MS, 0, expected, "");
    home_write(home, "config/steno/config", "url = x\n");
    char *text = home_read(home, "config/steno/config"), *dir = strdup(home->dir);
    cr_expect_str_eq(text, "url = x\n");
    cr_expect_null(home_read(home, "config/none"));
    home_remove(home);
    cr_expect_neq(stat(dir, &st), 0, "its removal leaves nothing");
    free(text);
    free(dir);
}
