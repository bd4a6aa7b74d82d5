/* What only this layer calls of steno/core/caption_asked.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_ASKED_PRIVATE_H
#define STENO_CORE_CAPTION_ASKED_PRIVATE_H

#include "steno/core/caption_asked.h"

/* The limits of the export parameters in `set`; with_defaults: those that are UNSET count with their default,
 * as the service does. A value that is no number sets no limit. */
void caption_asked_limits(const struct param_set *set, bool with_defaults, struct caption_limits *limits);

#endif
