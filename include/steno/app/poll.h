/* What is said of a pause. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_POLL_H
#define STENO_APP_POLL_H

#include <stdbool.h>
#include <stddef.h>

struct app;

/* "11:02 CEST", until when no project is read by itself, with seconds in its last minute. False when nothing
 * is paused. DATE_TEXT_SIZE bytes. */
bool app_pause_text(const struct app *app, char *out, size_t size);

#endif
