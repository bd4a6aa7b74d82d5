/* The main job with subcommands only: the real steno and a real steno-sandbox. On the screen: test_tour.c. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"

static struct home *home;
static struct process_sandbox sandbox;

static void end(void)
{
    cr_expect_eq(process_sandbox_stop(&sandbox), 0, "the sandbox must have been well to its end");
    home_remove(home);
}

TestSuite(cli_walk, .fini = end);

/* Runs steno and expects an exit code. */
static void run(int code, const char *arguments, const char *input, struct process_result *result)
{
    process_steno(home, arguments, input, result);
    cr_assert_eq(result->code, code, "steno %s ended with %d, not %d\nstdout: %s\nstderr: %s", arguments,
                 result->code, code, buffer_text(&result->out), buffer_text(&result->err));
}

/* Like run(); the output must contain these words. */
static void expect(int code, const char *arguments, const char *words)
{
    struct process_result result;
    run(code, arguments, NULL, &result);
    cr_assert_str_has(buffer_text(&result.out), words);
    process_result_free(&result);
}

/* Makes a home with its own sandbox, and logs in. */
static void log_in(void)
{
    struct process_result result;
    home = home_create();
    cr_assert(process_sandbox_start(home, "--transcribe-seconds 1", &sandbox));
    char *login = mem_printf("login --url %s --email demo@example.org --password-stdin", sandbox.url);
    run(0, login, "demo\n", &result);
    process_result_free(&result);
    free(login);
}

Test(cli_walk, a_project_is_enqueued_waited_for_and_exported_over_no_file_unless_told)
{
    log_in();
    expect(0, "show 1 --json", "\"ProcessingState\":\"None\"");
    expect(0, "enqueue 1 --lang en-US --wait", "");
    expect(0, "show 1 --json", "\"ProcessingState\":\"Completed\"");
    home_write(home, "out.srt", "mine");
    expect(1, "export 1 --file-format-id srt -o out.srt", "");
    char *file = home_read(home, "out.srt");
    cr_assert_str_eq(file, "mine");
    free(file);
    expect(0, "export 1 --file-format-id srt -o out.srt --force", "");
    file = home_read(home, "out.srt");
    cr_assert_str_starts(file, "1\n00:00:");
    cr_assert_str_has(file, " --> ");
    free(file);
}

Test(cli_walk, each_kind_of_failure_has_its_exit_code)
{
    static const struct {
        int code;
        const char *arguments, *words;
    } rows[] = {
        {2, "show", ""},
        {2, "show x", ""},
        {2, "enqueue 1 --no-such-flag 1", ""},
        {4, "show 999", ""},
        {4, "show 999 --json", "\"ok\":false"},
        {4, "show 999 --json", "\"kind\":\"not_found\""},
        {4, "show 999 --json", "\"status\":404"},
        {1, "enqueue 3 --lang en-US", ""},
        {7, "enqueue 4 --lang en-US --wait", ""},
        {5, "metadata set 1 Key Value --access-token 1", ""},
        {4, "show 1 999", ""},
        {0, "logout", ""},
        {3, "show 1", ""},
    };
    log_in();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(rows[i].code, rows[i].arguments, rows[i].words);
    home_set(home, "STENO_TOKEN", "of-no-worth");
    expect(6, "show 1 --url http://127.0.0.1:1 --timeout 1", "");
}
