/* Signals as bytes on a pipe, and the terminal restored before any death.
 *
 * INT, TERM, HUP, QUIT, ALRM ask the loop to end (one byte, the signal's number).  If
 * it has not ended after 3 s (a hang-up: 1.8), and at a fatal signal at once, the restorer runs
 * and the process ends by that same signal.  WINCH, TSTP and CONT are bytes too.  A signal
 * ignored at start (nohup) stays ignored.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_SIGNALS_H
#define STENO_BASE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs the handlers; before curses starts, so that it leaves ours alone. `restore` must be
 * async-signal-safe. */
bool signals_start(void (*restore)(void));
void signals_stop(void);

/* Also called by the handler, with the signal, as soon as the end is asked for; async-signal-safe as well.
 * NULL: nothing. */
void signals_on_ending(void (*let_go)(int sig));

/* Readable when a signal came. */
int signals_fd(void);

/* The next signal that came, or 0. */
int signals_next(void);

/* Was the end asked for, whether or not signals_next has told so? */
bool signals_are_ending(void);

/* Stops the process as ^Z does and returns when it goes on; at once when nobody could continue it. */
void signals_suspend(void);

/* Keeps SIGPIPE from this thread, since TLS libraries write without MSG_NOSIGNAL. False when the thread does
 * so anyway, as workers do; else signals_release_pipe drops one that came and restores the mask. */
bool signals_hold_pipe(sigset_t *before);
void signals_release_pipe(const sigset_t *before);

/* Ends the process by the signal's default action, so that the exit status tells it. */
_Noreturn void signals_die(int sig);

#endif
