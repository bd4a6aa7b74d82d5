/* Owns the words for what an act came to: its sums, its projects by outcome and reason, and the sentence
 * about failures. Knows neither the store nor where they are shown. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/act_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define REASON_LINES 2  /* of the sentence about failures */
#define OPTION_CELLS 40 /* of a value */
#define STATUS_CELLS 40 /* a narrower line leaves the status out */

static const struct {
    const char *word;
    char mark;
} ends[ACT_END_COUNT] = {
    [ACT_END_SENDING] = {"being sent", '*'},        [ACT_END_IN_PROGRESS] = {"in progress", '*'},
    [ACT_END_NOT_STARTED] = {"not started", '*'},   [ACT_END_ACCEPTED] = {"accepted", '+'},
    [ACT_END_COMPLETED] = {"completed", '+'},       [ACT_END_DONE] = {"done", '+'},
    [ACT_END_SKIPPED] = {"skipped", '+'},           [ACT_END_FAILED] = {"failed", '!'},
    [ACT_END_CANCELED] = {"canceled", '!'},         [ACT_END_REFUSED] = {"refused", '!'},
    [ACT_END_LOST] = {"with unknown outcome", '!'}, [ACT_END_NOT_SENT] = {"not sent", '!'}};

struct act_sums act_sums_of(const struct act_part *parts, size_t count)
{
    struct act_sums sums = {0};
    for (size_t i = 0; i < count; i++)
        sums.of[parts[i].end]++;
    return sums;
}

size_t act_sums_failed(const struct act_sums *sums)
{
    return sums->of[ACT_END_FAILED] + sums->of[ACT_END_CANCELED] + sums->of[ACT_END_REFUSED] +
           sums->of[ACT_END_LOST];
}

char act_sums_mark(const struct act_sums *sums)
{
    char mark = '+';
    for (int end = 0; end < ACT_END_COUNT; end++) {
        if (sums->of[end] > 0 && (ends[end].mark == '*' || mark != '*'))
            mark = mark == '!' && ends[end].mark == '+' ? mark : ends[end].mark;
    }
    return mark;
}

char *act_sums_words(const struct act_sums *sums)
{
    struct buffer words;
    buffer_init(&words, BUFFER_MAX_DEFAULT);
    for (int end = 0; end < ACT_END_COUNT; end++) {
        if (sums->of[end] > 0)
            buffer_printf(&words, "%s%zu %s", words.len ? ", " : "", sums->of[end], ends[end].word);
    }
    return buffer_take(&words);
}

char *act_words_narrow(const struct act *act, const struct act_sums *sums)
{
    static const char marks[] = "*+!";
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s of %" PRId64 ":",
                  act->op == ENDPOINT_EXPORT ? "Export" : endpoints[act->op].title, act->count);
    for (const char *mark = marks; *mark; mark++) {
        size_t count = 0;
        for (int end = 0; end < ACT_END_COUNT; end++)
            count += ends[end].mark == *mark ? sums->of[end] : 0;
        if (count > 0)
            buffer_printf(&line, " %c%zu", *mark, count);
    }
    return buffer_take(&line);
}

/* --- groups --- */

struct act_sorted {
    const struct act_part *part;
    char *reason; /* without the project's own id */
};

/* A reason without the id of the project that it is about, and the blank before that. Caller frees. */
static char *act_words_plain(const struct act_part *part)
{
    char id[24];
    int len = snprintf(id, sizeof id, "%" PRId64, part->id);
    char *text = mem_copy(part->reason ? part->reason : "");
    for (char *at = text; (at = strstr(at, id)) != NULL;) {
        bool is_whole =
            (at == text || !strchr("0123456789", at[-1])) && !strchr("0123456789", at[len] ? at[len] : 'x');
        if (!is_whole) {
            at += len;
            continue;
        }
        char *from = at > text && at[-1] == ' ' ? at - 1 : at;
        memmove(from, at + len, strlen(at + len) + 1);
        at = from;
    }
    return text;
}

static int act_words_compare(const void *a, const void *b)
{
    const struct act_sorted *one = a, *two = b;
    if (one->part->end != two->part->end)
        return one->part->end < two->part->end ? -1 : 1;
    if (one->part->status != two->part->status)
        return one->part->status < two->part->status ? -1 : 1;
    int order = strcmp(one->reason, two->reason);
    return order ? order : one->part < two->part ? -1 : one->part > two->part;
}

static bool act_words_is_same(const struct act_sorted *one, const struct act_sorted *two)
{
    return one->part->end == two->part->end && one->part->status == two->part->status &&
           strcmp(one->reason, two->reason) == 0;
}

static int act_group_compare(const void *a, const void *b)
{
    const struct act_group *one = a, *two = b;
    if (one->end != two->end)
        return one->end < two->end ? -1 : 1;
    if (one->count != two->count)
        return one->count > two->count ? -1 : 1;
    return one->ids[0] < two->ids[0] ? -1 : one->ids[0] > two->ids[0];
}

