/* Caption files written by hand in tests, and what was found in them as lines of text. */
#ifndef STENO_TESTS_CAPTION_HELP_H
#define STENO_TESTS_CAPTION_HELP_H

#include "steno/caption/caption.h"

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

#endif
