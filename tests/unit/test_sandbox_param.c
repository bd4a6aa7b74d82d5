/* The parameters of enqueue and of export: sent to the sandbox, seen in the bytes of the file that is
 * exported afterwards or in the project; and what is true of every file. What is no parameter:
 * test_sandbox_service.c. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define ENQUEUE   (&params_enqueue)
#define EXPORT    (&params_export)
#define TEXT      "FileFormatId=txt&SubtitleLineLength=200"
#define NOISES    TEXT "&RemoveNoises=false"
#define NAMES     TEXT "&UseSpeakerName=true"
#define AS_SPOKEN "MinLineDurationMs=0&CharsPerSecond=1000" /* captions end with their last word */

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    sandbox_setup();
}

TestSuite(sandbox_param, .init = setup, .fini = sandbox_teardown);

/* Enqueues a project of a fresh sandbox with a query. */
static const struct reply *enqueue(int project, const char *query)
{
    sandbox_renew(SEED_DEFAULT_COUNT, 8000);
    return CALL(.target = target_of(P "%d/Enqueue?%s", project, query));
}

/* Exports project 2, "Interview: dam keeper", of a fresh sandbox, transcribed with a query unless that is
 * NULL. */
static const struct reply *export_of(const char *run, const char *query)
{
    sandbox_renew(SEED_DEFAULT_COUNT, 8000);
    if (run)
        EXPECT(200, .target = target_of(P "2/Enqueue?%s", run));
    return CALL(.target = target_of(P "2/Export/Subtitles?%s", query), .now_ms = AFTER);
}

/* The file of it, which stays until the next call. */
static const char *file_of(const char *run, const char *query)
{
    const struct reply *reply = export_of(run, query);
    cr_assert_eq(reply->status, 200, "%s: %s", query, buffer_text(&reply->body));
    return buffer_text(&reply->body);
}

/* Have two exports the same bytes? */
static void expect_same(const char *run, const char *query, const char *other_run, const char *other_query)
{
    const struct reply *reply = export_of(run, query);
    size_t len = reply->body.len;
    char *bytes = mem_copy_n(buffer_text(&reply->body), len);
    cr_assert_eq(reply->status, 200, "%s: %s", query, bytes);
    reply = export_of(other_run, other_query);
    cr_expect_eq(reply->body.len, len, "%s, %s", other_run, other_query);
    if (reply->body.len == len)
        cr_expect_arr_eq(reply->body.data, bytes, len, "%s, %s", other_run, other_query);
    free(bytes);
}

/* Sends one parameter to the operation of its table. */
static const struct reply *send_one(const struct param_table *table, const char *name, const char *value)
{
    struct buffer query;
    buffer_init(&query, BUFFER_MAX_DEFAULT);
    buffer_printf(&query, "%s=", name);
    param_encode(&query, value);
    const struct reply *reply =
        table == ENQUEUE ? enqueue(2, buffer_text(&query)) : export_of(NULL, buffer_text(&query));
    buffer_free(&query);
    return reply;
}

/* --- values --- */

struct values {
    const char *name, *good[6], *bad[9];
};

/* What a parameter takes and what not: by its name, or else by its type. */
static const struct values *values_of(const struct param_def *def)
{
    static const struct values named[] = {
        {"Lang", /* 35 characters at most */
         {"cs", "abcdefgh", "en-US", "zh-Hant-TW", "aaaaaaaa-bbbbbbbb-cccccccc-dddddddd"},
         {"", "c", "abcdefghi", "en-", "-en", "e n", "en_US", "aaaaaaaa-bbbbbbbb-cccccccc-ddddddd-e"}},
        {"StartTranscriptionAtSeconds", {"0", "0.001"}, {"-0.001", "1,5", "-1"}},
        {"StartTranscriptionAt", {"0", "0.001"}, {"-0.001", "1,5", "-1"}},
        {"TranscriptionDurationInSeconds", {"0.001", "1000000000"}, {"-0.001", "0", "long"}},
        {"TranscriptionDuration", {"0.001", "1000000000"}, {"-0.001", "0", "long"}},
        {"FileFormatId", {"srt", "VTT", ""}, {"pdf"}},
        {"Language", {"de", "abcdefgh"}, {"d", "abcdefghi", "German please"}},
        {"SubtitleLineLength", {"1", "2", "999", "1000"}, {"0", "1001", "wide"}},
        {"CharsPerSecond", {"0.1"}, {"-0.1", "0", "16,5"}},
    };
    static const struct values typed[] = {
        [PARAM_BOOL] = {"", {"true", "False", "TRUE"}, {"maybe", "1"}},
        [PARAM_INT] = {"",
                       {"0", "1", "2147483646", "2147483647"},
                       {"-1", "2147483648", "1.5", "soon"}}, /* milliseconds */
        [PARAM_TEXT] = {"", {"any"}, {NULL}},
    };
    for (size_t i = 0; i < COUNT(named); i++) {
        if (strcmp(named[i].name, def->name) == 0)
            return &named[i];
    }
    cr_assert_neq(def->type, PARAM_NUMBER, "%s has no values here", def->name);
    return &typed[def->type];
}

