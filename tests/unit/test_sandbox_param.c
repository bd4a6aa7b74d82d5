/* The parameters of enqueue and export: their effect on the exported file or on the project. Everything else
 * of the service: test_sandbox_service.c. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define TEXT   "FileFormatId=txt&SubtitleLineLength=200"
#define NOISES TEXT "&RemoveNoises=false"

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    sandbox_setup();
}

TestSuite(sandbox_param, .init = setup, .fini = sandbox_teardown);

/* Enqueues a project of a new sandbox with a query. */
static const struct reply *enqueue(int project, const char *query)
{
    sandbox_renew(SEED_DEFAULT_COUNT, 8000);
    return CALL(.target = target_of(P "%d/Enqueue?%s", project, query));
}

/* Exports project 2, "Interview: dam keeper", of a new sandbox; `run`, unless NULL, is the query of an
 * enqueue before. */
static const struct reply *export_of(const char *run, const char *query)
{
    sandbox_renew(SEED_DEFAULT_COUNT, 8000);
    if (run)
        EXPECT(200, .target = target_of(P "2/Enqueue?%s", run));
    return CALL(.target = target_of(P "2/Export/Subtitles?%s", query), .now_ms = AFTER);
}

Test(sandbox_param, each_takes_its_values_and_a_bad_one_is_422_with_its_name)
{
    static const struct {
        const char *name, *good[4], *bad[6];
    } rows[] = {
        {"Lang", {"cs", "zh-Hant-TW"}, {"", "c", "en-", "e+n", "en_US"}},
        {"StartTranscriptionAtSeconds", {"0", "0.001"}, {"-0.001", "1,5"}},
        {"TranscriptionDurationInSeconds", {"0.001", "1000000000"}, {"-0.001", "0", "long"}},
        {"WithPPC", {"true", "False"}, {"maybe", "1"}},
        {"FileFormatId", {"srt", "VTT", ""}, {"pdf"}},
        {"Language", {"de"}, {"d", "German+please"}},
        {"SubtitleLineLength", {"1", "1000"}, {"0", "1001", "wide"}},
        {"MinLineDurationMs", {"0", "2147483647"}, {"-1", "2147483648", "1.5"}},
        {"CharsPerSecond", {"0.1"}, {"-0.1", "0", "16,5"}},
        {"RemoveNoises", {"true"}, {"maybe"}},
    };
    for (size_t i = 0; i < 10 * COUNT(rows); i++) {
        const char *name = rows[i / 10].name;
        const char *value = i % 10 < 4 ? rows[i / 10].good[i % 10] : rows[i / 10].bad[i % 10 - 4];
        if (!value)
            continue;
        const char *query = target_of("%s=%s", name, value);
        bool runs = param_find(&params_enqueue, name) >= 0;
        const struct reply *reply = runs ? enqueue(2, query) : export_of(NULL, query);
        cr_expect_eq(reply->status, i % 10 < 4 ? 200 : 422, "%s", query);
        if (i % 10 < 4)
            continue;
        cr_expect_str_eq(reply_message(), target_of("%c%s:Invalid", name[0] | 0x20, name + 1));
        cr_expect_str_eq(reply->refused, name);
        cr_expect_str_eq(state_of(2, AFTER), "Completed", "as it was");
    }
}

/* TranscriptionConfig is checked while the transcription runs and afterwards. */
Test(sandbox_param, enqueue_parameters_are_in_TranscriptionConfig)
{
    static const struct {
        const char *query, *member, *json; /* json NULL: no such member */
    } rows[] = {
        {"TranscriptionDuration=20.25", "TranscriptionDuration", "20.25"},
        {"lang=de-DE", "Language", "\"de-DE\""},
        {"TranscriptionProfile=fast", "Profile", "\"fast\""},
        {"CustomLabel=Druh%C3%A9%20kolo,+%E6%9D%B1%E4%BA%AC", "CustomLabel", "\"Druhé kolo, 東京\""},
        {"withppc=False", "WithPPC", "false"},
        {"", "WithVAD", "true"},
        {"", "ContentDescription", NULL},
    };
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        cr_assert_eq(enqueue(2, rows[i / 2].query)->status, 200, "%s", rows[i / 2].query);
        if (i % 2)
            EXPECT(200, .target = P "2", .now_ms = AFTER);
        const json_t *kept = json_object_get(reply_at("Data.TranscriptionConfig"), rows[i / 2].member);
        char *json = kept ? json_dumps(kept, JSON_ENCODE_ANY) : NULL;
        cr_expect_str_eq(json ? json : "none", rows[i / 2].json ? rows[i / 2].json : "none", "%s",
                         rows[i / 2].query);
        free(json);
    }
}

