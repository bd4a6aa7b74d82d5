/* What the tests of the screen share: a home, a sandbox, and steno in a terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_TUI_RUN_H
#define STENO_TESTS_E2E_TUI_RUN_H

#include "support/home.h"
#include "support/process.h"
#include "support/pty.h"

#define TUI_LIMIT_MS 20000

struct tui {
    struct home *home;
    struct process_sandbox sandbox; /* not with tui_demo */
    struct pty *pty;
};

/* steno --demo, its watchlist read. The test may have prepared tui->home; NULL makes one. */
void tui_demo(struct tui *tui, int rows, int cols);

/* A sandbox with the token "t0ken" and these further arguments; STENO_URL and STENO_TOKEN in the home. */
void tui_sandbox(struct tui *tui, const char *sandbox_arguments);
/* steno with these arguments on it. */
void tui_start(struct tui *tui, const char *arguments, int rows, int cols);

/* Both, at 80x24, once this is shown. */
void tui_open(struct tui *tui, const char *sandbox_arguments, const char *arguments, const char *text);

/* Presses keys, "" none, and waits for what they must bring. */
void tui_go(struct tui *tui, const char *keys, const char *text);
/* Presses keys, and waits until this has gone. */
void tui_leave(struct tui *tui, const char *keys, const char *text);
/* Were these bytes sent since the mark? */
bool tui_has_sent(struct tui *tui, const char *bytes);

/* Sets the clock of tests/dated/steno and its sandbox, started in this home before or after, to
 * "2026-11-24T19:02:05Z": it stands there. */
void tui_set_clock(struct tui *tui, const char *time);

/* Waits until no byte came for a while. */
void tui_settle(struct tui *tui);

/* Bytes that the screen took for a key, all that follows from it included. */
size_t tui_key_bytes(struct tui *tui, const char *key);

/* Ends the program by these keys, within so many milliseconds, with code 0. */
void tui_quit(struct tui *tui, const char *keys, int limit_ms);
void tui_end(struct tui *tui);

#endif
