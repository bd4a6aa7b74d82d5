/* The parameters of enqueue, one test each by its name: sent to the sandbox, seen in the file that is
 * exported afterwards or in the project. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "unit/sandbox_param.h"

#define ENQUEUE    (&params_enqueue)
#define TEXT       "FileFormatId=txt&SubtitleLineLength=200"
#define AS_SPOKEN  "MinLineDurationMs=0&CharsPerSecond=1000" /* captions end with their last word */
#define ALL_NOISES TEXT "&RemoveNoises=false"

TestSuite(enqueue_parameter, .init = parameter_setup, .fini = parameter_teardown);

Test(enqueue_parameter, every_row_of_the_table_has_a_test_of_its_name)
{
    parameter_assert_all("enqueue_parameter", ENQUEUE);
}

/* The file with a query, and without: the one has a text that the other lacks. */
static void assert_only_with(const char *query, const char *without, const char *export, const char *text)
{
    char *file = parameter_file(query, export);
    HAS(file, text);
    free(file);
    file = parameter_file(without, export);
    LACKS(file, text);
    free(file);
}

/* The state in which project `id` ends. */
static const char *ends(int id, const char *query)
{
    cr_assert_eq(parameter_enqueue(id, query)->status, 200, "%s: %s", query, reply_message());
    parameter_ended(id);
    return json_string_value(json_object_get(reply_data(), "ProcessingState"));
}

/* Is a value kept in the configuration, while the transcription runs and afterwards? */
static void assert_keeps_text(const char *query, const char *member, const char *value)
{
    cr_assert_eq(parameter_enqueue(2, query)->status, 200);
    cr_assert_str_eq(json_string_value(parameter_config(member)), value);
    parameter_ended(2);
    cr_assert_str_eq(json_string_value(parameter_config(member)), value);
}

static void assert_keeps_bool(const char *query, const char *member, bool value)
{
    cr_assert_eq(parameter_enqueue(2, query)->status, 200);
    cr_assert(json_is_boolean(parameter_config(member)));
    cr_assert_eq(json_is_true(parameter_config(member)), value);
}

static void assert_keeps_number(const char *query, const char *member, double value)
{
    cr_assert_eq(parameter_enqueue(2, query)->status, 200);
    cr_assert_lt(fabs(json_number_value(parameter_config(member)) - value), 1e-9);
}

/* Does the parameter change no byte, neither of the text nor of what stl knows besides? */
static void assert_no_effect(const char *query)
{
    static const char *const exports[] = {"", "FileFormatId=stl", ALL_NOISES};
    for (size_t i = 0; i < sizeof exports / sizeof exports[0]; i++) {
        const struct reply *reply = parameter_export(2, "", exports[i]);
        size_t len = reply->body.len;
        char *plain = mem_copy_n(buffer_text(&reply->body), len);
        reply = parameter_export(2, query, exports[i]);
        cr_assert(reply->body.len == len, "%s changes %s", query, exports[i]);
        cr_assert_arr_eq(reply->body.data, plain, len, "%s changes %s", query, exports[i]);
        free(plain);
    }
}

/* --- part of the recording, which lasts 235 s --- */

/* Does the transcript lie between these times, and fill them but for some seconds? */
static void assert_part(const char *query, int64_t from_ms, int64_t to_ms)
{
    char *file = parameter_file(query, AS_SPOKEN);
    cr_assert(srt_first_ms(file) >= from_ms && srt_first_ms(file) < from_ms + 6000, "%s: %.60s", query, file);
    cr_assert(srt_last_ms(file) <= to_ms && srt_last_ms(file) > to_ms - 6000, "%s", query);
    free(file);
}

