/* The letters of EBU STL texts. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_STL_TABLE_H
#define STENO_SRC_CAPTION_STL_TABLE_H

#include <stdint.h>

#define STL_MARK_COUNT 14

struct stl_mark {
    uint8_t byte;
    uint16_t combining; /* for a letter that is not in `pairs` */
    const char *pairs;  /* UTF-8: an ASCII letter, then what it becomes */
};

extern const uint16_t stl_latin[96];
extern const struct stl_mark stl_marks[STL_MARK_COUNT];
extern const uint16_t stl_national[4][96];

#endif
