/* The house styles. A row is here only when its numbers were read in the document itself, or in the code of a
 * tool whose authors checked the page. Rows only. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/style.h"

#define CHECKED "2026-11-21"

/* Two frames, or a pause of at least half a second. */
#define GAP_NETFLIX                                                                                          \
    {                                                                                                        \
        .checked = true, .house = true, .min = {.frames = 2}, .free = {.half_second = true},                 \
        .min_level = LEVEL_WARNING                                                                           \
    }
/* At least so many frames. */
#define GAP_FRAMES(count)                                                                                    \
    {                                                                                                        \
        .checked = true, .min = {.frames = count}, .min_level = LEVEL_WARNING                                \
    }

#define SENDS_NETFLIX(cps)                                                                                   \
    {                                                                                                        \
        {"SubtitleLineLength", "42"}, {"CharsPerSecond", cps}, {"MinLineDurationMs", "834"},                 \
            {"PauseBetweenCaptionsMs", "84"}, {"AutofillPauseBetweenCaptionsMs", "458"},                     \
            {"EllipsisGapDurationMs", "2000"},                                                               \
        {                                                                                                    \
            NULL, NULL                                                                                       \
        }                                                                                                    \
    }
#define LIMITS_NETFLIX(document, speed)                                                                      \
    {                                                                                                        \
        .source = document, .line_length = 42, .lines = 2, .cps10 = speed, .min_ms = 833, .max_ms = 7000,    \
        .gap = GAP_NETFLIX, .one_line = true, .dialogue = DIALOGUE_BOTH, .rate1000 = 24000                   \
    }
#define NETFLIX_CANNOT                                                                                       \
    "a sign only when two speak, a sign without a blank, shot changes, the list of allowed characters, TTML"
#define NETFLIX_EN "Netflix Timed Text Style Guide, English (USA), 2025-12-19"
#define NETFLIX_DE "Netflix Timed Text Style Guide, German, with Subtitle Timing Guidelines, 2025-07-04"
#define NETFLIX_CS "Netflix Timed Text Style Guide, Czech, with Subtitle Timing Guidelines, 2025-07-04"

#define SENDS_ARD(cps)                                                                                       \
    {                                                                                                        \
        {"SubtitleLineLength", "37"}, {"CharsPerSecond", cps}, {"MinLineDurationMs", "1000"},                \
            {"PauseBetweenCaptionsMs", "40"},                                                                \
        {                                                                                                    \
            NULL, NULL                                                                                       \
        }                                                                                                    \
    }
#define LIMITS_ARD(speed)                                                                                    \
    {                                                                                                        \
        .source = "Untertitel-Standards von ARD, ORF, SRF, ZDF, v1.3, April 2015", .line_length = 37,        \
        .lines = 2, .cps10 = speed, .min_ms = 1000, .gap = GAP_FRAMES(1), .colours = true, .rate1000 = 25000 \
    }
#define ARD_CANNOT "colours by speaker, the producer's caption at the end"

#define SENDS_JTP(cps)                                                                                       \
    {                                                                                                        \
        {"SubtitleLineLength", "42"}, {"CharsPerSecond", cps}, {"MinLineDurationMs", "1000"},                \
            {"PauseBetweenCaptionsMs", "80"},                                                                \
        {                                                                                                    \
            NULL, NULL                                                                                       \
        }                                                                                                    \
    }
#define JTP "JTP, Pravidla pro titulkování"

#define SENDS_DCMP                                                                                           \
    {                                                                                                        \
        {"SubtitleLineLength", "32"}, {"CharsPerSecond", "12"}, {"MinLineDurationMs", "1334"},               \
        {                                                                                                    \
            NULL, NULL                                                                                       \
        }                                                                                                    \
    }
#define LIMITS_DCMP(speed)                                                                                   \
    {                                                                                                        \
        .source = "DCMP Captioning Key", .line_length = 32, .lines = 2, .wpm = speed, .min_ms = 1333,        \
        .max_ms = 6000                                                                                       \
    }

