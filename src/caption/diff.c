/* Owns the rows of a comparison: which captions belong together, and what is different about them. */
/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

static const char *const kind_names[DIFF_KIND_COUNT] = {
    [DIFF_SAME] = "same",     [DIFF_MARKUP] = "markup", [DIFF_WRAP] = "wrap",   [DIFF_TIME] = "time",
    [DIFF_SPLIT] = "split",   [DIFF_JOIN] = "join",     [DIFF_SHIFT] = "shift", [DIFF_TEXT] = "text",
    [DIFF_ONLY_A] = "only-a", [DIFF_ONLY_B] = "only-b",
};

const char *caption_diff_kind_name(enum caption_diff_kind kind)
{
    return kind_names[kind];
}

enum caption_diff_kind caption_diff_kind_find(const char *name)
{
    int kind = 0;
    while (kind < DIFF_KIND_COUNT && strcmp(kind_names[kind], name) != 0)
        kind++;
    return (enum caption_diff_kind)kind;
}

/* One comparison. Its sides are in an order that does not depend on which one is A. */
struct comparing {
    const struct caption_diff_side *a, *b;
    struct diff_tokens a_words, b_words;
    struct caption_diff *diff;
};

/* --- what is different about a row --- */

/* Are the texts of two captions equal, line by line? */
static bool lines_equal(const struct caption *a, const struct caption *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = strcmp(a->lines[i].text, b->lines[i].text) == 0;
    return equal;
}

/* Are their words equal, wherever the lines end? */
static bool words_equal(const struct caption_file *a, size_t a_index, const struct caption_file *b,
                        size_t b_index)
{
    struct diff_tokens one, two;
    bool equal = diff_tokens_make(&one, a, a_index, 1, NULL, NULL);
    equal = diff_tokens_make(&two, b, b_index, 1, NULL, NULL) && equal && one.count == two.count;
    for (size_t i = 0; equal && i < one.count; i++)
        equal =
            one.rows[i].len == two.rows[i].len && memcmp(one.rows[i].s, two.rows[i].s, one.rows[i].len) == 0;
    diff_tokens_free(&one);
    diff_tokens_free(&two);
    return equal;
}

/* 0 for what the coarser format of the two cannot write. */
static int64_t time_change(const struct comparing *c, int64_t a, int64_t b)
{
    int64_t step = c->a->file->step_ms > c->b->file->step_ms ? c->a->file->step_ms : c->b->file->step_ms;
    int64_t change = b - a;
    return change < step && -change < step ? 0 : change;
}

/* The times of a row with captions on both sides: from the first start to the last end. */
static void row_set_times(const struct comparing *c, struct caption_diff_row *row)
{
    const struct caption *a = &c->a->file->captions[row->a], *b = &c->b->file->captions[row->b];
    const struct caption *a_last = a + row->a_count - 1, *b_last = b + row->b_count - 1;
    row->timed = a->timed && b->timed && a_last->timed && b_last->timed;
    if (!row->timed)
        return;
    row->start_ms = time_change(c, a->start_ms, b->start_ms);
    row->end_ms = time_change(c, a_last->end_ms, b_last->end_ms);
}

/* Do the times of one caption against one differ? Those of a format without times do not. */
static bool row_is_moved(const struct comparing *c, const struct caption_diff_row *row)
{
    const struct caption *a = &c->a->file->captions[row->a], *b = &c->b->file->captions[row->b];
    if (!c->a->file->has_times || !c->b->file->has_times)
        return false;
    return a->timed != b->timed || row->start_ms != 0 || row->end_ms != 0;
}

/* The kind of one caption against one. */
static enum caption_diff_kind row_pair_kind(const struct comparing *c, const struct caption_diff_row *row)
{
    const struct caption *a = &c->a->file->captions[row->a], *b = &c->b->file->captions[row->b];
    if (!lines_equal(a, b))
        return words_equal(c->a->file, row->a, c->b->file, row->b) ? DIFF_WRAP : DIFF_TEXT;
    if (row_is_moved(c, row))
        return DIFF_TIME;
    return diff_markup_equal(c->a, row->a, c->b, row->b) ? DIFF_SAME : DIFF_MARKUP;
}

/* Adds a row of captions a..a_end against b..b_end. */
static void rows_add(struct comparing *c, size_t a, size_t a_end, size_t b, size_t b_end)
{
    struct caption_diff *diff = c->diff;
    struct caption_diff_row row = {.a = a, .a_count = a_end - a, .b = b, .b_count = b_end - b};
    if (row.a_count > 0 && row.b_count > 0)
        row_set_times(c, &row);
    if (row.b_count == 0)
        row.kind = DIFF_ONLY_A;
    else if (row.a_count == 0)
        row.kind = DIFF_ONLY_B;
    else if (row.a_count > 1)
        row.kind = row.b_count > 1 ? DIFF_SHIFT : DIFF_JOIN;
    else
        row.kind = row.b_count > 1 ? DIFF_SPLIT : row_pair_kind(c, &row);
    if ((diff->count & (diff->count - 1)) == 0)
        diff->rows = mem_grow(diff->rows, diff->count ? diff->count * 2 : 1, sizeof *diff->rows);
    diff->rows[diff->count++] = row;
}

