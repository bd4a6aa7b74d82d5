/* Owns how a house style is found by its name, the keys by which one of one's own changes single limits, and
 * the levels of rules. Knows no file and no parameter. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/style.h"

#include <string.h>

#include "check.h"
#include "steno/base/text.h"

#define LIMIT_MAX 1000000

/* Reads a whole number from 0 to `most`. */
static bool limit_number(const char *value, int most, int *number)
{
    int64_t read;
    if (!text_parse_int(value, &read) || read < 0 || read > most)
        return false;
    *number = (int)read;
    return true;
}

static bool limit_bool(const char *value, bool *flag)
{
    *flag = strcmp(value, "true") == 0;
    return *flag || strcmp(value, "false") == 0;
}

/* "80", "80 ms", "2 frames": at most nine digits, a blank, the unit. */
static bool limit_span(const char *value, struct caption_span *span)
{
    char digits[10] = "";
    size_t len = strspn(value, "0123456789");
    const char *unit = value + len + (value[len] == ' ');
    int number;
    if (len == 0 || len >= sizeof digits)
        return false;
    memcpy(digits, value, len);
    bool frames = strcmp(unit, "frames") == 0 || strcmp(unit, "frame") == 0;
    if ((!frames && *unit && strcmp(unit, "ms") != 0) || !limit_number(digits, LIMIT_MAX, &number))
        return false;
    *span = (struct caption_span){.frames = frames ? number : 0, .ms = frames ? 0 : number};
    return true;
}

static bool put_line_length(struct caption_limits *limits, const char *value)
{
    return limit_number(value, LIMIT_MAX, &limits->line_length);
}

static bool put_lines(struct caption_limits *limits, const char *value)
{
    return limit_number(value, LIMIT_MAX, &limits->lines);
}

static bool put_cps(struct caption_limits *limits, const char *value)
{
    int number;
    if (!limit_number(value, LIMIT_MAX, &number))
        return false;
    limits->cps10 = number * 10;
    return true;
}

static bool put_cps_note(struct caption_limits *limits, const char *value)
{
    int number;
    if (!limit_number(value, LIMIT_MAX, &number))
        return false;
    limits->cps10_note = number * 10;
    return true;
}

static bool put_wpm(struct caption_limits *limits, const char *value)
{
    return limit_number(value, LIMIT_MAX, &limits->wpm);
}

static bool put_min(struct caption_limits *limits, const char *value)
{
    limits->min_word_ms = 0;
    return limit_number(value, LIMIT_MAX, &limits->min_ms);
}

static bool put_min_word(struct caption_limits *limits, const char *value)
{
    limits->min_ms = 0;
    return limit_number(value, LIMIT_MAX, &limits->min_word_ms);
}

static bool put_max(struct caption_limits *limits, const char *value)
{
    return limit_number(value, LIMIT_MAX, &limits->max_ms);
}

/* A gap is checked as soon as one of its limits is there. */
static bool gap_renew(struct caption_limits *limits)
{
    struct caption_gap_limit *gap = &limits->gap;
    if (!gap->checked)
        gap->min_level = LEVEL_WARNING;
    if (gap->free.ms && gap->min.ms > gap->free.ms) /* the new limit is above the old pause */
        gap->free = (struct caption_span){0};
    gap->checked =
        gap->min.ms || gap->min.frames || gap->free.ms || gap->free.frames || gap->free.half_second;
    return true;
}

static bool put_gap(struct caption_limits *limits, const char *value)
{
    return limit_span(value, &limits->gap.min) && gap_renew(limits);
}

static bool put_gap_pause(struct caption_limits *limits, const char *value)
{
    return limit_span(value, &limits->gap.free) && gap_renew(limits);
}

static bool put_gap_none(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->gap.touch);
}

static bool put_gap_exact(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->gap.house);
}

static bool put_one_line(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->one_line);
}

static bool put_balance(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->balance);
}

static bool put_mark(struct caption_limits *limits, const char *value)
{
    bool allowed;
    if (!limit_bool(value, &allowed))
        return false;
    limits->no_mark = !allowed;
    return true;
}

static bool put_plain(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->plain);
}

static bool put_colours(struct caption_limits *limits, const char *value)
{
    return limit_bool(value, &limits->colours);
}

static bool put_sign(struct caption_limits *limits, const char *value)
{
    static const char *const words[] = {
        [DIALOGUE_ANY] = "any", [DIALOGUE_BOTH] = "both", [DIALOGUE_SECOND] = "second"};
    size_t at = 0;
    while (at < sizeof words / sizeof words[0] && strcmp(words[at], value) != 0)
        at++;
    limits->dialogue = (enum caption_dialogue)at;
    return at < sizeof words / sizeof words[0];
}

