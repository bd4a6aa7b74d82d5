/* Reads TTML (TTML2, IMSC, EBU-TT-D) with expat: paragraphs, and spans with times of their own, as captions.
 * Times are nested: a child's count from its parent's start, and end with it. */
#include <expat.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "read_private.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define DEPTH_MAX       64
#define ELEMENTS_MAX    1000 /* open at once; expat keeps each of them */
#define NO_TIME         INT64_MAX
#define TTML_DIGITS_MAX 15
#define TTML_FRAMES_MAX INT64_C(100000000000)
#define NO_PARENT       (-1)

struct ttml_frame {
    int64_t begin, end; /* ms from the start; end NO_TIME: open */
    int64_t cursor;     /* where the next child of a sequence begins */
    bool sequence, preserve, coloured, is_timed;
    bool unknown; /* a time of it or around it cannot be read */
    char region[48];
    struct caption_place at;
};

struct ttml {
    struct reading *r;
    XML_Parser parser;
    struct ttml_frame frames[DEPTH_MAX];
    int depth;      /* of the open element; NO_PARENT before the first */
    int skip;       /* depth within an element that is not captions */
    int paragraph;  /* the frame of the open p, NO_PARENT */
    bool opened;    /* the open p has given a caption */
    bool refused;   /* the file has a DOCTYPE */
    bool by_frames; /* timeBase smpte: clock times count frames from 0 on */
    int64_t rate, multiplier_num, multiplier_den, tick_rate;
    int64_t step; /* the finest time seen */
};

/* The name without its namespace. */
static const char *ttml_local(const char *name)
{
    const char *blank = strrchr(name, ' ');
    return blank ? blank + 1 : name;
}

/* Is the element one of TTML itself, in any of its versions, or without a namespace? */
static bool ttml_is_own(const char *name)
{
    const char *blank = strrchr(name, ' ');
    if (!blank)
        return true;
    return strstr(name, "ttml") && !memmem(name, (size_t)(blank - name), "#", 1)
               ? true
               : (strstr(name, "ttaf1") && !memmem(name, (size_t)(blank - name), "#", 1));
}

static struct caption_place ttml_place(const struct ttml *ttml)
{
    XML_Index byte = XML_GetCurrentByteIndex(ttml->parser);
    return (struct caption_place){byte < 0 ? 0 : (size_t)byte,
                                  (uint32_t)XML_GetCurrentLineNumber(ttml->parser),
                                  (uint32_t)XML_GetCurrentColumnNumber(ttml->parser) + 1};
}

/* --- times --- */

/* Digits into *value; how many there are. More than 15 give no value: 10^15 ticks of 10 MHz are 27,777 hours.
 */
static size_t ttml_digits(const char *s, int64_t *value)
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

static void ttml_see_step(struct ttml *ttml, int64_t step)
{
    if (step < 1)
        step = 1;
    if (ttml->step == 0 || step < ttml->step)
        ttml->step = step;
}

/* The step of a fraction of so many digits of a unit in ms. */
static int64_t ttml_step_of(int64_t unit_ms, int digits)
{
    for (; digits > 0 && unit_ms > 1; digits--)
        unit_ms = (unit_ms + 9) / 10;
    return unit_ms;
}

/* Milliseconds of frames, rounded down. */
static int64_t ttml_frames_ms(const struct ttml *ttml, int64_t frames)
{
    return frames * 1000 * ttml->multiplier_den / (ttml->rate * ttml->multiplier_num);
}

static int64_t ttml_frame_step(const struct ttml *ttml)
{
    int64_t per_1000_s = ttml->rate * ttml->multiplier_num;
    return (1000 * ttml->multiplier_den + per_1000_s - 1) / per_1000_s;
}

