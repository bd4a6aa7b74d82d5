/* Reads Sub Station Alpha files, v4 and v4+. The Format line of the events says what stands in which column;
 * the last one is the text and may have commas. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_private.h"
#include "steno/base/text.h"

enum ssa_column { SSA_OTHER, SSA_LAYER, SSA_START, SSA_END, SSA_TEXT };

#define SSA_COLUMNS_MAX 32
#define SSA_AREA_MAX    160

struct ssa {
    bool in_events;
    enum ssa_column columns[SSA_COLUMNS_MAX];
    size_t count; /* 0: no Format line yet */
};

static enum ssa_column ssa_column_of(const char *name, size_t len)
{
    static const struct {
        const char *name;
        enum ssa_column column;
    } names[] = {{"Layer", SSA_LAYER}, {"Start", SSA_START}, {"End", SSA_END}, {"Text", SSA_TEXT}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) == len && strncasecmp(names[i].name, name, len) == 0)
            return names[i].column;
    return SSA_OTHER;
}

/* Reads a Format line of the events. */
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
    if (!has_start || !has_end || ssa->columns[ssa->count - 1] != SSA_TEXT) {
        reading_remark(r, RULE_TAGS, reading_place(r, line, 0),
                       "this Format line needs Start and End, and Text as the last column");
        ssa->count = 0;
    }
}

/* The usual columns, for a file whose Format line is missing or of no use. */
static void ssa_default_format(struct reading *r, struct ssa *ssa, struct source_line *line)
{
    static const enum ssa_column usual[] = {SSA_LAYER, SSA_START, SSA_END,   SSA_OTHER, SSA_OTHER,
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

/* Reads what stands between braces. */
static void ssa_override(struct reading *r, const char *s, size_t len, bool *drawing)
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
        if (ssa_override_number(tag, size, "an") >= 0 || reading_begins(tag, size, "pos(") ||
            reading_begins(tag, size, "move("))
            ssa_add_area(r, tag, size);
        r->caption->coloured |= reading_begins(tag, size, "c&") || reading_begins(tag, size, "1c&");
    }
}

/* The code that a backslash and the next character stand for; 0 when they are text. */
static uint32_t ssa_escape(char c)
{
    return c == 'N' ? '\n' : c == 'n' ? ' ' : c == 'h' ? 0xA0 : 0;
}

/* Adds the text of an event to the open caption. */
static void ssa_text(struct reading *r, struct source_line *line, size_t at)
{
    bool drawing = false, never_closes = false;
    while (at < line->len) {
        struct caption_place place = reading_place(r, line, at);
        const char *s = line->s + at;
        size_t rest = line->len - at;
        const char *end = *s == '{' && !never_closes ? memchr(s, '}', rest) : NULL;
        uint32_t code = *s == '\\' && rest > 1 ? ssa_escape(s[1]) : 0;
        if (end) {
            ssa_override(r, s + 1, (size_t)(end - s) - 1, &drawing);
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

/* Reads the columns of an event into a caption. */
static bool ssa_event(struct reading *r, struct ssa *ssa, struct source_line *line, size_t at)
{
    bool start_known = false, end_known = false;
    int64_t start = 0, end = 0;
    if (ssa->count == 0)
        ssa_default_format(r, ssa, line);
    if (!reading_open(r, reading_place(r, line, 0)))
        return false;
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
        else if (ssa->columns[i] == SSA_LAYER)
            ssa_layer(r, line->s + at, stop - at);
        else if (ssa->columns[i] == SSA_TEXT)
            ssa_text(r, line, at);
        at = stop + 1;
    }
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

void read_ssa(struct reading *r)
{
    struct ssa ssa = {0};
    struct source_line line;
    r->file->step_ms = 10;
    while (reading_line(r, &line)) {
        const char *s = line.s;
        size_t len = line.len;
        reading_trim(&s, &len);
        size_t at = (size_t)(s - line.s);
        ssa_version(r, s, len);
        if (len > 0 && *s == '[')
            ssa.in_events = reading_begins_nocase(s, len, "[Events]");
        else if (!ssa.in_events || len == 0 || *s == ';')
            continue;
        else if (reading_begins_nocase(s, len, "Format:"))
            ssa_format(r, &ssa, &line, at + strlen("Format:"));
        else if (!reading_begins_nocase(s, len, "Dialogue:")) {
            if (!ssa_is_other_event(s, len))
                reading_remark(r, RULE_TAGS, reading_place(r, &line, 0),
                               "a line of the events that is no known kind of event: left out");
        } else if (!ssa_event(r, &ssa, &line, at + strlen("Dialogue:")))
            return;
        reading_close(r);
    }
}
