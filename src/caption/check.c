/* Checks captions by rules. A rule gives at most one finding for a caption, the worst one. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

const struct caption_rule_def caption_rules[RULE_COUNT] = {
    [RULE_BAD_TIMES] = {"bad-times", LEVEL_ERROR, false, NULL,
                        "The times cannot be read, or the end is not after the start"},
    [RULE_ORDER] = {"order", LEVEL_ERROR, false, "ms",
                    "A caption starts before the caption above it in the file"},
    [RULE_OVERLAP] = {"overlap", LEVEL_ERROR, false, "ms",
                      "A caption is still shown when the next one starts"},
    [RULE_MIN_DURATION] = {"min-duration", LEVEL_WARNING, true, "ms",
                           "A caption is shown for less time than the limit"},
    [RULE_MAX_DURATION] = {"max-duration", LEVEL_WARNING, true, "ms",
                           "A caption is shown for more time than the limit"},
    [RULE_GAP] = {"gap", LEVEL_WARNING, true, "ms", "The time to the next caption is shorter than the limit"},
    [RULE_CPS] = {"cps", LEVEL_WARNING, true, "characters/s",
                  "A caption has more characters per second than the limit"},
    [RULE_WPM] = {"wpm", LEVEL_WARNING, true, "words/min",
                  "A caption has more words per minute than the limit"},
    [RULE_LINE_LENGTH] = {"line-length", LEVEL_ERROR, true, "characters", "A line is longer than the limit"},
    [RULE_LINES] = {"lines", LEVEL_ERROR, true, "lines", "A caption has more lines than the limit"},
    [RULE_EMPTY] = {"empty", LEVEL_ERROR, false, NULL,
                    "A caption without visible text, or a file without captions"},
    [RULE_TAGS] = {"tags", LEVEL_ERROR, false, NULL, "The text contains markup"},
    [RULE_ENCODING] = {"encoding", LEVEL_ERROR, false, NULL, "The file is not UTF-8"},
};

const char *caption_level_name(enum caption_level level)
{
    return level == LEVEL_ERROR ? "error" : "warning";
}

static void check_add(struct caption_findings *found, size_t caption, enum caption_rule rule, int64_t value,
                      int64_t limit)
{
    enum caption_level level = caption_rules[rule].level;
    if ((found->count & (found->count - 1)) == 0) /* at each power of two, double the room */
        found->rows = mem_grow(found->rows, found->count ? found->count * 2 : 1, sizeof *found->rows);
    found->rows[found->count++] = (struct caption_finding){caption, rule, level, value, limit};
    found->by_level[level]++;
}

struct caption_size caption_measure(const struct caption *caption)
{
    struct caption_size size = {.lines = *caption->text != '\0'};
    size_t len = strlen(caption->text);
    int64_t cells = 0;
    bool is_word = false;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(caption->text + at, len - at, &code);
        bool is_blank = code == ' ' || code == '\n';
        int width = code == '\n' ? 0 : text_code_width(code);
        size.words += !is_blank && !is_word;
        is_word = !is_blank;
        size.lines += code == '\n';
        size.characters += width;
        cells = code == '\n' ? 0 : cells + width;
        size.longest = cells > size.longest ? cells : size.longest;
    }
    return size;
}

int64_t caption_speed(const struct caption *caption)
{
    int64_t ms = caption->end_ms - caption->start_ms;
    return ms > 0 ? (caption_measure(caption).characters * 10000 + ms - 1) / ms : 0;
}

/* True if the end is after the start. Unreadable times are both 0, which gives false. */
static bool check_is_timed(const struct caption *caption)
{
    return caption->end_ms > caption->start_ms;
}

/* Checks the times of a caption. `before` and `after`: nearest captions with usable times, or NULL. */
static void check_times(struct caption_findings *found, size_t number, const struct caption *caption,
                        const struct caption *before, const struct caption *after,
                        const struct caption_limits *limits)
{
    const int *limit = limits->limit;
    int64_t ms = caption->end_ms - caption->start_ms, gap = after ? after->start_ms - caption->end_ms : 0;
    if (before && caption->start_ms < before->start_ms)
        check_add(found, number, RULE_ORDER, caption->start_ms - before->start_ms, 0);
    if (gap < 0 && after->start_ms >= caption->start_ms)
        check_add(found, number, RULE_OVERLAP, gap, 0);
    if (ms < limit[RULE_MIN_DURATION])
        check_add(found, number, RULE_MIN_DURATION, ms, limit[RULE_MIN_DURATION]);
    if (limit[RULE_MAX_DURATION] && ms > limit[RULE_MAX_DURATION])
        check_add(found, number, RULE_MAX_DURATION, ms, limit[RULE_MAX_DURATION]);
    if (after && gap >= 0 && gap < limit[RULE_GAP] && !(gap == 0 && limits->may_touch))
        check_add(found, number, RULE_GAP, gap, limit[RULE_GAP]);
    int64_t speed = caption_speed(caption), wpm = (caption_measure(caption).words * 60000 + ms - 1) / ms;
    if (limit[RULE_CPS] && speed > limit[RULE_CPS])
        check_add(found, number, RULE_CPS, speed, limit[RULE_CPS]);
    if (limit[RULE_WPM] && wpm > limit[RULE_WPM])
        check_add(found, number, RULE_WPM, wpm, limit[RULE_WPM]);
}

