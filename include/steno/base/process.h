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
 * A command is split at blanks, except inside '...' or "..."; no other character has a special meaning. The
 * program runs in a session of its own. Its stdin is /dev/null or the given text. It inherits none of our
 * descriptors. */

/* Splits a command into a NULL-ended argv; caller frees with spawn_argv_free. False if a quote is not closed
 * or the command is empty. The error does not quote the command: an argument may be a secret. */
bool spawn_split(const char *command, char ***argv, struct error *err);
void spawn_argv_free(char **argv);

/* True if the command can be split into words, and its program exists and may be executed. */
bool spawn_check(const char *command, struct error *err);

/* The last line that a child wrote to standard error, not cleaned. A longer line is cut to 199 bytes. */
struct spawn_last_line {
    char line[200];
    size_t len;
    bool ended; /* the next byte begins a new line */
};

struct spawn_request {
    char *const *argv;
    const char *const *env_extra; /* variables to add, "NAME=value", NULL-ended; or NULL */
    const char *input;            /* text for stdin, or NULL for /dev/null */
    struct buffer *output;        /* receives stdout, up to the buffer's limit; NULL: stdout is /dev/null */
    struct spawn_last_line *last; /* receives stderr's last line; zero it first; NULL: stderr is /dev/null */
    int timeout_ms;               /* after this time the child's process group is killed: ERROR_TIMEOUT */
};

/* Starts a program. `ends` are its stdin, stdout and stderr; -1: /dev/null. Returns 0 or an errno. */
int spawn_start(pid_t *pid, char *const *argv, const char *const *env_extra, const int ends[3]);

/* Runs a program to its end. A non-zero exit code is ERROR_IO, with the program's name and the code. */
bool spawn_run(const struct spawn_request *request, struct error *err);

/* --- signals ---
 * INT, TERM, HUP, QUIT and ALRM ask the program to end: the handler writes the signal's number to a pipe that
 * the loop reads. If the loop has not ended after 3 s (HUP: 1.8 s), the terminal is restored and the signal
 * ends the process. A fatal signal, such as SEGV, restores the terminal and ends the process at once. WINCH,
 * TSTP and CONT are only written to the pipe. A signal that is ignored when the program starts (nohup) stays
 * ignored. */

/* Installs the handlers. Call before curses starts: curses keeps handlers that are already installed.
 * `restore` must restore the terminal, and be async-signal-safe. */
bool signals_start(void (*restore)(void));
void signals_stop(void);

/* Sets a function that the handler calls at the first signal that asks the program to end; NULL: none. It
 * must be async-signal-safe. */
void signals_on_ending(void (*on_ending)(int sig));

/* Returns a descriptor that is readable while a signal waits for signals_next. */
int signals_fd(void);

/* Returns the next signal that arrived, or 0. */
int signals_next(void);

/* True if a signal has asked the program to end, even if signals_next has not returned it yet. */
bool signals_are_ending(void);

/* Stops the process as ^Z does, until fg. Returns at once if no shell could continue the process. */
void signals_suspend(void);

/* Blocks SIGPIPE in this thread, because TLS libraries write without MSG_NOSIGNAL. False: the thread had
 * blocked SIGPIPE before, as threads of workers do. True: call signals_release_pipe afterwards, which
 * discards a pending SIGPIPE and restores the mask. */
bool signals_hold_pipe(sigset_t *before);
void signals_release_pipe(const sigset_t *before);

/* Ends the process by the signal's default action, so that the exit status shows the signal. */
_Noreturn void signals_die(int sig);

#endif
