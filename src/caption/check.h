/* One run of the checks. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_CHECK_PRIVATE_H
#define STENO_CAPTION_CHECK_PRIVATE_H

#include "caption.h"
#include "steno/caption/check.h"

struct checking {
    const struct caption_file *file;
    const struct caption_check *check;
    struct caption_findings *out;
    size_t *order; /* the captions whose times can be checked, in the order of time */
    size_t order_count;
    size_t *next; /* of each caption the one that comes after it in time; its own index for none */
};

#define NO_CAPTION SIZE_MAX

/* What is found: a rule and where, its level, and the numbers when it was measured. */
struct found {
    enum caption_rule rule;
    enum caption_level level;
    size_t index; /* of the caption, or NO_CAPTION */
    struct caption_place at;
    int decimals;
    int64_t value, limit;
    const char *unit; /* NULL: not measured */
    const char *source;
};

/* A finding of this rule about a caption, at its place and with the rule's own level. */
struct found found_at(const struct checking *c, enum caption_rule rule, size_t index);
void checking_add(struct checking *c, const struct found *found, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where a limit of this rule comes from. */
const char *limits_source(const struct caption_limits *limits, enum caption_rule rule);

/* The checks of each topic; `limits` are the style's or what was asked. */
void check_times(struct checking *c);
void check_time_limits(struct checking *c, const struct caption_limits *limits);
void check_text_limits(struct checking *c, const struct caption_limits *limits);
void check_text(struct checking *c);
void check_words(struct checking *c);

/* Milliseconds of a span, frames rounded down by the file's rate, else by the limits'. */
int64_t caption_span_ms(const struct caption_file *file, const struct caption_limits *limits,
                        struct caption_span span);

/* Sets the rate for files that have none: 1 to 1000, up to three digits behind a point. */
bool caption_rate_put(struct caption_limits *limits, const char *value);

/* "12.4", or with two digits when one would show the limit itself: "17.04". Returns the digits after the
 * point. limit10 in tenths, 0 for none. */
int caption_rate(int64_t characters, int64_t ms, int limit10, int64_t *value);

#endif
