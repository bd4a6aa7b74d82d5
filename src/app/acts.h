/* The acts of this account, as the store has them: listed at the end of a turn in which app_acts_changed
 * was called, at most once a second. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ACTS_H
#define STENO_APP_ACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/act_words.h"
#include "steno/core/write.h"

struct app;
struct app_activity;

/* They may be others: something was sent, had an outcome or was left out, a project has moved, another
 * program has changed something. */
void app_acts_changed(struct app *app);
/* Newest first, until they are listed anew. */
const struct act *app_acts(const struct app *app, size_t *count);
/* What became of each project, in the order in which they were sent; caller frees the array, which borrows
 * texts of the act. */
struct act_part *app_act_parts(const struct app *app, const struct act *act);
/* One of them. */
struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row);
/* What the act's line says after its name: the sums, when it ended.
 * Caller frees. */
char *app_act_sums(const struct app *app, const struct act *act, const struct act_sums *sums);

/* A project in an act. */
struct app_act_of {
    int64_t id;
    const struct act *act;
    const struct write *row;
};
/* The newest of a project, and how many follow; NULL for none. */
const struct app_act_of *app_acts_of(const struct app *app, int64_t id, size_t *count);
/* Is an entry of the activity told by one of them: what was sent, a change of state after it? */
bool app_acts_tell(const struct app *app, const struct app_activity *entry);

/* Those that failed in acts which nobody has looked at. */
size_t app_acts_unseen(const struct app *app);
/* They are looked at. */
void app_acts_see(struct app *app);

/* "refused 15:30: not enough credit": the last enqueue of a project, where that was refused; NULL otherwise.
 * Caller frees. */
char *app_acts_refused(const struct app *app, int64_t id);

#endif
