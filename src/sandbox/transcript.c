/* Owns the making of transcripts: a script read aloud, again and again until the recording is full. Pure.
 *
 * What is said when is the recording's alone; what was enqueued decides which of it is written, and how. What
 * is said is script.h; how words become captions is cues.c. */
/* SPDX-License-Identifier: MIT */
#include "transcript.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "query.h"
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

void transcript_speaker(char *out, size_t size, const struct transcript *transcript, int speaker)
{
    if (transcript->names)
        snprintf(out, size, "%s", transcript->names[speaker]);
    else
        snprintf(out, size, "Speaker %d", speaker + 1);
}

void transcript_letters(struct buffer *out, const char *text, size_t len, bool capitals)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(text + at, len - at, &code);
        code = (uint32_t)(capitals ? towupper((wint_t)code) : towlower((wint_t)code));
        buffer_append(out, bytes, text_encode(code, bytes));
    }
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

/* --- words --- */

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

/* Lets a noise be heard now: <laughter>, or <rain 2.5> for as many seconds. */
static void speech_hear(struct speech *speech, const char *name, size_t len)
{
    const char *blank = memrchr(name, ' ', len);
    bool timed = blank && isdigit((unsigned char)blank[1]);
    int64_t end = speech->now_ms + (timed ? (int64_t)(strtod(blank + 1, NULL) * 1000 + 0.5) : NOISE_MS);
    speech_noise(speech, name, timed ? (size_t)(blank - name) : len, speech->now_ms, end);
    speech->now_ms = end + GAP_MS;
}

/* Letters of a text, blanks among them. */
static int64_t speech_letters(const char *text, size_t len)
{
    int64_t letters = 0;
    for (size_t at = 0; at < len; at++)
        letters += ((unsigned char)text[at] & 0xC0) != 0x80; /* scripts are UTF-8: each begins one letter */
    return letters;
}

/* Writes words that are said within duration_ms: each gets its part of the time by its letters. */
static void speech_write(struct speech *speech, const char *text, size_t len, int64_t duration_ms)
{
    int64_t done = 0, all = speech_letters(text, len);
    for (size_t at = 0; at < len;) {
        const char *blank = memchr(text + at, ' ', len - at);
        size_t size = blank ? (size_t)(blank - text) - at : len - at;
        int64_t letters = speech_letters(text + at, size) + (blank != NULL);
        speech_add(speech, text + at, size, false, speech->now_ms + duration_ms * done / all,
                   speech->now_ms + duration_ms * (done + letters) / all);
        done += letters;
        at += size + (blank != NULL);
    }
}

/* Reads a word of the script: what is said, and what is written of choices such as {42|forty-two}. */
static void speech_choose(const struct speech *speech, const char *word, size_t len, struct buffer *said,
                          struct buffer *written)
{
    for (size_t at = 0; at < len; at++) {
        if (word[at] == '{' || word[at] == '[') {
            bool first = word[at] == '{' ? speech->ppc : speech->lex;
            size_t bar = at + 1 + strcspn(word + at + 1, "|"), end = bar + strcspn(word + bar, "}]");
            buffer_append(said, word + bar + 1, end - bar - 1);
            buffer_append(written, word + (first ? at : bar) + 1, first ? bar - at - 1 : end - bar - 1);
            at = end;
        } else {
            buffer_append_char(said, word[at]);
            buffer_append_char(written, word[at]);
        }
    }
}

/* Takes the marks of punctuation out of a text but for those within a word, as in 07:30. */
static void speech_strip(struct buffer *text)
{
    static const char marks[] = ",.?!;:–…“”„‚‘«»";
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t at = 0; at < text->len;) {
        uint32_t code;
        char letter[5] = "";
        size_t size = text_decode(text->data + at, text->len - at, &code);
        memcpy(letter, text->data + at, size);
        if (!strstr(marks, letter) || (at > 0 && isalnum((unsigned char)text->data[at + size])))
            buffer_append(&out, letter, size);
        at += size;
    }
    buffer_free(text);
    *text = out;
}

/* Does a word end a sentence, a quotation mark at its end aside? */
static bool speech_ends_sentence(const struct buffer *said)
{
    size_t len = said->len;
    while (len > 0 && (said->data[len - 1] & 0x80))
        len--;
    return len > 0 && strchr(".?!", said->data[len - 1]);
}

