/* Children: programs run without a shell, with a time limit.
 *
 * A command text is split at blanks, with '...' and "..." kept together and no
 * other meaning given to any character.  The child has its own session, stdin
 * from /dev/null (or given bytes), and none of
 * our descriptors. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_SPAWN_H
#define STENO_BASE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

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
    const char *input;            /* bytes for stdin, or NULL for /dev/null */
    size_t input_len;
    struct buffer *output;   /* collects stdout up to its cap, or NULL: /dev/null */
    struct spawn_said *said; /* zeroed; or NULL: stderr is /dev/null */
    int timeout_ms;          /* then the child's session is killed: ERROR_TIMEOUT */
};

/* Runs and waits. A non-zero exit is ERROR_IO naming the program and its code. */
bool spawn_run(const struct spawn_request *request, struct error *err);

#endif