const struct caption_style caption_styles[] = {
    {.name = STYLE_DEFAULT,
     .title = "Only what was asked for, and the rules of the format",
     .date = "",
     .checked = "",
     .audience = "",
     .limits = {.source = "format"},
     .cannot = ""},
    {.name = "netflix-en",
     .title = "Netflix, English",
     .date = "2025-12-19",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_NETFLIX("20"),
     .limits = LIMITS_NETFLIX(NETFLIX_EN, 200),
     .cannot = NETFLIX_CANNOT},
    {.name = "netflix-de",
     .title = "Netflix, German",
     .date = "2025-07-04",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_NETFLIX("17"),
     .limits = LIMITS_NETFLIX(NETFLIX_DE, 170),
     .cannot = NETFLIX_CANNOT},
    {.name = "netflix-cs",
     .title = "Netflix, Czech",
     .date = "2025-07-04",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_NETFLIX("17"),
     .limits = LIMITS_NETFLIX(NETFLIX_CS, 170),
     .cannot = NETFLIX_CANNOT},
    {.name = "netflix-en-kids",
     .title = "Netflix, English, for children",
     .date = "2025-12-19",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_NETFLIX("17"),
     .limits = LIMITS_NETFLIX(NETFLIX_EN, 170),
     .cannot = NETFLIX_CANNOT},
    {.name = "netflix-de-kids",
     .title = "Netflix, German, for children",
     .date = "2025-07-04",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_NETFLIX("13"),
     .limits = LIMITS_NETFLIX(NETFLIX_DE, 130),
     .cannot = NETFLIX_CANNOT},
    {.name = "netflix-cs-kids",
     .title = "Netflix, Czech, for children",
     .date = "2025-07-04",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_NETFLIX("13"),
     .limits = LIMITS_NETFLIX(NETFLIX_CS, 130),
     .cannot = NETFLIX_CANNOT},
    {.name = "bbc",
     .title = "BBC, broadcast and online",
     .date = "March 2026",
     .checked = CHECKED,
     .audience = "",
     .sends = {{"SubtitleLineLength", "37"},
               {"CharsPerSecond", "15"},
               {"MinLineDurationMs", "1000"},
               {"PauseBetweenCaptionsMs", "0"},
               {"AutofillPauseBetweenCaptionsMs", "1499"},
               {NULL, NULL}},
     .limits = {.source = "BBC Subtitle Guidelines v1.2.5, March 2026",
                .line_length = 37,
                .lines = 2,
                .wpm = 180,
                .min_word_ms = 300,
                .gap = {.checked = true,
                        .touch = true,
                        .min = {.ms = 800},
                        .free = {.ms = 1500},
                        .min_level = LEVEL_ERROR},
                .colours = true,
                .rate1000 = 25000},
     .cannot = "colours by speaker"},
    {.name = "ard",
     .title = "ARD, ORF, SRF, ZDF",
     .date = "April 2015",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_ARD("15"),
     .limits = LIMITS_ARD(150),
     .cannot = ARD_CANNOT},
    {.name = "ard-kids",
     .title = "ARD, ORF, SRF, ZDF, for children",
     .date = "April 2015",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_ARD("11"),
     .limits = LIMITS_ARD(110),
     .cannot = ARD_CANNOT},
    {.name = "jtp-cs",
     .title = "JTP, the Czech union of translators",
     .date = "",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_JTP("15"),
     .limits = {.source = JTP,
                .line_length = 42,
                .lines = 2,
                .cps10 = 170,
                .cps10_note = 150,
                .min_ms = 1000,
                .max_ms = 7000,
                .gap = GAP_FRAMES(2),
                .rate1000 = 25000},
     .cannot = "a sign without a blank"},
    {.name = "jtp-kids",
     .title = "JTP, for children and special groups",
     .date = "",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_JTP("13"),
     .limits = {.source = JTP,
                .line_length = 42,
                .lines = 2,
                .cps10 = 130,
                .min_ms = 1000,
                .max_ms = 7000,
                .gap = GAP_FRAMES(2),
                .rate1000 = 25000},
     .cannot = "a sign without a blank"},
    {.name = "ted",
     .title = "TED Translators",
     .date = "March 2015",
     .checked = CHECKED,
     .audience = "",
     .sends = {{"SubtitleLineLength", "42"},
               {"CharsPerSecond", "21"},
               {"MinLineDurationMs", "1000"},
               {NULL, NULL}},
     .limits = {.source = "TED Translators Cheat-sheet, March 2015",
                .line_length = 42,
                .lines = 2,
                .cps10 = 210,
                .min_ms = 1000,
                .max_ms = 7000,
                .balance = true},
     .cannot = ""},
    {.name = "dcmp-lower",
     .title = "DCMP, lower school levels",
     .date = "",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_DCMP,
     .limits = LIMITS_DCMP(130),
     .cannot = ""},
    {.name = "dcmp-middle",
     .title = "DCMP, middle school levels",
     .date = "",
     .checked = CHECKED,
     .audience = "children",
     .sends = SENDS_DCMP,
     .limits = LIMITS_DCMP(140),
     .cannot = ""},
    {.name = "dcmp-upper",
     .title = "DCMP, upper school levels and adults",
     .date = "",
     .checked = CHECKED,
     .audience = "adults",
     .sends = SENDS_DCMP,
     .limits = LIMITS_DCMP(160),
     .cannot = ""},
    {.name = "teletext",
     .title = "A row of a teletext page, EBU STL",
     .date = "May 1997",
     .checked = CHECKED,
     .audience = "",
     .sends = {{"FileFormatId", "stl"},
               {"SubtitleLineLength", "36"},
               {"CharsPerSecond", "15"},
               {"MinLineDurationMs", "1000"},
               {"DisplayStandardCode", "1"},
               {"DiskFormatCode", "STL25.01"},
               {"UseBoxAroundText", "true"},
               {NULL, NULL}},
     /* 36 letters and the codes for height, box and a colour fill the 40 cells of a row; both are counted. */
     .limits = {.source = "ETS 300 706, May 1997",
                .count = COUNT_CELLS,
                .line_length = 40,
                .lines = 2,
                .rate1000 = 25000},
     .cannot = "colours by speaker"},
    {.name = "plain-upload",
     .title = "Platforms that read plain text in UTF-8 only",
     .date = "",
     .checked = CHECKED,
     .audience = "",
     .sends =
         {{"FileFormatId", "srt"}, {"FormattingMode", "None"}, {"HighlightingMode", "None"}, {NULL, NULL}},
     .limits = {.source = "YouTube Help, supported caption files",
                .no_mark = true,
                .plain = true,
                .only = RULE_BIT(RULE_ENCODING) | RULE_BIT(RULE_TAGS) | RULE_BIT(RULE_OVERLAP) |
                        RULE_BIT(RULE_ORDER) | RULE_BIT(RULE_BEYOND) | RULE_BIT(RULE_BAD_TIMES)},
     .cannot = ""},
};
const size_t caption_style_count = sizeof caption_styles / sizeof caption_styles[0];