Test(sandbox_param, each_takes_its_values_and_a_bad_one_is_422_with_its_name)
{
    static const struct param_table *const tables[] = {ENQUEUE, EXPORT};
    for (size_t i = 0; i < ENQUEUE->count + EXPORT->count; i++) {
        const struct param_table *table = tables[i >= ENQUEUE->count];
        const struct param_def *def = &table->rows[table == ENQUEUE ? i : i - ENQUEUE->count];
        const struct values *row = values_of(def);
        char *message = mem_printf("%c%s:Invalid", def->name[0] | 0x20, def->name + 1);
        for (size_t k = 0; row->good[k]; k++)
            cr_expect_eq(send_one(table, def->name, row->good[k])->status, 200, "%s=%s", def->name,
                         row->good[k]);
        for (size_t k = 0; row->bad[k]; k++) {
            const struct reply *reply = send_one(table, def->name, row->bad[k]);
            cr_expect_eq(reply->status, 422, "%s=%s", def->name, row->bad[k]);
            cr_expect_str_eq(reply_message(), message);
            cr_expect_str_eq(reply->refused, def->name);
        }
        free(message);
    }
    cr_expect_eq(enqueue(1, "WithPPC=maybe")->status, 422);
    cr_expect_str_eq(state_of(1, AFTER), "None");
}

