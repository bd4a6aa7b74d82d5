/* Reads Sub Station Alpha files, v4 and v4+. A Format line says what stands in which column of styles and
 * events; the last one of an event is the text and may have commas. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "steno/base/text.h"

enum ssa_column { SSA_OTHER, SSA_LAYER, SSA_START, SSA_END, SSA_STYLE, SSA_TEXT, SSA_NAME, SSA_ALIGNMENT };

#define SSA_COLUMNS_MAX 32
#define SSA_AREA_MAX    160

#define SSA_ALIGNMENT_USUAL 2 /* the middle of the lowest line; 1 to 9 as the keys of a number pad */

enum ssa_section { SSA_SECTION_OTHER, SSA_SECTION_STYLES, SSA_SECTION_EVENTS };

struct ssa {
    enum ssa_section section;
    enum ssa_column columns[SSA_COLUMNS_MAX];
    size_t count;        /* 0: no Format line yet in this section */
    struct names styles; /* each with its alignment */
    struct names used;   /* styles that events name */
    bool has_styles;     /* there is a section of them */
    int alignment;       /* of the open caption */
};

static enum ssa_column ssa_column_of(const char *name, size_t len)
{
    static const struct {
        const char *name;
        enum ssa_column column;
    } names[] = {{"Layer", SSA_LAYER},        {"Start", SSA_START}, {"End", SSA_END},
                 {"Style", SSA_STYLE},        {"Text", SSA_TEXT},   {"Name", SSA_NAME},
                 {"Alignment", SSA_ALIGNMENT}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) == len && strncasecmp(names[i].name, name, len) == 0)
            return names[i].column;
    return SSA_OTHER;
}

/* Reads a Format line. */
static void ssa_format(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    bool has_start = false, has_end = false;
    ssa->count = 0;
    for (size_t end = at; ssa->count < SSA_COLUMNS_MAX; at = end + 1) {
        const char *comma = memchr(line->s + at, ',', line->len - at);
        end = comma ? (size_t)(comma - line->s) : line->len;
        const char *name = line->s + at;
        size_t len = end - at;
        reading_trim(&name, &len);
        enum ssa_column column = ssa_column_of(name, len);
        has_start |= column == SSA_START;
        has_end |= column == SSA_END;
        ssa->columns[ssa->count++] = column;
        if (!comma)
            break;
    }
    if (ssa->section == SSA_SECTION_STYLES)
        return;
    if (!has_start || !has_end || ssa->columns[ssa->count - 1] != SSA_TEXT) {
        reading_remark(r, RULE_TAGS, reading_place(r, line, 0),
                       "this Format line needs Start and End, and Text as the last column");
        ssa->count = 0;
    }
}

/* The usual columns, for a file whose Format line is missing or of no use. */
static void ssa_default_format(struct reading *r, struct ssa *ssa, struct source_line *line)
{
    static const enum ssa_column usual[] = {SSA_LAYER, SSA_START, SSA_END,   SSA_STYLE, SSA_OTHER,
                                            SSA_OTHER, SSA_OTHER, SSA_OTHER, SSA_OTHER, SSA_TEXT};
    reading_remark(r, RULE_TAGS, reading_place(r, line, 0),
                   "no usable Format line before this event: the usual columns are taken");
    memcpy(ssa->columns, usual, sizeof usual);
    ssa->count = sizeof usual / sizeof usual[0];
    if (r->file->format == CAPTION_SSA)
        ssa->columns[0] = SSA_OTHER;
}

/* Reads a time of the form h:mm:ss.cc and says what is wrong with it. */
static bool ssa_time(struct reading *r, struct source_line *line, size_t at, size_t len, int64_t *ms)
{
    struct read_time time;
    struct caption_place place = reading_place(r, line, at);
    const char *s = line->s + at;
    reading_trim(&s, &len);
    if (len == 0 || reading_time(s, len, 2, &time) != len) {
        reading_remark(r, RULE_BAD_TIMES, place, "no time is here: wanted h:mm:ss.cc");
        return false;
    }
    *ms = time.ms;
    if (!time.known || !time.point)
        reading_remark(r, RULE_BAD_TIMES, place,
                       "the time cannot be read: wanted h:mm:ss.cc, two digits at the end");
    else if (!time.hours_digits || !time.two_digits) /* a comma would have ended the column */
        reading_remark_as(r, RULE_BAD_TIMES, LEVEL_WARNING, place, "the time is not written h:mm:ss.cc");
    return time.known && time.point;
}

