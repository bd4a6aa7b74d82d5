/* `export --check`: the file first, then what is wrong with it, and the exit codes of both. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"

/* Fails unless a text is in another. */
static void expect_in(const char *text, const char *part)
{
    cr_expect_str_has(text, part, "%s is not in:\n%s", part, text);
}

/* What lint finds in a file, with the same style. Caller frees. */
static char *lint_of(struct bench *bench, const char *arguments)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, 0, &result);
    char *text = strdup(buffer_text(&result.out));
    process_result_free(&result);
    return text;
}

Test(cli_check, the_file_stays_and_its_findings_are_those_of_lint)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --file-format-id srt --check bbc -o out.srt", NULL, 9, &result);
    expect_in(buffer_text(&result.out), "out.srt\nout.srt:");
    expect_in(buffer_text(&result.out), "wanted 0, or 800 and more [gap]\n");
    expect_in(buffer_text(&result.err), "; style bbc, count all; not checked: ");
    cr_expect_str_lacks(buffer_text(&result.err), " beyond ", "the Length of the project is known");
    char *file = home_read(bench.home, "out.srt");
    cr_assert(file, "the file stays");
    cr_expect(strncmp(file, "1", 1) == 0 || strncmp(file + 3, "1", 1) == 0);
    free(file);
    char *lint = lint_of(&bench, "lint out.srt --style bbc --fail-on never");
    for (char *line = strtok_r(lint, "\n", &file); line; line = strtok_r(NULL, "\n", &file))
        expect_in(buffer_text(&result.out), line);
    free(lint);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_check, the_level_decides_and_a_clean_file_is_0)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --check bbc --fail-on never -o a.srt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 2 --check plain-upload --file-format-id srt -o b.srt", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), "b.srt\n");
    process_result_free(&result);
    bench_steno(&bench, "export 9 --style bbc --check bbc --fail-on error -o c.srt", NULL, 0, &result);
    expect_in(buffer_text(&result.err), " 0 errors, ");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_check, json_has_the_file_its_findings_and_the_verdict)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --check bbc --json -o a.srt", NULL, 9, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_starts(out, "{\"id\":2,\"ok\":true,\"file\":\"a.srt\",\"bytes\":");
    expect_in(out, "\n{\"file\":\"a.srt\",\"id\":2,\"caption\":1,");
    expect_in(out, "\n{\"file\":\"a.srt\",\"id\":2,\"ok\":false,\"format\":\"srt\",");
    cr_expect_str_eq(buffer_text(&result.err), "");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_check, a_project_that_failed_decides_the_exit_code)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    bench_steno(&bench, "export 2 9 --check bbc -o dir", NULL, 9, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 2 999 --check bbc --force -o dir", NULL, 8, &result);
    expect_in(buffer_text(&result.out), "[gap]\n");
    process_result_free(&result);
    bench_steno(&bench, "export 999 --check bbc -o x.srt", NULL, 4, &result);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_check, what_cannot_be_checked_is_a_mistake_before_anything_is_sent)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 --check bbc", NULL, 2, "",
                 "steno: --check writes its findings to standard output: give the file by -o FILE\n");
    bench_expect(
        &bench, "export 2 --check bbc -o /dev/null", NULL, 2, "",
        "steno: --check reads the file again, and /dev/null is a pipe or a device: give a file by -o\n");
    bench_expect(&bench, "export 2 --check bcc -o x", NULL, 2, "",
                 "steno: --check: there is no style “bcc”; did you mean bbc?\n");
    bench_expect(&bench, "export 2 --fail-on note -o x", NULL, 2, "",
                 "steno: --fail-on requires --check STYLE\n");
    bench_expect(&bench, "export 2 --check bbc --fail-on bad -o x", NULL, 2, "",
                 "steno: --fail-on: give error, warning, note or never\n");
    cr_expect(!bench_saw_request(&bench, "Export"));
    bench_stop(&bench);
}

Test(cli_check, each_project_is_read_once_whether_its_name_or_its_length_is_needed)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    static const char *const commands[] = {
        "export 2 9 --check bbc --fail-on never --force -o dir",
        "export 2 9 --check bbc --fail-on never -o dir --name-pattern {id}.srt",
        "export 2 --check bbc --fail-on never -o a.srt"};
    static const long reads[] = {2, 2, 1};
    for (size_t i = 0; i < 3; i++) {
        control_forget(&bench.sandbox);
        bench_steno(&bench, commands[i], NULL, 0, &result);
        process_result_free(&result);
        cr_expect_eq(control_requests(&bench.sandbox, "get-project"), reads[i], "%s: %ld", commands[i],
                     control_requests(&bench.sandbox, "get-project"));
    }
    bench_stop(&bench);
}
