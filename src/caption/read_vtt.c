/* Reads WebVTT files as the W3C's parser does (Candidate Recommendation, April 2019), and reports what the
 * grammar does not allow to be written. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html_table.h"
#include "names.h"
#include "read.h"
#include "steno/base/text.h"

static const char *const known_tags[] = {"b", "c", "i", "lang", "rt", "ruby", "u", "v"};

#define REFERENCE_MAX 32 /* bytes of its name */

/* Blocks that are no captions. */
enum vtt_block { VTT_OTHER, VTT_NOTE, VTT_STYLE, VTT_REGION };

struct vtt {
    struct reading *r;
    struct names ids, regions, used; /* of cues; of the file's regions, and of those that cues name */
};

static bool vtt_has_arrow(const struct source_line *line)
{
    return memmem(line->s, line->len, "-->", 3) != NULL;
}

/* --- text --- */

static int compare_reference(const void *name, const void *row)
{
    return strcmp(name, ((const struct html_reference *)row)->name);
}

/* The code of a named reference of `size` bytes, 0 for none that is known here. */
static uint32_t vtt_named(const char *s, size_t size)
{
    char name[HTML_NAME_MAX + 1] = "";
    if (size > HTML_NAME_MAX)
        return 0;
    memcpy(name, s, size);
    const struct html_reference *row =
        bsearch(name, html_references, HTML_REFERENCE_COUNT, sizeof *row, compare_reference);
    return row ? row->code : 0;
}

/* The code of the digits behind &#, 0 for none. */
static uint32_t vtt_numbered(const char *s, const char *end)
{
    bool hex = *s == 'x' || *s == 'X';
    uint32_t code = 0;
    for (const char *c = s + hex; c < end; c++) {
        uint32_t digit = *c >= '0' && *c <= '9'          ? (uint32_t)(*c - '0')
                         : hex && *c >= 'a' && *c <= 'f' ? (uint32_t)(*c - 'a' + 10)
                         : hex && *c >= 'A' && *c <= 'F' ? (uint32_t)(*c - 'A' + 10)
                                                         : 99;
        if (digit == 99 || code > 0x10FFFF)
            return 0;
        code = code * (hex ? 16 : 10) + digit;
    }
    return code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : code;
}

/* Reads a reference at line->s[at] == '&'; its bytes, 0 when it is text. HTML has more names than are known
 * here: an unknown one may be right. */
static size_t vtt_reference(struct reading *r, struct source_line *line, size_t at, uint32_t *code)
{
    const char *s = line->s + at;
    size_t rest = line->len - at, size = 1;
    bool numbered = rest > 1 && s[1] == '#';
    while (size + numbered < rest && size < REFERENCE_MAX && isalnum((unsigned char)s[size + numbered]))
        size++;
    const char *end = s + size + numbered;
    if (size == 1 || size + numbered == rest || *end != ';') {
        reading_remark(r, RULE_TAGS, reading_place(r, line, at), "a raw &: write &amp;");
        return 0;
    }
    *code = numbered ? vtt_numbered(s + 2, end) : vtt_named(s + 1, size - 1);
    if (*code != 0)
        return (size_t)(end - s) + 1;
    if (numbered)
        reading_remark(r, RULE_TAGS, reading_place(r, line, at), "no character has this number");
    else
        reading_remark_as(r, RULE_TAGS, LEVEL_WARNING, reading_place(r, line, at),
                          "a reference whose name is not known here: counted as it is written");
    return 0;
}

/* Takes a tag at line->s[at] == '<': its bytes, 0 when it never ends and is text. */
static size_t vtt_tag(struct reading *r, struct open_tags *tags, struct source_line *line, size_t at)
{
    const char *s = line->s + at;
    const char *end = memchr(s, '>', line->len - at);
    struct caption_place place = reading_place(r, line, at);
    if (!end) {
        reading_remark(r, RULE_TAGS, place, "a raw <: write &lt;");
        return 0;
    }
    reading_see_markup(r, place);
    size_t taken = (size_t)(end - s) + 1;
    bool closes = s[1] == '/';
    const char *name = s + 1 + closes;
    size_t len = 0;
    while (!strchr(".> \t", name[len])) /* the > is there */
        len++;
    struct read_time time;
    if (!closes && *name >= '0' && *name <= '9') {
        if (reading_time(name, (size_t)(end - name), 3, &time) != (size_t)(end - name) || !time.known)
            reading_remark(r, RULE_TAGS, place, "the time inside the text cannot be read");
        return taken;
    }
    for (size_t i = 0; i < sizeof known_tags / sizeof known_tags[0]; i++) {
        if (strlen(known_tags[i]) != len || memcmp(name, known_tags[i], len) != 0)
            continue;
        r->caption->coloured |= !closes && *name == 'c' && name[1] == '.';
        if (closes)
            reading_tags_close(r, tags, known_tags[i], place);
        else
            reading_tags_open(r, tags, known_tags[i], place);
        return taken;
    }
    reading_remark(r, RULE_TAGS, place, "a tag that WebVTT does not know");
    return taken;
}

