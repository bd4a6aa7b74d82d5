/* Clocks, dates and lengths of time. The API specification does not define how a server writes dates and
 * lengths. steno reads the forms below. Any other text is shown unchanged.
 * Dates: ISO 8601 date and time, with or without a fraction of 1 to 9 digits; then Z, an offset, or no zone.
 * A date without a zone is taken as UTC and shown with "?".
 * Lengths: [-][d.]hh:mm:ss[.f], ISO 8601 PnDTnHnMnS, or plain seconds. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_WHEN_H
#define STENO_BASE_WHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Code in src/core never reads a clock. It gets the time as an argument. */
int64_t clock_mono_ms(void); /* monotonic clock, for deadlines: never jumps */
int64_t clock_wall_ms(void); /* since 1970-01-01T00:00:00Z */

struct date {
    int64_t ms;    /* since 1970-01-01T00:00:00Z */
    bool has_zone; /* false: the text had no zone; `ms` assumes UTC */
};

bool date_parse(const char *text, struct date *date);

/* Reads the date of an HTTP header, such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7). *ms counts
 * from 1970. False for the two obsolete forms of that RFC. The weekday is not checked. */
bool date_parse_http(const char *text, int64_t *ms);

/* The zone in which a time is shown: the zone of the variable TZ, or UTC. A text ends with the short name of
 * the zone ("CEST"), or with its offset ("+0545") if it has no name. Texts of date_format_short have no zone.
 * A text fits into DATE_TEXT_SIZE bytes. */
enum date_zone { DATE_LOCAL, DATE_UTC };
#define DATE_TEXT_SIZE 48

/* Writes "2026-05-14 11:02 CEST". A date without a zone is not converted; its text ends in "UTC?". */
void date_format(char *out, size_t size, const struct date *date, enum date_zone zone);

/* Write a time without its date: "11:02 CEST" and "11:02:07 CEST". */
void date_format_minute(char *out, size_t size, int64_t wall_ms, enum date_zone zone);
void date_format_clock(char *out, size_t size, int64_t wall_ms, enum date_zone zone);

/* Short forms, without the zone. "Today" and "this year" are those of now_ms. "Past week" means the six days
 * before today. */
enum date_short {
    DATE_COLUMN,  /* today "19:02", this year "05-15", other years "2025": at most 5 cells */
    DATE_SINCE,   /* today "19:02", this year "05-15 08:14", other years "2025-05-15 08:14" */
    DATE_HOUR,    /* today and this year "05-15 08:14", other years "2025-05-15 08:14" */
    DATE_CHANGED, /* today and this year "05-15 08:14", other years "2025-05-15": at most 11 cells */
    DATE_DAY,     /* today and this year "05-15", other years "2025-05-15" */
    DATE_WEEK,    /* today "19:02", past week "Fri 23:51", else like DATE_SINCE */
    DATE_TRAIL,   /* today "19:11:42", past week "Fri 20" (hour 20), else like DATE_COLUMN: at most 8 cells */
};
void date_format_short(char *out, size_t size, int64_t wall_ms, int64_t now_ms, enum date_zone zone,
                       enum date_short form);
/* Writes the name of the zone, which date_format_short omits: "UTC", "CEST", "+0545". */
void date_zone_name(char *out, size_t size, int64_t wall_ms, enum date_zone zone);
/* Returns the calendar days from now_ms to wall_ms: 0 is today, 1 tomorrow, -1 yesterday. */
int64_t date_days_from(int64_t now_ms, int64_t wall_ms, enum date_zone zone);

/* Writes "2026-05-14T09:02:07Z", for JSON output. */
void date_format_utc(char *out, size_t size, int64_t wall_ms);

bool length_parse(const char *text, int64_t *ms);

/* Writes a length, "00:42:10". Hours may exceed 99; fractions of a second are dropped. */
void length_format(char *out, size_t size, int64_t ms);

/* Writes the remaining time of a wait. It is rounded up to 1, 2, 5, 10, 20 or 30 s, to minutes, or to hours.
 * Returns after how many ms the text will change. */
int64_t wait_format(char *out, size_t size, int64_t ms);

#endif
