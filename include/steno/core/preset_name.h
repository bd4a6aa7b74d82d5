/* The names of presets: one rule for all front ends. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_PRESET_NAME_H
#define STENO_CORE_PRESET_NAME_H

#include "steno/base/error.h"

#define PRESET_NAME_MAX 64 /* characters */

/* The name without the blanks around it, whatever it is; caller frees. */
char *preset_name_trim(const char *text);

/* Like preset_name_trim(); NULL with the reason unless it has 1 to 64 printable characters then and none of
 * the house styles has this name. */
char *preset_name_check(const char *text, struct error *err);

#endif