/* Adds one line of text to the open caption. */
static void vtt_text(struct reading *r, struct open_tags *tags, struct source_line *line)
{
    bool raw = false; /* no tag ends in the rest of this line */
    for (size_t at = 0; at < line->len;) {
        uint32_t code = 0;
        struct caption_place place = reading_place(r, line, at);
        size_t taken = line->s[at] == '<' && !raw ? vtt_tag(r, tags, line, at) : 0;
        if (taken == 0) {
            raw |= line->s[at] == '<';
            if (line->s[at] == '&')
                taken = vtt_reference(r, line, at, &code);
            if (taken > 0)
                reading_see_markup(r, place);
            if (taken == 0)
                taken = text_decode(line->s + at, line->len - at, &code);
            reading_put(r, code, place);
        }
        at += taken;
    }
    reading_newline(r, reading_place(r, line, line->len));
}

/* --- times --- */

/* Reads one time and says what is wrong with it; its bytes, 0 when there is none. */
static size_t vtt_time(struct reading *r, struct source_line *line, size_t at, int64_t *ms, bool *known)
{
    struct read_time time;
    size_t used = reading_time(line->s + at, line->len - at, 3, &time);
    struct caption_place place = reading_place(r, line, at);
    bool whole = used > 0 && reading_time_ends(line, at + used);
    if (used == 0)
        reading_remark(r, RULE_BAD_TIMES, place, "no time is here: wanted hh:mm:ss.mmm");
    else if (!whole)
        reading_remark(r, RULE_BAD_TIMES, place, "the time cannot be read: wanted hh:mm:ss.mmm");
    else if (!time.point || time.fraction_digits != 3)
        reading_remark(r, RULE_BAD_TIMES, place, "wanted three digits of milliseconds");
    else if (!time.known)
        reading_remark(r, RULE_BAD_TIMES, place, "minutes or seconds of 60 or more, or too many digits");
    else if (time.point == ',')
        reading_remark(r, RULE_BAD_TIMES, place, "a comma for the point before milliseconds");
    else if (time.hours_digits == 1 || !time.two_digits)
        reading_remark(r, RULE_BAD_TIMES, place, "hours, minutes and seconds need two digits");
    *ms = time.ms;
    *known = whole && time.known && time.point;
    return used;
}

/* Reads the line of times into the open caption. */
static void vtt_times(struct vtt *vtt, struct source_line *line)
{
    struct reading *r = vtt->r;
    int64_t start, end;
    bool start_known, end_known;
    size_t arrow = (size_t)((const char *)memmem(line->s, line->len, "-->", 3) - line->s), at = 0;
    while (line->s[at] == ' ' || line->s[at] == '\t')
        at++;
    size_t used = vtt_time(r, line, at, &start, &start_known);
    size_t left = at + used, stray = left;
    while (line->s[stray] == ' ' || line->s[stray] == '\t')
        stray++;
    if (start_known && stray < arrow) {
        reading_remark(r, RULE_BAD_TIMES, reading_place(r, line, stray),
                       "text between the time and the arrow");
        start_known = false;
    }
    for (at = arrow + 3; at < line->len && (line->s[at] == ' ' || line->s[at] == '\t');)
        at++;
    if (left == arrow || at == arrow + 3)
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, reading_place(r, line, arrow),
                          "no blank before or after the arrow");
    used = vtt_time(r, line, at, &end, &end_known);
    const char *rest = line->s + at + used;
    size_t rest_len = line->len - at - used;
    reading_trim(&rest, &rest_len);
    if (end_known) {
        reading_set_area(r, rest, rest_len);
        vtt_check_settings(r, line, (size_t)(rest - line->s), &vtt->used);
    }
    r->caption->timed = start_known && end_known;
    r->caption->start_ms = r->caption->timed ? start : 0;
    r->caption->end_ms = r->caption->timed ? end : 0;
}

/* --- blocks --- */

/* The signature, and the header up to the first empty line. */
static void vtt_header(struct reading *r)
{
    struct source_line line;
    bool said = false;
    if (!reading_peek(r, &line))
        return;
    if (r->file->is_wide)
        reading_remark(r, RULE_ENCODING, reading_place(r, &line, 0), "WebVTT is UTF-8; this file is UTF-16");
    bool is_signature = reading_begins(line.s, line.len, "WEBVTT") &&
                        (line.len == 6 || line.s[6] == ' ' || line.s[6] == '\t');
    if (!is_signature) {
        reading_remark(r, RULE_ENCODING, reading_place(r, &line, 0), "the first line is not WEBVTT");
        return;
    }
    reading_line(r, &line);
    while (reading_peek(r, &line) && !reading_is_blank(line.s, line.len) && !vtt_has_arrow(&line)) {
        bool is_map = reading_begins(line.s, line.len, "X-TIMESTAMP-MAP="); /* of HTTP Live Streaming */
        if (is_map)
            reading_leave(r, "X-TIMESTAMP-MAP");
        else if (!said)
            reading_remark_as(r, RULE_TAGS, LEVEL_WARNING, reading_place(r, &line, 0),
                              "a line directly below WEBVTT: players read it, the format does not allow it");
        said |= !is_map;
        reading_line(r, &line);
    }
    if (reading_peek(r, &line) && vtt_has_arrow(&line))
        reading_remark_as(r, RULE_TAGS, LEVEL_WARNING, reading_place(r, &line, 0),
                          "no empty line between WEBVTT and the first caption");
}

