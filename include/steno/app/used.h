/* What is said of values that were used before. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_USED_H
#define STENO_APP_USED_H

#include <stdbool.h>
#include <stddef.h>

struct app;
struct form_choice;
struct param_def;

/* What stands beside a value to choose: "used 14 times, last 19:02" (when only of the latest one), "the
 * server takes no"; in few cells less of it. "" for nothing. */
void app_used_note(const struct app *app, char *out, size_t size, const struct param_def *def,
                   const struct form_choice *row, bool narrow, bool latest);

#endif
