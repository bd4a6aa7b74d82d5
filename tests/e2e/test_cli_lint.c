/* `lint` as a script or an editor meets it: files and projects, its two forms, its exit codes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/process.h"

/* Two captions: a gap of 80 ms, an open tag of another format, a line of 41 characters. */
static const char srt[] = "1\n00:00:01,000 --> 00:00:02,000\nHello <v>there\n\n"
                          "2\n00:00:02,080 --> 00:00:05,000\n=1234567890123456789012345678901234567 \"\"\n";

/* Runs steno in a home that has a.srt and compares all that comes of it. */
static void expect(const char *arguments, int code, const char *out, const char *err)
{
    struct bench bench = {.home = home_create()};
    home_write(bench.home, "a.srt", srt);
    home_write(bench.home, "good.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n");
    home_write(bench.home, "page.html", "<!DOCTYPE html><p>no captions</p>");
    bench_expect(&bench, arguments, NULL, code, out, err);
    home_remove(bench.home);
}

Test(cli_lint, text_names_file_and_line_and_ends_with_9)
{
    expect(
        "lint a.srt --style bbc", 9,
        "a.srt:1: warning: caption 1 at 00:00:01,000: 80 ms to the next caption; wanted 0, or 800 and more "
        "[gap]\n"
        "a.srt:1: error: caption 1 at 00:00:01,000: markup is left in the text [tags]\n"
        "a.srt:5: error: caption 2 at 00:00:02,080: a line has 41 characters; limit 37 [line-length]\n",
        "steno: a.srt: 2 captions, 2 errors, 1 warning; style bbc; no limit for: min-duration max-duration "
        "cps\n");
}

Test(cli_lint, json_is_an_object_a_finding_and_a_verdict)
{
    expect("lint a.srt --subtitle-line-length 40 --json", 9,
           "{\"file\":\"a.srt\",\"id\":null,\"caption\":1,\"line\":1,\"start_ms\":1000,\"end_ms\":2000,"
           "\"rule\":\"tags\",\"level\":\"error\",\"value\":null,\"limit\":null,\"unit\":null,"
           "\"source\":\"format\",\"message\":\"markup is left in the text\",\"text\":\"Hello <v>there\"}\n"
           "{\"file\":\"a.srt\",\"id\":null,\"caption\":2,\"line\":5,\"start_ms\":2080,\"end_ms\":5000,"
           "\"rule\":\"line-length\",\"level\":\"error\",\"value\":41,\"limit\":40,\"unit\":\"characters\","
           "\"source\":\"asked\",\"message\":\"a line has 41 characters; limit 40\","
           "\"text\":\"=1234567890123456789012345678901234567 \\\"\\\"\"}\n"
           "{\"file\":\"a.srt\",\"id\":null,\"ok\":false,\"format\":\"srt\",\"captions\":2,\"errors\":2,"
           "\"warnings\":0,\"style\":\"asked\",\"judged\":[\"bad-times\",\"order\",\"overlap\","
           "\"line-length\",\"empty\",\"tags\",\"encoding\"],\"not_judged\":[\"min-duration\","
           "\"max-duration\",\"gap\",\"cps\",\"wpm\",\"lines\"]}\n",
           "");
}

#define NO_LIMITS "no limit for: max-duration gap cps wpm line-length lines\n"

Test(cli_lint, a_name_that_is_no_utf_8_is_an_object_with_its_reason_all_the_same)
{
    expect("lint caf\xe9.srt --json", 4,
           "{\"ok\":false,\"error\":{\"kind\":\"not_found\",\"status\":null,\"message\":\"Cannot open "
           "caf\uFFFD.srt: "
           "No such file or directory\"}}\n",
           "steno: Cannot open caf\xe9.srt: No such file or directory\n");
}

Test(cli_lint, the_level_that_fails_is_chosen)
{
    const char *warned = "good.srt:1: warning: caption 1 at 00:00:01,000: shown for 1000 ms; wanted at least "
                         "1001 [min-duration]\n";
    const char *verdict = "steno: good.srt: 1 caption, 0 errors, 1 warning; style asked; " NO_LIMITS;
    expect("lint good.srt --min-line-duration-ms 1000", 0, "",
           "steno: good.srt: 1 caption, 0 errors, 0 warnings; style asked; " NO_LIMITS);
    expect("lint good.srt --min-line-duration-ms 1001", 0, warned, verdict);
    expect("lint good.srt --min-line-duration-ms 1001 --fail-on warning", 9, warned, verdict);
    expect("lint good.srt --min-line-duration-ms 1001 --fail-on never", 0, warned, verdict);
}

