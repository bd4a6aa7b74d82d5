/* The recording: however long it is, it is filled with the text, and no caption outlives it; its text files
 * keep to their standards. What each parameter does: test_sandbox_param.c. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define COUNT(a)    (sizeof(a) / sizeof(a)[0])
#define LENGTH_MS   235000 /* of one reading of the text */
#define END_ROOM_MS 2500   /* the seconds at the end are silent */

static struct buffer file; /* what was written last, and of what */
static struct cues captions;

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    buffer_init(&file, (size_t)1 << 28);
}

static void teardown(void)
{
    cues_free(&captions);
    buffer_free(&file);
}

TestSuite(recording, .init = setup, .fini = teardown);

/* The transcript of a recording, with these values. */
static void transcribe(struct transcript *transcript, int64_t length_ms, const char *enqueue)
{
    struct param_set *run = set_of(&params_enqueue, enqueue);
    transcript_make(transcript, run, length_ms);
    param_set_free(run);
}

/* Cuts a transcript into captions and writes their file. */
static const char *write_file(const struct transcript *transcript, const char *export)
{
    struct param_set *set = set_of(&params_export, export);
    struct caption_options options;
    char *note = NULL;
    cr_assert_null(caption_options_read(&options, set, "cs-CZ", &note));
    cr_assert_null(note);
    cues_free(&captions);
    cues_make(&captions, transcript, &options);
    buffer_clear(&file);
    cues_write(&file, &captions, &options);
    param_set_free(set);
    return buffer_text(&file);
}

/* The file of a recording of this length. */
static const char *write_recording(int64_t length_ms, const char *enqueue, const char *export)
{
    struct transcript transcript;
    transcribe(&transcript, length_ms, enqueue);
    write_file(&transcript, export);
    transcript_free(&transcript);
    return buffer_text(&file);
}

/* The file of one caption of one word. */
static const char *write_word(const char *word, const char *export)
{
    struct transcript_token token = {.end_ms = 2000, .utterance = true, .sentence_end = true};
    struct transcript transcript = {.tokens = &token, .count = 1, .length_ms = 2000};
    buffer_init(&transcript.texts, BUFFER_MAX_DEFAULT);
    buffer_append(&transcript.texts, word, strlen(word) + 1);
    write_file(&transcript, export);
    buffer_free(&transcript.texts);
    return buffer_text(&file);
}

Test(recording, no_caption_outlives_it_and_none_begins_before_the_one_before_ends)
{
    static const char *const runs[] = {
        "", "WithDraft=true&WithVAD=false&WithSongParagraphs=true&WithPPC=false",
        "StartTranscriptionAtSeconds=50&TranscriptionDurationInSeconds=1000000"};
    static const char *const exports[] = {"", "RemoveNoises=false&MinLineDurationMs=60000&CharsPerSecond=0.5",
                                          "SubtitleLineLength=1&ForceSingleLine=true",
                                          "PauseBetweenCaptionsMs=60000"};
    static const int64_t lengths[] = {0, 50000, 90000, LENGTH_MS, 1068360, 9067040};
    for (size_t i = 0; i < COUNT(exports) * COUNT(lengths); i++) {
        const char *export = exports[i % COUNT(exports)];
        int64_t end = 0, length = lengths[i / COUNT(exports)];
        write_recording(length, runs[i % COUNT(exports) % 3], export);
        for (size_t j = 0; j < captions.count; j++) {
            cr_assert_geq(captions.rows[j].start_ms, end, "%lld, %s", (long long)length, export);
            end = captions.rows[j].end_ms;
            cr_assert_geq(end, captions.rows[j].start_ms);
        }
        cr_assert_leq(end, length, "%s", export);
    }
}

/* How often the words of a recording contain a text. */
static int times_said(int64_t length_ms, const char *part)
{
    struct transcript transcript;
    int count = 0;
    transcribe(&transcript, length_ms, "");
    buffer_clear(&file);
    for (size_t i = 0; i < transcript.count; i++)
        buffer_printf(&file, "%s ", transcript_text(&transcript, i));
    for (const char *at = buffer_text(&file); (at = strstr(at, part)); at += strlen(part))
        count++;
    transcript_free(&transcript);
    return count;
}

