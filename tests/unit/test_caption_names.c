/* What a file names and has to define, and what only looked like a fault: references, regions, styles, rows,
 * pictures that are built up. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "support/asserts.h"
#include "unit/caption_help.h"

/* --- srt, vtt --- */

Test(caption_names, a_file_that_is_not_what_its_name_says_is_an_error)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n00:01.000 --> 00:02.000\na\n", CAPTION_SRT);
    EXPECT_FINDINGS(&file.findings, "1:1+0 0 encoding error");
    cr_assert_str_eq(file.findings.rows[0].text, "the file is vtt, but is named or asked for as srt");
    caption_file_free(&file);
    read_text(&file, "[Script Info]\nScriptType: v4.00+\n", CAPTION_SSA);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

#define CUE(settings) "WEBVTT\n\nREGION\nid:top lines:3\n\n00:01.000 --> 00:02.000 " settings "\na\n"
/* the settings at 8 + 7 + 15 + 1 + 24 = 55, in line 6, column 25 */

ParameterizedTestParameters(caption_names, settings_of_a_cue_that_webvtt_knows)
{
    static char rows[][48] = {"",
                              "vertical:rl",
                              "vertical:lr line:0",
                              "line:-1 size:0%",
                              "line:100%",
                              "line:84.5%,end",
                              "line:3,center",
                              "position:10%,line-left",
                              "align:left",
                              "size:100.000% align:center",
                              "region:top",
                              "position:050%"};
    return cr_make_param_array(char[48], rows, sizeof rows / sizeof rows[0]);
}

ParameterizedTest(char (*row)[48], caption_names, settings_of_a_cue_that_webvtt_knows)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, CUE("%s"), *row);
    read_text(&file, text, CAPTION_VTT);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

ParameterizedTestParameters(caption_names, settings_of_a_cue_that_it_does_not)
{
    static char rows[][48] = {"vertical:up", "line:1.5", "line:101%",  "line:5,middle", "position:50",
                              "size:100.1%", "size:-1%", "size:1000%", "align:middle",  "colour:red",
                              "A:start",     "region:",  "region:low", "line:-",        "position:1%,end",
                              "size:.5%",    "size:5.%", "align",      "align:",        "line:"};
    return cr_make_param_array(char[48], rows, sizeof rows / sizeof rows[0]);
}

ParameterizedTest(char (*row)[48], caption_names, settings_of_a_cue_that_it_does_not)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, CUE("%s"), *row);
    read_text(&file, text, CAPTION_VTT);
    cr_assert_eq(file.findings.by_level[LEVEL_ERROR], 1, "%s: %zu errors", *row,
                 file.findings.by_level[LEVEL_ERROR]);
    cr_assert(file.findings.rows[0].at.line == 6 && file.findings.rows[0].at.column == 25);
    caption_file_free(&file);
}

Test(caption_names, a_setting_is_given_once)
{
    struct caption_file file;
    read_text(&file, CUE("size:5% size:6%"), CAPTION_VTT);
    EXPECT_FINDINGS(&file.findings, "6:33+63 1 tags error");
    caption_file_free(&file);
}

Test(caption_names, the_id_of_a_cue_is_used_once)
{
    struct caption_file file;
    read_text(
        &file,
        "WEBVTT\n\na\n00:01.000 --> 00:02.000\na\n\nb\n00:03.000 --> 00:04.000\nb\n\n" /* 8, 2 + 24 + 3 */
        "a\n00:05.000 --> 00:06.000\nc\n\na\n00:07.000 --> 00:08.000\nd\n",
        CAPTION_VTT);
    EXPECT_FINDINGS(&file.findings, "11:1+66 3 tags error", "15:1+95 4 tags error");
    cr_assert_str_eq(file.findings.rows[0].text, "the id “a” was used before");
    caption_file_free(&file);
}

Test(caption_names, references_of_html_are_one_character_each)
{
    struct caption_file file;
    read_text(
        &file,
        "WEBVTT\n\n00:01.000 --> 00:02.000\n&eacute;&hellip;&ccaron;&copy;&rarr; &#x160;&#352;&nbsp;&zwj;\n",
        CAPTION_VTT);
    EXPECT_CAPTIONS(&file, "1000 2000 é…č©→ ŠŠ \xE2\x80\x8D");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
    read_text(
        &file,
        "WEBVTT\n\n00:01.000 --> 00:02.000\n&#0; &#x110000; &#xD800; &; &#; &#x; &eacute &thetasymmm;\n",
        CAPTION_VTT);
    cr_assert_eq(file.findings.by_level[LEVEL_ERROR], 7, "%zu", file.findings.by_level[LEVEL_ERROR]);
    cr_assert_eq(file.findings.by_level[LEVEL_WARNING], 1);
    caption_file_free(&file);
}

Test(caption_names, the_map_of_times_in_a_header_is_no_fault_and_not_checked)
{
    struct caption_file file;
    read_text(&file,
              "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\nSTYLE\n::cue {}\n\n"
              "00:01.000 --> 00:02.000\na\n",
              CAPTION_VTT);
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert_str_eq(file.unjudged[0], "X-TIMESTAMP-MAP");
    cr_assert_str_eq(file.unjudged[1], "STYLE blocks");
    cr_assert_null(file.unjudged[2]);
    caption_file_free(&file);
}

