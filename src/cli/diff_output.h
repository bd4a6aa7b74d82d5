/* What `diff` prints: rows of captions as text or JSON, then a summary. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_DIFF_OUTPUT_H
#define STENO_CLI_DIFF_OUTPUT_H

#include "steno/api/param.h"
#include "steno/caption/diff.h"
#include "caption_input.h"
#include "verdict.h"

/* One of the two. */
struct diff_side {
    const char *word; /* as given */
    struct caption_input input;
    struct param_set *params;
    size_t by_level[LEVEL_COUNT]; /* of its findings */
};

struct diff_shown {
    const struct diff_side *sides[2];
    const struct caption_diff *diff;
    const struct verdict *verdict;
    const bool *kinds; /* those that are shown, DIFF_KIND_COUNT of them */
    bool differs;      /* a row of a shown kind is not the same */
};

/* Prints them; the summary of the text form goes to standard error. */
void diff_write(struct cli *cli, const struct diff_shown *shown);

#endif
