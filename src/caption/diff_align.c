/* Owns the alignment of two rows of words: the shortest edit (E. W. Myers, An O(ND) Difference Algorithm,
 * 1986), within bounds. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "steno/base/mem.h"

#define STEPS_MAX 50000000 /* comparisons of one alignment: under a second */
#define SLIDE_MAX 200      /* words that a match may be moved by */

/* The part of both that differs, and what was reached after each number of edits. */
struct edit {
    struct diff_token *a, *b;
    int64_t a_count, b_count;
    int32_t **reached; /* [d][k + d]: how far in A on diagonal k after d edits */
    int edits;         /* in all; -1 when there are too many */
    int64_t steps;
};

/* Follows equal words from x on diagonal k. */
static int64_t edit_follow(struct edit *edit, int64_t x, int64_t k)
{
    while (x < edit->a_count && x - k < edit->b_count && edit->a[x].id == edit->b[x - k].id) {
        x++;
        edit->steps++;
    }
    return x;
}

/* Comes from diagonal k - 1 or k + 1 by one edit: is it by a word that only A has? */
static bool edit_is_from_a(const int32_t *before, int64_t d, int64_t k)
{
    if (k == -d)
        return false;
    return k == d || before[k - 1 + d - 1] >= before[k + 1 + d - 1];
}

/* Where d edits lead on diagonal k, before equal words are followed. */
static int64_t edit_step(const struct edit *edit, int64_t d, int64_t k)
{
    if (d == 0)
        return 0;
    const int32_t *before = edit->reached[d - 1];
    return edit_is_from_a(before, d, k) ? before[k - 1 + d - 1] + 1 : before[k + 1 + d - 1];
}

/* All diagonals with d edits. True when the end of both is reached. */
static bool edit_round(struct edit *edit, int64_t d)
{
    bool ended = false;
    edit->reached[d] = mem_alloc((size_t)(2 * d + 1) * sizeof(int32_t));
    for (int64_t k = -d; k <= d; k += 2) {
        int64_t x = edit_step(edit, d, k);
        if (x <= edit->a_count && x - k <= edit->b_count)
            x = edit_follow(edit, x, k);
        edit->reached[d][k + d] = (int32_t)x;
        ended = ended || (x >= edit->a_count && x - k >= edit->b_count);
        edit->steps++;
    }
    return ended;
}

/* Finds the least number of edits. */
static void edit_search(struct edit *edit)
{
    edit->edits = -1;
    edit->reached = mem_zero(DIFF_CHANGES_MAX + 1, sizeof(int32_t *));
    for (int d = 0; d <= DIFF_CHANGES_MAX && edit->edits < 0 && edit->steps < STEPS_MAX; d++)
        if (edit_round(edit, d))
            edit->edits = d;
}

/* Goes back from the end and matches the words that were followed. */
static void edit_match(const struct edit *edit, size_t skip)
{
    int64_t x = edit->a_count, y = edit->b_count;
    for (int64_t d = edit->edits; d >= 0; d--) {
        int64_t k = x - y, from = edit_step(edit, d, k);
        while (x > from) {
            x--;
            y--;
            edit->a[x].match = (uint32_t)((size_t)y + skip);
            edit->b[y].match = (uint32_t)((size_t)x + skip);
        }
        if (d > 0 && edit_is_from_a(edit->reached[d - 1], d, k))
            x--;
        else
            y--;
    }
}

static void edit_free(struct edit *edit)
{
    for (int d = 0; d <= DIFF_CHANGES_MAX; d++)
        free(edit->reached[d]);
    free(edit->reached);
}

/* --- of equal choices the nearer one --- */

/* How far apart in time two words are. */
static int64_t token_distance(const struct diff_tokens *own, size_t x, const struct diff_tokens *other,
                              size_t y)
{
    const struct caption *one = &own->file->captions[own->rows[x].caption];
    const struct caption *two = &other->file->captions[other->rows[y].caption];
    int64_t apart = one->start_ms - two->start_ms;
    return apart < 0 ? -apart : apart;
}

/* Gives the match of a word to the equal word of the run without matches beside it, forward or back, that is
 * nearest in time. */
static void token_move_match(struct diff_tokens *own, struct diff_tokens *other, size_t from, bool forward)
{
    uint32_t match = own->rows[from].match;
    int64_t least = token_distance(own, from, other, match);
    size_t best = from;
    for (size_t n = 1; n <= SLIDE_MAX && (forward ? from + n < own->count : n <= from); n++) {
        size_t at = forward ? from + n : from - n;
        if (own->rows[at].match != NO_MATCH)
            break;
        if (own->rows[at].id == own->rows[from].id && token_distance(own, at, other, match) < least) {
            least = token_distance(own, at, other, match);
            best = at;
        }
    }
    own->rows[from].match = NO_MATCH;
    own->rows[best].match = match;
    other->rows[match].match = (uint32_t)best;
}

/* Moves the matches beside words that only this side has to where they are nearest in time. */
static void tokens_slide(struct diff_tokens *own, struct diff_tokens *other)
{
    for (size_t i = own->count; i-- > 0;)
        if (own->rows[i].match != NO_MATCH)
            token_move_match(own, other, i, true);
    for (size_t i = 0; i < own->count; i++)
        if (own->rows[i].match != NO_MATCH)
            token_move_match(own, other, i, false);
}

bool diff_align(struct diff_tokens *a, struct diff_tokens *b)
{
    size_t start = 0, least = a->count < b->count ? a->count : b->count, rest;
    while (start < least && a->rows[start].id == b->rows[start].id)
        start++;
    for (rest = 0; rest < least - start; rest++)
        if (a->rows[a->count - 1 - rest].id != b->rows[b->count - 1 - rest].id)
            break;
    struct edit edit = {.a = a->rows ? a->rows + start : NULL,
                        .b = b->rows ? b->rows + start : NULL,
                        .a_count = (int64_t)(a->count - start - rest),
                        .b_count = (int64_t)(b->count - start - rest)};
    edit_search(&edit);
    if (edit.edits >= 0) {
        edit_match(&edit, start);
        for (size_t i = 0; i < start; i++)
            a->rows[i].match = b->rows[i].match = (uint32_t)i;
        for (size_t i = 1; i <= rest; i++) {
            a->rows[a->count - i].match = (uint32_t)(b->count - i);
            b->rows[b->count - i].match = (uint32_t)(a->count - i);
        }
        tokens_slide(a, b);
        tokens_slide(b, a);
    }
    edit_free(&edit);
    return edit.edits >= 0;
}
