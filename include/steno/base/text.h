/* UTF-8 text, numbers, amounts of bytes and lists of ids. Only cell widths depend on the locale (wcwidth). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_TEXT_H
#define STENO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"

struct error;

/* Sets the user's locale, or C.UTF-8 if that locale does not exist. Numbers keep the form of the C locale.
 * Call this once, before curses and threads start. True: the terminal takes UTF-8. False: the terminal takes
 * only ASCII. Widths are always those of the UTF-8 text. */
bool locale_start(void);

#define TEXT_BAD_CODE 0xFFFDu

/* Decodes the code point at the start of s[0..len), len > 0. Returns its length in bytes. An invalid sequence
 * (overlong, surrogate, beyond U+10FFFF, cut off) gives U+FFFD and the length 1. */
size_t text_decode(const char *s, size_t len, uint32_t *code);

/* Returns the number of bytes written. */
size_t text_encode(uint32_t code, char out[4]);

bool text_is_valid(const char *s, size_t len);

/* Return widths in cells. A combining code point has width 0, any other 1 or 2. An unprintable one has 1. */
int text_code_width(uint32_t code);
int text_width(const char *s);

/* Returns the length in bytes of the longest prefix of s that fits into `cells`. The prefix keeps a character
 * and its combining marks together. *used is the width of the prefix; `used` can be NULL. */
size_t text_prefix(const char *s, int cells, int *used);

/* Copies s into out, cut to `cells` and `size` bytes. A cut text ends in `…`. Returns the width in cells. */
int text_clip(char *out, size_t size, const char *s, int cells);

/* True if the code point must never be sent to a terminal. C0, DEL, C1, bidi controls, U+2028 and U+2029 can
 * control a terminal. Code points that Unicode calls default-ignorable, such as the soft hyphen, are
 * invisible. They could hide text or make two names look alike. Scripts and emoji need the joiners U+200C and
 * U+200D, and the variation selectors U+180B to U+180D, U+180F, U+FE00 to U+FE0F and U+E0100 to U+E01EF.
 * These are allowed. */
bool text_code_is_hostile(uint32_t code);

/* Appends s, cleaned for display. Bad UTF-8 becomes U+FFFD. C0 and DEL become the control pictures U+2400..
 * and U+2421. Every other hostile code point becomes its number, as in <U+009B>. This function cleans every
 * text from a server. */
void text_clean(struct buffer *out, const char *s, size_t len);
char *text_clean_copy(const char *s); /* caller frees */

/* Returns a copy of the text with every `from` replaced by `to`. `from` must not be empty. Caller frees. */
char *text_replace(const char *text, const char *from, const char *to);

/* True if text_clean would change nothing in s[0..len). */
bool text_is_clean(const char *s, size_t len);

/* Appends s[0..len) with bad UTF-8 replaced by U+FFFD and everything else unchanged. */
void text_repair(struct buffer *out, const char *s, size_t len);

/* Returns ASCII characters to replace a code point. Their number is the code point's width (0, 1 or 2). The
 * text is valid until the next call. */
const char *text_ascii(uint32_t code);

/* Reads a decimal integer: an optional '-' and digits. False for other texts and for numbers beyond int64. */
bool text_parse_int(const char *s, int64_t *value);

/* True for a decimal number of the form [-]digits[.digits]. */
bool text_is_number(const char *s);

/* These two functions ignore the case of ASCII letters. An empty needle is found in every text. */
bool text_equal_nocase(const char *a, const char *b);
bool text_contains_nocase(const char *hay, const char *needle);

/* True if `word` is in `words`, a list separated by blanks, tabs or commas. False for an empty word. */
bool text_has_word(const char *words, const char *word);

/* Makes an option's name from a parameter's name: with-ppc from WithPPC. */
void text_kebab(char *out, size_t size, const char *name);

/* Writes an amount of bytes for people: "7 bytes", "44.7 kB", "462 kB", "1.2 MB". 1 kB is 1000 bytes. */
#define AMOUNT_TEXT_SIZE 48
void amount_bytes(char *out, size_t size, int64_t bytes);
/* Writes "310 of 462 kB", both in the unit of `whole`. If `whole` is negative (unknown), writes "310 kB". */
void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole);

/* --- ids as people write them: "12 15 20-30", separated by blanks or commas --- */

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* separators */

struct id_list {
    int64_t *ids; /* in the order of the text, without duplicates */
    size_t count, room;
    struct id_map places; /* maps each id to its index in `ids` */
};

/* Adds the ids of a text to the list. If a word is invalid, the list stays unchanged, and err is an
 * ERROR_USAGE that quotes the word. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends as many ids as fit into `cells`, but at least one: "12 15 20-30 and 4 more". */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* reason to show after the id, or "" */
};
/* Returns `before` and as many items as fit into `cells`, but at least one: "Not sent: #3 no media and 2
 * more". NULL: there are no items. Frees `items`. Caller frees the text. */
char *id_list_words(const char *before, struct id_word *items, size_t count, int cells);

#endif
