/* The activity as the store has it: the acts of this account, and the lines of the history that no act tells.
 * Acts are listed at the end of a turn in which app_acts_changed was called, at most once a second; lines are
 * loaded when they are shown. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ACTS_H
#define STENO_APP_ACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/activity.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

struct app;

/* They may be others: something was sent, had an outcome or was left out, a project has moved, another
 * program has changed something. */
void app_acts_changed(struct app *app);
/* Lists them at once, where they may be others. */
void app_acts_list(struct app *app);
/* Newest first, until they are listed anew. */
const struct act *app_acts(const struct app *app, size_t *count);
/* What became of the project of a row. */
struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row);

/* The lines of a project, or (0) of all, that no act tells, newest first; the caller clears them. `is_cut`:
 * `steno activity` has older ones. False: they cannot be read. */
bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut);

/* Those that failed in acts which nobody has looked at. */
size_t app_acts_unseen(const struct app *app);
/* They are looked at. */
void app_acts_see(struct app *app);

/* "refused 15:30: not enough credit": the last enqueue of a project, where that was refused; NULL otherwise.
 * Caller frees. */
char *app_acts_refused(const struct app *app, int64_t id);

#endif
