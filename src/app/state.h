/* What every part does to the state, beside its own. */
#ifndef STENO_APP_STATE_PRIVATE_H
#define STENO_APP_STATE_PRIVATE_H

#include "steno/app/state.h"

/* What must be drawn again: DIRTY_ bits. */
void app_dirty(struct app *app, unsigned bits);
/* What the end of the turn brings up to date: STALE_ bits. */
void app_stale(struct app *app, unsigned bits);
/* The panes about a project, when it is the one that they show. */
void app_stale_project(struct app *app, int64_t id);
struct effect *app_emit(struct app *app, enum effect_kind kind);

#endif
