/* The clipboard, as far as a program can reach it: copy_command, tmux's buffer, and the sequence for a
 * terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_COPY_H
#define STENO_WORK_COPY_H

#include <stdbool.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

struct program;

#define COPY_OSC_MAX 74994 /* bytes of text that OSC 52 may carry: terminals cut at 100,000 of base64 */

/* Is tmux around us? */
bool copy_in_tmux(void);

/* The OSC 52 sequence for a text, wrapped for tmux where it must be; NULL when it is too long.
 * Caller frees. */
char *copy_osc52(const char *text, bool in_tmux);

/* Fills the program that copies the text; program->argv NULL: the terminal must do it. False on a bad
 * copy_command. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#endif
