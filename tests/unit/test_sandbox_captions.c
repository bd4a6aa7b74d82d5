/* Each enqueue parameter that shapes a transcript and each export parameter has the effect that
 * docs/SANDBOX.md says. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define LENGTH_MS 235000

static struct buffer text;

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    buffer_init(&text, BUFFER_MAX_DEFAULT);
}

static void teardown(void)
{
    buffer_free(&text);
}

TestSuite(captions, .init = setup, .fini = teardown);

/* The words of the recording transcribed with these values, parted by blanks. */
static const char *words(const char *values)
{
    struct param_set *run = set_of(&params_enqueue, values);
    struct transcript transcript;
    transcript_make(&transcript, run, LENGTH_MS);
    buffer_clear(&text);
    for (size_t i = 0; i < transcript.count; i++)
        buffer_printf(&text, "%s ", transcript_text(&transcript, i));
    transcript_free(&transcript);
    param_set_free(run);
    return buffer_text(&text);
}

/* --- enqueue --- */

#define HAS(hay, needle)   cr_assert_str_has(hay, needle)
#define LACKS(hay, needle) cr_assert_str_lacks(hay, needle)

Test(captions, the_recording_decides_what_is_said_whatever_the_language)
{
    HAS(words("Lang=en-GB"), "Good evening, and thank you");
    HAS(words("Lang=cs-CZ"), "Good evening, and thank you");
}

Test(captions, punctuation_can_be_left_out_but_not_within_times)
{
    LACKS(words("Lang=en&WithPunctuation=false"), ",");
    HAS(words("Lang=en&WithPunctuation=false"), "Monday at 07:30 ");
}

Test(captions, without_post_processing_numbers_are_words_and_letters_are_small)
{
    HAS(words("Lang=en"), "31 years. What");
    HAS(words("Lang=en&WithPPC=false"), "thirty-one years. what");
}

Test(captions, the_users_rules_replace_what_was_heard)
{
    HAS(words("Lang=en"), "Steno does that.");
    HAS(words("Lang=en&WithUserLex=false"), "stenno does that.");
}

Test(captions, a_song_is_a_paragraph_only_when_asked_for)
{
    HAS(words("Lang=en"), "[music]");
    HAS(words("Lang=en&WithSongParagraphs=true"), "the river runs low");
}

Test(captions, without_voice_detection_breath_is_heard)
{
    LACKS(words("Lang=en"), "[breath]");
    HAS(words("Lang=en&WithVAD=false"), "[breath]");
}

Test(captions, a_draft_ends_with_unstable_words)
{
    LACKS(words("Lang=en"), "and then maybe");
    cr_assert_str_eq(words("Lang=en&WithDraft=true") + strlen(words("Lang=en&WithDraft=true")) - 15,
                     "and then maybe ");
}

/* The first start and the last end of a transcript made with these values. */
static void span(const char *values, int64_t *start_ms, int64_t *end_ms)
{
    struct param_set *run = set_of(&params_enqueue, values);
    struct transcript transcript;
    transcript_make(&transcript, run, LENGTH_MS);
    *start_ms = transcript.tokens[0].start_ms;
    *end_ms = transcript.tokens[transcript.count - 1].end_ms;
    transcript_free(&transcript);
    param_set_free(run);
}

Test(captions, only_the_part_that_was_asked_for_is_transcribed)
{
    int64_t start, end;
    span("StartTranscriptionAtSeconds=30.5&TranscriptionDurationInSeconds=20", &start, &end);
    cr_assert(start >= 30500 && start < 35000);
    cr_assert(end <= 50500 && end > 40000);
    span("StartTranscriptionAt=30&TranscriptionDuration=20", &start, &end);
    cr_assert(start >= 30000 && end <= 50000);
    span("", &start, &end);
    cr_assert(start < 2000 && end <= LENGTH_MS && end > LENGTH_MS - 10000);
}

/* The file of the recording, transcribed and exported with these values. */
static const char *file(const char *enqueue, const char *export)
{
    struct param_set *run = set_of(&params_enqueue, enqueue), *set = set_of(&params_export, export);
    struct transcript transcript;
    struct cues captions;
    struct caption_options options;
    struct value_unknown unknown = {0};
    transcript_make(&transcript, run, LENGTH_MS);
    cr_assert_null(caption_options_read(&options, set, "en-US", &unknown), "%s", export);
    cues_make(&captions, &transcript, &options);
    buffer_clear(&text);
    cues_write(&text, &captions, &options);
    cues_free(&captions);
    transcript_free(&transcript);
    param_set_free(run);
    param_set_free(set);
    return buffer_text(&text);
}

#define EN "Lang=en-US"

/* --- export: text --- */

