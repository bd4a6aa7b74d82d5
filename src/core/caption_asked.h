/* What only this layer calls of steno/core/caption_asked.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_ASKED_PRIVATE_H
#define STENO_CORE_CAPTION_ASKED_PRIVATE_H

#include "steno/core/caption_asked.h"

/* The limits of the export parameters in `set`; with_defaults: those that are UNSET count with their default,
 * as the service does. A value that is no number sets no limit. */
void caption_asked_limits(const struct param_set *set, bool with_defaults, struct caption_limits *limits);

/* How captions that were asked for with `set` are checked by a style's limits, of which those that were
 * given by themselves count alone. Its texts live as long as the
 * set. length_ms: of the recording, negative when it is not known. */
void caption_asked_check(const struct param_set *set, const struct caption_limits *style, bool with_defaults,
                         int64_t length_ms, struct caption_check *check);

#endif
