/* What stands in the operator's state file, and what time would make of it, for tests that must not take the
 * program's word for it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_STATE_LOOK_H
#define STENO_TESTS_E2E_STATE_LOOK_H

#include <stdint.h>

#include "support/home.h"

/* One value out of the state file below a folder of the home, such as "state" (XDG_STATE_HOME). Caller frees
 * a text, which is empty for NULL. */
char *state_text(const struct home *home, const char *folder, const char *sql);
int64_t state_number(const struct home *home, const char *folder, const char *sql);

/* How many writes have no answer, in the folder "state". */
int64_t state_unanswered(const struct home *home);

/* Locks the state file against writers, as a session does that hangs in a write. NULL is fine to unlock. */
struct sqlite3 *state_lock(const struct home *home);
void state_unlock(struct sqlite3 *lock);

/* Changes the state file behind the program's back. */
void state_change(const struct home *home, const char *folder, const char *sql);

#endif