/* One group of these, which are the same. Of one project alone the reason stays as it came. */
static struct act_group act_group_of(const struct act_sorted *sorted, size_t count)
{
    const char *reason = count == 1 ? sorted->part->reason : sorted->reason;
    struct act_group group = {.end = sorted->part->end,
                              .status = sorted->part->status,
                              .reason = reason && *reason ? mem_copy(reason) : NULL,
                              .ids = mem_alloc(count * sizeof *group.ids),
                              .count = count};
    for (size_t i = 0; i < count; i++) {
        int64_t since_ms = sorted[i].part->since_ms;
        group.ids[i] = sorted[i].part->id;
        if (since_ms && (!group.since_ms || since_ms < group.since_ms))
            group.since_ms = since_ms;
    }
    return group;
}

struct act_group *act_groups_make(const struct act_part *parts, size_t count, size_t *group_count)
{
    struct act_sorted *sorted = mem_alloc((count + 1) * sizeof *sorted);
    struct act_group *groups = mem_alloc((count + 1) * sizeof *groups);
    *group_count = 0;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct act_sorted){&parts[i], act_words_plain(&parts[i])};
    qsort(sorted, count, sizeof *sorted, act_words_compare);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && act_words_is_same(&sorted[from], &sorted[to]);)
            to++;
        groups[(*group_count)++] = act_group_of(&sorted[from], to - from);
    }
    qsort(groups, *group_count, sizeof *groups, act_group_compare);
    for (size_t i = 0; i < count; i++)
        free(sorted[i].reason);
    free(sorted);
    return groups;
}

void act_groups_free(struct act_group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(groups[i].reason);
        free(groups[i].ids);
    }
    free(groups);
}

char act_group_mark(const struct act_group *group)
{
    return ends[group->end].mark;
}

/* "BEFORE: REASON (403)" in so many cells: the reason gives way. Caller frees. */
static char *act_words_cut(const char *before, const char *reason, const char *after, int cells)
{
    int room = cells - text_width(before) - text_width(after);
    size_t size = strlen(reason) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, reason, room > 1 ? room : 1);
    char *text = mem_printf("%s%s%s", before, cut, after);
    free(cut);
    return text;
}

char *act_group_words(const struct act_group *group, const char *since, int cells)
{
    char after[24] = "", before[64];
    if (group->status && cells >= STATUS_CELLS)
        snprintf(after, sizeof after, " (%d)", group->status);
    if (group->end == ACT_END_IN_PROGRESS && since)
        return mem_printf("in progress since %s", since);
    if (!group->reason)
        return mem_printf("%s%s", ends[group->end].word, after);
    bool tells = group->end == ACT_END_REFUSED || group->end == ACT_END_FAILED; /* the reason alone */
    snprintf(before, sizeof before, "%s: ", ends[group->end].word);
    return act_words_cut(tells ? "" : before, group->reason, after, cells);
}

/* Are all ids in so many cells? */
static bool act_group_ids_fit(const struct act_group *group, int cells)
{
    int used = -1;
    for (size_t i = 0; i < group->count && used <= cells; i++)
        used += snprintf(NULL, 0, " %" PRId64, group->ids[i]);
    return used <= cells;
}

char *act_group_ids(const struct act_group *group, int cells)
{
    struct buffer line;
    size_t named = 0;
    bool fits = cells == 0 || act_group_ids_fit(group, cells);
    int room = cells - snprintf(NULL, 0, " and %zu more", group->count);
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    for (; named < group->count; named++) {
        int wide = snprintf(NULL, 0, " %" PRId64, group->ids[named]);
        if (!fits && named > 0 && (int)line.len + wide > room)
            break;
        buffer_printf(&line, "%s%" PRId64, named ? " " : "", group->ids[named]);
    }
    if (named < group->count)
        buffer_printf(&line, " and %zu more", group->count - named);
    return buffer_take(&line);
}

/* ", Lang en-US, WithDiarization false"; of an export its format alone. */
static void act_words_options(struct buffer *out, enum endpoint_id op, const json_t *options)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)options, name, value)
    {
        char shown[OPTION_CELLS * 4 + 8];
        bool is_format = strcmp(name, "FileFormatId") == 0;
        if (op == ENDPOINT_EXPORT && !is_format)
            continue;
        char *clean = text_clean_copy(json_is_string(value) ? json_string_value(value) : "");
        text_clip(shown, sizeof shown, clean, OPTION_CELLS);
        buffer_printf(out, ", %s%s%s", is_format ? "" : name, is_format ? "" : " ", shown);
        free(clean);
    }
}

char *act_words_what(const struct act *act)
{
    struct buffer out;
    const char *name = act->row_count > 0 ? act->rows[0].name : NULL;
    bool is_named = act->op != ENDPOINT_ENQUEUE && act->op != ENDPOINT_EXPORT && name;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, act->op == ENDPOINT_EXPORT ? "Export" : endpoints[act->op].title);
    if (is_named)
        buffer_printf(&out, " \"%s\"", name);
    buffer_printf(&out, " of %" PRId64, act->count);
    act_words_options(&out, act->op, act->options);
    return buffer_take(&out);
}

/* --- the sentence about failures --- */

