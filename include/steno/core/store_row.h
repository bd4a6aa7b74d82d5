/* A row of the watchlist, as the store has it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_STORE_ROW_H
#define STENO_CORE_STORE_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/core/expiry.h"
#include "steno/core/ledger.h"

/* One row of the watchlist: all that the list shows without a request. */
struct store_row {
    int64_t id, place;
    char *note;
    bool known;  /* the project was read once */
    char *state; /* texts are cleaned */
    char *name;
    char *length;
    char *tags; /* joined by ", " */
    int64_t version;
    int64_t fetched_ms;          /* wall clock, 0 when never */
    int64_t state_since_ms;      /* as in core/since.h */
    char *label, *lang, *author; /* of the last reading, as these: struct listed; texts may be NULL */
    bool has_no_media, is_read_only;
    bool is_refused; /* its last enqueue from here was */
    struct expiry expiry;
    int64_t updated_ms;
    struct exported exported;
};

#endif
