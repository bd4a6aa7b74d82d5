/* Owns the reading aloud: words, noises, songs and pauses of a script's lines, each at its time. Pure. */
#include "transcript_private.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define WORD_MS         120 /* a word takes this, */
#define LETTER_MS       55  /* and this for each letter of it */
#define SENTENCE_GAP_MS 250
#define PAUSE_MS        700 /* ~ within a sentence */
#define LINE_GAP_MS     600
#define CUT_GAP_MS      60 /* after a line that ends with a dash: the next speaker does not wait */
#define NOISE_MS        900
#define BREATH_AT_MS    150 /* of the gap behind a line, */
#define BREATH_MS       300

/* Adds a token, when it lies in the wanted part. */
static void speech_add(struct speech *speech, const char *text, size_t len, bool noise, int64_t start_ms,
                       int64_t end_ms)
{
    struct transcript *out = speech->out;
    if (!out || start_ms < speech->from_ms || end_ms > speech->until_ms || len == 0)
        return;
    if ((out->count & (out->count + 1)) == 0) /* room for a power of two, less one */
        out->tokens = mem_grow(out->tokens, 2 * out->count + 2, sizeof *out->tokens);
    out->tokens[out->count++] = (struct transcript_token){
        .text = out->texts.len,
        .start_ms = start_ms,
        .end_ms = end_ms,
        .speaker = speech->diarization && speech->speaker > 0 ? speech->speaker : 0,
        .keyword = noise ? -1 : speech->keyword,
        .noise = noise,
        .song = speech->song,
        .utterance = speech->utterance,
    };
    buffer_append(&out->texts, text, len);
    buffer_append_char(&out->texts, '\0');
    speech->utterance = false;
}

/* Letters of a text, and its words. */
static int64_t speech_letters(const char *text, size_t len, int64_t *words)
{
    int64_t letters = 0;
    *words = 1;
    for (size_t at = 0; at < len; at++) {
        letters += ((unsigned char)text[at] & 0xC0) != 0x80; /* scripts are UTF-8: each begins one letter */
        *words += text[at] == ' ';
    }
    return letters;
}

/* Writes words that are said within duration_ms: each gets its part of the time by its letters. */
static void speech_write(struct speech *speech, const char *text, size_t len, int64_t duration_ms)
{
    int64_t words, done = 0, all = speech_letters(text, len, &words);
    for (size_t at = 0; at < len;) {
        const char *blank = memchr(text + at, ' ', len - at);
        size_t size = blank ? (size_t)(blank - text) - at : len - at;
        int64_t letters = speech_letters(text + at, size, &words) + (blank != NULL);
        speech_add(speech, text + at, size, false, speech->now_ms + duration_ms * done / all,
                   speech->now_ms + duration_ms * (done + letters) / all);
        done += letters;
        at += size + (blank != NULL);
    }
}

/* The length of the mark of punctuation that a text begins with, or 0. */
static size_t speech_mark(const char *text, size_t len)
{
    static const char *const marks[] = {",", ".", "?", "!", ";", ":", "–", "…",
                                        "“", "”", "„", "‚", "‘", "«", "»"};
    for (size_t i = 0; !isalnum((unsigned char)*text) && i < sizeof marks / sizeof marks[0]; i++) {
        size_t size = strlen(marks[i]);
        if (size <= len && memcmp(text, marks[i], size) == 0)
            return size;
    }
    return 0;
}

/* Appends a word, without its punctuation when that is not wanted. */
static void speech_form(const struct speech *speech, struct buffer *out, const char *word, size_t len)
{
    if (speech->punctuation) {
        buffer_append(out, word, len);
        return;
    }
    for (size_t i = 0; i < len;) {
        size_t mark = speech_mark(word + i, len - i), size = mark ? mark : 1;
        bool inner = i + size < len && isalnum((unsigned char)word[i + size]) && i > 0; /* as in 07:30 */
        if (!mark || inner)
            buffer_append(out, word + i, size);
        i += size;
    }
}

/* Does a text end a sentence, a quotation mark at its end aside? */
static bool speech_ends_sentence(const char *text, size_t len)
{
    static const char *const quotes[] = {"“", "”", "’"};
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
        size_t size = strlen(quotes[i]);
        if (len > size && memcmp(text + len - size, quotes[i], size) == 0)
            len -= size;
    }
    return len > 0 && strchr(".?!", text[len - 1]);
}

