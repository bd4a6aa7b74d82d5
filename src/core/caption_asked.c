/* Turns export parameters into limits. Knows no caption. */
/* SPDX-License-Identifier: MIT */
#include "caption_asked.h"

#include <string.h>

#include "steno/base/text.h"

const char *caption_asked_text(const struct param_set *set, const char *name, bool with_defaults)
{
    int row = param_find(set->table, name);
    const char *value = param_set_get(set, row);
    return value || !with_defaults ? value : set->table->rows[row].def;
}

/* A whole number that may be a limit; 0 for none. */
static int asked_int(const struct param_set *set, const char *name, bool with_defaults)
{
    int64_t number;
    const char *text = caption_asked_text(set, name, with_defaults);
    return text && text_parse_int(text, &number) && number > 0 && number <= 1000000 ? (int)number : 0;
}

/* A number with a fraction, in tenths, rounded up: who keeps what was asked is not over it. 0 for none. */
static int asked_tenths(const struct param_set *set, const char *name, bool with_defaults)
{
    const char *text = caption_asked_text(set, name, with_defaults);
    int tenths = 0;
    if (!text || !text_is_number(text) || *text == '-')
        return 0;
    for (; *text && *text != '.'; text++) {
        if (tenths > 1000000)
            return 0;
        tenths = tenths * 10 + (*text - '0') * 10;
    }
    if (*text != '.')
        return tenths;
    return tenths + (text[1] - '0') + (text[2 + strspn(text + 2, "0")] != '\0');
}

static bool asked_bool(const struct param_set *set, const char *name, bool with_defaults)
{
    const char *text = caption_asked_text(set, name, with_defaults);
    return text && strcmp(text, "true") == 0;
}

void caption_asked_limits(const struct param_set *set, bool with_defaults, struct caption_limits *limits)
{
    int pause = asked_int(set, "PauseBetweenCaptionsMs", with_defaults);
    *limits = (struct caption_limits){
        .source = "asked",
        .line_length = asked_int(set, "SubtitleLineLength", with_defaults),
        .lines = asked_bool(set, "ForceSingleLine", with_defaults),
        .keeps_empty = asked_bool(set, "KeepStripped", with_defaults),
        .cps10 = asked_tenths(set, "CharsPerSecond", with_defaults),
        .min_ms = asked_int(set, "MinLineDurationMs", with_defaults),
        .gap = {.checked = pause > 0, .min = {.ms = pause}, .min_level = LEVEL_WARNING},
    };
}

/* A limit that was given by itself stands in place of what was asked, be it looser or none. */
static void asked_drop_given(struct caption_limits *asked, uint32_t given)
{
    if (given & RULE_BIT(RULE_LINE_LENGTH))
        asked->line_length = 0;
    if (given & RULE_BIT(RULE_LINES))
        asked->lines = 0;
    if (given & RULE_BIT(RULE_CPS))
        asked->cps10 = 0;
    if (given & RULE_BIT(RULE_MIN_DURATION))
        asked->min_ms = 0;
    if (given & RULE_BIT(RULE_GAP))
        asked->gap = (struct caption_gap_limit){0};
}

void caption_asked_check(const struct param_set *set, const struct caption_limits *style, bool with_defaults,
                         int64_t length_ms, struct caption_check *check)
{
    *check = (struct caption_check){.style = *style,
                                    .language = caption_asked_text(set, "Language", false),
                                    .sign = caption_asked_text(set, "SpeakerSign", true),
                                    .length_ms = length_ms};
    caption_asked_limits(set, with_defaults, &check->asked);
    asked_drop_given(&check->asked, style->given);
}
