/* The full-screen program: the application with its terminal, workers and store.
 *
 * Only screen.c sends cells to the terminal, once in each turn (an event with its effects). Curses compares
 * the cells, and sends those that changed. The whole screen is sent again only after a resize or a suspend,
 * or when the user asks for it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_SCREEN_H
#define STENO_TUI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/settings.h"

struct app;

struct screen_options {
    struct settings *settings; /* loaded by the caller; the screen may replace the token */
    const int64_t *ids;        /* projects to add and open */
    size_t id_count;
    bool utf8; /* the terminal shows UTF-8: result of locale_start */
};

/* Runs until the operator quits; returns the exit code. If a signal ended the screen, returns the negative
 * signal number; pass the signal to signals_die. An error at the start is printed on stderr. */
int screen_run(const struct screen_options *options);

void screen_draw(const struct app *app);

#endif
