/* What a check of captions comes to: how many findings of each level, and whether the file fails by them.
 *
 * One rule for all who check an export: `lint` and `export --check`. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_VERDICT_H
#define STENO_CORE_CAPTION_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/base/buffer.h"
#include "steno/caption/check.h"

/* The level of a name from which on a file fails; LEVEL_COUNT for "never". False for another word. */
bool caption_verdict_find_level(const char *name, enum caption_level *fail_on);

/* The format that what was asked for promises, else the suffix of the name; CAPTION_FORMAT_COUNT: neither. */
enum caption_format caption_verdict_format(const struct param_set *params, const char *name);

/* Checks captions against a style's limits and what they were asked with, the defaults too where they are an
 * export's; findings to be freed. Returns whether something at or above `fail_on` was found. */
bool caption_verdict_check(const struct caption_file *file, const struct caption_limits *limits,
                           const struct param_set *params, bool is_export, int64_t length_ms,
                           enum caption_level fail_on, struct caption_check *check,
                           struct caption_findings *found);

/* "2 captions, 3 errors, 1 warning, 0 notes" */
void caption_verdict_put_counts(struct buffer *out, size_t captions, const size_t by_level[LEVEL_COUNT]);

#endif
