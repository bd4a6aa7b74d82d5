/* `lint` as a script or an editor meets it: its three forms, its exit codes, and files that are none. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/process.h"

/* Two captions: a gap of 80 ms, an open tag, a line of 41 characters shown for half a second. */
static const char srt[] = "1\n00:00:01,000 --> 00:00:02,000\nHello <i>there\n\n"
                          "2\n00:00:02,080 --> 00:00:02,580\n=1234567890123456789012345678901234567 \"\"\n";
/* Runs steno in a home that has a.srt and compares all that comes of it. */
static void expect(const char *arguments, const char *input, int code, const char *out, const char *err)
{
    struct bench bench = {.home = home_create()};
    home_write(bench.home, "a.srt", srt);
    home_write(bench.home, "good.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n");
    home_write(bench.home, "page.html", "<!DOCTYPE html><p>no captions</p>");
    bench_expect(&bench, arguments, input, code, out, err);
    home_remove(bench.home);
}

#define TEXT                                                                                                 \
    "a.srt:1:1: error: caption 1 at 00:00:01,000: 80 ms to the next caption; wanted 0, or 800 and more "     \
    "[gap]\n"                                                                                                \
    "a.srt:3:7: error: caption 1 at 00:00:01,000: <i> is not closed [tags]\n"                                \
    "a.srt:5:1: warning: caption 2 at 00:00:02,080: shown for 500 ms; wanted at least 600 [min-duration]\n"  \
    "a.srt:7:1: error: caption 2 at 00:00:02,080: the line has 41 characters; limit 37 [line-length]\n"

Test(cli_lint, text_names_file_line_and_column_and_ends_with_9)
{
    expect("lint a.srt --style bbc --limit min-duration=600,wpm=0", NULL, 9, TEXT,
           "steno: a.srt: 2 captions, 3 errors, 1 warning, 0 notes; style bbc, count all; not checked: "
           "cps wpm max-duration beyond hanging fits-one-line balance speaker-sign\n");
}

Test(cli_lint, json_is_an_object_a_finding_and_a_verdict)
{
    expect(
        "lint a.srt --limit line-length=40 --json --fail-on warning", NULL, 9,
        "{\"file\":\"a.srt\",\"id\":null,\"caption\":1,\"line\":3,\"column\":7,\"byte\":38,\"start_ms\":1000,"
        "\"end_ms\":2000,"
        "\"rule\":\"tags\",\"level\":\"error\",\"value\":null,\"limit\":null,\"unit\":null,\"source\":"
        "\"format\",\"message\":\"<i> is not closed\",\"text\":\"Hello there\"}\n"
        "{\"file\":\"a.srt\",\"id\":null,\"caption\":2,\"line\":7,\"column\":1,\"byte\":80,\"start_ms\":2080,"
        "\"end_ms\":2580,"
        "\"rule\":\"line-length\",\"level\":\"error\",\"value\":41,\"limit\":40,\"unit\":\"characters\","
        "\"source\":\"given\",\"message\":\"the line has 41 characters; limit 40\","
        "\"text\":\"=1234567890123456789012345678901234567 \\\"\\\"\"}\n"
        "{\"file\":\"a.srt\",\"id\":null,\"ok\":false,\"format\":\"srt\",\"captions\":2,\"errors\":2,"
        "\"warnings\":0,"
        "\"notes\":0,"
        "\"style\":\"asked\",\"count\":\"all\",\"frame_rate_assumed\":null,\"judged\":[\"bad-times\",\"line-"
        "length\",\"blank-line\","
        "\"overlap\",\"order\","
        "\"speaker-sign\",\"encoding\",\"tags\",\"index\",\"empty\",\"repeat\"],\"not_judged\":[\"lines\","
        "\"cps\",\"wpm\","
        "\"min-duration\",\"max-duration\",\"gap\",\"beyond\",\"hanging\",\"fits-one-line\",\"balance\"]}\n",
        "");
}

