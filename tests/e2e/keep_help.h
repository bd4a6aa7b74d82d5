/* What the tests of keeping share: a state file that another program has locked, what stands in it, and a
 * terminal that takes nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_KEEP_HELP_H
#define STENO_TESTS_E2E_KEEP_HELP_H

#include "support/home.h"
#include "support/pty.h"

/* Locks the home's state file against writers, as a session does that hangs in a write; and gives it free. */
void keep_lock(const struct home *home);
void keep_unlock(void);

/* Does a text stand in a draft of the state file? */
bool keep_is_stored(const struct home *home, const char *text);

/* Types something that makes the program write, and reads nothing, until it hangs in a write. */
bool keep_block(struct pty *pty, const char *typed);

/* How long the end by a hang-up may take. */
#define KEEP_HANG_UP_MS 2000
/* The thread sanitizer runs a signal's handler only when the write that hangs has returned, and this one
 * never does: such a test cannot be run under it. */
#define KEEP_SKIP_WITHOUT_SIGNALS()                                                                          \
    do {                                                                                                     \
        if (getenv("TSAN_OPTIONS"))                                                                          \
            cr_skip_test("a handler cannot run under the thread sanitizer while a write hangs");             \
    } while (0)

#endif
