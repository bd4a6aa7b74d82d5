/* Owns the reading of the export parameters that shape captions. */
#include "steno/sandbox/captions.h"

#include "steno/base/text.h"
#include "steno/sandbox/query.h"

#define LINE_LENGTH_DEFAULT 37
#define LINE_LENGTH_MAX     1000

/* Reads the longest line: a text of digits, or unset. */
static bool options_line_length(struct caption_options *options, const struct param_set *set)
{
    const char *text = value_text(set, "SubtitleLineLength");
    options->line_length = LINE_LENGTH_DEFAULT;
    return !text[0] || (text_parse_int(text, &options->line_length) && options->line_length >= 1 &&
                        options->line_length <= LINE_LENGTH_MAX);
}

/* Reads where the speaker sign stands. */
static bool options_placement(struct caption_options *options, const struct param_set *set)
{
    const char *text = value_text(set, "SpeakerSignPlacement");
    options->placement = text_equal_nocase(text, "everyCaption") ? SIGN_CAPTION
                         : text_equal_nocase(text, "everyLine")  ? SIGN_LINE
                                                                 : SIGN_UTTERANCE;
    return options->placement != SIGN_UTTERANCE || !text[0] || text_equal_nocase(text, "utteranceStartOnly");
}

/* Reads a duration that may not be negative. */
static bool options_duration(int64_t *ms, const struct param_set *set, const char *name)
{
    *ms = value_int(set, name);
    return *ms >= 0 && *ms <= INT32_MAX;
}

const char *caption_options_read(struct caption_options *options, const struct param_set *set)
{
    *options = (struct caption_options){
        .max_lines = value_bool(set, "ForceSingleLine") ? 1 : 2,
        .keep_stripped = value_bool(set, "KeepStripped"),
        .keep_inner_stripped = value_bool(set, "KeepInnerLinesStripped"),
        .remove_noises = value_bool(set, "RemoveNoises"),
        .use_speaker_name = value_bool(set, "UseSpeakerName"),
        .capitals = value_bool(set, "MakeAllUpperCase"),
        .sign = value_text(set, "SpeakerSign"),
        .ellipsis = value_text(set, "Ellipsis"),
        .chars_per_second = value_number(set, "CharsPerSecond"),
    };
    if (!options_line_length(options, set))
        return "SubtitleLineLength";
    if (!options_placement(options, set))
        return "SpeakerSignPlacement";
    if (!options_duration(&options->pause_ms, set, "PauseBetweenCaptionsMs"))
        return "PauseBetweenCaptionsMs";
    if (!options_duration(&options->autofill_ms, set, "AutofillPauseBetweenCaptionsMs"))
        return "AutofillPauseBetweenCaptionsMs";
    if (!options_duration(&options->min_ms, set, "MinLineDurationMs"))
        return "MinLineDurationMs";
    if (!options_duration(&options->gap_ms, set, "EllipsisGapDurationMs"))
        return "EllipsisGapDurationMs";
    return options->chars_per_second > 0 ? NULL : "CharsPerSecond";
}
