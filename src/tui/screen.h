/* The screen: the only place that hands cells to the terminal, once a turn.
 *
 * What did not change costs nothing.  The whole is cleared only on a resize, on
 * the way back from a suspend, and when asked for.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_SCREEN_H
#define STENO_TUI_SCREEN_H

#include "steno/app/state.h"

/* Draws what `dirty` (bits of effect.h) names. */
void screen_draw(const struct app *app, unsigned dirty);

/* Forgets what the terminal shows: the next draw sends everything. */
void screen_forget(void);

#endif
