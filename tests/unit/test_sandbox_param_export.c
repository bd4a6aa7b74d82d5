/* The parameters of export, one test each by its name: sent to the sandbox, seen in the bytes of the file. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "unit/sandbox_param.h"

#define EXPORT    (&params_export)
#define AS_SPOKEN "MinLineDurationMs=0&CharsPerSecond=1000" /* captions end with their last word */

TestSuite(export_parameter, .init = parameter_setup, .fini = parameter_teardown);

Test(export_parameter, every_row_of_the_table_has_a_test_of_its_name)
{
    parameter_assert_all("export_parameter", EXPORT);
}

/* Has the file of an export a text? */
static void assert_has(const char *export, const char *text)
{
    char *file = parameter_file(NULL, export);
    HAS(file, text);
    free(file);
}

static void assert_lacks(const char *export, const char *text)
{
    char *file = parameter_file(NULL, export);
    LACKS(file, text);
    free(file);
}

/* Have two exports the same bytes? */
static void assert_same(const char *export, const char *other)
{
    char *one = parameter_file(NULL, export), *two = parameter_file(NULL, other);
    cr_assert_str_eq(one, two, "%s and %s", export, other);
    free(one);
    free(two);
}

/* --- file --- */

PARAMETER_TEST(export_parameter, FileFormatId)
{
    static const struct {
        const char *id, *begin, *inside, *type, *name;
    } rows[] = {
        {"srt", "1\n00:00:00,800 --> ", "\n\n2\n", "application/x-subrip", "project-2.srt"},
        {"VTT", "WEBVTT\n", "00:00:00.800 --> ", "text/vtt", "project-2.vtt"},
        {"ssa", "[Script Info]\n", "ScriptType: v4.00\n", "text/x-ssa", "project-2.ssa"},
        {"ass", "[Script Info]\n", "ScriptType: v4.00+\n", "text/x-ass", "project-2.ass"},
        {"ttml", "<?xml version=\"1.0\"", "</tt>\n", "application/ttml+xml", "project-2.ttml"},
        {"stl", "850STL25.01", "", "application/octet-stream", "project-2.stl"},
        {"txt", "- Good evening", "tonight", "text/plain; charset=utf-8", "project-2.txt"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *query = mem_printf("FileFormatId=%s", rows[i].id);
        const struct reply *reply = parameter_export(2, NULL, query);
        cr_assert_eq(reply->status, 200, "%s", query);
        cr_assert_str_starts(buffer_text(&reply->body), rows[i].begin, "%s", query);
        if (i != 6)
            HAS(buffer_text(&reply->body), rows[i].inside);
        cr_assert_str_eq(reply->type, rows[i].type);
        HAS(query_get(&reply->headers, "Content-Disposition"), rows[i].name);
        free(query);
    }
    assert_same("", "FileFormatId=srt");
    assert_same("FileFormatId=", "FileFormatId=srt");
    parameter_refuses(EXPORT, "FileFormatId", "pdf");
}

PARAMETER_TEST(export_parameter, VariantId)
{
    static const char begin[] = "\xEF\xBB\xBF"
                                "1\r\n00:00:00,800 --> ";
    char *file = parameter_file(NULL, "VariantId=crlf");
    cr_assert_str_starts(file, begin, "%.40s", file);
    for (const char *end = file; (end = strchr(end, '\n')); end++)
        cr_assert_eq(end[-1], '\r');
    free(file);
    assert_same("", "VariantId=default");
    assert_same("VariantId=CRLF", "VariantId=crlf");
    parameter_bears_unknown(EXPORT, "VariantId", "9");
}

PARAMETER_TEST(export_parameter, Language)
{
    assert_has("FileFormatId=vtt&Language=de-DE", "NOTE Language: de-DE\n");
    assert_has("FileFormatId=vtt", "NOTE Language: en-US\n");
    assert_same("", "Language=de-DE");
    parameter_refuses(EXPORT, "Language", "d");
    parameter_accepts(EXPORT, "Language", "de");
    parameter_accepts(EXPORT, "Language", "abcdefgh");
    parameter_refuses(EXPORT, "Language", "abcdefghi");
    parameter_refuses(EXPORT, "Language", "German please");
}

/* --- lines --- */

/* The longest line of several words in the text of an export, in characters; it is ASCII and …. */
static int longest_line(const char *export)
{
    char *file = parameter_file(NULL, export);
    int longest = 0;
    for (const char *line = file; *line; line += strcspn(line, "\n") + 1) {
        int len = 0, words = 1;
        for (const char *c = line; *c && *c != '\n'; c++) {
            len += ((unsigned char)*c & 0xC0) != 0x80;
            words += *c == ' ';
        }
        longest = words > 1 && len > longest ? len : longest;
        if (!line[strcspn(line, "\n")])
            break;
    }
    free(file);
    return longest;
}

PARAMETER_TEST(export_parameter, SubtitleLineLength)
{
    static const int lengths[] = {20, 36, 37, 38, 60};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char *query = mem_printf("FileFormatId=txt&SubtitleLineLength=%d", lengths[i]);
        int longest = longest_line(query);
        cr_assert(longest <= lengths[i] && longest > lengths[i] - 5, "%s: %d", query, longest);
        free(query);
    }
    assert_same("", "SubtitleLineLength=37");
    parameter_refuses(EXPORT, "SubtitleLineLength", "0");
    parameter_accepts(EXPORT, "SubtitleLineLength", "1");
    parameter_accepts(EXPORT, "SubtitleLineLength", "2");
    parameter_accepts(EXPORT, "SubtitleLineLength", "999");
    parameter_accepts(EXPORT, "SubtitleLineLength", "1000");
    parameter_refuses(EXPORT, "SubtitleLineLength", "1001");
    parameter_refuses(EXPORT, "SubtitleLineLength", "wide");
}

