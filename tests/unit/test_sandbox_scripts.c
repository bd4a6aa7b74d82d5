/* What is said in the recordings: each has a text of its own, as long as itself, with all that a tester of
 * captions looks for; nothing outlives it, and keywords are words that are said when they are said to be. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "cues.h"
#include "query.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "world.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static void setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

TestSuite(scripts, .init = setup);

#define END_ROOM_MS 2500 /* the seconds at the end are silent */
#define GENERATED   4    /* patterns of --projects */

static int64_t length_of(const struct seed *seed)
{
    int64_t ms = 0;
    cr_assert(length_parse(seed->length, &ms), "%s", seed->length);
    return ms;
}

/* The transcript of a project's recording, as it would be with these values. */
static void transcribe(struct transcript *transcript, int64_t id, const char *enqueue)
{
    struct param_set *run = set_of(&params_enqueue, enqueue);
    const struct seed *seed = seed_for(id);
    transcript_make(transcript, run, script_find(seed->script), length_of(seed));
    param_set_free(run);
}

/* Its captions. */
static void make(struct cues *captions, int64_t id, const char *enqueue, const char *export)
{
    struct transcript transcript;
    struct param_set *set = set_of(&params_export, export);
    struct cue_options options;
    struct value_unknown unknown = {0};
    transcribe(&transcript, id, enqueue);
    cr_assert_null(cues_options_read(&options, set, &unknown));
    cues_make(captions, &transcript, &options);
    transcript_free(&transcript);
    param_set_free(set);
}

/* All words of a transcript, parted by blanks; caller frees. */
static char *words_of(int64_t id, const char *enqueue)
{
    struct transcript transcript;
    struct buffer text;
    transcribe(&transcript, id, enqueue);
    buffer_init(&text, (size_t)1 << 28);
    for (size_t i = 0; i < transcript.count; i++)
        buffer_printf(&text, "%s ", transcript_text(&transcript, i));
    transcript_free(&transcript);
    return buffer_take(&text);
}

/* How often a text contains another. */
static int times_in(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* The script of one of the twelve that is spoken, or NULL. */
static const struct script *spoken(int64_t id)
{
    const struct seed *seed = seed_for(id);
    return seed->silent ? NULL : script_find(seed->script);
}

Test(scripts, each_project_has_a_text_of_its_own_in_its_language)
{
    for (int64_t a = 1; a <= SEED_DEFAULT_COUNT; a++) {
        const struct script *one = script_find(seed_for(a)->script);
        const char *language = seed_for(a)->language;
        cr_assert(!language || strcmp(language, one->language) == 0, "project %lld", (long long)a);
        for (int64_t b = 1; b < a; b++) {
            const struct script *two = script_find(seed_for(b)->script);
            cr_assert_neq(one, two);
            for (size_t i = 0; i < one->line_count; i++) {
                for (size_t j = 0; j < two->line_count && one->lines[i].kind == SCRIPT_SAY; j++)
                    cr_assert_str_neq(one->lines[i].text, two->lines[j].text);
            }
        }
    }
    cr_assert_str_eq(script_find(seed_for(4)->script)->language, "de-DE");
    cr_assert_str_eq(script_find(seed_for(6)->script)->language, "cs-CZ");
    cr_assert_eq(script_count, SEED_DEFAULT_COUNT);
}

Test(scripts, words_fill_the_recording)
{
    for (int64_t id = 1; id <= SEED_DEFAULT_COUNT + GENERATED; id++) {
        struct transcript transcript;
        if (!spoken(id) || seed_for(id)->no_media)
            continue;
        transcribe(&transcript, id, "");
        const struct transcript_token *last = &transcript.tokens[transcript.count - 1];
        cr_expect_leq(transcript.length_ms - last->end_ms, 60000, "%lld", (long long)id);
        cr_expect_leq(transcript.tokens[0].start_ms, 3000, "%lld", (long long)id);
        transcript_free(&transcript);
    }
}

Test(scripts, no_caption_outlives_the_recording_and_none_begins_before_the_one_before_ends)
{
    static const char *const runs[] = {
        "", "WithDraft=true&WithVAD=false&WithSongParagraphs=true&WithPPC=false",
        "StartTranscriptionAtSeconds=50&TranscriptionDurationInSeconds=1000000"};
    static const char *const exports[] = {"", "RemoveNoises=false&MinLineDurationMs=60000&CharsPerSecond=0.5",
                                          "SubtitleLineLength=1&ForceSingleLine=true"};
    for (int64_t id = 1; id <= SEED_DEFAULT_COUNT + GENERATED; id++) {
        if (id == 10 || seed_for(id)->no_media) /* 10 lasts over a day; its writing is that of the others */
            continue;
        for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
            struct cues captions;
            int64_t end = 0;
            make(&captions, id, runs[i], exports[i]);
            for (size_t j = 0; j < captions.count; j++) {
                cr_assert_geq(captions.rows[j].start_ms, end, "%lld", (long long)id);
                end = captions.rows[j].end_ms;
                cr_assert_geq(end, captions.rows[j].start_ms);
            }
            cr_assert_leq(end, length_of(seed_for(id)), "%lld %s", (long long)id, exports[i]);
            cues_free(&captions);
        }
    }
}

