/* What languages ask of checks: whether they have words, and which of them belong to the next one. Private to
 * the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_LANGUAGE_H
#define STENO_SRC_CAPTION_LANGUAGE_H

#include <stdbool.h>

/* Are words told apart by blanks in the language of a tag such as "cs-CZ"? */
bool language_has_words(const char *tag);
/* The row of hanging words of a language, -1 for none. */
int language_find(const char *tag);
/* Does a word at the end of a line hang in the language of this row, with `next` behind it? */
bool language_hangs(int language, const char *word, const char *next);

#endif