/* What a start is: no negative number, and one within the recording, or the transcription fails. */
static void assert_is_start(const char *name)
{
    char query[80];
    parameter_refuses(ENQUEUE, name, "-0.001");
    parameter_refuses(ENQUEUE, name, "1,5");
    parameter_accepts(ENQUEUE, name, "0");
    parameter_accepts(ENQUEUE, name, "0.001");
    static const struct {
        const char *at, *state;
    } rows[] = {{"234.999", "Completed"}, {"235", "Failed"}, {"235.001", "Failed"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(query, sizeof query, "%s=%s", name, rows[i].at);
        cr_assert_str_eq(ends(2, query), rows[i].state, "%s", query);
    }
}

/* What a duration is: a number above 0. */
static void assert_is_duration(const char *name)
{
    parameter_refuses(ENQUEUE, name, "-0.001");
    parameter_refuses(ENQUEUE, name, "0");
    parameter_refuses(ENQUEUE, name, "long");
    parameter_accepts(ENQUEUE, name, "0.001");
    parameter_accepts(ENQUEUE, name, "1000000000");
}

PARAMETER_TEST(enqueue_parameter, StartTranscriptionAt)
{
    assert_part("StartTranscriptionAt=30", 30000, 235000);
    assert_part("StartTranscriptionAt=30&StartTranscriptionAtSeconds=60", 60000, 235000);
    assert_keeps_number("StartTranscriptionAt=30.5", "StartTranscriptionAt", 30.5);
    assert_is_start("StartTranscriptionAt");
}

PARAMETER_TEST(enqueue_parameter, TranscriptionDuration)
{
    assert_part("TranscriptionDuration=20", 0, 20000);
    assert_part("TranscriptionDuration=20&TranscriptionDurationInSeconds=40", 0, 40000);
    assert_keeps_number("TranscriptionDuration=20.25", "TranscriptionDuration", 20.25);
    assert_is_duration("TranscriptionDuration");
}

PARAMETER_TEST(enqueue_parameter, StartTranscriptionAtSeconds)
{
    assert_part("StartTranscriptionAtSeconds=60", 60000, 235000);
    assert_part("StartTranscriptionAtSeconds=60&TranscriptionDurationInSeconds=30", 60000, 90000);
    assert_keeps_number("StartTranscriptionAtSeconds=60.5", "StartTranscriptionAtSeconds", 60.5);
    assert_is_start("StartTranscriptionAtSeconds");
}

PARAMETER_TEST(enqueue_parameter, TranscriptionDurationInSeconds)
{
    assert_part("TranscriptionDurationInSeconds=100", 0, 100000);
    assert_keeps_number("TranscriptionDurationInSeconds=99.5", "TranscriptionDurationInSeconds", 99.5);
    assert_is_duration("TranscriptionDurationInSeconds");
}

/* --- language and models --- */

PARAMETER_TEST(enqueue_parameter, Lang)
{
    static const char *const good[] = {"cs", "abcdefgh", "en-US", "zh-Hant-TW",
                                       "aaaaaaaa-bbbbbbbb-cccccccc-dddddddd"}; /* 35 characters */
    static const char *const bad[] = {"",    "c",   "abcdefghi", "en-",
                                      "-en", "e n", "en_US",     "aaaaaaaa-bbbbbbbb-cccccccc-ddddddd-e"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        parameter_accepts(ENQUEUE, "Lang", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        parameter_refuses(ENQUEUE, "Lang", bad[i]);
    assert_keeps_text("Lang=de-DE", "Language", "de-DE");
    char *german = parameter_file("Lang=de-DE", "FileFormatId=vtt");
    HAS(german, "NOTE Language: de-DE");
    free(german);
    char *czech = parameter_file("", "");
    german = parameter_file("Lang=de-DE", "");
    cr_assert_str_eq(german, czech, "the words are the recording's");
    free(german);
    free(czech);
}

PARAMETER_TEST(enqueue_parameter, TranscriptionProfile)
{
    assert_keeps_text("TranscriptionProfile=default", "Profile", "default");
    assert_no_effect("TranscriptionProfile=default");
    cr_assert_null(parameter_enqueue(2, "TranscriptionProfile=default")->note);
    parameter_is_documented_without_effect("TranscriptionProfile");
    parameter_bears_unknown(ENQUEUE, "TranscriptionProfile", "fast");
    assert_keeps_text("TranscriptionProfile=fast", "Profile", "fast");
}

PARAMETER_TEST(enqueue_parameter, DiarizationProfile)
{
    assert_no_effect("DiarizationProfile=two-speakers");
    parameter_is_documented_without_effect("DiarizationProfile");
    parameter_bears_unknown(ENQUEUE, "DiarizationProfile", "two-speakers");
    assert_keeps_text("DiarizationProfile=two-speakers", "DiarizationProfile", "two-speakers");
}

PARAMETER_TEST(enqueue_parameter, ExternalMessageStreams)
{
    assert_no_effect("ExternalMessageStreams=scoreboard");
    parameter_is_documented_without_effect("ExternalMessageStreams");
    parameter_bears_unknown(ENQUEUE, "ExternalMessageStreams", "scoreboard");
    assert_keeps_text("ExternalMessageStreams=scoreboard", "ExternalMessageStreams", "scoreboard");
}

/* --- text --- */

PARAMETER_TEST(enqueue_parameter, WithPPC)
{
    assert_only_with("", "WithPPC=false", TEXT, "the valley dam for 31 years.");
    assert_only_with("WithPPC=false", "WithPPC=true", TEXT, "the valley dam for thirty-one years.");
    assert_only_with("WithPPC=false", "", TEXT, "good evening, and thank you");
    assert_keeps_bool("WithPPC=false", "WithPPC", false);
    parameter_is_boolean(ENQUEUE, "WithPPC");
}

PARAMETER_TEST(enqueue_parameter, WithPunctuation)
{
    assert_only_with("WithPunctuation=false", "", TEXT, "Good evening and thank you for coming");
    assert_only_with("", "WithPunctuation=false", TEXT, "?");
    char *file = parameter_file("WithPunctuation=false", TEXT);
    HAS(file, "07:30"); /* within a time it stays */
    free(file);
    assert_keeps_bool("WithPunctuation=false", "WithPunctuation", false);
    parameter_is_boolean(ENQUEUE, "WithPunctuation");
}

PARAMETER_TEST(enqueue_parameter, WithUserLex)
{
    assert_only_with("", "WithUserLex=false", TEXT, "Steno does that.");
    assert_only_with("WithUserLex=false", "WithUserLex=true", TEXT, "stenno does that.");
    assert_keeps_bool("WithUserLex=false", "WithUserLex", false);
    parameter_is_boolean(ENQUEUE, "WithUserLex");
}

PARAMETER_TEST(enqueue_parameter, WithSongParagraphs)
{
    assert_only_with("WithSongParagraphs=true", "", ALL_NOISES,
                     "Oh the river runs low and the river runs high");
    assert_only_with("", "WithSongParagraphs=true", ALL_NOISES, "[music]");
    assert_keeps_bool("WithSongParagraphs=true", "WithSongParagraphs", true);
    parameter_is_boolean(ENQUEUE, "WithSongParagraphs");
}

PARAMETER_TEST(enqueue_parameter, WithDraft)
{
    static const char draft[] = " and then maybe\n";
    char *file = parameter_file("WithDraft=true", TEXT);
    cr_assert_str_eq(file + strlen(file) - strlen(draft), draft);
    free(file);
    assert_only_with("WithDraft=true", "", TEXT, "and then maybe");
    assert_keeps_bool("WithDraft=true", "WithDraft", true);
    parameter_is_boolean(ENQUEUE, "WithDraft");
}

/* --- speech and speakers --- */

PARAMETER_TEST(enqueue_parameter, WithVAD)
{
    assert_only_with("WithVAD=false", "", ALL_NOISES, "[breath]");
    assert_keeps_bool("WithVAD=false", "WithVAD", false);
    parameter_is_boolean(ENQUEUE, "WithVAD");
}

PARAMETER_TEST(enqueue_parameter, WithDiarization)
{
    assert_only_with("", "WithDiarization=false", TEXT "&UseSpeakerName=true", "- Speaker 2: Thank you.");
    assert_only_with("", "WithDiarization=false", TEXT, "\n- Thank you.");
    assert_keeps_bool("WithDiarization=false", "WithDiarization", false);
    parameter_is_boolean(ENQUEUE, "WithDiarization");
}

PARAMETER_TEST(enqueue_parameter, WithSpeakerId)
{
    assert_only_with("WithSpeakerId=true", "", TEXT "&UseSpeakerName=true", "- Peter Novak: Thank you.");
    assert_only_with("", "WithSpeakerId=true", TEXT "&UseSpeakerName=true", "- Speaker 2: Thank you.");
    assert_keeps_bool("WithSpeakerId=true", "WithSpeakerId", true);
    parameter_is_boolean(ENQUEUE, "WithSpeakerId");
}

/* --- result --- */

PARAMETER_TEST(enqueue_parameter, SaveTrsx)
{
    cr_assert_str_eq(ends(1, "SaveTrsx=false&TranscriptionDurationInSeconds=60"), "Completed");
    cr_assert_eq(parameter_export(1, NULL, "")->status, 404, "nothing was saved");
    cr_assert_str_eq(ends(1, "SaveTrsx=true&TranscriptionDurationInSeconds=60"), "Completed");
    cr_assert_eq(parameter_export(1, NULL, "")->status, 200);
    assert_keeps_bool("SaveTrsx=false", "SaveTrsx", false);
    parameter_is_boolean(ENQUEUE, "SaveTrsx");
}

PARAMETER_TEST(enqueue_parameter, CustomLabel)
{
    static const char label[] = "Druhé kolo, 東京";
    cr_assert_eq(parameter_enqueue(2, "CustomLabel=Druh%C3%A9%20kolo,+%E6%9D%B1%E4%BA%AC")->status, 200);
    cr_assert_str_eq(json_string_value(parameter_config("CustomLabel")), label);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), "First pass",
                     "the label of what can be exported until then");
    parameter_ended(2);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), label);
    cr_assert_str_eq(ends(2, ""), "Completed");
    cr_assert_null(json_object_get(reply_data(), "ActiveTrsxLabel"), "none was given");
    assert_no_effect("CustomLabel=x");
}

PARAMETER_TEST(enqueue_parameter, ContentDescription)
{
    assert_no_effect("ContentDescription=The%20keeper%20of%20a%20dam");
    parameter_is_documented_without_effect("ContentDescription");
    assert_keeps_text("ContentDescription=The%20keeper%20of%20a%20dam", "ContentDescription",
                      "The keeper of a dam");
    cr_assert_null(parameter_enqueue(2, "ContentDescription=any")->note, "a free text is not unknown");
}

PARAMETER_TEST(enqueue_parameter, AllowEmptyTranscription)
{
    cr_assert_str_eq(ends(8, ""), "Failed");
    cr_assert_str_eq(ends(8, "AllowEmptyTranscription=true"), "Completed");
    cr_assert_eq(parameter_export(8, NULL, "")->status, 200);
    cr_assert_str_eq(ends(2, "AllowEmptyTranscription=false"), "Completed", "here somebody speaks");
    assert_keeps_bool("AllowEmptyTranscription=true", "AllowEmptyTranscription", true);
    parameter_is_boolean(ENQUEUE, "AllowEmptyTranscription");
}
