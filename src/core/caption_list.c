/* Owns captions of an export in memory: from bytes to rows that can be shown, and the few that are kept.
 * Knows no call and no screen. */
/* SPDX-License-Identifier: MIT */
#include "caption_list.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/read.h"
#include "caption_asked.h"

/* A letter for each rule. */
static const char flag_letters[RULE_COUNT] = {
    [RULE_BAD_TIMES] = 'd', [RULE_LINE_LENGTH] = 'l',   [RULE_LINES] = 'n',        [RULE_BLANK_LINE] = 'n',
    [RULE_CPS] = 'c',       [RULE_WPM] = 'w',           [RULE_MIN_DURATION] = 'd', [RULE_MAX_DURATION] = 'd',
    [RULE_GAP] = 'g',       [RULE_OVERLAP] = 'o',       [RULE_ORDER] = 'o',        [RULE_BEYOND] = 'b',
    [RULE_HANGING] = 'h',   [RULE_FITS_ONE_LINE] = 'f', [RULE_BALANCE] = 'l',      [RULE_SPEAKER_SIGN] = 's',
    [RULE_ENCODING] = 'x',  [RULE_TAGS] = 't',          [RULE_INDEX] = 'i',        [RULE_EMPTY] = 'e',
    [RULE_REPEAT] = 'r',
};

/* The letter of a rule: small, capital for an error. */
static char caption_list_flag(enum caption_rule rule, enum caption_level level)
{
    char letter = flag_letters[rule];
    return level == LEVEL_ERROR ? (char)toupper((unsigned char)letter) : letter;
}

/* Puts the findings in the order of their captions, the worst of each first, and notes where each caption's
 * begin. */
static void caption_list_sort_findings(struct caption_list *captions)
{
    struct caption_findings *found = &captions->found;
    size_t count = captions->file.count, *next;
    captions->first = mem_zero(count + 3, sizeof *captions->first);
    for (size_t i = 0; i < found->count; i++)
        captions->first[found->rows[i].caption + 2]++;
    for (size_t i = 0; i <= count + 1; i++)
        captions->first[i + 1] += captions->first[i];
    next = captions->first + 1; /* while they are put in place, where the next one of each goes */
    struct caption_finding *sorted = mem_alloc((found->count + 1) * sizeof *sorted);
    for (int level = LEVEL_COUNT - 1; level >= 0; level--)
        for (size_t i = 0; i < found->count; i++)
            if ((int)found->rows[i].level == level)
                sorted[next[found->rows[i].caption]++] = found->rows[i];
    free(found->rows);
    found->rows = sorted;
}

/* Adds a letter, the third and all after it as '+'; a letter that is there stays once, as its capital. */
static void row_flag(struct caption_list_row *row, char letter)
{
    size_t len = strlen(row->flags);
    for (size_t i = 0; i < len; i++)
        if (tolower((unsigned char)row->flags[i]) == tolower((unsigned char)letter))
            return;
    if (len < CAPTION_LIST_FLAGS)
        row->flags[len] = letter;
    else
        row->flags[CAPTION_LIST_FLAGS - 1] = '+';
}

/* The letters of one caption, errors first. */
static void caption_list_flag_row(struct caption_list *captions, size_t at)
{
    struct caption_list_row *row = &captions->rows[at];
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++) {
        const struct caption_finding *finding = &captions->found.rows[i];
        row_flag(row, caption_list_flag(finding->rule, finding->level));
        if (row->worst == 0)
            row->worst = (uint8_t)(finding->level + 1);
    }
}

/* The lines of a caption, cleaned. */
static char *caption_list_clean(const struct caption *caption)
{
    struct buffer text;
    buffer_init(&text, CAPTION_BYTES_MAX);
    for (size_t i = 0; i < caption->count; i++) {
        if (i > 0)
            buffer_append_char(&text, '\n');
        text_clean(&text, caption->lines[i].text, strlen(caption->lines[i].text));
    }
    char *clean = mem_copy(buffer_text(&text));
    buffer_free(&text);
    return clean;
}

/* Replaces a text by its cleaned copy. */
static void caption_list_clean_text(char **text)
{
    char *clean = text_clean_copy(*text);
    free(*text);
    *text = clean;
}

