/* Owns the choice of a reader: by content first, then by what was asked; and reads plain text, a paragraph of
 * which is a caption without times. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/read.h"

#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "read.h"
#include "steno/base/text.h"

/* The first bytes that say something: behind the mark and blanks. */
static const char *detect_start(const struct reading *r, size_t *len)
{
    size_t at = r->at;
    while (at < r->len &&
           (r->data[at] == ' ' || r->data[at] == '\t' || r->data[at] == '\r' || r->data[at] == '\n'))
        at++;
    *len = r->len - at;
    return r->data + at;
}

/* Does the text have <tt or <prefix:tt near its start? */
static bool detect_ttml(const char *s, size_t len)
{
    size_t limit = len < 65536 ? len : 65536; /* licences in comments are long */
    for (size_t i = 0; i < limit; i++) {
        if (s[i] != '<')
            continue;
        size_t at = i + 1;
        while (at < limit && ((s[at] >= 'a' && s[at] <= 'z') || (s[at] >= 'A' && s[at] <= 'Z')))
            at++;
        if (at < limit && s[at] == ':')
            i = at;
        if (i + 3 < len && memcmp(s + i + 1, "tt", 2) == 0 && strchr(" \t\r\n>", s[i + 3]))
            return true;
    }
    return false;
}

/* Is the first line, or the one after a first line of digits, one of times as in srt? For files without a
 * name. */
static bool detect_srt(const char *s, size_t len)
{
    struct read_time time;
    size_t digits = 0;
    while (digits < len && s[digits] >= '0' && s[digits] <= '9')
        digits++;
    size_t at = digits;
    while (at < len && strchr(" \t\r\n", s[at]))
        at++;
    if (at == digits || memchr(s + digits, '\n', at - digits) == NULL)
        at = 0;
    size_t used = reading_time(s + at, len - at, 3, &time);
    at += used;
    while (at < len && (s[at] == ' ' || s[at] == '\t'))
        at++;
    return used > 0 && reading_begins(s + at, len - at, "-->");
}

/* Is the text JSON: a brace or bracket, and the next thing that may stand behind it? */
static bool detect_json(const char *s, size_t len)
{
    size_t at = 1;
    while (at < len && memchr(" \t\r\n", s[at], 4))
        at++;
    if (at >= len)
        return false;
    return (*s == '{' && memchr("\"}", s[at], 2)) || (*s == '[' && memchr("{[\"]", s[at], 4));
}

/* What no reader of captions should touch. */
static const char *detect_foreign(const char *s, size_t len, bool xml)
{
    if (len == 0)
        return "the file is empty";
    if (reading_begins_nocase(s, len, "<!doctype html") || reading_begins_nocase(s, len, "<html"))
        return "the file is a web page, not captions";
    if (detect_json(s, len))
        return "the file is JSON, not captions";
    if (xml)
        return "the file is XML, but not TTML";
    return NULL;
}

/* The format by content, else what was asked; CAPTION_FORMAT_COUNT with *reason when it is none. */
static enum caption_format detect_format(const struct reading *r, enum caption_format asked,
                                         const char **reason)
{
    size_t len;
    const char *s = detect_start(r, &len);
    *reason = "unknown format: use a file name with .srt, .vtt, .ssa, .ass, .stl, .ttml or .txt";
    if (r->raw_len >= 11 && memcmp(r->raw + 3, "STL", 3) == 0 && memcmp(r->raw + 8, ".01", 3) == 0)
        return CAPTION_STL;
    if (reading_begins(r->data + r->at, r->len - r->at, "WEBVTT"))
        return CAPTION_VTT;
    if (reading_begins_nocase(s, len, "[Script Info]"))
        return asked == CAPTION_SSA ? CAPTION_SSA : CAPTION_ASS;
    bool xml = reading_begins(s, len, "<?xml") || reading_begins(s, len, "<!DOCTYPE tt");
    if (detect_ttml(s, len) && len > 0 && *s == '<')
        return CAPTION_TTML;
    if (asked == CAPTION_FORMAT_COUNT && detect_srt(s, len))
        return CAPTION_SRT;
    const char *foreign = detect_foreign(s, len, xml);
    if (foreign && !(len == 0 && asked != CAPTION_FORMAT_COUNT)) {
        *reason = foreign;
        return CAPTION_FORMAT_COUNT;
    }
    return asked;
}

