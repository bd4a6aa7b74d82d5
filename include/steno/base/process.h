/* Other programs, and the signals that reach ours. */
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
 * A command text is split at blanks, with '...' and "..." kept together and no other meaning given to any
 * character. The child has its own session, stdin from /dev/null (or given bytes), and none of our
 * descriptors. */

/* Splits a command into a NULL-ended argv; caller frees with spawn_argv_free. False on an open quote or no
 * word; the sentence has nothing of the command, whose arguments may hold a secret. */
bool spawn_split(const char *command, char ***argv, struct error *err);
void spawn_argv_free(char **argv);

/* Can the command be started: can it be split, and is its program there and executable? */
bool spawn_check(const char *command, struct error *err);

/* The last line that a child wrote to its standard error, as it came, cut at its end. */
struct spawn_said {
    char line[200];
    size_t len;
    bool ended; /* the next byte begins another line */
};

struct spawn_request {
    char *const *argv;
    const char *const *env_extra; /* "NAME=value", NULL-ended, or NULL */
    const char *input;            /* text for stdin, or NULL for /dev/null */
    struct buffer *output;        /* collects stdout up to its cap, or NULL: /dev/null */
    struct spawn_said *said;      /* zeroed; or NULL: stderr is /dev/null */
    int timeout_ms;               /* then the child's session is killed: ERROR_TIMEOUT */
};

/* Starts a program with these as its first three descriptors, -1 for /dev/null. Returns an errno. */
int spawn_start(pid_t *pid, char *const *argv, const char *const *env_extra, const int ends[3]);

/* Runs and waits. A non-zero exit is ERROR_IO naming the program and its code. */
bool spawn_run(const struct spawn_request *request, struct error *err);

/* --- signals as bytes on a pipe, and the terminal restored before any death ---
 * INT, TERM, HUP, QUIT, ALRM ask the loop to end (one byte, the signal's number). If it has not ended after
 * 3 s (a hang-up: 1.8), and at a fatal signal at once, the restorer runs and the process ends by that same
 * signal. WINCH, TSTP and CONT are bytes too. A signal ignored at start (nohup) stays ignored. */

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
