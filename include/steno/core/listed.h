/* What the filter and the order of the watchlist look at, of one project: on the screen and on
 * the command line. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_LISTED_H
#define STENO_CORE_LISTED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/column.h"
#include "steno/core/expiry.h"
#include "steno/core/ledger.h"

/* Texts are cleaned and borrowed, "" where there is none. */
struct listed {
    int64_t id;
    const char *name, *state, *tags, *note;
    char mark;          /* of its state: settings_state_mark() */
    bool is_lost;       /* a write of it has no answer */
    bool is_sent;       /* it was enqueued, and is not seen to be worked on yet */
    bool is_unreadable; /* the last reading failed */
    bool is_refused;    /* its last enqueue was */
    bool is_today;      /* its state began on this day */
    enum ledger_age exported;
    int64_t length_ms; /* -1 when not known */
    int64_t since_ms;  /* wall clock, 0 when not known */
    size_t place;      /* in the watchlist's own order */

    /* out of a reading: listed_read() */
    const char *label, *lang, *author;
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms; /* wall clock: the server's; 0 when not known */
};

/* Takes over what a reading has of it (struct record's `shown`). */
void listed_read(struct listed *listed, const json_t *shown);
/* The tags of a reading, joined by ", ". Caller frees. */
char *listed_tags(const json_t *shown);
/* Did a state that began then (as in core/since.h) begin today? */
bool listed_is_today(int64_t state_since_ms, int64_t now_ms, enum date_zone zone);
/* Order by a column, negative: a comes first. States: failed, answer lost, in progress, None, completed.
 * `is_down` turns it round; what is not known, or has nothing to export, comes last in either direction, and
 * equal ones stand in the watchlist's own order. */
int listed_compare(const struct listed *a, const struct listed *b, enum column column, bool is_down);

#endif
