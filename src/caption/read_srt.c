/* Reads SubRip files. The format has no specification: a caption begins at a line of times, alone or after a
 * line of digits; all else is text. Where the line of times is damaged the caption begins all the same,
 * without times: as text of the one before it would be lost. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "read.h"
#include "steno/base/text.h"

#define TAG_BYTES_MAX 256 /* what is longer is text */

static const char *const known_tags[] = {"b", "font", "i", "s", "u"};

/* Where the arrow is in a line of times, 0 when it is none: what is left of it has a colon, begins with a
 * digit and has no blank within. Digits that cannot be read make bad times, not text. */
static size_t srt_arrow(const struct source_line *line)
{
    const char *arrow = memmem(line->s, line->len, "-->", 3);
    if (!arrow)
        return 0;
    const char *s = line->s;
    size_t len = (size_t)(arrow - line->s);
    reading_trim(&s, &len);
    if (len == 0 || !((*s >= '0' && *s <= '9') || *s == '-') || !memchr(s, ':', len))
        return 0;
    for (size_t i = 0; i < len; i++)
        if (s[i] == ' ' || s[i] == '\t')
            return 0;
    return (size_t)(arrow - line->s);
}

/* Is the line digits and nothing else? Its number, -1 for one too large. */
static bool srt_number(const struct source_line *line, int64_t *number)
{
    const char *s = line->s;
    size_t len = line->len;
    reading_trim(&s, &len);
    if (len == 0)
        return false;
    *number = 0;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        *number = *number < 0 || *number > 100000000 ? -1 : *number * 10 + (s[i] - '0');
    }
    return true;
}

/* Reads one time and says what is wrong with it. Returns the bytes it took, 0 when there is none. */
static size_t srt_time(struct reading *r, struct source_line *line, size_t at, int64_t *ms, bool *known)
{
    struct read_time time;
    size_t used = reading_time(line->s + at, line->len - at, 3, &time);
    struct caption_place place = reading_place(r, line, at);
    bool whole = used > 0 && reading_time_ends(line, at + used);
    if (used == 0)
        reading_remark(r, RULE_BAD_TIMES, place, "no time is here: wanted hh:mm:ss,mmm");
    else if (!whole)
        reading_remark(r, RULE_BAD_TIMES, place, "the time cannot be read: wanted hh:mm:ss,mmm");
    else if (time.point && time.fraction_digits != 3)
        reading_remark(r, RULE_BAD_TIMES, place, "a fraction of %d digits is not clear: wanted three",
                       time.fraction_digits);
    else if (!time.known)
        reading_remark(r, RULE_BAD_TIMES, place, "minutes or seconds of 60 or more, or too many digits");
    else if (!time.point)
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, place, "the time has no milliseconds");
    else if (time.point == '.')
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, place,
                          "a point for the comma before milliseconds");
    else if (time.hours_digits < 2 || !time.two_digits)
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, place, "the time is not written hh:mm:ss,mmm");
    *ms = time.ms;
    *known = whole && time.known;
    return used;
}

/* Reads the line of times into the open caption. */
static void srt_times(struct reading *r, struct source_line *line, size_t arrow)
{
    bool start_known, end_known;
    int64_t start, end;
    size_t at = 0;
    while (line->s[at] == ' ' || line->s[at] == '\t')
        at++;
    srt_time(r, line, at, &start, &start_known);
    for (at = arrow + 3; at < line->len && (line->s[at] == ' ' || line->s[at] == '\t');)
        at++;
    size_t used = srt_time(r, line, at, &end, &end_known);
    const char *rest = line->s + at + used;
    size_t rest_len = line->len - at - used;
    reading_trim(&rest, &rest_len);
    if (end_known && rest_len > 0)
        reading_set_area(r, rest, rest_len);
    r->caption->timed = start_known && end_known;
    r->caption->start_ms = r->caption->timed ? start : 0;
    r->caption->end_ms = r->caption->timed ? end : 0;
}

/* Has the tag a colour? */
static bool srt_has_colour(const char *tag, size_t len)
{
    for (size_t at = 0; at < len; at++)
        if (reading_begins_nocase(tag + at, len - at, "color"))
            return true;
    return false;
}

/* Takes a tag at s[0] == '<': its bytes, 0 when it is text. */
static size_t srt_tag(struct reading *r, struct open_tags *tags, struct source_line *line, size_t at)
{
    const char *s = line->s + at;
    const char *end = memchr(s, '>', line->len - at < TAG_BYTES_MAX ? line->len - at : TAG_BYTES_MAX);
    if (!end)
        return 0;
    bool closes = s[1] == '/';
    const char *name = s + 1 + closes;
    for (size_t i = 0; i < sizeof known_tags / sizeof known_tags[0]; i++) {
        size_t len = strlen(known_tags[i]);
        if (!reading_begins_nocase(name, (size_t)(end - name), known_tags[i]) ||
            (name[len] != '>' && name[len] != ' '))
            continue;
        struct caption_place place = reading_place(r, line, at);
        if (closes)
            reading_tags_close(r, tags, known_tags[i], place);
        else
            reading_tags_open(r, tags, known_tags[i], place);
        r->caption->coloured |= !closes && srt_has_colour(name, (size_t)(end - name));
        return (size_t)(end - s) + 1;
    }
    return 0;
}

