/* Runs other programs, and handles the signals that we receive. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_PROCESS_H
#define STENO_BASE_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

/* --- programs, run without a shell, with a time limit ---
 * A command is split at blanks. '...' and "..." keep blanks; no other character has a special meaning. The
 * child has its own session, its stdin is /dev/null or the given text, and it inherits none of our
 * descriptors. */

/* Splits a command into a NULL-ended argv; caller frees with spawn_argv_free. False on an open quote or an
 * empty command. The error does not quote the command: its arguments may hold a secret. */
bool spawn_split(const char *command, char ***argv, struct error *err);
void spawn_argv_free(char **argv);

/* Can the command be split, and does its program exist and is it executable? */
bool spawn_check(const char *command, struct error *err);

/* The start of the last line that a child wrote to its standard error, not cleaned. */
struct spawn_last_line {
    char line[200];
    size_t len;
    bool ended; /* the next byte begins a new line */
};

struct spawn_request {
    char *const *argv;
    const char *const *env_extra; /* "NAME=value", NULL-ended, or NULL */
    const char *input;            /* text for stdin, or NULL for /dev/null */
    struct buffer *output;        /* collects stdout up to its limit, or NULL: /dev/null */
    struct spawn_last_line *last; /* zeroed; or NULL: stderr is /dev/null */
    int timeout_ms;               /* then the child's process group is killed: ERROR_TIMEOUT */
};

/* Starts a program with `ends` as stdin, stdout and stderr, -1 for /dev/null. Returns an errno or 0. */
int spawn_start(pid_t *pid, char *const *argv, const char *const *env_extra, const int ends[3]);

/* Runs a program and waits for its end. A non-zero exit code is ERROR_IO; the error has name and code. */
bool spawn_run(const struct spawn_request *request, struct error *err);

/* --- signals: each becomes a byte on a pipe; a fatal one restores the terminal first ---
 * INT, TERM, HUP, QUIT and ALRM ask the loop to end: one byte with the signal's number. If the loop has not
 * ended after 3 s (HUP: 1.8 s), the restorer runs and the process ends by that signal. A fatal signal does so
 * at once. WINCH, TSTP and CONT become bytes too. A signal that was ignored at start (nohup) stays so. */

/* Installs the handlers. Call before curses starts, which then keeps ours. `restore` must be
 * async-signal-safe. */
bool signals_start(void (*restore)(void));
void signals_stop(void);

/* Sets a function that the handler calls at the first signal that asks for the end. It must be
 * async-signal-safe. NULL: none. */
void signals_on_ending(void (*on_ending)(int sig));

/* Readable while a signal waits for signals_next. */
int signals_fd(void);

/* The next signal that arrived, or 0. */
int signals_next(void);

/* Has a signal asked for the end, even if signals_next has not returned it yet? */
bool signals_are_ending(void);

/* Stops the process as ^Z does; returns when it is continued, or at once when nobody could continue it. */
void signals_suspend(void);

/* Blocks SIGPIPE in this thread: TLS libraries write without MSG_NOSIGNAL. False: it was blocked before, as
 * in workers. Else call signals_release_pipe: it discards a pending SIGPIPE and restores the mask. */
bool signals_hold_pipe(sigset_t *before);
void signals_release_pipe(const sigset_t *before);

/* Ends the process by the signal's default action, so that the exit status shows the signal. */
_Noreturn void signals_die(int sig);

#endif
