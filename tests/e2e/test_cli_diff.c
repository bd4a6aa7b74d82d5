/* `diff` as a script meets it: two files, standard input, two exports of one project. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"

static const char one[] = "1\n00:00:01,000 --> 00:00:02,000\n- One two\nthree\n\n"
                          "2\n00:00:03,000 --> 00:00:04,000\nyes four\n\n"
                          "3\n00:00:05,000 --> 00:00:06,000\nyes\n";
static const char two[] = "1\n00:00:01,000 --> 00:00:04,000\n- One two three yes\nfive\n\n"
                          "2\n00:00:05,000 --> 00:00:06,500\nyes\n";

/* Runs steno in a home that has a.srt and b.srt and compares all that comes of it. */
static void expect(const char *arguments, const char *input, int code, const char *out, const char *err)
{
    struct bench bench = {.home = home_create()};
    home_write(bench.home, "a.srt", one);
    home_write(bench.home, "b.srt", two);
    home_write(bench.home, "page.html", "<!DOCTYPE html><p>no captions</p>");
    bench_expect(&bench, arguments, input, code, out, err);
    home_remove(bench.home);
}

Test(cli_diff, text_shows_what_differs_and_ends_with_9)
{
    expect("diff a.srt b.srt --style bbc", NULL, 9,
           "--- a.srt\n+++ b.srt\n"
           "@@ 1-2 1 join 00:00:01.000 @@\n"
           "-[1 00:00:01.000 to 00:00:02.000]\n-- One two\n-three\n"
           "-[2 00:00:03.000 to 00:00:04.000]\n-yes four\n"
           "+- One two three yes\n+five\n"
           "@@ 3 2 time 00:00:05.000 start +0 ms, end +500 ms @@\n yes\n",
           "steno: - a.srt: 3 captions, 0 errors, 2 warnings, 0 notes; style bbc\n"
           "steno: + b.srt: 2 captions, 0 errors, 1 warning, 0 notes; style bbc\n"
           "steno: aligned by words: 1 time, 1 join\n");
}

Test(cli_diff, a_time_that_cannot_be_read_is_said_of_the_file_that_has_it)
{
    static const char bad[] = "1\n00:00:01,000 --> 00:00:02,000\n- One two\nthree\n\n"
                              "2\n00:00:03,000 --> 00:0x:04,000\nyes four\n\n"
                              "3\n00:00:05,000 --> 00:00:06,000\nyes\n";
    struct process_result result;
    expect("diff a.srt - --only time", bad, 9,
           "--- a.srt\n+++ -\n@@ 2 2 time 00:00:03.000 + has a time that cannot be read @@\n yes four\n",
           "steno: - a.srt: 3 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: + -: 3 captions, 1 error, 0 warnings, 0 notes; style asked\n"
           "steno: aligned by words: 2 same, 1 time\n");
    expect("diff - a.srt --only time", bad, 9,
           "--- -\n+++ a.srt\n@@ 2 2 time - has a time that cannot be read @@\n yes four\n",
           "steno: - -: 3 captions, 1 error, 0 warnings, 0 notes; style asked\n"
           "steno: + a.srt: 3 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: aligned by words: 2 same, 1 time\n");
    struct home *home = home_create();
    home_write(home, "b.srt", two);
    process_steno(home, "diff - b.srt --only join,shift", bad, &result);
    cr_expect_str_has(buffer_text(&result.out), " - has a time that cannot be read @@\n");
    cr_expect_str_has(buffer_text(&result.out), "-[2 without times]\n");
    process_result_free(&result);
    home_remove(home);
}

Test(cli_diff, json_is_an_object_a_row_and_a_summary)
{
    expect(
        "diff a.srt b.srt --json --only join", NULL, 9,
        "{\"kind\":\"join\",\"a\":[{\"caption\":1,\"start_ms\":1000,\"end_ms\":2000,\"lines\":[\"- One two\","
        "\"three\"]},{\"caption\":2,\"start_ms\":3000,\"end_ms\":4000,\"lines\":[\"yes four\"]}],\"b\":[{"
        "\"caption\":1,\"start_ms\":1000,\"end_ms\":4000,\"lines\":[\"- One two three yes\",\"five\"]}],"
        "\"start_change_ms\":0,\"end_change_ms\":0,\"removed\":[\"four\"],\"added\":[\"five\"]}\n"
        "{\"ok\":false,\"aligned_by\":\"words\",\"counts\":{\"same\":0,\"markup\":0,\"wrap\":0,\"time\":1,"
        "\"split\":0,\"join\":1,\"shift\":0,\"text\":0,\"only-a\":0,\"only-b\":0},\"style\":\"asked\","
        "\"a\":{\"given\":\"a.srt\",\"file\":\"a.srt\",\"id\":null,\"format\":\"srt\",\"captions\":3,"
        "\"errors\":0,\"warnings\":0,\"notes\":0,\"parameters\":null},"
        "\"b\":{\"given\":\"b.srt\",\"file\":\"b.srt\",\"id\":null,\"format\":\"srt\",\"captions\":2,"
        "\"errors\":0,\"warnings\":0,\"notes\":0,\"parameters\":null}}\n",
        "");
}

