/* Caption files written by hand in tests, and what was found in them as lines of text. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_CAPTION_HELP_H
#define STENO_TESTS_CAPTION_HELP_H

#include "steno/caption/check.h"
#include "steno/caption/read.h"

/* Reads a text file in place; the test fails when it is refused. */
void read_text(struct caption_file *file, const char *text, enum caption_format asked);
void read_bytes(struct caption_file *file, const void *data, size_t len, enum caption_format asked);

/* Fails unless the file's captions are these, one after the other: "START END text / text", times "-" when
 * they could not be read. Ends in NULL. */
void expect_captions(const struct caption_file *file, const char *const *wanted);

/* Fails unless the findings are these, in any order: "LINE:COLUMN+BYTE CAPTION rule level". Ends in NULL. */
void expect_findings(const struct caption_findings *findings, const char *const *wanted);

#define EXPECT_CAPTIONS(file, ...) expect_captions(file, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_FINDINGS(list, ...) expect_findings(list, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_NO_FINDINGS(list)   expect_findings(list, (const char *const[]){NULL})

/* A file with one caption a row. */
struct row {
    int start, end;
    const char *text;
};

/* Reads rows as srt: the first caption's number is at byte 0, its text on line 3. */
void read_rows(struct caption_file *file, const struct row *rows, size_t count);

/* A check that limits nothing. */
struct caption_check check_nothing(void);

/* Fails unless the findings are these, in the order of the file: "CAPTION rule level value/limit unit". Ends
 * in NULL. */
void expect_found(const struct caption_file *file, const struct caption_check *check,
                  const char *const *wanted);

#define ROWS(file, ...)                                                                                      \
    read_rows(file, (const struct row[]){__VA_ARGS__},                                                       \
              sizeof((const struct row[]){__VA_ARGS__}) / sizeof(struct row))
#define EXPECT_FOUND(file, check, ...) expect_found(file, check, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_NOTHING(file, check)    expect_found(file, check, (const char *const[]){NULL})

#endif
