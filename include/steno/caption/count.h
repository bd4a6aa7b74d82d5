/* Counting: characters, words, and what stands at the ends of lines. One definition for every front end.
 *
 * A character is one extended grapheme cluster (UAX 29, Unicode 14): a letter with
 * its marks 1, an emoji with its joiners 1.  Blanks inside a line count, line ends
 * do not. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_COUNT_H
#define STENO_CAPTION_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include "steno/caption/caption.h"

/* What a limit on characters counts. */
enum count_rule {
    COUNT_ALL,      /* characters */
    COUNT_NO_SPACE, /* characters that are no blank */
    COUNT_HALF,     /* East Asian wide and full-width ones 2, all else 1; limits are doubled */
    COUNT_CELLS,    /* cells of a teletext row, codes included; characters where the format has no cells */
    COUNT_RULE_COUNT
};

const char *count_rule_name(enum count_rule rule); /* "all", "no-space", "half", "cells" */

/* Characters of a line, by any rule. */
int64_t count_line(const struct caption_line *line, enum count_rule rule);

#endif