/* --- text --- */

/* The number after an override tag such as \p1: -1 when the tag is not this one. */
static int ssa_override_number(const char *s, size_t len, const char *tag)
{
    size_t size = strlen(tag);
    if (len <= size || memcmp(s, tag, size) != 0 || s[size] < '0' || s[size] > '9')
        return -1;
    return s[size] - '0';
}

/* Adds what places the text to the caption's area. */
static void ssa_add_area(struct reading *r, const char *s, size_t len)
{
    char area[SSA_AREA_MAX];
    int size = snprintf(area, sizeof area, "%s %.*s", r->caption->area, (int)(len < 40 ? len : 40), s);
    if (size > 0 && (size_t)size < sizeof area)
        reading_set_area(r, area, (size_t)size);
}

/* Of an alignment of v4 and of \a, which count from the lowest line to the highest and then the middle one.
 */
static int ssa_alignment_of_v4(int number)
{
    static const int keys[] = {0, 1, 2, 3, 0, 7, 8, 9, 0, 4, 5, 6};
    int key = number >= 0 && number < (int)(sizeof keys / sizeof keys[0]) ? keys[number] : 0;
    return key ? key : SSA_ALIGNMENT_USUAL;
}

/* The style that \r goes back to. Within \t() its name ends at the bracket; a name may have a pair. */
static void ssa_reset(struct reading *r, struct ssa *ssa, const char *name, size_t len)
{
    const char *bracket = memchr(name, '(', len) ? NULL : memchr(name, ')', len);
    if (bracket)
        len = (size_t)(bracket - name);
    if (len > 0)
        names_add(r, &ssa->used, name, len, r->caption->at, 0);
}

/* Reads what stands between braces. */
static void ssa_override(struct reading *r, struct ssa *ssa, const char *s, size_t len, bool *drawing)
{
    for (size_t at = 0; at < len; at++) {
        if (s[at] != '\\')
            continue;
        const char *tag = s + at + 1;
        size_t rest = len - at - 1, size = 0;
        while (size < rest && tag[size] != '\\')
            size++;
        int draws = ssa_override_number(tag, size, "p");
        if (draws >= 0)
            *drawing = draws > 0;
        r->caption->drawn |= *drawing;
        int key = ssa_override_number(tag, size, "an"), old = ssa_override_number(tag, size, "a");
        if (key > 0)
            ssa->alignment = key;
        else if (old >= 0)
            ssa->alignment =
                ssa_alignment_of_v4(size > 2 && tag[2] >= '0' && tag[2] <= '1' ? 10 + tag[2] - '0' : old);
        if (reading_begins(tag, size, "pos(") || reading_begins(tag, size, "move("))
            ssa_add_area(r, tag, size);
        if (size > 1 && *tag == 'r' && *s == '\\') /* else it may be a comment with a path in it */
            ssa_reset(r, ssa, tag + 1, size - 1);
        r->caption->coloured |= reading_begins(tag, size, "c&") || reading_begins(tag, size, "1c&");
    }
}

/* The code that a backslash and the next character stand for; 0 when they are text. */
static uint32_t ssa_escape(char c)
{
    return c == 'N' ? '\n' : c == 'n' ? ' ' : c == 'h' ? 0xA0 : 0;
}

