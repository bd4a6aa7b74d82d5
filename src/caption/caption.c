/* Owns the names of formats, rules and levels, the life of captions and findings, and the order of captions
 * in time. Knows no format's grammar and no limit. */
/* SPDX-License-Identifier: MIT */
#include "caption.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

static const char *const format_names[CAPTION_FORMAT_COUNT] = {
    [CAPTION_SRT] = "srt", [CAPTION_VTT] = "vtt",   [CAPTION_SSA] = "ssa", [CAPTION_ASS] = "ass",
    [CAPTION_STL] = "stl", [CAPTION_TTML] = "ttml", [CAPTION_TXT] = "txt",
};

/* What else a format is called. */
static const struct {
    const char *name;
    enum caption_format format;
} format_aliases[] = {
    {"subrip", CAPTION_SRT}, {"webvtt", CAPTION_VTT}, {"dfxp", CAPTION_TTML}, {"itt", CAPTION_TTML},
    {"xml", CAPTION_TTML},   {"ebustl", CAPTION_STL}, {"text", CAPTION_TXT},
};

static const char *const level_names[LEVEL_COUNT] = {
    [LEVEL_NOTE] = "note", [LEVEL_WARNING] = "warning", [LEVEL_ERROR] = "error"};

const struct caption_rule_def caption_rules[RULE_COUNT] = {
    [RULE_BAD_TIMES] = {"bad-times", LEVEL_ERROR, "Times that cannot be read, or an end not after the start"},
    [RULE_LINE_LENGTH] = {"line-length", LEVEL_ERROR, "A line longer than the limit"},
    [RULE_LINES] = {"lines", LEVEL_ERROR, "More lines in a caption than the limit, or rows off the page"},
    [RULE_BLANK_LINE] = {"blank-line", LEVEL_NOTE, "An empty line within a caption"},
    [RULE_CPS] = {"cps", LEVEL_WARNING, "More characters per second than the limit"},
    [RULE_WPM] = {"wpm", LEVEL_WARNING, "More words per minute than the limit"},
    [RULE_MIN_DURATION] = {"min-duration", LEVEL_WARNING, "Shown for less time than the limit"},
    [RULE_MAX_DURATION] = {"max-duration", LEVEL_WARNING, "Shown for more time than the limit"},
    [RULE_GAP] = {"gap", LEVEL_WARNING, "A gap to the next caption that is neither closed nor a pause"},
    [RULE_OVERLAP] = {"overlap", LEVEL_ERROR, "Still shown when the next caption starts"},
    [RULE_ORDER] = {"order", LEVEL_ERROR, "Starts before the previous caption of the file"},
    [RULE_BEYOND] = {"beyond", LEVEL_ERROR, "Starts before the recording, or after its end"},
    [RULE_HANGING] = {"hanging", LEVEL_NOTE, "A line ends in a word that belongs to the next one"},
    [RULE_FITS_ONE_LINE] = {"fits-one-line", LEVEL_NOTE, "Two lines that would fit in one"},
    [RULE_BALANCE] = {"balance", LEVEL_NOTE, "One of two lines is under half of the other"},
    [RULE_SPEAKER_SIGN] = {"speaker-sign", LEVEL_NOTE, "Speaker signs where the style has none, or mixed"},
    [RULE_ENCODING] = {"encoding", LEVEL_ERROR, "Bad bytes, control codes, mixed line ends, a wrong mark"},
    [RULE_TAGS] = {"tags", LEVEL_ERROR,
                   "Markup not closed, crossed or unknown; a name missing or used twice"},
    [RULE_INDEX] = {"index", LEVEL_NOTE, "Numbers of captions are not 1, 2, 3 and so on"},
    [RULE_EMPTY] = {"empty", LEVEL_ERROR, "A caption without visible text"},
    [RULE_REPEAT] = {"repeat", LEVEL_NOTE, "The same text as the caption just before"},
};

const char *caption_format_name(enum caption_format format)
{
    return format_names[format];
}

enum caption_format caption_format_find(const char *name)
{
    for (int i = 0; i < CAPTION_FORMAT_COUNT; i++)
        if (text_equal_nocase(format_names[i], name))
            return (enum caption_format)i;
    for (size_t i = 0; i < sizeof format_aliases / sizeof format_aliases[0]; i++)
        if (text_equal_nocase(format_aliases[i].name, name))
            return format_aliases[i].format;
    return CAPTION_FORMAT_COUNT;
}

