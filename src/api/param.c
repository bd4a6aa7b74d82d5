/* SPDX-License-Identifier: MIT */
#include "steno/api/param.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])
#define LOCAL_ROWS  2

/* --- the rows, in the order of forms, requests and the manual; rows of one group are adjacent --- */

static const char *const languages[] = {"cs-CZ", "en-US", NULL};
static const char *const profiles[] = {"default", NULL};

/* clang-format off */
static const struct param_def enqueue_rows[] = {
    {.name = "Lang", .label = "Language of the speech", .type = PARAM_TEXT, .def = "cs-CZ", .leads = true,
     .suggestions = languages, .group = "Language", .help = "Language spoken, such as en-US"},
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
     .group = "Text", .help = "Write times, numbers and capital letters as is usual (post-processing)"},
    {.name = "WithUserLex", .label = "Your replacement rules", .type = PARAM_BOOL, .def = "true",
     .group = "Text", .help = "Apply your own replacement rules"},
    {.name = "WithSongParagraphs", .label = "Paragraphs for songs", .type = PARAM_BOOL, .group = "Text",
     .help = "Put songs and sparse speech in separate paragraphs"},
    {.name = "WithDraft", .label = "Keep provisional words", .type = PARAM_BOOL, .group = "Text",
     .help = "Keep the last words even if they are still provisional"},
    {.name = "WithVAD", .label = "Voice detection", .type = PARAM_BOOL, .def = "true", .group = "Speech",
     .help = "Voice activity detection; helps with poor recordings"},
    {.name = "StartTranscriptionAtSeconds", .label = "Start at", .type = PARAM_NUMBER, .unit = "s",
     .group = "Part of the recording",
     .help = "Transcribe from this time or slightly before (not set: from the start)"},
    {.name = "TranscriptionDurationInSeconds", .label = "Length", .type = PARAM_NUMBER, .unit = "s",
     .group = "Part of the recording",
     .help = "Transcribe only this much, or slightly more (not set: to the end)"},
    {.name = "StartTranscriptionAt", .label = "Start at (unknown unit)", .type = PARAM_NUMBER,
     .group = "Part of the recording", .help = "Its unit is not documented: use StartTranscriptionAtSeconds instead"},
    {.name = "TranscriptionDuration", .label = "Length (unknown unit)", .type = PARAM_NUMBER,
     .group = "Part of the recording", .help = "Its unit is not documented: use TranscriptionDurationInSeconds instead"},
    {.name = "SaveTrsx", .label = "Save the transcript", .type = PARAM_BOOL, .def = "true",
     .group = "Result", .help = "Save the transcript with the project"},
    {.name = "CustomLabel", .label = "Label of the transcript", .type = PARAM_TEXT, .group = "Result",
     .help = "Label for the new transcript; it becomes the project's active label"},
    {.name = "ContentDescription", .label = "About the content", .type = PARAM_TEXT, .group = "Result",
     .help = "Short free text about the content, as in a programme guide"},
    {.name = "AllowEmptyTranscription", .label = "Allow an empty result", .type = PARAM_BOOL, .def = "false",
     .group = "Result", .help = "Allow an empty transcript when no speech was recognised"},
    {.name = "ExternalMessageStreams", .label = "External message streams", .type = PARAM_TEXT,
     .group = "Advanced", .help = "Streams of external messages; the API does not document the values"},
};
/* clang-format on */

const struct param_table params_enqueue = {
    .name = "enqueue",
    .rows = enqueue_rows,
    .count = COUNT(enqueue_rows),
    .first = "Lang",
};

/* The last LOCAL_ROWS rows of export_rows are not sent: they say where to save the file here. */

static const char *const formats[] = {"vtt", "srt", "ssa", NULL};
static const char *const code_pages[] = {"437", "850", "860", "863", "865", NULL};
static const char *const disk_formats[] = {"STL25.01", "STL30.01", NULL};
static const char *const display_standards[] = {"0", "1", "2", NULL};
static const char *const language_codes[] = {"08", "09", "0F", NULL};
static const char *const placements[] = {"utteranceStartOnly", NULL};
static const char *const highlightings[] = {"None", NULL};
static const char *const colors[] = {"Black",   "Red",  "Green", "Yellow", "Blue",
                                     "Magenta", "Cyan", "White", NULL};