Test(cli_lint, junit_is_a_case_for_each_rule)
{
    struct process_result result;
    struct home *home = home_create();
    home_write(home, "a.srt", srt);
    process_steno(home, "lint a.srt missing.srt --format junit", NULL, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_has(out, "<testsuites>\n  <testsuite name=\"a.srt\" tests=\"21\" failures=\"1\" "
                           "errors=\"0\" skipped=\"11\">");
    cr_expect_str_has(out,
                      "name=\"tags\">\n      <failure message=\"1 found\">a.srt:3:7: error: caption 1 at "
                      "00:00:01,000: &lt;i&gt; is not closed [tags]\n</failure>");
    cr_expect_str_has(out, "name=\"gap\">\n      <skipped message=\"not checked\"/>");
    cr_expect_str_has(out, "<testsuite name=\"missing.srt\" tests=\"1\" failures=\"0\" errors=\"1\"");
    cr_expect_str_has(out, "</testsuites>\n");
    cr_expect_eq(result.code, 8);
    process_result_free(&result);
    home_remove(home);
}

#define UNLIMITED                                                                                            \
    "steno: speed, length and gaps were not checked: give --style NAME (steno style list) or limits such "   \
    "as --limit cps=17,line-length=42,gap=80\n"

Test(cli_lint, the_level_that_fails_is_chosen)
{
    expect("lint good.srt", NULL, 0, "",
           "steno: good.srt: 1 caption, 0 errors, 0 warnings, 0 notes; style asked, count all; not checked: "
           "line-length lines cps wpm min-duration max-duration gap beyond hanging fits-one-line "
           "balance\n" UNLIMITED);
    const char *warned = "good.srt:1:1: warning: caption 1 at 00:00:01,000: shown for 1000 ms; wanted at "
                         "least 1001 [min-duration]\n";
    const char *verdict =
        "steno: good.srt: 1 caption, 0 errors, 1 warning, 0 notes; style asked, count all; not checked: "
        "line-length lines cps wpm max-duration gap beyond hanging fits-one-line balance\n" UNLIMITED;
    expect("lint good.srt --limit min-duration=1001", NULL, 0, warned, verdict);
    expect("lint good.srt --limit min-duration=1001 --fail-on note", NULL, 9, warned, verdict);
    expect("lint good.srt --min-line-duration-ms 1001 --fail-on warning", NULL, 9, warned, verdict);
    expect("lint good.srt --limit min-duration=1001 --fail-on never", NULL, 0, warned, verdict);
}

/* Otherwise one caption of a megabyte with a fault in each byte would be written out a million times. */
Test(cli_lint, a_finding_quotes_the_beginning_of_a_long_caption)
{
    struct buffer text, quote;
    struct process_result result;
    struct home *home = home_create();
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_init(&quote, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "1\n00:00:01,000 --> 00:00:02,000\n</b>a");
    buffer_append_text(&quote, "\"a");
    for (int i = 0; i < 1500; i++) {
        buffer_append_text(&text, "é"); /* two bytes, the last that fits ends before byte 2,000 */
        buffer_append_text(&quote, i < 999 ? "é" : "");
    }
    buffer_append_text(&quote, "…\"");
    process_steno(home, "lint - --file-format-id srt --json", buffer_text(&text), &result);
    cr_expect_str_has(buffer_text(&result.out), buffer_text(&quote));
    process_result_free(&result);
    buffer_free(&text);
    buffer_free(&quote);
    home_remove(home);
}

Test(cli_lint, standard_input_is_a_file_too)
{
    expect("lint -", "1\n00:00:01,000 --> 00:00:00,000\na\n", 9,
           "-:1:1: error: caption 1 at 00:00:01,000: ends 1000 ms before it starts [bad-times]\n",
           "steno: -: 1 caption, 1 error, 0 warnings, 0 notes; style asked, count all; not checked: "
           "line-length lines cps wpm min-duration max-duration gap beyond hanging fits-one-line "
           "balance\n" UNLIMITED);
}

Test(cli_lint, what_cannot_be_checked_is_no_verdict)
{
    expect("lint page.html", NULL, 1, "", "steno: page.html: the file is a web page, not captions\n");
    expect("lint missing.srt", NULL, 4, "", "steno: Cannot open missing.srt: No such file or directory\n");
    expect("lint a.srt --style bcc", NULL, 2, "",
           "steno: --style: there is no style “bcc”; did you mean bbc?\n");
    expect("lint a.srt --limit cps", NULL, 2, "",
           "steno: --limit: “cps” is not RULE=VALUE, such as cps=17\n");
    expect("lint a.srt --limit tags=1", NULL, 2, "", "steno: --limit: the rule tags has no limit to set\n");
    expect("lint a.srt --fail-on bad", NULL, 2, "", "steno: --fail-on: give error, warning, note or never\n");
    expect("lint a.srt --format csv", NULL, 2, "",
           "steno: --format: give text, json or junit; --file-format-id is the format of an export\n");
}

Test(cli_style, lists_every_style_and_shows_one_with_its_source)
{
    struct process_result result;
    struct home *home = home_create();
    process_steno(home, "style list", NULL, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "\nbbc               BBC, broadcast and online, March 2026\n");
    process_result_free(&result);
    process_steno(home, "style list --json", NULL, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"ok\":true,\"name\":\"ted\",\"title\":\"TED Translators\",");
    process_result_free(&result);
    home_remove(home);
    expect("style show bbc", NULL, 0,
           "bbc: BBC, broadcast and online\n"
           "Source: BBC Subtitle Guidelines v1.2.5, March 2026; checked 2026-11-21\n"
           "Sends:\n"
           "  SubtitleLineLength                37\n"
           "  CharsPerSecond                    15\n"
           "  MinLineDurationMs                 1000\n"
           "  PauseBetweenCaptionsMs            0\n"
           "  AutofillPauseBetweenCaptionsMs    1499\n"
           "Limits:\n"
           "  line-length                       37 (count all)\n"
           "  lines                             2\n"
           "  wpm                               180\n"
           "  min-duration                      300 ms a word\n"
           "  gap                               none, or 1500 ms and more; an error under 800 ms\n"
           "Not possible with parameters: colours by speaker\n",
           "");
    expect("style show ted --json", NULL, 0,
           "{\"ok\":true,\"name\":\"ted\",\"title\":\"TED Translators\",\"source\":\"TED Translators "
           "Cheat-sheet, March 2015\","
           "\"date\":\"March "
           "2015\",\"checked\":\"2026-11-21\",\"audience\":\"\",\"sends\":{\"SubtitleLineLength\":\"42\","
           "\"CharsPerSecond\":\"21\",\"MinLineDurationMs\":\"1000\"},\"limits\":{\"line-length\":\"42 "
           "(count all)\","
           "\"lines\":\"2\",\"cps\":\"21\",\"min-duration\":\"1000 ms\",\"max-duration\":\"7000 ms\","
           "\"balance\":\"neither line under half of the "
           "other\"},\"rules\":[\"bad-times\",\"line-length\",\"lines\","
           "\"blank-line\",\"cps\",\"wpm\",\"min-duration\",\"max-duration\",\"gap\",\"overlap\",\"order\","
           "\"beyond\",\"hanging\",\"fits-one-line\",\"balance\",\"speaker-sign\",\"encoding\",\"tags\","
           "\"index\",\"empty\",\"repeat\"],\"count\":\"all\",\"cannot\":\"\"}\n",
           "");
    expect("style show nothing-like-it", NULL, 2, "",
           "steno: there is no style “nothing-like-it”; steno style list shows them\n");
}

/* A style of one's own. */
#define OWN                                                                                                  \
    "[style web]\nfrom = bbc\ntitle = Our web\nline-length = 41\nmin-duration = 500\nlevel.gap = note\n"     \
    "level.tags = off\nSubtitleLineLength = 41\nMinLineDurationMs =\n"

/* Runs steno with a config and compares all that comes of it. "$CONFIG" stands for the config's path. */
static void expect_with_config(const char *config, const char *arguments, int code, const char *out,
                               const char *err)
{
    struct process_result result;
    struct home *home = home_create();
    char *path = home_path(home, "config/steno/config");
    home_write(home, "config/steno/config", config);
    home_write(home, "a.srt", srt);
    process_steno(home, arguments, NULL, &result);
    const char *texts[] = {out, buffer_text(&result.out), err, buffer_text(&result.err)};
    for (int i = 0; i < 4; i += 2) {
        struct buffer wanted;
        buffer_init(&wanted, BUFFER_MAX_DEFAULT);
        const char *mark = strstr(texts[i], "$CONFIG");
        buffer_append(&wanted, texts[i], mark ? (size_t)(mark - texts[i]) : strlen(texts[i]));
        if (mark)
            buffer_printf(&wanted, "%s%s", path, mark + 7);
        cr_expect_str_eq(texts[i + 1], buffer_text(&wanted));
        buffer_free(&wanted);
    }
    cr_expect_eq(result.code, code);
    process_result_free(&result);
    free(path);
    home_remove(home);
}

Test(cli_style, a_style_of_the_config_is_shown_checked_by_and_sent)
{
    expect_with_config(
        OWN, "style show web", 0,
        "web: Our web\n"
        "Source: web, from bbc\n"
        "Config: $CONFIG:1; from bbc\n"
        "Sends:\n"
        "  SubtitleLineLength                41\n"
        "  CharsPerSecond                    15\n"
        "  PauseBetweenCaptionsMs            0\n"
        "  AutofillPauseBetweenCaptionsMs    1499\n"
        "Limits:\n"
        "  line-length                       41 (count all)\n"
        "  lines                             2\n"
        "  wpm                               180\n"
        "  min-duration                      500 ms\n"
        "  gap                               none, or 1500 ms and more; an error under 800 ms\n"
        "Levels:\n"
        "  gap                               note\n"
        "  tags                              off\n"
        "Not possible with parameters: colours by speaker\n",
        "");
    expect_with_config(OWN, "lint a.srt --style web", 0,
                       "a.srt:1:1: note: caption 1 at 00:00:01,000: 80 ms to the next caption; wanted 0, or "
                       "800 and more [gap]\n",
                       "steno: a.srt: 2 captions, 0 errors, 0 warnings, 1 note; style web, count all; not "
                       "checked: cps max-duration beyond hanging fits-one-line balance speaker-sign tags\n");
    expect_with_config(OWN, "export 7 --style web --url http://127.0.0.1:1 --chars-per-second 12 --dry-run",
                       0,
                       "GET http://127.0.0.1:1/API/v2/Projects/7/Export/Subtitles?SubtitleLineLength=41&"
                       "CharsPerSecond=12&PauseBetweenCaptionsMs=0&AutofillPauseBetweenCaptionsMs=1499\n"
                       "Accept: */*\n",
                       "");
    expect_with_config("[style web]\nfrom = bbx\n", "style list", 2, "",
                       "steno: $CONFIG:2: there is no style “bbx”; did you mean bbc?\n");
}

Test(cli_style, what_is_given_replaces_what_a_style_sends)
{
    expect_with_config("",
                       "export 7 --style bbc --unset CharsPerSecond --min-line-duration-ms 1200 --url "
                       "http://127.0.0.1:1 --dry-run",
                       0,
                       "GET http://127.0.0.1:1/API/v2/Projects/7/Export/Subtitles?SubtitleLineLength=37&"
                       "MinLineDurationMs=1200&PauseBetweenCaptionsMs=0&AutofillPauseBetweenCaptionsMs=1499\n"
                       "Accept: */*\n",
                       "");
    expect_with_config("", "lint 7 --style bbc --url http://127.0.0.1:1 --dry-run", 0,
                       "GET http://127.0.0.1:1/API/v2/Projects/7/Export/Subtitles?SubtitleLineLength=37&"
                       "CharsPerSecond=15&MinLineDurationMs=1000&"
                       "PauseBetweenCaptionsMs=0&AutofillPauseBetweenCaptionsMs=1499\n"
                       "Accept: */*\n",
                       "");
    expect_with_config("", "export 7 --style bcc --url http://127.0.0.1:1 --dry-run", 2, "",
                       "steno: --style: there is no style “bcc”; did you mean bbc?\n");
}

/* How often a text is in another. */
static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Exports a project in a format and checks the file. */
static void export_and_lint(struct bench *bench, int id, const char *format, const char *asked,
                            const char *checked, struct process_result *result)
{
    struct process_result exported;
    char line[400];
    snprintf(line, sizeof line, "export %d --file-format-id %s %s --force -o p.%s", id, format, asked,
             format);
    bench_steno(bench, line, NULL, 0, &exported);
    process_result_free(&exported);
    snprintf(line, sizeof line, "lint p.%s %s --fail-on never", format, checked);
    bench_steno(bench, line, NULL, 0, result);
}

/* The gaps that were found, without places and names, which differ by format. Caller frees. */
static char *gaps_of(const char *text)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
        size_t len = strcspn(at, "\n");
        const char *caption = memmem(at, len, ": caption ", 10),
                   *gap = caption ? strstr(caption + 1, ": ") : NULL;
        if (gap && memmem(at, len, "[gap]", 5))
            buffer_append(&out, gap, (size_t)(at + len - gap) + 1);
    }
    return buffer_take(&out);
}

