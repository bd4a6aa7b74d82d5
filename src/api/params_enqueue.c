/* The parameters of enqueue, in the order of the form, of requests and of the manual; the rows of a group
 * follow each other. Rows only; what they mean to a form or a flag is param.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/param.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const char *const languages[] = {"cs-CZ", "en-US", NULL};
static const char *const profiles[] = {"default", NULL};

/* clang-format off */
static const struct param_def rows[] = {
    {.name = "Lang", .label = "Language of the speech", .type = PARAM_TEXT, .def = "cs-CZ", .leads = true,
     .suggestions = languages, .group = "Language", .help = "Language tag of the speech, such as en-US"},
    {.name = "TranscriptionProfile", .label = "Transcription profile", .type = PARAM_TEXT,
     .suggestions = profiles, .group = "Language", .help = "Name of a transcription profile of the server"},
    {.name = "WithDiarization", .label = "Tell speakers apart", .type = PARAM_BOOL, .def = "true",
     .group = "Speakers", .help = "Separate speakers (diarization)"},
    {.name = "WithSpeakerId", .label = "Recognise known speakers", .type = PARAM_BOOL, .def = "false",
     .group = "Speakers", .help = "Finds known speakers by their voice"},
    {.name = "DiarizationProfile", .label = "Speaker profile", .type = PARAM_TEXT, .group = "Speakers",
     .help = "Name of a diarization profile of the server"},
    {.name = "WithPunctuation", .label = "Punctuation", .type = PARAM_BOOL, .def = "true", .group = "Text",
     .help = "Add punctuation to the transcript"},
    {.name = "WithPPC", .label = "Format numbers and times", .type = PARAM_BOOL, .def = "true",
     .group = "Text", .help = "Post-processing: format times, numbers and capital letters"},
    {.name = "WithUserLex", .label = "Own replacement rules", .type = PARAM_BOOL, .def = "true",
     .group = "Text", .help = "Apply your own replacement rules"},
    {.name = "WithSongParagraphs", .label = "Paragraphs for songs", .type = PARAM_BOOL, .group = "Text",
     .help = "Put songs and sparse speech in separate paragraphs"},
    {.name = "WithDraft", .label = "Unstable words at the end", .type = PARAM_BOOL, .group = "Text",
     .help = "Include provisional words at the end, if the model provides them"},
    {.name = "WithVAD", .label = "Voice detection", .type = PARAM_BOOL, .def = "true", .group = "Speech",
     .help = "Voice activity detection; helps with poor recordings"},
    {.name = "StartTranscriptionAtSeconds", .label = "Start at", .type = PARAM_NUMBER, .unit = "s",
     .group = "Part of the recording",
     .help = "Start here (not set: at the beginning); may begin slightly earlier"},
    {.name = "TranscriptionDurationInSeconds", .label = "At most", .type = PARAM_NUMBER, .unit = "s",
     .group = "Part of the recording",
     .help = "At most this long (not set: to the end); may run slightly longer"},
    {.name = "StartTranscriptionAt", .label = "Start at, no unit", .type = PARAM_NUMBER,
     .group = "Part of the recording", .help = "Like StartTranscriptionAtSeconds; unit undocumented"},
    {.name = "TranscriptionDuration", .label = "At most, no unit", .type = PARAM_NUMBER,
     .group = "Part of the recording", .help = "Like TranscriptionDurationInSeconds; unit undocumented"},
    {.name = "SaveTrsx", .label = "Save the transcript", .type = PARAM_BOOL, .def = "true",
     .group = "Result", .help = "Save the transcript with the project"},
    {.name = "CustomLabel", .label = "Label of the transcript", .type = PARAM_TEXT, .group = "Result",
     .help = "Set as ActiveTrsxLabel and as the label of new transcripts"},
    {.name = "ContentDescription", .label = "About the content", .type = PARAM_TEXT, .group = "Result",
     .help = "Short free text about the content, as in a programme guide"},
    {.name = "AllowEmptyTranscription", .label = "Allow an empty result", .type = PARAM_BOOL, .def = "false",
     .group = "Result", .help = "Allow an empty transcript when no speech was recognised"},
    {.name = "ExternalMessageStreams", .label = "Outside message streams", .type = PARAM_TEXT,
     .group = "Advanced", .help = "External message streams; values undocumented"},
};
/* clang-format on */

const struct param_table params_enqueue = {
    .name = "enqueue",
    .rows = rows,
    .count = COUNT(rows),
    .first = "Lang",
};
