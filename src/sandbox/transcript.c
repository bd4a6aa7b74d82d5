/* Owns what is said in every recording, a radio conversation in a kitchen above a reservoir on a wet evening,
 * and how it is transcribed: the script is read aloud, again and again until the recording is full. What is
 * said when is the recording's alone; what was enqueued decides which of it is written, and how. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "captions.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define WORD_MS         120 /* a word takes this, */
#define LETTER_MS       55  /* and this for each letter of it */
#define GAP_MS          40
#define SENTENCE_GAP_MS 250
#define PAUSE_MS        700 /* ~ within a sentence */
#define LINE_GAP_MS     600
#define CUT_GAP_MS      60 /* after a line that ends with a dash: the next speaker does not wait */
#define NOISE_MS        900
#define BREATH_AT_MS    150 /* of the gap behind a line, */
#define BREATH_MS       300
#define END_ROOM_MS     2500  /* of the recording, after the last word: the draft is said there */
#define REST_MS         50000 /* the script is not begun again for less than this */

enum { SCENE = -2, NOBODY, HILL, NOVAK, BELL }; /* a scene begins a paragraph */

static const char *const speakers[] = {[HILL] = "Martha Hill", [NOVAK] = "Peter Novak", [BELL] = "Rosa Bell"};

/* Markup within a text: {written|spoken} is formatted by post-processing, [replaced|heard] by the user's
 * replacement rules, <noise> and <noise 2.5> are noises (of so many seconds), ~ a pause within a sentence;
 * what begins with # is sung. */
static const struct script_line {
    int who;
    int pace; /* percent of the usual time of a word; of a scene the silence before it in ms */
    const char *text;
} script[] = {
    {SCENE, 800, NULL},
    {HILL, 100, "Good evening, and thank you for coming on such a wet night."},
    {NOVAK, 100, "Thank you. <laughter> I walked, so the rain and I are old friends by now."},
    {HILL, 100,
     "You have looked after the valley dam for {31|thirty-one} years. What has changed in that time?"},
    {NOVAK, 100,
     "The water is the same, ~ but the reports got longer. We used to write {1|one} page, now it is "
     "{40|forty}."},
    {HILL, 100, "And the software that types all this down?"},
    {NOVAK, 100, "[Steno|stenno] does that. <cough> I only correct the names of the villages."},
    {SCENE, 0, NULL},
    {HILL, 100, "Tell me about a morning at the dam, for somebody who only knows it from the road."},
    {NOVAK, 190,
     "I open the iron door. ~ I go down {212|two hundred and twelve} steps. ~ And then I stand still and "
     "listen."},
    {HILL, 100, "What do you listen to?"},
    {NOVAK, 100,
     "To the drips. There are nine, and each has its own voice. When the fourth one hurries I write it down. "
     "When it stops, I telephone."},
    {HILL, 100, "You telephone because of a drip that –"},
    {NOVAK, 100,
     "Because of one that is silent, yes. Water that you hear has found a way out. Water that you do not "
     "hear is still looking."},
    {SCENE, 0, NULL},
    {NOBODY, 100, "<kettle 1>"},
    {HILL, 100, "That was the kettle. Rosa Bell has come in, who measures the levels with you."},
    {BELL, 100,
     "Good evening. The level is {42|forty-two} meters and {18|eighteen} centimeters, ~ and he takes three "
     "sugars."},
    {HILL, 100, "And if it goes on raining?"},
    {BELL, 52,
     "Then I read the upper gauge, the lower gauge, the two in the wood and the one at the mill, I ring the "
     "three mayors, the railway and the man with the geese, and all that before the coffee is cold."},
    {HILL, 100, "The man with the geese?"},
    {NOVAK, 100, "He lives lowest. <laughter> His geese know before we do."},
    {SCENE, 0, NULL},
    {HILL, 100, "There is a song about this valley, isn't there?"},
    {NOVAK, 100, "My predecessor made it up. He had {36|thirty-six} winters and one tune."},
    {NOVAK, 135,
     "# Oh the river runs low and the river runs high and the keeper he sleeps when the gauges are dry"},
    {BELL, 100, "He only sings when there is a microphone. <applause 1>"},
    {SCENE, 0, NULL},
    {HILL, 100, "The board has written to you this week. May I read it out?"},
    {NOVAK, 100, "You may. I know it by heart."},
    {HILL, 100,
     "“The board proposes to open the flood gates on Monday at {07:30|half past seven}.” Are you against "
     "it?"},
    {NOVAK, 100, "No. ~ I would have said Sunday. But a board does not meet on Saturdays."},
    {BELL, 100,
     "And they call it the Intermediate-Valley-Reservoir-Seepage-Observation-Programme. It does not fit on "
     "the door."},
    {HILL, 100, "And the path over the wall?"},
    {NOVAK, 100,
     "That stays closed until the handrail is mended. Two weeks if the weather holds, ~ and nobody here "
     "believes that it will."},
    {SCENE, 0, NULL},
    {HILL, 100, "One last question. Are you ever afraid of it, at night?"},
    {NOVAK, 190, "Afraid? No. ~ It is seven million tons of water, and it leans on us, ~ and we lean back."},
    {HILL, 100, "Peter Novak, Rosa Bell, thank you both."},
    {BELL, 100, "Mind the third step. It is always wet."},
};

