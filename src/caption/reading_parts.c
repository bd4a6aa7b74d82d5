/* Owns what several formats are made of: blanks, times, tags. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "reading.h"

/* Is c a blank within a line? */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void reading_trim(const char **s, size_t *len)
{
    while (*len > 0 && is_blank(**s)) {
        (*s)++;
        (*len)--;
    }
    while (*len > 0 && is_blank((*s)[*len - 1]))
        (*len)--;
}

bool reading_is_blank(const char *s, size_t len)
{
    reading_trim(&s, &len);
    return len == 0;
}

bool reading_begins(const char *s, size_t len, const char *prefix)
{
    size_t size = strlen(prefix);
    return len >= size && memcmp(s, prefix, size) == 0;
}

bool reading_begins_nocase(const char *s, size_t len, const char *prefix)
{
    size_t size = strlen(prefix);
    return len >= size && strncasecmp(s, prefix, size) == 0;
}

/* Digits at s into *value; how many. More than nine are counted but give no value. */
static size_t reading_digits(const char *s, size_t len, int64_t *value)
{
    size_t count = 0;
    *value = 0;
    for (; count < len && is_digit(s[count]); count++)
        if (count < 9)
            *value = *value * 10 + (s[count] - '0');
    return count;
}

size_t reading_time(const char *s, size_t len, int digits, struct read_time *time)
{
    int64_t part[3] = {0};
    size_t width[3] = {0}, at = 0;
    int parts = 0;
    *time = (struct read_time){0};
    for (; parts < 3; parts++) {
        width[parts] = reading_digits(s + at, len - at, &part[parts]);
        if (width[parts] == 0)
            return 0;
        at += width[parts];
        if (parts < 2 && (at == len || s[at] != ':')) {
            parts++;
            break;
        }
        at += parts < 2;
    }
    if (parts < 2)
        return 0;
    int64_t fraction = 0, hours = parts == 3 ? part[0] : 0, minutes = part[parts - 2],
            seconds = part[parts - 1];
    if (at < len && (s[at] == '.' || s[at] == ',')) {
        time->point = s[at++];
        time->fraction_digits = (int)reading_digits(s + at, len - at, &fraction);
        at += (size_t)time->fraction_digits;
    }
    time->hours_digits = parts == 3 ? (int)width[0] : 0;
    time->two_digits = width[parts - 2] == 2 && width[parts - 1] == 2;
    time->known = minutes < 60 && seconds < 60 && width[0] <= 9 && width[parts - 2] <= 9 &&
                  width[parts - 1] <= 9 && hours < READING_MS_MAX / 3600000 &&
                  (!time->point || time->fraction_digits == digits);
    for (int i = digits; i < 3; i++)
        fraction *= 10;
    if (time->known)
        time->ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
    return at;
}

bool reading_time_ends(const struct source_line *line, size_t at)
{
    return at == line->len || is_blank(line->s[at]) || reading_begins(line->s + at, line->len - at, "-->");
}

void reading_tags_open(struct reading *r, struct open_tags *tags, const char *name, struct caption_place at)
{
    if (tags->count == TAG_DEPTH_MAX) {
        reading_remark(r, RULE_TAGS, at, "more than %d tags are open", TAG_DEPTH_MAX);
        return;
    }
    snprintf(tags->names[tags->count], sizeof tags->names[0], "%s", name);
    tags->at[tags->count++] = at;
}

void reading_tags_close(struct reading *r, struct open_tags *tags, const char *name, struct caption_place at)
{
    size_t found = tags->count;
    while (found > 0 && strcmp(tags->names[found - 1], name) != 0)
        found--;
    if (found == 0) {
        reading_remark(r, RULE_TAGS, at, "</%s> closes nothing", name);
        return;
    }
    if (found < tags->count)
        reading_remark(r, RULE_TAGS, at, "</%s> comes before </%s>: crossed", name,
                       tags->names[tags->count - 1]);
    for (size_t i = found; i < tags->count; i++) {
        memcpy(tags->names[i - 1], tags->names[i], sizeof tags->names[i]);
        tags->at[i - 1] = tags->at[i];
    }
    tags->count--;
}

void reading_tags_end(struct reading *r, struct open_tags *tags, size_t allowed)
{
    for (size_t i = allowed; i < tags->count; i++)
        reading_remark(r, RULE_TAGS, tags->at[i], "<%s> is not closed", tags->names[i]);
    tags->count = 0;
}