/* What everything takes, about: the texts of the file and of the rows are as large as the bytes. */
static size_t caption_list_measure_memory(const struct caption_list *captions)
{
    size_t one = sizeof(struct caption) + sizeof(struct caption_line) + sizeof(struct caption_list_row) +
                 sizeof(struct caption_measure) + sizeof(size_t);
    return 3 * captions->len + captions->file.count * one +
           captions->found.count * 2 * sizeof(struct caption_finding);
}

/* What was found, and the numbers and texts of every caption. */
static void caption_list_judge(struct caption_list *captions, int64_t length_ms)
{
    caption_asked_check(captions->params, &captions->style->limits, true, length_ms, &captions->check);
    caption_check(&captions->file, &captions->check, &captions->found);
    caption_list_sort_findings(captions);
    for (size_t i = 0; i < captions->found.count; i++)
        caption_list_clean_text(&captions->found.rows[i].text);
    size_t count = captions->file.count;
    captions->measures =
        caption_measure(&captions->file, captions->check.style.count, captions->check.language);
    captions->sums = caption_sum(captions->measures, count);
    captions->rows = mem_zero(count + 1, sizeof *captions->rows);
    for (size_t i = 0; i < count; i++) {
        captions->rows[i].text = caption_list_clean(&captions->file.captions[i]);
        caption_list_flag_row(captions, i);
    }
}

struct caption_list *caption_list_new(const struct caption_list_source *source)
{
    struct caption_list *captions = mem_zero(1, sizeof *captions);
    struct error err;
    error_clear(&err);
    captions->users = 1;
    captions->data = mem_alloc(source->len + 1);
    memcpy(captions->data, source->len ? source->data : "", source->len);
    captions->len = source->len;
    captions->params = param_set_copy(source->params);
    captions->info = *source->info;
    captions->style = source->style;
    const char *format = caption_asked_text(captions->params, "FileFormatId", false);
    if (!caption_read(&captions->file, captions->data, captions->len,
                      format ? caption_format_find(format) : CAPTION_FORMAT_COUNT, &err)) {
        captions->trouble = text_clean_copy(err.text);
        caption_file_free(&captions->file);
        captions->file = (struct caption_file){.format = CAPTION_FORMAT_COUNT};
    }
    caption_list_judge(captions, source->length_ms);
    captions->memory = caption_list_measure_memory(captions);
    return captions;
}

struct caption_list *caption_list_hold(struct caption_list *captions)
{
    if (captions)
        captions->users++;
    return captions;
}

void caption_list_drop(struct caption_list *captions)
{
    if (!captions || --captions->users > 0)
        return;
    for (size_t i = 0; i < captions->file.count; i++)
        free(captions->rows[i].text);
    free(captions->rows);
    free(captions->measures);
    free(captions->first);
    free(captions->trouble);
    caption_findings_free(&captions->found);
    caption_file_free(&captions->file);
    param_set_free(captions->params);
    free(captions->data);
    free(captions);
}

int caption_list_time(char *out, size_t size, int64_t ms, bool hours)
{
    int64_t s = ms < 0 ? 0 : ms / 1000, cs = ms < 0 ? 0 : ms % 1000 / 10;
    if (hours || s >= 3600)
        return snprintf(out, size, "%" PRId64 ":%02" PRId64 ":%02" PRId64 ".%02" PRId64, s / 3600,
                        s / 60 % 60, s % 60, cs);
    return snprintf(out, size, "%02" PRId64 ":%02" PRId64 ".%02" PRId64, s / 60, s % 60, cs);
}

bool caption_list_has_hours(const struct caption_list *captions)
{
    size_t count = captions->file.count;
    return count > 0 && captions->file.captions[count - 1].start_ms >= 3600000;
}

void caption_list_cells(const struct caption_list *captions, size_t at, struct caption_list_cells *cells)
{
    const struct caption *caption = &captions->file.captions[at];
    const struct caption_measure *measure = &captions->measures[at];
    *cells = (struct caption_list_cells){0};
    snprintf(cells->cue, sizeof cells->cue, "%zu", at + 1);
    snprintf(cells->len, sizeof cells->len, "%" PRId64, measure->longest);
    if (caption->timed)
        caption_list_time(cells->start, sizeof cells->start, caption->start_ms,
                          caption_list_has_hours(captions));
    if (measure->has_gap)
        snprintf(cells->gap, sizeof cells->gap, "%" PRId64, measure->gap_ms);
    if (measure->duration_ms <= 0)
        return;
    int64_t cs = measure->duration_ms / 10, cps10 = caption_cps10(measure->characters, measure->duration_ms);
    snprintf(cells->dur, sizeof cells->dur, "%" PRId64 ".%02" PRId64, cs / 100, cs % 100);
    if (cps10 < 1000) /* beyond, the digit is of no use, and would not fit */
        snprintf(cells->cps, sizeof cells->cps, "%" PRId64 ".%" PRId64, cps10 / 10, cps10 % 10);
    else
        snprintf(cells->cps, sizeof cells->cps, "%" PRId64, cps10 / 10);
}

