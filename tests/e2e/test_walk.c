/* The main job, on the screen by hand as an operator does it and by subcommands alone: the real steno on a
 * real steno-sandbox. */
/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

static struct tui tui;

static void end(void)
{
    pty_free(tui.pty);
    cr_expect_eq(process_sandbox_stop(&tui.sandbox), 0, "the sandbox must have been well to its end");
    home_remove(tui.home);
}

TestSuite(walk, .fini = end);
TestSuite(cli_walk, .fini = end);

/* Runs steno and expects an exit code. */
static void run(int code, const char *arguments, const char *input, struct process_result *result)
{
    process_steno(tui.home, arguments, input, result);
    cr_assert_eq(result->code, code, "steno %s ended with %d, not %d\nstdout: %s\nstderr: %s", arguments,
                 result->code, code, buffer_text(&result->out), buffer_text(&result->err));
}

/* Like run(), of which the output has these words. */
static void expect(int code, const char *arguments, const char *words)
{
    struct process_result result;
    run(code, arguments, NULL, &result);
    cr_assert_str_has(buffer_text(&result.out), words);
    process_result_free(&result);
}

/* The file is SRT; freed. */
static void expect_srt(char *file)
{
    cr_assert_str_starts(file, "1\n00:00:");
    cr_assert_str_has(file, " --> ");
    free(file);
}

/* --- on the screen --- */

/* Leaves with as many q as it takes. */
static void leave(void)
{
    for (int i = 0; i < 4 && pty_wait_exit(tui.pty, 0) == PTY_TIMED_OUT; i++) {
        pty_key(tui.pty, "q");
        pty_wait_exit(tui.pty, 2000);
    }
    cr_expect_eq(pty_wait_exit(tui.pty, 0), 0);
    cr_expect_not(pty_on_alternate_screen(tui.pty));
}

/* From an empty home to a subtitle file. */
static void walk_whole(int rows, int cols)
{
    glob_t found;
    tui.home = home_create();
    cr_assert(process_sandbox_start(tui.home, "--transcribe-seconds 2", &tui.sandbox));
    tui_start(&tui, "", rows, cols);
    tui_go(&tui, "", "URL");
    pty_type(tui.pty, tui.sandbox.url);
    tui_go(&tui, "\tdemo@example.org\tdemo\r", "No projects are watched yet");
    tui_go(&tui, "o", "Ids");
    tui_go(&tui, "1\r", "Council meeting");
    tui_go(&tui, "", "None");
    tui_go(&tui, "e", "Lang");
    tui_go(&tui, "\ren-US\r", "en-US");
    tui_go(&tui, "/WithPPC\r", "WithPPC");
    tui_go(&tui, " ", "*Format numbers");
    tui_go(&tui, "X", "InProgress");
    tui_go(&tui, "", "Completed"); /* no key is pressed: the timer brings it */
    tui_go(&tui, "x", "FileFormatId");
    tui_go(&tui, "\rsrt\r", "*Format ");
    tui_go(&tui, "X", "exported");
    char *pattern = home_path(tui.home, "*.srt");
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "no .srt file in %s", tui.home->dir);
    cr_assert_eq(found.gl_pathc, 1);
    expect_srt(home_read(tui.home, strrchr(found.gl_pathv[0], '/') + 1));
    globfree(&found);
    free(pattern);
    expect(0, "show 1 --json", "\"ProcessingState\":\"Completed\"");
    expect(0, "show 1 --json", "\"Language\":\"en-US\"");
    expect(0, "show 1 --json", "\"WithPPC\":false");
    leave();
}

Test(walk, from_the_login_to_a_subtitle_file_at_80_by_24)
{
    walk_whole(24, 80);
}

Test(walk, from_the_login_to_a_subtitle_file_at_40_by_10)
{
    walk_whole(10, 40);
}

/* --- by subcommands --- */

/* A home that is logged in to a sandbox of its own. */
static void log_in(void)
{
    struct process_result result;
    tui.home = home_create();
    cr_assert(process_sandbox_start(tui.home, "--transcribe-seconds 1", &tui.sandbox));
    char *login = mem_printf("login --url %s --email demo@example.org --password-stdin", tui.sandbox.url);
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
    home_write(tui.home, "out.srt", "mine");
    expect(1, "export 1 --file-format-id srt -o out.srt", "");
    char *file = home_read(tui.home, "out.srt");
    cr_assert_str_eq(file, "mine");
    free(file);
    expect(0, "export 1 --file-format-id srt -o out.srt --force", "");
    expect_srt(home_read(tui.home, "out.srt"));
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
    home_set(tui.home, "STENO_TOKEN", "of-no-worth");
    expect(6, "show 1 --url http://127.0.0.1:1 --timeout 1", "");
}