/* What the script has for one word: what is said, what is written, and what stands around both. */
struct speech_choice {
    const char *head, *said, *written, *tail;
    size_t head_len, said_len, written_len, tail_len;
};

/* Reads a word, which may have a choice in it such as {42|forty-two}. */
static struct speech_choice speech_choose(const struct speech *speech, const char *word, size_t len)
{
    size_t head = 0;
    while (head < len && word[head] != '{' && word[head] != '[')
        head++;
    if (head == len)
        return (struct speech_choice){.tail = word, .tail_len = len};
    bool first = word[head] == '{' ? speech->ppc : speech->lex;
    const char *end = word + len, *bar = word + head;
    while (*bar != '|')
        bar++;
    const char *close = bar;
    while (*close != '}' && *close != ']')
        close++;
    return (struct speech_choice){.head = word,
                                  .head_len = head,
                                  .said = bar + 1,
                                  .said_len = (size_t)(close - bar - 1),
                                  .written = first ? word + head + 1 : bar + 1,
                                  .written_len =
                                      (size_t)(first ? bar - word - (ptrdiff_t)head - 1 : close - bar - 1),
                                  .tail = close + 1,
                                  .tail_len = (size_t)(end - close - 1)};
}

/* Writes a word of the script as it was asked for. */
static void speech_put(struct speech *speech, const struct speech_choice *choice, int64_t duration_ms,
                       bool ends)
{
    struct buffer said, small;
    size_t before = speech->out->count;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    buffer_init(&small, BUFFER_MAX_DEFAULT);
    speech_form(speech, &said, choice->head, choice->head_len);
    speech_form(speech, &said, choice->written, choice->written_len);
    speech_form(speech, &said, choice->tail, choice->tail_len);
    if (!speech->ppc)
        transcript_letters(&small, buffer_text(&said), said.len, false);
    const struct buffer *text = speech->ppc ? &said : &small;
    speech_write(speech, buffer_text(text), text->len, duration_ms);
    if (speech->out->count > before)
        speech->out->tokens[speech->out->count - 1].sentence_end = ends && speech->punctuation;
    buffer_free(&small);
    buffer_free(&said);
}

/* Speaks one word of the script. How long it takes depends on what is said, not on how it is written. */
static void speech_word(struct speech *speech, const char *word, size_t len)
{
    struct speech_choice choice = speech_choose(speech, word, len);
    int64_t words, none, letters = speech_letters(choice.said, choice.said_len, &words);
    letters += speech_letters(choice.tail, choice.tail_len, &none);
    int64_t duration = (WORD_MS * words + LETTER_MS * letters) * speech->pace / 100;
    bool ends = speech_ends_sentence(choice.tail, choice.tail_len);
    if (speech->out)
        speech_put(speech, &choice, duration, ends);
    speech->now_ms += duration + (SPEECH_GAP_MS + (ends ? SENTENCE_GAP_MS : 0)) * speech->pace / 100;
}

/* Makes a noise: <laughter> is written [laughter]; <rain 2.5> lasts as many seconds. */
static void speech_noise(struct speech *speech, const char *name, size_t len)
{
    size_t words = len;
    while (words > 0 && strchr("0123456789.", name[words - 1]))
        words--;
    int64_t duration = NOISE_MS;
    if (words < len && words > 0 && name[words - 1] == ' ') {
        duration = (int64_t)(strtod(name + words, NULL) * 1000);
        len = words - 1;
    }
    char text[80];
    int size = snprintf(text, sizeof text, "[%.*s]", (int)len, name);
    speech_add(speech, text, (size_t)size, true, speech->now_ms, speech->now_ms + duration);
    speech->now_ms += duration + SPEECH_GAP_MS;
}

/* The keyword of a label. */
static int speech_keyword(const struct script *script, const char *label, size_t len)
{
    for (size_t i = 0; i < script->keyword_count; i++) {
        if (strlen(script->keywords[i].label) == len && memcmp(script->keywords[i].label, label, len) == 0)
            return (int)i;
    }
    return -1;
}

/* The length of the script's next word: blanks within a choice or a noise do not end it. */
static size_t speech_word_length(const char *text)
{
    size_t len = 0;
    for (bool inside = false; text[len] && (inside || text[len] != ' '); len++) {
        if (strchr("{[<", text[len]))
            inside = true;
        else if (strchr("}]>", text[len]))
            inside = false;
    }
    return len;
}

