/* Subtitles checked by a house style or by what was asked for: `lint` and `export --check`. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_LINT_H
#define STENO_CLI_LINT_H

#include "steno/api/param.h"
#include "steno/caption/styles.h"
#include "cli.h"

#define EXIT_FOUND 9 /* "checked, and found something" */

struct lint {
    const struct caption_style *style; /* NULL: the parameters are the limits */
    enum caption_level fail_on;        /* LEVEL_COUNT: never */
    bool has_failed;                   /* something had a finding at or above it */
};

/* Reads --fail-on. */
bool lint_read_fail_on(const struct args *args, struct lint *lint, struct error *err);

/* Check, and print what is found about `name`: a file, or what a project (id, 0 for none) exports by these
 * parameters as SubRip, which is fetched for it. False with why it could not be checked. */
bool lint_file(struct cli *cli, struct lint *lint, const char *name, int64_t id,
               const struct param_set *params, struct error *err);
bool lint_export(struct cli *cli, struct lint *lint, const char *name, int64_t id,
                 const struct param_set *params, struct error *err);

/* The exit code of all that was checked, of which `code` is that of what failed. */
int lint_code(const struct lint *lint, int code);

#endif
