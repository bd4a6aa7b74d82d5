/* The tables of EBU STL files (Tech 3264). Rows only. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_FORMAT_STL_TABLES_H
#define STENO_SANDBOX_FORMAT_STL_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* A character of the Latin alphabet of Tech 3264, which is ISO 6937: one byte, or a mark and the letter below
 * it. */
struct stl_letter {
    uint16_t code;
    unsigned char first;
    char base; /* 0: one byte */
};

extern const struct stl_letter stl_letters[];
extern const size_t stl_letter_count;

/* A code page that a header can name: the characters of its bytes 80 to FF; those below are ASCII. */
struct stl_code_page {
    const char *number;
    uint16_t high[128];
};

extern const struct stl_code_page stl_code_pages[];
extern const size_t stl_code_page_count;

/* The code of a language, by the first part of its tag. */
struct stl_language {
    const char *language, *code;
};

extern const struct stl_language stl_languages[];
extern const size_t stl_language_count;

#endif
