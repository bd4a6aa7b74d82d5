/* SPDX-License-Identifier: MIT */
#include "steno/base/when.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* --- the clocks: weak symbols, which tests/dated/clock.c replaces --- */

__attribute__((weak)) int64_t clock_mono_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((weak)) int64_t clock_wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- reading --- */

/* Matches a text with a pattern and moves *s behind the match. A run of n "#" reads n digits into the next
 * item of `values`. All items must be 0 at first. Any other character matches itself. */
static bool when_match(const char **s, const char *pattern, int *values)
{
    for (; *pattern; pattern++, (*s)++) {
        if (*pattern != '#' ? **s != *pattern : **s < '0' || **s > '9')
            return false;
        if (*pattern != '#')
            continue;
        *values = *values * 10 + (**s - '0');
        values += pattern[1] != '#';
    }
    return true;
}

/* Reads a fraction such as ".25", if there is one. It has 1 to 9 digits; the first three count. */
static bool when_fraction(const char **s, int *ms)
{
    int digits = 0;
    *ms = 0;
    if (**s != '.')
        return true;
    (*s)++;
    for (int scale = 100; **s >= '0' && **s <= '9'; (*s)++, digits++, scale /= 10)
        *ms += (**s - '0') * scale;
    return digits >= 1 && digits <= 9;
}

/* Returns the number of days from 1970-01-01 to a date of the Gregorian calendar. */
static int64_t when_days(int year, int month, int day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400;
    int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static bool when_is_day(int year, int month, int day)
{
    return month >= 1 && month <= 12 && day >= 1 &&
           when_days(year, month, day) < when_days(year + month / 12, month % 12 + 1, 1);
}

/* Reads a time of day, "hh:mm:ss[.f]". Allows the second 60 (leap second). */
static bool when_day_time(const char **s, int64_t *ms)
{
    int part[3] = {0}, fraction;
    if (!when_match(s, "##:##:##", part) || !when_fraction(s, &fraction))
        return false;
    *ms = (((int64_t)part[0] * 60 + part[1]) * 60 + part[2]) * 1000 + fraction;
    return part[0] < 24 && part[1] < 60 && part[2] <= 60;
}

bool date_parse(const char *text, struct date *date)
{
    const char *s = text;
    int day[3] = {0}, zone[2] = {0};
    int64_t time_ms;
    if (!when_match(&s, "####-##-##", day) || !when_is_day(day[0], day[1], day[2]) || !*s ||
        !strchr("Tt ", *s++) || !when_day_time(&s, &time_ms))
        return false;
    bool has_zone = *s != '\0';
    int sign = *s == '-' ? -1 : 1;
    if (*s == 'Z' || *s == 'z') {
        s++;
    } else if (has_zone) { /* +hh:mm, +hhmm */
        if (!strchr("+-", *s++) || !when_match(&s, "##", &zone[0]))
            return false;
        s += *s == ':';
        if (!when_match(&s, "##", &zone[1]) || zone[0] > 23 || zone[1] > 59)
            return false;
    }
    if (*s != '\0')
        return false;
    *date = (struct date){.ms = when_days(day[0], day[1], day[2]) * 86400000 + time_ms -
                                sign * ((int64_t)zone[0] * 60 + zone[1]) * 60000,
                          .has_zone = has_zone};
    return true;
}

bool date_parse_http(const char *text, int64_t *ms)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *s = strchr(text, ',');
    int year = 0, month = 1, day = 0;
    int64_t time_ms;
    if (!s || !when_match(&s, ", ## ", &day))
        return false;
    while (month <= 12 && strncmp(s, months + 3L * (month - 1), 3) != 0)
        month++;
    if (month > 12)
        return false;
    s += 3;
    if (!when_match(&s, " #### ", &year) || !when_day_time(&s, &time_ms))
        return false;
    *ms = when_days(year, month, day) * 86400000 + time_ms;
    return when_is_day(year, month, day) && strcmp(s, " GMT") == 0;
}

/* --- showing --- */

static struct tm when_parts(int64_t ms, enum date_zone zone)
{
    time_t seconds = (time_t)(ms >= 0 ? ms / 1000 : -((-ms + 999) / 1000)); /* rounds down */
    struct tm parts = {0};
    if (zone == DATE_UTC)
        gmtime_r(&seconds, &parts);
    else
        localtime_r(&seconds, &parts);
    return parts;
}

