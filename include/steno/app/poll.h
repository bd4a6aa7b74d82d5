/* The meeting of the watchlist and the refresh machine: reads that fall due, and their answers. */
#ifndef STENO_APP_POLL_H
#define STENO_APP_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/refresh.h"

struct app;
struct app_project;
struct settings;
struct project;

/* "Refreshing 3 of 12": what somebody asked for and waits for; false for nothing. */
bool app_poll_running(const struct app *app, char *out, size_t size);
/* The project leaves while somebody may wait for its reading. */
void app_poll_forget(struct app *app, struct app_project *project);
/* That the server asked to wait; false when it did not. */
bool app_poll_standing(const struct app *app, char *out, size_t size);
/* "11:02 CEST", until when no project is read by itself, with seconds in its last minute. False when nothing
 * is held. DATE_TEXT_SIZE bytes. */
bool app_held_text(const struct app *app, char *out, size_t size);
/* Tells the machine what is watched and what is on the screen: at the end of a turn, where STALE_SHOWN is
 * set. */
void app_poll_sync(struct app *app);
void app_poll_read(struct app *app, int64_t id);
/* The operator asks for one project, or for all, though all may be held. */
void app_poll_ask(struct app *app, int64_t id);
void app_poll_ask_all(struct app *app);
/* Says that nothing is read by itself and until when, and that it has ended; the header shows it. */
void app_poll_event(struct app *app, enum refresh_event_kind kind, int64_t id);
void app_poll_take_project(struct app *app, int64_t id, struct project *project);

#endif
