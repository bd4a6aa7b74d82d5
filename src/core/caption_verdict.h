/* What only this layer calls of steno/core/caption_verdict.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_VERDICT_PRIVATE_H
#define STENO_CORE_CAPTION_VERDICT_PRIVATE_H

#include "steno/core/caption_verdict.h"

struct caption_verdict caption_verdict_copy(const struct caption_verdict *verdict);
/* "bbc: 52 captions, 26 errors, 21 warnings, 11 notes", "bbc: not checked: …"; NULL where none was given.
 * Caller frees. */
char *caption_verdict_words(const struct caption_verdict *verdict, const char *style);

#endif
