/* The projects that are on the screen, the refresh that somebody waits for, and what is said of a pause. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_POLL_PRIVATE_H
#define STENO_APP_POLL_PRIVATE_H

#include <stdint.h>

#include "steno/app/poll.h"

struct app_project;
struct project;

/* "Refreshing 3 of 12": what somebody asked for and waits for; false for nothing. */
bool app_poll_running(const struct app *app, char *out, size_t size);
/* The project leaves while somebody may wait for its reading. */
void app_poll_forget(struct app *app, struct app_project *project);
/* That the server asked to wait; false when it did not. */
bool app_poll_standing(const struct app *app, char *out, size_t size);
/* Has the client read a project from now on. */
void app_poll_watch(struct app *app, const struct app_project *project);
/* Tells the client what is on the screen: at the end of a turn, where STALE_SHOWN is
 * set. */
void app_poll_sync(struct app *app);
/* Has it read soon. */
void app_poll_read(struct app *app, int64_t id);
/* The operator asks for one project, or for all, though all may be paused. */
void app_poll_ask(struct app *app, int64_t id);
void app_poll_ask_all(struct app *app);
/* One of the readings that somebody waits for has ended; of several the last one brings the outcome. True
 * when it was the only one: the caller says what it brought. */
bool app_poll_waited(struct app *app, struct app_project *project, bool changed, bool failed);
/* Says that nothing is read by itself and until when, or that this has ended. */
void app_poll_say_pause(struct app *app);
/* The answer of a write shows the project. */
void app_poll_take_project(struct app *app, int64_t id, struct project *project);

#endif