/* Findings that a reader made before or after it knew their caption: one about the encoding belongs to the
 * caption in whose part of the file it lies, another to the caption that begins at its place. */
static void read_assign(struct caption_file *file)
{
    size_t at = 0;
    for (size_t i = 0; i < file->findings.count; i++) {
        struct caption_finding *row = &file->findings.rows[i];
        if (row->caption || file->format == CAPTION_STL)
            continue;
        while (at < file->count && file->captions[at].at.byte <= row->at.byte)
            at++;
        while (at > 0 && file->captions[at - 1].at.byte > row->at.byte)
            at--;
        if (row->rule == RULE_ENCODING || (at > 0 && file->captions[at - 1].at.byte == row->at.byte))
            row->caption = at;
    }
}

/* One reader has both versions; the file says which one it is. */
static bool is_ssa(enum caption_format format)
{
    return format == CAPTION_SSA || format == CAPTION_ASS;
}

/* A paragraph is a caption without times. */
static void read_txt(struct reading *r)
{
    struct source_line line;
    while (reading_line(r, &line)) {
        if (reading_is_blank(line.s, line.len)) {
            reading_close(r);
            continue;
        }
        if (!r->caption && !reading_open(r, reading_place(r, &line, 0)))
            return;
        for (size_t at = 0; at < line.len;) {
            uint32_t code;
            struct caption_place place = reading_place(r, &line, at);
            at += text_decode(line.s + at, line.len - at, &code);
            reading_put(r, code, place);
        }
        reading_newline(r, reading_place(r, &line, line.len));
    }
}

/* Reads with the reader of the file's format. Players take a file for what its name says. */
static bool read_format(struct reading *r, enum caption_format asked, struct error *err)
{
    enum caption_format format = r->file->format;
    if (format != CAPTION_STL)
        reading_check_encoding(r);
    if (asked != format && asked != CAPTION_FORMAT_COUNT && asked != CAPTION_TXT &&
        !(is_ssa(asked) && is_ssa(format)))
        reading_remark(r, RULE_ENCODING, (struct caption_place){0, 1, 1},
                       "the file is %s, but is named or asked for as %s", caption_format_name(format),
                       caption_format_name(asked));
    switch (format) {
    case CAPTION_SRT:
        read_srt(r);
        return true;
    case CAPTION_VTT:
        read_vtt(r);
        return true;
    case CAPTION_SSA:
    case CAPTION_ASS:
        read_ssa(r);
        return true;
    case CAPTION_STL:
        read_stl(r);
        return true;
    case CAPTION_TTML:
#ifdef HAVE_EXPAT
        return read_ttml(r, err);
#else
        return error_set(err, ERROR_IO, "TTML is not checked: this steno was built without expat");
#endif
    default:
        read_txt(r);
        return true;
    }
}

bool caption_read(struct caption_file *file, const void *data, size_t len, enum caption_format asked,
                  struct error *err)
{
    struct reading r;
    const char *reason;
    *file = (struct caption_file){.format = CAPTION_FORMAT_COUNT, .step_ms = 1};
    if (len > CAPTION_BYTES_MAX)
        return error_set(err, ERROR_IO, "the file has more than %zu MiB: not checked",
                         CAPTION_BYTES_MAX >> 20);
    reading_begin(&r, file, data, len);
    file->format = detect_format(&r, asked, &reason);
    bool ok = file->format != CAPTION_FORMAT_COUNT || error_set(err, ERROR_IO, "%s", reason);
    ok = ok && read_format(&r, asked, err);
    reading_end(&r);
    file->has_times = file->format != CAPTION_TXT;
    if (ok && r.starved)
        ok = error_set(err, ERROR_IO, "reading the file takes more than %zu MB of memory: not checked",
                       CAPTION_ROOM(len) / 1000000);
    else if (ok && r.full)
        ok = error_set(err, ERROR_IO, "the file has more than %d captions: not checked", CAPTION_COUNT_MAX);
    read_assign(file);
    return ok;
}