static const char draft[] = "and then maybe";

/* A transcript in the making. */
struct speech {
    struct transcript *out;
    int64_t now_ms;            /* where the reader is */
    int64_t from_ms, until_ms; /* what is wanted */
    int speaker;               /* who spoke last */
    int pace;                  /* percent */
    bool utterance;            /* the next token begins one */
    bool song;
    bool ppc, lex, punctuation, diarization, vad, songs; /* of what was enqueued */
};

const char *transcript_text(const struct transcript *transcript, size_t index)
{
    return transcript->texts.data + transcript->tokens[index].text;
}

void transcript_free(struct transcript *transcript)
{
    free(transcript->tokens);
    buffer_free(&transcript->texts);
    *transcript = (struct transcript){0};
}

int64_t caption_length(const char *text, size_t len)
{
    int64_t letters = 0;
    for (size_t at = 0; at < len; at++)
        letters += ((unsigned char)text[at] & 0xC0) != 0x80; /* each other byte of UTF-8 begins a letter */
    return letters;
}

/* A time that is set under its name or its older twin's, in ms; -1 when neither is. */
static int64_t transcript_time(const struct param_set *run, const char *name, const char *twin)
{
    const char *used = value_is_set(run, name) ? name : value_is_set(run, twin) ? twin : NULL;
    double seconds = used ? value_number(run, used) : -1;
    return seconds < 0 ? -1 : seconds > 1e9 ? INT64_C(1000000000000) : (int64_t)(seconds * 1000 + 0.5);
}

void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms)
{
    int64_t start = transcript_time(run, "StartTranscriptionAtSeconds", "StartTranscriptionAt");
    int64_t duration = transcript_time(run, "TranscriptionDurationInSeconds", "TranscriptionDuration");
    *start_ms = start < 0 ? 0 : start;
    *end_ms = duration < 0 ? INT64_MAX : *start_ms + duration;
}

/* Adds a token, when it lies in the wanted part. */
static void speech_add(struct speech *speech, const char *text, size_t len, bool noise, int64_t start_ms,
                       int64_t end_ms)
{
    struct transcript *out = speech->out;
    if (start_ms < speech->from_ms || end_ms > speech->until_ms || len == 0)
        return;
    if ((out->count & (out->count + 1)) == 0) /* room for a power of two, less one */
        out->tokens = mem_grow(out->tokens, 2 * out->count + 2, sizeof *out->tokens);
    out->tokens[out->count++] = (struct transcript_token){
        .text = out->texts.len,
        .start_ms = start_ms,
        .end_ms = end_ms,
        .speaker = speech->diarization && speech->speaker > 0 ? speech->speaker : 0,
        .noise = noise,
        .song = speech->song,
        .utterance = speech->utterance,
    };
    buffer_append(&out->texts, text, len);
    buffer_append_char(&out->texts, '\0');
    speech->utterance = false;
}