/* The text of a caption: up to an empty line, or to one with an arrow, which begins the next block. */
static void vtt_cue_text(struct reading *r)
{
    struct source_line line;
    struct open_tags tags = {.count = 0};
    size_t start = r->at_byte;
    while (reading_peek(r, &line) && line.len > 0) {
        if (vtt_has_arrow(&line)) {
            reading_remark(r, RULE_TAGS, reading_place(r, &line, 0),
                           "a line with --> ends the text here: write --&gt;, or an empty line before times");
            break;
        }
        reading_line(r, &line);
        vtt_text(r, &tags, &line);
    }
    bool is_voice = tags.count > 0 && strcmp(tags.names[0], "v") == 0 && tags.at[0].byte == start;
    reading_tags_end(r, &tags, is_voice ? 1 : 0); /* a voice that has the whole text need not be closed */
}

/* The id among the settings of a region in one line of its block. */
static void vtt_region(struct vtt *vtt, struct source_line *line)
{
    for (size_t at = 0; at < line->len; at++) {
        size_t len = 0;
        while (at + len < line->len && line->s[at + len] != ' ' && line->s[at + len] != '\t')
            len++;
        if (len > 3 && reading_begins(line->s + at, len, "id:"))
            names_add(vtt->r, &vtt->regions, line->s + at + 3, len - 3, reading_place(vtt->r, line, at), 0);
        at += len;
    }
}

/* Skips to the end of a block that is no caption: an empty line, or a line with an arrow. */
static void vtt_skip(struct vtt *vtt, enum vtt_block kind)
{
    struct reading *r = vtt->r;
    struct source_line line;
    while (reading_peek(r, &line) && line.len > 0) {
        if (vtt_has_arrow(&line)) {
            if (kind == VTT_NOTE)
                reading_remark(r, RULE_TAGS, reading_place(r, &line, 0), "--> in a NOTE ends it");
            return;
        }
        reading_line(r, &line);
        if (kind == VTT_REGION)
            vtt_region(vtt, &line);
    }
}

static bool vtt_is_word(const struct source_line *line, const char *word)
{
    size_t len = strlen(word);
    return reading_begins(line->s, line->len, word) &&
           (line->len == len || line->s[len] == ' ' || line->s[len] == '\t');
}

/* What a block without times is. */
static enum vtt_block vtt_kind(struct reading *r, const struct source_line *line)
{
    if (vtt_is_word(line, "NOTE"))
        return VTT_NOTE;
    if (vtt_is_word(line, "STYLE")) {
        reading_leave(r, "STYLE blocks");
        return VTT_STYLE;
    }
    if (!vtt_is_word(line, "REGION"))
        return VTT_OTHER;
    reading_leave(r, "settings of regions");
    return VTT_REGION;
}

/* One block that begins at a line with text; false when the reading is full. */
static bool vtt_block(struct vtt *vtt)
{
    struct reading *r = vtt->r;
    struct source_line line, next, id = {0};
    reading_line(r, &line);
    reading_close(r);
    struct caption_place at = reading_place(r, &line, 0);
    if (!vtt_has_arrow(&line)) {
        bool timed = reading_peek(r, &next) && vtt_has_arrow(&next);
        if (timed && vtt_is_word(&line, "NOTE"))
            reading_remark(r, RULE_TAGS, reading_place(r, &next, 0), "--> in a NOTE ends it");
        if (!timed) {
            enum vtt_block kind = vtt_kind(r, &line);
            if (kind == VTT_OTHER)
                reading_remark(r, RULE_BAD_TIMES, at, "a block without a line of times");
            vtt_skip(vtt, kind);
            return true;
        }
        names_add(r, &vtt->ids, line.s, line.len, at, 0);
        id = line;
        reading_line(r, &line);
    }
    if (!reading_open(r, at))
        return false;
    reading_set_name(r, id.s, id.len);
    vtt_times(vtt, &line);
    vtt_cue_text(r);
    return true;
}

void read_vtt(struct reading *r)
{
    struct vtt vtt = {.r = r};
    struct source_line line;
    bool more = true;
    vtt_header(r);
    while (more && reading_peek(r, &line)) {
        if (line.len == 0)
            reading_line(r, &line);
        else
            more = vtt_block(&vtt);
    }
    reading_close(r);
    names_report_repeated(r, &vtt.ids, "id");
    names_report_missing(r, &vtt.used, &vtt.regions, "region");
    names_free(&vtt.ids);
    names_free(&vtt.regions);
    names_free(&vtt.used);
}
