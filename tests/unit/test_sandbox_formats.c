/* Text files of captions keep to their standards; how a transcript is cut into captions. What each parameter
 * does: test_sandbox_param_export.c and test_sandbox_param_enqueue.c. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <string.h>

#include "captions.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct buffer file; /* what was written last, and of what */
static struct cues captions;

static void export_setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    buffer_init(&file, (size_t)1 << 28);
}

static void export_teardown(void)
{
    cues_free(&captions);
    buffer_free(&file);
}

/* Reads the options of an export. */
static void read_options(struct caption_options *options, const struct param_set *set)
{
    char *note = NULL;
    cr_assert_null(caption_options_read(options, set, "cs-CZ", &note));
    cr_assert_null(note);
}

/* Writes the file of a recording, by these values of enqueue and export; returns its bytes. */
static const char *export_recording(const char *enqueue, const char *export)
{
    struct param_set *run = set_of(&params_enqueue, enqueue), *set = set_of(&params_export, export);
    struct transcript transcript;
    struct caption_options options;
    read_options(&options, set);
    transcript_make(&transcript, run, 400000);
    cues_free(&captions);
    cues_make(&captions, &transcript, &options);
    buffer_clear(&file);
    cues_write(&file, &captions, &options);
    transcript_free(&transcript);
    param_set_free(run);
    param_set_free(set);
    return buffer_text(&file);
}

/* Writes a file of one caption of one word. */
static const char *export_word(const char *word, const char *export)
{
    struct transcript_token token = {.end_ms = 2000, .utterance = true, .sentence_end = true};
    struct transcript transcript = {.tokens = &token, .count = 1, .length_ms = 2000};
    struct param_set *set = set_of(&params_export, export);
    struct caption_options options;
    read_options(&options, set);
    buffer_init(&transcript.texts, BUFFER_MAX_DEFAULT);
    buffer_append(&transcript.texts, word, strlen(word) + 1);
    cues_free(&captions);
    cues_make(&captions, &transcript, &options);
    buffer_clear(&file);
    cues_write(&file, &captions, &options);
    buffer_free(&transcript.texts);
    param_set_free(set);
    return buffer_text(&file);
}

TestSuite(formats, .init = export_setup, .fini = export_teardown);

#define HAS(hay, needle)   cr_assert_str_has(hay, needle)
#define LACKS(hay, needle) cr_assert_str_lacks(hay, needle)

/* --- WebVTT --- */

/* The time at a place of the text, "hh:mm:ss.mmm". */
static int64_t time_at(const char *text)
{
    int h, m, s, ms;
    cr_assert_eq(sscanf(text, "%d:%2d:%2d%*[.,]%3d", &h, &m, &s, &ms), 4, "%.20s", text);
    return ((h * INT64_C(60) + m) * 60 + s) * 1000 + ms;
}

Test(formats, a_vtt_file_begins_as_w3c_writes_it)
{
    export_recording("", "FileFormatId=vtt");
    static const char begin[] = "WEBVTT\n\nNOTE Language: cs-CZ\n\n00:00:00.800 --> 00:00:05.320\n- Good "
                                "evening, and thank you for\n";
    cr_assert_str_starts(buffer_text(&file), begin, "%.200s", buffer_text(&file));
}

Test(formats, vtt_word_times_rise_and_lie_inside_their_cue)
{
    static const char *const exports[] = {
        "FileFormatId=vtt&HighlightingMode=Words",
        "FileFormatId=vtt&HighlightingMode=Words&SpeakerSignPlacement=everyLine&UseSpeakerName=true",
        "FileFormatId=vtt&HighlightingMode=Words&PauseBetweenCaptionsMs=900"};
    for (size_t i = 0; i < sizeof exports / sizeof exports[0]; i++) {
        const char *at = export_recording("WithPPC=false", exports[i]);
        size_t words = 0;
        for (const char *arrow; (arrow = strstr(at, " --> "));) {
            int64_t last = time_at(arrow - 12), end = time_at(arrow + 5);
            const char *stop = strstr(arrow, "\n\n");
            cr_assert_lt(last, end);
            stop = stop ? stop : arrow + strlen(arrow);
            for (at = arrow; (at = strstr(at, "<0")) && at < stop; at++, words++) {
                cr_assert_gt(time_at(at + 1), last, "%.30s", at);
                cr_assert_lt(time_at(at + 1), end, "%.30s", at);
                last = time_at(at + 1);
            }
            at = stop;
        }
        cr_assert_gt(words, 300);
    }
}

