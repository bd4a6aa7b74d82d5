/* Two files of captions compared: aligned by their words, not by their numbers.
 *
 * The words of both, without the signs of speakers and the ellipses that an export adds, are aligned;
 * captions that share words form a row.  What has no word in common is paired by its times.  Time and memory
 * are bounded for any file: where there are too many differences, all is paired by times, and that is told.
 * What a comparison of A with B finds, one of B with A finds mirrored.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_DIFF_H
#define STENO_CAPTION_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/caption/caption.h"

#define DIFF_CHANGES_MAX 2000    /* words that only one side has; with more all is paired by times */
#define DIFF_WORDS_MAX   1000000 /* of a side; the same */

/* How the captions of a row differ: the first kind that fits. */
enum caption_diff_kind {
    DIFF_SAME,
    DIFF_MARKUP, /* text and times are equal; colours, italics or the position are not */
    DIFF_WRAP,   /* the words are equal, the line ends are not; the times may differ too */
    DIFF_TIME,   /* the text is equal, the times are not */
    DIFF_SPLIT,  /* one caption of A is several of B */
    DIFF_JOIN,   /* several captions of A are one of B */
    DIFF_SHIFT,  /* several are several, with other bounds */
    DIFF_TEXT,
    DIFF_ONLY_A,
    DIFF_ONLY_B,
    DIFF_KIND_COUNT
};

/* "same", "markup", ..., "only-a", "only-b"; the kind of a name, DIFF_KIND_COUNT for none. */
const char *caption_diff_kind_name(enum caption_diff_kind kind);
enum caption_diff_kind caption_diff_kind_find(const char *name);

struct caption_diff_side {
    const struct caption_file *file;
    const char *data; /* the bytes it was read from, for its markup; NULL: markup is not compared */
    size_t len;
    const char *sign, *ellipsis; /* that its export has added; NULL or "": none */
};

/* Captions a .. a + a_count of A against b .. b + b_count of B, counted from 0. */
struct caption_diff_row {
    enum caption_diff_kind kind;
    size_t a, a_count, b, b_count;
    bool timed;               /* both sides have times: */
    int64_t start_ms, end_ms; /* how much later B starts and ends; 0 when the formats cannot tell */
};

struct caption_diff {
    struct caption_diff_row *rows; /* every caption of both is in one, in the order of the files */
    size_t count;
    size_t by_kind[DIFF_KIND_COUNT];
    bool by_time; /* too many differences for an alignment by words */
};

/* Compares; both sides may be any files that were read. */
void caption_diff_make(struct caption_diff *diff, const struct caption_diff_side *a,
                       const struct caption_diff_side *b);
void caption_diff_free(struct caption_diff *diff);

/* What is to be said of captions of a row whose times cannot be read, in files that have times: "+ has a time
 * that cannot be read", - for A and + for B; NULL for nothing. */
const char *caption_diff_untimed(const struct caption_diff_row *row, const struct caption_file *a,
                                 const struct caption_file *b);

/* Are all rows the same? */
bool caption_diff_is_empty(const struct caption_diff *diff);

/* A word of a row as it stands in the text, signs and ellipses too. */
struct caption_diff_word {
    const char *s; /* lives as long as the file */
    size_t len;
    int side; /* -1: only in A, 0: in both, 1: only in B */
};

/* The words of a row, those of both sides once. Returns how many; caller frees *words. */
size_t caption_diff_words(const struct caption_diff_row *row, const struct caption_file *a,
                          const struct caption_file *b, struct caption_diff_word **words);

#endif