Test(scripts, the_last_caption_ends_with_the_recording_when_it_wants_to_stay)
{
    struct cues captions;
    make(&captions, 2, "", "MinLineDurationMs=60000");
    cr_assert_eq(captions.rows[captions.count - 1].end_ms, 235000);
    cues_free(&captions);
}

/* Does a caption begin with these words? */
static bool caption_begins(const struct cue *caption, const char *words)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < caption->count; i++) {
        for (size_t j = 0; j < caption->lines[i].count; j++)
            buffer_printf(&text, "%s ", caption->lines[i].words[j].text);
    }
    bool begins = strncmp(buffer_text(&text), words, strlen(words)) == 0;
    buffer_free(&text);
    return begins;
}

Test(scripts, a_recording_that_is_longer_than_its_text_has_it_again)
{
    char *words = words_of(1, "");
    cr_assert_gt(times_in(words, "this is the council of Ashbeck"), 4);
    cr_assert_leq(times_in(words, "The meeting is closed."),
                  times_in(words, "this is the council of Ashbeck"));
    free(words);
    words = words_of(2, "");
    cr_assert_eq(times_in(words, "Good evening, and thank you for coming"), 1);
    cr_assert_eq(times_in(words, "It is always wet."), 1);
    free(words);
}

Test(scripts, a_recording_that_is_shorter_than_its_text_ends_within_it)
{
    struct param_set *run = set_of(&params_enqueue, "");
    size_t before = 0;
    for (int64_t length = 0; length <= 200000; length += 50000) {
        struct transcript transcript;
        transcript_make(&transcript, run, script_find("interview"), length);
        cr_expect(length == 0 ? transcript.count == 0 : transcript.count > before, "%lld", (long long)length);
        before = transcript.count;
        if (before > 0)
            cr_expect_leq(transcript.tokens[before - 1].end_ms, length - END_ROOM_MS, "%lld",
                          (long long)length);
        transcript_free(&transcript);
    }
    param_set_free(run);
}

Test(scripts, a_scene_begins_a_caption_whoever_speaks)
{
    struct cues captions;
    int clock = 0;
    char *words = words_of(1, "");
    make(&captions, 1, "WithDiarization=false", "Ellipsis=");
    for (size_t i = 0; i < captions.count; i++)
        clock += caption_begins(&captions.rows[i], "Now the town clock");
    cr_assert_gt(clock, 4);
    cr_assert_eq(clock, times_in(words, "Now the town clock"));
    cues_free(&captions);
    free(words);
}

Test(scripts, the_words_are_the_recordings_whatever_language_is_asked_for)
{
    char *english = words_of(2, "Lang=en-US"), *other = words_of(2, "Lang=ja-JP");
    cr_assert_str_eq(english, other);
    cr_assert_eq(times_in(other, "Good evening, and thank you"), 1);
    free(english);
    free(other);
}

/* --- what a text has --- */

