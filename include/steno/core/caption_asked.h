/* What an export was asked for, as limits that its captions can be checked against. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_ASKED_H
#define STENO_CORE_CAPTION_ASKED_H

#include "steno/api/param.h"
#include "steno/caption/check.h"

/* The value of a parameter as it was sent, or its default; NULL when there is neither. */
const char *caption_asked_text(const struct param_set *set, const char *name, bool with_defaults);

#endif