/* The rest of a clock time behind h:mm:ss: nothing, a fraction, or frames. */
static bool ttml_clock_rest(struct ttml *ttml, const char *s, int64_t seconds, int64_t *ms)
{
    int64_t part, whole = seconds * 1000;
    int digits = 0;
    size_t used = 0;
    if (*s == ':') {
        used = ttml_digits(s + 1, &part);
        if (used == 0 || used > 4 || s[1 + used] || part >= ttml->rate)
            return false;
        ttml_see_step(ttml, ttml_frame_step(ttml));
        *ms = ttml->by_frames ? ttml_frames_ms(ttml, seconds * ttml->rate + part)
                              : whole + ttml_frames_ms(ttml, part);
        return true;
    }
    if (*s == '.') {
        used = ttml_fraction(s + 1, &part, &digits);
        ttml_see_step(ttml, ttml_step_of(1000, digits));
        *ms = whole + part / 1000;
        return used > 0 && !s[1 + used];
    }
    ttml_see_step(ttml, 1000);
    *ms = whole;
    return !*s;
}

/* An offset such as 12.5s or 300f behind its whole number. */
static bool ttml_offset(struct ttml *ttml, const char *s, int64_t whole, int64_t *ms)
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
            ttml_see_step(ttml, ttml_step_of(units[i].ms, digits));
            *ms = whole * units[i].ms + micro * units[i].ms / 1000000;
            return true;
        }
    }
    if (strcmp(s, "f") == 0 && whole <= TTML_FRAMES_MAX) {
        ttml_see_step(ttml, ttml_step_of(ttml_frame_step(ttml), digits));
        *ms = ttml_frames_ms(ttml, whole) + ttml_frames_ms(ttml, micro) / 1000000;
        return true;
    }
    if (strcmp(s, "t") != 0)
        return false;
    ttml_see_step(ttml, (1000 + ttml->tick_rate - 1) / ttml->tick_rate);
    *ms = (whole * 1000 + micro / 1000) / ttml->tick_rate;
    return true;
}

/* Reads a time expression of any length. */
static bool ttml_time_any(struct ttml *ttml, const char *s, int64_t *ms)
{
    int64_t hours, minutes, seconds;
    size_t used = ttml_digits(s, &hours);
    if (used == 0 || used > TTML_DIGITS_MAX)
        return false;
    if (s[used] != ':')
        return ttml_offset(ttml, s + used, hours, ms);
    if (hours >= READING_MS_MAX / 3600000)
        return false;
    s += used + 1;
    used = ttml_digits(s, &minutes);
    if (used != 2 || s[2] != ':' || minutes > 59)
        return false;
    s += 3;
    used = ttml_digits(s, &seconds);
    if (used != 2 || seconds > 59)
        return false;
    return ttml_clock_rest(ttml, s + 2, (hours * 60 + minutes) * 60 + seconds, ms);
}

static bool ttml_time(struct ttml *ttml, const char *s, int64_t *ms)
{
    return ttml_time_any(ttml, s, ms) && *ms < READING_MS_MAX;
}

/* --- elements --- */

/* What <tt> says about times. Where it names no rate of ticks, that is the rate of frames, or 1. */
static void ttml_root(struct ttml *ttml, const char **attributes)
{
    bool has_rate = false, has_ticks = false;
    for (; *attributes; attributes += 2) {
        const char *name = ttml_local(attributes[0]), *value = attributes[1];
        int64_t number, second;
        size_t used = ttml_digits(value, &number);
        bool good = used > 0 && used < 9 && number > 0;
        if (strcmp(name, "frameRate") == 0 && good && number <= 1000) {
            ttml->rate = number;
            has_rate = true;
        } else if (strcmp(name, "tickRate") == 0 && good) {
            ttml->tick_rate = number;
            has_ticks = true;
        } else if (strcmp(name, "timeBase") == 0) {
            ttml->by_frames = strcmp(value, "smpte") == 0;
        } else if (strcmp(name, "frameRateMultiplier") == 0 && good && number <= 10000 &&
                   (value[used] == ' ' || value[used] == ':') && ttml_digits(value + used + 1, &second) < 6 &&
                   second > 0 && second <= 10000) {
            ttml->multiplier_num = number;
            ttml->multiplier_den = second;
        } else if (strcmp(name, "dropMode") == 0 && strcmp(value, "nonDrop") != 0)
            reading_remark_as(ttml->r, RULE_BAD_TIMES, LEVEL_NOTE, ttml_place(ttml),
                              "dropped frames are not taken into account");
    }
    if (!has_ticks)
        ttml->tick_rate = has_rate ? ttml->rate : 1;
    if (has_rate) {
        ttml->r->file->rate_num = ttml->rate * ttml->multiplier_num;
        ttml->r->file->rate_den = ttml->multiplier_den;
    }
}

