/* When a project ends: the earlier of its DeleteAt and ExpirationDate, in the forms in which it is shown.
 * Days are counted by the calendar of the zone. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPIRY_H
#define STENO_CORE_EXPIRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/base/when.h"

struct expiry {
    bool is_known;    /* false: the project has neither date, or none that can be read */
    bool is_deletion; /* DeleteAt is the earlier one */
    bool has_zone;    /* false: the date came without a zone and is taken for UTC */
    int64_t ms;       /* wall clock */
};

enum expiry_level { EXPIRY_NONE, EXPIRY_SOON, EXPIRY_URGENT, EXPIRY_GONE };

/* Of a project's resource (struct record's `shown` or `raw`); NULL: not known. */
struct expiry expiry_of(const json_t *resource);

enum expiry_level expiry_level(const struct expiry *expiry, int64_t now_ms, enum date_zone zone);
/* For a column of 8 cells: "12-01", "2027-01" of another year, "9 days" from nine days before on, "1 day",
 * "today", "gone"; "" when it is not known. */
void expiry_column(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);
/* "12-01, in 10 days", "11-21, today", "11-20, gone", "12-01 (UTC?), in 10 days"; "" when it is not known. */
void expiry_text(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);
/* What the sentence "it expires …" is for a project: "is deleted on 2026-11-23, in 2 days", "expires on
 * 2026-12-01, in 10 days", "was deleted on 2026-11-20", "expired on 2026-11-20"; "" when it is not known. */
void expiry_sentence(char *out, size_t size, const struct expiry *expiry, int64_t now_ms,
                     enum date_zone zone);
/* The bytes that hold any of these. */
#define EXPIRY_TEXT_SIZE 64

#endif