/* --- captions without a common word, by their times --- */

/* Are two captions shown together for more than half of the shorter one, or at the very same time? */
static bool diff_overlap(const struct caption *a, const struct caption *b)
{
    int64_t start = a->start_ms > b->start_ms ? a->start_ms : b->start_ms;
    int64_t end = a->end_ms < b->end_ms ? a->end_ms : b->end_ms;
    int64_t one = a->end_ms - a->start_ms, two = b->end_ms - b->start_ms;
    if (a->timed == b->timed && a->start_ms == b->start_ms && a->end_ms == b->end_ms)
        return true;
    return a->timed && b->timed && 2 * (end - start) > (one < two ? one : two) && end >= start;
}

/* How far captions that are shown together with the first ones of a and b go on one of the sides. */
static void row_extend(const struct comparing *c, size_t a, size_t *a_next, size_t a_end, size_t b,
                       size_t *b_next, size_t b_end)
{
    const struct caption *as = c->a->file->captions, *bs = c->b->file->captions;
    while (*a_next < a_end && diff_overlap(&as[*a_next], &bs[b]) &&
           (*b_next == b_end || !diff_overlap(&as[*a_next], &bs[*b_next])))
        ++*a_next;
    while (*a_next == a + 1 && *b_next < b_end && diff_overlap(&as[a], &bs[*b_next]) &&
           (*a_next == a_end || !diff_overlap(&as[*a_next], &bs[*b_next])))
        ++*b_next;
}

/* The captions a..a_end and b..b_end, none of which has a word that was matched. */
static void rows_add_by_time(struct comparing *c, size_t a, size_t a_end, size_t b, size_t b_end)
{
    const struct caption *as = c->a->file->captions, *bs = c->b->file->captions;
    bool untimed = !c->a->file->has_times || !c->b->file->has_times;
    while (a < a_end && b < b_end) {
        size_t a_next = a + 1, b_next = b + 1;
        if (untimed || diff_overlap(&as[a], &bs[b])) {
            if (!untimed)
                row_extend(c, a, &a_next, a_end, b, &b_next, b_end);
        } else if (as[a].start_ms < bs[b].start_ms ||
                   (as[a].start_ms == bs[b].start_ms && as[a].end_ms <= bs[b].end_ms)) {
            b_next = b;
        } else {
            a_next = a;
        }
        rows_add(c, a, a_next, b, b_next);
        a = a_next;
        b = b_next;
    }
    for (; a < a_end; a++)
        rows_add(c, a, a + 1, b, b);
    for (; b < b_end; b++)
        rows_add(c, a, a, b, b + 1);
}

/* --- captions with common words --- */

/* Joins captions that share words, as far as one leads to the next, and fills in what lies between. */
static void rows_add_all(struct comparing *c)
{
    size_t a_done = 0, b_done = 0, a_end = 0, b_end = 0, a_first = 0, b_first = 0;
    bool open = false;
    for (size_t i = 0; i < c->a_words.count; i++) {
        const struct diff_token *word = &c->a_words.rows[i];
        if (word->match == NO_MATCH)
            continue;
        size_t a = word->caption, b = c->b_words.rows[word->match].caption;
        if (open && (a < a_end || b < b_end)) {
            a_end = a + 1;
            b_end = b + 1;
            continue;
        }
        if (open) {
            rows_add_by_time(c, a_done, a_first, b_done, b_first);
            rows_add(c, a_first, a_end, b_first, b_end);
            a_done = a_end;
            b_done = b_end;
        }
        open = true;
        a_first = a;
        b_first = b;
        a_end = a + 1;
        b_end = b + 1;
    }
    if (open) {
        rows_add_by_time(c, a_done, a_first, b_done, b_first);
        rows_add(c, a_first, a_end, b_first, b_end);
    }
    rows_add_by_time(c, a_end, c->a->file->count, b_end, c->b->file->count);
}

/* --- an order of the sides that does not depend on which one is A --- */

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* By words, then by times. */
static int compare_sides(const struct comparing *c)
{
    const struct caption_file *a = c->a->file, *b = c->b->file;
    int order = compare_numbers((int64_t)c->a_words.count, (int64_t)c->b_words.count);
    for (size_t i = 0; order == 0 && i < c->a_words.count; i++)
        order = compare_numbers(c->a_words.rows[i].id, c->b_words.rows[i].id);
    if (order == 0)
        order = compare_numbers((int64_t)a->count, (int64_t)b->count);
    for (size_t i = 0; order == 0 && i < a->count; i++) {
        order = compare_numbers(a->captions[i].start_ms, b->captions[i].start_ms);
        if (order == 0)
            order = compare_numbers(a->captions[i].end_ms, b->captions[i].end_ms);
    }
    return order;
}

