/* Reads SubRip, a format without a specification. A caption begins at a line of times, or at a number right
 * above such a line. After an empty line, its own number also begins a caption (5 for the fifth). */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/srt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define TAG_BYTES_MAX 256 /* a longer tag counts as text */

/* A line of the file; the newline and the blanks at both ends are cut off. */
struct srt_line {
    const char *s;
    size_t len;
};

struct srt {
    struct caption_file *file;
    const char *at, *end;
    uint32_t line;      /* number of the line that was read last */
    struct buffer text; /* text of the last caption */
    size_t blanks;      /* number of empty lines after the text; they join the text if more text follows */
};

static bool srt_read_line(struct srt *srt, struct srt_line *line)
{
    if (srt->at == srt->end)
        return false;
    const char *stop = memchr(srt->at, '\n', (size_t)(srt->end - srt->at));
    const char *s = srt->at, *end = stop ? stop : srt->end;
    while (s < end && memchr(" \t\r", *s, 3))
        s++;
    while (end > s && memchr(" \t\r", end[-1], 3))
        end--;
    *line = (struct srt_line){s, (size_t)(end - s)};
    srt->at = stop ? stop + 1 : srt->end;
    srt->line++;
    return true;
}

/* Reads `least` to `most` digits and the character `sign`. sign 0: reads only the digits. */
static bool srt_take_number(const char **at, const char *end, int least, int most, char sign, int64_t *number)
{
    int digits = 0;
    for (*number = 0; *at < end && **at >= '0' && **at <= '9' && digits < most; digits++)
        *number = *number * 10 + (*(*at)++ - '0');
    return digits >= least && (sign == 0 || (*at < end && *(*at)++ == sign));
}

/* Reads a time, hh:mm:ss,mmm. The hours can have three digits. */
static bool srt_take_time(const char **at, const char *end, int64_t *ms)
{
    int64_t hours, minutes, seconds, rest;
    if (!srt_take_number(at, end, 2, 3, ':', &hours) || !srt_take_number(at, end, 2, 2, ':', &minutes) ||
        !srt_take_number(at, end, 2, 2, ',', &seconds) || !srt_take_number(at, end, 3, 3, 0, &rest))
        return false;
    *ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest;
    return minutes < 60 && seconds < 60;
}

static bool srt_read_times(const struct srt_line *line, int64_t *start_ms, int64_t *end_ms)
{
    static const char arrow[] = " --> ";
    const char *at = line->s, *end = line->s + line->len;
    if (!srt_take_time(&at, end, start_ms) || (size_t)(end - at) < strlen(arrow) ||
        memcmp(at, arrow, strlen(arrow)) != 0)
        return false;
    at += strlen(arrow);
    return srt_take_time(&at, end, end_ms) && at == end;
}

/* True if the line is meant as a line of times, even if it is damaged. */
static bool srt_is_times(const struct srt_line *line)
{
    return line->len > 0 && line->s[0] >= '0' && line->s[0] <= '9' &&
           memmem(line->s, line->len, "-->", 3) != NULL;
}

static bool srt_is_number(struct srt *srt, const struct srt_line *line)
{
    struct srt next = *srt; /* a copy, for a look at the next line */
    struct srt_line below;
    const char *at = line->s;
    int64_t number;
    if (!srt_take_number(&at, line->s + line->len, 1, 9, 0, &number) || at < line->s + line->len)
        return false;
    if (srt_read_line(&next, &below) && srt_is_times(&below))
        return true;
    return (srt->blanks > 0 || srt->file->count == 0) && number == (int64_t)srt->file->count + 1;
}

/* Makes srt->text the text of the last caption. Clears srt->text. */
static void srt_end_caption(struct srt *srt)
{
    if (srt->file->count > 0)
        srt->file->captions[srt->file->count - 1].text = buffer_take(&srt->text);
    buffer_init(&srt->text, CAPTION_BYTES_MAX * 8); /* cleaning turns one byte into at most eight bytes */
    srt->blanks = 0;
}

static void srt_begin_caption(struct srt *srt)
{
    struct caption_file *file = srt->file;
    srt_end_caption(srt);
    if ((file->count & (file->count - 1)) == 0) /* at each power of two, double the room */
        file->captions = mem_grow(file->captions, file->count ? file->count * 2 : 1, sizeof *file->captions);
    file->captions[file->count++] = (struct caption){.line = srt->line};
}

