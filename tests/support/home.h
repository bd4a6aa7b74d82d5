/* A home of its own for every program that a test starts.
 *
 * A temporary folder with HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR and TMPDIR below it, and an
 * environment that holds these, PATH, LC_ALL=C.UTF-8, TERM=xterm-256color, TZ=UTC and, where they are set,
 * the sanitizers' options: nothing else of the caller's, no proxy either, reaches the program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_HOME_H
#define STENO_TESTS_SUPPORT_HOME_H

#include <stddef.h>

#define HOME_ENV_MAX 48

struct home {
    char *dir;               /* absolute */
    char *env[HOME_ENV_MAX]; /* "NAME=value", NULL-ended: hand it to pty_start and process_run */
};

struct home *home_create(void);
void home_remove(struct home *home); /* with everything below it; NULL is fine */

/* Sets, replaces or (value NULL) removes one variable. */
void home_set(struct home *home, const char *name, const char *value);

/* Takes the leading NAME=value words of a command line; returns the first other one. */
char **home_take(struct home *home, char **words);

/* The absolute path of something below the folder, such as "config/steno/config". Caller frees. */
char *home_path(const struct home *home, const char *relative);

/* Writes a file below the folder, 0600, making its parents. */
void home_write(const struct home *home, const char *relative, const char *text);

/* Reads a file below the folder; NULL when there is none. Caller frees. */
char *home_read(const struct home *home, const char *relative);

/* How many entries a folder below it holds, hidden ones included, below 0 when there is none; the mode of a
 * file below it, 0 when there is none. */
int home_count(const struct home *home, const char *folder);
unsigned home_mode(const struct home *home, const char *relative);

/* Programs of this home die of a fatal signal as they do without a sanitizer. */
void home_let_faults(struct home *home);

#endif