/* What enqueue was told stands in the configuration, while the transcription runs and afterwards. */
Test(sandbox_param, what_was_enqueued_stands_in_the_configuration)
{
    static const struct {
        const char *query, *member, *json; /* NULL: no such member */
    } rows[] = {
        {"StartTranscriptionAt=30.5", "StartTranscriptionAt", "30.5"},
        {"TranscriptionDuration=20.25", "TranscriptionDuration", "20.25"},
        {"StartTranscriptionAtSeconds=60.5", "StartTranscriptionAtSeconds", "60.5"},
        {"TranscriptionDurationInSeconds=99.5", "TranscriptionDurationInSeconds", "99.5"},
        {"lang=de-DE", "Language", "\"de-DE\""},
        {"TranscriptionProfile=fast", "Profile", "\"fast\""},
        {"DiarizationProfile=two-speakers", "DiarizationProfile", "\"two-speakers\""},
        {"ExternalMessageStreams=scoreboard", "ExternalMessageStreams", "\"scoreboard\""},
        {"ContentDescription=The%20keeper%20of%20a%20dam", "ContentDescription", "\"The keeper of a dam\""},
        {"CustomLabel=Druh%C3%A9%20kolo,+%E6%9D%B1%E4%BA%AC", "CustomLabel", "\"Druhé kolo, 東京\""},
        {"withppc=False", "WithPPC", "false"},
        {"WithPunctuation=false", "WithPunctuation", "false"},
        {"WithUserLex=false", "WithUserLex", "false"},
        {"WithSongParagraphs=true", "WithSongParagraphs", "true"},
        {"WithDraft=true", "WithDraft", "true"},
        {"WithVAD=false", "WithVAD", "false"},
        {"WithDiarization=false", "WithDiarization", "false"},
        {"WithSpeakerId=true", "WithSpeakerId", "true"},
        {"SaveTrsx=false", "SaveTrsx", "false"},
        {"AllowEmptyTranscription=true", "AllowEmptyTranscription", "true"},
        {"", "WithVAD", "true"},
        {"", "ContentDescription", NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(enqueue(2, rows[i].query)->status, 200, "%s: %s", rows[i].query, reply_message());
        for (int ended = 0; ended < 2; ended++) {
            if (ended)
                EXPECT(200, .target = P "2", .now_ms = AFTER);
            const json_t *kept = json_object_get(reply_at("Data.TranscriptionConfig"), rows[i].member);
            char *json = kept ? json_dumps(kept, JSON_ENCODE_ANY) : NULL;
            if (rows[i].json)
                cr_expect_str_eq(json, rows[i].json, "%s, ended %d", rows[i].query, ended);
            else
                cr_expect_null(kept, "%s", rows[i].member);
            free(json);
        }
    }
}

/* The label of what can be exported until then stays until the transcription has ended. */
Test(sandbox_param, the_custom_label_becomes_the_active_one_at_the_end)
{
    enqueue(2, "CustomLabel=Second%20pass");
    cr_expect_str_eq(reply_text("Data.ActiveTrsxLabel"), "First pass");
    cr_expect_str_eq(state_of(2, AFTER), "Completed");
    cr_expect_str_eq(reply_text("Data.ActiveTrsxLabel"), "Second pass");
    enqueue(2, "");
    cr_expect_str_eq(state_of(2, AFTER), "Completed");
    cr_expect_null(reply_at("Data.ActiveTrsxLabel"), "none was given");
}

Test(sandbox_param, a_start_lies_within_the_recording_and_silence_is_a_failure_unless_it_is_allowed)
{
    static const struct {
        int project;
        const char *query, *state;
    } rows[] = {
        {2, "StartTranscriptionAtSeconds=234.999", "Completed"}, /* it lasts 235 s */
        {2, "StartTranscriptionAtSeconds=235", "Failed"},
        {2, "StartTranscriptionAtSeconds=235.001", "Failed"},
        {2, "StartTranscriptionAt=234.999", "Completed"},
        {2, "StartTranscriptionAt=235", "Failed"},
        {2, "StartTranscriptionAt=235.001", "Failed"},
        {8, "", "Failed"},
        {8, "AllowEmptyTranscription=true", "Completed"},
        {2, "AllowEmptyTranscription=false", "Completed"}, /* here somebody speaks */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(enqueue(rows[i].project, rows[i].query)->status, 200, "%s", rows[i].query);
        cr_expect_str_eq(state_of(rows[i].project, AFTER), rows[i].state, "%s", rows[i].query);
    }
    enqueue(8, "AllowEmptyTranscription=true");
    EXPECT(200, .target = P "8/Export/Subtitles", .now_ms = AFTER);
    enqueue(1, "SaveTrsx=false&TranscriptionDurationInSeconds=60");
    cr_expect_str_eq(state_of(1, AFTER), "Completed");
    EXPECT(404, .target = P "1/Export/Subtitles", .now_ms = AFTER);
    enqueue(1, "SaveTrsx=true&TranscriptionDurationInSeconds=60");
    EXPECT(200, .target = P "1/Export/Subtitles", .now_ms = AFTER);
}

/* --- what the file says --- */

/* clang-format off */
static const struct {
    const char *run, *query, *has[6], *lacks[4];
} said[] = {
    /* enqueue */
    {"", TEXT, {"the valley dam for 31 years.", "?", "Steno does that.", "\n- Thank you."},
     {"good evening, and thank you", "Good evening and thank you for coming", "and then maybe"}},
    {"Lang=de-DE", "FileFormatId=vtt", {"NOTE Language: de-DE"}, {NULL}},
    {"WithPPC=true", TEXT, {"the valley dam for 31 years."}, {"the valley dam for thirty-one years."}},
    {"WithPPC=false", TEXT, {"the valley dam for thirty-one years.", "good evening, and thank you"},
     {"the valley dam for 31 years."}},
    {"WithPunctuation=false", TEXT, {"Good evening and thank you for coming", "07:30"}, {"?"}}, /* in a time it stays */
    {"WithUserLex=true", TEXT, {NULL}, {"stenno does that."}},
    {"WithUserLex=false", TEXT, {"stenno does that."}, {"Steno does that."}},
    {"", NOISES, {"[music]"}, {"Oh the river runs low and the river runs high", "[breath]"}},
    {"WithSongParagraphs=true", NOISES, {"Oh the river runs low and the river runs high"}, {"[music]"}},
    {"WithDraft=true", TEXT, {" and then maybe\n"}, {NULL}},
    {"WithVAD=false", NOISES, {"[breath]"}, {NULL}},
    {"", NAMES, {"- Speaker 2: Thank you."}, {"- Peter Novak: Thank you."}},
    {"WithDiarization=false", NAMES, {NULL}, {"- Speaker 2: Thank you."}},
    {"WithDiarization=false", TEXT, {NULL}, {"\n- Thank you."}},
    {"WithSpeakerId=true", NAMES, {"- Peter Novak: Thank you."}, {"- Speaker 2: Thank you."}},
    /* forms of a file, and lines */
    {"", "FileFormatId=vtt",
     {"WEBVTT\n\nNOTE Language: cs-CZ\n\n00:00:00.800 --> 00:00:05.320\n- Good evening, and thank you for\n"},
     {NULL}},
    {"", "FileFormatId=txt", {"- Good evening, and thank you for\ncoming on such a wet night.\n\n- Thank you."}, {"-->"}},
    {NULL, "FileFormatId=vtt&Language=de-DE", {"NOTE Language: de-DE\n"}, {NULL}},
    {NULL, "FileFormatId=vtt", {"NOTE Language: en-US\n"}, {NULL}},
    {"", "",
     {"1\n00:00:00,800 --> 00:00:05,320\n- Good evening, and thank you for\ncoming on such a wet night.\n\n2\n",
      "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n",
      "\n- Thank you. I walked, so the rain\nand I are old friends by now.\n\n",
      "\n- Tell me about a morning at the dam,\n\n", /* a comma near the middle */
      "\ntons of water, and it leans on us,…\n\n",   /* a gap ends it anyway */
      "because of a drip\nthat –\n\n"},              /* a dash stays with its word */
     {"- the level"}},                               /* it is said by the one who spoke before */
    {"", "ForceSingleLine=true", {"\nAre you ever afraid of it, at night?\n\n",
     "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n\n"}, {NULL}},
    {"", "SubtitleLineLength=60", {NULL}, {"you.\n\n\n"}},
    {"", "SubtitleLineLength=60&KeepInnerLinesStripped=true", {"you.\n\n\n"}, {NULL}},
    {NULL, "KeepInnerLinesStripped=true", {"- Steno does that.\n\n"}, {NULL}}, /* the cough had a line of its own */
    {"", "FileFormatId=vtt&SubtitleLineLength=60&KeepInnerLinesStripped=true", {"you.\n&nbsp;\n"}, {"\n\n\n"}},
    {NULL, "FileFormatId=vtt&SubtitleLineLength=60", {NULL}, {"\n&nbsp;\n"}},
    {NULL, "KeepStripped=true", {NULL}, {"["}},
    /* text */
    {NULL, "", {"- Steno does that. I only correct the\n", "The water is the same,…\n", "\n…but the reports",
     "\n- Thank you. I walked,", "\nfor somebody who only knows it from\nthe road.\n\n"}, {"[", "\xE2\x80\xAB"}},
    {NULL, "RemoveNoises=false", {"- Steno does that. [cough] I only", "[kettle]"}, {NULL}},
    {NULL, "Ellipsis=...", {"The water is the same,...\n", "\n...but the reports"}, {"…"}},
    {NULL, "Ellipsis=", {NULL}, {"…"}},
    {NULL, "EllipsisGapDurationMs=739", {"The water is the same,…\n"}, {NULL}},
    {NULL, "EllipsisGapDurationMs=740", {"The water is the same,…\n"}, {NULL}},
    {NULL, "EllipsisGapDurationMs=741", {NULL}, {"The water is the same,…\n"}},
    {NULL, "MakeAllUpperCase=true", {"- GOOD EVENING, AND THANK YOU FOR\n"}, {"evening"}},
    {NULL, "IsRightToLeft=true", {"\n\xE2\x80\xAB- Good evening, and thank you for\xE2\x80\xAC\n"}, {NULL}},
    {NULL, "RemoveNoises=false&FormattingMode=Tags", {"<i>[music]</i>"}, {NULL}},
    {NULL, "RemoveNoises=false&FormattingMode=None", {NULL}, {"<i>"}},
    /* speakers */
    {NULL, "SpeakerSign=%3E%3E", {"\n>> Thank you. I walked,"}, {NULL}},
    {NULL, "SpeakerSign=", {"\nThank you. I walked,"}, {"\n- "}},
    {NULL, "SpeakerSignPlacement=everyCaption", {"\n- …but the reports", "\ncoming on such a wet night."}, {NULL}},
    {NULL, "SpeakerSignPlacement=everyLine", {"\n- coming on such a wet night."}, {NULL}},
    {NULL, "UseSpeakerName=true", {"\n- Speaker 2: Thank you."}, {NULL}},
    {NULL, "UseSpeakerName=false", {NULL}, {"Speaker 2"}},
    {NULL, "UseSpeakerName=true&SpeakerSign=", {"\nSpeaker 2: Thank you."}, {NULL}},
    /* colours */
    {NULL, "FileFormatId=vtt&HighlightingMode=Words", {"Good <00:00:01.180>evening,"}, {NULL}},
    {"", "FileFormatId=vtt&HighlightingMode=Words&UnhighlightedColor=green&UnhighlightedBackgroundColor=Magenta",
     {"\n<c.lime.bg_magenta>- Good <00:00:01.180>evening,"}, {NULL}},
    {NULL, "HighlightingMode=Words", {"<font color=\"White\" bgcolor=\"White\">- Good evening"}, {NULL}},
    {NULL, "HighlightingMode=None", {NULL}, {"<font"}},
};
/* clang-format on */

Test(sandbox_param, each_has_its_effect_on_the_words_of_the_file)
{
    for (size_t i = 0; i < COUNT(said); i++) {
        const char *file = file_of(said[i].run, said[i].query);
        for (size_t k = 0; k < COUNT(said[i].has) && said[i].has[k]; k++)
            cr_expect_str_has(file, said[i].has[k], "%s, %s", said[i].run, said[i].query);
        for (size_t k = 0; k < COUNT(said[i].lacks) && said[i].lacks[k]; k++)
            cr_expect_str_lacks(file, said[i].lacks[k], "%s, %s", said[i].run, said[i].query);
    }
    const char *file = file_of("WithDraft=true", TEXT), draft[] = " and then maybe\n";
    cr_expect_str_eq(file + strlen(file) - strlen(draft), draft, "at the very end");
    file = file_of(NULL, "FileFormatId=txt&ForceSingleLine=true");
    for (const char *end = file; (end = strchr(end, '\n')) && end[1]; end += 2)
        cr_assert_eq(end[1], '\n', "two lines: %.40s", end);
    file = file_of(NULL, "VariantId=crlf");
    cr_expect_str_starts(file, "\xEF\xBB\xBF\x31\r\n00:00:00,800 --> ");
    for (const char *end = file; (end = strchr(end, '\n')); end++)
        cr_assert_eq(end[-1], '\r');
}

Test(sandbox_param, each_of_seven_formats_has_its_bytes_type_and_name)
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
        {"txt", "- Good evening", "", "text/plain; charset=utf-8", "project-2.txt"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct reply *reply = export_of(NULL, target_of("FileFormatId=%s", rows[i].id));
        const char *disposition = target_of("attachment; filename=\"%s\"", rows[i].name);
        cr_assert_eq(reply->status, 200, "%s", rows[i].id);
        cr_expect_str_starts(buffer_text(&reply->body), rows[i].begin, "%s", rows[i].id);
        cr_expect_str_has(buffer_text(&reply->body), rows[i].inside, "%s", rows[i].id);
        cr_expect_str_eq(reply->type, rows[i].type);
        cr_expect_str_eq(query_get(&reply->headers, "Content-Disposition"), disposition);
    }
}