enum caption_rule caption_rule_find(const char *name)
{
    int rule = 0;
    while (rule < RULE_COUNT && strcmp(caption_rules[rule].name, name) != 0)
        rule++;
    return (enum caption_rule)rule;
}

const char *caption_level_name(enum caption_level level)
{
    return level_names[level];
}

/* A start as the file writes it; "" for none. */
static void name_time(const struct caption_file *file, const struct caption *caption, char *out, size_t size)
{
    int64_t ms = caption->start_ms < 0 ? -caption->start_ms : caption->start_ms, s = ms / 1000;
    const char *sign = caption->start_ms < 0 ? "-" : "";
    char clock[48];
    *out = '\0';
    if (!caption->timed)
        return;
    if (file->format == CAPTION_STL) {
        int64_t rate = file->rate_num, frames = file->first_frame + (caption->start_ms * rate + 999) / 1000;
        s = frames / rate;
        ms = frames % rate;
        sign = "";
    }
    snprintf(clock, sizeof clock, "%s%0*" PRId64 ":%02" PRId64 ":%02" PRId64, sign,
             file->format == CAPTION_SSA || file->format == CAPTION_ASS ? 1 : 2, s / 3600, s / 60 % 60,
             s % 60);
    if (file->format == CAPTION_STL)
        snprintf(out, size, " at %s:%02" PRId64, clock, ms);
    else if (file->format == CAPTION_SSA || file->format == CAPTION_ASS)
        snprintf(out, size, " at %s.%02" PRId64, clock, ms % 1000 / 10);
    else
        snprintf(out, size, " at %s%c%03" PRId64, clock, file->format == CAPTION_SRT ? ',' : '.', ms % 1000);
}

void caption_name(const struct caption_file *file, size_t index, char out[CAPTION_NAME_SIZE])
{
    const struct caption *caption = &file->captions[index];
    char time[80];
    name_time(file, caption, time, sizeof time);
    if (caption->name)
        snprintf(out, CAPTION_NAME_SIZE, "%s%s", caption->name, time);
    else
        snprintf(out, CAPTION_NAME_SIZE, "%zu%s", index + 1, time);
}

void caption_findings_add(struct caption_findings *list, const struct caption_finding *finding, char *text)
{
    list->by_level[finding->level]++;
    list->by_rule[finding->rule]++;
    if (list->count == FINDING_COUNT_MAX || !text) {
        list->dropped[finding->rule][finding->level]++;
        free(text);
        return;
    }
    if ((list->count & (list->count - 1)) == 0) /* room doubles at each power of two */
        list->rows = mem_grow(list->rows, list->count ? list->count * 2 : 1, sizeof *list->rows);
    list->rows[list->count] = *finding;
    list->rows[list->count++].text = text;
}

void caption_findings_free(struct caption_findings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->rows[i].text);
    free(list->rows);
    *list = (struct caption_findings){0};
}

void caption_file_free(struct caption_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        struct caption *caption = &file->captions[i];
        for (size_t j = 0; j < caption->count; j++)
            free(caption->lines[j].text);
        free(caption->lines);
        free(caption->area);
        free(caption->name);
    }
    free(file->captions);
    caption_findings_free(&file->findings);
    *file = (struct caption_file){0};
}

/* --- the order in time --- */

bool caption_has_times(const struct caption *caption)
{
    return caption->timed && caption->end_ms > caption->start_ms;
}

static int caption_compare_times(const void *a, const void *b, void *captions)
{
    const struct caption *rows = captions;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    if (rows[x].start_ms != rows[y].start_ms)
        return rows[x].start_ms < rows[y].start_ms ? -1 : 1;
    if (rows[x].end_ms != rows[y].end_ms)
        return rows[x].end_ms < rows[y].end_ms ? -1 : 1;
    return x < y ? -1 : x > y;
}

size_t *caption_order(const struct caption_file *file, size_t *count)
{
    size_t *order = mem_alloc(file->count * sizeof *order);
    bool is_ordered = true; /* mostly they are */
    *count = 0;
    for (size_t i = 0; i < file->count; i++) {
        if (!caption_has_times(&file->captions[i]))
            continue;
        order[*count] = i;
        is_ordered = is_ordered && (*count == 0 || caption_compare_times(&order[*count - 1], &order[*count],
                                                                         file->captions) < 0);
        ++*count;
    }
    if (!is_ordered)
        qsort_r(order, *count, sizeof *order, caption_compare_times, file->captions);
    return order;
}
