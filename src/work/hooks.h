/* Hooks that wait for their turn: one runs at a time, and each is claimed only when it is to begin.
 *
 * Of several programs that see a change one runs its hook, as the store decides (notify_claim).  A hook that
 * was claimed is run by nobody else: so none is claimed that may still be dropped.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_HOOKS_H
#define STENO_WORK_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

#include "mailbox.h"
#include "programs.h"
#include "steno/work/notify.h"

struct hooks;

/* `claim` asks the store: it takes the operation over, and its result goes to hooks_claimed, at once or
 * later. All is borrowed. */
struct hooks *hooks_new(struct programs *programs, void (*claim)(void *arg, struct store_op *op), void *arg);
void hooks_free(struct hooks *hooks); /* NULL is fine */

/* The hook of a change takes its place. False with a sentence when the command is bad; without one nothing is
 * done. */
bool hooks_add(struct hooks *hooks, const struct settings *settings, const struct notify_change *change,
               struct error *err);

/* Takes the store's result: the hook runs, or another program has it. */
void hooks_claimed(struct hooks *hooks, const struct store_result *result);
/* None is claimed from now on. */
void hooks_stop(struct hooks *hooks);
/* One has ended (MAIL_PROGRAM): the next begins. */
void hooks_ended(struct hooks *hooks);

/* How many have not ended. */
size_t hooks_count(const struct hooks *hooks);
/* What is said of those when the program ends before their turn. */
#define HOOKS_NOT_RUN "the hook was not run here for %s"
/* Those that did not begin, as "12 (Completed), 15 (Failed)"; NULL for none. Caller frees. */
char *hooks_waiting(const struct hooks *hooks);

#endif
