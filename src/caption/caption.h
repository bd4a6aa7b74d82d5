/* What only this layer calls of steno/caption/caption.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_CAPTION_PRIVATE_H
#define STENO_CAPTION_CAPTION_PRIVATE_H

#include "steno/caption/caption.h"

/* Adds a finding; takes `text` over. One without it is only counted. */
void caption_findings_add(struct caption_findings *list, const struct caption_finding *finding, char *text);

/* Is the caption one whose times can be checked? */
bool caption_has_times(const struct caption *caption);
/* Those captions, in the order of start, end and position. Caller frees. */
size_t *caption_order(const struct caption_file *file, size_t *count);

#endif
