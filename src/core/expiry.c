/* Owns when a project ends, and how that is said. It must not know what a clock is: now is given. */
/* SPDX-License-Identifier: MIT */
#include "expiry.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/api/field.h"

/* How near the end is: from how many days before it is yellow, and red. */
#define SOON_DAYS   14
#define URGENT_DAYS 2
/* A column counts the days from here on: until then the date says more in as little room. */
#define COUNTED_DAYS 9

/* Takes one of the dates when it is the first, or the earlier one. */
static void expiry_take(struct expiry *expiry, const char *text, bool is_deletion)
{
    struct date date;
    if (!text || !date_parse(text, &date) || (expiry->is_known && expiry->ms <= date.ms))
        return;
    *expiry = (struct expiry){
        .is_known = true, .is_deletion = is_deletion, .has_zone = date.has_zone, .ms = date.ms};
}

struct expiry expiry_read(const char *delete_at, const char *expiration_date)
{
    struct expiry expiry = {0};
    expiry_take(&expiry, delete_at, true);
    expiry_take(&expiry, expiration_date, false);
    return expiry;
}

/* The text of a field; NULL when it is none. */
static const char *expiry_field(const json_t *resource, const char *path)
{
    return json_string_value(field_get(&fields_project, field_find(&fields_project, path), resource));
}

struct expiry expiry_of(const json_t *resource)
{
    if (!resource)
        return (struct expiry){0};
    return expiry_read(expiry_field(resource, "Data.DeleteAt"),
                       expiry_field(resource, "Data.ExpirationDate"));
}

/* The zone in which it is shown: a date without one is that of the server, as it came. */
static enum date_zone expiry_zone(const struct expiry *expiry, enum date_zone zone)
{
    return expiry->has_zone ? zone : DATE_UTC;
}

static int64_t expiry_days(const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    return date_days_from(now_ms, expiry->ms, expiry_zone(expiry, zone));
}

enum expiry_level expiry_level(const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    if (!expiry->is_known)
        return EXPIRY_NONE;
    if (expiry->ms <= now_ms)
        return EXPIRY_GONE;
    int64_t days = expiry_days(expiry, now_ms, zone);
    return days <= URGENT_DAYS ? EXPIRY_URGENT : days <= SOON_DAYS ? EXPIRY_SOON : EXPIRY_NONE;
}

/* "today", "1 day", "9 days". */
static void expiry_count(char *out, size_t size, int64_t days)
{
    if (days <= 0)
        snprintf(out, size, "today");
    else
        snprintf(out, size, "%" PRId64 " %s", days, days == 1 ? "day" : "days");
}

static void expiry_in(char *out, size_t size, int64_t days)
{
    const char *in = days > 0 ? "in " : "";
    snprintf(out, size, "%s", in);
    expiry_count(out + strlen(in), size - strlen(in), days);
}

/* "12-01", or "2027-01" of another year. */
static void expiry_day(char *out, size_t size, const struct expiry *expiry, int64_t now_ms,
                       enum date_zone zone)
{
    char day[DATE_TEXT_SIZE];
    date_format_short(day, sizeof day, expiry->ms, now_ms, expiry_zone(expiry, zone), DATE_DAY);
    day[7] = '\0'; /* of another year the month will do */
    snprintf(out, size, "%s", day);
}

void expiry_column(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    int64_t days = expiry->is_known ? expiry_days(expiry, now_ms, zone) : 0;
    if (!expiry->is_known)
        snprintf(out, size, "%s", "");
    else if (expiry->ms <= now_ms)
        snprintf(out, size, "gone");
    else if (days > COUNTED_DAYS)
        expiry_day(out, size, expiry, now_ms, zone);
    else
        expiry_count(out, size, days);
}

void expiry_text(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    char day[16], left[32];
    if (!expiry->is_known) {
        snprintf(out, size, "%s", "");
        return;
    }
    date_format_short(day, sizeof day, expiry->ms, now_ms, expiry_zone(expiry, zone), DATE_DAY);
    expiry_in(left, sizeof left, expiry_days(expiry, now_ms, zone));
    snprintf(out, size, "%s%s, %s", day, expiry->has_zone ? "" : " (UTC?)",
             expiry->ms > now_ms ? left : "gone");
}

void expiry_sentence(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    static const char *const verbs[2][2] = {{"expires", "expired"}, {"is deleted", "was deleted"}};
    char day[DATE_TEXT_SIZE], left[32];
    if (!expiry->is_known) {
        snprintf(out, size, "%s", "");
        return;
    }
    bool is_over = expiry->ms <= now_ms;
    date_format(day, sizeof day, &(struct date){.ms = expiry->ms, .has_zone = true},
                expiry_zone(expiry, zone));
    expiry_in(left, sizeof left, expiry_days(expiry, now_ms, zone));
    int written = snprintf(out, size, "%s on %.10s", verbs[expiry->is_deletion][is_over], day);
    if (!is_over && written >= 0 && (size_t)written < size)
        snprintf(out + written, size - (size_t)written, ", %s", left);
}