/* Takes what stands in braces with a backslash, such as {\an8}: its bytes, 0 when it is text. */
static size_t srt_brace(struct reading *r, struct source_line *line, size_t at)
{
    const char *s = line->s + at;
    const char *end = memchr(s, '}', line->len - at < TAG_BYTES_MAX ? line->len - at : TAG_BYTES_MAX);
    if (!end || s[1] != '\\')
        return 0;
    if (reading_begins(s, (size_t)(end - s), "{\\an"))
        reading_set_area(r, s, (size_t)(end - s) + 1);
    return (size_t)(end - s) + 1;
}

/* Is this a tag or a reference of HTML or WebVTT? SubRip has none: it is text, but was hardly meant to be. */
static bool srt_is_foreign(const char *s, size_t len)
{
    bool tag = *s == '<';
    size_t at = 1;
    if (!tag && *s != '&')
        return false;
    at += at < len && s[at] == (tag ? '/' : '#');
    size_t name = at, most = len < TAG_BYTES_MAX ? len : TAG_BYTES_MAX;
    while (at < most && isalnum((unsigned char)s[at]))
        at++;
    if (at == name || at == most)
        return false;
    if (tag && isdigit((unsigned char)s[name])) /* a time of WebVTT, or "<3" */
        return s[at] == ':';
    return tag ? memchr(s + at, '>', most - at) != NULL : s[at] == ';';
}

/* Adds one line of text to the open caption. */
static void srt_text(struct reading *r, struct open_tags *tags, struct source_line *line)
{
    for (size_t at = 0; at < line->len;) {
        uint32_t code;
        size_t taken = line->s[at] == '<'   ? srt_tag(r, tags, line, at)
                       : line->s[at] == '{' ? srt_brace(r, line, at)
                                            : 0;
        struct caption_place place = reading_place(r, line, at);
        if (taken > 0 || srt_is_foreign(line->s + at, line->len - at))
            reading_see_markup(r, place);
        if (taken == 0) {
            taken = text_decode(line->s + at, line->len - at, &code);
            reading_put(r, code, place);
        }
        at += taken;
    }
    reading_newline(r, reading_place(r, line, line->len));
}

/* Where a reader of SubRip is. */
struct srt {
    struct open_tags tags;
    int64_t number; /* of the last caption */
    size_t blanks;  /* empty lines that may be part of the text */
    struct caption_place blank_at;
    bool stray; /* text before the first caption was reported */
    bool bare;  /* the open caption has only its number yet */
};

/* A time, or what is left of one: groups of digits with one of .,:; between them. */
struct srt_stamp {
    size_t bytes;
    int groups;  /* four at most */
    bool colon;  /* between the first two; with other signs it may be a date or an amount */
    bool wide;   /* one of the first three has more than two digits */
    size_t last; /* digits of the last */
};

static size_t srt_skip(const char *s, size_t len, size_t at, const char *any)
{
    while (at < len && strchr(any, s[at]) && s[at])
        at++;
    return at;
}

/* Takes the groups that begin at s, which may have blanks between them. O, l and I are often digits that were
 * read wrongly. */
static struct srt_stamp srt_stamp(const char *s, size_t len)
{
    struct srt_stamp stamp = {0};
    for (size_t at = 0; stamp.groups < 4;) {
        size_t end = srt_skip(s, len, at, "0123456789OoIl");
        if (end == at)
            break;
        stamp.bytes = end;
        stamp.last = end - at;
        stamp.wide |= stamp.groups++ < 3 && stamp.last > 2;
        at = srt_skip(s, len, end, " \t");
        if (at == len || !memchr(".,:;", s[at], 4))
            break;
        stamp.colon |= stamp.groups == 1 && (s[at] == ':' || s[at] == ';');
        at = srt_skip(s, len, at + 1, " \t");
    }
    return stamp;
}

/* Has a line of text this arrow with a digit on either side? */
static bool srt_arrow_joins_digits(const char *s, size_t len, const char *arrow)
{
    const char *left = arrow, *right = arrow + 2, *end = s + len;
    while (left > s && memchr("- \t", left[-1], 3))
        left--;
    right += srt_skip(right, (size_t)(end - right), 0, " \t");
    return left > s && isdigit((unsigned char)left[-1]) && right < end && isdigit((unsigned char)*right);
}

/* Is this a line of times that cannot be read as one? Below a number at the start of a block one time, two
 * short ones or an arrow are enough; elsewhere two times are wanted, with an arrow or below an empty line: a
 * text may have one of these. */
