/* The traps of WebVTT: what is read, and what is said, with its place. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "unit/caption_help.h"

#define V "00:01.000 --> 00:02.000\n" /* 24 bytes */

Test(caption_vtt, the_grammar_is_read_without_remarks)
{
    struct caption_file file;
    read_text(&file,
              "WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\nNOTE\nsaid\nso\n\n"
              "name\n00:01.000 --> 00:02.000 line:0 align:start\n<v.loud Anna>Hi</v> <c.red>there</c>\n\n"
              "101:00:00.000\t-->\t101:00:01.000\n&lt;<00:01.500>b&gt; &amp;lt; a&nbsp;b\n",
              CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 Hi there", "363600000 363601000 <b> &lt; a b");
    cr_assert_str_eq(file.captions[0].area, "line:0 align:start");
    cr_assert(file.captions[0].coloured);
    caption_file_free(&file);
}

Test(caption_vtt, its_grammar_gives_an_unclosed_voice_and_nothing_else_a_finding)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n" V "<b>a\n\n" V "b</b>\n\n" V "<x>c &nope; d & e </i\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "1000 2000 b", "1000 2000 c &nope; d & e </i");
    /* texts at 32, 38 + 24 = 62 and 69 + 24 = 93 */
    EXPECT_FINDINGS(&file.findings, "4:1+32 1 tags error", "7:2+63 2 tags error", "10:1+93 3 tags error",
                    "10:6+98 3 tags warning", "10:15+107 3 tags error", "10:19+111 3 tags error");
    caption_file_free(&file);
}

Test(caption_vtt, a_voice_that_has_the_whole_text_need_not_be_closed)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n" V "<v Anna>a\nb\n\n" V "c <v Eva>d\n\n" V "<v Anna>e <i>f\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a / b", "1000 2000 c d", "1000 2000 e f");
    /* texts at 32, 45 + 24 = 69 and 81 + 24 = 105 */
    EXPECT_FINDINGS(&file.findings, "8:3+71 2 tags error", "11:11+115 3 tags error");
    caption_file_free(&file);
}

Test(caption_vtt, a_tag_without_a_name_closes_nothing)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n" V "<b>a</></b>\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "4:5+36 1 tags error");
    caption_file_free(&file);
}

Test(caption_vtt, the_arrow_has_a_blank_on_both_sides)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n00:01.000--> 00:02.000\na\n\n00:03.000 -->00:04.000\nb\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "3000 4000 b");
    EXPECT_FINDINGS(&file.findings, "3:10+17 1 bad-times warning", "6:11+44 2 bad-times warning");
    caption_file_free(&file);
}

Test(caption_vtt, text_before_the_arrow_makes_bad_times)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n00:01.000 x --> 00:02.000\na\n\n" V "b\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "- - a", "1000 2000 b");
    EXPECT_FINDINGS(&file.findings, "3:11+18 1 bad-times error");
    caption_file_free(&file);
}

Test(caption_vtt, references_by_number_are_decoded_and_impossible_ones_are_raw)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n" V "&#x10B;&#267;&#X41; &#0; &#xD800; &#xE000; &#x110000; &#; &#x;\n",
              CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 \xC4\x8B\xC4\x8B"
                           "A &#0; &#xD800; \xEE\x80\x80 &#x110000; &#; &#x;");
    cr_assert_eq(file.findings.by_rule[RULE_TAGS], 5);
    caption_file_free(&file);
}

Test(caption_vtt, hours_of_one_digit_and_utf16_are_errors)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n0:00:01.000 --> 00:02.000\na\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "3:1+8 1 bad-times error");
    caption_file_free(&file);
    read_bytes(&file, "\xFE\xFF\0W\0E\0B\0V\0T\0T", 14, CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_VTT);
    EXPECT_FINDINGS(&file.findings, "1:1+2 0 encoding error");
    caption_file_free(&file);
}

Test(caption_vtt, a_bad_block_costs_only_itself)
{
    struct caption_file file;
    read_text(&file,
              "WEBVTT\n\n" V "a\n\n"           /* 8: to 34 */
              "only a name\n\n"                /* 35: to 48 */
              "00:61.000 --> 00:62.000\nb\n\n" /* 48 */
              "00:01,000-->00:02.000\nc\n\n"   /* 75: 72 + 3 */
              V "d\n",
              CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b", "1000 2000 c", "1000 2000 d");
    EXPECT_FINDINGS(&file.findings, "6:1+35 0 bad-times error", "8:1+48 2 bad-times error",
                    "8:15+62 2 bad-times error", "11:1+75 3 bad-times error", "11:10+84 3 bad-times warning");
    caption_file_free(&file);
}

Test(caption_vtt, an_arrow_in_a_text_or_a_note_begins_another_block)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n" V "a\nb --> c\nlost\n\nNOTE\nx --> y\n\n" V "d\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - lost", "- -", "1000 2000 d");
    /* the arrow at 34, its line is the fifth; NOTE at 48, its arrow at 53 */
    EXPECT_FINDINGS(&file.findings, "5:1+34 1 tags error", "5:1+34 2 bad-times error",
                    "5:7+40 2 bad-times error", "9:1+53 0 tags error", "9:1+53 3 bad-times error",
                    "9:7+59 3 bad-times error");
    caption_file_free(&file);
}

Test(caption_vtt, a_line_below_the_signature_is_read_over_with_a_warning)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\nLanguage: cs\n\n" V "a\n", CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "2:1+7 0 tags warning");
    caption_file_free(&file);
}

Test(caption_vtt, cr_alone_ends_a_line_and_nul_is_a_control_code)
{
    struct caption_file file;
    static const char text[] = "WEBVTT\r\r00:01.000 --> 00:02.000\ra\0b\r";
    read_bytes(&file, text, sizeof text - 1, CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 ab");
    EXPECT_FINDINGS(&file.findings, "4:2+33 1 encoding error");
    caption_file_free(&file);
}
