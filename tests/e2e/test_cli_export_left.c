/* Export into a folder where files exist: what --skip-existing and --if-newer replace, and what they leave.
 */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/pty.h"

#define FILE_2 "d/2.srt"
#define ARGS   " --file-format-id srt --name-pattern {id}.{ext} -o d/"

/* A server, and the files of 2 and 7 in the folder. */
static void begin(struct bench *bench)
{
    bench_start_logged_in(bench, "");
    home_write(bench->home, "d/.keep", "");
    bench_expect(bench, "export 2 7 --if-newer" ARGS, NULL, 0, "d/2.srt\nd/7.srt\n", "");
}

static void edit(struct bench *bench)
{
    char *text = home_read(bench->home, FILE_2), *edited = mem_printf("%sedited\n", text);
    home_write(bench->home, FILE_2, edited);
    free(edited);
    free(text);
}

static void delete_tag(struct bench *bench)
{
    struct process_result result;
    bench_steno(bench, "tag rm 2 radio", NULL, 0, &result);
    process_result_free(&result);
}

/* Another one than steno changes the project. */
static void change(struct bench *bench)
{
    char *other = home_path(bench->home, "other");
    home_set(bench->home, "XDG_STATE_HOME", other);
    delete_tag(bench);
    char *own = home_path(bench->home, "state");
    home_set(bench->home, "XDG_STATE_HOME", own);
    free(own);
    free(other);
}

/* On a terminal, which is where it is reported what was left: these lines, in any order, and 0. */
static void expect_left(struct bench *bench, const char *arguments, const char *lines)
{
    struct pty *pty = pty_steno(bench->home, arguments, 24, 160);
    cr_expect_eq(pty_wait_exit(pty, 20000), 0, "%s", arguments);
    char *screen = pty_screen(pty), *rest = mem_copy(lines), *at = rest, *line;
    while ((line = strsep(&at, "\n")) && *line)
        cr_expect_str_has(screen, line, "%s: %s is missing in:\n%s", arguments, line, screen);
    free(rest);
    free(screen);
    pty_free(pty);
}

TestSuite(export_left);

Test(export_left, existing_files_are_skipped_with_0_and_on_a_terminal_with_a_sentence)
{
    struct bench bench;
    begin(&bench);
    expect_left(&bench, "export 2 7 9 --skip-existing" ARGS,
                "d/9.srt\nsteno: d/2.srt already exists; left unchanged\n"
                "steno: d/7.srt already exists; left unchanged\n");
    bench_expect(&bench, "export 2 7 9 --skip-existing" ARGS, NULL, 0, "", "");
    bench_expect(&bench, "export 2 --json --skip-existing" ARGS, NULL, 0,
                 "{\"id\":2,\"ok\":true,\"file\":\"d/2.srt\",\"left\":\"exists\"}\n", "");
    bench_stop(&bench);
}

Test(export_left, files_are_replaced_only_if_their_project_changed)
{
    struct bench bench;
    begin(&bench);
    bench_expect(&bench, "export 2 7 --if-newer" ARGS, NULL, 0, "", "");
    expect_left(&bench, "export 2 7 --if-newer" ARGS,
                "steno: d/2.srt is up to date; left unchanged\n"
                "steno: d/7.srt is up to date; left unchanged\n");
    change(&bench);
    expect_left(&bench, "export 2 7 --if-newer" ARGS,
                "d/2.srt\nsteno: d/7.srt is up to date; left unchanged\n");
    bench_stop(&bench);
}

Test(export_left, files_that_stay_as_asked_are_none_that_failed_in_the_activity)
{
    struct bench bench;
    struct process_result shown;
    begin(&bench);
    bench_expect(&bench, "export 2 7 --if-newer" ARGS, NULL, 0, "", "");
    bench_expect(&bench, "export 2 7 9 --skip-existing" ARGS, NULL, 0, "d/9.srt\n", "");
    bench_expect(&bench, "export 2 --if-newer --file-format-id srt -o " FILE_2, NULL, 0, "", "");
    bench_steno(&bench, "activity", NULL, 0, &shown);
    cr_expect_str_has(buffer_text(&shown.out), "Export of 2, srt: 2 skipped\n");
    cr_expect_str_has(buffer_text(&shown.out), "Export of 3, srt: 1 done, 2 skipped\n");
    cr_expect_str_has(buffer_text(&shown.out), "Export of 1, srt: 1 skipped; d/2.srt is up to date\n");
    cr_expect_str_lacks(buffer_text(&shown.out), "failed");
    process_result_free(&shown);
    bench_stop(&bench);
}

Test(export_left, an_edit_of_ones_own_makes_no_file_old)
{
    struct bench bench;
    begin(&bench);
    delete_tag(&bench);
    expect_left(&bench, "export 2 --if-newer" ARGS, "steno: d/2.srt is up to date; left unchanged\n");
    bench_stop(&bench);
}

