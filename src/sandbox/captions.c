/* Contains the script that is spoken in every recording, its transcription, the export parameters, the
 * layout of a transcript into captions, and file formats. The script is a radio conversation about a dam.
 *
 * The script repeats until the recording is full. The enqueue parameters decide which words are transcribed,
 * and how these words are written. Captions are made in three steps: put words into lines and lines into
 * captions, remove noises, set the times. */
/* SPDX-License-Identifier: MIT */
#include "captions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define COUNT(rows)         (sizeof(rows) / sizeof(rows)[0])
#define LINE_LENGTH_DEFAULT 37
#define LINE_LENGTH_MAX     1000

/* --- the script --- */

#define WORD_MS         120 /* fixed part of the duration of a word */
#define LETTER_MS       55  /* added for each letter of a word */
#define GAP_MS          40
#define SENTENCE_GAP_MS 250
#define PAUSE_MS        700 /* silence that a ~ in the script stands for */
#define LINE_GAP_MS     600
#define CUT_GAP_MS      60 /* silence after a line that ends with a dash: the next speaker interrupts */
#define NOISE_MS        900
#define BREATH_AT_MS    150 /* time from the end of a line to the breath that follows */
#define BREATH_MS       300
#define END_ROOM_MS     2500  /* end of a recording that is kept free for draft words (WithDraft) */
#define REST_MS         50000 /* time that must remain for the script to start again */

enum { SCENE = -2, NOBODY, HILL, NOVAK, BELL }; /* SCENE starts a paragraph */

static const char *const speakers[] = {[HILL] = "Martha Hill", [NOVAK] = "Peter Novak", [BELL] = "Rosa Bell"};

/* Markup in a text. {written|spoken}: post-processing turns "spoken" into "written". [replaced|heard]: the
 * user's replacement rules turn "heard" into "replaced". <noise>: a noise. <noise 2.5>: a noise of 2.5 s.
 * ~: a pause within a sentence. # at the start: the line is sung. */
