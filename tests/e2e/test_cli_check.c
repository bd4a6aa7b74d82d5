/* `export --style` and `--check`: the file first, then what is wrong with it, and the exit codes of both. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"

/* Runs a command and expects words of its output and of its messages. */
static void expect(struct bench *bench, const char *arguments, int code, const char *out, const char *err)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, code, &result);
    cr_expect_str_has(buffer_text(&result.out), out, "%s", arguments);
    cr_expect_str_has(buffer_text(&result.err), err, "%s", arguments);
    process_result_free(&result);
}

Test(cli_check, a_style_sends_its_values_and_flags_replace_them)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect(&bench, "export 7 --style bbc --unset CharsPerSecond --min-line-duration-ms 1200 --dry-run", 0,
           "/API/v2/Projects/7/Export/Subtitles?SubtitleLineLength=37&MinLineDurationMs=1200&"
           "PauseBetweenCaptionsMs=0&AutofillPauseBetweenCaptionsMs=1499\n",
           "");
    bench_stop(&bench);
}

Test(cli_check, the_file_stays_and_its_findings_are_those_of_lint)
{
    struct bench bench;
    struct process_result checked, linted;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --file-format-id srt --check bbc -o out.srt", NULL, 9, &checked);
    bench_steno(&bench, "lint out.srt --style bbc", NULL, 9, &linted);
    cr_expect_str_starts(buffer_text(&checked.out), "out.srt\nout.srt:");
    cr_expect_str_eq(buffer_text(&checked.out) + strlen("out.srt\n"), buffer_text(&linted.out));
    cr_expect_str_has(buffer_text(&checked.err), "; style bbc; no limit for: ");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 1, "what was written is what is checked");
    process_result_free(&checked);
    process_result_free(&linted);
    bench_stop(&bench);
}

Test(cli_check, another_format_is_written_first_and_the_findings_are_of_the_srt)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect(&bench, "export 2 --check bbc -o a.vtt", 9, "a.vtt\na.vtt, of the SRT:", "a.vtt, of the SRT: ");
    char *file = home_read(bench.home, "a.vtt");
    cr_expect_str_starts(file, "WEBVTT");
    free(file);
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 2);
    bench_stop(&bench);
}

Test(cli_check, the_level_decides)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect(&bench, "export 2 --check bbc --fail-on never -o a.srt", 0, "a.srt\n", " error");
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
    cr_expect_str_has(out, "\n{\"file\":\"a.srt\",\"id\":2,\"caption\":3,");
    cr_expect_str_has(out, "\n{\"file\":\"a.srt\",\"id\":2,\"ok\":false,\"format\":\"srt\",");
    cr_expect_str_eq(buffer_text(&result.err), "");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_check, a_project_that_failed_decides_the_exit_code)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    expect(&bench, "export 2 9 --check bbc -o dir", 9, "[gap]\n", "");
    expect(&bench, "export 2 999 --check bbc --force -o dir", 4, "[gap]\n", "999");
    expect(&bench, "export 999 --check bbc -o x.srt", 4, "", "999");
    bench_stop(&bench);
}

Test(cli_check, what_cannot_be_checked_is_a_mistake_before_anything_is_sent)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 --check bbc", NULL, 2, "",
                 "steno: --check writes its findings to standard output: give the file by -o FILE\n");
    bench_expect(&bench, "export 2 --check bcc -o x", NULL, 2, "",
                 "steno: --check: no house style is named “bcc”: give netflix-en, bbc, ard, ted, dcmp-middle "
                 "or jtp-cs\n");
    bench_expect(&bench, "export 2 --fail-on warning -o x", NULL, 2, "",
                 "steno: --fail-on requires --check STYLE\n");
    bench_expect(&bench, "export 2 --check bbc --fail-on bad -o x", NULL, 2, "",
                 "steno: --fail-on: give error, warning or never\n");
    cr_expect(!bench_saw_request(&bench, "Export"));
    bench_stop(&bench);
}
