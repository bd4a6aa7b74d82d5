/* What is typed, chosen or shown by a terminal, as plain values: EVENT_INPUT carries one. Pointers are
 * borrowed for the turn. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_APP_INPUT_H
#define STENO_APP_APP_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/key.h"

struct app;

enum input_kind {
    INPUT_NONE,  /* nothing waits */
    INPUT_START, /* the first turn: cols, rows; ids: projects to be added, the first one opened;
                    draws_later: no pane is built before INPUT_DRAW */
    INPUT_KEY,   /* key; seen: generation of app->overlays as it was on the screen when the key was read */
    INPUT_PASTE, /* text: bytes of a bracketed paste, never run as keys; lost: characters left out */
    INPUT_DRAW,  /* the first picture is about to be drawn */
    INPUT_DRAWN, /* the first picture is on the screen */
    INPUT_RESIZE /* cols, rows */
};

struct app_input {
    enum input_kind kind;
    struct key key;
    uint64_t seen;
    const char *text;
    size_t lost;
    int cols, rows;
    const int64_t *ids;
    size_t id_count;
    bool draws_later;
};

/* Hands on what somebody typed or chose. */
void app_take_input(struct app *app, const struct app_input *input);

#endif
