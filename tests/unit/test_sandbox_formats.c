/* Text files of captions keep to their standards: W3C WebVTT, SSA and ASS, EBU-TT-D. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "unit/format_file.h"

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
    export_recording("interview", "", "FileFormatId=vtt");
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
        const char *at = export_recording("news", "WithPPC=false", exports[i]);
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
    HAS(export_recording("interview", "",
                         "FileFormatId=vtt&HighlightingMode=Words&UnhighlightedColor=green&"
                         "UnhighlightedBackgroundColor=Magenta"),
        "\n<c.lime.bg_magenta>- Good <00:00:01.180>evening,");
}

Test(formats, vtt_and_ttml_escape_what_has_a_meaning)
{
    export_word("a<b>&\"c", 0, "FileFormatId=vtt");
    HAS(buffer_text(&file), "\na&lt;b&gt;&amp;\"c\n");
    export_word("a<b>&\"c\x01", 0, "FileFormatId=ttml");
    HAS(buffer_text(&file), ">a&lt;b&gt;&amp;\"c</tt:span>");
}

Test(formats, a_vtt_cue_has_no_empty_line)
{
    const char *text = export_recording("interview", "",
                                        "FileFormatId=vtt&SubtitleLineLength=60&KeepInnerLinesStripped=true");
    HAS(text, "you.\n&nbsp;\n");
    LACKS(text, "\n\n\n");
}

/* --- SSA and ASS --- */

/* The commas in the line that begins so. */
static int commas_after(const char *text, const char *begin)
{
    const char *line = strstr(text, begin);
    int commas = 0;
    cr_assert_not_null(line, "no line “%s”", begin);
    for (; *line != '\n'; line++)
        commas += *line == ',';
    return commas;
}

Test(formats, ssa_and_ass_have_as_many_values_as_their_formats_have_names)
{
    const char *text = export_recording("interview", "", "FileFormatId=ssa");
    HAS(text,
        "ScriptType: v4.00\n\n[V4 Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, "
        "TertiaryColour, BackColour, Bold,");
    cr_assert_eq(commas_after(text, "Style: "), commas_after(text, "Format: Name"));
    HAS(text, "\nDialogue: Marked=0,0:00:00.80,0:00:05.32,Default,,0000,0000,0000,,- Good");
    text = export_recording("interview", "", "FileFormatId=ass");
    HAS(text, "ScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, "
              "SecondaryColour, "
              "OutlineColour, BackColour, Bold, Italic, Underline,");
    cr_assert_eq(commas_after(text, "Style: "), commas_after(text, "Format: Name"));
    HAS(text, "[Events]\nFormat: Layer, Start,");
    HAS(text, "\nDialogue: 0,0:00:00.80,0:00:05.32,Default,,0000,0000,0000,,- Good");
}

Test(formats, ass_writes_its_colours_in_hex)
{
    const char *text =
        export_recording("interview", "", "FileFormatId=ass&HighlightingMode=Words&UnhighlightedColor=Red");
    HAS(text, "Style: Default,Arial,20,&H0000FFFF,&H000000FF,&H00000000,&H00FFFFFF,0,");
}

Test(formats, ssa_karaoke_takes_as_long_as_its_words_with_their_gaps)
{
    static const char *const files[] = {"FileFormatId=ssa&HighlightingMode=Words",
                                        "FileFormatId=ass&HighlightingMode=Words&SubtitleLineLength=20"};
    HAS(export_recording("interview", "", files[0]), ",,- {\\k34}Good{\\k4} {\\k56}evening,{\\k4} ");
    for (size_t f = 0; f < 2; f++) {
        const char *line = strstr(export_recording("news", "", files[f]), "\nDialogue: ");
        for (size_t i = 0; i < captions.count; i++, line = strstr(line + 1, "\nDialogue: ")) {
            const struct cue *caption = &captions.rows[i];
            const struct cue_line *last = &caption->lines[caption->count - 1];
            int64_t sum = 0, end = last->words[last->count - 1].end_ms;
            const char *stop = strchr(line + 1, '\n');
            for (const char *k = line; (k = strstr(k, "{\\k")) && k < stop; k++)
                sum += strtol(k + 3, NULL, 10);
            end = end < caption->end_ms ? end : caption->end_ms;
            cr_assert_eq(sum, end / 10 - caption->start_ms / 10, "caption %zu: %.200s", i, line);
        }
        cr_assert_null(line);
    }
}

Test(formats, ssa_has_no_braces_but_its_own)
{
    export_word("{\\b1}x", 0, "FileFormatId=ass");
    HAS(buffer_text(&file), ",,(/b1)x\n");
}

/* --- all --- */

/* A name, a sign or an ellipsis may have been given with a control character. */
Test(formats, no_text_from_outside_ends_a_line_of_the_file)
{
    LACKS(export_word("one\n\ntwo", 0, "FileFormatId=srt"), "one\n");
    LACKS(export_word("one\n\ntwo", 0, "FileFormatId=txt"), "one\n");
    LACKS(export_word("one\n\ntwo", 0, "FileFormatId=vtt"), "one\n");
    LACKS(export_word("one\n\ntwo", 0, "FileFormatId=ass"), "one\n");
    struct format_options options = {.title = "A\n[Events]\nx", .color = "White", .background = "White"};
    buffer_clear(&file);
    format_ass(&file, &captions, &options);
    HAS(buffer_text(&file), "\nTitle: A [Events] x\n");
}

/* --- TTML and plain text --- */

Test(formats, ttml_is_of_the_ebu_profile)
{
    const char *text = export_recording(
        "interview", "", "FileFormatId=ttml&Language=en-GB&RemoveNoises=false&FormattingMode=Tags");
    static const char begin[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tt:tt xmlns:tt=\"http://www.w3.org/ns/ttml\" ";
    cr_assert_str_starts(text, begin);
    HAS(text, " ttp:timeBase=\"media\" ttp:cellResolution=\"32 15\" xml:lang=\"en-GB\">");
    HAS(text, "<ebuttm:conformsToStandard>urn:ebu:tt:distribution:2018-04</ebuttm:conformsToStandard>");
    HAS(text,
        "<tt:p xml:id=\"caption1\" region=\"bottom\" begin=\"00:00:00.800\" end=\"00:00:05.320\"><tt:span "
        "style=\"text\">- Good evening, and thank you for</tt:span><tt:br/><tt:span style=\"text\">coming "
        "on");
    HAS(text, "<tt:span style=\"text italic\">[kettle]</tt:span>");
    cr_assert_str_eq(text + strlen(text) - 29, "</tt:div></tt:body>\n</tt:tt>\n");
}

Test(formats, ttml_colours_and_direction_are_styles)
{
    const char *text = export_recording("interview", "", "FileFormatId=ttml");
    HAS(text, "tts:color=\"#ffffff\" tts:backgroundColor=\"#000000\"");
    LACKS(text, "rtl");
    text = export_recording(
        "interview", "",
        "FileFormatId=ttml&IsRightToLeft=true&HighlightingMode=Words&UnhighlightedColor=Cyan&"
        "UnhighlightedBackgroundColor=Blue");
    HAS(text, "tts:color=\"#00ffff\" tts:backgroundColor=\"#0000ff\"");
    HAS(text, "tts:direction=\"rtl\"");
}

Test(formats, txt_is_the_text_alone)
{
    const char *text = export_recording("interview", "", "FileFormatId=txt");
    static const char begin[] =
        "- Good evening, and thank you for\ncoming on such a wet night.\n\n- Thank you.";
    cr_assert_str_starts(text, begin, "%.200s", text);
    LACKS(text, "-->");
}
