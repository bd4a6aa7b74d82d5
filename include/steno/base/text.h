/* UTF-8 text, numbers, amounts of bytes and lists of ids. Only cell widths depend on the locale (wcwidth). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_TEXT_H
#define STENO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"

struct error;

/* Sets the user's locale, or C.UTF-8 if that locale does not exist; numbers keep the form of the C locale.
 * Call once, before curses and threads start. True: UTF-8 may be sent to the terminal. False: only ASCII may
 * be sent; widths are still those of the UTF-8 text, so that columns do not move. */
bool locale_start(void);

#define TEXT_BAD_CODE 0xFFFDu

/* Decodes the code point at the start of s[0..len), len > 0. Returns its length in bytes. A byte that begins
 * no valid sequence (overlong, surrogate, beyond U+10FFFF, cut off) gives U+FFFD and the length 1. */
size_t text_decode(const char *s, size_t len, uint32_t *code);

/* Returns the number of bytes written. */
size_t text_encode(uint32_t code, char out[4]);

bool text_is_valid(const char *s, size_t len);

/* Return widths in cells. A code point takes 0 (combining), 1 (also if it cannot be printed) or 2. */
int text_code_width(uint32_t code);
int text_width(const char *s);

/* Returns the length in bytes of the longest prefix of s that fits into `cells`. The prefix ends between two
 * characters, after combining marks. *used is the width of the prefix; `used` may be NULL. */
size_t text_prefix(const char *s, int cells, int *used);

/* Copies s into out, cut to `cells` and `size` bytes; a cut text ends in `…`. Returns the cells used. */
int text_clip(char *out, size_t size, const char *s, int cells);

/* True if the code point must never be sent to a terminal. Some such code points are commands for terminals:
 * C0, DEL, C1, bidi controls, U+2028, U+2029. Others are invisible and could hide text or make two names look
 * alike: all that Unicode calls default-ignorable (soft hyphen, zero width space, byte order mark, tags,
 * ...). Scripts and emoji need some of these; allowed are the joiners U+200C and U+200D, and the variation
 * selectors U+180B to U+180D, U+180F, U+FE00 to U+FE0F, U+E0100 to U+E01EF. */
bool text_code_is_hostile(uint32_t code);

/* Appends s, cleaned for display: bad UTF-8 becomes U+FFFD, C0 and DEL become the control pictures U+2400..
 * and U+2421, every other hostile code point becomes its number, as in <U+009B>. Every text of a server is
 * cleaned by this function. */
void text_clean(struct buffer *out, const char *s, size_t len);
char *text_clean_copy(const char *s); /* caller frees */

/* Returns a copy of the text with every `from` replaced by `to`. `from` must not be empty. Caller frees. */
char *text_replace(const char *text, const char *from, const char *to);

/* True if text_clean would change nothing in s[0..len). */
bool text_is_clean(const char *s, size_t len);

/* Appends s[0..len) with bad UTF-8 replaced by U+FFFD and everything else unchanged. */
void text_repair(struct buffer *out, const char *s, size_t len);

/* Returns the ASCII characters that replace a code point: as many as it has cells (0, 1 or 2). The text is
 * valid until the next call. */
const char *text_ascii(uint32_t code);

/* Reads a decimal integer: an optional '-' and digits. False for other texts and for numbers beyond int64. */
bool text_parse_int(const char *s, int64_t *value);

/* True for a decimal number as the C locale writes it: -?digits[.digits], no exponent, no '+', no blanks. */
bool text_is_number(const char *s);

/* These two ignore the case of ASCII letters. An empty needle is found in every text. */
bool text_equal_nocase(const char *a, const char *b);
bool text_contains_nocase(const char *hay, const char *needle);

/* True if `word` is in `words`, which has blanks, tabs or commas between words. False for an empty word. */
bool text_has_word(const char *words, const char *word);

/* Makes an option's name from a parameter's name: with-ppc from WithPPC. `out` must have room for it. */
void text_kebab(char *out, size_t size, const char *name);

/* Writes an amount of bytes for people, 1 kB = 1000 bytes: "7 bytes", "44.7 kB", "462 kB", "1.2 MB". */
#define AMOUNT_TEXT_SIZE 48
void amount_bytes(char *out, size_t size, int64_t bytes);
/* Writes "310 of 462 kB", in the unit that suits `whole`; if `whole` is negative (unknown), "310 kB". */
void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole);

/* --- ids as people write them: "12 15 20-30", separated by blanks or commas --- */

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* separators */

struct id_list {
    int64_t *ids; /* in the order of the text, without duplicates */
    size_t count, room;
    struct id_map places; /* maps each id to its index in `ids` */
};

/* Adds the ids of a text to the list. At a bad word, fails with ERROR_USAGE, quotes the word and leaves the
 * list unchanged. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends a text such as "12 15 20-30 and 4 more": as many ids as fit into `cells`, but at least one. */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* reason to show after the id, or "" */
};
/* Returns a text such as "Not sent: #3 no media and 2 more": it begins with `before`, and has as many items
 * as fit into `cells`, but at least one. Frees `items`. Caller frees the text; NULL: there are no items. */
char *id_list_words(const char *before, struct id_word *items, size_t count, int cells);

#endif
