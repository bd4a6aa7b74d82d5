/* Shared by tests of the screen: a home, a sandbox, and steno in a terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_TUI_RUN_H
#define STENO_TESTS_E2E_TUI_RUN_H

#include "support/home.h"
#include "support/process.h"
#include "support/pty.h"

#define TUI_LIMIT_MS 20000

struct tui {
    struct home *home;
    struct process_sandbox sandbox; /* unused by tui_demo() */
    struct pty *pty;
};

/* Starts steno --demo and waits until its watchlist is read. tui->home NULL: makes a home. */
void tui_demo(struct tui *tui, int rows, int cols);

/* Starts a sandbox with the token "t0ken" and these arguments; sets STENO_URL and STENO_TOKEN in the home. */
void tui_sandbox(struct tui *tui, const char *sandbox_arguments);
/* Starts steno with these arguments. */
void tui_start(struct tui *tui, const char *arguments, int rows, int cols);

/* tui_sandbox() and tui_start() at 80x24; waits for this text. */
void tui_open(struct tui *tui, const char *sandbox_arguments, const char *arguments, const char *text);

/* Presses keys ("": none), and waits for this text. */
void tui_go(struct tui *tui, const char *keys, const char *text);
/* Presses keys, and waits until this text has gone. */
void tui_leave(struct tui *tui, const char *keys, const char *text);
/* True if the program has sent these bytes since the mark. */
bool tui_has_sent(struct tui *tui, const char *bytes);

/* Sets the clock of tests/dated/steno and its sandbox in this home to a time such as "2026-11-24T19:02:05Z".
 * The clock does not run. Works before and after their start. */
void tui_set_clock(struct tui *tui, const char *time);

/* Waits until no byte came for a while. */
void tui_settle(struct tui *tui);

/* The bytes that the program sends after a key, until silence. */
size_t tui_key_bytes(struct tui *tui, const char *key);

/* Quits the program with these keys; it must end with code 0 within the limit. */
void tui_quit(struct tui *tui, const char *keys, int limit_ms);
void tui_end(struct tui *tui);

#endif
