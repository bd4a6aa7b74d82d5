/* The full-screen program: the application with its terminal, workers and store.
 *
 * Only screen.c sends cells to the terminal, once in each turn (an event with its effects). Curses sends only
 * the cells that changed. The whole screen is sent again after a resize or suspend, or when the user asks. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_SCREEN_H
#define STENO_TUI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/settings.h"

struct app;

struct screen_options {
    struct settings *settings; /* loaded by the caller; the screen can replace the token */
    const int64_t *ids;        /* projects to add to the list; the first is selected */
    size_t id_count;
    bool utf8; /* result of locale_start: the terminal shows UTF-8 */
};

/* Runs until the operator quits. Returns the exit code. If a signal ended the screen, returns the signal as a
 * negative number: then call signals_die(). An error at the start is printed to standard error. */
int screen_run(const struct screen_options *options);

void screen_draw(const struct app *app);

#endif