/* The most and the least characters a second of a caption that is worth reading; and the longest word. */
static void measure(int64_t id, double *fastest, double *slowest, size_t *longest)
{
    struct cues captions;
    *fastest = 0, *slowest = 1000, *longest = 0;
    make(&captions, id, "WithSongParagraphs=true", "Ellipsis=&SpeakerSign=");
    for (size_t i = 0; i < captions.count; i++) {
        const struct cue *caption = &captions.rows[i];
        size_t characters = 0;
        for (size_t j = 0; j < caption->count; j++) {
            for (size_t k = 0; k < caption->lines[j].count; k++) {
                size_t len = cues_length(caption->lines[j].words[k].text);
                characters += len + (k + 1 < caption->lines[j].count);
                *longest = len > *longest ? len : *longest;
            }
        }
        double speed = 1000.0 * (double)characters / (double)(caption->end_ms - caption->start_ms);
        if (characters >= 20) {
            *fastest = speed > *fastest ? speed : *fastest;
            *slowest = speed < *slowest ? speed : *slowest;
        }
    }
    cues_free(&captions);
}

Test(scripts, each_text_has_a_fast_passage_a_slow_one_and_a_long_word)
{
    double fastest, slowest;
    size_t longest, longest_of_all = 0;
    for (int64_t id = 1; id <= SEED_DEFAULT_COUNT; id++) {
        int64_t pattern = seed_for(id)->no_media ? 16 : id; /* the lecture that is recorded */
        if (!spoken(id))
            continue;
        measure(pattern, &fastest, &slowest, &longest);
        cr_expect_gt(fastest, 20.0, "%lld: %f", (long long)id, fastest);
        cr_expect_lt(slowest, 9.0, "%lld: %f", (long long)id, slowest);
        cr_expect_geq(longest, 16, "%lld: %zu", (long long)id, longest);
        longest_of_all = longest > longest_of_all ? longest : longest_of_all;
    }
    cr_expect_gt(longest_of_all, 37);
}

/* What a script's lines have. */
struct has {
    size_t speakers; /* who say something */
    bool song, noise, pause, number, cut;
};

static struct has look_at(const struct script *script)
{
    struct has has = {0};
    for (size_t i = 0; i < script->line_count; i++) {
        const struct script_line *line = &script->lines[i];
        size_t len = strlen(line->text);
        has.song = has.song || line->kind == SCRIPT_SONG;
        has.noise = has.noise || strchr(line->text, '<');
        has.pause = has.pause || strchr(line->text, '~');
        has.number = has.number || strchr(line->text, '{');
        has.cut = has.cut || (len > 3 && strcmp(line->text + len - 3, "–") == 0);
    }
    for (size_t i = 0; i < script->speaker_count; i++) {
        bool speaks = false;
        for (size_t j = 0; j < script->line_count; j++)
            speaks = speaks || (script->lines[j].kind == SCRIPT_SAY && script->lines[j].speaker == (int)i);
        has.speakers += speaks;
    }
    return has;
}

Test(scripts, each_text_has_speakers_with_names_numbers_noises_pauses_a_song_and_somebody_who_interrupts)
{
    for (int64_t id = 1; id <= SEED_DEFAULT_COUNT; id++) {
        const struct script *script = spoken(id);
        if (!script)
            continue;
        struct has has = look_at(script);
        cr_expect_geq(has.speakers, 2, "%s", script->name);
        cr_expect_eq(has.speakers, script->speaker_count, "%s: somebody is silent", script->name);
        cr_expect(has.song && has.noise && has.pause && has.number && has.cut, "%s: %d %d %d %d %d",
                  script->name, has.song, has.noise, has.pause, has.number, has.cut);
    }
}

Test(scripts, names_of_speakers_are_those_of_the_script)
{
    struct transcript transcript;
    char name[100];
    transcribe(&transcript, 9, "WithSpeakerId=true");
    transcript_speaker(name, sizeof name, &transcript, transcript.tokens[1].speaker);
    cr_assert_str_eq(name, "Karel Vrba");
    transcript_free(&transcript);
}

Test(scripts, an_interruption_does_not_wait)
{
    struct transcript transcript;
    int cuts = 0;
    transcribe(&transcript, 2, "");
    for (size_t i = 0; i + 1 < transcript.count; i++) {
        if (strcmp(transcript_text(&transcript, i), "–") == 0) {
            cr_assert_lt(transcript.tokens[i + 1].start_ms - transcript.tokens[i].end_ms, 200);
            cr_assert(transcript.tokens[i + 1].utterance);
            cuts++;
        }
    }
    cr_assert_eq(cuts, 1);
    transcript_free(&transcript);
}

