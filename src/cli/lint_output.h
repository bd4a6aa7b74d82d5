/* What `lint` prints: one finding after the other as text, JSON or JUnit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_LINT_OUTPUT_H
#define STENO_CLI_LINT_OUTPUT_H

#include "steno/caption/style.h"
#include "cli.h"

enum lint_format { LINT_TEXT, LINT_JSON, LINT_JUNIT, LINT_FORMAT_COUNT };

/* One checked file. */
struct lint_file {
    const char *name; /* as given, or what the export would be called */
    int64_t id;       /* of the project; 0 for a file */
    const struct caption_file *file;
    const struct caption_check *check;
    const struct caption_style *style;
    const struct caption_findings *found;
    bool failed; /* something at or above --fail-on was found */
    enum caption_level fail_on;
};

/* The format of a name, LINT_FORMAT_COUNT for none. */
enum lint_format lint_format_find(const char *name);

/* What stands before all files, and after them. */
void lint_begin(struct cli *cli, enum lint_format format);
void lint_end(struct cli *cli, enum lint_format format);

/* The findings of one file, then its verdict. */
void lint_write(struct cli *cli, enum lint_format format, const struct lint_file *lint);
/* A file that could not be checked, where the format has a place for it. */
void lint_write_failure(struct cli *cli, enum lint_format format, const char *name, const struct error *err);

#endif
