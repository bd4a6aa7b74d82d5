/* The limits of a style come from its document, or from the code of a tool that follows the document. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/styles.h"

#include <string.h>

/* Some documents give times in frames. Here they are in ms: 2 frames at 24 per second are 83 ms, 1 frame at
 * 25 per second is 40 ms. */
const struct caption_style caption_styles[] = {
    {.name = "netflix-en",
     .title = "Netflix, English",
     .sends = {{"SubtitleLineLength", "42"},
               {"CharsPerSecond", "20"},
               {"MinLineDurationMs", "834"},
               {"PauseBetweenCaptionsMs", "84"},
               {"AutofillPauseBetweenCaptionsMs", "458"},
               {"EllipsisGapDurationMs", "2000"}},
     .limits = {.source = "Netflix Timed Text Style Guide, English (USA), 2025-12-19",
                .limit = {[RULE_LINE_LENGTH] = 42,
                          [RULE_LINES] = 2,
                          [RULE_CPS] = 200,
                          [RULE_MIN_DURATION] = 833,
                          [RULE_MAX_DURATION] = 7000,
                          [RULE_GAP] = 83}}},
    {.name = "bbc",
     .title = "BBC, broadcast and online",
     .sends = {{"SubtitleLineLength", "37"},
               {"CharsPerSecond", "15"},
               {"MinLineDurationMs", "1000"},
               {"PauseBetweenCaptionsMs", "0"},
               {"AutofillPauseBetweenCaptionsMs", "1499"}},
     .limits = {.source = "BBC Subtitle Guidelines v1.2.5, March 2026",
                .limit = {[RULE_LINE_LENGTH] = 37, [RULE_LINES] = 2, [RULE_WPM] = 180, [RULE_GAP] = 800},
                .may_touch = true}},
    {.name = "ard",
     .title = "ARD, ORF, SRF, ZDF",
     .sends = {{"SubtitleLineLength", "37"},
               {"CharsPerSecond", "15"},
               {"MinLineDurationMs", "1000"},
               {"PauseBetweenCaptionsMs", "40"}},
     .limits = {.source = "Untertitel-Standards von ARD, ORF, SRF, ZDF, v1.3, April 2015",
                .limit = {[RULE_LINE_LENGTH] = 37,
                          [RULE_LINES] = 2,
                          [RULE_CPS] = 150,
                          [RULE_MIN_DURATION] = 1000,
                          [RULE_GAP] = 40}}},
    {.name = "ted",
     .title = "TED Translators",
     .sends = {{"SubtitleLineLength", "42"}, {"CharsPerSecond", "21"}, {"MinLineDurationMs", "1000"}},
     .limits = {.source = "TED Translators Cheat-sheet, March 2015",
                .limit = {[RULE_LINE_LENGTH] = 42,
                          [RULE_LINES] = 2,
                          [RULE_CPS] = 210,
                          [RULE_MIN_DURATION] = 1000,
                          [RULE_MAX_DURATION] = 7000}}},
    {.name = "dcmp-middle",
     .title = "DCMP, middle school levels",
     .sends = {{"SubtitleLineLength", "32"}, {"CharsPerSecond", "12"}, {"MinLineDurationMs", "1334"}},
     .limits = {.source = "DCMP Captioning Key, undated",
                .limit = {[RULE_LINE_LENGTH] = 32,
                          [RULE_LINES] = 2,
                          [RULE_WPM] = 140,
                          [RULE_MIN_DURATION] = 1333,
                          [RULE_MAX_DURATION] = 6000}}},
    {.name = "jtp-cs",
     .title = "JTP, the Czech union of translators",
     .sends = {{"SubtitleLineLength", "42"},
               {"CharsPerSecond", "15"},
               {"MinLineDurationMs", "1000"},
               {"PauseBetweenCaptionsMs", "80"}},
     .limits = {.source = "JTP, Pravidla pro titulkování, undated",
                .limit = {[RULE_LINE_LENGTH] = 42,
                          [RULE_LINES] = 2,
                          [RULE_CPS] = 170,
                          [RULE_MIN_DURATION] = 1000,
                          [RULE_MAX_DURATION] = 7000,
                          [RULE_GAP] = 80}}},
};
const size_t caption_style_count = sizeof caption_styles / sizeof caption_styles[0];

const struct caption_style *caption_style_find(const char *name, struct error *err)
{
    for (size_t i = 0; i < caption_style_count; i++)
        if (strcmp(caption_styles[i].name, name) == 0)
            return &caption_styles[i];
    error_set(err, ERROR_USAGE,
              "the house style “%s” is unknown: use netflix-en, bbc, ard, ted, dcmp-middle or jtp-cs", name);
    return NULL;
}
