/* The full-screen program: the application with its terminal, workers and store around it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_SCREEN_LOOP_H
#define STENO_TUI_SCREEN_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/settings.h"

struct screen_options {
    struct settings *settings; /* complete; the token may be replaced */
    const int64_t *ids;        /* projects to add and open */
    size_t id_count;
    bool utf8; /* what locale_start said */
};

/* Runs until the operator leaves; returns the exit code, or a signal's number negated where that asked for
 * the end: the caller then ends by signals_die. What stops it from starting is said on stderr. */
int screen_loop_run(const struct screen_options *options);

#endif