static const char *const colours[] = {"Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"};

Test(sandbox_param, eight_colours_are_written_where_words_are_highlighted)
{
    for (size_t i = 0; i < COUNT(colours); i++) {
        cr_expect_str_has(
            file_of(NULL, target_of("HighlightingMode=Words&UnhighlightedColor=%s", colours[i])),
            target_of("<font color=\"%s\" bgcolor=\"White\">", colours[i]));
        cr_expect_str_has(
            file_of(NULL, target_of("HighlightingMode=Words&UnhighlightedBackgroundColor=%s", colours[i])),
            target_of("<font color=\"White\" bgcolor=\"%s\">", colours[i]));
    }
}

#define HEADERS_OF_STL                                                                                       \
    "&CodePageNumber=any&DiskFormatCode=any&DisplayStandardCode=any&LanguageCode=any&UseBoxAroundText=any"

Test(sandbox_param, defaults_change_no_byte_nor_do_those_without_an_effect)
{
    static const char run[] =
        "TranscriptionProfile=default&DiarizationProfile=two&ExternalMessageStreams=any&"
        "CustomLabel=x&ContentDescription=The%20keeper%20of%20a%20dam";
    static const char *const rows[][4] = {
        {"", "FileFormatId=srt", run, "FileFormatId=srt"},
        {"", "FileFormatId=stl", run, "FileFormatId=stl"},
        {"", NOISES, run, NOISES},
        {"", "", "Lang=de-DE", ""}, /* the words are the recording's */
        {NULL, "", NULL, "FileFormatId=srt"},
        {NULL, "", NULL, "FileFormatId="},
        {NULL, "", NULL, "VariantId=default"},
        {NULL, "VariantId=CRLF", NULL, "VariantId=crlf"},
        {NULL, "", NULL, "Language=de-DE"},
        {NULL, "", NULL, "SubtitleLineLength=37"},
        {NULL, "RemoveNoises=false", NULL, "RemoveNoises=false&FormattingMode=None"},
        {NULL, "", NULL, "SpeakerSignPlacement=utteranceStartOnly"},
        {NULL, "CharsPerSecond=0.0001", NULL, "CharsPerSecond=0.000000000000000000000001"}, /* no overflow */
        {NULL, "", NULL, "UnhighlightedColor=Red"}, /* without Words there is nothing to tell apart */
        {NULL, "", NULL, "UnhighlightedBackgroundColor=Red"},
        {NULL, "FileFormatId=srt", NULL, "FileFormatId=srt" HEADERS_OF_STL},
        {NULL, "FileFormatId=stl", NULL, "FileFormatId=stl" HEADERS_OF_STL},
    };
    struct buffer all; /* the defaults that the contract names */
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_same(rows[i][0], rows[i][1], rows[i][2], rows[i][3]);
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < params_export.count; i++) {
        if (!params_export.rows[i].def)
            continue;
        buffer_printf(&all, "%s=", params_export.rows[i].name);
        param_encode(&all, params_export.rows[i].def);
        buffer_append_char(&all, '&');
    }
    expect_same(NULL, "", NULL, buffer_text(&all));
    buffer_free(&all);
}

