/* The full-screen program: the application with its terminal, workers and store around it.
 *
 * It is the only place that hands cells to the terminal, once a turn. What did not change costs nothing:
 * curses compares the cells. The whole is sent again only on a resize, on the way back from a suspend, and
 * when asked for.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_SCREEN_H
#define STENO_TUI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/settings.h"

struct app;

struct screen_options {
    struct settings *settings; /* complete; the token may be replaced */
    const int64_t *ids;        /* projects to add and open */
    size_t id_count;
    bool utf8; /* what locale_start said */
};

/* Runs until the operator leaves; returns the exit code, or a signal's number negated where that asked for
 * the end: the caller then ends by signals_die. What stops it from starting is said on stderr. */
int screen_run(const struct screen_options *options);

void screen_draw(const struct app *app);

#endif