static bool srt_is_damaged(const struct source_line *line, bool numbered, bool starts)
{
    const char *s = line->s, *arrow = memmem(s, line->len, "->", 2);
    size_t at = srt_skip(s, line->len, 0, "-> \t");
    struct srt_stamp first = srt_stamp(s + at, line->len - at);
    at = srt_skip(s, line->len, at + first.bytes, "-> \t–—"); /* by their bytes */
    struct srt_stamp second = srt_stamp(s + at, line->len - at);
    bool alone = first.groups > 2 && (first.colon || (first.groups == 4 && !first.wide && first.last == 3));
    bool pair = first.groups > 2 && second.groups > 2 && (first.colon || !first.wide) &&
                (second.colon || !second.wide);
    bool brief = first.groups == 2 && first.colon && second.groups == 2 && second.colon &&
                 reading_is_blank(s + at + second.bytes, line->len - at - second.bytes);
    if (!numbered)
        return pair && (arrow || (starts && alone));
    return alone || pair || brief || memmem(s, line->len, "-->", 3) ||
           (arrow && srt_arrow_joins_digits(s, line->len, arrow));
}

/* Opens a caption at its number, or at its times when it has none. */
static bool srt_open(struct reading *r, struct srt *srt, struct source_line *first, const int64_t *number)
{
    struct caption_place at = reading_place(r, first, 0);
    bool joined = r->caption && srt->blanks == 0, bare = srt->bare;
    srt->bare = false;
    srt->blanks = 0;
    if (bare && !number) /* its number stands above the empty lines */
        return true;
    reading_tags_end(r, &srt->tags, 0);
    if (!reading_open(r, at))
        return false;
    if (number)
        reading_set_name(r, first->s, first->len);
    if (joined)
        reading_remark(r, RULE_BLANK_LINE, at, "no empty line before this caption");
    if (!number)
        reading_remark(r, RULE_INDEX, at, "the caption has no number");
    else if (*number < 0)
        reading_remark(r, RULE_INDEX, at, "a number of too many digits");
    else if (*number != srt->number + 1)
        reading_remark(r, RULE_INDEX, at, "number %" PRId64 " where %" PRId64 " comes next", *number,
                       srt->number + 1);
    srt->number = number && *number >= 0 ? *number : srt->number + 1;
    return true;
}

/* A line of times that cannot be read: its caption begins, with or without a number above it. */
static bool srt_damaged(struct reading *r, struct srt *srt, struct source_line *first, const int64_t *number,
                        struct source_line *times)
{
    if (!srt_open(r, srt, first, number))
        return false;
    reading_remark(r, RULE_BAD_TIMES, reading_place(r, times, 0),
                   "these times cannot be read: wanted hh:mm:ss,mmm --> hh:mm:ss,mmm");
    return true;
}

/* A line that begins no caption. */
static void srt_other(struct reading *r, struct srt *srt, struct source_line *line)
{
    if (reading_is_blank(line->s, line->len)) {
        if (srt->blanks++ == 0)
            srt->blank_at = reading_place(r, line, 0);
    } else if (!r->caption) {
        if (!srt->stray)
            reading_remark(r, RULE_BAD_TIMES, reading_place(r, line, 0),
                           "text before the first line of times");
        srt->stray = true;
    } else {
        for (; srt->blanks > 0 && !r->cut; srt->blanks--)
            reading_newline(r, srt->blank_at);
        srt->blanks = 0;
        srt->bare = false;
        srt_text(r, &srt->tags, line);
    }
}

/* A line of digits: with what comes below it a caption, or text. False when the reading is full. */
static bool srt_digits(struct reading *r, struct srt *srt, struct source_line *line, int64_t number)
{
    struct source_line next = {0};
    bool starts = srt->blanks > 0 || !r->caption, followed = reading_peek(r, &next);
    if (followed && srt_arrow(&next) > 0) {
        if (!srt_open(r, srt, line, &number) || !reading_line(r, &next))
            return false;
        srt_times(r, &next, srt_arrow(&next));
    } else if (followed && srt_is_damaged(&next, starts, false)) {
        return reading_line(r, &next) && srt_damaged(r, srt, line, &number, &next);
    } else if (starts && number == srt->number + 1) {
        if (!srt_open(r, srt, line, &number))
            return false;
        srt->bare = true;
        reading_remark(r, RULE_BAD_TIMES, reading_place(r, line, 0), "no line of times below number %" PRId64,
                       number);
    } else {
        srt_other(r, srt, line);
    }
    return true;
}

void read_srt(struct reading *r)
{
    struct srt srt = {0};
    struct source_line line;
    int64_t number;
    bool more = true;
    while (more && reading_line(r, &line)) {
        size_t arrow = srt_arrow(&line);
        if (arrow > 0) {
            more = srt_open(r, &srt, &line, NULL);
            if (more)
                srt_times(r, &line, arrow);
        } else if (srt_number(&line, &number))
            more = srt_digits(r, &srt, &line, number);
        else if (srt_is_damaged(&line, srt.bare, srt.blanks > 0))
            more = srt_damaged(r, &srt, &line, NULL, &line);
        else
            srt_other(r, &srt, &line);
    }
    reading_tags_end(r, &srt.tags, 0);
}
