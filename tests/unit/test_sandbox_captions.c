/* The recording: however long it is, it is filled with the text, and no caption outlives it; its text files
 * keep to their standards. What each parameter does: test_sandbox_param.c. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define LENGTH_MS 235000 /* of one reading of the text */

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
    struct param_set *run = set_of(&params_enqueue, enqueue);
    struct transcript transcript;
    transcript_make(&transcript, run, length_ms);
    write_file(&transcript, export);
    param_set_free(run);
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
        if (i % COUNT(exports) ==
            0) /* it is filled, again and again where it is long, but for its silent end */
            cr_expect_geq(end, length - 40000, "%lld", (long long)length);
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
