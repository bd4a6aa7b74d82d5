/* What all readers of caption files share: lines with their places, remarks, captions as they grow. Private
 * to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_READING_H
#define STENO_SRC_CAPTION_READING_H

#include "steno/base/buffer.h"
#include "steno/caption/caption.h"

/* One line of a text file, without its end. `s` is UTF-8, perhaps bad, as long as the reading lives. */
struct source_line {
    const char *s;
    size_t len;
    uint32_t number;
    size_t byte;   /* in the file as it came */
    size_t walked; /* how far a place was looked up before, and what it was */
    struct caption_place walked_place;
};

struct reading {
    struct caption_file *file;
    const char *raw; /* the file as it came */
    size_t raw_len;
    const char *data; /* UTF-8, perhaps bad; converted when the file is UTF-16 */
    size_t len;
    char *converted; /* owned, when it was */
    size_t at;       /* of the next line */
    size_t at_byte;  /* the same in the file */
    uint32_t line;   /* number of the line read last */
    unsigned end;    /* the kind of that line's end; 0 for the last line without one */
    bool full;       /* CAPTION_COUNT_MAX or the end of its room is reached: the rest is not read */
    size_t room;     /* bytes that may still be allocated */
    bool starved;    /* there were too few of them */

    struct caption *caption; /* the open one, or NULL */
    struct buffer text;      /* its line that grows */
    struct caption_place text_at;
    uint32_t cells; /* of that line */
    bool cut;       /* the open caption has lines that are not kept */
    size_t spaces;  /* blanks that wait for the next visible code */
};

/* --- lines (reading.c) --- */

void reading_begin(struct reading *r, struct caption_file *file, const void *data, size_t len);
void reading_end(struct reading *r);
/* The next line, and false at the end. A file that ends in a newline has no line after it. */
bool reading_line(struct reading *r, struct source_line *line);
/* The next line without taking it. */
bool reading_peek(const struct reading *r, struct source_line *line);
/* Bytes in the file of a code point that takes `used` bytes as UTF-8. */
size_t reading_width(const struct reading *r, uint32_t code, size_t used);
/* The place of line->s[offset]. */
struct caption_place reading_place(const struct reading *r, struct source_line *line, size_t offset);

/* Reports bad UTF-8, control codes and mixed line ends of the whole file, once and before anything else. */
void reading_check_encoding(struct reading *r);

/* A remark about the open caption or, when there is none, the file; takes printf's arguments. */
void reading_remark(struct reading *r, enum caption_rule rule, struct caption_place at, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
void reading_remark_as(struct reading *r, enum caption_rule rule, enum caption_level level,
                       struct caption_place at, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* --- memory (reading_memory.c) --- */

/* Takes the bytes of a block out of the room; false when there are too few, and nothing may be allocated. */
bool reading_take(struct reading *r, size_t bytes);
/* As reading_take, for what the captions cannot do without: where it is false the reading ends. */
bool reading_need(struct reading *r, size_t bytes);
/* Gives a block's bytes back. */
void reading_give(struct reading *r, size_t bytes);
/* Bytes that a list which doubles at each power of two grows by for its next row. */
size_t reading_growth(size_t count, size_t size);
/* The heap of a library that knows no reading: blocks come out of the room of the one begun in this thread.
 */
void reading_heap_begin(struct reading *r);
void *reading_heap_alloc(size_t size);
void *reading_heap_grow(void *old, size_t size);
void reading_heap_free(void *block);

/* The file has something that nothing here checks. `what` is a literal. */
void reading_leave(struct reading *r, const char *what);

/* --- captions that grow --- */

/* Opens the next caption; the one before is closed. False at the cap or without room, and `full` is set. */
bool reading_open(struct reading *r, struct caption_place at);
void reading_close(struct reading *r);
/* The file's own number or id of the open caption, cut to READING_NAME_MAX bytes. */
#define READING_NAME_MAX 64
void reading_set_name(struct reading *r, const char *s, size_t len);
void reading_set_area(struct reading *r, const char *s, size_t len);
/* What stands here is markup, or a reference to a character. */
void reading_see_markup(struct reading *r, struct caption_place at);
/* One code point of its visible text: controls are dropped, blanks at the ends of lines too. */
void reading_put(struct reading *r, uint32_t code, struct caption_place at);
void reading_newline(struct reading *r, struct caption_place at);

/* --- helpers of several formats --- */

/* The part of s without ASCII blanks at its ends. */
void reading_trim(const char **s, size_t *len);
bool reading_is_blank(const char *s, size_t len);
bool reading_begins(const char *s, size_t len, const char *prefix);
bool reading_begins_nocase(const char *s, size_t len, const char *prefix);

/* A time after this is none: more hours than a recording has. Sums and products of times below it, with any
 * limit and for any number of captions, fit 64 bits. */
#define READING_MS_MAX INT64_C(360000000000) /* 100,000 hours */

/* A time of the forms [h+:]mm:ss[.,]f+, read as far as it goes. */
struct read_time {
    int64_t ms;
    bool known;       /* minutes and seconds below 60, below READING_MS_MAX, and a fraction that is clear */
    int hours_digits; /* 0: no hours */
    int fraction_digits;
    char point;      /* '.' or ',' or 0 */
    bool two_digits; /* minutes and seconds have two each */
};
/* Reads one at s; the bytes it took, 0 when there is none. A fraction of other than `digits` digits leaves
 * the time unknown. */
size_t reading_time(const char *s, size_t len, int digits, struct read_time *time);
/* May a time end at line->s[at]: before a blank, the arrow or the end of the line? */
bool reading_time_ends(const struct source_line *line, size_t at);

/* Tags such as <i>, kept in the order in which they were opened. */
#define TAG_DEPTH_MAX 32
struct open_tags {
    char names[TAG_DEPTH_MAX][12];
    struct caption_place at[TAG_DEPTH_MAX];
    size_t count;
};
void reading_tags_open(struct reading *r, struct open_tags *tags, const char *name, struct caption_place at);
void reading_tags_close(struct reading *r, struct open_tags *tags, const char *name, struct caption_place at);
/* Reports what is still open, but for the first `allowed` ones. */
void reading_tags_end(struct reading *r, struct open_tags *tags, size_t allowed);

#endif
