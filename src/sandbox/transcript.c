/* Owns the making of transcripts: a script read aloud, again and again, until the recording is full. Pure.
 * What is said is script.c; how it becomes captions is captions.c. */
#include "steno/sandbox/transcript.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/sandbox/query.h"
#include "steno/sandbox/script.h"

#define WORD_MS         120 /* a word takes this, */
#define LETTER_MS       55  /* and this for each byte of it */
#define GAP_MS          40  /* between words */
#define SENTENCE_GAP_MS 250
#define PAUSE_MS        700 /* ~ within a sentence */
#define LINE_GAP_MS     600
#define NOISE_MS        900

/* A transcript in the making. */
struct speech {
    struct transcript *out;
    const struct param_set *run;
    const struct script *script;
    int64_t now_ms;            /* where the reader is */
    int64_t from_ms, until_ms; /* what is wanted */
    int speaker;
    bool utterance; /* the next token begins one */
    bool song;
    bool ppc, lex, punctuation, diarization; /* of `run`, asked for each word */
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
    return seconds < 0 ? -1 : seconds > 1e9 ? INT64_C(1000000000000) : (int64_t)(seconds * 1000);
}

void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms)
{
    int64_t start = transcript_time(run, "StartTranscriptionAtSeconds", "StartTranscriptionAt");
    int64_t duration = transcript_time(run, "TranscriptionDurationInSeconds", "TranscriptionDuration");
    *start_ms = start < 0 ? 0 : start;
    *end_ms = duration < 0 ? INT64_MAX : *start_ms + duration;
}

/* Adds a token that lasts duration_ms, when it lies in the wanted part; the reader moves on either way. */
static void speech_add(struct speech *speech, const char *text, size_t len, bool noise, int64_t duration_ms)
{
    struct transcript *out = speech->out;
    int64_t start = speech->now_ms, end = start + duration_ms;
    speech->now_ms = end + GAP_MS;
    if (start < speech->from_ms || end > speech->until_ms || len == 0)
        return;
    if ((out->count & (out->count + 1)) == 0) /* room for a power of two, less one */
        out->tokens = mem_grow(out->tokens, 2 * out->count + 2, sizeof *out->tokens);
    out->tokens[out->count++] = (struct transcript_token){
        .text = out->texts.len,
        .start_ms = start,
        .end_ms = end,
        .speaker = speech->diarization && speech->speaker > 0 ? speech->speaker : 0,
        .noise = noise,
        .song = speech->song,
        .utterance = speech->utterance,
        .sentence_end = !noise && strchr(".?!", text[len - 1]) != NULL,
    };
    buffer_append(&out->texts, text, len);
    buffer_append_char(&out->texts, '\0');
    speech->utterance = false;
}

/* Appends a word, without its punctuation when that is not wanted. */
static void speech_form(const struct speech *speech, struct buffer *out, const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool mark = strchr(",.?!;:", word[i]) != NULL;
        bool inner = i + 1 < len && isalnum((unsigned char)word[i + 1]); /* as in 07:30 */
        if (mark && !inner && !speech->punctuation)
            continue;
        buffer_append_char(out, word[i]);
    }
}

/* Speaks one word of the script, which may hold a choice such as {42|forty-two}. */
static void speech_word(struct speech *speech, const char *word, size_t len)
{
    struct buffer said;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    const char *end = word + len, *bar = memchr(word, '|', len);
    const char *close = bar ? memchr(bar, word[0] == '{' ? '}' : ']', (size_t)(end - bar)) : NULL;
    if (close) {
        bool first = word[0] == '{' ? speech->ppc : speech->lex;
        speech_form(speech, &said, first ? word + 1 : bar + 1,
                    (size_t)(first ? bar - word - 1 : close - bar - 1));
        word = close + 1;
    }
    speech_form(speech, &said, word, (size_t)(end - word));
    struct buffer small;
    buffer_init(&small, BUFFER_MAX_DEFAULT);
    transcript_letters(&small, buffer_text(&said), said.len, false);
    const struct buffer *text = speech->ppc ? &said : &small;
    speech_add(speech, buffer_text(text), text->len, false, WORD_MS + LETTER_MS * (int64_t)text->len);
    if (strchr(".?!", end[-1]))
        speech->now_ms += SENTENCE_GAP_MS;
    buffer_free(&small);
    buffer_free(&said);
}