/* "#3 no media, #39 read-only and 2 more": those that were not sent, with their reasons. Caller frees. */
static char *act_words_not_sent(const struct act_part *parts, size_t count, size_t all, int cells)
{
    struct buffer line;
    size_t named = 0;
    int more = snprintf(NULL, 0, " and %zu more", all);
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_append_text(&line, "not sent: ");
    for (size_t i = 0; i < count; i++) {
        if (parts[i].end != ACT_END_NOT_SENT)
            continue;
        char *one = mem_printf("%s#%" PRId64 "%s%s", named ? ", " : "", parts[i].id,
                               parts[i].reason ? " " : "", parts[i].reason ? parts[i].reason : "");
        bool fits = text_width(buffer_text(&line)) + text_width(one) <= cells - (named + 1 < all ? more : 0);
        if (fits || named == 0)
            buffer_append_text(&line, one);
        free(one);
        if (!fits && named > 0)
            break;
        named++;
    }
    if (named < all)
        buffer_printf(&line, " and %zu more", all - named);
    return buffer_take(&line);
}

/* A reason of the sentence: a group of what failed, or all that were not sent (`group` NULL). */
struct act_reason {
    const struct act_group *group;
    size_t count;
};

static int act_words_compare_reasons(const void *a, const void *b)
{
    const struct act_reason *one = a, *two = b;
    if (one->count != two->count)
        return one->count > two->count ? -1 : 1;
    return !one->group ? 1 : !two->group ? -1 : one->group < two->group ? -1 : one->group > two->group;
}

/* The reasons of the groups, the most frequent first; returns how many. */
static size_t act_words_reasons(const struct act_group *groups, size_t count, struct act_reason *reasons)
{
    size_t used = 0, not_sent = 0;
    for (size_t i = 0; i < count; i++) {
        if (groups[i].end == ACT_END_NOT_SENT)
            not_sent += groups[i].count;
        else if (act_group_mark(&groups[i]) == '!')
            reasons[used++] = (struct act_reason){&groups[i], groups[i].count};
    }
    if (not_sent > 0)
        reasons[used++] = (struct act_reason){NULL, not_sent};
    qsort(reasons, used, sizeof *reasons, act_words_compare_reasons);
    return used;
}

/* "not sent, does not fit: 31 35 39 and 9 more": where all of them have one reason, which is said once; else
 * each with its own. Caller frees. */
static char *act_words_left(const struct act_group *groups, const struct act_part *parts, size_t count,
                            size_t all, int cells)
{
    const struct act_group *group = groups;
    while (group->end != ACT_END_NOT_SENT)
        group++;
    if (all == 1 || group->count < all || !group->reason)
        return act_words_not_sent(parts, count, all, cells);
    char *before = mem_printf("not sent, %s: ", group->reason);
    int room = cells - text_width(before);
    char *ids = act_group_ids(group, room > 1 ? room : 1);
    char *line = mem_printf("%s%s", before, ids);
    free(ids);
    free(before);
    return line;
}

/* "Enqueue of 13, 15:30: 3 accepted, 8 refused; L has all of it": in so many cells, where it can be. */
static void act_words_add_sums(struct buffer *out, const char *head, const char *words, const char *key,
                               int cells)
{
    int room = cells - text_width(words) - text_width(key), wide = text_width(head);
    if (cells >= ACT_NARROW_CELLS && wide + text_width(":  has all of it; ") <= room)
        buffer_printf(out, "%s: %s; %s has all of it", head, words, key);
    else if (cells >= ACT_NARROW_CELLS && wide + text_width(": : ") <= room)
        buffer_printf(out, "%s: %s: %s", head, words, key);
    else
        buffer_printf(out, "%s: %s", words, key);
}

char *act_words_failed(const char *head, const struct act_part *parts, size_t count, const char *key,
                       int cells)
{
    struct buffer out;
    size_t group_count, lines = cells < ACT_NARROW_CELLS ? 1 : REASON_LINES;
    struct act_sums sums = act_sums_of(parts, count);
    struct act_group *groups = act_groups_make(parts, count, &group_count);
    struct act_reason *reasons = mem_alloc((group_count + 1) * sizeof *reasons);
    size_t reason_count = act_words_reasons(groups, group_count, reasons);
    char *words = act_sums_words(&sums), more[40] = "";
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    act_words_add_sums(&out, head, words, key, cells);
    for (size_t i = 0; i < reason_count && i < lines; i++) {
        if (i + 1 == REASON_LINES && reason_count > REASON_LINES)
            snprintf(more, sizeof more, "; and %zu more reason%s", reason_count - REASON_LINES,
                     reason_count == REASON_LINES + 1 ? "" : "s");
        char *number = mem_printf("!%-2zu ", reasons[i].count);
        int room = cells - text_width(number) - text_width(more);
        char *why = reasons[i].group ? act_group_words(reasons[i].group, NULL, room)
                                     : act_words_left(groups, parts, count, reasons[i].count, room);
        buffer_printf(&out, "\n%s%s%s", number, why, more);
        free(why);
        free(number);
    }
    free(words);
    free(reasons);
    act_groups_free(groups, group_count);
    return buffer_take(&out);
}