Test(cli_diff, what_is_the_same_is_0_and_shown_when_it_is_wanted)
{
    expect("diff a.srt -", one, 0, "",
           "steno: - a.srt: 3 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: + -: 3 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: aligned by words: 3 same\n");
    expect("diff a.srt b.srt --only text,wrap", NULL, 0, "",
           "steno: - a.srt: 3 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: + b.srt: 2 captions, 0 errors, 0 warnings, 0 notes; style asked\n"
           "steno: aligned by words: 1 time, 1 join\n");
}

Test(cli_diff, what_cannot_be_compared_is_no_verdict)
{
    expect("diff a.srt page.html", NULL, 1, "", "steno: page.html: the file is a web page, not captions\n");
    expect("diff missing.srt a.srt", NULL, 4, "",
           "steno: Cannot open missing.srt: No such file or directory\n");
    expect("diff - -", NULL, 2, "", "steno: only one of the two can be standard input\n");
    expect(
        "diff a.srt b.srt --only words", NULL, 2, "",
        "steno: --only: “words” is invalid: give same, markup, wrap, time, split, join, shift, text, only-a, "
        "only-b\n");
    expect("diff a.srt b.srt --format csv", NULL, 2, "",
           "steno: --format: give text or json; --file-format-id is the format of an export\n");
    expect("diff 12@bcc 12", NULL, 2, "", "steno: there is no style and no preset “bcc”\n");
}

Test(cli_diff, two_styles_of_one_project_are_two_exports)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "diff 2 2@netflix-en --style netflix-en", NULL, 9, &result);
    cr_expect_str_starts(buffer_text(&result.out), "--- 2\n+++ 2@netflix-en\n@@ ");
    cr_expect_str_has(buffer_text(&result.err), "steno: SubtitleLineLength: - not sent, + 42\n");
    cr_expect_str_has(buffer_text(&result.err), "; style netflix-en\n");
    cr_expect_str_has(buffer_text(&result.err), "steno: aligned by words: ");
    process_result_free(&result);
    bench_steno(&bench, "diff 2 2", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), "");
    process_result_free(&result);
    bench_steno(&bench, "diff 2@bbc 2@ard --dry-run", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "PauseBetweenCaptionsMs=0&");
    cr_expect_str_has(buffer_text(&result.out), "PauseBetweenCaptionsMs=40");
    process_result_free(&result);
    bench_steno(&bench, "diff 2 999", NULL, 4, &result);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(cli_diff, a_file_beside_an_export_is_checked_by_what_that_was_asked_for)
{
    static const char counts[] = ": 51 captions, 0 errors, 7 warnings, 0 notes; style asked\n";
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 -o x.srt", NULL, 0, "x.srt\n", "");
    for (int turned = 0; turned < 2; turned++) {
        bench_steno(&bench, turned ? "diff x.srt 2" : "diff 2 x.srt", NULL, 0, &result);
        char *a = mem_printf("steno: - %s%s", turned ? "x.srt" : "2", counts);
        char *b = mem_printf("steno: + %s%s", turned ? "2" : "x.srt", counts);
        cr_expect_str_has(buffer_text(&result.err), a);
        cr_expect_str_has(buffer_text(&result.err), b);
        free(b);
        free(a);
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(cli_diff, a_preset_counts_before_a_style_of_its_name)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "preset save web export --subtitle-line-length 30", NULL, 0, &result);
    process_result_free(&result);
    home_write(bench.home, "config/steno/config", "[style web]\nfrom = bbc\n"); /* a style made later */
    bench_steno(&bench, "diff 2@web 2@ard --dry-run", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "?SubtitleLineLength=30\n");
    cr_expect_str_eq(buffer_text(&result.err),
                     "steno: the preset “web” is used, not the style of this name\n");
    process_result_free(&result);
    bench_expect(&bench, "preset save web export", NULL, 2, "",
                 "steno: web is the name of a house style: use another name for the preset\n");
    bench_expect(&bench, "preset save bbc export", NULL, 2, "",
                 "steno: bbc is the name of a house style: use another name for the preset\n");
    bench_stop(&bench);
}

Test(cli_diff, a_style_becomes_a_preset_and_single_values_override_it)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "preset save tv export --style bbc --subtitle-line-length 36", NULL, 0, "", "");
    bench_steno(&bench, "preset show tv", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "--subtitle-line-length 36");
    cr_expect_str_has(buffer_text(&result.out), "--pause-between-captions-ms 0");
    process_result_free(&result);
    bench_expect(&bench, "preset save tv enqueue --style bbc", NULL, 2, "",
                 "steno: --style: house styles are for presets of export\n");
    bench_stop(&bench);
}

/* One project in two formats: the same captions, with the times that the formats can write. */
Test(cli_diff, formats_of_one_project_are_the_same)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --file-format-id srt -o p.srt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 2 --file-format-id vtt -o p.vtt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 2 --file-format-id ass -o p.ass", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "diff p.srt p.vtt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "diff p.srt p.ass", NULL, 0, &result);
    process_result_free(&result);
    bench_stop(&bench);
}
