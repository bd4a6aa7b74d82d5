/* What a check of captions comes to: how many findings of each level, and whether the file fails by them.
 *
 * One rule for all who check an export: `lint`, `export --check` and standing orders. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_VERDICT_H
#define STENO_CORE_CAPTION_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/param.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/caption/check.h"

/* The level of a name from which on a file fails; LEVEL_COUNT for "never". False for another word. */
bool caption_verdict_find_level(const char *name, enum caption_level *fail_on);
/* "error", "never". */
const char *caption_verdict_level_name(enum caption_level fail_on);

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

/* A verdict that is kept. */
struct caption_verdict {
    bool is_given;
    bool has_failed; /* something at or above the level was found, or nothing could be checked: */
    size_t captions, by_level[LEVEL_COUNT];
    char *trouble; /* why; NULL: it was checked. Clean */
};

/* Reads the bytes of an export, and checks them. */
struct caption_verdict caption_verdict_make(const struct buffer *data, const char *name,
                                            const struct caption_limits *limits,
                                            const struct param_set *params, int64_t length_ms,
                                            enum caption_level fail_on);
/* One that says that nothing could be checked. */
struct caption_verdict caption_verdict_trouble(const char *why);
void caption_verdict_clear(struct caption_verdict *verdict);

/* {"ok","captions","errors","warnings","notes","error"}; null where none was given, from which it is read
 * again. */
json_t *caption_verdict_to_json(const struct caption_verdict *verdict);
struct caption_verdict caption_verdict_from_json(const json_t *json);

#endif