/* The gaps of an srt file by its times alone: how many lie over 0 and under 800 ms, and from there to 1500.
 */
static void gaps_by_times(const char *text, size_t *errors, size_t *warnings)
{
    long last = 0;
    *errors = *warnings = 0;
    for (const char *at = text; (at = strstr(at, " --> ")); at += 5) {
        long part[8];
        cr_assert_eq(sscanf(at - 12, "%ld:%ld:%ld,%ld --> %ld:%ld:%ld,%ld", &part[0], &part[1], &part[2],
                            &part[3], &part[4], &part[5], &part[6], &part[7]),
                     8);
        long gap = ((part[0] * 60 + part[1]) * 60 + part[2]) * 1000 + part[3] - last;
        *errors += last > 0 && gap > 0 && gap < 800;
        *warnings += last > 0 && gap >= 800 && gap < 1500;
        last = ((part[4] * 60 + part[5]) * 60 + part[6]) * 1000 + part[7];
    }
}

/* The gaps of the BBC that were found in an export are those of its times. */
static void expect_gaps_by_times(struct bench *bench, const char *found)
{
    size_t errors, warnings;
    char *file = home_read(bench->home, "p.srt");
    gaps_by_times(file, &errors, &warnings);
    cr_expect(errors > 0 && warnings > 0, "there is something to find");
    cr_expect_eq(count_of(found, "wanted 0, or 800 and more [gap]"), errors, "%zu, not in\n%s", errors,
                 found);
    cr_expect_eq(count_of(found, "wanted 0, or 1500 and more [gap]"), warnings, "%zu, not in\n%s", warnings,
                 found);
    free(file);
}

