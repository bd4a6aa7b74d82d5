/* What the filter and the order of the watchlist look at, of one project: on the screen, in plain mode and on
 * the command line. */
#ifndef STENO_CORE_LISTED_H
#define STENO_CORE_LISTED_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "steno/core/expiry.h"

struct settings;

/* Texts are cleaned and borrowed, "" where there is none. */
struct listed {
    int64_t id;
    const char *name, *state, *tags, *note;
    char mark;          /* of its state: listed_mark() */
    bool is_lost;       /* a write of it has no answer */
    bool is_sent;       /* it was enqueued, and is not seen to be worked on yet */
    bool is_unreadable; /* the last reading failed */
    bool is_today;      /* its state began on this day */
    int64_t length_ms;  /* -1 when not known */
    int64_t since_ms;   /* wall clock, 0 when not known */

    /* out of a reading: listed_read() */
    const char *label, *lang, *author;
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms; /* wall clock: the server's; 0 when not known */
};

/* Takes over what a reading has of it (struct record's `shown`). */
void listed_read(struct listed *listed, const json_t *shown);
/* '*' for an active state, '+' for Completed, '!' for one that failed or was canceled, ' ' else. */
char listed_mark(const struct settings *settings, const char *state);

#endif