/* Adds a noise: laughter is written [laughter]. */
static void speech_noise(struct speech *speech, const char *name, size_t len, int64_t start_ms,
                         int64_t end_ms)
{
    char text[80];
    int size = snprintf(text, sizeof text, "[%.*s]", (int)len, name);
    speech_add(speech, text, (size_t)size, true, start_ms, end_ms);
}

/* Appends a word as it is written: without marks of punctuation but for those within it, as in 07:30, and
 * without capitals, unless both were enqueued. */
static void speech_spell(const struct speech *speech, const struct buffer *word, struct buffer *out)
{
    static const char marks[] = ",.?!;:–…“”„‚‘«»";
    for (size_t at = 0, size; at < word->len; at += size) {
        uint32_t code;
        char letter[5] = "";
        size = text_decode(word->data + at, word->len - at, &code);
        memcpy(letter, word->data + at, size);
        bool within = at > 0 && isalnum((unsigned char)word->data[at + size]);
        if (!speech->punctuation && !within && strstr(marks, letter))
            continue;
        if (!speech->ppc)
            code = (uint32_t)towlower((wint_t)code);
        buffer_append(out, letter, text_encode(code, letter));
    }
}

/* Speaks one word of the script, in which choices such as {42|forty-two} may stand. How long it takes depends
 * on what is said, not on how it is written; what is written in several words shares it by their letters. */
static void speech_word(struct speech *speech, const char *word, size_t len)
{
    struct transcript *out = speech->out;
    struct buffer said, written, text;
    size_t before = out->count;
    int64_t words = 1, done = 0;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    buffer_init(&written, BUFFER_MAX_DEFAULT);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t at = 0; at < len; at++) {
        if (word[at] == '{' || word[at] == '[') {
            bool first = word[at] == '{' ? speech->ppc : speech->lex;
            size_t bar = at + 1 + strcspn(word + at + 1, "|"), end = bar + strcspn(word + bar, "}]");
            buffer_append(&said, word + bar + 1, end - bar - 1);
            buffer_append(&written, word + (first ? at : bar) + 1, first ? bar - at - 1 : end - bar - 1);
            at = end;
        } else {
            buffer_append_char(&said, word[at]);
            buffer_append_char(&written, word[at]);
        }
    }
    speech_spell(speech, &written, &text);
    size_t last = said.len;
    while (last > 0 && (said.data[last - 1] & 0x80)) /* a quotation mark may follow the full stop */
        last--;
    bool ends = last > 0 && strchr(".?!", said.data[last - 1]);
    for (size_t at = 0; at < said.len; at++)
        words += said.data[at] == ' ';
    int64_t duration =
        (WORD_MS * words + LETTER_MS * caption_length(said.data, said.len)) * speech->pace / 100;
    int64_t all = caption_length(buffer_text(&text), text.len);
    for (size_t at = 0; at < text.len;) {
        const char *blank = memchr(text.data + at, ' ', text.len - at);
        size_t size = blank ? (size_t)(blank - text.data) - at : text.len - at;
        int64_t letters = caption_length(text.data + at, size) + (blank != NULL);
        speech_add(speech, text.data + at, size, false, speech->now_ms + duration * done / all,
                   speech->now_ms + duration * (done + letters) / all);
        done += letters;
        at += size + (blank != NULL);
    }
    if (out->count > before)
        out->tokens[out->count - 1].sentence_end = ends && speech->punctuation;
    speech->now_ms += duration + (GAP_MS + (ends ? SENTENCE_GAP_MS : 0)) * speech->pace / 100;
    buffer_free(&said);
    buffer_free(&written);
    buffer_free(&text);
}