/* The sandbox's writers and our readers do not know each other: what one writes the other reads. */
Test(cli_lint, every_format_of_the_sandbox_has_the_same_captions_and_gaps)
{
    static const char *const formats[] = {"srt",  "vtt",
#ifdef HAVE_EXPAT
                                          "ttml",
#endif
                                          "ssa",  "ass", "stl"};
    struct bench bench;
    struct process_result result;
    char *gaps = NULL, *captions = NULL;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        export_and_lint(&bench, 2, formats[i], "", "--style bbc", &result);
        cr_expect_eq(count_of(buffer_text(&result.out), "[bad-times]"), 0, "%s", formats[i]);
        cr_expect_eq(count_of(buffer_text(&result.out), "[empty]"), 0, "%s", formats[i]);
        const char *verdict = strstr(strchr(buffer_text(&result.err), ' '), ": ") + 2;
        char *found = gaps_of(buffer_text(&result.out));
        if (i == 0) {
            captions = strndup(verdict, strcspn(verdict, ","));
            gaps = strdup(found);
            expect_gaps_by_times(&bench, buffer_text(&result.out));
        }
        cr_expect_str_starts(verdict, captions, "%s: %s, not %s", formats[i], verdict, captions);
        if (strstr("srt vtt ttml", formats[i])) /* the others round times */
            cr_expect_str_eq(found, gaps);
        free(found);
        process_result_free(&result);
    }
    free(captions);
    free(gaps);
    bench_stop(&bench);
}