/* One time attribute; NO_TIME when it is missing or cannot be read. */
static int64_t ttml_attribute(struct ttml *ttml, struct ttml_frame *frame, const char **attributes,
                              const char *name)
{
    int64_t ms = NO_TIME;
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], name) != 0)
            continue;
        if (ttml_time(ttml, attributes[1], &ms))
            return ms;
        frame->unknown = true;
        reading_remark(ttml->r, RULE_BAD_TIMES, ttml_place(ttml), "%s cannot be read as a time", name);
    }
    return NO_TIME;
}

/* Works the times of an element out of its own and its parent's. */
static void ttml_set_times(struct ttml *ttml, struct ttml_frame *frame, const struct ttml_frame *parent,
                           const char **attributes)
{
    int64_t begin = ttml_attribute(ttml, frame, attributes, "begin"),
            end = ttml_attribute(ttml, frame, attributes, "end"),
            duration = ttml_attribute(ttml, frame, attributes, "dur");
    int64_t from = parent->sequence ? parent->cursor : parent->begin;
    frame->is_timed = begin != NO_TIME || end != NO_TIME || duration != NO_TIME;
    if (from == NO_TIME)
        from = parent->begin;
    frame->begin = from + (begin == NO_TIME ? 0 : begin);
    frame->end = parent->end;
    if (end != NO_TIME && from + end < frame->end)
        frame->end = from + end;
    if (duration != NO_TIME && frame->begin + duration < frame->end)
        frame->end = frame->begin + duration;
    frame->cursor = frame->begin;
}

/* Reads the other attributes that count. */
static void ttml_set_others(struct ttml_frame *frame, const char **attributes)
{
    for (; *attributes; attributes += 2) {
        const char *name = ttml_local(attributes[0]), *value = attributes[1];
        if (strcmp(name, "timeContainer") == 0)
            frame->sequence = strcmp(value, "seq") == 0;
        else if (strcmp(name, "space") == 0)
            frame->preserve = strcmp(value, "preserve") == 0;
        else if (strcmp(name, "color") == 0)
            frame->coloured = true;
        else if (strcmp(attributes[0], "region") == 0) {
            size_t len = strlen(value) < sizeof frame->region - 1 ? strlen(value) : sizeof frame->region - 1;
            memcpy(frame->region, value, len);
            frame->region[len] = '\0';
        }
    }
}

/* Opens the caption that the text at hand belongs to. */
static bool ttml_open(struct ttml *ttml)
{
    struct ttml_frame *frame = &ttml->frames[ttml->depth], *shown = frame;
    while (shown > &ttml->frames[ttml->paragraph] && !shown->is_timed)
        shown--;
    if (!reading_open(ttml->r, shown->at)) {
        XML_StopParser(ttml->parser, XML_FALSE);
        return false;
    }
    struct caption *caption = ttml->r->caption;
    ttml->opened = true;
    caption->timed = frame->end != NO_TIME && !frame->unknown;
    if (frame->end == NO_TIME && !frame->unknown)
        reading_remark(ttml->r, RULE_BAD_TIMES, shown->at, "no end: neither end nor dur is given");
    caption->start_ms = caption->timed ? frame->begin : 0;
    caption->end_ms = caption->timed ? frame->end : 0;
    reading_set_area(ttml->r, frame->region, strlen(frame->region));
    return true;
}