/* Speaks a text of the script: words, noises, pauses. */
static void speech_text(struct speech *speech, const char *text)
{
    while (*text) {
        size_t len = 0; /* blanks within a choice or a noise do not end it */
        for (bool inside = false; text[len] && (inside || text[len] != ' '); len++)
            inside = strchr("{[<", text[len]) || (inside && !strchr("}]>", text[len]));
        if (*text == '~') {
            speech->now_ms += PAUSE_MS;
        } else if (*text == '<') {
            const char *blank = memchr(text, ' ', len);
            int64_t end =
                speech->now_ms + (blank ? (int64_t)(strtod(blank + 1, NULL) * 1000 + 0.5) : NOISE_MS);
            speech_noise(speech, text + 1, blank ? (size_t)(blank - text - 1) : len - 2, speech->now_ms, end);
            speech->now_ms = end + GAP_MS;
        } else {
            speech_word(speech, text, len);
        }
        text += len;
        text += strspn(text, " ");
    }
}

static void speech_line(struct speech *speech, const struct script_line *line)
{
    if (line->who == SCENE) {
        speech->utterance = true;
        speech->now_ms += line->pace;
        return;
    }
    if (line->who == NOBODY) {
        speech_text(speech, line->text);
        return;
    }
    bool song = line->text[0] == '#';
    const char *text = line->text + (song ? 2 : 0);
    size_t len = strlen(text), before = speech->out->count;
    int64_t start_ms = speech->now_ms;
    bool cut = len >= 3 && strcmp(text + len - 3, "–") == 0;
    bool begins = speech->utterance || song || (speech->diarization && line->who != speech->speaker);
    speech->utterance = begins;
    speech->speaker = line->who;
    speech->pace = line->pace;
    speech->song = song && speech->songs;
    speech_text(speech, text);
    speech->song = false;
    if (song && !speech->songs) { /* its time has passed as one long noise */
        speech->out->count = before;
        speech->utterance = begins;
        speech_noise(speech, "music", strlen("music"), start_ms, speech->now_ms);
    }
    if (!song && !cut && !speech->vad) /* breath is heard where voices are not told from noises */
        speech_noise(speech, "breath", strlen("breath"), speech->now_ms + BREATH_AT_MS,
                     speech->now_ms + BREATH_AT_MS + BREATH_MS);
    speech->utterance = speech->utterance || song;
    speech->now_ms += cut ? CUT_GAP_MS : LINE_GAP_MS;
}

void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms)
{
    *transcript = (struct transcript){.names = value_bool(run, "WithSpeakerId") ? speakers : NULL,
                                      .length_ms = length_ms};
    buffer_init(&transcript->texts, (size_t)1 << 30);
    struct speech speech = {.out = transcript,
                            .speaker = NOBODY,
                            .utterance = true,
                            .ppc = value_bool(run, "WithPPC"),
                            .lex = value_bool(run, "WithUserLex"),
                            .punctuation = value_bool(run, "WithPunctuation"),
                            .diarization = value_bool(run, "WithDiarization"),
                            .vad = value_bool(run, "WithVAD"),
                            .songs = value_bool(run, "WithSongParagraphs")};
    int64_t end = length_ms - END_ROOM_MS;
    transcript_part(run, &speech.from_ms, &speech.until_ms);
    speech.until_ms = speech.until_ms < end ? speech.until_ms : end;
    do {
        for (size_t i = 0; i < sizeof script / sizeof script[0]; i++)
            speech_line(&speech, &script[i]);
    } while (speech.now_ms < speech.until_ms && end - speech.now_ms > REST_MS);
    if (value_bool(run, "WithDraft") && transcript->count > 0) { /* unstable words behind the last one */
        speech.now_ms = transcript->tokens[transcript->count - 1].end_ms + GAP_MS;
        speech.until_ms = length_ms;
        speech.pace = 100;
        speech_text(&speech, draft);
    }
}
