/* The parameters of subtitle export, in the order of the form, of requests and of the manual, and last what a
 * form asks beside them: where the file goes on this computer. Rows only; the rows of a group follow each
 * other. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/param.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])
#define LOCAL_ROWS  2

static const char *const formats[] = {"srt", "vtt", "ssa", NULL};
static const char *const code_pages[] = {"437", "850", "860", "863", "865", NULL};
static const char *const disk_formats[] = {"STL25.01", "STL30.01", NULL};
static const char *const display_standards[] = {"0", "1", "2", NULL};
static const char *const language_codes[] = {"08", "09", "0F", NULL};
static const char *const placements[] = {"utteranceStartOnly", NULL};
static const char *const highlightings[] = {"None", NULL};
static const char *const colors[] = {"Black",   "Red",  "Green", "Yellow", "Blue",
                                     "Magenta", "Cyan", "White", NULL};

/* clang-format off */
static const struct param_def rows[] = {
    {.name = "FileFormatId", .label = "Format", .type = PARAM_TEXT, .leads = true, .suggestions = formats,
     .group = "File", .help = "Format of the file, such as srt or vtt"},
    {.name = "VariantId", .label = "Variant", .type = PARAM_TEXT, .group = "File",
     .help = "Variant of the format"},
    {.name = "Language", .label = "Language of the captions", .type = PARAM_TEXT, .group = "File",
     .help = "Language of the captions"},
    {.name = "SubtitleLineLength", .label = "Characters in a line", .type = PARAM_TEXT, .unit = "characters",
     .group = "Lines", .help = "Maximum length of a line; 20 to 60 is usual"},
    {.name = "ForceSingleLine", .label = "One line a caption", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Put each caption on one line"},
    {.name = "KeepStripped", .label = "Keep empty captions", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Keep captions that have no text left"},
    {.name = "KeepInnerLinesStripped", .label = "Keep empty inner lines", .type = PARAM_BOOL, .def = "false",
     .group = "Lines", .help = "Keep inner lines that have no text left"},
    {.name = "CharsPerSecond", .label = "Reading speed", .type = PARAM_NUMBER, .def = "16.0",
     .unit = "characters/s", .group = "Timing", .help = "Maximum reading speed"},
    {.name = "MinLineDurationMs", .label = "Shortest caption", .type = PARAM_INT, .def = "2000",
     .unit = "ms", .group = "Timing", .help = "Minimum time a caption is shown"},
    {.name = "PauseBetweenCaptionsMs", .label = "Shortest pause", .type = PARAM_INT, .def = "80",
     .unit = "ms", .group = "Timing", .help = "Minimum pause between two captions"},
    {.name = "AutofillPauseBetweenCaptionsMs", .label = "Fill pauses up to", .type = PARAM_INT, .def = "0",
     .unit = "ms", .group = "Timing", .help = "Extend the previous caption over pauses up to this long"},
    {.name = "EllipsisGapDurationMs", .label = "Ellipsis after a gap of", .type = PARAM_INT, .def = "300",
     .unit = "ms", .group = "Timing", .help = "Minimum length of a gap that gets the ellipsis"},
    {.name = "SpeakerSign", .label = "Speaker sign", .type = PARAM_TEXT, .def = "-", .group = "Speakers",
     .help = "Text that marks a change of speaker"},
    {.name = "SpeakerSignPlacement", .label = "Place of the sign", .type = PARAM_TEXT,
     .suggestions = placements, .group = "Speakers", .help = "Position of the speaker sign"},
    {.name = "UseSpeakerName", .label = "Speaker's name first", .type = PARAM_BOOL, .def = "false",
     .group = "Speakers", .help = "Put the speaker's name before the text"},
    {.name = "Ellipsis", .label = "Ellipsis", .type = PARAM_TEXT, .def = "…", .group = "Text",
     .help = "Text that marks a gap in the speech"},
    {.name = "RemoveNoises", .label = "Leave out noises", .type = PARAM_BOOL, .def = "true", .group = "Text",
     .help = "Remove noise markers"},
    {.name = "MakeAllUpperCase", .label = "All capitals", .type = PARAM_BOOL, .def = "false",
     .group = "Text", .help = "Write all text in uppercase letters"},
    {.name = "FormattingMode", .label = "Text formatting", .type = PARAM_TEXT, .group = "Text",
     .help = "How text formatting is written"},
    {.name = "IsRightToLeft", .label = "Right to left", .type = PARAM_BOOL, .def = "false", .group = "Text",
     .help = "The text runs from right to left"},
    {.name = "HighlightingMode", .label = "Highlighting", .type = PARAM_TEXT, .def = "None",
     .suggestions = highlightings, .group = "Colours",
     .help = "Highlighting of spoken words (\"None\" is a literal value)"},
    {.name = "UnhighlightedColor", .label = "Text colour", .type = PARAM_TEXT, .def = "White",
     .suggestions = colors, .group = "Colours", .help = "Colour of text that is not highlighted"},
    {.name = "UnhighlightedBackgroundColor", .label = "Background colour", .type = PARAM_TEXT,
     .def = "White", .suggestions = colors, .group = "Colours",
     .help = "Background colour of text that is not highlighted"},
    {.name = "CodePageNumber", .label = "Code page", .type = PARAM_TEXT, .suggestions = code_pages,
     .group = "EBU STL header", .help = "Code page number of an STL header"},
    {.name = "DiskFormatCode", .label = "Disk format", .type = PARAM_TEXT, .suggestions = disk_formats,
     .group = "EBU STL header", .help = "Disk format code of an STL header: frame rate"},
    {.name = "DisplayStandardCode", .label = "Display standard", .type = PARAM_TEXT,
     .suggestions = display_standards, .group = "EBU STL header",
     .help = "Display standard of an STL header: 0 open, 1 and 2 teletext"},
    {.name = "LanguageCode", .label = "Language code", .type = PARAM_TEXT, .suggestions = language_codes,
     .group = "EBU STL header", .help = "Language code of an STL header, two hex digits"},
    {.name = "UseBoxAroundText", .label = "Box around the text", .type = PARAM_TEXT,
     .group = "EBU STL header", .help = "Box around the text, for teletext"},
    {.name = "Folder", .label = "Folder", .type = PARAM_TEXT, .leads = true, .local = true,
     .unset = "the one steno was started in", .group = "Save as",
     .help = "Folder on this computer; ~ is your home"},
    {.name = "Name", .label = "Name", .type = PARAM_TEXT, .local = true, .group = "Save as",
     .help = "File name; {id} {name} {state} {ext} are filled in"},
};
/* clang-format on */

const struct param_table params_export = {
    .name = "export",
    .rows = rows,
    .count = COUNT(rows) - LOCAL_ROWS,
    .first = "FileFormatId",
};

const struct param_table params_export_form = {
    .name = "export",
    .rows = rows,
    .count = COUNT(rows),
    .first = "FileFormatId",
    .sent = &params_export,
    .local_after = "Language",
};