/* A value that the sandbox does not know is accepted, changes no byte of the file, and is noted. */
Test(sandbox_param, an_unknown_value_of_a_text_has_no_effect_and_the_log_says_so)
{
    static const struct {
        const struct param_table *table;
        const char *name, *value;
    } rows[] = {
        {ENQUEUE, "TranscriptionProfile", "fast"},
        {ENQUEUE, "DiarizationProfile", "two-speakers"},
        {ENQUEUE, "ExternalMessageStreams", "scoreboard"},
        {EXPORT, "VariantId", "9"},
        {EXPORT, "FormattingMode", "Rich"},
        {EXPORT, "SpeakerSignPlacement", "above"},
        {EXPORT, "HighlightingMode", "Letters"},
        {EXPORT, "UnhighlightedColor", "Mauve"},
        {EXPORT, "UnhighlightedBackgroundColor", "7"},
    };
    static const char *const known[] = {"VariantId=CRLF&HighlightingMode=words", "Ellipsis=any",
                                        "SpeakerSign=any"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer line;
        char *query = mem_printf("%s=%s", rows[i].name, rows[i].value);
        const struct reply *reply = send_one(rows[i].table, rows[i].name, rows[i].value);
        cr_expect_eq(reply->status, 200, "%s", query);
        cr_expect_str_eq(reply->note, target_of("not known here and without effect: %s", rows[i].name));
        buffer_init(&line, BUFFER_MAX_DEFAULT);
        received_log(&control.received, rows[i].table->name, &line);
        cr_expect_str_has(buffer_text(&line),
                          target_of(": not known here and without effect: %s", rows[i].name));
        bool of_run = rows[i].table == ENQUEUE;
        expect_same("Lang=en-US", "", of_run ? query : "Lang=en-US", of_run ? "" : query);
        buffer_free(&line);
        free(query);
    }
    for (size_t i = 0; i < COUNT(known); i++)
        cr_expect_null(export_of(NULL, known[i])->note, "%s", known[i]);
    cr_expect_null(enqueue(2, "TranscriptionProfile=default&ContentDescription=any")->note);
}