static const struct script_line {
    int who;
    int pace; /* percent of the usual duration of words; for SCENE: ms of silence before the paragraph */
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

struct speech {
    struct transcript *out;
    int64_t now_ms;            /* current time in the recording */
    int64_t from_ms, until_ms; /* the part of the recording to transcribe */
    int speaker;               /* speaker of the last line */
    int pace;                  /* percent of the usual duration of words */
    bool utterance;            /* the next token begins an utterance */
    bool song;
    bool ppc, lex, punctuation, diarization, vad, songs; /* enqueue parameters */
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

/* Returns how many code points a text in valid UTF-8 has. */
static int64_t length_of_part(const char *text, size_t len)
{
    int64_t letters = 0;
    for (size_t at = 0; at < len; at++)
        letters += ((unsigned char)text[at] & 0xC0) != 0x80; /* not a continuation byte */
    return letters;
}

static int64_t length_of(const char *text)
{
    return length_of_part(text, strlen(text));
}

/* Returns `rows` with room for one more row. The room is doubled when `count` is 0, 1, 3, 7, ... */
static void *grown(void *rows, size_t count, size_t size)
{
    return (count & (count + 1)) == 0 ? mem_grow(rows, 2 * count + 2, size) : rows;
}

void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms)
{
    static const char *const names[2][2] = {
        {"StartTranscriptionAtSeconds", "StartTranscriptionAt"},
        {"TranscriptionDurationInSeconds", "TranscriptionDuration"},
    };
    int64_t ms[2];
    for (int i = 0; i < 2; i++) {
        const char *name = names[i][value_is_set(run, names[i][0]) ? 0 : 1];
        double seconds = value_is_set(run, name) ? value_number(run, name) : -1;
        ms[i] = seconds < 0 ? -1 : seconds > 1e9 ? INT64_C(1000000000000) : (int64_t)(seconds * 1000 + 0.5);
    }
    *start_ms = ms[0] < 0 ? 0 : ms[0];
    *end_ms = ms[1] < 0 ? INT64_MAX : *start_ms + ms[1];
}

/* Adds a token: a word, or a noise such as [laughter]. Drops a token outside the part to transcribe. */
static void speech_add(struct speech *speech, const char *text, size_t len, bool noise, int64_t start_ms,
                       int64_t end_ms)
{
    struct transcript *out = speech->out;
    if (start_ms < speech->from_ms || end_ms > speech->until_ms || len == 0)
        return;
    out->tokens = grown(out->tokens, out->count, sizeof *out->tokens);
    out->tokens[out->count++] = (struct transcript_token){
        .text = out->texts.len,
        .start_ms = start_ms,
        .end_ms = end_ms,
        .speaker = speech->diarization && speech->speaker > 0 ? speech->speaker : 0,
        .noise = noise,
        .song = speech->song,
        .utterance = speech->utterance,
    };
    buffer_append_text(&out->texts, noise ? "[" : "");
    buffer_append(&out->texts, text, len);
    buffer_append(&out->texts, "]", noise ? 2 : 0);
    buffer_append(&out->texts, "", noise ? 0 : 1);
    speech->utterance = false;
}

/* Speaks one word of the script, which can contain choices such as {42|forty-two}. The duration is that of
 * the spoken form. Several written words share the duration in proportion to their letters. */
static void speech_word(struct speech *speech, const char *word, size_t len)
{
    static const char marks[] = ",.?!;:–…“”„‚‘«»";
    struct transcript *out = speech->out;
    struct buffer said, written, text;
    size_t before = out->count;
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
    /* If WithPunctuation is false, remove punctuation, but keep marks inside a word, as in 07:30. If WithPPC
     * is false, remove capitals. */
    for (size_t at = 0, size; at < written.len; at += size) {
        uint32_t code;
        char letter[5] = "";
        size = text_decode(written.data + at, written.len - at, &code);
        memcpy(letter, written.data + at, size);
        bool within = at > 0 && isalnum((unsigned char)written.data[at + size]);
        if (!speech->punctuation && !within && strstr(marks, letter))
            continue;
        if (!speech->ppc)
            code = (uint32_t)towlower((wint_t)code);
        buffer_append(&text, letter, text_encode(code, letter));
    }
    size_t last = said.len;
    while (last > 0 && (said.data[last - 1] & 0x80)) /* skip a quotation mark after the full stop */
        last--;
    bool ends = last > 0 && strchr(".?!", said.data[last - 1]);
    int64_t words = 1, done = 0, all = length_of(buffer_text(&text));
    for (size_t at = 0; at < said.len; at++)
        words += said.data[at] == ' ';
    int64_t duration = (WORD_MS * words + LETTER_MS * length_of(buffer_text(&said))) * speech->pace / 100;
    for (size_t at = 0; at < text.len;) {
        const char *blank = memchr(text.data + at, ' ', text.len - at);
        size_t size = blank ? (size_t)(blank - text.data) - at : text.len - at;
        int64_t letters = length_of_part(text.data + at, size) + (blank != NULL);
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

/* Speaks the words, noises and pauses of one line of the script. */
static void speech_text(struct speech *speech, const char *text)
{
    while (*text) {
        size_t len = 0; /* length up to the next blank outside choices and noises */
        for (bool inside = false; text[len] && (inside || text[len] != ' '); len++)
            inside = strchr("{[<", text[len]) || (inside && !strchr("}]>", text[len]));
        if (*text == '~') {
            speech->now_ms += PAUSE_MS;
        } else if (*text == '<') {
            const char *blank = memchr(text, ' ', len);
            size_t name = blank ? (size_t)(blank - text - 1) : len - 2;
            int64_t ms = blank ? (int64_t)(strtod(blank + 1, NULL) * 1000 + 0.5) : NOISE_MS;
            speech_add(speech, text + 1, name, true, speech->now_ms, speech->now_ms + ms);
            speech->now_ms += ms + GAP_MS;
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
    if (song && !speech->songs) { /* one long noise takes the place of the sung words */
        speech->out->count = before;
        speech->utterance = begins;
        speech_add(speech, "music", strlen("music"), true, start_ms, speech->now_ms);
    }
    if (!song && !cut && !speech->vad) /* if WithVAD is false, breaths are transcribed too */
        speech_add(speech, "breath", strlen("breath"), true, speech->now_ms + BREATH_AT_MS,
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
        for (size_t i = 0; i < COUNT(script); i++)
            speech_line(&speech, &script[i]);
    } while (speech.now_ms < speech.until_ms && end - speech.now_ms > REST_MS);
    if (value_bool(run, "WithDraft") && transcript->count > 0) {
        speech.now_ms = transcript->tokens[transcript->count - 1].end_ms + GAP_MS;
        speech.until_ms = length_ms;
        speech.pace = 100;
        speech_text(&speech, draft);
    }
}

/* --- the formats and the export parameters --- */

/* Constant files for the formats that the sandbox does not generate. A file has one caption or none. */
static const char file_ssa[] =
    "[Script Info]\nScriptType: v4.00\n\n[Events]\n"
    "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: Marked=0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ass[] =
    "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ttml[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<tt xmlns=\"http://www.w3.org/ns/ttml\" xml:lang=\"en\"><body><div>\n"
                                "<p begin=\"00:00:01.000\" end=\"00:00:03.000\">Good evening.</p>\n"
                                "</div></body></tt>\n";
static const char file_stl[1024] = "850STL25.01"; /* a header without captions */

static const struct format formats[] = {
    {"srt", "application/x-subrip", FILE_SRT, NULL, 0},
    {"vtt", "text/vtt", FILE_VTT, NULL, 0},
    {"txt", "text/plain; charset=utf-8", FILE_TXT, NULL, 0},
    {"ssa", "text/x-ssa", FILE_FIXED, file_ssa, sizeof file_ssa - 1},
    {"ass", "text/x-ass", FILE_FIXED, file_ass, sizeof file_ass - 1},
    {"ttml", "application/ttml+xml", FILE_FIXED, file_ttml, sizeof file_ttml - 1},
    {"stl", "application/octet-stream", FILE_FIXED, file_stl, sizeof file_stl},
};

/* Returns the index of a parameter's value in the NULL-ended list `words`, or -1 for an empty or unknown
 * value. For an unknown value, adds the parameter's name to *note. */
static int read_word(const struct param_set *set, const char *name, const char *const *words, char **note)
{
    const char *text = value_text(set, name);
    for (int i = 0; words[i]; i++) {
        if (text_equal_nocase(words[i], text))
            return i;
    }
    if (text[0])
        value_note_unknown(note, name);
    return -1;
}

static const char *read_color(const struct param_set *set, const char *name, char **note)
{
    const char *const *colors = set->table->rows[param_find(set->table, name)].suggestions;
    int color = read_word(set, name, colors, note);
    return color < 0 ? "White" : colors[color];
}

/* Returns the value of a parameter that is a duration in ms. If the value is negative or too large, sets *bad
 * to `name`. A name that is already in *bad stays. */
static int64_t read_duration(const struct param_set *set, const char *name, const char **bad)
{
    int64_t ms = value_int(set, name);
    if (!*bad && (ms < 0 || ms > INT32_MAX))
        *bad = name;
    return ms;
}

const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 const char *language, char **note)
{
    static const char *const placements[] = {[SIGN_UTTERANCE] = "utteranceStartOnly",
                                             [SIGN_CAPTION] = "everyCaption",
                                             [SIGN_LINE] = "everyLine",
                                             NULL};
    const char *id = value_text(set, "FileFormatId"), *own = value_text(set, "Language"), *bad = NULL;
    *options = (struct caption_options){
        .line_length = LINE_LENGTH_DEFAULT,
        .max_lines = value_bool(set, "ForceSingleLine") ? 1 : 2,
        .keep_stripped = value_bool(set, "KeepStripped"),
        .keep_inner_stripped = value_bool(set, "KeepInnerLinesStripped"),
        .remove_noises = value_bool(set, "RemoveNoises"),
        .use_speaker_name = value_bool(set, "UseSpeakerName"),
        .capitals = value_bool(set, "MakeAllUpperCase"),
        .sign = value_text(set, "SpeakerSign"),
        .ellipsis = value_text(set, "Ellipsis"),
        .chars_per_second = value_number(set, "CharsPerSecond"),
        .language = own[0] ? own : language,
        .right_to_left = value_bool(set, "IsRightToLeft"),
    };
    for (size_t i = 0; i < COUNT(formats) && !options->format; i++) {
        if (!id[0] || text_equal_nocase(formats[i].id, id))
            options->format = &formats[i];
    }
    int placement = read_word(set, "SpeakerSignPlacement", placements, note);
    options->placement = placement < 0 ? SIGN_UTTERANCE : (enum sign_placement)placement;
    options->crlf = read_word(set, "VariantId", (const char *const[]){"crlf", "default", NULL}, note) == 0;
    options->italics =
        read_word(set, "FormattingMode", (const char *const[]){"Tags", "None", NULL}, note) == 0;
    options->highlight =
        read_word(set, "HighlightingMode", (const char *const[]){"Words", "None", NULL}, note) == 0;
    options->color = read_color(set, "UnhighlightedColor", note);
    options->background = read_color(set, "UnhighlightedBackgroundColor", note);

    const char *length = value_text(set, "SubtitleLineLength");
    if (!options->format)
        bad = "FileFormatId";
    else if (length[0] && (!text_parse_int(length, &options->line_length) || options->line_length < 1 ||
                           options->line_length > LINE_LENGTH_MAX))
        bad = "SubtitleLineLength";
    options->pause_ms = read_duration(set, "PauseBetweenCaptionsMs", &bad);
    options->autofill_ms = read_duration(set, "AutofillPauseBetweenCaptionsMs", &bad);
    options->min_ms = read_duration(set, "MinLineDurationMs", &bad);
    options->gap_ms = read_duration(set, "EllipsisGapDurationMs", &bad);
    if (!bad && !(options->chars_per_second > 0))
        bad = "CharsPerSecond";
    return bad ? bad : own[0] && !value_is_language(own) ? "Language" : NULL;
}

/* --- layout: words into lines, lines into captions --- */

struct setter {
    const struct caption_options *options;
    const struct transcript *transcript;
    struct cues *out;
    struct cue *cue;       /* current caption; NULL: the next word begins a caption */
    struct cue_line *line; /* current line; NULL: the next word begins a line */
    int64_t line_used;     /* characters in the current line */
    int64_t cue_used;      /* characters in the current caption */
    int64_t part_at;       /* characters for each caption of a long sentence; 0: one caption is enough */
    int speaker;           /* speaker of the current utterance; -1 at the start */
    bool planned;          /* setter_plan() was called for the current sentence */
    bool sign_due;         /* the SpeakerSign or the speaker's name must come before the next word */
    bool resumes;          /* the next word follows a gap within a sentence: put the ellipsis before it */
};

void cues_free(struct cues *cues)
{
    free(cues->rows);
    free(cues->lines);
    free(cues->words);
    buffer_free(&cues->texts);
    *cues = (struct cues){0};
}

static void setter_close_cue(struct setter *setter)
{
    setter->cue = NULL;
    setter->line = NULL;
}

static void setter_put(struct setter *setter, const char *text, int64_t start_ms, int64_t end_ms)
{
    struct cues *out = setter->out;
    int64_t used = length_of(text) + (setter->line->count > 0);
    out->words = grown(out->words, out->word_count, sizeof *out->words);
    out->words[out->word_count++] = (struct cue_word){.text = out->texts.len, .start_ms = start_ms};
    buffer_append(&out->texts, text, strlen(text) + 1);
    setter->line->count++;
    setter->line_used += used;
    setter->cue_used += used;
    setter->cue->end_ms = end_ms;
}

/* True if the token is a noise that is removed and leaves no empty line. */
static bool setter_drops(const struct setter *setter, const struct transcript_token *token)
{
    const struct caption_options *options = setter->options;
    return token->noise && options->remove_noises && !options->keep_stripped && !options->keep_inner_stripped;
}

/* Returns the index of the next token of the sentence. Skips dropped tokens. Returns the number of all tokens
 * if the sentence ends at token `index`. A gap or a new utterance also ends the sentence. */
static size_t setter_next(const struct setter *setter, size_t index)
{
    const struct transcript *transcript = setter->transcript;
    const struct transcript_token *token = &transcript->tokens[index], *next = token + 1;
    size_t end = transcript->count;
    if (token->sentence_end)
        return end;
    for (index++; index < end && !next->utterance && setter_drops(setter, next); index++)
        next++;
    bool goes_on =
        index < end && !next->utterance && next->start_ms - token->end_ms < setter->options->gap_ms;
    return goes_on ? index : end;
}

/* True if a line with `line_used` characters has no room for token `index`, written as `text`. A dash after
 * the token needs room in the same line. */
static bool setter_is_full(const struct setter *setter, size_t index, const char *text, int64_t line_used)
{
    size_t next = setter_next(setter, index);
    bool dash =
        next < setter->transcript->count && strcmp(transcript_text(setter->transcript, next), "–") == 0;
    return line_used + 1 + length_of(text) + (dash ? 2 : 0) > setter->options->line_length;
}

/* Decides how many captions a sentence gets, from token `index` on. Several captions get equal shares, so
 * that the last caption is longer than one word. The first of several captions is a new one if the current
 * caption has half a line or more. */
static void setter_plan(struct setter *setter, size_t index)
{
    const struct caption_options *options = setter->options;
    setter->planned = true;
    for (;;) {
        int64_t sign = setter->sign_due ? length_of(options->sign) + 1 : 0;
        int64_t line = (setter->line ? setter->line_used : 0) + sign;
        int64_t lines = setter->cue ? (int64_t)setter->cue->count + !setter->line : 1;
        int64_t all = (setter->cue ? setter->cue_used : 0) + sign, per_cue = (int64_t)options->max_lines;
        for (size_t i = index; i < setter->transcript->count; i = setter_next(setter, i)) {
            const char *text = transcript_text(setter->transcript, i);
            if (line > 0 && setter_is_full(setter, i, text, line)) {
                line = 0;
                lines++;
            }
            line += length_of(text) + (line > 0);
            all += length_of(text) + 1;
        }
        int64_t cues = (lines + per_cue - 1) / per_cue;
        setter->part_at = cues > 1 ? all / cues : 0;
        if (cues <= 1 || !setter->cue || setter->cue_used < options->line_length / 2)
            return;
        setter_close_cue(setter); /* plan again, for a new caption */
    }
}

/* Ends the current caption if the token begins an utterance or follows a gap within a sentence. If noises
 * will be removed, ends the current line between a word and a noise. */
static void setter_break_before(struct setter *setter, size_t index)
{
    const struct transcript_token *token = &setter->transcript->tokens[index], *before = token - 1;
    const struct caption_options *options = setter->options;
    if (index == 0 || token->utterance) {
        setter_close_cue(setter);
        setter->planned = false;
        setter->sign_due = index == 0 || token->speaker != setter->speaker || setter->sign_due;
        setter->speaker = token->speaker;
    } else if (setter->line && options->ellipsis[0] && token->start_ms - before->end_ms >= options->gap_ms &&
               !before->sentence_end && !before->noise && !token->noise) {
        /* The sentence has a gap here: put the ellipsis after the last word and before the next word. */
        setter->out->texts.len--;
        buffer_append(&setter->out->texts, options->ellipsis, strlen(options->ellipsis) + 1);
        setter->resumes = true;
        setter->planned = false;
        setter_close_cue(setter);
    } else if (options->remove_noises && token->noise != before->noise && !setter_drops(setter, before)) {
        setter->line = NULL;
    }
}

/* Begins a line, and also a caption if there is no current caption. */
static void setter_open_line(struct setter *setter, const struct transcript_token *token)
{
    struct cues *out = setter->out;
    enum sign_placement placement = setter->options->placement;
    if (placement == SIGN_LINE || (placement == SIGN_CAPTION && !setter->cue))
        setter->sign_due = true;
    if (!setter->cue) {
        out->rows = grown(out->rows, out->count, sizeof *out->rows);
        setter->cue = &out->rows[out->count++];
        *setter->cue =
            (struct cue){.first = out->line_count, .start_ms = token->start_ms, .end_ms = token->end_ms};
        setter->cue_used = 0;
    }
    out->lines = grown(out->lines, out->line_count, sizeof *out->lines);
    setter->line = &out->lines[out->line_count++];
    *setter->line = (struct cue_line){.first = out->word_count, .noise = token->noise, .song = token->song};
    setter->line_used = 0;
    setter->cue->count++;
}

/* Adds a token to a line. After a sentence, ends the caption if the caption has a line or more. Within a long
 * sentence, ends the caption at part_at characters, or at a comma after three quarters of part_at. */
static void setter_lay(struct setter *setter, size_t index)
{
    const struct caption_options *options = setter->options;
    const struct transcript *transcript = setter->transcript;
    const struct transcript_token *token = &transcript->tokens[index];
    bool drops = setter_drops(setter, token);
    if (drops && !token->utterance && index > 0)
        return;
    setter_break_before(setter, index);
    if (drops)
        return;
    if (!setter->planned)
        setter_plan(setter, index);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, setter->resumes ? options->ellipsis : "");
    const char *word = transcript_text(transcript, index);
    for (size_t at = 0, len = strlen(word); options->capitals && at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(word + at, len - at, &code);
        buffer_append(&text, bytes, text_encode((uint32_t)towupper((wint_t)code), bytes));
    }
    buffer_append_text(&text, options->capitals ? "" : word);
    setter->resumes = false;
    if (setter->line && setter_is_full(setter, index, buffer_text(&text), setter->line_used))
        setter->line = NULL;
    if (!setter->line && setter->cue && setter->cue->count >= options->max_lines)
        setter_close_cue(setter);
    bool named = setter->sign_due && options->use_speaker_name;
    if (!setter->line)
        setter_open_line(setter, token);
    if (setter->sign_due && !token->noise) {
        char *name = transcript->names ? mem_printf("%s:", transcript->names[token->speaker])
                                       : mem_printf("Speaker %d:", token->speaker + 1);
        setter->sign_due = false;
        if (options->sign[0])
            setter_put(setter, options->sign, token->start_ms, token->start_ms);
        if (named)
            setter_put(setter, name, token->start_ms, token->start_ms);
        free(name);
    }
    setter_put(setter, buffer_text(&text), token->start_ms, token->end_ms);

    bool comma = text.len > 0 && text.data[text.len - 1] == ',';
    bool full = !token->sentence_end && setter->part_at > 0 &&
                setter->cue_used >= (comma ? setter->part_at * 3 / 4 : setter->part_at) &&
                setter_next(setter, index) < transcript->count;
    setter->planned = setter->planned && !token->sentence_end && !full;
    if (full || (token->sentence_end && setter->cue_used >= options->line_length))
        setter_close_cue(setter);
    buffer_free(&text);
}

/* Removes the noises. Also removes lines and captions that become empty, if no option keeps them. */
static void cues_strip(struct cues *cues, const struct caption_options *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < cues->count; i++) {
        struct cue cue = cues->rows[i];
        struct cue_line *lines = &cues->lines[cue.first];
        size_t all = cue.count;
        bool has_text = false;
        for (size_t j = 0; j < all; j++)
            has_text = has_text || !lines[j].noise;
        cue.count = 0;
        for (size_t j = 0; j < all; j++) {
            struct cue_line line = lines[j];
            line.count = line.noise ? 0 : line.count;
            if (!line.noise || (has_text && options->keep_inner_stripped))
                lines[cue.count++] = line;
        }
        if (has_text || options->keep_stripped)
            cues->rows[kept++] = cue;
    }
    cues->count = kept;
}

/* Extends each caption to its reading time, at most to the end of the recording. A caption always ends
 * pause_ms or more before the next caption. If the gap between two captions is at most autofill_ms, the first
 * caption is extended until the gap is pause_ms. */
static void cues_time(struct cues *cues, const struct caption_options *options, int64_t length_ms)
{
    for (size_t i = 0; i < cues->count; i++) {
        struct cue *cue = &cues->rows[i];
        int64_t characters = 0;
        for (size_t j = cue->first; j < cue->first + cue->count; j++) {
            const struct cue_line *line = &cues->lines[j];
            for (size_t k = line->first; k < line->first + line->count; k++)
                characters += length_of(cues->texts.data + cues->words[k].text) + 1;
        }
        double reading = 1000.0 * (double)characters / options->chars_per_second;
        int64_t stays = reading < INT32_MAX ? (int64_t)reading : INT32_MAX;
        int64_t wanted = cue->start_ms + (stays > options->min_ms ? stays : options->min_ms);
        if (cue->end_ms < wanted)
            cue->end_ms = wanted < length_ms ? wanted : length_ms;
        if (i + 1 == cues->count)
            break;
        int64_t next = cues->rows[i + 1].start_ms, latest = next - options->pause_ms;
        if (cue->end_ms > latest || latest - cue->end_ms + options->pause_ms <= options->autofill_ms)
            cue->end_ms = latest;
        if (cue->end_ms <= cue->start_ms) /* the pause leaves no time for the caption */
            cue->end_ms = cue->start_ms + 1 < next ? cue->start_ms + 1 : next;
    }
}

void cues_make(struct cues *cues, const struct transcript *transcript, const struct caption_options *options)
{
    struct setter setter = {.options = options, .transcript = transcript, .out = cues, .speaker = -1};
    *cues = (struct cues){0};
    buffer_init(&cues->texts, transcript->texts.max);
    for (size_t i = 0; i < transcript->count; i++)
        setter_lay(&setter, i);
    if (options->remove_noises)
        cues_strip(cues, options);
    cues_time(cues, options, transcript->length_ms);
}

/* --- files --- */

static void write_time(struct buffer *out, int64_t ms, char point)
{
    buffer_printf(out, "%02lld:%02d:%02d%c%03d", (long long)(ms / 3600000), (int)(ms / 60000 % 60),
                  (int)(ms / 1000 % 60), point, (int)(ms % 1000));
}

/* Appends a word. For WebVTT, escapes &, < and >, and omits control characters. In other formats, a line end
 * in the word becomes a blank. */
static void write_word(struct buffer *out, const char *text, bool vtt)
{
    for (; *text; text++) {
        const char *escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (vtt && escaped)
            buffer_append_text(out, escaped);
        else if (!vtt || (unsigned char)*text >= 0x20)
            buffer_append_char(out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
}

/* Appends the lines of a caption with their markup. Plain text has no markup. If `highlight` is set, each
 * line gets its two colors, in SubRip as a font, in WebVTT as classes. The class for Green is "lime". In
 * WebVTT each word also gets its time, if this time is within the caption and after the last written time. */
static void write_lines(struct buffer *out, const struct cues *cues, const struct cue *cue,
                        const struct caption_options *options)
{
    bool plain = options->format->kind == FILE_TXT, vtt = options->format->kind == FILE_VTT;
    bool highlight = !plain && options->highlight;
    int64_t last_ms = cue->start_ms;
    for (size_t i = cue->first; i < cue->first + cue->count; i++) {
        const struct cue_line *line = &cues->lines[i];
        bool italic = !plain && options->italics && (line->noise || line->song);
        if (options->right_to_left)
            buffer_append_text(out, "\xE2\x80\xAB"); /* U+202B: right-to-left embedding */
        size_t mark = out->len;
        if (highlight && vtt)
            buffer_printf(out, "<c.%s.bg_%s>", strcmp(options->color, "Green") == 0 ? "lime" : options->color,
                          strcmp(options->background, "Green") == 0 ? "lime" : options->background);
        for (; mark < out->len; mark++)
            out->data[mark] = (char)tolower((unsigned char)out->data[mark]);
        if (highlight && !vtt)
            buffer_printf(out, "<font color=\"%s\" bgcolor=\"%s\">", options->color, options->background);
        buffer_append_text(out, italic ? "<i>" : "");
        for (size_t j = line->first; j < line->first + line->count; j++) {
            int64_t start = cues->words[j].start_ms;
            buffer_append_text(out, j > line->first ? " " : "");
            if (highlight && vtt && start > last_ms && start < cue->end_ms) {
                buffer_append_char(out, '<');
                write_time(out, start, '.');
                buffer_append_char(out, '>');
                last_ms = start;
            }
            write_word(out, cues->texts.data + cues->words[j].text, vtt);
        }
        if (vtt && line->count == 0) /* an empty line would end the cue */
            buffer_append_text(out, "&nbsp;");
        buffer_append_text(out, italic ? "</i>" : "");
        buffer_append_text(out, !highlight ? "" : vtt ? "</c>" : "</font>");
        if (options->right_to_left)
            buffer_append_text(out, "\xE2\x80\xAC"); /* U+202C: end of the embedding */
        buffer_append_char(out, '\n');
    }
}

void cues_write(struct buffer *out, const struct cues *cues, const struct caption_options *options)
{
    const struct format *format = options->format;
    char point = format->kind == FILE_VTT ? '.' : ',';
    struct buffer text;
    if (format->kind == FILE_FIXED) {
        buffer_append(out, format->file, format->size);
        return;
    }
    buffer_init(&text, out->max);
    if (format->kind == FILE_VTT)
        buffer_printf(&text, "WEBVTT\n\nNOTE Language: %s\n", options->language);
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        if (i > 0 || format->kind == FILE_VTT)
            buffer_append_char(&text, '\n');
        if (format->kind == FILE_SRT)
            buffer_printf(&text, "%zu\n", i + 1);
        if (format->kind != FILE_TXT) {
            write_time(&text, cue->start_ms, point);
            buffer_append_text(&text, " --> ");
            write_time(&text, cue->end_ms, point);
            buffer_append_char(&text, '\n');
        }
        write_lines(&text, cues, cue, options);
    }
    if (format->kind == FILE_SRT && cues->count > 0)
        buffer_append_char(&text, '\n');
    char *bytes = options->crlf ? text_replace(buffer_text(&text), "\n", "\r\n") : buffer_take(&text);
    buffer_append_text(out, options->crlf ? "\xEF\xBB\xBF" : "");
    buffer_append_text(out, bytes);
    free(bytes);
    buffer_free(&text);
}