Test(export_left, an_edited_file_stays_and_is_a_conflict_only_beside_a_changed_project)
{
    struct bench bench;
    begin(&bench);
    edit(&bench);
    bench_expect(&bench, "export 2 --if-newer" ARGS, NULL, 0, "", "");
    expect_left(&bench, "export 2 --if-newer" ARGS,
                "steno: d/2.srt was edited since steno wrote it; left unchanged\n");
    change(&bench);
    bench_expect(&bench, "export 2 --if-newer" ARGS, NULL, 5, "",
                 "steno: d/2.srt was edited since steno wrote it; its project changed since, too\n");
    char *text = home_read(bench.home, FILE_2);
    cr_expect_str_has(text, "edited\n");
    free(text);
    bench_stop(&bench);
}

Test(export_left, a_file_that_steno_did_not_write_stays)
{
    struct bench bench;
    begin(&bench);
    home_write(bench.home, "d/9.srt", "mine\n");
    expect_left(&bench, "export 9 --if-newer" ARGS,
                "steno: d/9.srt exists, and steno did not write it; left unchanged\n");
    expect_left(&bench, "export 9 --file-format-id srt -o d/9.srt --if-newer",
                "steno: d/9.srt exists, and steno did not write it; left unchanged\n");
    bench_expect(&bench, "export 9 --if-newer" ARGS, NULL, 0, "", "");
    bench_stop(&bench);
}

Test(export_left, files_left_unchanged_do_not_count_for_the_exit_code_however_many_they_are)
{
    struct bench bench;
    struct process_result result;
    begin(&bench);
    bench_config(&bench, "rate_cap = 0\n");
    for (int id = 1001; id <= 1064; id++) { /* so many are exported at once */
        char name[24];
        snprintf(name, sizeof name, "d/%d.srt", id);
        home_write(bench.home, name, "mine\n");
    }
    for (int i = 0; i < 2; i++) {
        bench_steno(&bench,
                    i == 0 ? "export 1001-1064 999 --skip-existing" ARGS : "export 2 999 --if-newer" ARGS,
                    NULL, 4, &result);
        cr_expect_str_eq(buffer_text(&result.out), "");
        cr_expect_str_has(buffer_text(&result.err), "project 999: not found");
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(export_left, one_way_is_given_and_a_place)
{
    struct bench bench;
    begin(&bench);
    bench_expect(&bench, "export 2 --if-newer --force" ARGS, NULL, 2, "",
                 "steno: give one of --force, --skip-existing and --if-newer\n");
    bench_expect(&bench, "export 2 --skip-existing", NULL, 2, "",
                 "steno: --skip-existing requires -o FILE or -o DIR\n");
    bench_stop(&bench);
}

Test(export_left, what_is_to_be_exported_can_be_listed_and_none_is_no_failure)
{
    struct bench bench;
    struct process_result shown;
    begin(&bench);
    bench_steno(&bench, "add 2 7", NULL, 0, &shown);
    process_result_free(&shown);
    bench_expect(&bench, "list is:export --ids", NULL, 0, "", "");
    bench_expect(&bench, "export - --if-newer" ARGS, "", 0, "", "");
    change(&bench);
    bench_steno(&bench, "show 2", NULL, 0, &shown);
    process_result_free(&shown);
    bench_expect(&bench, "list is:export --ids", NULL, 0, "2\n", "");
    bench_expect(&bench, "export - --if-newer" ARGS, "2\n", 0, "d/2.srt\n", "");
    bench_stop(&bench);
}

Test(export_left, of_a_project_that_was_never_read_is_not_to_be_exported_again_until_it_changes)
{
    struct bench bench;
    struct process_result shown;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 -o a.srt", NULL, 0, "a.srt\n", "");
    bench_steno(&bench, "add 2", NULL, 0, &shown);
    process_result_free(&shown);
    for (int i = 0; i < 2; i++) {
        bench_steno(&bench, "show 2", NULL, 0, &shown);
        process_result_free(&shown);
        bench_expect(&bench, "list is:export --ids", NULL, 0, i == 0 ? "" : "2\n", "");
        if (i == 0)
            change(&bench);
    }
    bench_stop(&bench);
}

Test(export_left, a_file_that_no_ledger_could_note_is_there_and_is_said_not_to_be_saved)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "block", "");
    char *below = home_path(bench.home, "block/x");
    home_set(bench.home, "XDG_STATE_HOME", below);
    bench_steno(&bench, "export 2 -o a.srt", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), "a.srt\n");
    cr_expect_str_has(buffer_text(&result.err),
                      "steno: cannot save to the local state file: Cannot create the folder ");
    process_result_free(&result);
    free(below);
    bench_stop(&bench);
}
