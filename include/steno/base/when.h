/* Dates and lengths in the forms a server may send, and how we show them.
 *
 * The contract leaves both formats open: a text that does not parse is shown as
 * it came.  Dates: ISO 8601 date and time, fraction of 0-9 digits, Z, an offset,
 * or none (taken as UTC, marked "?").  Lengths: [-][d.]hh:mm:ss[.f], ISO 8601
 * PnDTnHnMnS, or plain seconds.
 */
#ifndef STENO_BASE_WHEN_H
#define STENO_BASE_WHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct date {
    int64_t ms;    /* since 1970-01-01T00:00:00Z */
    bool has_zone; /* false: no zone was given, UTC assumed */
};

bool date_parse(const char *text, struct date *date);

/* "2026-05-14 11:02 CEST" in the zone of TZ; a date without a zone ends in "UTC?". Needs 40 bytes. */
void date_format(char *out, size_t size, const struct date *date);

/* "11:02:07" local clock time, without date or zone, for lines of today. */
void date_format_clock(char *out, size_t size, int64_t wall_ms);

/* "2026-05-14T09:02:07Z" for JSON output. */
void date_format_utc(char *out, size_t size, int64_t wall_ms);

bool length_parse(const char *text, int64_t *ms);

/* "00:42:10", hours may pass 99; fractions are dropped. */
void length_format(char *out, size_t size, int64_t ms);

#endif
