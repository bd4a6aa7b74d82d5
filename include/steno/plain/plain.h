/* Plain mode, line by line: the whole application for screen readers, braille, logs and very slow links.
 *
 * Everything written is appended, line by line: no cursor is moved, nothing is
 * repainted, no colour, border or spinner.  Every action of the table is a word,
 * the keys as bound are its short forms; forms are asked field by field.  It runs
 * on the same application and engine as the screen; the bytes are the same with
 * and without a terminal, because what is typed is
 * echoed here. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_PLAIN_PLAIN_H
#define STENO_PLAIN_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

struct plain_options {
    const struct settings *settings; /* complete; the caller's */
    const int64_t *ids;              /* projects to add and open */
    size_t id_count;
    bool utf8; /* what locale_start said */
};

/* Runs until `quit` or the end of the input; returns the exit code, or a signal's number negated where that
 * asked for the end: the caller then ends by signals_die. `err` is set when it could not begin. */
int plain_run(const struct plain_options *options, struct error *err);

#endif
