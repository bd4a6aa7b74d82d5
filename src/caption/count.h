/* What only this layer calls of steno/caption/count.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_COUNT_PRIVATE_H
#define STENO_CAPTION_COUNT_PRIVATE_H

#include "steno/caption/count.h"

/* Characters of a visible text by COUNT_ALL, COUNT_NO_SPACE or COUNT_HALF; line ends count nothing. */
int64_t count_text(const char *text, enum count_rule rule);

/* Of all lines of a caption. */
int64_t count_caption(const struct caption *caption, enum count_rule rule);

/* Words of a caption: runs between white space with at least one letter or digit. */
int64_t count_words(const struct caption *caption);

#endif