PARAMETER_TEST(export_parameter, ForceSingleLine)
{
    assert_has("FileFormatId=txt", "- Good evening, and thank you for\ncoming on such a wet night.\n\n");
    char *file = parameter_file(NULL, "FileFormatId=txt&ForceSingleLine=true");
    for (const char *end = file; (end = strchr(end, '\n')) && end[1]; end += 2)
        cr_assert_eq(end[1], '\n', "two lines: %.40s", end);
    free(file);
    parameter_is_boolean(EXPORT, "ForceSingleLine");
}

/* How many captions of an export have no text. */
static int empty_captions(const char *export)
{
    char *file = parameter_file(NULL, export);
    int empty = 0;
    for (const char *arrow = file; (arrow = strstr(arrow, " --> ")); arrow++)
        empty += strncmp(arrow + strlen(" --> 00:00:00,000"), "\n\n", 2) == 0;
    free(file);
    return empty;
}

PARAMETER_TEST(export_parameter, KeepStripped)
{
    cr_assert_eq(empty_captions(""), 0);
    cr_assert_eq(empty_captions("KeepStripped=true"), 3); /* the kettle, the song, the applause */
    cr_assert_eq(empty_captions("KeepStripped=true&RemoveNoises=false"), 0);
    assert_lacks("KeepStripped=true", "[");
    parameter_is_boolean(EXPORT, "KeepStripped");
}

PARAMETER_TEST(export_parameter, KeepInnerLinesStripped)
{
    assert_has("KeepInnerLinesStripped=true", "- Steno does that.\n\n"); /* the cough had a line of its own */
    assert_has("", "- Steno does that. I only correct the\n");
    assert_has("FileFormatId=vtt&SubtitleLineLength=60&KeepInnerLinesStripped=true", "\n&nbsp;\n");
    assert_lacks("FileFormatId=vtt&SubtitleLineLength=60", "\n&nbsp;\n");
    parameter_is_boolean(EXPORT, "KeepInnerLinesStripped");
}

/* --- text --- */

PARAMETER_TEST(export_parameter, RemoveNoises)
{
    assert_lacks("", "[");
    assert_has("RemoveNoises=false", "- Steno does that. [cough] I only");
    assert_has("RemoveNoises=false", "[kettle]");
    parameter_is_boolean(EXPORT, "RemoveNoises");
}

PARAMETER_TEST(export_parameter, Ellipsis)
{
    assert_has("", "The water is the same,…\n");
    assert_has("", "\n…but the reports");
    assert_has("Ellipsis=...", "The water is the same,...\n");
    assert_has("Ellipsis=...", "\n...but the reports");
    assert_lacks("Ellipsis=...", "…");
    assert_lacks("Ellipsis=", "…");
    cr_assert_null(parameter_export(2, NULL, "Ellipsis=any")->note, "a free text is not unknown");
}

PARAMETER_TEST(export_parameter, MakeAllUpperCase)
{
    assert_has("MakeAllUpperCase=true", "- GOOD EVENING, AND THANK YOU FOR\n");
    assert_lacks("MakeAllUpperCase=true", "evening");
    parameter_is_boolean(EXPORT, "MakeAllUpperCase");
}