/* Adds the text of an event to the open caption. */
static void ssa_text(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    bool drawing = false, never_closes = false;
    while (at < line->len) {
        struct caption_place place = reading_place(r, line, at);
        const char *s = line->s + at;
        size_t rest = line->len - at;
        const char *end = *s == '{' && !never_closes ? memchr(s, '}', rest) : NULL;
        uint32_t code = *s == '\\' && rest > 1 ? ssa_escape(s[1]) : 0;
        if (end) {
            ssa_override(r, ssa, s + 1, (size_t)(end - s) - 1, &drawing);
            reading_see_markup(r, place);
            at += (size_t)(end - s) + 1;
            continue;
        }
        if (*s == '{' && !never_closes)
            reading_remark(r, RULE_TAGS, place, "a brace that never closes is shown as text");
        never_closes |= *s == '{';
        at += code ? 2 : text_decode(s, rest, &code);
        if (code == '\n' && !drawing)
            reading_newline(r, place);
        else if (!drawing)
            reading_put(r, code, place);
    }
}

/* The layer is the start of the caption's area. */
static void ssa_layer(struct reading *r, const char *s, size_t len)
{
    reading_trim(&s, &len);
    reading_set_area(r, s, len < 40 ? len : 40);
}

/* The style of an event: it places the text, and has to be defined. */
static void ssa_style_of_event(struct reading *r, struct ssa *ssa, const char *s, size_t len)
{
    reading_trim(&s, &len);
    if (len > 0 && *s == '*') { /* how v4 marks a style that was there when the event was written */
        s++;
        len--;
    }
    const struct name *style = names_find(&ssa->styles, s, len);
    ssa->alignment = style ? style->value : SSA_ALIGNMENT_USUAL;
    if (len > 0)
        names_add(r, &ssa->used, s, len, r->caption->at, 0);
}

/* Reads a line of the styles. */
static void ssa_style(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    const char *name = NULL;
    size_t name_len = 0;
    int alignment = SSA_ALIGNMENT_USUAL;
    for (size_t i = 0, end = at; i < ssa->count && at <= line->len; i++, at = end + 1) {
        const char *comma = memchr(line->s + at, ',', line->len - at);
        end = comma ? (size_t)(comma - line->s) : line->len;
        const char *value = line->s + at;
        size_t len = end - at;
        reading_trim(&value, &len);
        if (ssa->columns[i] == SSA_NAME) {
            name = value + (len > 0 && *value == '*');
            name_len = len - (size_t)(name - value);
        } else if (ssa->columns[i] == SSA_ALIGNMENT && len > 0 && len < 3) {
            int number = len == 2 ? (value[0] - '0') * 10 + value[1] - '0' : value[0] - '0';
            alignment = r->file->format == CAPTION_SSA ? ssa_alignment_of_v4(number) : number;
        }
    }
    if (name)
        names_add(r, &ssa->styles, name, name_len, reading_place(r, line, 0), alignment);
}

/* Reads the columns of an event into a caption. */
static bool ssa_event(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    bool start_known = false, end_known = false;
    int64_t start = 0, end = 0;
    if (ssa->count == 0)
        ssa_default_format(r, ssa, line);
    if (!reading_open(r, reading_place(r, line, 0)))
        return false;
    ssa->alignment = SSA_ALIGNMENT_USUAL;
    for (size_t i = 0; i < ssa->count; i++) {
        bool last = i + 1 == ssa->count;
        const char *comma = last ? NULL : memchr(line->s + at, ',', line->len - at);
        size_t stop = comma ? (size_t)(comma - line->s) : line->len;
        if (!comma && !last) {
            reading_remark(r, RULE_BAD_TIMES, reading_place(r, line, at), "only %zu of %zu columns are here",
                           i + 1, ssa->count);
            return true;
        }
        if (ssa->columns[i] == SSA_START)
            start_known = ssa_time(r, line, at, stop - at, &start);
        else if (ssa->columns[i] == SSA_END)
            end_known = ssa_time(r, line, at, stop - at, &end);
        else if (ssa->columns[i] == SSA_STYLE)
            ssa_style_of_event(r, ssa, line->s + at, stop - at);
        else if (ssa->columns[i] == SSA_LAYER)
            ssa_layer(r, line->s + at, stop - at);
        else if (ssa->columns[i] == SSA_TEXT)
            ssa_text(r, ssa, line, at);
        at = stop + 1;
    }
    char alignment[16];
    snprintf(alignment, sizeof alignment, "an%d", ssa->alignment);
    ssa_add_area(r, alignment, strlen(alignment));
    r->caption->timed = start_known && end_known;
    if (r->caption->timed) {
        r->caption->start_ms = start;
        r->caption->end_ms = end;
    }
    return true;
}