/* clang-format off */
static const struct param_def export_rows[] = {
    {.name = "FileFormatId", .label = "Format", .type = PARAM_TEXT, .leads = true, .suggestions = formats,
     .group = "File", .help = "Format of the file, such as srt or vtt. If empty: the server decides"},
    {.name = "VariantId", .label = "Variant", .type = PARAM_TEXT, .group = "File",
     .help = "Variant of the format; the API does not list the values"},
    {.name = "Language", .label = "Language of the captions", .type = PARAM_TEXT, .group = "File",
     .help = "Language sent to the server; the API does not say what it does"},
    {.name = "SubtitleLineLength", .label = "Characters in a line", .type = PARAM_TEXT, .unit = "characters",
     .group = "Lines", .help = "Maximum length of a line; 20 to 60 is usual"},
    {.name = "ForceSingleLine", .label = "One line per caption", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Put each caption on one line"},
    {.name = "KeepStripped", .label = "Keep empty captions", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Keep a caption even if no text is left in it"},
    {.name = "KeepInnerLinesStripped", .label = "Keep empty caption lines", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Keep empty lines inside a caption, such as lines whose text was left out"},
    {.name = "CharsPerSecond", .label = "Reading speed", .type = PARAM_NUMBER, .def = "16.0",
     .unit = "characters/s", .group = "Timing", .help = "Maximum reading speed"},
    {.name = "MinLineDurationMs", .label = "Shortest caption", .type = PARAM_INT, .def = "2000",
     .unit = "ms", .group = "Timing", .help = "Minimum time a caption is shown"},
    {.name = "PauseBetweenCaptionsMs", .label = "Shortest pause", .type = PARAM_INT, .def = "80",
     .unit = "ms", .group = "Timing", .help = "Minimum pause between two captions"},
    {.name = "AutofillPauseBetweenCaptionsMs", .label = "Fill pauses up to", .type = PARAM_INT, .def = "0",
     .unit = "ms", .group = "Timing", .help = "Longest pause that is filled by extending the caption before it"},
    {.name = "EllipsisGapDurationMs", .label = "Ellipsis after a gap of", .type = PARAM_INT, .def = "300",
     .unit = "ms", .group = "Timing", .help = "Minimum length of a gap that is marked with the ellipsis"},
    {.name = "SpeakerSign", .label = "Speaker sign", .type = PARAM_TEXT, .def = "-", .group = "Speakers",
     .help = "Text that marks a change of speaker"},
    {.name = "SpeakerSignPlacement", .label = "Place of speaker sign", .type = PARAM_TEXT,
     .suggestions = placements, .group = "Speakers", .help = "Where to put the text that marks a change of speaker"},
    {.name = "UseSpeakerName", .label = "Speaker's name first", .type = PARAM_BOOL, .def = "false",
     .group = "Speakers", .help = "Put the speaker's name before the text"},
    {.name = "Ellipsis", .label = "Ellipsis", .type = PARAM_TEXT, .def = "…", .group = "Text",
     .help = "Text that marks a gap in the speech"},
    {.name = "RemoveNoises", .label = "Leave out noises", .type = PARAM_BOOL, .def = "true", .group = "Text",
     .help = "Remove noise markers"},
    {.name = "MakeAllUpperCase", .label = "All capitals", .type = PARAM_BOOL, .def = "false",
     .group = "Text", .help = "Write all text in uppercase letters"},
    {.name = "FormattingMode", .label = "Text formatting", .type = PARAM_TEXT, .group = "Text",
     .help = "How formatted text is marked up; the API does not list the values"},
    {.name = "IsRightToLeft", .label = "Right to left", .type = PARAM_BOOL, .def = "false", .group = "Text",
     .help = "The text runs from right to left"},
    {.name = "HighlightingMode", .label = "Highlighting", .type = PARAM_TEXT, .def = "None",
     .suggestions = highlightings, .group = "Colours",
     .help = "How spoken words are highlighted; None: not at all"},
    {.name = "UnhighlightedColor", .label = "Text colour", .type = PARAM_TEXT, .def = "White",
     .suggestions = colors, .group = "Colours", .help = "Colour of text that is not highlighted, in formats with colours"},
    {.name = "UnhighlightedBackgroundColor", .label = "Background colour", .type = PARAM_TEXT,
     .def = "White", .suggestions = colors, .group = "Colours",
     .help = "Background colour of text that is not highlighted"},
    {.name = "CodePageNumber", .label = "Code page", .type = PARAM_TEXT, .suggestions = code_pages,
     .group = "EBU STL header", .help = "Code page number of an STL header"},
    {.name = "DiskFormatCode", .label = "Disk format", .type = PARAM_TEXT, .suggestions = disk_formats,
     .group = "EBU STL header", .help = "Disk format code of an STL header; it sets the frame rate"},
    {.name = "DisplayStandardCode", .label = "Display standard", .type = PARAM_TEXT,
     .suggestions = display_standards, .group = "EBU STL header",
     .help = "Display standard of an STL header (0: open subtitles; 1, 2: teletext)"},
    {.name = "LanguageCode", .label = "Language code", .type = PARAM_TEXT, .suggestions = language_codes,
     .group = "EBU STL header", .help = "Language code of an STL header, two hex digits"},
    {.name = "UseBoxAroundText", .label = "Box around the text", .type = PARAM_TEXT,
     .group = "EBU STL header", .help = "Box around the text, for teletext"},
    {.name = "Folder", .label = "Folder", .type = PARAM_TEXT, .leads = true, .local = true,
     .group = "Save as",
     .help = "Folder on this computer; ~ is your home"},
    {.name = "Name", .label = "Name", .type = PARAM_TEXT, .local = true, .group = "Save as",
     .help = "File name; steno fills in {id} {name} {state} {ext}"},
};
/* clang-format on */

const struct param_table params_export = {
    .name = "export",
    .rows = export_rows,
    .count = COUNT(export_rows) - LOCAL_ROWS,
    .first = "FileFormatId",
};

const struct param_table params_export_form = {
    .name = "export",
    .rows = export_rows,
    .count = COUNT(export_rows),
    .first = "FileFormatId",
    .sent = &params_export,
    .local_after = "Language",
};

const char *param_label(const struct param_def *def)
{
    return def->label ? def->label : def->name;
}

static const struct {
    const char *value, *words;
} truths[] = {{"true", "yes"}, {"false", "no"}};

const char *param_words(const struct param_def *def, const char *value)
{
    for (size_t i = 0; def->type == PARAM_BOOL && i < 2; i++) {
        if (strcmp(value, truths[i].value) == 0)
            return truths[i].words;
    }
    return value;
}

const char *param_from_words(const struct param_def *def, const char *words)
{
    for (size_t i = 0; def->type == PARAM_BOOL && i < 2; i++) {
        if (text_equal_nocase(words, truths[i].words))
            return truths[i].value;
    }
    return words;
}

int param_find(const struct param_table *table, const char *name)
{
    int i = (int)table->count - 1;
    while (i >= 0 && strcmp(table->rows[i].name, name) != 0)
        i--;
    return i;
}

int param_find_nocase(const struct param_table *table, const char *name)
{
    int i = (int)table->count - 1;
    while (i >= 0 && !text_equal_nocase(table->rows[i].name, name))
        i--;
    return i;
}

int param_find_flag(const struct param_table *table, const char *flag)
{
    char own[80];
    int i = (int)table->count - 1;
    for (; i >= 0; i--) {
        param_flag(own, sizeof own, &table->rows[i]);
        if (strcmp(own, flag) == 0)
            break;
    }
    return i;
}

int param_in_form(const struct param_table *table, size_t n)
{
    size_t sent = table->sent ? table->sent->count : table->count, locals = table->count - sent;
    size_t first = table->local_after ? (size_t)param_find(table, table->local_after) + 1 : sent;
    if (n < first)
        return (int)n;
    return (int)(n < first + locals ? sent + n - first : n - locals);
}

void param_flag(char *out, size_t size, const struct param_def *def)
{
    text_kebab(out, size, def->name);
}

bool param_check(const struct param_def *def, const char *text, struct error *err)
{
    int64_t number;
    if (!text_is_valid(text, strlen(text)))
        return error_set(err, ERROR_USAGE, "the text is not valid UTF-8");
    if (def->required && text[0] == '\0')
        return error_set(err, ERROR_USAGE, "a value is required");
    const char *refusal = NULL;
    if (def->type == PARAM_BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        refusal = "is invalid: use true or false";
    else if (def->type == PARAM_INT && !text_parse_int(text, &number))
        refusal = "is not a whole number";
    else if (def->type == PARAM_NUMBER && !text_is_number(text))
        refusal = "is not a number such as 16 or 16.5";
    if (!refusal)
        return true;
    if (def->secret)
        return error_set(err, ERROR_USAGE, "the value %s", refusal);
    char shown[200], *clean = text_clean_copy(text);
    text_clip(shown, sizeof shown, clean, 60);
    free(clean);
    return error_set(err, ERROR_USAGE, "“%s” %s", shown, refusal);
}

struct param_set *param_set_new(const struct param_table *table)
{
    struct param_set *set = mem_zero(1, sizeof *set);
    set->table = table;
    set->values = mem_zero(table->count, sizeof *set->values);
    return set;
}

/* Copies `set` for `table`: the table of the set, or its first rows. Values of further rows are dropped. */
static struct param_set *param_set_take(const struct param_set *set, const struct param_table *table)
{
    struct param_set *copy = param_set_new(table);
    for (size_t i = 0; i < table->count; i++)
        copy->values[i] = mem_copy_or_null(set->values[i]);
    return copy;
}

struct param_set *param_set_copy(const struct param_set *set)
{
    return param_set_take(set, set->table);
}

struct param_set *param_set_sent(const struct param_set *set)
{
    return param_set_take(set, set->table->sent ? set->table->sent : set->table);
}

void param_set_unset(struct param_set *set, int index)
{
    mem_wipe_free(set->values[index]); /* the value can be a password */
    set->values[index] = NULL;
}

void param_set_free(struct param_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->table->count; i++)
        param_set_unset(set, (int)i);
    free(set->values);
    free(set);
}

void param_set_put_raw(struct param_set *set, int index, const char *text)
{
    char *copy = mem_copy(text);
    param_set_unset(set, index);
    set->values[index] = copy;
}

bool param_set_put(struct param_set *set, int index, const char *text, struct error *err)
{
    if (!param_check(&set->table->rows[index], text, err)) {
        error_prefix(err, "%s", set->table->rows[index].name);
        return false;
    }
    param_set_put_raw(set, index, text);
    return true;
}

void param_set_fill_defaults(struct param_set *set)
{
    for (size_t i = 0; i < set->table->count; i++) {
        if (!set->values[i] && set->table->rows[i].def)
            param_set_put_raw(set, (int)i, set->table->rows[i].def);
    }
}

const char *param_set_get(const struct param_set *set, int index)
{
    return set->values[index];
}

bool param_set_is_same(const struct param_set *one, const struct param_set *two)
{
    for (size_t row = 0; row < one->table->count; row++) {
        const char *a = one->values[row], *b = two->values[row];
        if (a != b && (!a || !b || strcmp(a, b) != 0))
            return false;
    }
    return true;
}

int param_set_count(const struct param_set *set)
{
    int count = 0;
    for (size_t i = 0; i < set->table->count; i++)
        count += set->values[i] != NULL;
    return count;
}

bool param_set_check(const struct param_set *set, int *index, struct error *err)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = set->values[i];
        if (!value && !def->required)
            continue;
        if (!param_check(def, value ? value : "", err)) {
            error_prefix(err, "%s", def->name);
            if (index)
                *index = (int)i;
            return false;
        }
    }
    return true;
}

void param_encode(struct buffer *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text; text++)
        buffer_printf(out, strchr(plain, *text) ? "%c" : "%%%02X", (unsigned char)*text);
}

void param_set_query(const struct param_set *set, struct buffer *out)
{
    const char *mark = "";
    for (size_t i = 0; i < set->table->count; i++) {
        if (!set->values[i])
            continue;
        buffer_printf(out, "%s%s=", mark, set->table->rows[i].name);
        param_encode(out, set->values[i]);
        mark = "&";
    }
}

json_t *param_set_to_json(const struct param_set *set)
{
    json_t *object = json_object();
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        if (set->values[i] && !def->secret)
            json_object_set_new(object, def->name, json_string(set->values[i]));
    }
    return object;
}

struct param_set *param_set_from_json(const struct param_table *table, const json_t *object, int *unknown)
{
    struct param_set *set = param_set_new(table);
    const char *name;
    json_t *value;
    int skipped = 0;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        int index = param_find(table, name);
        if (index >= 0 && json_is_string(value))
            param_set_put_raw(set, index, json_string_value(value));
        else
            skipped++;
    }
    if (unknown)
        *unknown = skipped;
    return set;
}