/* A service that was asked with the values of a style gives a file that keeps it; how fast somebody speaks
 * and words longer than a line are not the service's, so these rules are off and the project has no such
 * word. */
Test(cli_lint, what_was_asked_with_the_values_of_a_style_has_no_finding)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    export_and_lint(&bench, 9, "srt",
                    "--subtitle-line-length 37 --chars-per-second 15 --min-line-duration-ms 1000 "
                    "--pause-between-captions-ms 0 --autofill-pause-between-captions-ms 1499",
                    "--style bbc --limit wpm=0,min-duration=0", &result);
    cr_expect_str_eq(buffer_text(&result.out), "");
    cr_expect_str_has(buffer_text(&result.err), " captions, 0 errors, 0 warnings, 0 notes; style bbc");
    process_result_free(&result);
    bench_stop(&bench);
}

/* Asked with 1433 ms and 83 ms, formats that round times down accuse nobody. */
Test(cli_lint, formats_that_round_times_down_are_not_accused)
{
    static const char *const formats[] = {"srt", "ssa", "ass", "stl"};
    static const char asked[] = "--min-line-duration-ms 1433 --pause-between-captions-ms 83";
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        export_and_lint(&bench, 5, formats[i], asked, asked, &result);
        cr_expect_str_eq(buffer_text(&result.out), "", "%s:\n%s", formats[i], buffer_text(&result.out));
        cr_expect_str_has(buffer_text(&result.err), " captions, 0 errors, 0 warnings, 0 notes; ", "%s: %s",
                          formats[i], buffer_text(&result.err));
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(cli_lint, a_project_is_exported_as_export_would_and_checked_against_what_was_asked_too)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "lint 2 --file-format-id srt --json --fail-on never", NULL, 0, &result);
    /* the Length of the project is known, and the defaults of the service count as asked: a short caption is
     * shown for less than 2 s where somebody else speaks next */
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"file\":\"2-Interview_dam_keeper.srt\",\"id\":2,\"ok\":true,");
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"file\":\"2-Interview_dam_keeper.srt\",\"id\":2,\"caption\":");
    const char *found = strstr(buffer_text(&result.out), "\"rule\":\"min-duration\",\"level\":\"warning\",");
    cr_expect_str_has(found, "\"limit\":2000,\"unit\":\"ms\",\"source\":\"asked\"", "%s",
                      buffer_text(&result.out));
    cr_expect_str_has(buffer_text(&result.out),
                      "\"judged\":[\"bad-times\",\"blank-line\",\"cps\",\"min-duration\",\"gap\",\"overlap\","
                      "\"order\",\"beyond\",\"speaker-sign\",");
    process_result_free(&result);
    bench_steno(&bench, "lint 2 --dry-run --file-format-id vtt", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "FileFormatId=vtt");
    process_result_free(&result);
    bench_steno(&bench, "lint 999", NULL, 4, &result);
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
    cr_expect_str_has(page, "fits\\-one\\-line");
    cr_expect_str_has(page, "speaker\\-sign");
    cr_expect_str_has(page, "netflix\\-cs\\-kids");
    cr_expect_str_has(page, "BBC Subtitle Guidelines");
    free(page);
}