static void when_zone_name(char *out, size_t size, const struct tm *parts, enum date_zone zone)
{
    if (zone == DATE_UTC)
        snprintf(out, size, "UTC");
    else if (strftime(out, size, "%Z", parts) == 0) /* the name of the zone is missing or too long */
        strftime(out, size, "%z", parts);
}

void date_zone_name(char *out, size_t size, int64_t wall_ms, enum date_zone zone)
{
    struct tm parts = when_parts(wall_ms, zone);
    when_zone_name(out, size, &parts, zone);
}

/* Like strftime(), but %Y always has four digits. `format` can have one %Y. */
static size_t when_strftime(char *out, size_t size, const char *format, const struct tm *parts)
{
    const char *year = strstr(format, "%Y");
    char whole[48];
    if (!year)
        return strftime(out, size, format, parts);
    snprintf(whole, sizeof whole, "%.*s%04d%s", (int)(year - format), format, parts->tm_year + 1900,
             year + 2);
    return strftime(out, size, whole, parts);
}

/* Writes the time in `format`, a blank, and the name of the zone. */
static void when_format(char *out, size_t size, const char *format, int64_t ms, enum date_zone zone)
{
    struct tm parts = when_parts(ms, zone);
    char time[32], name[12];
    if (when_strftime(time, sizeof time, format, &parts) == 0)
        time[0] = '\0';
    when_zone_name(name, sizeof name, &parts, zone);
    snprintf(out, size, "%s %s", time, name);
}

void date_format(char *out, size_t size, const struct date *date, enum date_zone zone)
{
    char text[DATE_TEXT_SIZE];
    when_format(text, sizeof text, "%Y-%m-%d %H:%M", date->ms, date->has_zone ? zone : DATE_UTC);
    snprintf(out, size, "%s%s", text, date->has_zone ? "" : "?");
}

void date_format_minute(char *out, size_t size, int64_t wall_ms, enum date_zone zone)
{
    when_format(out, size, "%H:%M", wall_ms, zone);
}

void date_format_clock(char *out, size_t size, int64_t wall_ms, enum date_zone zone)
{
    when_format(out, size, "%H:%M:%S", wall_ms, zone);
}

static int64_t when_day_number(const struct tm *parts)
{
    return when_days(parts->tm_year + 1900, parts->tm_mon + 1, parts->tm_mday);
}

int64_t date_days_from(int64_t now_ms, int64_t wall_ms, enum date_zone zone)
{
    struct tm now = when_parts(now_ms, zone), then = when_parts(wall_ms, zone);
    return when_day_number(&then) - when_day_number(&now);
}

/* strftime formats for a time of today, of the six days before today, of this year, and of another year. "@"
 * stands for the weekday in English. */
static const struct {
    const char *today, *week, *year, *other;
} when_short[] = {
    [DATE_COLUMN] = {"%H:%M", "%m-%d", "%m-%d", "%Y"},
    [DATE_SINCE] = {"%H:%M", "%m-%d %H:%M", "%m-%d %H:%M", "%Y-%m-%d %H:%M"},
    [DATE_HOUR] = {"%m-%d %H:%M", "%m-%d %H:%M", "%m-%d %H:%M", "%Y-%m-%d %H:%M"},
    [DATE_CHANGED] = {"%m-%d %H:%M", "%m-%d %H:%M", "%m-%d %H:%M", "%Y-%m-%d"},
    [DATE_DAY] = {"%m-%d", "%m-%d", "%m-%d", "%Y-%m-%d"},
    [DATE_WEEK] = {"%H:%M", "@ %H:%M", "%m-%d %H:%M", "%Y-%m-%d %H:%M"},
    [DATE_TRAIL] = {"%H:%M:%S", "@ %H", "%m-%d", "%Y"},
};

void date_format_short(char *out, size_t size, int64_t wall_ms, int64_t now_ms, enum date_zone zone,
                       enum date_short form)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    struct tm then = when_parts(wall_ms, zone), now = when_parts(now_ms, zone);
    int64_t ahead = when_day_number(&then) - when_day_number(&now);
    const char *format = ahead == 0                    ? when_short[form].today
                         : ahead < 0 && ahead >= -6    ? when_short[form].week
                         : then.tm_year == now.tm_year ? when_short[form].year
                                                       : when_short[form].other;
    char time[32];
    bool has_day = *format == '@';
    if (when_strftime(time, sizeof time, has_day ? format + 1 : format, &then) == 0)
        time[0] = '\0';
    snprintf(out, size, "%s%s", has_day ? days[then.tm_wday] : "", time);
}

