/* Captions as they stand in a file, and what is wrong with the file itself.
 *
 * A pure layer: bytes in, captions and findings out; no file, no clock, no JSON.
 * Nothing is repaired without a finding, and a bad caption costs only itself.
 * Times are whole milliseconds.  Texts are valid UTF-8 without control codes, but
 * not yet cleaned for a terminal (text_clean).
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_CAPTION_H
#define STENO_CAPTION_CAPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"

#define CAPTION_BYTES_MAX    ((size_t)64 << 20) /* a larger file is refused */
#define CAPTION_COUNT_MAX    200000             /* captions of a file; one with more is refused */
#define CAPTION_LINES_MAX    1000               /* lines of a caption; the rest of it is reported, not kept */
#define CAPTION_UNJUDGED_MAX 8                  /* literals such as "STYLE blocks", with the NULL */
#define FINDING_COUNT_MAX    100000             /* findings that are kept; the rest are only counted */
/* Bytes of memory that reading a file takes at most; one that needs more is refused. */
#define CAPTION_ROOM(len) (16 * (len) + 16000000)

enum caption_format {
    CAPTION_SRT,
    CAPTION_VTT,
    CAPTION_SSA,
    CAPTION_ASS,
    CAPTION_STL,
    CAPTION_TTML,
    CAPTION_TXT,
    CAPTION_FORMAT_COUNT /* not known */
};

/* "srt", "vtt", ... */
const char *caption_format_name(enum caption_format format);
/* The format of a FileFormatId or a file name's extension, in any case; CAPTION_FORMAT_COUNT for none. */
enum caption_format caption_format_find(const char *name);

/* The closed list of rules. */
enum caption_rule {
    RULE_BAD_TIMES,
    RULE_LINE_LENGTH,
    RULE_LINES,
    RULE_BLANK_LINE,
    RULE_CPS,
    RULE_WPM,
    RULE_MIN_DURATION,
    RULE_MAX_DURATION,
    RULE_GAP,
    RULE_OVERLAP,
    RULE_ORDER,
    RULE_BEYOND,
    RULE_HANGING,
    RULE_FITS_ONE_LINE,
    RULE_BALANCE,
    RULE_SPEAKER_SIGN,
    RULE_ENCODING,
    RULE_TAGS,
    RULE_INDEX,
    RULE_EMPTY,
    RULE_REPEAT,
    RULE_COUNT
};

enum caption_level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR, LEVEL_COUNT };

struct caption_rule_def {
    const char *name; /* "bad-times" */
    enum caption_level level;
    const char *help; /* one line, at most 72 cells */
};

extern const struct caption_rule_def caption_rules[RULE_COUNT];

/* The rule of a name, RULE_COUNT for none. */
enum caption_rule caption_rule_find(const char *name);
/* "note", "warning", "error". */
const char *caption_level_name(enum caption_level level);

/* Where something stands in the file. Lines and columns count from 1, columns in code points; the byte counts
 * from 0.  A “line” of an stl file is 128 bytes, its column a byte: the header is the lines 1 to 8, and each
 * block one of the lines from 9 on. */
struct caption_place {
    size_t byte;
    uint32_t line, column;
};

struct caption_line {
    char *text; /* visible: no markup, no blanks at its ends */
    struct caption_place at;
    uint32_t cells; /* stl: cells of a teletext row, codes included; else 0 */
};

struct caption {
    struct caption_place at; /* its time line, event or block */
    int64_t start_ms, end_ms;
    bool timed; /* false: the times could not be read, or the format has none */
    bool coloured;
    bool drawn;                  /* has drawings, which are no text */
    struct caption_place markup; /* the first tag, override or reference in its text; line 0: none */
    char *name;                  /* the file's own number or id of it; NULL for none */
    uint32_t set; /* parts of a picture that is built up have one number, not 0: they do not overlap */
    uint8_t row_first, row_last; /* rows of the picture that it takes; 0: not known */
    char *area; /* layer, region or position: where these differ, an overlap may be meant; "" for none */
    struct caption_line *lines; /* empty ones at the start and the end are dropped */
    size_t count;
};

struct caption_finding {
    enum caption_rule rule;
    enum caption_level level;
    size_t caption; /* its position in the file from 1; 0: the file as a whole */
    struct caption_place at;
    bool measured; /* value and limit are there */
    int decimals;  /* both are whole numbers of 10^-decimals units */
    int64_t value, limit;
    const char *unit; /* "ms", ...; "" when not measured */
    const char
        *source; /* of the rule: "format", "asked", a style's document; lives as long as what gave it */
    char *text;  /* valid UTF-8, one line */
};

struct caption_findings {
    struct caption_finding *rows;
    size_t count;
    size_t by_level[LEVEL_COUNT]; /* all, also those that are not kept */
    size_t by_rule[RULE_COUNT];
    size_t dropped[RULE_COUNT][LEVEL_COUNT]; /* those that are only counted */
};

struct caption_file {
    enum caption_format format;
    struct caption *captions;
    size_t count;
    int64_t step_ms;            /* the smallest time that the file can write */
    int64_t first_frame;        /* stl: of the programme; its times are those of the captions and this */
    int64_t rate_num, rate_den; /* frames a second of the file; 0 when it names none */
    bool has_mark;              /* begins with a byte order mark */
    bool is_wide;               /* UTF-16: a code point has 2 or 4 bytes there */
    bool has_times;             /* false for txt: only text is judged */
    const char *unjudged[CAPTION_UNJUDGED_MAX]; /* it has these, and nobody checks them; ended by NULL */
    struct caption_findings findings;           /* what its reader found */
};

void caption_file_free(struct caption_file *file);

/* How the file itself calls a caption: "102 at 00:00:03,000", with its position where it has no number or id.
 */
#define CAPTION_NAME_SIZE 192
void caption_name(const struct caption_file *file, size_t index, char out[CAPTION_NAME_SIZE]);

/* Frees what the list holds. */
void caption_findings_free(struct caption_findings *list);

#endif