static void XMLCALL ttml_start(void *arg, const char *name, const char **attributes)
{
    struct ttml *ttml = arg;
    const char *local = ttml_local(name);
    bool is_text = strcmp(local, "span") == 0 || strcmp(local, "p") == 0;
    bool passes = is_text || strcmp(local, "tt") == 0 || strcmp(local, "body") == 0 ||
                  strcmp(local, "div") == 0 || strcmp(local, "br") == 0;
    if (ttml->depth + 1 + ttml->skip == ELEMENTS_MAX) {
        reading_remark(ttml->r, RULE_TAGS, ttml_place(ttml),
                       "elements are nested deeper than %d: the rest is not read", ELEMENTS_MAX);
        XML_StopParser(ttml->parser, XML_FALSE);
        return;
    }
    if (ttml->skip > 0 || !passes || !ttml_is_own(name)) {
        ttml->skip++;
        return;
    }
    if (ttml->depth + 1 == DEPTH_MAX) {
        reading_remark(ttml->r, RULE_TAGS, ttml_place(ttml), "elements are nested deeper than %d: left out",
                       DEPTH_MAX);
        ttml->skip++;
        return;
    }
    struct ttml_frame whole = {.end = NO_TIME};
    struct ttml_frame *frame = &ttml->frames[ttml->depth + 1];
    struct ttml_frame *parent = ttml->depth >= 0 ? &ttml->frames[ttml->depth] : &whole;
    *frame = *parent;
    frame->sequence = frame->is_timed = false;
    frame->at = ttml_place(ttml);
    ttml->depth++;
    if (strcmp(local, "tt") == 0)
        ttml_root(ttml, attributes);
    else
        ttml_set_times(ttml, frame, parent, attributes);
    ttml_set_others(frame, attributes);
    if (strcmp(local, "p") == 0 && ttml->paragraph == NO_PARENT) {
        ttml->paragraph = ttml->depth;
        ttml->opened = false;
    } else if (strcmp(local, "br") == 0 && ttml->r->caption) {
        reading_newline(ttml->r, frame->at);
    } else if (is_text && frame->is_timed) {
        reading_close(ttml->r);
    }
}

static void XMLCALL ttml_end(void *arg, const char *name)
{
    struct ttml *ttml = arg;
    if (ttml->skip > 0) {
        ttml->skip--;
        return;
    }
    struct ttml_frame *frame = &ttml->frames[ttml->depth];
    if (ttml->depth == ttml->paragraph) {
        if (!ttml->opened)
            ttml_open(ttml);
        reading_close(ttml->r);
        ttml->paragraph = NO_PARENT;
    } else if (frame->is_timed) {
        reading_close(ttml->r);
    }
    ttml->depth--;
    if (ttml->depth >= 0 && strcmp(ttml_local(name), "br") != 0) {
        struct ttml_frame *parent = &ttml->frames[ttml->depth];
        parent->cursor = frame->end;
        parent->unknown |= parent->sequence && frame->unknown; /* nobody knows when the next one begins */
    }
}

static void XMLCALL ttml_text(void *arg, const char *s, int size)
{
    struct ttml *ttml = arg;
    struct caption_place at = ttml_place(ttml);
    size_t len = (size_t)size;
    if (ttml->skip > 0 || ttml->paragraph == NO_PARENT)
        return;
    struct ttml_frame *frame = &ttml->frames[ttml->depth];
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t used = text_decode(s + i, len - i, &code);
        bool blank = code == ' ' || code == '\n' || code == '\t' || code == '\r';
        if (!blank && !ttml->r->caption && !ttml_open(ttml))
            return;
        if (ttml->r->caption)
            ttml->r->caption->coloured |= frame->coloured;
        if (blank && frame->preserve && code == '\n')
            reading_newline(ttml->r, at);
        else if (blank && !frame->preserve && ttml->r->spaces == 0)
            reading_put(ttml->r, ' ', at);
        else if (!blank || frame->preserve)
            reading_put(ttml->r, code, at);
        at.byte += reading_width(ttml->r, code, used);
        at.column++;
        i += used;
    }
}

