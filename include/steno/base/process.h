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
 * A command is split at blanks. Blanks inside '...' or "..." do not split. All other characters are ordinary.
 * The program runs in a session of its own. Its stdin is /dev/null or the given text. It inherits none of our
 * descriptors. */

/* Splits a command into a NULL-ended argv. Caller frees argv with spawn_argv_free. False: a quote is not
 * closed, or the command is empty. err does not contain the command, because an argument can be a secret. */
bool spawn_split(const char *command, char ***argv, struct error *err);
void spawn_argv_free(char **argv);

/* True if the command can be split into words, and its program exists and is executable. */
bool spawn_check(const char *command, struct error *err);

/* The last line that a child wrote to standard error, cut to 199 bytes. The text is not cleaned. */
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
    struct spawn_last_line *last; /* receives the last line of stderr; caller zeroes it; NULL: /dev/null */
    int timeout_ms;               /* after this time the child is killed, and the error is ERROR_TIMEOUT */
};

/* Starts a program. `ends`: its stdin, stdout and stderr; -1: /dev/null. Returns 0 or an errno. */
int spawn_start(pid_t *pid, char *const *argv, const char *const *env_extra, const int ends[3]);

/* Runs a program to its end. An exit code other than 0 gives ERROR_IO, with the program and the code. */
bool spawn_run(const struct spawn_request *request, struct error *err);

/* --- signals ---
 * INT, TERM, HUP, QUIT and ALRM ask the program to end. The handler writes the number of the signal to a
 * pipe, which the loop reads. If the loop still runs 3 s later (HUP: 1.8 s), the handler restores the
 * terminal and ends the process. A fatal signal, such as SEGV, does this at once. WINCH, TSTP and CONT are
 * only written to the pipe. If a signal is ignored when the program starts (nohup), it stays ignored. */

/* Installs the handlers. Call this before curses starts, because curses keeps handlers that it finds.
 * `restore` restores the terminal; it must be async-signal-safe. */
bool signals_start(void (*restore)(void));
void signals_stop(void);

/* Sets a function, which the handler calls at the first signal that asks the program to end. NULL: none.
 * The function must be async-signal-safe. */
void signals_on_ending(void (*on_ending)(int sig));

/* Returns a descriptor. It is readable while signals_next has a signal to return. */
int signals_fd(void);

/* Returns the next signal that arrived; 0: none. */
int signals_next(void);

/* True if a signal has asked the program to end, even before signals_next returns this signal. */
bool signals_are_ending(void);

/* Stops the process, like ^Z, and returns after `fg`. If no shell could continue it, returns at once. */
void signals_suspend(void);

/* Blocks SIGPIPE in this thread, because TLS libraries write without MSG_NOSIGNAL. True: the caller must call
 * signals_release_pipe afterwards, which discards a pending SIGPIPE and restores the mask. False: SIGPIPE was
 * blocked already, as in the threads of workers. */
bool signals_hold_pipe(sigset_t *before);
void signals_release_pipe(const sigset_t *before);

/* Ends the process by the default action of the signal. The exit status then tells the signal. */
_Noreturn void signals_die(int sig);

#endif