Test(scripts, nobody_speaks_at_night_but_the_room_is_heard_without_voice_detection)
{
    char *words = words_of(8, "AllowEmptyTranscription=true");
    cr_assert_str_eq(words, "");
    free(words);
    words = words_of(8, "WithVAD=false");
    cr_assert_eq(times_in(words, "[hum]"), 4);
    cr_assert_eq(times_in(words, "[footsteps]"), 2);
    cr_assert_eq(times_in(words, "[breath]"), 0);
    free(words);
}

/* --- the time of a word is the recording's --- */

/* The start of the first token with this text. */
static int64_t start_of(int64_t id, const char *enqueue, const char *text)
{
    struct transcript transcript;
    int64_t start = -1;
    transcribe(&transcript, id, enqueue);
    for (size_t i = 0; i < transcript.count && start < 0; i++) {
        if (strcmp(transcript_text(&transcript, i), text) == 0)
            start = transcript.tokens[i].start_ms;
    }
    transcript_free(&transcript);
    cr_assert_geq(start, 0, "nobody says “%s” with %s", text, enqueue);
    return start;
}

Test(scripts, a_word_has_its_time_whatever_was_enqueued)
{
    int64_t start = start_of(2, "", "microphone.");
    cr_assert_eq(start_of(2, "WithPPC=false", "microphone."), start);
    cr_assert_eq(start_of(2, "WithPunctuation=false", "microphone"), start);
    cr_assert_eq(start_of(2, "WithVAD=false", "microphone."), start);
    cr_assert_eq(start_of(2, "WithUserLex=false", "microphone."), start);
    cr_assert_eq(start_of(2, "WithSongParagraphs=true", "microphone."), start);
    cr_assert_eq(start_of(2, "WithDiarization=false", "microphone."), start);
    cr_assert_eq(start_of(2, "StartTranscriptionAtSeconds=100", "microphone."), start);
    cr_assert_eq(start_of(2, "", "[music]"), start_of(2, "WithSongParagraphs=true", "Oh"));
}

Test(scripts, a_number_in_words_shares_the_time_that_it_takes_in_digits)
{
    struct transcript digits, spelled;
    transcribe(&digits, 2, "");
    transcribe(&spelled, 2, "WithPPC=false");
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

/* --- keywords --- */

/* Is `text` what the transcript says from this time on, its marks of punctuation aside? */
static bool is_said(const struct transcript *transcript, const char *text, int64_t start_ms)
{
    struct buffer said;
    bool found = false;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < transcript->count && said.len < strlen(text) + 1; i++) {
        if (transcript->tokens[i].start_ms >= start_ms)
            buffer_printf(&said, "%s%s", said.len ? " " : "", transcript_text(transcript, i));
        else
            found = i + 1 < transcript->count && transcript->tokens[i + 1].start_ms == start_ms;
    }
    found = (found || start_ms == 0) && strncmp(buffer_text(&said), text, strlen(text)) == 0;
    buffer_free(&said);
    return found;
}

/* Checks the keywords of a project against what is said; how many there are. */
static size_t check_keywords(int64_t id)
{
    struct world *world = world_new(SEED_DEFAULT_COUNT, 0);
    struct transcript transcript;
    size_t i, j, count = 0;
    json_t *list, *item;
    transcribe(&transcript, id, "");
    char *words = words_of(id, "");
    json_t *data = world_project_json(world_find(world, id, 0, NULL), false);
    json_array_foreach(json_object_get(json_object_get(data, "KeywordsHighlight"), "TextList"), i, list)
    {
        json_array_foreach(list, j, item)
        {
            const char *text = json_string_value(json_object_get(item, "Text"));
            const json_t *time = json_object_get(item, "TimestampMs");
            cr_expect_str_has(words, text, "nobody says “%s”", text);
            cr_expect(!time || is_said(&transcript, text, json_integer_value(time)),
                      "“%s” is not said at %lld", text, (long long)json_integer_value(time));
            count++;
        }
    }
    json_decref(data);
    free(words);
    transcript_free(&transcript);
    world_free(world);
    return count;
}

Test(scripts, keywords_are_said_at_the_times_that_they_name)
{
    for (int64_t id = 1; id <= SEED_DEFAULT_COUNT; id++)
        cr_expect_eq(check_keywords(id), id == 5 || id == 7 ? 5 : 0, "%lld", (long long)id);
}