/* --- what is measured in the file --- */

#define ARROW " --> "

/* The times of the captions in an srt file, the first 200 of them. */
static struct times {
    int64_t start[200], end[200];
    int count;
} times;

/* Reads them from an export; returns how long the last caption stays. */
static int64_t last_stays(const char *run, const char *query)
{
    const char *at = file_of(run, query);
    for (times.count = 0; (at = strstr(at, ARROW)) && times.count < 200; at++, times.count++) {
        times.start[times.count] = time_at(at - 12);
        times.end[times.count] = time_at(at + 5);
    }
    cr_assert_gt(times.count, 0, "no captions: %s", query);
    return times.end[times.count - 1] - times.start[times.count - 1];
}

/* The pause behind caption `index`, from 0, or the shortest pause of all for -1. */
static int64_t pause_of(const char *query, int index)
{
    int64_t shortest = INT64_MAX;
    last_stays(NULL, query);
    for (int i = 0; i + 1 < times.count; i++) {
        int64_t pause = times.start[i + 1] - times.end[i];
        if ((index < 0 || i == index) && pause < shortest)
            shortest = pause;
    }
    return shortest;
}

Test(sandbox_param, a_part_of_the_recording_is_what_was_asked_for_but_for_some_seconds)
{
    static const struct {
        const char *run;
        int64_t from_ms, to_ms;
    } rows[] = {
        {"StartTranscriptionAt=30", 30000, 235000},
        {"StartTranscriptionAt=30&StartTranscriptionAtSeconds=60", 60000, 235000},
        {"StartTranscriptionAtSeconds=60", 60000, 235000},
        {"StartTranscriptionAtSeconds=60&TranscriptionDurationInSeconds=30", 60000, 90000},
        {"TranscriptionDuration=20", 0, 20000},
        {"TranscriptionDuration=20&TranscriptionDurationInSeconds=40", 0, 40000},
        {"TranscriptionDurationInSeconds=100", 0, 100000},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        last_stays(rows[i].run, AS_SPOKEN);
        cr_expect_geq(times.start[0], rows[i].from_ms, "%s", rows[i].run);
        cr_expect_lt(times.start[0], rows[i].from_ms + 6000, "%s", rows[i].run);
        cr_expect_leq(times.end[times.count - 1], rows[i].to_ms, "%s", rows[i].run);
        cr_expect_gt(times.end[times.count - 1], rows[i].to_ms - 6000, "%s", rows[i].run);
    }
}

