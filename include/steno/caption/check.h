/* Checks of captions against limits, in whole numbers.
 *
 * Times are compared with the step of the file's format as tolerance: what a format rounds down is no fault.
 * A rule is only checked when its limit is set. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_CHECK_H
#define STENO_CAPTION_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/caption/caption.h"
#include "steno/caption/count.h"

#define SOURCE_GIVEN   "given" /* the source of a limit that was set by itself */
#define RULE_BIT(rule) ((uint32_t)1 << (rule))
#define RULE_BIT_SOME  ((uint32_t)1 << 31) /* in `only`: it is a choice, even of no rule at all */

/* A time as ms, or as frames of the file's rate. All 0: none. */
struct caption_span {
    int ms, frames;
    bool half_second; /* in whole frames: 12 at 24 and 25 a second, 15 at 30 */
};

/* The gap between captions is a band: none at all, the house's gap, or a pause; what lies between is found.
 */
struct caption_gap_limit {
    bool checked;
    bool touch;               /* 0 is right */
    bool house;               /* min is right, within the step */
    struct caption_span min;  /* under it: min_level */
    struct caption_span free; /* from here on it is a pause; what is left between is a warning */
    enum caption_level min_level;
};

/* Where a style has the sign of a speaker. */
enum caption_dialogue {
    DIALOGUE_ANY,
    DIALOGUE_BOTH,  /* on both lines, and only when two speak */
    DIALOGUE_SECOND /* on the second line only */
};

struct caption_limits {
    const char *source; /* the document, with its date; "asked" for what was sent */
    enum count_rule count;
    uint32_t given; /* bits of the rules whose limit caption_limit_put set: their source is SOURCE_GIVEN */
    int line_length, lines; /* 0: no limit, here and below */
    int cps10, cps10_note;  /* characters a second, in tenths; over the second it is a note */
    int wpm;
    int min_ms, min_word_ms, max_ms;
    struct caption_gap_limit gap;
    bool one_line; /* two lines that fit in one are noted */
    bool balance;
    bool no_mark;     /* a byte order mark is an error */
    bool plain;       /* UTF-16 is an error, and so is markup: it would be shown as it is written */
    bool keeps_empty; /* captions without text were asked for: they are notes */
    bool colours;     /* speakers are told apart by colours: without any in the file, signs are not checked */
    enum caption_dialogue dialogue;
    int rate1000;               /* thousandths of frames a second where the file has none; 0: 25000 */
    uint32_t only;              /* bits of the rules that count; 0: all */
    uint8_t levels[RULE_COUNT]; /* 1 + the level that a rule has here; 0: its own. A finding that is usually
                                 * milder than its rule stays so. Of a check the style's count. */
};

struct caption_check {
    struct caption_limits style;
    struct caption_limits asked; /* what was sent to the service; zero: nothing */
    const char *language;        /* "cs-CZ"; NULL or "": hanging words are not checked */
    const char *sign;            /* of speakers; NULL or "": not checked */
    int64_t length_ms;           /* of the recording; negative: not known */
};

/* Adds all findings, the reader's too, in the order of the file. */
void caption_check(const struct caption_file *file, const struct caption_check *check,
                   struct caption_findings *out);

/* Can the rule find anything in this file with these limits? What it cannot is to be shown as not checked. */
bool caption_is_checked(const struct caption_file *file, const struct caption_check *check,
                        enum caption_rule rule);

/* The rate that was taken because limits count frames and the file names none, in thousandths; 0: none was.
 */
int caption_rate_assumed(const struct caption_file *file, const struct caption_check *check);
/* "25", "23.976". */
#define CAPTION_RATE_SIZE 16
void caption_rate_text(char out[CAPTION_RATE_SIZE], int rate1000);
/* What a frame rate may be. */
#define CAPTION_RATE_VALUES "a number from 1 to 1000, such as 25 or 23.976"

/* Sets the limit of a rule from a text: line-length, lines, cps, wpm, min-duration, max-duration, gap (ms);
 * or frame-rate. False with the reason for another rule or a value that is none. */
bool caption_limit_put(struct caption_limits *limits, const char *rule, const char *value, struct error *err);

#endif