Test(cli_lint, what_is_no_srt_has_findings_and_what_cannot_be_read_none)
{
    expect("lint page.html --style ted", 9,
           "page.html:1: error: caption 1: no times that can be read, or no end after the start "
           "[bad-times]\n"
           "page.html:1: error: caption 1: markup is left in the text [tags]\n",
           "steno: page.html: 1 caption, 2 errors, 0 warnings; style ted; no limit for: gap wpm\n");
    expect("lint missing.srt", 4, "", "steno: Cannot open missing.srt: No such file or directory\n");
    expect("lint a.srt --style bcc", 2, "",
           "steno: --style: no house style is named “bcc”: give netflix-en, bbc, ard, ted, dcmp-middle or "
           "jtp-cs\n");
    expect("lint a.srt --fail-on note", 2, "", "steno: --fail-on: give error, warning or never\n");
}

Test(cli_lint, a_file_of_more_than_8_MiB_is_refused)
{
    struct bench bench = {.home = home_create()};
    struct process_result result;
    char *text = malloc(9 << 20);
    memset(text, '\n', (9 << 20) - 1);
    text[(9 << 20) - 1] = '\0';
    home_write(bench.home, "large.srt", text);
    bench_steno(&bench, "lint large.srt", NULL, 1, &result);
    cr_expect_str_has(buffer_text(&result.err), "large.srt");
    cr_expect_str_eq(buffer_text(&result.out), "");
    process_result_free(&result);
    free(text);
    home_remove(bench.home);
}

Test(cli_lint, a_project_is_asked_for_as_srt_whatever_its_format)
{
    expect("lint 7 --style bbc --file-format-id stl --code-page-number 850 --unset "
           "CharsPerSecond --url http://127.0.0.1:1 --dry-run",
           0,
           "GET http://127.0.0.1:1/API/v2/Projects/7/Export/Subtitles?FileFormatId=srt&SubtitleLineLength=37&"
           "MinLineDurationMs=1000&PauseBetweenCaptionsMs=0&AutofillPauseBetweenCaptionsMs=1499\n"
           "Accept: */*\n",
           "");
}

Test(cli_lint, a_project_is_exported_and_checked_by_what_the_server_takes)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "lint 2 --json --fail-on never", NULL, 0, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_has(out, "{\"file\":\"project 2\",\"id\":2,\"caption\":");
    cr_expect_str_has(out, "\"limit\":2000,\"unit\":\"ms\",\"source\":\"asked\"");
    cr_expect_str_has(out, "{\"file\":\"project 2\",\"id\":2,\"ok\":true,\"format\":\"srt\",\"captions\":");
    process_result_free(&result);
    bench_steno(&bench, "lint 2 999 --fail-on never", NULL, 4, &result);
    cr_expect_str_has(buffer_text(&result.err), "steno: project 2: ");
    cr_expect_str_has(buffer_text(&result.err), "999");
    process_result_free(&result);
    bench_stop(&bench);
}

/* How fast somebody speaks, and words longer than a line, are not the server's. */
Test(cli_lint, what_was_asked_with_the_values_of_a_style_keeps_its_times)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "lint 9 --style ard --fail-on never", NULL, 0, &result);
    static const char *const kept[] = {"[bad-times]", "[order]",        "[overlap]", "[gap]",
                                       "[lines]",     "[min-duration]", "[empty]",   "[tags]"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect_str_lacks(buffer_text(&result.out), kept[i]);
    cr_expect_str_has(buffer_text(&result.err), "; style ard; no limit for: max-duration wpm\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_lint, the_manual_has_every_rule_and_style)
{
    char *page = NULL, *path = process_built("docs/steno.1");
    size_t size = 0;
    FILE *file = fopen(path, "re");
    free(path);
    cr_assert(file);
    cr_assert_gt(getdelim(&page, &size, '\0', file), 0);
    fclose(file);
    cr_expect_str_has(page, "max\\-duration");
    cr_expect_str_has(page, "dcmp\\-middle");
    cr_expect_str_has(page, "BBC Subtitle Guidelines");
    free(page);
}