/* The last caption has 41 characters, the blank behind it counted, and nobody waits for its end. */
Test(sandbox_param, a_caption_stays_as_long_as_its_characters_and_the_shortest_time_ask_for)
{
    static const struct {
        const char *query;
        int64_t ms;
    } rows[] = {{"MinLineDurationMs=0&CharsPerSecond=9.9", 4141},
                {"MinLineDurationMs=0&CharsPerSecond=10", 4100},
                {"MinLineDurationMs=0&CharsPerSecond=10.1", 4059},
                {"CharsPerSecond=1000&MinLineDurationMs=3999", 3999},
                {"CharsPerSecond=1000&MinLineDurationMs=4000", 4000},
                {"CharsPerSecond=1000&MinLineDurationMs=4001", 4001}};
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(last_stays(NULL, rows[i].query), rows[i].ms, "%s", rows[i].query);
}

Test(sandbox_param, pauses_are_no_shorter_than_asked_for_and_those_up_to_a_length_are_filled)
{
    cr_expect_eq(pause_of("PauseBetweenCaptionsMs=79", -1), 79);
    cr_expect_eq(pause_of("PauseBetweenCaptionsMs=80", -1), 80);
    cr_expect_eq(pause_of("PauseBetweenCaptionsMs=81", -1), 81);
    cr_expect_eq(pause_of("PauseBetweenCaptionsMs=0", -1), 0);
    for (int i = 0; i < 5; i++) {
        int64_t pause = pause_of(AS_SPOKEN "&AutofillPauseBetweenCaptionsMs=0", i);
        cr_expect_gt(pause, 80, "captions that part on their own");
        for (int more = -1; more <= 1; more++)
            cr_expect_eq(
                pause_of(target_of(AS_SPOKEN "&AutofillPauseBetweenCaptionsMs=%d", (int)pause + more), i),
                more < 0 ? pause : 80, "caption %d, %d", i, more);
    }
}

/* The longest line of several words in the text of an export, in characters; it is ASCII and …. */
static int longest_line(const char *query)
{
    int longest = 0;
    for (const char *line = file_of(NULL, query); *line; line += *line == '\n') {
        int len = 0, words = 1;
        for (; *line && *line != '\n'; line++) {
            len += ((unsigned char)*line & 0xC0) != 0x80;
            words += *line == ' ';
        }
        longest = words > 1 && len > longest ? len : longest;
    }
    return longest;
}

Test(sandbox_param, lines_are_as_long_as_asked_for_two_at_most_and_a_caption_without_text_is_left_out)
{
    static const int lengths[] = {20, 36, 37, 38, 60};
    static const struct {
        const char *query;
        int empty;
    } rows[] = {{"", 0},
                {"KeepStripped=true", 3}, /* the kettle, the song, the applause */
                {"KeepStripped=true&RemoveNoises=false", 0}};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        int longest = longest_line(target_of("FileFormatId=txt&SubtitleLineLength=%d", lengths[i]));
        cr_expect_leq(longest, lengths[i]);
        cr_expect_gt(longest, lengths[i] - 5);
    }
    for (const char *at = file_of(NULL, "SubtitleLineLength=20"); (at = strstr(at, ARROW)); at++) {
        int lines = 0;
        for (const char *c = at; c < strstr(at, "\n\n"); c++)
            lines += *c == '\n';
        cr_assert_leq(lines, 2, "%.80s", at);
    }
    for (size_t i = 0; i < COUNT(rows); i++) {
        int empty = 0;
        for (const char *at = file_of(NULL, rows[i].query); (at = strstr(at, ARROW)); at++)
            empty += strncmp(at + strlen(" --> 00:00:00,000"), "\n\n", 2) == 0;
        cr_expect_eq(empty, rows[i].empty, "%s", rows[i].query);
    }
}

