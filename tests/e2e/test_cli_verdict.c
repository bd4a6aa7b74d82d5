/* What `lint` says of a whole file: each fault once, what was not checked, and what was assumed. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/process.h"

/* Runs lint on the practice server, which finds something, and expects these words in what it writes or says.
 */
static void expect_words(struct bench *bench, const char *arguments, const char *words)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, 9, &result);
    const char *out = buffer_text(&result.out), *err = buffer_text(&result.err);
    size_t tail = strlen(out) > 400 ? strlen(out) - 400 : 0;
    cr_expect(strstr(out, words) || strstr(err, words), "steno %s: no “%s” in …%s\n%s", arguments, words,
              out + tail, err);
    process_result_free(&result);
}

Test(cli_verdict, what_a_file_has_and_nobody_checks_is_listed)
{
    static const char vtt[] = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\nSTYLE\n::cue {}\n\n"
                              "00:01.000 --> 00:02.000\na\n";
    struct process_result result;
    struct home *home = home_create();
    home_write(home, "a.vtt", vtt);
    process_steno(home, "lint a.vtt --style ted", NULL, &result);
    cr_expect_str_has(buffer_text(&result.err),
                      "; in the file and not checked: X-TIMESTAMP-MAP, STYLE blocks\n");
    cr_expect_eq(result.code, 0);
    process_result_free(&result);
    process_steno(home, "lint a.vtt --style ted --json", NULL, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"X-TIMESTAMP-MAP\",\"STYLE blocks\"]");
    process_result_free(&result);
    home_remove(home);
}

Test(cli_verdict, a_caption_has_the_number_and_the_time_of_its_file)
{
    static const struct {
        const char *file, *text, *words;
    } rows[] = {
        {"a.srt", "102\n00:00:03,000 --> 00:00:02,000\na\n",
         ": error: caption 102 at 00:00:03,000: ends 1000 ms"},
        {"a.vtt", "WEBVTT\n\nintro\n01:00:03.000 --> 01:00:02.000\na\n",
         ": error: caption intro at 01:00:03.000: ends"},
        {"b.vtt", "WEBVTT\n\n00:03.500 --> 00:02.000\na\n", ": error: caption 1 at 00:00:03.500: ends"},
        {"a.ass", "[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 1:00:03.50,0:00:02.00,a\n",
         ": error: caption 1 at 1:00:03.50: ends"},
        {"b.srt", "7\n00:00:03,00 --> 00:00:04,000\na\n", ": error: caption 7: a fraction of 2 digits"},
        {"c.srt", "7\n00:00:01,000 --> 00:00:04,000\na\n\n9\n00:00:03,000 --> 00:00:06,000\nb\n",
         ": error: caption 7 at 00:00:01,000: still shown for 1000 ms when caption 9 at 00:00:03,000 "
         "starts"}};
    struct home *home = home_create();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct process_result result;
        char arguments[64];
        home_write(home, rows[i].file, rows[i].text);
        snprintf(arguments, sizeof arguments, "lint %s", rows[i].file);
        process_steno(home, arguments, NULL, &result);
        cr_expect_str_has(buffer_text(&result.out), rows[i].words);
        process_result_free(&result);
    }
    home_remove(home);
}

Test(cli_verdict, without_any_limit_it_says_how_to_ask_for_them_once)
{
    static const struct {
        const char *arguments;
        size_t times;
    } rows[] = {{"a.srt", 1},
                {"a.srt a.srt", 1},
                {"a.srt --style ted", 0},
                {"a.srt --limit cps=17", 0},
                {"a.srt --json", 0},
                {"a.srt --limit lines=2", 1},
                {"a.txt", 0},
                {"a.srt --chars-per-second 15", 0}};
    struct home *home = home_create();
    home_write(home, "a.srt", "1\n00:00:01,000 --> 00:00:02,000\na\n");
    home_write(home, "a.txt", "a\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const char words[] = "steno: speed, length and gaps were not checked: give --style NAME";
        struct process_result result;
        char arguments[64];
        size_t times = 0;
        snprintf(arguments, sizeof arguments, "lint %s", rows[i].arguments);
        process_steno(home, arguments, NULL, &result);
        for (const char *at = buffer_text(&result.err); (at = strstr(at, words)); at++)
            times++;
        cr_expect_eq(times, rows[i].times, "%s: %s", arguments, buffer_text(&result.err));
        process_result_free(&result);
    }
    home_remove(home);
}

Test(cli_verdict, a_frame_rate_that_was_assumed_is_said_once)
{
    struct process_result result;
    struct home *home = home_create();
    home_write(home, "a.srt",
               "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:02,001 --> 00:00:03,000\nb\n\n"
               "3\n00:00:03,001 --> 00:00:04,000\nc\n");
    static const char *const rows[][2] = {
        {"--style ard", "; the file has no frame rate: 25 assumed"},
        {"--style netflix-en", "; the file has no frame rate: 24 assumed"},
        {"--style ard --limit frame-rate=23.976", ": 23.976 assumed"},
        {"--style ard --limit frame-rate=29.97 --json", "\"frame_rate_assumed\":29.97,"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "lint a.srt %s", rows[i][0]);
        process_steno(home, arguments, NULL, &result);
        const char *said = buffer_text(i == 3 ? &result.out : &result.err), *word = strstr(said, "assumed");
        cr_expect_str_has(said, rows[i][1]);
        cr_expect_str_lacks(word + 1, "assumed", "%s", said);
        process_result_free(&result);
    }
    process_steno(home, "lint a.srt --style bbc", NULL, &result);
    cr_expect_str_lacks(buffer_text(&result.err), "assumed");
    process_result_free(&result);
    home_remove(home);
}

Test(cli_verdict, a_fault_counts_once_where_the_style_and_the_options_have_one_limit)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect_words(&bench, "lint 5 --style ard", " 110 warnings,");
    expect_words(&bench, "lint 5 --style ard --json", "\"warnings\":110,");
    expect_words(&bench, "lint 5 --style ard --fail-on warning --format junit",
                 "name=\"cps\">\n      <failure message=\"110 found\">");
    bench_stop(&bench);
}
