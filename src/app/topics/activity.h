/* The activity pane, and when a session begins and ends. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_TOPICS_ACTIVITY_H
#define STENO_APP_TOPICS_ACTIVITY_H

struct app;

/* The session begins: the line "since your last session" stands where the last one has ended, */
void app_activity_start(struct app *app);
/* and that of the next one where this one does. */
void app_activity_leave(struct app *app);

#endif
