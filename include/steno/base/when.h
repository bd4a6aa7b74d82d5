/* Time: the two clocks, and dates and lengths in the forms a server may send and how we show them.
 *
 * The contract leaves both formats open: a text that does not parse is shown as it came. Dates: ISO 8601 date
 * and time, fraction of 0-9 digits, Z, an offset, or none (taken as UTC, marked "?"). Lengths:
 * [-][d.]hh:mm:ss[.f], ISO 8601 PnDTnHnMnS, or plain seconds. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_WHEN_H
#define STENO_BASE_WHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Only programs and workers read clocks; core gets `now` as an argument. */
int64_t clock_mono_ms(void); /* for deadlines: never jumps, not comparable between machines */
int64_t clock_wall_ms(void); /* since 1970-01-01T00:00:00Z */

struct date {
    int64_t ms;    /* since 1970-01-01T00:00:00Z */
    bool has_zone; /* false: no zone was given, UTC assumed */
};

bool date_parse(const char *text, struct date *date);

/* The date of an HTTP header, "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7; its two obsolete forms are
 * not read), in ms since 1970. The name of the weekday is not looked at. */
bool date_parse_http(const char *text, int64_t *ms);

/* The zone that people are shown times in: that of TZ, or UTC. The zone is always part of the text: by its
 * short name ("CEST"), else as an offset ("+0545"). DATE_TEXT_SIZE bytes hold each of these texts. */
enum date_zone { DATE_LOCAL, DATE_UTC };
#define DATE_TEXT_SIZE 48

/* "2026-05-14 11:02 CEST"; a date that came without a zone ends in "UTC?", in either zone. */
void date_format(char *out, size_t size, const struct date *date, enum date_zone zone);

/* "11:02 CEST" and "11:02:07 CEST", for times of today. */
void date_format_minute(char *out, size_t size, int64_t wall_ms, enum date_zone zone);
void date_format_clock(char *out, size_t size, int64_t wall_ms, enum date_zone zone);

/* Times where room is short: the zone is named once for all of them, or is that of the screen. What is today,
 * and which year this is, is asked of now_ms. "Mon 18" and the like: of the six days before today. */
enum date_short {
    DATE_COLUMN,  /* "19:02" of today, "05-15" of this year, "2025" of another: at most 5 cells */
    DATE_SINCE,   /* "19:02" of today, "05-15 08:14" of this year, "2025-05-15 08:14" */
    DATE_HOUR,    /* "05-15 08:14" of this year, of today too, "2025-05-15 08:14" */
    DATE_CHANGED, /* "05-15 08:14" of this year, of today too, "2025-05-15": at most 11 cells */
    DATE_DAY,     /* "05-15" of this year, of today too, "2025-05-15" */
    DATE_WEEK,    /* "19:02" of today, "Fri 23:51", else as DATE_SINCE */
    DATE_TRAIL,   /* "19:11:42" of today, "Fri 20" (day and hour), "05-15", "2025": at most 8 cells */
};
void date_format_short(char *out, size_t size, int64_t wall_ms, int64_t now_ms, enum date_zone zone,
                       enum date_short form);
/* "UTC", "CEST", "+0545": the name that date_format_short leaves out. */
void date_zone_name(char *out, size_t size, int64_t wall_ms, enum date_zone zone);
/* How many midnights lie between now and then: 0 is today, 1 tomorrow, -1 yesterday. */
int64_t date_days_from(int64_t now_ms, int64_t wall_ms, enum date_zone zone);

/* "2026-05-14T09:02:07Z" for JSON output. */
void date_format_utc(char *out, size_t size, int64_t wall_ms);

bool length_parse(const char *text, int64_t *ms);

/* "00:42:10", hours may pass 99; fractions are dropped. */
void length_format(char *out, size_t size, int64_t ms);

/* How long something still waits, rounded up: "1 s", "2 s", "5 s", "10 s", "20 s", then minutes, then hours.
 * Returns the ms after which the text is another one. */
int64_t wait_format(char *out, size_t size, int64_t ms);

#endif