/* Is the line an event that is no caption? */
static bool ssa_is_other_event(const char *s, size_t len)
{
    static const char *const kinds[] = {"Comment:", "Picture:", "Sound:", "Movie:", "Command:"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (reading_begins_nocase(s, len, kinds[i]))
            return true;
    return false;
}

/* v4 without plus has Marked where v4+ has Layer. */
static void ssa_version(struct reading *r, const char *s, size_t len)
{
    if (reading_begins_nocase(s, len, "ScriptType:"))
        r->file->format =
            memmem(s, len, "v4.00+", 6) || memmem(s, len, "V4.00+", 6) ? CAPTION_ASS : CAPTION_SSA;
    else if (reading_begins_nocase(s, len, "[V4+ Styles]"))
        r->file->format = CAPTION_ASS;
    else if (reading_begins_nocase(s, len, "[V4 Styles]"))
        r->file->format = CAPTION_SSA;
}

/* One line of a section; false when the reading is full. */
static bool ssa_line(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    const char *s = line->s + at;
    size_t len = line->len - at;
    if (reading_begins_nocase(s, len, "Format:")) {
        ssa_format(r, ssa, line, at + strlen("Format:"));
    } else if (ssa->section == SSA_SECTION_STYLES) {
        if (reading_begins_nocase(s, len, "Style:"))
            ssa_style(r, ssa, line, at + strlen("Style:"));
    } else if (reading_begins_nocase(s, len, "Dialogue:")) {
        return ssa_event(r, ssa, line, at + strlen("Dialogue:"));
    } else if (!ssa_is_other_event(s, len)) {
        reading_remark(r, RULE_TAGS, reading_place(r, line, 0),
                       "a line of the events that is no known kind of event: left out");
    }
    return true;
}

/* The section that begins with this line. */
static void ssa_begin_section(struct ssa *ssa, const char *s, size_t len)
{
    bool styles =
        reading_begins_nocase(s, len, "[V4+ Styles]") || reading_begins_nocase(s, len, "[V4 Styles]");
    ssa->section = styles                                      ? SSA_SECTION_STYLES
                   : reading_begins_nocase(s, len, "[Events]") ? SSA_SECTION_EVENTS
                                                               : SSA_SECTION_OTHER;
    ssa->has_styles |= styles;
    ssa->count = 0;
    if (ssa->section == SSA_SECTION_EVENTS && ssa->styles.sorted == 0) /* once: a file may go to and fro */
        names_sort(&ssa->styles);
}

/* Events that name a style which is not defined are shown in the one named Default, which needs no
 * definition. */
static void ssa_end(struct reading *r, struct ssa *ssa)
{
    names_add(r, &ssa->styles, "Default", strlen("Default"), (struct caption_place){0, 1, 1},
              SSA_ALIGNMENT_USUAL);
    if (ssa->has_styles)
        names_report_missing(r, &ssa->used, &ssa->styles, "style");
    else
        reading_leave(r, "names of styles");
    names_free(&ssa->styles);
    names_free(&ssa->used);
}

void read_ssa(struct reading *r)
{
    struct ssa ssa = {.section = SSA_SECTION_OTHER};
    struct source_line line;
    bool more = true;
    r->file->step_ms = 10;
    while (more && reading_line(r, &line)) {
        const char *s = line.s;
        size_t len = line.len;
        reading_trim(&s, &len);
        ssa_version(r, s, len);
        if (len > 0 && *s == '[')
            ssa_begin_section(&ssa, s, len);
        else if (ssa.section != SSA_SECTION_OTHER && len > 0 && *s != ';')
            more = ssa_line(r, &ssa, &line, (size_t)(s - line.s));
        reading_close(r);
    }
    ssa_end(r, &ssa);
}
