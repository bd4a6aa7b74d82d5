/* One turn of the application, and its life: (state, event, now) -> (state, effects, next deadline).
 *
 * No I/O, no clock, no terminal: every behaviour is a unit test. All texts in the state that came from a
 * server or a store are cleaned. */
#ifndef STENO_APP_TURN_H
#define STENO_APP_TURN_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "steno/base/error.h"
#include "steno/core/settings.h"

struct action;
struct app;
struct keymap;

/* Everything an operator can do: the rows of all topics, joined. Caller frees. */
struct action *app_actions(size_t *count);
/* The keys of all actions, with the `[keys]` of the config; NULL with the reason when they clash. */
struct keymap *app_keymap(const struct settings *settings, struct error *err);

/* A new application; settings must live as long. NULL with the reason when the `[keys]` of the
 * config clash. */
struct app *app_new(const struct settings *settings, struct error *err);

void app_free(struct app *app);

/* The first turn: session, watchlist, and the projects named on the command line (added, first
 * one opened). */
void app_start(struct app *app, int cols, int rows, const int64_t *ids, size_t id_count, int64_t now_ms,
               int64_t wall_ms, struct effects *effects);

/* One turn. effects->deadline_ms is set to when EVENT_TICK is wanted next. */
void app_handle(struct app *app, const struct event *event, int64_t now_ms, struct effects *effects);

#endif
