/* Reads TTML (TTML2, IMSC, EBU-TT-D) with expat: paragraphs, and spans with times of their own, as captions.
 * Times are nested: a child's count from its parent's start, and end with it. */
/* SPDX-License-Identifier: MIT */
#include <expat.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "ttml_time.h"

#define DEPTH_MAX    64
#define ELEMENTS_MAX 1000 /* open at once; expat keeps each of them */
#define NO_TIME      INT64_MAX
#define NO_PARENT    (-1)
#define XML_ID       "http://www.w3.org/XML/1998/namespace id"

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
    int depth;     /* of the open element; NO_PARENT before the first */
    int skip;      /* depth within an element that is not captions */
    int paragraph; /* the frame of the open p, NO_PARENT */
    bool opened;   /* the open p has given a caption */
    bool boundary; /* a span with times of its own began or ended behind the last letter */
    struct names regions, styles, used_regions, used_styles;
    bool refused; /* the file has a DOCTYPE */
    struct ttml_clock clock;
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

/* --- elements --- */

/* What <tt> says about times. Where it names no rate of ticks, that is the rate of frames, or 1. */
static void ttml_root(struct ttml *ttml, const char **attributes)
{
    bool has_rate = false, has_ticks = false;
    for (; *attributes; attributes += 2) {
        const char *name = ttml_local(attributes[0]), *value = attributes[1];
        int64_t number, second;
        size_t used = ttml_time_digits(value, &number);
        bool good = used > 0 && used < 9 && number > 0;
        if (strcmp(name, "frameRate") == 0 && good && number <= 1000) {
            ttml->clock.rate = number;
            has_rate = true;
        } else if (strcmp(name, "tickRate") == 0 && good) {
            ttml->clock.tick_rate = number;
            has_ticks = true;
        } else if (strcmp(name, "timeBase") == 0) {
            ttml->clock.by_frames = strcmp(value, "smpte") == 0;
        } else if (strcmp(name, "frameRateMultiplier") == 0 && good && number <= 10000 &&
                   (value[used] == ' ' || value[used] == ':') &&
                   ttml_time_digits(value + used + 1, &second) < 6 && second > 0 && second <= 10000) {
            ttml->clock.multiplier_num = number;
            ttml->clock.multiplier_den = second;
        } else if (strcmp(name, "dropMode") == 0 && strcmp(value, "nonDrop") != 0)
            reading_remark_as(ttml->r, RULE_BAD_TIMES, LEVEL_NOTE, ttml_place(ttml),
                              "dropped frames are not taken into account");
    }
    if (!has_ticks)
        ttml->clock.tick_rate = has_rate ? ttml->clock.rate : 1;
    if (has_rate) {
        ttml->r->file->rate_num = ttml->clock.rate * ttml->clock.multiplier_num;
        ttml->r->file->rate_den = ttml->clock.multiplier_den;
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
        if (ttml_time_read(&ttml->clock, attributes[1], &ms))
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

/* The caption of the text at hand: the open one, which grows, while both are on the picture. Spans that build
 * up a paragraph are one caption. */
static bool ttml_show(struct ttml *ttml)
{
    const struct ttml_frame *frame = &ttml->frames[ttml->depth];
    struct caption *caption = ttml->r->caption;
    ttml->boundary = false;
    if (!caption || !caption->timed || frame->unknown || frame->end == NO_TIME ||
        frame->begin >= frame->end || frame->begin >= caption->end_ms || frame->end <= caption->start_ms)
        return ttml_open(ttml);
    if (frame->begin < caption->start_ms)
        caption->start_ms = frame->begin;
    if (frame->end > caption->end_ms)
        caption->end_ms = frame->end;
    return true;
}

/* Keeps the names that an element defines and uses; a style may name several. */
static void ttml_see_names(struct ttml *ttml, const char *local, const char **attributes)
{
    struct names *own = strcmp(local, "region") == 0  ? &ttml->regions
                        : strcmp(local, "style") == 0 ? &ttml->styles
                                                      : NULL;
    for (; *attributes; attributes += 2) {
        struct names *names = strcmp(attributes[0], "region") == 0  ? &ttml->used_regions
                              : strcmp(attributes[0], "style") == 0 ? &ttml->used_styles
                              : strcmp(attributes[0], XML_ID) == 0  ? own
                                                                    : NULL;
        for (const char *s = attributes[1]; names && *s;) {
            size_t len = strcspn(s, " \t\r\n");
            if (len > 0)
                names_add_copy(ttml->r, names, s, len, ttml_place(ttml));
            s += len + strspn(s + len, " \t\r\n");
        }
    }
}

/* The end of the whole: names that were used and not defined. */
static void ttml_end_names(struct ttml *ttml, bool whole)
{
    if (whole) {
        names_report_missing(ttml->r, &ttml->used_regions, &ttml->regions, "region");
        names_report_missing(ttml->r, &ttml->used_styles, &ttml->styles, "style");
    }
    names_free(&ttml->regions);
    names_free(&ttml->styles);
    names_free(&ttml->used_regions);
    names_free(&ttml->used_styles);
}

static void XMLCALL ttml_start(void *arg, const char *name, const char **attributes)
{
    struct ttml *ttml = arg;
    const char *local = ttml_local(name);
    if (ttml_is_own(name))
        ttml_see_names(ttml, local, attributes);
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
        ttml->opened = ttml->boundary = false;
    } else if (strcmp(local, "br") == 0 && ttml->r->caption) {
        reading_newline(ttml->r, frame->at);
    } else if (is_text && frame->is_timed) {
        ttml->boundary = true;
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
        ttml->boundary = true;
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
        if (!blank && (!ttml->r->caption || ttml->boundary) && !ttml_show(ttml))
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
                        .clock = {.rate = 30, .multiplier_num = 1, .multiplier_den = 1, .tick_rate = 1}};
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
    ttml_end_names(&ttml, whole);
    XML_ParserFree(ttml.parser);
    free(copy);
    r->file->step_ms = ttml.clock.step > 0 ? ttml.clock.step : 1;
    if (ttml.refused)
        return error_set(err, ERROR_IO, "the file has a DOCTYPE, which captions do not need: not read");
    return true;
}
