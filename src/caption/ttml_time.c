/* Owns the times of TTML: clock times with fractions or frames, offsets in hours to ticks. Knows no element.
 */
/* SPDX-License-Identifier: MIT */
#include "ttml_time.h"

#include <string.h>

#include "reading.h"

#define TTML_DIGITS_MAX 15
#define TTML_FRAMES_MAX INT64_C(100000000000)

size_t ttml_time_digits(const char *s, int64_t *value)
{
    size_t count = 0;
    *value = 0;
    for (; s[count] >= '0' && s[count] <= '9'; count++)
        if (count < TTML_DIGITS_MAX)
            *value = *value * 10 + (s[count] - '0');
    return count;
}

/* The fraction behind a point as millionths; *digits how many were written. */
static size_t ttml_fraction(const char *s, int64_t *micro, int *digits)
{
    size_t count = 0;
    int64_t unit = 100000;
    *micro = 0;
    for (; s[count] >= '0' && s[count] <= '9'; count++, unit /= 10)
        *micro += (s[count] - '0') * unit;
    *digits = (int)count;
    return count;
}

static void ttml_see_step(struct ttml_clock *clock, int64_t step)
{
    if (step < 1)
        step = 1;
    if (clock->step == 0 || step < clock->step)
        clock->step = step;
}

/* The step of a fraction of so many digits of a unit in ms. */
static int64_t ttml_step_of(int64_t unit_ms, int digits)
{
    for (; digits > 0 && unit_ms > 1; digits--)
        unit_ms = (unit_ms + 9) / 10;
    return unit_ms;
}

/* Milliseconds of frames, rounded down. */
static int64_t ttml_frames_ms(const struct ttml_clock *clock, int64_t frames)
{
    return frames * 1000 * clock->multiplier_den / (clock->rate * clock->multiplier_num);
}

static int64_t ttml_frame_step(const struct ttml_clock *clock)
{
    int64_t per_1000_s = clock->rate * clock->multiplier_num;
    return (1000 * clock->multiplier_den + per_1000_s - 1) / per_1000_s;
}

/* The rest of a clock time behind h:mm:ss: nothing, a fraction, or frames. */
static bool ttml_clock_rest(struct ttml_clock *clock, const char *s, int64_t seconds, int64_t *ms)
{
    int64_t part, whole = seconds * 1000;
    int digits = 0;
    size_t used = 0;
    if (*s == ':') {
        used = ttml_time_digits(s + 1, &part);
        if (used == 0 || used > 4 || s[1 + used] || part >= clock->rate)
            return false;
        ttml_see_step(clock, ttml_frame_step(clock));
        *ms = clock->by_frames ? ttml_frames_ms(clock, seconds * clock->rate + part)
                               : whole + ttml_frames_ms(clock, part);
        return true;
    }
    if (*s == '.') {
        used = ttml_fraction(s + 1, &part, &digits);
        ttml_see_step(clock, ttml_step_of(1000, digits));
        *ms = whole + part / 1000;
        return used > 0 && !s[1 + used];
    }
    ttml_see_step(clock, 1000);
    *ms = whole;
    return !*s;
}

/* An offset such as 12.5s or 300f behind its whole number. */
static bool ttml_offset(struct ttml_clock *clock, const char *s, int64_t whole, int64_t *ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {{"h", 3600000}, {"m", 60000}, {"s", 1000}, {"ms", 1}};
    int64_t micro = 0;
    int digits = 0;
    if (*s == '.') {
        size_t used = ttml_fraction(s + 1, &micro, &digits);
        if (used == 0)
            return false;
        s += 1 + used;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(s, units[i].name) == 0 && whole <= READING_MS_MAX / units[i].ms) {
            ttml_see_step(clock, ttml_step_of(units[i].ms, digits));
            *ms = whole * units[i].ms + micro * units[i].ms / 1000000;
            return true;
        }
    }
    if (strcmp(s, "f") == 0 && whole <= TTML_FRAMES_MAX) {
        ttml_see_step(clock, ttml_step_of(ttml_frame_step(clock), digits));
        *ms = ttml_frames_ms(clock, whole) + ttml_frames_ms(clock, micro) / 1000000;
        return true;
    }
    if (strcmp(s, "t") != 0)
        return false;
    ttml_see_step(clock, (1000 + clock->tick_rate - 1) / clock->tick_rate);
    *ms = (whole * 1000 + micro / 1000) / clock->tick_rate;
    return true;
}

/* Reads a time expression of any length. */
static bool ttml_time_any(struct ttml_clock *clock, const char *s, int64_t *ms)
{
    int64_t hours, minutes, seconds;
    size_t used = ttml_time_digits(s, &hours);
    if (used == 0 || used > TTML_DIGITS_MAX)
        return false;
    if (s[used] != ':')
        return ttml_offset(clock, s + used, hours, ms);
    if (hours >= READING_MS_MAX / 3600000)
        return false;
    s += used + 1;
    used = ttml_time_digits(s, &minutes);
    if (used != 2 || s[2] != ':' || minutes > 59)
        return false;
    s += 3;
    used = ttml_time_digits(s, &seconds);
    if (used != 2 || seconds > 59)
        return false;
    return ttml_clock_rest(clock, s + 2, (hours * 60 + minutes) * 60 + seconds, ms);
}

bool ttml_time_read(struct ttml_clock *clock, const char *s, int64_t *ms)
{
    return ttml_time_any(clock, s, ms) && *ms < READING_MS_MAX;
}