static void check_text(struct caption_findings *found, size_t number, const struct caption *caption,
                       const struct caption_limits *limits)
{
    const int *limit = limits->limit;
    struct caption_size size = caption_measure(caption);
    if (limit[RULE_LINE_LENGTH] && size.longest > limit[RULE_LINE_LENGTH])
        check_add(found, number, RULE_LINE_LENGTH, size.longest, limit[RULE_LINE_LENGTH]);
    if (limit[RULE_LINES] && size.lines > limit[RULE_LINES])
        check_add(found, number, RULE_LINES, size.lines, limit[RULE_LINES]);
    if (size.words == 0)
        check_add(found, number, RULE_EMPTY, 0, 0);
    if (caption->has_markup)
        check_add(found, number, RULE_TAGS, 0, 0);
}

/* Returns the next caption with usable times, or NULL. */
static const struct caption *check_next(const struct caption_file *file, size_t at)
{
    while (++at < file->count)
        if (check_is_timed(&file->captions[at]))
            return &file->captions[at];
    return NULL;
}

void caption_check(const struct caption_file *file, const struct caption_limits *limits,
                   struct caption_findings *found)
{
    const struct caption *before = NULL;
    *found = (struct caption_findings){0};
    if (!file->is_utf8)
        check_add(found, 0, RULE_ENCODING, 0, 0);
    if (file->count == 0)
        check_add(found, 0, RULE_EMPTY, 0, 0);
    for (size_t i = 0; i < file->count; i++) {
        const struct caption *caption = &file->captions[i];
        if (check_is_timed(caption)) {
            check_times(found, i + 1, caption, before, check_next(file, i), limits);
            before = caption;
        } else {
            check_add(found, i + 1, RULE_BAD_TIMES, 0, 0);
        }
        check_text(found, i + 1, caption, limits);
    }
}

void caption_findings_free(struct caption_findings *found)
{
    free(found->rows);
    *found = (struct caption_findings){0};
}

void caption_finding_text(char out[CAPTION_FINDING_SIZE], const struct caption_finding *finding,
                          const struct caption_limits *limits)
{
    int64_t value = finding->value, limit = finding->limit;
    const char *unit = caption_rules[finding->rule].unit;
    char tenth[8] = "";
    if (limit % 10 > 0)
        snprintf(tenth, sizeof tenth, ".%d", (int)(limit % 10));
    switch (finding->rule) {
    case RULE_BAD_TIMES:
        snprintf(out, CAPTION_FINDING_SIZE, "the times cannot be read, or the end is not after the start");
        return;
    case RULE_ORDER:
        snprintf(out, CAPTION_FINDING_SIZE, "starts %" PRId64 " ms before the previous caption", -value);
        return;
    case RULE_OVERLAP:
        snprintf(out, CAPTION_FINDING_SIZE, "still shown %" PRId64 " ms after the next caption starts",
                 -value);
        return;
    case RULE_MIN_DURATION:
    case RULE_MAX_DURATION:
        snprintf(out, CAPTION_FINDING_SIZE,
                 value < limit ? "shown for %" PRId64 " ms; minimum %" PRId64
                               : "shown for %" PRId64 " ms; maximum %" PRId64,
                 value, limit);
        return;
    case RULE_GAP:
        snprintf(out, CAPTION_FINDING_SIZE, "%" PRId64 " ms to the next caption; minimum %" PRId64 "%s",
                 value, limit, limits->may_touch ? " (or exactly 0)" : "");
        return;
    case RULE_CPS:
        snprintf(out, CAPTION_FINDING_SIZE, "%" PRId64 ".%" PRId64 " %s; limit %" PRId64 "%s", value / 10,
                 value % 10, unit, limit / 10, tenth);
        return;
    case RULE_LINE_LENGTH:
        snprintf(out, CAPTION_FINDING_SIZE, "a line has %" PRId64 " %s; limit %" PRId64, value, unit, limit);
        return;
    case RULE_WPM:
    case RULE_LINES:
        snprintf(out, CAPTION_FINDING_SIZE, "%" PRId64 " %s; limit %" PRId64, value, unit, limit);
        return;
    case RULE_EMPTY:
        snprintf(out, CAPTION_FINDING_SIZE, finding->caption ? "no visible text" : "there are no captions");
        return;
    case RULE_TAGS:
        snprintf(out, CAPTION_FINDING_SIZE, "the text contains markup");
        return;
    case RULE_ENCODING:
    case RULE_COUNT:
        snprintf(out, CAPTION_FINDING_SIZE, "not UTF-8");
        return;
    }
}
