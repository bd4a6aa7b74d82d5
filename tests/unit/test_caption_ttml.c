/* The traps of TTML: kinds of times, nesting, sequences, white space, regions, and what is refused. */
/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

#define TT "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\""

#ifdef HAVE_EXPAT

Test(caption_ttml, paragraphs_with_breaks_spans_and_folded_white_space)
{
    struct caption_file file;
    read_text(
        &file,
        "<?xml version=\"1.0\"?>\n" TT
        ">\n<head><metadata>no</metadata><layout><region xml:id=\"top\"/></layout></head>\n<body>\n<div>\n"
        "<p begin=\"00:00:01.000\" end=\"00:00:02.500\" region=\"top\">\n   a  <span>b</span>\n c<br/> "
        "d &amp;lt; </p>\n"
        "<p begin=\"3s\" dur=\"1.5s\" xml:space=\"preserve\">e  f</p>\n</div></body></tt>\n",
        CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1000 2500 a b c / d &lt;", "3000 4500 e  f");
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert_str_eq(file.captions[0].area, "top");
    cr_assert_eq(file.captions[0].at.line, 6);
    cr_assert_eq(file.captions[0].lines[0].at.line, 7);
    cr_assert_eq(file.captions[0].lines[0].at.column, 4);
    caption_file_free(&file);
}

Test(caption_ttml, frames_ticks_and_multipliers)
{
    struct caption_file file;
    read_text(
        &file,
        TT
        " ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\" ttp:tickRate=\"10000000\"><body>"
        "<p begin=\"30f\" end=\"00:00:02:00\">a</p><p begin=\"25000000t\" end=\"0.001h\">b</p></body></tt>",
        CAPTION_TTML);
    /* 30 frames of 30000/1001 are 1001 ms; hours, minutes and seconds are those of a clock; 0.001 h is 3600
     * ms */
    EXPECT_CAPTIONS(&file, "1001 2000 a", "2500 3600 b");
    cr_assert_eq(file.step_ms, 1);
    cr_assert(file.rate_num == 30000 && file.rate_den == 1001);
    caption_file_free(&file);
}

Test(caption_ttml, only_the_time_base_smpte_counts_clock_times_in_frames)
{
    struct caption_file file;
    read_text(&file,
              TT " ttp:timeBase=\"smpte\" ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"><body>"
                 "<p begin=\"00:01:00:00\" end=\"00:10:00:15\">a</p></body></tt>",
              CAPTION_TTML);
    /* 1,800 and 18,015 frames of 30000/1001 */
    EXPECT_CAPTIONS(&file, "60060 601100 a");
    caption_file_free(&file);
    read_text(&file,
              TT " ttp:timeBase=\"media\" ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"><body>"
                 "<p begin=\"00:01:00:00\" end=\"00:10:00:15\">a</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "60000 600500 a");
    caption_file_free(&file);
}

Test(caption_ttml, ticks_without_a_rate_are_seconds_or_frames)
{
    struct caption_file file;
    read_text(&file, TT "><body><p begin=\"1t\" end=\"3t\">a</p></body></tt>", CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1000 3000 a");
    cr_assert_eq(file.rate_num, 0);
    caption_file_free(&file);
    read_text(&file, TT " ttp:frameRate=\"25\"><body><p begin=\"1t\" end=\"50t\">a</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "40 2000 a");
    caption_file_free(&file);
}

Test(caption_ttml, ticks_of_10_mhz_reach_beyond_100_s)
{
    struct caption_file file;
    read_text(&file,
              TT " ttp:tickRate=\"10000000\"><body><p begin=\"36000000000t\" "
                 "end=\"36010000000t\">a</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "3600000 3601000 a");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_ttml, parts_of_frames_are_read)
{
    struct caption_file file;
    read_text(&file, TT " ttp:frameRate=\"25\"><body><p begin=\"12.5f\" end=\"25f\">a</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "500 1000 a");
    caption_file_free(&file);
}

Test(caption_ttml, times_outside_a_tt_element_are_read)
{
    struct caption_file file;
    read_text(&file, "<p begin=\"1t\" end=\"2x\">a</p>", CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "- - a");
    caption_file_free(&file);
}

Test(caption_ttml, a_time_of_100000_hours_is_none_and_times_of_a_sequence_add_up)
{
    struct caption_file file;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, TT "><body><div timeContainer=\"seq\">");
    for (int i = 0; i < 3000; i++)
        buffer_append_text(&text, "<p dur=\"99999h\">a</p>");
    buffer_append_text(&text, "<p dur=\"100000h\">b</p></div><p begin=\"100000:00:00\" end=\"1s\">c</p>"
                              "</body></tt>");
    read_text(&file, buffer_text(&text), CAPTION_TTML);
    cr_assert_eq(file.count, 3002);
    cr_assert_eq(file.captions[2999].start_ms, INT64_C(2999) * 99999 * 3600000);
    cr_assert(file.captions[2999].timed && !file.captions[3000].timed && !file.captions[3001].timed);
    cr_assert_eq(file.findings.count, 2);
    caption_file_free(&file);
    buffer_free(&text);
}

Test(caption_ttml, what_follows_an_unknown_time_in_a_sequence_has_no_times_either)
{
    struct caption_file file;
    read_text(&file,
              TT "><body><div timeContainer=\"seq\"><p dur=\"1s\">a</p><p dur=\"x\">b</p><p "
                 "dur=\"1s\">c</p></div><p begin=\"1s\" end=\"2s\">d</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "0 1000 a", "- - b", "- - c", "1000 2000 d");
    caption_file_free(&file);
}

Test(caption_ttml, places_of_a_utf16_file_are_its_own_bytes)
{
    static const char text[] = "<tt><body><p begin='1s' end='2s'>\xC4\x8B\xC4\x8B<br/>b</p></body></tt>";
    struct caption_file file;
    char wide[256] = "\xFF\xFE";
    size_t len = 2;
    for (const char *c = text; *c; c++) {
        bool two = (unsigned char)*c >= 0x80; /* both letters are U+010B */
        wide[len++] = two ? '\x0B' : *c;
        wide[len++] = two;
        c += two;
    }
    read_bytes(&file, wide, len, CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1000 2000 \xC4\x8B\xC4\x8B / b");
    cr_assert_eq(file.captions[0].lines[0].at.byte, 2 + 2 * 33);
    cr_assert_eq(file.captions[0].lines[1].at.byte, 2 + 2 * (33 + 2 + 5));
    caption_file_free(&file);
}

Test(caption_ttml, minutes_seconds_and_frames_end_below_their_count)
{
    static const struct {
        const char *begin;
        bool timed;
    } times[] = {{"00:59:59:24", true},  {"00:60:00:00", false}, {"00:00:60:00", false},
                 {"00:00:00:25", false}, {"00:00:1", false},     {"5:00:00", true}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct caption_file file;
        char text[256];
        snprintf(text, sizeof text,
                 TT " ttp:frameRate=\"25\"><body><p begin=\"%s\" end=\"9h\">a</p></body></tt>",
                 times[i].begin);
        read_text(&file, text, CAPTION_TTML);
        cr_expect_eq(file.captions[0].timed, times[i].timed, "%s", times[i].begin);
        caption_file_free(&file);
    }
}

Test(caption_ttml, the_finest_time_is_the_step)
{
    struct caption_file file;
    read_text(&file, TT " ttp:frameRate=\"25\"><body><p begin=\"00:00:01:05\" end=\"2s\">a</p></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1200 2000 a");
    cr_assert_eq(file.step_ms, 40);
    caption_file_free(&file);
}

Test(caption_ttml, times_are_nested_and_end_with_the_parent)
{
    struct caption_file file;
    read_text(&file,
              TT "><body begin=\"10s\"><div begin=\"1s\" end=\"5s\"><p begin=\"1s\" end=\"9s\">a</p>"
                 "<p><span begin=\"2s\" dur=\"1s\">b</span> <span begin=\"3s\" "
                 "dur=\"1s\">c</span></p></div></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "12000 15000 a", "13000 14000 b", "14000 15000 c");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_ttml, children_of_a_sequence_follow_each_other)
{
    struct caption_file file;
    read_text(&file,
              TT "><body><div timeContainer=\"seq\"><p dur=\"2s\">a</p><p begin=\"1s\" "
                 "dur=\"1s\">b<br/>c</p></div></body></tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "0 2000 a", "3000 4000 b / c");
    caption_file_free(&file);
}

Test(caption_ttml, bad_and_missing_times_cost_only_their_paragraph)
{
    struct caption_file file;
    read_text(&file,
              "<tt>\n<body>\n<p begin=\"x\" end=\"2s\">a</p>\n<p begin=\"1s\">b</p>\n<p begin=\"1s\" "
              "end=\"2s\">c</p>\n</body>\n</tt>",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "- - a", "- - b", "1000 2000 c");
    EXPECT_FINDINGS(&file.findings, "3:1+12 1 bad-times error", "4:1+40 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_ttml, a_tear_is_said_with_its_place_and_what_came_before_is_read)
{
    struct caption_file file;
    read_text(&file, "<tt><body>\n<p begin=\"1s\" end=\"2s\">a\xFF</p>\n<p </body></tt>", CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1000 2000 a?");
    EXPECT_FINDINGS(&file.findings, "2:25+35 1 encoding error", "3:4+44 0 tags error");
    caption_file_free(&file);
}

Test(caption_ttml, a_doctype_is_refused)
{
    struct caption_file file;
    struct error err;
    static const char text[] = "<!DOCTYPE tt [<!ENTITY a \"aaaaaaaa\">]>\n<tt><body><p>&a;</p></body></tt>";
    cr_assert(!caption_read(&file, text, sizeof text - 1, CAPTION_TTML, &err));
    cr_assert_str_has(err.text, "DOCTYPE");
    caption_file_free(&file);
}

Test(caption_ttml, deep_nesting_is_capped_and_said)
{
    struct caption_file file;
    char text[2048] = "<tt><body>";
    for (int i = 0; i < 80; i++)
        strncat(text, "<div>", sizeof text - strlen(text) - 1);
    for (int i = 0; i < 80; i++)
        strncat(text, "</div>", sizeof text - strlen(text) - 1);
    strncat(text, "<p begin=\"1s\" end=\"2s\">a</p></body></tt>", sizeof text - strlen(text) - 1);
    read_text(&file, text, CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    cr_assert_eq(file.findings.by_rule[RULE_TAGS], 1);
    caption_file_free(&file);
}

/* So many elements within each other, tt and body among them, and a paragraph in the last of them. */
static void read_nested(struct caption_file *file, const char *element, int depth)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "<tt><body><p begin='1s' end='2s'>a</p>");
    for (int i = 3; i <= depth; i++)
        buffer_printf(&text, "<%s>", element);
    for (int i = depth; i >= 3; i--)
        buffer_printf(&text, "</%s>", element);
    buffer_append_text(&text, "<p begin='2s' end='3s'>b</p></body></tt>");
    read_text(file, buffer_text(&text), CAPTION_TTML);
    buffer_free(&text);
}

Test(caption_ttml, a_nesting_of_more_than_1000_elements_ends_the_reading)
{
    struct caption_file file;
    for (int depth = 999; depth <= 1000; depth++) {
        read_nested(&file, "x", depth);
        EXPECT_CAPTIONS(&file, "1000 2000 a", "2000 3000 b");
        EXPECT_NO_FINDINGS(&file.findings);
        caption_file_free(&file);
    }
    read_nested(&file, "x", 1001);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "1:3033+3032 0 tags error"); /* 38 + 998 of 3 bytes */
    caption_file_free(&file);
}

/* --- names, and paragraphs that are built up --- */

Test(caption_ttml, regions_and_styles_that_are_named_are_defined)
{
    struct caption_file file;
    read_text(
        &file,
        "<tt xmlns=\"http://www.w3.org/ns/ttml\"><head><styling><style xml:id=\"s1\" style=\"s9\"/></styling>"
        "<layout><region xml:id=\"r1\" style=\"s1\"/></layout></head><body><div>\n"
        "<p region=\"r1\" style=\"s1\" begin=\"1s\" end=\"2s\">a</p>\n"
        "<p region=\"r2\" begin=\"2s\" end=\"3s\">b</p>\n"
        "<p region=\"r2\" style=\"s1 s2\" begin=\"3s\" end=\"4s\"><span style=\"s3\">c</span></p>\n"
        "</div></body></tt>\n",
        CAPTION_TTML);
    cr_assert_eq(file.findings.count, 4, "%zu findings", file.findings.count);
    cr_assert_eq(file.findings.by_level[LEVEL_ERROR], 4);
    cr_assert_str_eq(file.findings.rows[0].text, "no region is named “r2”: this is its first use");
    cr_assert(file.findings.rows[0].at.line == 3 && file.findings.rows[0].caption == 2);
    caption_file_free(&file);
}

Test(caption_ttml, spans_that_build_up_a_paragraph_are_one_caption)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file,
              "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div><p begin=\"10s\" end=\"20s\">\n"
              "<span begin=\"0s\">One</span>\n<span begin=\"2s\">two</span>\n<span begin=\"4s\" "
              "end=\"6s\">three</span>\n"
              "</p><p begin=\"30s\" end=\"40s\"><span begin=\"0s\" end=\"2s\">a</span> <span begin=\"2s\" "
              "end=\"4s\">b</span>"
              "</p></div></body></tt>\n",
              CAPTION_TTML);
    EXPECT_CAPTIONS(&file, "10000 20000 One two three", "30000 32000 a", "32000 34000 b");
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

#else

Test(caption_ttml, without_expat_a_file_is_refused_with_the_reason)
{
    struct caption_file file;
    struct error err;
    cr_assert(!caption_read(&file, TT "></tt>", strlen(TT "></tt>"), CAPTION_TTML, &err));
    cr_assert_str_has(err.text, "built without expat");
    caption_file_free(&file);
}

#endif