Test(captions, srt_begins_as_a_reader_expects)
{
    static const char begin[] = "1\n00:00:00,800 --> 00:00:05,320\n- Good evening, and thank you for\n"
                                "coming on such a wet night.\n\n2\n";
    cr_assert_str_starts(file(EN, ""), begin);
}

Test(captions, vtt_begins_as_a_reader_expects)
{
    HAS(file(EN, "FileFormatId=vtt"),
        "WEBVTT\n\nNOTE Language: en-US\n\n00:00:00.800 --> 00:00:05.320\n- Good evening");
}

/* The longest line of several words in an srt file, and the most lines in a caption. */
static size_t longest_line(const char *srt, size_t *most_lines)
{
    size_t longest = 0, lines = 0;
    *most_lines = 0;
    while (*srt) {
        size_t len = strcspn(srt, "\n");
        char line[512];
        cr_assert(len < sizeof line);
        memcpy(line, srt, len);
        line[len] = '\0';
        if (len == 0 || strstr(line, " --> "))
            lines = 0;
        else if (++lines > 0 && strchr(line, ' ') && (size_t)caption_length(line, len) > longest)
            longest = (size_t)caption_length(line, len);
        *most_lines = lines > *most_lines ? lines : *most_lines;
        srt += len + (srt[len] == '\n');
    }
    return longest;
}

Test(captions, lines_keep_to_their_length_and_number)
{
    size_t lines, longest = longest_line(file(EN, "SubtitleLineLength=20"), &lines);
    cr_assert(longest <= 20 && longest > 15, "%zu", longest);
    cr_assert_eq(lines, 2);
    longest = longest_line(file(EN, "SubtitleLineLength=60&ForceSingleLine=true"), &lines);
    cr_assert(longest <= 60 && longest > 40, "%zu", longest);
    cr_assert_eq(lines, 1);
}

Test(captions, a_word_that_is_longer_than_a_line_has_one_of_its_own)
{
    HAS(file(EN, ""), "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n");
    HAS(file(EN, "ForceSingleLine=true"),
        "\nIntermediate-Valley-Reservoir-Seepage-Observation-Programme.\n\n");
}

Test(captions, a_sentence_of_several_captions_is_parted_where_no_word_stands_alone)
{
    HAS(file(EN, ""), "\n- Thank you. I walked, so the rain\nand I are old friends by now.\n\n");
    HAS(file(EN, ""), "\n- Tell me about a morning at the dam,\n\n"); /* a comma near the middle */
    HAS(file(EN, ""), "\nfor somebody who only knows it from\nthe road.\n\n");
    HAS(file(EN, "ForceSingleLine=true"), "\nAre you ever afraid of it, at night?\n\n");
    HAS(file(EN, ""), "\ntons of water, and it leans on us,…\n\n"); /* a gap ends it anyway */
    HAS(file(EN, ""), "because of a drip\nthat –\n\n");             /* a dash stays with its word */
}

Test(captions, a_removed_noise_leaves_no_trace_unless_it_is_kept)
{
    HAS(file(EN, ""), "- Steno does that. I only correct the\n");
    HAS(file(EN, "RemoveNoises=false"), "- Steno does that. [cough] I only\n");
    HAS(file(EN, "KeepInnerLinesStripped=true"), "- Steno does that.\n\n");
}

Test(captions, noises_are_removed_unless_they_are_kept)
{
    LACKS(file(EN, ""), "[laughter]");
    HAS(file(EN, "RemoveNoises=false"), "[laughter]");
}

/* Has an srt file a caption without text? */
static bool has_empty_caption(const char *srt)
{
    for (const char *arrow; (arrow = strstr(srt, " --> ")); srt = arrow + 1) {
        if (strstr(arrow, "\n\n") == arrow + strlen(" --> 00:00:00,000"))
            return true;
    }
    return false;
}

Test(captions, captions_that_lost_all_text_are_kept_when_asked_for)
{
    cr_assert_not(has_empty_caption(file(EN, "")));
    cr_assert(has_empty_caption(file(EN, "KeepStripped=true")));
}

Test(captions, inner_lines_that_lost_all_text_are_kept_when_asked_for)
{
    LACKS(file(EN, "SubtitleLineLength=60"), "you.\n\n\n");
    HAS(file(EN, "SubtitleLineLength=60&KeepInnerLinesStripped=true"), "you.\n\n\n");
}

Test(captions, a_gap_within_a_sentence_gets_the_ellipsis_on_both_sides)
{
    HAS(file(EN, ""), "The water is the same,…\n");
    HAS(file(EN, ""), "\n…but the reports");
    HAS(file(EN, "Ellipsis=..."), "same,...\n");
    LACKS(file(EN, "Ellipsis="), "…");
    LACKS(file(EN, "EllipsisGapDurationMs=5000"), "…");
}

