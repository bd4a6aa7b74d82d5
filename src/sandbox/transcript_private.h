/* The reading aloud of a script's scenes into a transcript. */
#ifndef STENO_SANDBOX_TRANSCRIPT_PRIVATE_H
#define STENO_SANDBOX_TRANSCRIPT_PRIVATE_H

#include "steno/sandbox/transcript.h"

#define SPEECH_NOBODY (-2)
#define SPEECH_GAP_MS 40 /* between words */

/* A transcript in the making. */
struct speech {
    struct transcript *out; /* NULL: time passes and nothing is written */
    const struct script *script;
    int64_t now_ms;            /* where the reader is */
    int64_t from_ms, until_ms; /* what is wanted */
    int speaker;               /* who spoke last */
    int pace;                  /* percent */
    int keyword;               /* whose words are being said, or -1 */
    bool paragraph;            /* a scene begins */
    bool utterance;            /* the next token begins one */
    bool song;
    bool ppc, lex, punctuation, diarization, vad, songs; /* of what was enqueued */
};

/* Reads a scene from now on. */
void speech_scene(struct speech *speech, const struct script_scene *scene);

/* Speaks a text of the script's form. */
void speech_text(struct speech *speech, const char *text);

#endif