static void XMLCALL ttml_doctype(void *arg, const char *name, const char *system, const char *public,
                                 int internal)
{
    struct ttml *ttml = arg;
    (void)name, (void)system, (void)public, (void)internal;
    ttml->refused = true;
    XML_StopParser(ttml->parser, XML_FALSE);
}

/* --- the whole --- */

/* Does the file name another encoding than UTF-8? Then expat converts it. */
static bool ttml_is_foreign(const struct reading *r)
{
    const char *end = memchr(r->raw, '>', r->raw_len < 200 ? r->raw_len : 200);
    size_t len = end ? (size_t)(end - r->raw) : 0;
    const char *encoding = len > 0 ? memmem(r->raw, len, "encoding=", 9) : NULL;
    size_t value = encoding ? (size_t)(encoding - r->raw) + strlen("encoding=\"") : len;
    return r->file->is_wide || (value < len && !reading_begins_nocase(r->raw + value, len - value, "utf-8"));
}

/* A copy whose bad bytes, already reported, are question marks: one for one, so that places stay. */
static char *ttml_repair(const struct reading *r)
{
    char *copy = mem_copy_n(r->raw, r->raw_len);
    for (size_t at = 0; at < r->raw_len;) {
        uint32_t code;
        size_t used = text_decode(r->raw + at, r->raw_len - at, &code);
        if (code == TEXT_BAD_CODE && used == 1)
            copy[at] = '?';
        at += used;
    }
    return copy;
}

bool read_ttml(struct reading *r, struct error *err)
{
    static const XML_Memory_Handling_Suite memory = {reading_heap_alloc, reading_heap_grow,
                                                     reading_heap_free};
    struct ttml ttml = {.r = r,
                        .depth = NO_PARENT,
                        .paragraph = NO_PARENT,
                        .rate = 30,
                        .multiplier_num = 1,
                        .multiplier_den = 1,
                        .tick_rate = 1};
    bool foreign = ttml_is_foreign(r);
    if (foreign && !r->file->is_wide)
        caption_findings_free(&r->file->findings);
    char *copy = foreign ? NULL : ttml_repair(r);
    reading_take(r, r->raw_len);
    reading_heap_begin(r);
    ttml.parser = XML_ParserCreate_MM(NULL, &memory, " ");
    if (!ttml.parser)
        mem_die("out of memory");
    XML_SetUserData(ttml.parser, &ttml);
    XML_SetElementHandler(ttml.parser, ttml_start, ttml_end);
    XML_SetCharacterDataHandler(ttml.parser, ttml_text);
    XML_SetStartDoctypeDeclHandler(ttml.parser, ttml_doctype);
    bool whole = XML_Parse(ttml.parser, copy ? copy : r->raw, (int)r->raw_len, XML_TRUE) == XML_STATUS_OK;
    if (!whole && !r->full && XML_GetErrorCode(ttml.parser) != XML_ERROR_ABORTED)
        reading_remark(r, RULE_TAGS, ttml_place(&ttml), "the XML ends here, the rest is not checked: %s",
                       XML_ErrorString(XML_GetErrorCode(ttml.parser)));
    reading_close(r);
    XML_ParserFree(ttml.parser);
    free(copy);
    r->file->step_ms = ttml.step > 0 ? ttml.step : 1;
    if (ttml.refused)
        return error_set(err, ERROR_IO, "the file has a DOCTYPE, which captions do not need: not read");
    return true;
}