/* Changes the sides of what was found. */
static void diff_mirror(struct caption_diff *diff)
{
    static const enum caption_diff_kind mirrored[DIFF_KIND_COUNT] = {
        [DIFF_SAME] = DIFF_SAME,     [DIFF_MARKUP] = DIFF_MARKUP, [DIFF_WRAP] = DIFF_WRAP,
        [DIFF_TIME] = DIFF_TIME,     [DIFF_SPLIT] = DIFF_JOIN,    [DIFF_JOIN] = DIFF_SPLIT,
        [DIFF_SHIFT] = DIFF_SHIFT,   [DIFF_TEXT] = DIFF_TEXT,     [DIFF_ONLY_A] = DIFF_ONLY_B,
        [DIFF_ONLY_B] = DIFF_ONLY_A,
    };
    for (size_t i = 0; i < diff->count; i++) {
        struct caption_diff_row row = diff->rows[i];
        diff->rows[i] = (struct caption_diff_row){.kind = mirrored[row.kind],
                                                  .a = row.b,
                                                  .a_count = row.b_count,
                                                  .b = row.a,
                                                  .b_count = row.a_count,
                                                  .timed = row.timed,
                                                  .start_ms = -row.start_ms,
                                                  .end_ms = -row.end_ms};
    }
}

/* Takes both sides apart. False when one has too many words; then they have none. */
static bool compare_words(struct comparing *c)
{
    bool fits = diff_tokens_make(&c->a_words, c->a->file, 0, c->a->file->count, c->a->sign, c->a->ellipsis);
    fits =
        diff_tokens_make(&c->b_words, c->b->file, 0, c->b->file->count, c->b->sign, c->b->ellipsis) && fits;
    if (!fits) {
        diff_tokens_free(&c->a_words);
        diff_tokens_free(&c->b_words);
    }
    diff_tokens_number(&c->a_words, &c->b_words);
    return fits;
}

void caption_diff_make(struct caption_diff *diff, const struct caption_diff_side *a,
                       const struct caption_diff_side *b)
{
    struct comparing c = {.a = a, .b = b, .diff = diff};
    *diff = (struct caption_diff){0};
    bool fits = compare_words(&c), swapped = compare_sides(&c) > 0;
    if (swapped) {
        struct diff_tokens words = c.a_words;
        c.a_words = c.b_words;
        c.b_words = words;
        c.a = b;
        c.b = a;
    }
    diff->by_time = !fits || !diff_align(&c.a_words, &c.b_words);
    rows_add_all(&c);
    if (swapped)
        diff_mirror(diff);
    for (size_t i = 0; i < diff->count; i++)
        diff->by_kind[diff->rows[i].kind]++;
    diff_tokens_free(&c.a_words);
    diff_tokens_free(&c.b_words);
}

void caption_diff_free(struct caption_diff *diff)
{
    free(diff->rows);
    *diff = (struct caption_diff){0};
}

/* Has one of these captions no times, in a file that has some? */
static bool diff_lack_time(const struct caption_file *file, size_t first, size_t count)
{
    bool timed = true;
    for (size_t i = first; i < first + count; i++)
        timed = timed && file->captions[i].timed;
    return file->has_times && !timed;
}

const char *caption_diff_untimed(const struct caption_diff_row *row, const struct caption_file *a,
                                 const struct caption_file *b)
{
    static const char *const words[2][2] = {
        {NULL, "+ has a time that cannot be read"},
        {"- has a time that cannot be read", "- and + have times that cannot be read"},
    };
    return words[diff_lack_time(a, row->a, row->a_count)][diff_lack_time(b, row->b, row->b_count)];
}

bool caption_diff_is_empty(const struct caption_diff *diff)
{
    return diff->by_kind[DIFF_SAME] == diff->count;
}

/* Appends a word of the row. */
static void words_add(struct caption_diff_word *words, size_t *count, const struct diff_token *token,
                      int side)
{
    words[(*count)++] = (struct caption_diff_word){.s = token->s, .len = token->len, .side = side};
}

size_t caption_diff_words(const struct caption_diff_row *row, const struct caption_file *a,
                          const struct caption_file *b, struct caption_diff_word **words)
{
    struct diff_tokens one, two;
    size_t count = 0, x = 0, y = 0;
    bool fits = diff_tokens_make(&one, a, row->a, row->a_count, NULL, NULL);
    fits = diff_tokens_make(&two, b, row->b, row->b_count, NULL, NULL) && fits;
    diff_tokens_number(&one, &two);
    if (fits) /* else nothing is matched, and all words differ */
        diff_align(&one, &two);
    *words = mem_alloc((one.count + two.count) * sizeof **words);
    while (x < one.count || y < two.count) {
        if (x < one.count && one.rows[x].match == NO_MATCH)
            words_add(*words, &count, &one.rows[x++], -1);
        else if (y < two.count && two.rows[y].match == NO_MATCH)
            words_add(*words, &count, &two.rows[y++], 1);
        else {
            words_add(*words, &count, &one.rows[x++], 0);
            y++;
        }
    }
    diff_tokens_free(&one);
    diff_tokens_free(&two);
    return count;
}
