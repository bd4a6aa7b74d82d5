/* Captions checked by a style and by what was asked of an export: what is found, and what it comes to. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_VERDICT_H
#define STENO_CLI_VERDICT_H

#include "caption_input.h"
#include "lint_output.h"

#define EXIT_FOUND 9 /* "checked, and found something" */

struct verdict {
    const struct caption_style *style;
    struct caption_limits limits; /* the style's, perhaps changed */
    enum lint_format format;
    enum caption_level fail_on; /* LEVEL_COUNT: never */
    bool found;                 /* some file has something at or above it */
    bool unlimited;             /* some file was checked without any limit of length, speed and gaps */
};

/* Reads --fail-on. */
bool verdict_read_fail_on(const struct args *args, struct verdict *verdict, struct error *err);

/* Reads --check and --fail-on, which goes with it; without --check the style is NULL. */
bool verdict_read_check(struct cli *cli, struct verdict *verdict, struct error *err);

/* Checks captions that were read and prints what was found. `params` are what they were asked with, the
 * defaults too where they are a project's. */
void verdict_give(struct cli *cli, struct verdict *verdict, const struct caption_input *input,
                  const struct param_set *params);

/* A verdict and the common exit code of all that failed: 9 only when nothing did. */
int verdict_code(const struct verdict *verdict, int code);

#endif