Test(captions, the_speaker_sign_stands_where_it_is_placed)
{
    HAS(file(EN, "SpeakerSign=%3E%3E"), ">> Thank you.");
    LACKS(file(EN, "SpeakerSign="), "- ");
    LACKS(file(EN, ""), "- the level");
    HAS(file(EN, "SpeakerSignPlacement=everyCaption"), "\n- …but the reports");
    HAS(file(EN, "SpeakerSignPlacement=everyLine"), "\n- coming on such a wet night.");
}

Test(captions, speakers_have_numbers_or_names_or_are_not_told_apart)
{
    HAS(file(EN, "UseSpeakerName=true"), "- Speaker 2: Thank you.");
    HAS(file(EN "&WithSpeakerId=true", "UseSpeakerName=true"), "- Peter Novak: Thank you.");
    LACKS(file(EN "&WithDiarization=false", "UseSpeakerName=true"), "Speaker 2");
}

Test(captions, capitals_go_beyond_ascii)
{
    buffer_clear(&text);
    caption_capitals(&text, "večeře");
    cr_assert_str_eq(buffer_text(&text), "VEČEŘE");
}

Test(captions, right_to_left_lines_are_marked)
{
    HAS(file(EN, "IsRightToLeft=true"), "\n\xE2\x80\xAB- Good evening, and thank you for\xE2\x80\xAC\n");
}

Test(captions, formatting_tags_set_songs_and_noises_in_italics)
{
    LACKS(file(EN, "RemoveNoises=false"), "<i>");
    HAS(file(EN, "RemoveNoises=false&FormattingMode=Tags"), "<i>[music]</i>");
}

Test(captions, highlighting_uses_both_colours)
{
    LACKS(file(EN, "UnhighlightedColor=Red"), "Red");
    HAS(file(EN, "HighlightingMode=Words&UnhighlightedColor=Red&UnhighlightedBackgroundColor=Blue"),
        "<font color=\"Red\" bgcolor=\"Blue\">- Good evening");
    HAS(file(EN, "FileFormatId=vtt&HighlightingMode=Words&UnhighlightedColor=Red"),
        "<c.red.bg_white>- Good <00:00:01.180>evening,");
}

Test(captions, the_crlf_variant_has_a_mark_and_its_line_ends)
{
    cr_assert_str_starts(file(EN, "VariantId=crlf"), "\xEF\xBB\xBF"
                                                     "1\r\n00:00:00,800");
}

/* --- export: times --- */

/* Captions of the recording with these export values; freed by the caller. */
static void make(struct cues *captions, const char *export)
{
    struct param_set *run = set_of(&params_enqueue, EN), *set = set_of(&params_export, export);
    struct transcript transcript;
    struct caption_options options;
    struct value_unknown unknown = {0};
    transcript_make(&transcript, run, LENGTH_MS);
    cr_assert_null(caption_options_read(&options, set, "en-US", &unknown));
    cues_make(captions, &transcript, &options);
    transcript_free(&transcript);
    param_set_free(run);
    param_set_free(set);
}

/* The shortest pause between captions. */
static int64_t shortest_pause(const char *export)
{
    struct cues captions;
    int64_t shortest = INT64_MAX;
    make(&captions, export);
    for (size_t i = 1; i < captions.count; i++) {
        int64_t pause = captions.rows[i].start_ms - captions.rows[i - 1].end_ms;
        shortest = pause < shortest ? pause : shortest;
    }
    cues_free(&captions);
    return shortest;
}

Test(captions, captions_keep_the_pause_and_never_overlap)
{
    cr_assert_eq(shortest_pause(""), 80);
    cr_assert_eq(shortest_pause("PauseBetweenCaptionsMs=200"), 200);
    cr_assert_geq(shortest_pause("PauseBetweenCaptionsMs=60000"), 0);
}

Test(captions, short_pauses_are_filled_by_the_caption_before)
{
    struct cues captions;
    make(&captions, "AutofillPauseBetweenCaptionsMs=60000");
    for (size_t i = 1; i < captions.count; i++)
        cr_assert_eq(captions.rows[i].start_ms - captions.rows[i - 1].end_ms, 80);
    cues_free(&captions);
}

/* How long all captions stay together. */
static int64_t total_ms(const char *export)
{
    struct cues captions;
    int64_t total = 0;
    make(&captions, export);
    for (size_t i = 0; i < captions.count; i++)
        total += captions.rows[i].end_ms - captions.rows[i].start_ms;
    cues_free(&captions);
    return total;
}

Test(captions, captions_stay_longer_for_slow_readers_and_by_the_shortest_time)
{
    cr_assert_gt(total_ms("CharsPerSecond=5"), total_ms("CharsPerSecond=40"));
    cr_assert_gt(total_ms("MinLineDurationMs=9000"), total_ms("MinLineDurationMs=0"));
}