PARAMETER_TEST(export_parameter, IsRightToLeft)
{
    assert_has("IsRightToLeft=true", "\n\xE2\x80\xAB- Good evening, and thank you for\xE2\x80\xAC\n");
    assert_lacks("", "\xE2\x80\xAB");
    parameter_is_boolean(EXPORT, "IsRightToLeft");
}

PARAMETER_TEST(export_parameter, FormattingMode)
{
    assert_has("RemoveNoises=false&FormattingMode=Tags", "<i>[music]</i>");
    assert_lacks("RemoveNoises=false&FormattingMode=None", "<i>");
    assert_same("RemoveNoises=false", "RemoveNoises=false&FormattingMode=None");
    parameter_bears_unknown(EXPORT, "FormattingMode", "Rich");
}

/* --- speakers --- */

PARAMETER_TEST(export_parameter, SpeakerSign)
{
    assert_has("", "\n- Thank you. I walked,");
    assert_has("SpeakerSign=%3E%3E", "\n>> Thank you. I walked,");
    assert_has("SpeakerSign=", "\nThank you. I walked,");
    assert_lacks("SpeakerSign=", "\n- ");
    cr_assert_null(parameter_export(2, NULL, "SpeakerSign=any")->note, "a free text is not unknown");
}

PARAMETER_TEST(export_parameter, SpeakerSignPlacement)
{
    assert_same("", "SpeakerSignPlacement=utteranceStartOnly");
    assert_has("", "\n…but the reports");
    assert_has("SpeakerSignPlacement=everyCaption", "\n- …but the reports");
    assert_has("SpeakerSignPlacement=everyCaption", "\ncoming on such a wet night.");
    assert_has("SpeakerSignPlacement=everyLine", "\n- coming on such a wet night.");
    parameter_bears_unknown(EXPORT, "SpeakerSignPlacement", "above");
}

PARAMETER_TEST(export_parameter, UseSpeakerName)
{
    assert_has("UseSpeakerName=true", "\n- Speaker 2: Thank you.");
    assert_lacks("UseSpeakerName=false", "Speaker 2");
    assert_has("UseSpeakerName=true&SpeakerSign=", "\nSpeaker 2: Thank you.");
    parameter_is_boolean(EXPORT, "UseSpeakerName");
}

/* --- timing --- */

/* The shortest pause between captions. */
static int64_t shortest_pause(const char *export)
{
    char *file = parameter_file(NULL, export);
    int64_t shortest = INT64_MAX, pause;
    for (int i = 0; (pause = srt_pause_ms(file, i)) >= 0; i++)
        shortest = pause < shortest ? pause : shortest;
    free(file);
    return shortest;
}

PARAMETER_TEST(export_parameter, PauseBetweenCaptionsMs)
{
    cr_assert_eq(shortest_pause("PauseBetweenCaptionsMs=79"), 79);
    cr_assert_eq(shortest_pause("PauseBetweenCaptionsMs=80"), 80);
    cr_assert_eq(shortest_pause("PauseBetweenCaptionsMs=81"), 81);
    cr_assert_eq(shortest_pause("PauseBetweenCaptionsMs=0"), 0);
    assert_same("", "PauseBetweenCaptionsMs=80");
    parameter_is_duration("PauseBetweenCaptionsMs");
}

/* The pause behind one caption, with a value of AutofillPauseBetweenCaptionsMs. */
static int64_t pause_filled(int index, int64_t autofill_ms)
{
    char *query = mem_printf(AS_SPOKEN "&AutofillPauseBetweenCaptionsMs=%lld", (long long)autofill_ms);
    char *file = parameter_file(NULL, query);
    int64_t pause = srt_pause_ms(file, index);
    free(file);
    free(query);
    return pause;
}

PARAMETER_TEST(export_parameter, AutofillPauseBetweenCaptionsMs)
{
    for (int i = 0; i < 5; i++) {
        int64_t pause = pause_filled(i, 0);
        cr_assert_gt(pause, 80, "captions that part on their own");
        cr_assert_eq(pause_filled(i, pause - 1), pause);
        cr_assert_eq(pause_filled(i, pause), 80);
        cr_assert_eq(pause_filled(i, pause + 1), 80);
    }
    parameter_is_duration("AutofillPauseBetweenCaptionsMs");
}