/* Speaks one word of the script. How long it takes depends on what is said, not on how it is written. */
static void speech_word(struct speech *speech, const char *word, size_t len)
{
    struct buffer said, written, small;
    size_t before = speech->out->count, words = 1;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    buffer_init(&written, BUFFER_MAX_DEFAULT);
    buffer_init(&small, BUFFER_MAX_DEFAULT);
    speech_choose(speech, word, len, &said, &written);
    bool ends = speech_ends_sentence(&said);
    for (size_t at = 0; at < said.len; at++)
        words += said.data[at] == ' ';
    int64_t duration =
        (WORD_MS * (int64_t)words + LETTER_MS * speech_letters(said.data, said.len)) * speech->pace / 100;
    if (!speech->punctuation)
        speech_strip(&written);
    if (!speech->ppc)
        transcript_letters(&small, buffer_text(&written), written.len, false);
    const struct buffer *text = speech->ppc ? &written : &small;
    speech_write(speech, buffer_text(text), text->len, duration);
    if (speech->out->count > before)
        speech->out->tokens[speech->out->count - 1].sentence_end = ends && speech->punctuation;
    speech->now_ms += duration + (GAP_MS + (ends ? SENTENCE_GAP_MS : 0)) * speech->pace / 100;
    buffer_free(&small);
    buffer_free(&written);
    buffer_free(&said);
}

/* --- lines --- */

/* The length of the script's next word: blanks within a choice or a noise do not end it. */
static size_t speech_word_length(const char *text)
{
    size_t len = 0;
    for (bool inside = false; text[len] && (inside || text[len] != ' '); len++)
        inside = strchr("{[<", text[len]) || (inside && !strchr("}]>", text[len]));
    return len;
}

/* Speaks a text of the script's form. */
static void speech_text(struct speech *speech, const char *text)
{
    while (*text) {
        size_t len = speech_word_length(text);
        if (*text == '~') {
            speech->now_ms += PAUSE_MS;
        } else if (*text == '<') {
            speech_hear(speech, text + 1, len - 2);
        } else {
            speech_word(speech, text, len);
        }
        text += len;
        text += strspn(text, " ");
    }
}

/* Lets the time of a text pass without a word of it. */
static void speech_pass(struct speech *speech, const char *text)
{
    size_t before = speech->out->count;
    bool utterance = speech->utterance;
    speech_text(speech, text);
    speech->out->count = before;
    speech->utterance = utterance;
}

/* Sings a line, as a paragraph of its own or as one long noise. */
static void speech_song(struct speech *speech, const char *text)
{
    const char *music = script.music;
    int64_t start = speech->now_ms;
    if (speech->songs) {
        speech->song = true;
        speech_text(speech, text);
        speech->song = false;
    } else {
        speech_pass(speech, text);
        speech_noise(speech, music, strlen(music), start, speech->now_ms);
    }
    speech->utterance = true;
    speech->now_ms += LINE_GAP_MS;
}

/* Says a line; breath is heard behind it where voices are not told from noises. */
static void speech_say(struct speech *speech, const char *text)
{
    const char *breath = script.breath;
    size_t len = strlen(text);
    bool cut = len >= 3 && strcmp(text + len - 3, "–") == 0;
    speech_text(speech, text);
    if (!speech->vad && !cut)
        speech_noise(speech, breath, strlen(breath), speech->now_ms + BREATH_AT_MS,
                     speech->now_ms + BREATH_AT_MS + BREATH_MS);
    speech->now_ms += cut ? CUT_GAP_MS : LINE_GAP_MS;
}

/* Reads one line that somebody says or sings. */
static void speech_voice(struct speech *speech, const struct script_line *line)
{
    bool song = line->kind == SCRIPT_SONG;
    speech->utterance =
        speech->utterance || song || (speech->diarization && line->speaker != speech->speaker);
    speech->speaker = line->speaker;
    speech->pace = line->pace;
    if (song)
        speech_song(speech, line->text);
    else
        speech_say(speech, line->text);
}

/* Reads one line of the script. */
static void speech_line(struct speech *speech, const struct script_line *line)
{
    if (line->kind == SCRIPT_SCENE)
        speech->utterance = true;
    else if (line->kind == SCRIPT_PAUSE)
        speech->now_ms += line->ms;
    else if (line->kind == SCRIPT_NOISE)
        speech_text(speech, line->text);
    else
        speech_voice(speech, line);
}

/* Says the unstable words behind the last word. */
static void speech_draft(struct speech *speech, int64_t length_ms)
{
    const struct transcript *out = speech->out;
    if (out->count == 0)
        return;
    speech->now_ms = out->tokens[out->count - 1].end_ms + GAP_MS;
    speech->until_ms = length_ms;
    speech->pace = 100;
    speech_text(speech, script.draft);
}

void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms)
{
    *transcript = (struct transcript){.names = value_bool(run, "WithSpeakerId") ? script.speakers : NULL,
                                      .length_ms = length_ms};
    buffer_init(&transcript->texts, (size_t)1 << 30);
    struct speech speech = {.out = transcript,
                            .speaker = -1,
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
        for (size_t i = 0; i < script.line_count; i++)
            speech_line(&speech, &script.lines[i]);
    } while (speech.now_ms < speech.until_ms && end - speech.now_ms > REST_MS);
    if (value_bool(run, "WithDraft"))
        speech_draft(&speech, length_ms);
}