Test(recording, one_that_is_longer_than_its_text_has_it_again_and_a_shorter_one_ends_within_it)
{
    cr_expect_eq(times_said(LENGTH_MS, "Good evening, and thank you for coming"), 1);
    cr_expect_eq(times_said(LENGTH_MS, "It is always wet."), 1);
    cr_expect_gt(times_said(10 * LENGTH_MS, "Good evening, and thank you for coming"), 4);
    size_t before = 0;
    for (int64_t length = 0; length <= 200000; length += 50000) {
        struct transcript transcript;
        transcribe(&transcript, length, "");
        cr_expect(length == 0 ? transcript.count == 0 : transcript.count > before, "%lld", (long long)length);
        before = transcript.count;
        if (before > 0)
            cr_expect_leq(transcript.tokens[before - 1].end_ms, length - END_ROOM_MS);
        transcript_free(&transcript);
    }
}

/* --- the time of a word is the recording's --- */

/* The start of the first token with this text. */
static int64_t start_of(const char *enqueue, const char *text)
{
    struct transcript transcript;
    int64_t start = -1;
    transcribe(&transcript, LENGTH_MS, enqueue);
    for (size_t i = 0; i < transcript.count && start < 0; i++) {
        if (strcmp(transcript_text(&transcript, i), text) == 0)
            start = transcript.tokens[i].start_ms;
    }
    transcript_free(&transcript);
    cr_assert_geq(start, 0, "nobody says “%s” with %s", text, enqueue);
    return start;
}

Test(recording, a_word_has_its_time_whatever_was_enqueued)
{
    static const char *const runs[] = {"WithPPC=false",         "WithVAD=false",
                                       "WithUserLex=false",     "WithSongParagraphs=true",
                                       "WithDiarization=false", "StartTranscriptionAtSeconds=100"};
    int64_t start = start_of("", "microphone.");
    for (size_t i = 0; i < COUNT(runs); i++)
        cr_expect_eq(start_of(runs[i], "microphone."), start, "%s", runs[i]);
    cr_expect_eq(start_of("WithPunctuation=false", "microphone"), start);
    cr_expect_eq(start_of("", "[music]"), start_of("WithSongParagraphs=true", "Oh"));
}

/* --- files --- */

Test(recording, vtt_word_times_rise_and_lie_inside_their_cue)
{
    static const char *const exports[] = {
        "FileFormatId=vtt&HighlightingMode=Words",
        "FileFormatId=vtt&HighlightingMode=Words&SpeakerSignPlacement=everyLine&UseSpeakerName=true",
        "FileFormatId=vtt&HighlightingMode=Words&PauseBetweenCaptionsMs=900"};
    for (size_t i = 0; i < COUNT(exports); i++) {
        const char *at = write_recording(400000, "WithPPC=false", exports[i]);
        size_t words = 0;
        for (const char *arrow; (arrow = strstr(at, " --> "));) {
            int64_t last = time_at(arrow - 12), end = time_at(arrow + 5);
            const char *stop = strstr(arrow, "\n\n");
            cr_assert_lt(last, end);
            stop = stop ? stop : arrow + strlen(arrow);
            for (at = arrow; (at = strstr(at, "<0")) && at < stop; at++, words++) {
                cr_assert_gt(time_at(at + 1), last, "%.30s", at);
                cr_assert_lt(time_at(at + 1), end, "%.30s", at);
                last = time_at(at + 1);
            }
            at = stop;
        }
        cr_assert_gt(words, 300);
    }
}

Test(recording, a_caption_has_two_lines_at_most)
{
    const char *text = write_recording(400000, "", "SubtitleLineLength=20");
    for (const char *arrow; (arrow = strstr(text, " --> ")); text = arrow + 1) {
        const char *end = strstr(arrow, "\n\n");
        int lines = 0;
        for (const char *c = arrow; c < end; c++)
            lines += *c == '\n';
        cr_assert_leq(lines, 2, "%.80s", arrow);
    }
}

/* A name, a sign or an ellipsis may have been given with a control character. */
Test(recording, a_text_from_outside_ends_no_line_is_escaped_in_vtt_and_capitals_go_beyond_ascii)
{
    static const char *const exports[] = {"FileFormatId=srt", "FileFormatId=txt", "FileFormatId=vtt"};
    for (size_t i = 0; i < COUNT(exports); i++)
        cr_expect_str_lacks(write_word("one\n\ntwo", exports[i]), "one\n", "%s", exports[i]);
    cr_expect_str_has(write_word("a<b>&\"c", "FileFormatId=vtt&SpeakerSign="), "\na&lt;b&gt;&amp;\"c\n");
    cr_expect_str_has(write_word("večeře", "MakeAllUpperCase=true"), "VEČEŘE");
}