/* The last caption has 41 characters, the blank behind it counted, and nobody waits for its end. */
PARAMETER_TEST(export_parameter, CharsPerSecond)
{
    static const struct {
        const char *export;
        int64_t stays_ms;
    } rows[] = {{"MinLineDurationMs=0&CharsPerSecond=9.9", 4141},
                {"MinLineDurationMs=0&CharsPerSecond=10", 4100},
                {"MinLineDurationMs=0&CharsPerSecond=10.1", 4059}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *file = parameter_file(NULL, rows[i].export);
        cr_assert_eq(srt_last_stays_ms(file), rows[i].stays_ms, "%s: %lld", rows[i].export,
                     (long long)srt_last_stays_ms(file));
        free(file);
    }
    assert_same("", "CharsPerSecond=16");
    parameter_refuses(EXPORT, "CharsPerSecond", "-0.1");
    parameter_refuses(EXPORT, "CharsPerSecond", "0");
    parameter_accepts(EXPORT, "CharsPerSecond", "0.1");
    parameter_refuses(EXPORT, "CharsPerSecond", "16,5");
    assert_same("CharsPerSecond=0.0001", "CharsPerSecond=0.000000000000000000000001"); /* no overflow */
}

PARAMETER_TEST(export_parameter, MinLineDurationMs)
{
    for (int64_t ms = 3999; ms <= 4001; ms++) {
        char *query = mem_printf("CharsPerSecond=1000&MinLineDurationMs=%lld", (long long)ms);
        char *file = parameter_file(NULL, query);
        cr_assert_eq(srt_last_stays_ms(file), ms);
        free(file);
        free(query);
    }
    assert_same("", "MinLineDurationMs=2000");
    parameter_is_duration("MinLineDurationMs");
}

PARAMETER_TEST(export_parameter, EllipsisGapDurationMs)
{
    assert_has("EllipsisGapDurationMs=739", "The water is the same,…\n");
    assert_has("EllipsisGapDurationMs=740", "The water is the same,…\n");
    assert_lacks("EllipsisGapDurationMs=741", "The water is the same,…\n");
    assert_same("", "EllipsisGapDurationMs=300");
    parameter_is_duration("EllipsisGapDurationMs");
}

/* --- colours --- */

PARAMETER_TEST(export_parameter, HighlightingMode)
{
    assert_has("FileFormatId=vtt&HighlightingMode=Words", "Good <00:00:01.180>evening,");
    assert_has("HighlightingMode=Words", "<font color=\"White\" bgcolor=\"White\">- Good evening");
    assert_lacks("HighlightingMode=None", "<font");
    assert_same("", "HighlightingMode=None");
    parameter_bears_unknown(EXPORT, "HighlightingMode", "Letters");
}

static const char *const colours[] = {"Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"};

/* What eight colours do to a file with HighlightingMode Words; `mark` has %s for the colour. */
static void assert_colours(const char *name, const char *mark)
{
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        const char *at = strstr(mark, "%s");
        char *query = mem_printf("HighlightingMode=Words&%s=%s", name, colours[i]);
        char *text = mem_printf("%.*s%s%s", (int)(at - mark), mark, colours[i], at + 2);
        assert_has(query, text);
        free(query);
        free(text);
    }
    char *unlit = mem_printf("%s=Red", name);
    assert_same("", unlit); /* without Words there is nothing to tell apart */
    free(unlit);
    parameter_bears_unknown(EXPORT, name, "Mauve");
}

PARAMETER_TEST(export_parameter, UnhighlightedColor)
{
    assert_colours("UnhighlightedColor", "<font color=\"%s\" bgcolor=\"White\">");
}

PARAMETER_TEST(export_parameter, UnhighlightedBackgroundColor)
{
    assert_colours("UnhighlightedBackgroundColor", "<font color=\"White\" bgcolor=\"%s\">");
}

/* --- header of stl --- */

/* The file of that format is always the same one, and no other has such a header. */
static void assert_no_effect(const char *name)
{
    static const char *const formats[] = {"srt", "stl"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char *without = mem_printf("FileFormatId=%s", formats[i]);
        char *with = mem_printf("FileFormatId=%s&%s=any", formats[i], name);
        assert_same(without, with);
        free(with);
        free(without);
    }
}

PARAMETER_TEST(export_parameter, CodePageNumber)
{
    assert_no_effect("CodePageNumber");
}

PARAMETER_TEST(export_parameter, DiskFormatCode)
{
    assert_no_effect("DiskFormatCode");
}

PARAMETER_TEST(export_parameter, DisplayStandardCode)
{
    assert_no_effect("DisplayStandardCode");
}

PARAMETER_TEST(export_parameter, LanguageCode)
{
    assert_no_effect("LanguageCode");
}

PARAMETER_TEST(export_parameter, UseBoxAroundText)
{
    assert_no_effect("UseBoxAroundText");
}
