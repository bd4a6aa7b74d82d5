/* What only this layer calls of steno/core/caption_list.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_LIST_PRIVATE_H
#define STENO_CORE_CAPTION_LIST_PRIVATE_H

#include "steno/core/caption_list.h"

void caption_list_copy_take(struct caption_list_copy *copy, const struct caption_list *captions);
void caption_list_copy_clear(struct caption_list_copy *copy);

/* Compares two; see caption/diff.h. Caller frees with caption_list_diff_free. */
struct caption_diff *caption_list_compare(const struct caption_list *a, const struct caption_list *b);

#endif
