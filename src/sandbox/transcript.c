/* Owns the making of transcripts: a script read aloud, its scenes again and again until the recording is
 * full. Pure.
 *
 * What is said when is the recording's alone; what was enqueued decides which of it is written, and how. What
 * is said is script.h; how lines are read is transcript_speech.c; how words become captions is captions.c. */
#include "steno/sandbox/transcript.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/sandbox/query.h"
#include "transcript_private.h"

#define END_ROOM_MS 2500 /* of the recording, after the last word: the draft is said there */

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

bool transcript_keyword(const struct transcript *transcript, int keyword, struct buffer *text,
                        int64_t *start_ms)
{
    size_t i = 0;
    while (i < transcript->count && transcript->tokens[i].keyword != keyword)
        i++;
    if (i == transcript->count)
        return false;
    *start_ms = transcript->tokens[i].start_ms;
    for (bool first = true; i < transcript->count && transcript->tokens[i].keyword == keyword;
         i++, first = false)
        buffer_printf(text, "%s%s", first ? "" : " ", transcript_text(transcript, i));
    while (text->len > 0 && strchr(",.?!;:", text->data[text->len - 1]))
        text->data[--text->len] = '\0';
    return true;
}

/* How long a scene takes. */
static int64_t speech_scene_ms(const struct speech *speech, const struct script_scene *scene)
{
    struct speech dry = *speech;
    dry.out = NULL;
    dry.now_ms = 0;
    speech_scene(&dry, scene);
    return dry.now_ms;
}

/* Reads the scene of a place that comes next and ends by `limit_ms`, from the first again behind the last
 * when that is wanted; false when none of them does. */
static bool speech_next(struct speech *speech, const int64_t *scene_ms, enum script_place place, bool again,
                        size_t *next, int64_t limit_ms)
{
    size_t count = speech->script->scene_count, tries = again ? count : count - *next;
    for (size_t tried = 0; tried < tries; tried++) {
        size_t i = (*next + tried) % count;
        const struct script_scene *scene = &speech->script->scenes[i];
        if (scene->place == place && speech->now_ms + scene_ms[i] <= limit_ms) {
            speech_scene(speech, scene);
            *next = i + 1;
            return true;
        }
    }
    return false;
}

/* Reads the script into a recording of this length: the opening, the other scenes as long as one more and the
 * closing have room, the closing. Only a recording that has room for all of them has some again. */
static void speech_recording(struct speech *speech, int64_t length_ms)
{
    int64_t scene_ms[SCRIPT_SCENES_MAX], limit = length_ms - END_ROOM_MS, closing = 0, all = 0;
    size_t next = 0;
    for (size_t i = 0; i < speech->script->scene_count; i++) {
        scene_ms[i] = speech_scene_ms(speech, &speech->script->scenes[i]);
        all += scene_ms[i];
        closing += speech->script->scenes[i].place == SCRIPT_CLOSING ? scene_ms[i] : 0;
    }
    speech_next(speech, scene_ms, SCRIPT_OPENING, true, &next, limit);
    while (speech->now_ms < speech->until_ms &&
           speech_next(speech, scene_ms, SCRIPT_MIDDLE, all <= limit, &next, limit - closing))
        continue;
    speech_next(speech, scene_ms, SCRIPT_CLOSING, true, &next, limit);
}

int64_t transcript_reading_ms(const struct script *script)
{
    struct speech dry = {.script = script, .speaker = SPEECH_NOBODY, .pace = 100, .keyword = -1};
    for (size_t i = 0; i < script->scene_count; i++)
        speech_scene(&dry, &script->scenes[i]);
    return dry.now_ms;
}

/* Says the unstable words behind the last word. */
static void speech_draft(struct speech *speech, int64_t length_ms)
{
    const struct transcript *out = speech->out;
    if (out->count == 0 || speech->script->speaker_count == 0)
        return;
    speech->now_ms = out->tokens[out->count - 1].end_ms + SPEECH_GAP_MS;
    speech->until_ms = length_ms;
    speech->pace = 100;
    speech->keyword = -1;
    speech_text(speech, speech->script->draft);
}

void transcript_make(struct transcript *transcript, const struct param_set *run, const struct script *script,
                     int64_t length_ms)
{
    *transcript = (struct transcript){.names = value_bool(run, "WithSpeakerId") ? script->speakers : NULL,
                                      .length_ms = length_ms};
    buffer_init(&transcript->texts, (size_t)1 << 30);
    struct speech speech = {.out = transcript,
                            .script = script,
                            .speaker = SPEECH_NOBODY,
                            .pace = 100,
                            .keyword = -1,
                            .ppc = value_bool(run, "WithPPC"),
                            .lex = value_bool(run, "WithUserLex"),
                            .punctuation = value_bool(run, "WithPunctuation"),
                            .diarization = value_bool(run, "WithDiarization"),
                            .vad = value_bool(run, "WithVAD"),
                            .songs = value_bool(run, "WithSongParagraphs")};
    transcript_part(run, &speech.from_ms, &speech.until_ms);
    if (speech.until_ms > length_ms)
        speech.until_ms = length_ms;
    speech_recording(&speech, length_ms);
    if (value_bool(run, "WithDraft"))
        speech_draft(&speech, length_ms);
}