size_t caption_list_at_time(const struct caption_list *captions, int64_t ms)
{
    size_t count = captions->file.count, at = 0;
    while (at + 1 < count && captions->file.captions[at].end_ms <= ms)
        at++;
    return at;
}

/* One side of a comparison. */
static struct caption_diff_side compare_side(const struct caption_list *captions)
{
    return (struct caption_diff_side){.file = &captions->file,
                                      .data = captions->data,
                                      .len = captions->len,
                                      .sign = caption_asked_text(captions->params, "SpeakerSign", true),
                                      .ellipsis = caption_asked_text(captions->params, "Ellipsis", true)};
}

struct caption_diff *caption_list_compare(const struct caption_list *a, const struct caption_list *b)
{
    struct caption_diff *diff = mem_zero(1, sizeof *diff);
    struct caption_diff_side one = compare_side(a), two = compare_side(b);
    caption_diff_make(diff, &one, &two);
    return diff;
}

void caption_list_diff_free(struct caption_diff *diff)
{
    if (diff)
        caption_diff_free(diff);
    free(diff);
}

void caption_list_copy_take(struct caption_list_copy *copy, const struct caption_list *captions)
{
    copy->data = mem_alloc(captions->len + 1);
    memcpy(copy->data, captions->data, captions->len);
    copy->len = captions->len;
    copy->params = param_set_copy(captions->params);
    copy->info = captions->info;
}

void caption_list_copy_clear(struct caption_list_copy *copy)
{
    free(copy->data);
    param_set_free(copy->params);
    *copy = (struct caption_list_copy){0};
}

/* Frees one entry and closes its place. */
static void cache_remove(struct caption_list_cache *cache, size_t at)
{
    free(cache->entries[at].key);
    caption_list_drop(cache->entries[at].captions);
    cache->count--;
    memmove(&cache->entries[at], &cache->entries[at + 1], (cache->count - at) * sizeof cache->entries[0]);
}

/* Where the entry with this key is, or count. */
static size_t cache_at(const struct caption_list_cache *cache, const char *key)
{
    size_t at = 0;
    while (at < cache->count && strcmp(cache->entries[at].key, key) != 0)
        at++;
    return at;
}

struct caption_list *caption_list_cache_find(struct caption_list_cache *cache, const char *key)
{
    size_t at = cache_at(cache, key);
    if (at == cache->count)
        return NULL;
    __typeof__(cache->entries[0]) found = cache->entries[at];
    memmove(&cache->entries[1], &cache->entries[0], at * sizeof cache->entries[0]);
    cache->entries[0] = found;
    return found.captions;
}

/* Bytes of all entries. */
static size_t cache_memory(const struct caption_list_cache *cache)
{
    size_t sum = 0;
    for (size_t i = 0; i < cache->count; i++)
        sum += cache->entries[i].captions->memory;
    return sum;
}

void caption_list_cache_put(struct caption_list_cache *cache, const char *key, struct caption_list *captions)
{
    size_t at = cache_at(cache, key);
    caption_list_hold(captions);
    if (at < cache->count)
        cache_remove(cache, at);
    if (cache->count == CAPTION_LIST_CACHE_ENTRIES)
        cache_remove(cache, cache->count - 1);
    memmove(&cache->entries[1], &cache->entries[0], cache->count * sizeof cache->entries[0]);
    cache->entries[0].key = mem_copy(key);
    cache->entries[0].captions = captions;
    cache->count++;
    while (cache->count > 0 && cache_memory(cache) > CAPTION_LIST_CACHE_BYTES)
        cache_remove(cache, cache->count - 1);
}

void caption_list_cache_clear(struct caption_list_cache *cache)
{
    while (cache->count > 0)
        cache_remove(cache, cache->count - 1);
}