/* Speaks a word without the sign that ends a keyword. */
static void speech_last_word(struct speech *speech, const char *word, size_t len)
{
    const char *close = memchr(word, ')', len);
    struct buffer plain;
    buffer_init(&plain, BUFFER_MAX_DEFAULT);
    buffer_append(&plain, word, (size_t)(close - word));
    buffer_append(&plain, close + 1, len - (size_t)(close - word) - 1);
    speech_word(speech, buffer_text(&plain), plain.len);
    buffer_free(&plain);
    speech->keyword = -1;
}

void speech_text(struct speech *speech, const char *text)
{
    while (*text) {
        if (*text == '@') {
            size_t label = strcspn(text, "(");
            speech->keyword = speech_keyword(speech->script, text + 1, label - 1);
            text += label + 1;
        }
        size_t len = speech_word_length(text);
        if (*text == '~')
            speech->now_ms += PAUSE_MS;
        else if (*text == '<')
            speech_noise(speech, text + 1, len - 2);
        else if (speech->keyword >= 0 && memchr(text, ')', len))
            speech_last_word(speech, text, len);
        else if (len > 0)
            speech_word(speech, text, len);
        text += len;
        text += strspn(text, " ");
    }
}

/* Lets the time of a text pass without a word of it. */
static void speech_skip(struct speech *speech, const char *text)
{
    struct transcript *out = speech->out;
    speech->out = NULL;
    speech_text(speech, text);
    speech->out = out;
}

/* Sings a line, as a paragraph of its own or as one long noise. */
static void speech_song(struct speech *speech, const char *text)
{
    if (speech->songs) {
        speech->song = true;
        speech_text(speech, text);
        speech->song = false;
        return;
    }
    char noise[80];
    int64_t start = speech->now_ms;
    int size = snprintf(noise, sizeof noise, "[%s]", speech->script->music);
    speech_skip(speech, text);
    speech_add(speech, noise, (size_t)size, true, start, speech->now_ms);
}

/* Says a line; breath is heard behind it where voices are not told from noises. */
static void speech_say(struct speech *speech, const char *text)
{
    static const char dash[] = "–";
    size_t len = strlen(text), size = sizeof dash - 1;
    bool cut = len > size && memcmp(text + len - size, dash, size) == 0;
    speech_text(speech, text);
    int64_t end = speech->now_ms;
    if (!speech->vad && !cut) {
        char noise[80];
        int bytes = snprintf(noise, sizeof noise, "[%s]", speech->script->breath);
        speech_add(speech, noise, (size_t)bytes, true, end + BREATH_AT_MS, end + BREATH_AT_MS + BREATH_MS);
    }
    speech->now_ms = end + (cut ? CUT_GAP_MS : LINE_GAP_MS);
}

/* Reads one line of the script that somebody says or sings. */
static void speech_voice(struct speech *speech, const struct script_line *line)
{
    bool song = line->kind == SCRIPT_SONG;
    speech->utterance = speech->utterance || speech->paragraph || song || speech->speaker == SPEECH_NOBODY ||
                        (speech->diarization && line->speaker != speech->speaker);
    speech->paragraph = false;
    speech->speaker = line->speaker;
    speech->pace = line->pace;
    if (!song) {
        speech_say(speech, line->text);
        return;
    }
    speech_song(speech, line->text);
    speech->speaker = SPEECH_NOBODY; /* whoever speaks next begins an utterance */
    speech->now_ms += LINE_GAP_MS;
}

/* Reads one line of the script. */
static void speech_line(struct speech *speech, const struct script_line *line)
{
    if (line->kind == SCRIPT_PAUSE)
        speech->now_ms += line->ms;
    else if (line->kind == SCRIPT_NOISE || (line->kind == SCRIPT_ROOM && !speech->vad))
        speech_text(speech, line->text);
    else if (line->kind == SCRIPT_ROOM)
        speech_skip(speech, line->text);
    else
        speech_voice(speech, line);
}

void speech_scene(struct speech *speech, const struct script_scene *scene)
{
    speech->paragraph = true;
    for (size_t i = 0; i < scene->count; i++)
        speech_line(speech, &speech->script->lines[scene->first + i]);
}
