/* The main job by subcommands alone: the real steno on a real steno-sandbox. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "support/process.h"

/* A home that is logged in to a sandbox of its own. */
struct bed {
    struct home *home;
    struct process_sandbox sandbox;
};

static struct bed bed;

/* Runs steno and expects an exit code; shows what it said when another one comes. */
static void expect(int code, const char *arguments, const char *input, struct process_result *result)
{
    process_steno(bed.home, arguments, input, result);
    cr_assert_eq(result->code, code, "steno %s ended with %d, not %d\nstdout: %s\nstderr: %s", arguments,
                 result->code, code, buffer_text(&result->out), buffer_text(&result->err));
}

/* Like expect() when nobody asks what it said. */
static void expect_code(int code, const char *arguments)
{
    struct process_result result;
    expect(code, arguments, NULL, &result);
    process_result_free(&result);
}

/* Starts a sandbox and logs in. */
static void bed_make(const char *sandbox_arguments)
{
    struct process_result result;
    bed.home = home_create();
    cr_assert(process_sandbox_start(bed.home, sandbox_arguments, &bed.sandbox));
    char *login = NULL;
    cr_assert_gt(
        asprintf(&login, "login --url %s --email demo@example.org --password-stdin", bed.sandbox.url), 0);
    expect(0, login, "demo\n", &result);
    process_result_free(&result);
    free(login);
}

/* Ends the sandbox, which must have been well to its end. */
static void bed_end(void)
{
    cr_assert_eq(process_sandbox_stop(&bed.sandbox), 0);
    home_remove(bed.home);
}

Test(cli_walk, a_project_is_enqueued_waited_for_and_exported)
{
    struct process_result result;
    bed_make("--transcribe-seconds 1");
    expect(0, "show 1 --json", NULL, &result);
    cr_assert_str_has(buffer_text(&result.out), "\"ProcessingState\":\"None\"");
    process_result_free(&result);
    expect_code(0, "enqueue 1 --lang en-US --wait");
    expect(0, "show 1 --json", NULL, &result);
    cr_assert_str_has(buffer_text(&result.out), "\"ProcessingState\":\"Completed\"");
    process_result_free(&result);
    expect_code(0, "export 1 --file-format-id srt -o out.srt");
    char *file = home_read(bed.home, "out.srt");
    cr_assert_not_null(file);
    cr_assert_str_starts(file, "1\n00:00:", "not SRT: %.80s", file);
    cr_assert_str_has(file, " --> ");
    free(file);
    bed_end();
}

Test(cli_walk, an_existing_file_is_kept_unless_told_otherwise)
{
    bed_make("--transcribe-seconds 1");
    home_write(bed.home, "out.srt", "mine");
    expect_code(1, "export 2 --file-format-id srt -o out.srt");
    char *file = home_read(bed.home, "out.srt");
    cr_assert_str_eq(file, "mine");
    free(file);
    expect_code(0, "export 2 --file-format-id srt -o out.srt --force");
    file = home_read(bed.home, "out.srt");
    cr_assert_str_starts(file, "1\n");
    free(file);
    bed_end();
}

Test(cli_walk, each_kind_of_failure_has_its_exit_code)
{
    bed_make("--transcribe-seconds 1");
    expect_code(2, "show");
    expect_code(2, "show x");
    expect_code(2, "enqueue 1 --no-such-flag 1");
    expect_code(4, "show 999");
    expect_code(1, "enqueue 3 --lang en-US");
    expect_code(7, "enqueue 4 --lang en-US --wait");
    expect_code(5, "metadata set 1 Key Value --access-token 1");
    expect_code(4, "show 1 999");
    expect_code(0, "logout");
    expect_code(3, "show 1");
    home_set(bed.home, "STENO_TOKEN", "of-no-worth");
    expect_code(6, "show 1 --url http://127.0.0.1:1 --timeout 1");
    bed_end();
}

Test(cli_walk, a_wrong_password_is_told_and_nothing_is_stored)
{
    struct process_result result;
    bed.home = home_create();
    cr_assert(process_sandbox_start(bed.home, "", &bed.sandbox));
    char *login = NULL;
    cr_assert_gt(
        asprintf(&login, "login --url %s --email demo@example.org --password-stdin", bed.sandbox.url), 0);
    expect(3, login, "wrong-secret\n", &result);
    cr_assert_str_lacks(buffer_text(&result.err), "wrong-secret");
    cr_assert_gt(result.err.len, 0);
    process_result_free(&result);
    char *credentials = home_read(bed.home, "config/steno/credentials");
    cr_assert(!credentials || !strstr(credentials, "wrong-secret"));
    free(credentials);
    free(login);
    bed_end();
}

Test(cli_walk, a_failure_in_json_has_its_kind_and_its_status)
{
    struct process_result result;
    bed_make("");
    expect(4, "show 999 --json", NULL, &result);
    cr_assert_str_has(buffer_text(&result.out), "\"ok\":false");
    cr_assert_str_has(buffer_text(&result.out), "\"kind\":\"not_found\"");
    cr_assert_str_has(buffer_text(&result.out), "\"status\":404");
    cr_assert_gt(result.err.len, 0);
    process_result_free(&result);
    bed_end();
}
