/* What an export was asked for, as limits that its captions can be checked against. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_ASKED_H
#define STENO_CORE_CAPTION_ASKED_H

#include "steno/api/param.h"
#include "steno/caption/check.h"

/* The value of a parameter as it was sent, or its default; NULL when there is neither. */
const char *caption_asked_text(const struct param_set *set, const char *name, bool with_defaults);

/* How captions that were asked for with `set` are checked by a style's limits. Its texts live as long as the
 * set. length_ms: of the recording, negative when it is not known. */
void caption_asked_check(const struct param_set *set, const struct caption_limits *style, bool with_defaults,
                         int64_t length_ms, struct caption_check *check);

#endif
