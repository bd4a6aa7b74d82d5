/* UTF-8 text: decoding, cell widths, clipping, cleaning, strict numbers, amounts of bytes.
 *
 * Nothing here depends on the locale: widths come from wcwidth of the C library with the program's LC_CTYPE,
 * everything else is by code point. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_TEXT_H
#define STENO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"

struct error;

/* Takes the user's locale, C.UTF-8 when it does not exist; numbers are always in the C form. Call once,
 * before curses and before threads. True when the terminal may be sent UTF-8. False means ASCII only; widths
 * are measured in UTF-8 even then, so that columns stand in the same place. */
bool locale_start(void);

#define TEXT_BAD_CODE 0xFFFDu

/* Decodes one code point of s[0..len), len > 0, into *code and returns the bytes it took (1..4).  A byte that
 * starts no valid sequence (overlong, surrogate, beyond U+10FFFF, cut off) gives U+FFFD and takes 1. */
size_t text_decode(const char *s, size_t len, uint32_t *code);

/* Encodes one code point into out[4]; returns its length. */
size_t text_encode(uint32_t code, char out[4]);

/* True when all of s[0..len) is valid UTF-8. */
bool text_is_valid(const char *s, size_t len);

/* Cells that a code point takes: 0 combining, 1, 2; a code that cannot be printed counts 1. */
int text_code_width(uint32_t code);

/* Cells that a NUL-terminated text takes. */
int text_width(const char *s);

/* Bytes of the longest prefix of s that fits `cells`, whole characters with their combining marks; *used gets
 * the cells it takes (may be NULL). */
size_t text_prefix(const char *s, int cells, int *used);

/* Copies s into out, cut to `cells`; a text that was cut ends in `…`. out holds up to size bytes. Returns
 * cells used. */
int text_clip(char *out, size_t size, const char *s, int cells);

/* Is the code point one that must never reach a terminal raw?  What is obeyed: C0, DEL, C1, bidi controls,
 * U+2028, U+2029.  What is not seen, and could make two names look alike or hide text: all that Unicode calls
 * default-ignorable (soft hyphen, zero width space, word joiner, byte order mark, fillers, tags, ...).
 * Excepted, because scripts and emoji are written with them: the joiners U+200C and U+200D, and the variation
 * selectors U+180B to U+180D, U+180F, U+FE00 to U+FE0F, U+E0100 to U+E01EF.  An emoji flag spelt with tags
 * shows its tags. */
bool text_code_is_hostile(uint32_t code);

/* Appends s cleaned for display: bad UTF-8 becomes U+FFFD, C0 and DEL the control pictures U+2400.. and
 * U+2421, every other hostile code the text <U+009B>.  This is the only door for a server's text. */
void text_clean(struct buffer *out, const char *s, size_t len);
char *text_clean_copy(const char *s); /* caller frees */

/* A copy in which `to` stands wherever `from`, which is not empty, stood. Caller frees. */
char *text_replace(const char *text, const char *from, const char *to);

/* True when text_clean would change nothing in s[0..len). */
bool text_is_clean(const char *s, size_t len);

/* Copies s[0..len) with bad UTF-8 replaced by U+FFFD, all else as it is. */
void text_repair(struct buffer *out, const char *s, size_t len);

/* What stands for one code point in ASCII, as wide as it (0, 1 or 2 characters). Valid until the
 * next call. */
const char *text_ascii(uint32_t code);

/* Strict decimal integer: optional '-', digits, nothing else; false when beyond int64. */
bool text_parse_int(const char *s, int64_t *value);

/* Strict decimal number in the C locale's form: -?digits[.digits], no exponent, no sign '+', no blanks. */
bool text_is_number(const char *s);

/* ASCII-only comparison without regard to case. */
bool text_equal_nocase(const char *a, const char *b);

/* Is needle within hay, without regard to ASCII case? An empty needle is. */
bool text_contains_nocase(const char *hay, const char *needle);

/* Is `word` among words parted by blanks or commas, exactly? The empty one never is. */
bool text_has_word(const char *words, const char *word);

/* WithPPC -> with-ppc, PauseBetweenCaptionsMs -> pause-between-captions-ms. Truncates never: size must do. */
void text_kebab(char *out, size_t size, const char *name);

/* Amounts of bytes for people, in units of a thousand: "7 bytes", "44.7 kB", "462 kB", "1.2 MB". */
#define AMOUNT_TEXT_SIZE 48
void amount_bytes(char *out, size_t size, int64_t bytes);
/* "310 of 462 kB", both in the unit of the whole; "310 kB" where that is not known (negative). */
void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole);

/* --- ids as people write them: "12 15 20-30", parted by blanks or commas --- */

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* what parts the words */

struct id_list {
    int64_t *ids; /* in the order given, each once */
    size_t count, room;
    struct id_map places; /* of the ids in `ids` */
};

/* Adds the ids of a text; on a refusal (ERROR_USAGE naming the word) the list is as it was. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends "12 15 20-30 and 4 more": as many as so many cells hold, and the first in any case. */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* why it is named, "" for nothing */
};
/* "Not sent: #3 no media, #39 read-only and 2 more": as many as so many cells hold. Frees `items`; NULL where
 * there are none, else the caller frees it. */
char *id_list_words(const char *before, struct id_word *items, size_t count, int cells);

#endif