Test(sandbox_param, a_start_lies_within_the_recording_and_silence_is_a_failure_unless_it_is_allowed)
{
    static const struct {
        int project;
        const char *query, *state;
    } rows[] = {
        {2, "StartTranscriptionAtSeconds=234.999", "Completed"}, /* the recording lasts 235 s */
        {2, "StartTranscriptionAtSeconds=235", "Failed"},
        {8, "", "Failed"},
        {8, "AllowEmptyTranscription=true", "Completed"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(enqueue(rows[i].project, rows[i].query)->status, 200, "%s", rows[i].query);
        cr_expect_str_eq(state_of(rows[i].project, AFTER), rows[i].state, "%s", rows[i].query);
    }
    EXPECT(200, .target = P "8/Export/Subtitles", .now_ms = AFTER);
    enqueue(1, "SaveTrsx=false&TranscriptionDurationInSeconds=60");
    cr_expect_str_eq(state_of(1, AFTER), "Completed");
    EXPECT(404, .target = P "1/Export/Subtitles", .now_ms = AFTER);
}

Test(sandbox_param, visible_parameters_change_the_words_of_the_file)
{
    static const struct {
        const char *run, *query, *has, *lacks;
    } rows[] = {
        {"", "",
         "1\n00:00:00,800 --> 00:00:05,320\n- Good evening, and thank you for\ncoming on such a wet "
         "night.\n\n2\n",
         "[music]"},
        {"", "FileFormatId=vtt",
         "WEBVTT\n\nNOTE Language: cs-CZ\n\n00:00:00.800 --> 00:00:05.320\n- Good evening, and", "0,800"},
        {"", "FileFormatId=txt", "- Good evening, and thank you for\ncoming on such a wet night.\n\n", "-->"},
        {"WithPPC=true", TEXT, "the valley dam for 31 years.", "thirty-one"},
        {"WithPPC=false", TEXT, "the valley dam for thirty-one years.", "31"},
        {"WithPunctuation=false", TEXT, "Good evening and thank you", "?"},
        {"WithUserLex=false", TEXT, "stenno does that.", "Steno does that."},
        {"WithDraft=true", TEXT, " and then maybe\n", "[music]"},
        {"WithSongParagraphs=true", NOISES, "Oh the river runs low", "[music]"},
        {"WithVAD=false", NOISES, "[breath]", "Oh the river runs low"},
        {"WithSpeakerId=true", TEXT "&UseSpeakerName=true", "- Peter Novak: Thank you.", "Speaker 2"},
        {"WithDiarization=false", TEXT, "Thank you.", "\n- Thank you."},
        {"TranscriptionDurationInSeconds=3", TEXT, "Good evening", "valley dam"},
        {NULL, "ForceSingleLine=true", "\nAre you ever afraid of it, at night?\n\n", "for\ncoming"},
        {NULL, "MakeAllUpperCase=true", "- GOOD EVENING, AND THANK YOU FOR\n", "evening"},
        {NULL, "Ellipsis=...", "\n...but the reports", "…"},
        {NULL, "SpeakerSign=%3E%3E", "\n>> Thank you. I walked,", "\n- "},
        {NULL, "VariantId=crlf", "\xEF\xBB\xBF\x31\r\n00:00:00,800 --> ", "[music]"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct reply *reply = export_of(rows[i].run, rows[i].query);
        cr_assert_eq(reply->status, 200, "%s, %s", rows[i].run, rows[i].query);
        cr_expect_str_has(buffer_text(&reply->body), rows[i].has, "%s, %s", rows[i].run, rows[i].query);
        cr_expect_str_lacks(buffer_text(&reply->body), rows[i].lacks, "%s, %s", rows[i].run, rows[i].query);
    }
}

Test(sandbox_param, each_of_seven_formats_has_its_bytes_type_and_name)
{
    static const struct {
        const char *id, *begin, *type, *name;
    } rows[] = {
        {"srt", "1\n00:00:00,800 --> ", "application/x-subrip", "project-2.srt"},
        {"VTT", "WEBVTT\n", "text/vtt", "project-2.vtt"},
        {"ssa", "[Script Info]\n", "text/x-ssa", "project-2.ssa"},
        {"ass", "[Script Info]\n", "text/x-ass", "project-2.ass"},
        {"ttml", "<?xml version=\"1.0\"", "application/ttml+xml", "project-2.ttml"},
        {"stl", "850STL25.01", "application/octet-stream", "project-2.stl"},
        {"txt", "- Good evening", "text/plain; charset=utf-8", "project-2.txt"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct reply *reply = export_of(NULL, target_of("FileFormatId=%s", rows[i].id));
        cr_assert_eq(reply->status, 200, "%s", rows[i].id);
        cr_expect_str_starts(buffer_text(&reply->body), rows[i].begin, "%s", rows[i].id);
        cr_expect_str_eq(reply->type, rows[i].type);
        cr_expect_str_eq(query_get(&reply->headers, "Content-Disposition"),
                         target_of("attachment; filename=\"%s\"", rows[i].name));
    }
}
