/* Properties of code points that counting needs. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_COUNT_TABLE_H
#define STENO_SRC_CAPTION_COUNT_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* How a code point joins the ones beside it (UAX 29). Syllables of Hangul are worked out, not listed. */
enum break_class {
    BREAK_OTHER,
    BREAK_CONTROL,
    BREAK_EXTEND,
    BREAK_JOINER,
    BREAK_SPACING,
    BREAK_PREPEND,
    BREAK_FLAG,
    BREAK_PICTURE,
    BREAK_HANGUL_L,
    BREAK_HANGUL_V,
    BREAK_HANGUL_T,
    BREAK_HANGUL_LV,
    BREAK_HANGUL_LVT
};

struct break_range {
    uint32_t first, last;
    enum break_class class;
};

struct code_range {
    uint32_t first, last;
};

extern const struct break_range break_ranges[];
extern const size_t break_range_count;
extern const struct code_range wide_ranges[];
extern const size_t wide_range_count;
extern const struct code_range word_ranges[]; /* letters and digits from U+0080 on */
extern const size_t word_range_count;

#endif
