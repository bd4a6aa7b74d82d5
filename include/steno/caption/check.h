/* Checks captions against limits. A limit is a number of ms, characters, lines, or words per minute. The
 * limit of RULE_CPS is in tenths of a character per second. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_CHECK_H
#define STENO_CAPTION_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/caption/srt.h"

enum caption_rule {
    RULE_BAD_TIMES,
    RULE_ORDER,
    RULE_OVERLAP,
    RULE_MIN_DURATION,
    RULE_MAX_DURATION,
    RULE_GAP,
    RULE_CPS,
    RULE_WPM,
    RULE_LINE_LENGTH,
    RULE_LINES,
    RULE_EMPTY,
    RULE_TAGS,
    RULE_ENCODING,
    RULE_COUNT
};

enum caption_level { LEVEL_WARNING, LEVEL_ERROR, LEVEL_COUNT };

struct caption_rule_def {
    const char *name; /* "bad-times" */
    enum caption_level level;
    bool has_limit;   /* true: checked if its limit is set; false: always checked */
    const char *unit; /* unit of the value and the limit; NULL: the rule has no number */
    const char *help; /* what the rule finds: one line, at most 72 cells */
};

extern const struct caption_rule_def caption_rules[RULE_COUNT];
const char *caption_level_name(enum caption_level level);

struct caption_limits {
    const char *source; /* origin of the limits: a document with its date, or "asked" if the user set them */
    int limit[RULE_COUNT]; /* limit of each rule; 0: no limit */
    bool may_touch;        /* a gap of 0 is allowed despite the limit of RULE_GAP */
};

struct caption_finding {
    size_t caption; /* number of the caption in the file, from 1; 0: the finding is about the whole file */
    enum caption_rule rule;
    enum caption_level level;
    int64_t value, limit; /* measured value and limit (RULE_CPS: in tenths); 0: the rule has no number */
};

struct caption_findings {
    struct caption_finding *rows; /* in the order of the file */
    size_t count;
    size_t by_level[LEVEL_COUNT];
};

/* Caller frees the findings with caption_findings_free. */
void caption_check(const struct caption_file *file, const struct caption_limits *limits,
                   struct caption_findings *found);
void caption_findings_free(struct caption_findings *found);

/* Describes a finding, as in "17.2 characters/s; limit 17". */
#define CAPTION_FINDING_SIZE 96
void caption_finding_text(char out[CAPTION_FINDING_SIZE], const struct caption_finding *finding,
                          const struct caption_limits *limits);

/* The size of a text. A character counts as its width in terminal cells: 0, 1 or 2. */
struct caption_size {
    int64_t lines, longest; /* longest: the characters of the longest line */
    int64_t characters;     /* characters of all lines together */
    int64_t words;
};
struct caption_size caption_measure(const struct caption *caption);

/* Returns the reading speed in tenths of a character per second, rounded up. 0: the caption has no usable
 * times. */
int64_t caption_speed(const struct caption *caption);

#endif
