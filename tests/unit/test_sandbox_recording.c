/* The recording: however long it is, it is filled with the text, and no caption outlives it. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

TestSuite(recording, .init = setup);

#define LENGTH_MS   235000 /* of one reading of the text */
#define END_ROOM_MS 2500   /* the seconds at the end are silent */

/* The transcript of a recording, with these values. */
static void transcribe(struct transcript *transcript, int64_t length_ms, const char *enqueue)
{
    struct param_set *run = set_of(&params_enqueue, enqueue);
    transcript_make(transcript, run, length_ms);
    param_set_free(run);
}

/* How often its words contain a text. */
static int times_said(int64_t length_ms, const char *part)
{
    struct transcript transcript;
    struct buffer text;
    int count = 0;
    transcribe(&transcript, length_ms, "");
    buffer_init(&text, (size_t)1 << 28);
    for (size_t i = 0; i < transcript.count; i++)
        buffer_printf(&text, "%s ", transcript_text(&transcript, i));
    for (const char *at = buffer_text(&text); (at = strstr(at, part)); at += strlen(part))
        count++;
    transcript_free(&transcript);
    buffer_free(&text);
    return count;
}

Test(recording, no_caption_outlives_it_and_none_begins_before_the_one_before_ends)
{
    static const char *const runs[] = {
        "", "WithDraft=true&WithVAD=false&WithSongParagraphs=true&WithPPC=false",
        "StartTranscriptionAtSeconds=50&TranscriptionDurationInSeconds=1000000"};
    static const char *const exports[] = {"", "RemoveNoises=false&MinLineDurationMs=60000&CharsPerSecond=0.5",
                                          "SubtitleLineLength=1&ForceSingleLine=true"};
    static const int64_t lengths[] = {0, 50000, 90000, LENGTH_MS, 1068360, 9067040};
    for (size_t i = 0; i < 3 * sizeof lengths / sizeof lengths[0]; i++) {
        struct transcript transcript;
        struct cues captions;
        struct caption_options options;
        char *note = NULL;
        struct param_set *set = set_of(&params_export, exports[i % 3]);
        int64_t end = 0;
        transcribe(&transcript, lengths[i / 3], runs[i % 3]);
        cr_assert_null(caption_options_read(&options, set, "en-US", &note));
        cues_make(&captions, &transcript, &options);
        for (size_t j = 0; j < captions.count; j++) {
            cr_assert_geq(captions.rows[j].start_ms, end, "%lld", (long long)lengths[i / 3]);
            end = captions.rows[j].end_ms;
            cr_assert_geq(end, captions.rows[j].start_ms);
        }
        cr_assert_leq(end, lengths[i / 3], "%s", exports[i % 3]);
        cues_free(&captions);
        transcript_free(&transcript);
        param_set_free(set);
    }
}

Test(recording, one_that_is_longer_than_its_text_has_it_again)
{
    cr_expect_eq(times_said(LENGTH_MS, "Good evening, and thank you for coming"), 1);
    cr_expect_eq(times_said(LENGTH_MS, "It is always wet."), 1);
    cr_expect_gt(times_said(10 * LENGTH_MS, "Good evening, and thank you for coming"), 4);
}

Test(recording, one_that_is_shorter_than_its_text_ends_within_it)
{
    size_t before = 0;
    for (int64_t length = 0; length <= 200000; length += 50000) {
        struct transcript transcript;
        transcribe(&transcript, length, "");
        cr_expect(length == 0 ? transcript.count == 0 : transcript.count > before, "%lld", (long long)length);
        before = transcript.count;
        if (before > 0)
            cr_expect_leq(transcript.tokens[before - 1].end_ms, length - END_ROOM_MS, "%lld",
                          (long long)length);
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
    int64_t start = start_of("", "microphone.");
    cr_assert_eq(start_of("WithPPC=false", "microphone."), start);
    cr_assert_eq(start_of("WithPunctuation=false", "microphone"), start);
    cr_assert_eq(start_of("WithVAD=false", "microphone."), start);
    cr_assert_eq(start_of("WithUserLex=false", "microphone."), start);
    cr_assert_eq(start_of("WithSongParagraphs=true", "microphone."), start);
    cr_assert_eq(start_of("WithDiarization=false", "microphone."), start);
    cr_assert_eq(start_of("StartTranscriptionAtSeconds=100", "microphone."), start);
    cr_assert_eq(start_of("", "[music]"), start_of("WithSongParagraphs=true", "Oh"));
}

Test(recording, a_number_in_words_shares_the_time_that_it_takes_in_digits)
{
    struct transcript digits, spelled;
    transcribe(&digits, LENGTH_MS, "");
    transcribe(&spelled, LENGTH_MS, "WithPPC=false");
    cr_assert_gt(spelled.count, digits.count);
    cr_assert_eq(spelled.tokens[spelled.count - 1].end_ms, digits.tokens[digits.count - 1].end_ms);
    for (size_t i = 1; i < spelled.count; i++) {
        cr_assert_str_lacks(transcript_text(&spelled, i), " ");
        cr_assert_geq(spelled.tokens[i].start_ms, spelled.tokens[i - 1].end_ms);
        cr_assert_gt(spelled.tokens[i].end_ms, spelled.tokens[i].start_ms);
    }
    transcript_free(&digits);
    transcript_free(&spelled);
}
