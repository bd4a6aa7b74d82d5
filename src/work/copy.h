/* What only this layer calls of steno/work/copy.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_COPY_PRIVATE_H
#define STENO_WORK_COPY_PRIVATE_H

#include "programs.h"
#include "steno/base/error.h"
#include "steno/core/settings.h"
#include "steno/work/copy.h"

/* Fills the program that copies the text; program->argv NULL: the terminal must do it. False on a bad
 * copy_command. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#endif
