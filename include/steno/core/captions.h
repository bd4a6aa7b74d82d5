/* Subtitles of an export: what is asked for, and by which limits they are checked. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTIONS_H
#define STENO_CORE_CAPTIONS_H

#include "steno/api/param.h"
#include "steno/caption/check.h"

/* What of an export is asked for as SubRip, whatever its format is. Caller frees. */
struct param_set *captions_params(const struct param_set *params);

/* The limits that are in the parameters of an export; `with_defaults` those that the server takes where they
 * are not set, too. */
void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits);

/* "52 captions, 1 error, 13 warnings" */
#define CAPTIONS_COUNTS_SIZE 96
void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found);

#endif