/* Makes a noise: <laughter> is written [laughter]. */
static void speech_noise(struct speech *speech, const char *name, size_t len)
{
    char text[64];
    int size = snprintf(text, sizeof text, "[%.*s]", (int)len, name);
    speech_add(speech, text, (size_t)size, true, NOISE_MS);
}

/* The length of the script's next word: blanks within a choice do not end it. */
static size_t speech_word_length(const char *text)
{
    size_t len = 0;
    char close = *text == '{' ? '}' : *text == '[' ? ']' : '\0';
    while (text[len] && (close || text[len] != ' ')) {
        if (text[len] == close)
            close = '\0';
        len++;
    }
    return len;
}

/* Speaks a whole text. */
static void speech_text(struct speech *speech, const char *text)
{
    while (*text) {
        size_t len = speech_word_length(text);
        if (*text == '~')
            speech->now_ms += PAUSE_MS;
        else if (*text == '<')
            speech_noise(speech, text + 1, len - 2);
        else if (len > 0)
            speech_word(speech, text, len);
        text += len;
        text += strspn(text, " ");
    }
}

/* Sings a line, as a paragraph of its own or as one long noise. */
static void speech_song(struct speech *speech, const char *text)
{
    if (!value_bool(speech->run, "WithSongParagraphs")) {
        speech_noise(speech, "music", 5);
        speech->now_ms += 8 * NOISE_MS;
        return;
    }
    speech->song = true;
    speech_text(speech, text);
    speech->song = false;
}

/* Reads one line of the script. */
static void speech_line(struct speech *speech, const struct script_line *line)
{
    bool song = line->speaker < 0;
    speech->utterance = song || (speech->diarization && line->speaker != speech->speaker);
    if (song) {
        speech_song(speech, line->text);
        speech->speaker = -2; /* whoever speaks next begins an utterance */
        return;
    }
    speech->speaker = line->speaker;
    speech_text(speech, line->text);
    if (!value_bool(speech->run, "WithVAD"))
        speech_noise(speech, "breath", 6);
}

void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms,
                     int64_t variant, bool silent)
{
    const struct script *script = script_for(value_text(run, "Lang"));
    *transcript = (struct transcript){.names = value_bool(run, "WithSpeakerId") ? script->speakers : NULL};
    buffer_init(&transcript->texts, (size_t)1 << 30);
    struct speech speech = {.out = transcript,
                            .run = run,
                            .script = script,
                            .now_ms = 800,
                            .speaker = -2,
                            .ppc = value_bool(run, "WithPPC"),
                            .lex = value_bool(run, "WithUserLex"),
                            .punctuation = value_bool(run, "WithPunctuation"),
                            .diarization = value_bool(run, "WithDiarization")};
    transcript_part(run, &speech.from_ms, &speech.until_ms);
    if (speech.until_ms > length_ms)
        speech.until_ms = length_ms;
    for (size_t at = (size_t)variant; speech.now_ms < speech.until_ms; at++) {
        if (!silent)
            speech_line(&speech, &script->lines[at % script->count]);
        else if (!value_bool(run, "WithVAD"))
            speech_noise(&speech, "hum", 3);
        speech.now_ms += LINE_GAP_MS;
    }
    if (value_bool(run, "WithDraft") && !silent && transcript->count > 0) {
        speech.now_ms = transcript->tokens[transcript->count - 1].end_ms + GAP_MS;
        speech.until_ms = INT64_MAX;
        speech_text(&speech, script->draft);
    }
}
