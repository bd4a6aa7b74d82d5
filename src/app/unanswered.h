/* The marks of projects that have a write without an answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_UNANSWERED_H
#define STENO_APP_UNANSWERED_H

struct app;

/* CHANGED_OPEN: which those are, or what is known of them. */
void app_unanswered_mark(struct app *app);

#endif
