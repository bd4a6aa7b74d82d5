/* Owns the reading of the export parameters that shape captions. */
/* SPDX-License-Identifier: MIT */
#include "cues.h"

#include "steno/base/text.h"

#define LINE_LENGTH_DEFAULT 37
#define LINE_LENGTH_MAX     1000

/* Reads the longest line: a text of digits, or unset. */
static bool cues_options_line_length(struct cue_options *options, const struct param_set *set)
{
    const char *text = value_text(set, "SubtitleLineLength");
    options->line_length = LINE_LENGTH_DEFAULT;
    return !text[0] || (text_parse_int(text, &options->line_length) && options->line_length >= 1 &&
                        options->line_length <= LINE_LENGTH_MAX);
}

/* Reads where the speaker sign stands. */
static enum sign_placement cues_options_placement(const struct param_set *set, struct value_unknown *unknown)
{
    static const char *const names[] = {
        [SIGN_UTTERANCE] = "utteranceStartOnly", [SIGN_CAPTION] = "everyCaption", [SIGN_LINE] = "everyLine"};
    const char *text = value_text(set, "SpeakerSignPlacement");
    for (int i = 0; i < 3; i++) {
        if (text_equal_nocase(text, names[i]))
            return (enum sign_placement)i;
    }
    if (text[0])
        value_note_unknown(unknown, "SpeakerSignPlacement");
    return SIGN_UTTERANCE;
}

/* Reads a duration that may not be negative. */
static bool cues_options_duration(int64_t *ms, const struct param_set *set, const char *name)
{
    *ms = value_int(set, name);
    return *ms >= 0 && *ms <= INT32_MAX;
}

const char *cues_options_read(struct cue_options *options, const struct param_set *set,
                              struct value_unknown *unknown)
{
    *options = (struct cue_options){
        .max_lines = value_bool(set, "ForceSingleLine") ? 1 : 2,
        .keep_stripped = value_bool(set, "KeepStripped"),
        .keep_inner_stripped = value_bool(set, "KeepInnerLinesStripped"),
        .remove_noises = value_bool(set, "RemoveNoises"),
        .use_speaker_name = value_bool(set, "UseSpeakerName"),
        .placement = cues_options_placement(set, unknown),
        .capitals = value_bool(set, "MakeAllUpperCase"),
        .sign = value_text(set, "SpeakerSign"),
        .ellipsis = value_text(set, "Ellipsis"),
        .chars_per_second = value_number(set, "CharsPerSecond"),
    };
    if (!cues_options_line_length(options, set))
        return "SubtitleLineLength";
    if (!cues_options_duration(&options->pause_ms, set, "PauseBetweenCaptionsMs"))
        return "PauseBetweenCaptionsMs";
    if (!cues_options_duration(&options->autofill_ms, set, "AutofillPauseBetweenCaptionsMs"))
        return "AutofillPauseBetweenCaptionsMs";
    if (!cues_options_duration(&options->min_ms, set, "MinLineDurationMs"))
        return "MinLineDurationMs";
    if (!cues_options_duration(&options->gap_ms, set, "EllipsisGapDurationMs"))
        return "EllipsisGapDurationMs";
    return options->chars_per_second > 0 ? NULL : "CharsPerSecond";
}
