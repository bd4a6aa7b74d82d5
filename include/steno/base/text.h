/* UTF-8 text: decoding, cell widths, clipping, cleaning, strict numbers, amounts of bytes, lists of ids.
 *
 * Only widths depend on the locale: they come from wcwidth of the C library with the program's LC_CTYPE. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_TEXT_H
#define STENO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"

struct error;

/* Sets the user's locale, or C.UTF-8 if that locale does not exist; numbers keep the C form. Call once,
 * before curses and threads start. True: UTF-8 may be sent to the terminal. False: only ASCII may be sent;
 * widths are still measured in UTF-8, so that columns do not move. */
bool locale_start(void);

#define TEXT_BAD_CODE 0xFFFDu

/* Decodes one code point of s[0..len), len > 0, into *code and returns its length (1..4).  A byte that starts
 * no valid sequence (overlong, surrogate, beyond U+10FFFF, cut off) gives U+FFFD and returns 1. */
size_t text_decode(const char *s, size_t len, uint32_t *code);

/* Encodes one code point into out[4]; returns its length. */
size_t text_encode(uint32_t code, char out[4]);

/* Is s[0..len) valid UTF-8? */
bool text_is_valid(const char *s, size_t len);

/* Cells that a code point takes: 0 (combining), 1 or 2. A code point that cannot be printed counts as 1. */
int text_code_width(uint32_t code);

/* Cells that a NUL-terminated text takes. */
int text_width(const char *s);

/* Bytes of the longest prefix of s that fits into `cells`: whole characters with their combining marks. *used
 * gets the cells of the prefix; may be NULL. */
size_t text_prefix(const char *s, int cells, int *used);

/* Copies s into out, cut to `cells` and `size` bytes; a cut text ends in `…`. Returns the cells used. */
int text_clip(char *out, size_t size, const char *s, int cells);

/* Must the code point never be sent to a terminal?  Terminals obey some of them: C0, DEL, C1, bidi controls,
 * U+2028, U+2029.  Others are invisible and could hide text or make two names look alike: all that Unicode
 * calls default-ignorable (soft hyphen, zero width space, word joiner, byte order mark, fillers, tags, ...).
 * Some default-ignorable ones are allowed, because scripts and emoji need them: the joiners U+200C and
 * U+200D, and the variation selectors U+180B to U+180D, U+180F, U+FE00 to U+FE0F, U+E0100 to U+E01EF.  Tags
 * are not, so an emoji flag that is spelt with tags shows them. */
bool text_code_is_hostile(uint32_t code);

/* Appends s cleaned for display: bad UTF-8 becomes U+FFFD, C0 and DEL become the control pictures U+2400..
 * and U+2421, every other hostile code <U+009B> or the like.  Every text of a server is cleaned here. */
void text_clean(struct buffer *out, const char *s, size_t len);
char *text_clean_copy(const char *s); /* caller frees */

/* A copy with every `from` replaced by `to`. `from` must not be empty. Caller frees. */
char *text_replace(const char *text, const char *from, const char *to);

/* Would text_clean change nothing in s[0..len)? */
bool text_is_clean(const char *s, size_t len);

/* Appends s[0..len) with bad UTF-8 replaced by U+FFFD and everything else unchanged. */
void text_repair(struct buffer *out, const char *s, size_t len);

/* The ASCII replacement of a code point, of the same width (0, 1 or 2 characters). Valid until the next
 * call. */
const char *text_ascii(uint32_t code);

/* Strict decimal integer: optional '-', digits, nothing else; false when it does not fit into int64. */
bool text_parse_int(const char *s, int64_t *value);

/* Strict decimal number in the form of the C locale: -?digits[.digits], no exponent, no '+', no blanks. */
bool text_is_number(const char *s);

/* Compares texts; ignores the case of ASCII letters. */
bool text_equal_nocase(const char *a, const char *b);

/* Does hay contain needle? Ignores the case of ASCII letters. True for an empty needle. */
bool text_contains_nocase(const char *hay, const char *needle);

/* Is `word` one of `words`, which blanks, tabs or commas separate? False for an empty word. */
bool text_has_word(const char *words, const char *word);

/* WithPPC -> with-ppc, PauseBetweenCaptionsMs -> pause-between-captions-ms. `size` must be large enough. */
void text_kebab(char *out, size_t size, const char *name);

/* Amounts of bytes for people, 1 kB = 1000 bytes: "7 bytes", "44.7 kB", "462 kB", "1.2 MB". */
#define AMOUNT_TEXT_SIZE 48
void amount_bytes(char *out, size_t size, int64_t bytes);
/* "310 of 462 kB", both in the unit of `whole`; "310 kB" if `whole` is negative, that is unknown. */
void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole);

/* --- ids as people write them: "12 15 20-30", separated by blanks or commas --- */

#define ID_LIST_MAX     100000
#define ID_LIST_BETWEEN " \t\r\n," /* separators */

struct id_list {
    int64_t *ids; /* in the order of the text, without duplicates */
    size_t count, room;
    struct id_map places; /* index in `ids` of each id */
};

/* Adds the ids of a text. A bad word is ERROR_USAGE that quotes the word; the list is then unchanged. */
bool id_list_parse(struct id_list *list, const char *text, struct error *err);
void id_list_free(struct id_list *list);

/* Appends "12 15 20-30 and 4 more": as many ids as fit into `cells`, but at least the first. */
void id_list_put(struct buffer *out, const int64_t *ids, size_t count, int cells);

struct id_word {
    int64_t id;
    const char *word; /* the reason, or "" */
};
/* "Not sent: #3 no media, #39 read-only and 2 more": as many items as fit into `cells`, but at least the
 * first. Frees `items`. Caller frees the text; NULL when there are no items. */
char *id_list_words(const char *before, struct id_word *items, size_t count, int cells);

#endif