static bool put_count(struct caption_limits *limits, const char *value)
{
    int rule = 0;
    while (rule < COUNT_RULE_COUNT && strcmp(count_rule_name((enum count_rule)rule), value) != 0)
        rule++;
    limits->count = (enum count_rule)rule;
    return rule < COUNT_RULE_COUNT;
}

static bool put_rate(struct caption_limits *limits, const char *value)
{
    return caption_rate_put(limits, value);
}

#define NUMBER "a whole number from 0 (no limit) to 1000000"
#define SPAN   "milliseconds as in 80, or frames as in 2 frames"
#define FLAG   "true or false"

const struct style_limit_key style_limit_keys[] = {
    {"line-length", NUMBER, "Maximum length of a line", put_line_length},
    {"lines", NUMBER, "Maximum number of lines in a caption", put_lines},
    {"cps", NUMBER, "Maximum characters per second", put_cps},
    {"cps-note", NUMBER, "Characters per second above which a note is given", put_cps_note},
    {"wpm", NUMBER, "Maximum words per minute", put_wpm},
    {"min-duration", NUMBER, "Minimum duration of a caption in ms", put_min},
    {"min-duration-word", NUMBER, "Minimum duration of a caption in ms per word", put_min_word},
    {"max-duration", NUMBER, "Maximum duration of a caption in ms", put_max},
    {"gap", SPAN, "Minimum gap to the next caption; 0: no limit", put_gap},
    {"gap-none", FLAG, "No gap at all is also correct", put_gap_none},
    {"gap-exact", FLAG, "A gap of exactly the minimum is correct", put_gap_exact},
    {"gap-pause", SPAN, "Gap that counts as a pause; shorter ones are reported", put_gap_pause},
    {"fits-one-line", FLAG, "Two lines that fit in one give a note", put_one_line},
    {"balance", FLAG, "A line shorter than half of the other gives a note", put_balance},
    {"mark", FLAG, "A byte order mark is allowed", put_mark},
    {"plain", FLAG, "UTF-16, tags and character references are errors", put_plain},
    {"colours", FLAG, "Speakers are distinguished by colours", put_colours},
    {"sign", "any, both or second", "Lines with a speaker sign when two people speak", put_sign},
    {"count", "all, no-space, half or cells", "How characters are counted", put_count},
    {"frame-rate", CAPTION_RATE_VALUES, "Frames per second if the file has none", put_rate},
};
const size_t style_limit_key_count = sizeof style_limit_keys / sizeof style_limit_keys[0];

/* Is the rule found at all? */
static void limits_switch(struct caption_limits *limits, enum caption_rule rule, bool on)
{
    if (!limits->only)
        limits->only = RULE_BIT(RULE_COUNT) - 1;
    limits->only |= RULE_BIT_SOME;
    limits->only = on ? limits->only | RULE_BIT(rule) : limits->only & ~RULE_BIT(rule);
}

/* level.RULE = error, warning, note, off */
static bool level_put(struct caption_limits *limits, const char *name, const char *value, struct error *err)
{
    enum caption_rule rule = caption_rule_find(name);
    int level = 0;
    if (rule == RULE_COUNT)
        return error_set(err, ERROR_USAGE, "no rule is named “%s”", name);
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), value) != 0)
        level++;
    bool off = strcmp(value, "off") == 0;
    if (level == LEVEL_COUNT && !off)
        return error_set(err, ERROR_USAGE,
                         STYLE_LEVEL_KEY "%s: “%s” is invalid: give error, warning, note or off", name,
                         value);
    limits->levels[rule] = (uint8_t)(off ? 0 : level + 1);
    if (off || limits->only)
        limits_switch(limits, rule, !off);
    return true;
}

/* Sets a limit. It counts, even where the style that was copied leaves its rule out. */
static bool limits_put(struct caption_limits *limits, const struct style_limit_key *key, const char *value)
{
    enum caption_rule rule = caption_rule_find(key->name);
    if (rule != RULE_COUNT && limits->only)
        limits->only |= RULE_BIT(rule);
    return key->put(limits, value);
}

bool style_limit_put(struct caption_limits *limits, const char *key, const char *value, bool *known,
                     struct error *err)
{
    const size_t prefix = sizeof STYLE_LEVEL_KEY - 1;
    *known = true;
    if (strncmp(key, STYLE_LEVEL_KEY, prefix) == 0)
        return level_put(limits, key + prefix, value, err);
    for (size_t i = 0; i < style_limit_key_count; i++)
        if (strcmp(style_limit_keys[i].name, key) == 0)
            return limits_put(limits, &style_limit_keys[i], value) ||
                   error_set(err, ERROR_USAGE, "%s: “%s” is invalid: give %s", key, value,
                             style_limit_keys[i].values);
    *known = false;
    return false;
}

const struct caption_style *caption_style_find(const char *name)
{
    for (size_t i = 0; i < caption_style_count; i++)
        if (strcmp(caption_styles[i].name, name) == 0)
            return &caption_styles[i];
    return NULL;
}
