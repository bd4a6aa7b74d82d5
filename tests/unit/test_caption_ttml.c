/* The traps of TTML: kinds of times, nesting, sequences, white space, regions, and what is refused. */
#include "config.h"

#include <criterion/criterion.h>
#include <string.h>

#include "unit/caption_help.h"

#define TT "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\""

#ifdef HAVE_EXPAT

Test(caption_ttml, paragraphs_with_breaks_spans_and_folded_white_space)
{
    struct caption_file file;
    read_text(&file,
              "<?xml version=\"1.0\"?>\n" TT ">\n<head><metadata>no</metadata></head>\n<body>\n<div>\n"
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
    /* 30 frames of 30000/1001 are 1001 ms, 60 are 2002; 0.001 h is 3600 ms */
    EXPECT_CAPTIONS(&file, "1001 2002 a", "2500 3600 b");
    cr_assert_eq(file.step_ms, 1);
    caption_file_free(&file);
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
    EXPECT_FINDINGS(&file.findings, "3:1+12 0 bad-times error", "4:1+40 2 bad-times error");
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
    cr_assert(strstr(err.text, "DOCTYPE"));
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

#else

Test(caption_ttml, without_expat_a_file_is_refused_with_the_reason)
{
    struct caption_file file;
    struct error err;
    cr_assert(!caption_read(&file, TT "></tt>", strlen(TT "></tt>"), CAPTION_TTML, &err));
    cr_assert(strstr(err.text, "built without expat"));
    caption_file_free(&file);
}

#endif