void date_format_utc(char *out, size_t size, int64_t wall_ms)
{
    struct tm parts = when_parts(wall_ms, DATE_UTC);
    when_strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* --- lengths --- */

/* Reads 1 to 12 digits into *value. More digits are an error. */
static bool when_digits(const char **s, int64_t *value)
{
    const char *start = *s;
    *value = 0;
    for (; **s >= '0' && **s <= '9'; (*s)++) {
        if (*s - start >= 12)
            return false;
        *value = *value * 10 + (**s - '0');
    }
    return *s > start;
}

/* Reads a length. The whole text must be "[d.]hh:mm:ss[.f]". */
static bool length_parse_span(const char *s, int64_t *ms)
{
    int64_t hours, days = 0;
    int part[2] = {0}, fraction;
    if (!when_digits(&s, &hours))
        return false;
    if (*s == '.') {
        days = hours;
        s++;
        if (!when_digits(&s, &hours) || hours > 23)
            return false;
    }
    if (!when_match(&s, ":##:##", part) || !when_fraction(&s, &fraction) || *s != '\0')
        return false;
    *ms = (((days * 24 + hours) * 60 + part[0]) * 60 + part[1]) * 1000 + fraction;
    return part[0] <= 59 && part[1] <= 59 && days <= 10000000 && hours <= 1000000000;
}

/* Reads a length. The whole text must be "PnDTnHnMn.nS", with each unit at most once, in this order. */
static bool length_parse_iso(const char *s, int64_t *ms)
{
    static const char units[] = "DTHMS";
    static const int64_t scales[] = {86400000, 0, 3600000, 60000, 1000};
    size_t next = 0; /* index of the first unit that can still follow */
    *ms = 0;
    if (*s++ != 'P' || *s == '\0')
        return false;
    while (*s) {
        int64_t amount;
        int fraction = 0;
        if (next < 2 && *s == 'T' && s[1]) {
            next = 2;
            s++;
            continue;
        }
        if (!when_digits(&s, &amount) || amount > 1000000000)
            return false;
        bool is_fractional = *s == '.';
        if (!when_fraction(&s, &fraction) || (is_fractional && *s != 'S'))
            return false;
        const char *unit = *s && *s != 'T' ? strchr(units + next, *s) : NULL;
        if (!unit || (next < 2 && *unit != 'D'))
            return false;
        *ms += amount * scales[unit - units] + fraction;
        next = (size_t)(unit - units) + 1;
        s++;
    }
    return true;
}

bool length_parse(const char *text, int64_t *ms)
{
    const char *s = *text == '-' ? text + 1 : text, *at = s;
    int64_t value;
    int fraction;
    if (when_digits(&at, &value) && when_fraction(&at, &fraction) && *at == '\0') /* plain seconds */
        value = value * 1000 + fraction;
    else if (!length_parse_span(s, &value) && !length_parse_iso(s, &value))
        return false;
    *ms = *text == '-' ? -value : value;
    return true;
}

void length_format(char *out, size_t size, int64_t ms)
{
    long long seconds = (ms < 0 ? -ms : ms) / 1000;
    snprintf(out, size, "%s%02lld:%02lld:%02lld", ms < 0 && seconds ? "-" : "", seconds / 3600,
             seconds / 60 % 60, seconds % 60);
}

int64_t wait_format(char *out, size_t size, int64_t ms)
{
    static const int64_t seconds[] = {1, 2, 5, 10, 20, 30, 60};
    size_t last = sizeof seconds / sizeof seconds[0] - 1, i = last;
    const int64_t minute_ms = 60000, hour_ms = 60 * minute_ms;
    int64_t unit_ms = ms > hour_ms ? hour_ms : minute_ms;
    if (ms > seconds[last - 1] * 1000) {
        int64_t units = (ms - 1) / unit_ms;
        snprintf(out, size, "%" PRId64 " %s", units + 1, unit_ms == hour_ms ? "h" : "min");
        return ms - (units > 0 ? units * unit_ms : seconds[last - 1] * 1000);
    }
    while (i > 0 && ms <= seconds[i - 1] * 1000)
        i--;
    snprintf(out, size, "%" PRId64 " s", seconds[i]);
    return i > 0 ? ms - seconds[i - 1] * 1000 : ms;
}