/* Returns the length in bytes of the SubRip tag that begins at s; 0: no tag. */
static size_t srt_tag(const char *s, size_t len)
{
    static const char *const names[] = {"b", "i", "u", "s", "font"};
    if (*s != '<' && *s != '{')
        return 0;
    const char *end = memchr(s, *s == '<' ? '>' : '}', len < TAG_BYTES_MAX ? len : TAG_BYTES_MAX);
    size_t bytes = end ? (size_t)(end - s) + 1 : 0;
    if (*s == '{') /* a position, such as {\an8} */
        return bytes > 5 && memcmp(s, "{\\an", 4) == 0 ? bytes : 0;
    for (size_t i = 0; bytes > 0 && i < sizeof names / sizeof names[0]; i++) {
        const char *name = s + 1 + (s[1] == '/');
        size_t letters = strlen(names[i]);
        if ((size_t)(end - name) >= letters && memcmp(name, names[i], letters) == 0 &&
            (name[letters] == '>' || name[letters] == ' '))
            return bytes;
    }
    return 0;
}

static bool srt_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* True if s begins with markup of another format: a tag such as <v Ann>, a code such as {\pos(1,2)}, or a
 * reference such as &amp;. */
static bool srt_is_markup(const char *s, size_t len)
{
    size_t at = 1;
    if (len < 3)
        return false;
    if (*s == '<')
        return (srt_is_letter(s[1]) || s[1] == '/') &&
               memchr(s, '>', len < TAG_BYTES_MAX ? len : TAG_BYTES_MAX);
    if (*s == '{')
        return s[1] == '\\';
    if (*s != '&')
        return false;
    while (at < len && at < 10 && (srt_is_letter(s[at]) || (s[at] >= '0' && s[at] <= '9') || s[at] == '#'))
        at++;
    return at > 1 && at < len && s[at] == ';';
}

static void srt_add_text(struct srt *srt, const struct srt_line *line)
{
    struct caption *caption = &srt->file->captions[srt->file->count - 1];
    for (size_t i = 0; srt->text.len > 0 && i <= srt->blanks; i++)
        buffer_append_char(&srt->text, '\n');
    srt->blanks = 0;
    size_t from = 0, at = 0;
    while (at < line->len) {
        size_t tag = srt_tag(line->s + at, line->len - at);
        if (tag > 0)
            text_clean(&srt->text, line->s + from, at - from);
        else
            caption->has_markup |= srt_is_markup(line->s + at, line->len - at);
        at += tag > 0 ? tag : 1;
        from = tag > 0 ? at : from;
    }
    text_clean(&srt->text, line->s + from, at - from);
}

/* Handles a line with text: the line begins a caption or belongs to the text of one. */
static void srt_take_line(struct srt *srt, struct srt_line *line)
{
    bool is_number = srt_is_number(srt, line);
    if (!is_number && !srt_is_times(line)) {
        if (srt->file->count == 0)
            srt_begin_caption(srt);
        srt_add_text(srt, line);
        return;
    }
    srt_begin_caption(srt);
    struct caption *caption = &srt->file->captions[srt->file->count - 1];
    struct srt before = *srt;
    if (is_number && (!srt_read_line(srt, line) || !srt_is_times(line))) {
        *srt = before; /* the number has no line of times: the next line is read again */
        return;
    }
    caption->is_timed = srt_read_times(line, &caption->start_ms, &caption->end_ms);
    if (!caption->is_timed)
        caption->start_ms = caption->end_ms = 0;
}

bool caption_read(struct caption_file *file, const char *data, size_t len, struct error *err)
{
    struct srt srt = {.file = file, .at = data, .end = data + len};
    struct srt_line line;
    *file = (struct caption_file){0};
    if (len > CAPTION_BYTES_MAX)
        return error_set(err, ERROR_IO, "the subtitles are too large: more than %zu MiB",
                         CAPTION_BYTES_MAX >> 20);
    file->is_utf8 = text_is_valid(data, len);
    if (len >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0)
        srt.at += 3;
    while (srt_read_line(&srt, &line)) {
        if (line.len == 0)
            srt.blanks++;
        else
            srt_take_line(&srt, &line);
    }
    srt_end_caption(&srt);
    buffer_free(&srt.text);
    return true;
}

void caption_file_free(struct caption_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->captions[i].text);
    free(file->captions);
    *file = (struct caption_file){0};
}

void caption_time(char out[CAPTION_TIME_SIZE], int64_t ms)
{
    snprintf(out, CAPTION_TIME_SIZE, "%02" PRId64 ":%02" PRId64 ":%02" PRId64 ",%03" PRId64, ms / 3600000,
             ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}