Test(sandbox_param, of_one_given_twice_only_the_last_value_counts)
{
    cr_expect_eq(enqueue(1, "WithPPC=maybe&Lang=x&WithPPC=false&Lang=en-US")->status, 200, "%s",
                 reply_message());
    cr_expect(json_is_false(reply_at("Data.TranscriptionConfig.WithPPC")));
    cr_expect_str_eq(reply_text("Data.TranscriptionConfig.Language"), "en-US");
    cr_expect_eq(enqueue(6, "WithPPC=false&WithPPC=maybe")->status, 422);
}

/* --- recordings of any length, words of any kind --- */

/* Cuts a transcript into captions and writes their file. Caller frees both. */
static void write_file(struct buffer *file, struct cues *captions, const struct transcript *transcript,
                       const char *export)
{
    struct param_set *set = set_of(&params_export, export);
    struct caption_options options;
    char *note = NULL;
    cr_assert_null(caption_options_read(&options, set, "cs-CZ", &note));
    cr_assert_null(note);
    cues_make(captions, transcript, &options);
    buffer_init(file, (size_t)1 << 28);
    cues_write(file, captions, &options);
    param_set_free(set);
}

Test(sandbox_param, no_caption_outlives_the_recording_or_begins_before_the_one_before_ends)
{
    static const char *const runs[] = {
        "", "WithDraft=true&WithVAD=false&WithSongParagraphs=true&WithPPC=false",
        "StartTranscriptionAtSeconds=50&TranscriptionDurationInSeconds=1000000", ""};
    static const char *const exports[] = {"", "RemoveNoises=false&MinLineDurationMs=60000&CharsPerSecond=0.5",
                                          "SubtitleLineLength=1&ForceSingleLine=true",
                                          "PauseBetweenCaptionsMs=60000"};
    static const int64_t lengths[] = {0, 50000, 90000, 235000, 1068360, 9067040};
    for (size_t i = 0; i < 4 * COUNT(lengths); i++) {
        struct param_set *run = set_of(&params_enqueue, runs[i % 4]);
        struct transcript transcript;
        struct buffer file;
        struct cues captions = {0};
        int64_t end = 0, length = lengths[i / 4];
        transcript_make(&transcript, run, length);
        write_file(&file, &captions, &transcript, exports[i % 4]);
        for (size_t j = 0; j < captions.count; j++) {
            cr_assert_geq(captions.rows[j].start_ms, end, "%lld, %s", (long long)length, exports[i % 4]);
            end = captions.rows[j].end_ms;
            cr_assert_geq(end, captions.rows[j].start_ms);
        }
        cr_expect_leq(end, length, "%s", exports[i % 4]);
        if (i % 4 == 0) /* it is filled, with the text again and again where it is long */
            cr_expect_geq(end, length - 40000, "%lld", (long long)length);
        cues_free(&captions);
        buffer_free(&file);
        transcript_free(&transcript);
        param_set_free(run);
    }
}

/* A name, a sign or an ellipsis may have been given with a control character. */
Test(sandbox_param, a_text_from_outside_ends_no_line_is_escaped_in_vtt_and_capitals_go_beyond_ascii)
{
    static const char *const rows[][4] = {
        /* the word, what is asked for, what the file has and lacks */
        {"one\n\ntwo", "FileFormatId=srt", "two", "one\n"},
        {"one\n\ntwo", "FileFormatId=txt", "two", "one\n"},
        {"one\n\ntwo", "FileFormatId=vtt", "two", "one\n"},
        {"a<b>&\"c", "FileFormatId=vtt&SpeakerSign=", "\na&lt;b&gt;&amp;\"c\n", "<b>"},
        {"večeře", "MakeAllUpperCase=true", "VEČEŘE", "večeře"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct transcript_token token = {.end_ms = 2000, .utterance = true, .sentence_end = true};
        struct transcript transcript = {.tokens = &token, .count = 1, .length_ms = 2000};
        struct buffer file;
        struct cues captions = {0};
        buffer_init(&transcript.texts, BUFFER_MAX_DEFAULT);
        buffer_append(&transcript.texts, rows[i][0], strlen(rows[i][0]) + 1);
        write_file(&file, &captions, &transcript, rows[i][1]);
        cr_expect_str_has(buffer_text(&file), rows[i][2]);
        cr_expect_str_lacks(buffer_text(&file), rows[i][3]);
        buffer_free(&transcript.texts);
        buffer_free(&file);
        cues_free(&captions);
    }
}