Test(formats, vtt_colours_are_the_classes_that_every_reader_knows)
{
    HAS(export_recording("", "FileFormatId=vtt&HighlightingMode=Words&UnhighlightedColor=green&"
                             "UnhighlightedBackgroundColor=Magenta"),
        "\n<c.lime.bg_magenta>- Good <00:00:01.180>evening,");
}

Test(formats, vtt_escapes_what_has_a_meaning)
{
    export_word("a<b>&\"c", "FileFormatId=vtt&SpeakerSign=");
    HAS(buffer_text(&file), "\na&lt;b&gt;&amp;\"c\n");
}

Test(formats, a_vtt_cue_has_no_empty_line)
{
    const char *text =
        export_recording("", "FileFormatId=vtt&SubtitleLineLength=60&KeepInnerLinesStripped=true");
    HAS(text, "you.\n&nbsp;\n");
    LACKS(text, "\n\n\n");
}

/* --- all --- */

/* A name, a sign or an ellipsis may have been given with a control character. */
Test(formats, no_text_from_outside_ends_a_line_of_the_file)
{
    LACKS(export_word("one\n\ntwo", "FileFormatId=srt"), "one\n");
    LACKS(export_word("one\n\ntwo", "FileFormatId=txt"), "one\n");
    LACKS(export_word("one\n\ntwo", "FileFormatId=vtt"), "one\n");
}

/* --- plain text --- */

Test(formats, txt_is_the_text_alone)
{
    const char *text = export_recording("", "FileFormatId=txt");
    static const char begin[] =
        "- Good evening, and thank you for\ncoming on such a wet night.\n\n- Thank you.";
    cr_assert_str_starts(text, begin, "%.200s", text);
    LACKS(text, "-->");
}

/* --- SubRip, and the cutting of captions --- */

Test(formats, srt_begins_as_a_reader_expects)
{
    static const char begin[] = "1\n00:00:00,800 --> 00:00:05,320\n- Good evening, and thank you for\n"
                                "coming on such a wet night.\n\n2\n";
    cr_assert_str_starts(export_recording("", ""), begin);
}

Test(formats, srt_has_both_colours_of_what_is_not_highlighted)
{
    HAS(export_recording("",
                         "HighlightingMode=Words&UnhighlightedColor=Red&UnhighlightedBackgroundColor=Blue"),
        "<font color=\"Red\" bgcolor=\"Blue\">- Good evening");
}

Test(formats, a_caption_has_two_lines_at_most)
{
    const char *text = export_recording("", "SubtitleLineLength=20");
    for (const char *arrow; (arrow = strstr(text, " --> ")); text = arrow + 1) {
        const char *end = strstr(arrow, "\n\n");
        int lines = 0;
        for (const char *c = arrow; c < end; c++)
            lines += *c == '\n';
        cr_assert_leq(lines, 2, "%.80s", arrow);
    }
}

Test(formats, a_word_that_is_longer_than_a_line_has_one_of_its_own)
{
    HAS(export_recording("", ""), "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n");
    HAS(export_recording("", "ForceSingleLine=true"),
        "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n\n");
}

Test(formats, a_sentence_of_several_captions_is_parted_where_no_word_stands_alone)
{
    const char *text = export_recording("", "");
    HAS(text, "\n- Thank you. I walked, so the rain\nand I are old friends by now.\n\n");
    HAS(text, "\n- Tell me about a morning at the dam,\n\n"); /* a comma near the middle */
    HAS(text, "\nfor somebody who only knows it from\nthe road.\n\n");
    HAS(text, "\ntons of water, and it leans on us,…\n\n"); /* a gap ends it anyway */
    HAS(text, "because of a drip\nthat –\n\n");             /* a dash stays with its word */
    LACKS(text, "- the level");                             /* it is said by the one who spoke before */
    HAS(export_recording("", "ForceSingleLine=true"), "\nAre you ever afraid of it, at night?\n\n");
}

Test(formats, an_inner_line_that_lost_its_text_is_kept_when_asked_for)
{
    LACKS(export_recording("", "SubtitleLineLength=60"), "you.\n\n\n");
    HAS(export_recording("", "SubtitleLineLength=60&KeepInnerLinesStripped=true"), "you.\n\n\n");
}

Test(formats, capitals_go_beyond_ascii)
{
    HAS(export_word("večeře", "MakeAllUpperCase=true"), "VEČEŘE");
}

Test(formats, captions_never_overlap_however_long_the_pause)
{
    export_recording("", "PauseBetweenCaptionsMs=60000");
    for (size_t i = 1; i < captions.count; i++)
        cr_assert_geq(captions.rows[i].start_ms, captions.rows[i - 1].end_ms);
}