/* --- ssa --- */

#define SCRIPT(styles)                                                                                       \
    "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Alignment\n" styles                    \
    "\n[Events]\nFormat: Layer, Start, End, Style, Text\n"

Test(caption_names, a_style_that_events_name_is_defined_or_the_default_one)
{
    struct caption_file file;
    read_text(
        &file,
        SCRIPT("Style: Low,2\nStyle: *High, 8\n") "Dialogue: 0,0:00:01.00,0:00:02.00,Low,a\n" /* line 11 */
                                                  "Dialogue: 0,0:00:02.00,0:00:03.00,*High,b\n"
                                                  "Dialogue: 0,0:00:03.00,0:00:04.00,Default,c\n"
                                                  "Dialogue: 0,0:00:04.00,0:00:05.00,Gone,d\n"
                                                  "Dialogue: 0,0:00:05.00,0:00:06.00,Gone,e\n"
                                                  "Dialogue: 0,0:00:06.00,0:00:07.00,Low,{\\rLost}f\n",
        CAPTION_ASS);
    cr_assert_eq(file.findings.count, 2, "%zu findings", file.findings.count);
    cr_assert_str_eq(file.findings.rows[0].text, "no style is named “Gone”: this is its first use");
    cr_assert(file.findings.rows[0].at.line == 14 && file.findings.rows[0].caption == 4);
    cr_assert(file.findings.rows[1].at.line == 16 && file.findings.rows[1].level == LEVEL_ERROR);
    cr_assert_null(file.unjudged[0]);
    caption_file_free(&file);
}

Test(caption_names, a_style_in_a_transform_ends_at_the_bracket_and_a_comment_in_braces_names_none)
{
    struct caption_file file;
    read_text(
        &file,
        SCRIPT(
            "Style: Main,2\nStyle: Main (high),8\n") "Dialogue: "
                                                     "0,0:00:01.00,0:00:02.00,Main,{\\t(0,100,\\rMain)}a{"
                                                     "\\rMain (high)}a\n"
                                                     "Dialogue: 0,0:00:02.00,0:00:03.00,Main,{note "
                                                     "C:\\readme}b\n"
                                                     "Dialogue: "
                                                     "0,0:00:03.00,0:00:04.00,Main,{\\t(0,100,\\rLost)}c\n",
        CAPTION_ASS);
    cr_assert_eq(file.findings.count, 1, "%zu findings: %s", file.findings.count,
                 file.findings.count ? file.findings.rows[0].text : "");
    cr_assert_str_eq(file.findings.rows[0].text, "no style is named “Lost”: this is its first use");
    caption_file_free(&file);
}

Test(caption_names, without_a_section_of_styles_their_names_are_not_checked)
{
    struct caption_file file;
    read_text(&file,
              "[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
              "Dialogue: 0,0:00:01.00,0:00:02.00,Low,a\n",
              CAPTION_ASS);
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert_str_eq(file.unjudged[0], "names of styles");
    caption_file_free(&file);
}

Test(caption_names, alignments_are_different_places)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file,
              SCRIPT("Style: Low,2\nStyle: High,8\n") "Dialogue: 0,0:00:01.00,0:00:03.00,Low,a\n"
                                                      "Dialogue: 0,0:00:02.00,0:00:04.00,High,b\n",
              CAPTION_ASS);
    EXPECT_FOUND(&file, &check, "1 overlap warning -1000/0 ms");
    caption_file_free(&file);
    read_text(&file,
              SCRIPT("Style: Low,2\nStyle: High,8\n") "Dialogue: 0,0:00:01.00,0:00:03.00,Low,{\\an8}a\n"
                                                      "Dialogue: 0,0:00:02.00,0:00:04.00,High,b\n",
              CAPTION_ASS);
    EXPECT_FOUND(&file, &check, "1 overlap error -1000/0 ms");
    caption_file_free(&file);
}

Test(caption_names, alignments_of_v4_count_in_their_own_way)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file,
              "[Script Info]\nScriptType: v4.00\n[V4 Styles]\nFormat: Name, Alignment\nStyle: High,6\nStyle: "
              "Middle,10\n"
              "[Events]\nFormat: Start, End, Style, Text\n"
              "Dialogue: 0:00:01.00,0:00:03.00,High,a\nDialogue: 0:00:02.00,0:00:04.00,Middle,{\\a6}b\n"
              "Dialogue: 0:00:05.00,0:00:07.00,Middle,c\nDialogue: 0:00:06.00,0:00:08.00,Middle,{\\a10}d\n",
              CAPTION_SSA);
    cr_assert_str_eq(file.captions[0].area, " an8");
    cr_assert_str_eq(file.captions[2].area, " an5");
    EXPECT_FOUND(&file, &check, "1 overlap error -1000/0 ms", "3 overlap error -1000/0 ms");
    caption_file_free(&file);
}
