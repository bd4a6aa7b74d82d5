/* Reads and changes the state file directly, for tests that must not rely on the program, or that need time
 * to pass. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_STATE_LOOK_H
#define STENO_TESTS_E2E_STATE_LOOK_H

#include <stdint.h>

#include "support/home.h"

/* One value from the state file below a folder of the home, such as "state" (XDG_STATE_HOME). NULL becomes
 * "". Caller frees a text. */
char *state_text(const struct home *home, const char *folder, const char *sql);
int64_t state_number(const struct home *home, const char *folder, const char *sql);

/* The number of writes without an answer, in the folder "state". */
int64_t state_unanswered(const struct home *home);

/* Locks the state file, like a session that hangs in a write. state_unlock(NULL) is fine. */
struct sqlite3 *state_lock(const struct home *home);
void state_unlock(struct sqlite3 *lock);

/* Changes the state file by SQL. */
void state_change(const struct home *home, const char *folder, const char *sql);

#endif
