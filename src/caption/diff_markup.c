/* Owns the question whether two captions are marked up alike: their bytes in the file are compared. Knows
 * only where the text of a format begins and ends. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "diff.h"

#define STL_HEADER 1024
#define STL_BLOCK  128
#define STL_TEXT   16 /* where a block's text begins */

/* What is looked at for one caption, so that a file that is one line costs no more. */
#define BACK_MAX 4096
#define SPAN_MAX 65536

struct span {
    const char *s;
    size_t len;
};

/* Is the tag, from < to >, the element of a caption? */
static bool is_element(const char *tag, size_t len)
{
    return (len > 2 && memcmp(tag, "<p", 2) == 0) || (len > 5 && memcmp(tag, "<tt:p", 5) == 0);
}

/* From a text's first visible byte back over the tags before it, but not over the element of its caption. */
static size_t markup_begin(const char *data, size_t at)
{
    size_t least = at > BACK_MAX ? at - BACK_MAX : 0;
    while (at > least) {
        char close = data[at - 1], open = close == '>' ? '<' : close == '}' ? '{' : '\0';
        size_t from = at - 1;
        if (close == ' ' || close == '\t') {
            at--;
            continue;
        }
        while (open && from > least && data[from] != open && data[from] != '\n')
            from--;
        if (!open || data[from] != open || is_element(data + from, at - from))
            break;
        at = from;
    }
    return at;
}

/* Where the line ends, or before it the caption's element. */
static size_t markup_end(const char *data, size_t len, size_t at)
{
    len = len - at < SPAN_MAX ? len : at + SPAN_MAX;
    while (at < len && data[at] != '\n' && data[at] != '\r' &&
           (len - at < 4 || memcmp(data + at, "</p>", 4) != 0))
        at++;
    return at;
}

/* The bytes of a caption's text with its markup. */
static struct span markup_span(const struct caption_diff_side *side, size_t index)
{
    const struct caption *caption = &side->file->captions[index];
    size_t first, last, from, end;
    if (caption->count == 0)
        return (struct span){"", 0};
    first = caption->lines[0].at.byte;
    last = caption->lines[caption->count - 1].at.byte;
    if (first > last || last >= side->len)
        return (struct span){"", 0};
    if (side->file->format == CAPTION_STL && first >= STL_HEADER) {
        from = first - (first - STL_HEADER) % STL_BLOCK + STL_TEXT;
        end = last - (last - STL_HEADER) % STL_BLOCK + STL_BLOCK;
        end = end < side->len ? end : side->len;
    } else {
        from = markup_begin(side->data, first);
        end = markup_end(side->data, side->len, last);
    }
    end = end > from + SPAN_MAX ? from + SPAN_MAX : end;
    return (struct span){side->data + from, from < end ? end - from : 0};
}

/* How a file is encoded: 0 for a byte a character or UTF-8, else its mark of UTF-16. */
static int data_encoding(const struct caption_diff_side *side)
{
    const unsigned char *s = (const unsigned char *)side->data;
    int mark = side->len >= 2 ? s[0] << 8 | s[1] : 0;
    return mark == 0xFFFE || mark == 0xFEFF ? mark : 0;
}

/* Equal, but for the kind of the line ends? The zeros of UTF-16 do not count. */
static bool spans_equal(struct span a, struct span b)
{
    size_t x = 0, y = 0;
    while (true) {
        while (x < a.len && (a.s[x] == '\r' || a.s[x] == '\0'))
            x++;
        while (y < b.len && (b.s[y] == '\r' || b.s[y] == '\0'))
            y++;
        if (x == a.len || y == b.len)
            return x == a.len && y == b.len;
        if (a.s[x++] != b.s[y++])
            return false;
    }
}

bool diff_markup_equal(const struct caption_diff_side *a, size_t a_index, const struct caption_diff_side *b,
                       size_t b_index)
{
    const struct caption *one = &a->file->captions[a_index], *two = &b->file->captions[b_index];
    if (a->file->format != b->file->format || !a->data || !b->data)
        return true;
    if (strcmp(one->area, two->area) != 0 || one->coloured != two->coloured)
        return false;
    return data_encoding(a) != data_encoding(b) ||
           spans_equal(markup_span(a, a_index), markup_span(b, b_index));
}
