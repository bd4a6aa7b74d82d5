/* A separate home for every program that a test starts: a temporary folder and an environment.
 *
 * The folder contains HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR and TMPDIR. The environment
 * has these variables, PATH, LC_ALL=C.UTF-8, TERM=xterm-256color, TZ=UTC and the options of sanitizers if
 * they are set. It has no proxy and no other variable of the test process. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_HOME_H
#define STENO_TESTS_SUPPORT_HOME_H

#include <stddef.h>

#define HOME_ENV_MAX 48

struct home {
    char *dir;               /* absolute path of the folder */
    char *env[HOME_ENV_MAX]; /* "NAME=value", NULL-ended; used by pty_start() and process_run() */
};

struct home *home_create(void);
void home_remove(struct home *home); /* deletes the folder too; NULL is fine */

/* Sets, replaces or (`value` is NULL) removes one variable of the environment. */
void home_set(struct home *home, const char *name, const char *value);

/* Sets the variables of the leading NAME=value words of a command line. Returns the words after them. */
char **home_take(struct home *home, char **words);

/* Returns the absolute path of a file in the folder, such as "config/steno/config". Caller frees. */
char *home_path(const struct home *home, const char *relative);

/* Writes a file in the folder with mode 0600. Makes the folders in its path. */
void home_write(const struct home *home, const char *relative, const char *text);

/* Reads a file in the folder; NULL: no such file. Caller frees. */
char *home_read(const struct home *home, const char *relative);

/* home_count() returns the number of entries in a folder, with hidden ones; negative: no such folder.
 * home_mode() returns the mode of a file; 0: no such file. */
int home_count(const struct home *home, const char *folder);
unsigned home_mode(const struct home *home, const char *relative);

/* Lets fatal signals end programs of this home even if they have a sanitizer. */
void home_let_faults(struct home *home);

#endif
