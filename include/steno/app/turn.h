/* One turn of the application, and its life: (state, event, now) -> (state, effects, next deadline).
 *
 * No request, no clock, no terminal, and of files the store alone: every behaviour is a unit test. All texts
 * in the state that came from a server or a store are cleaned. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_TURN_H
#define STENO_APP_TURN_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"
#include "steno/base/error.h"
#include "steno/core/settings.h"

struct action;
struct app;
struct keymap;
struct store;

/* Everything an operator can do: the rows of all topics, joined. Caller frees. */
struct action *app_actions(size_t *count);
/* The keys of all actions, with the `[keys]` of the config; NULL with the reason when they clash. */
struct keymap *app_keymap(const struct settings *settings, struct error *err);

/* A new application; settings and store must live as long. NULL with the reason when the `[keys]` of the
 * config clash. */
struct app *app_new(const struct settings *settings, struct store *store, struct error *err);

void app_free(struct app *app);

/* One turn of the application `self`, the first one with INPUT_START: what struct engine_user wants.
 * effects->deadline_ms is set to when EVENT_TICK is wanted next. */
void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects);

#endif
