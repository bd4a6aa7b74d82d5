/* Presses keys in a traced program and marks in its trace where a key begins.
 * usage: shape_drive LOG COMMAND STEP...   COMMAND is split at blanks; NAME=value words before it go into its
 * environment. Steps: wait=TEXT until it is on the screen, type=KEYS, quiet until nothing is drawn, pause for
 * a while, mark=NAME. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/pty.h"

#define DRIVE_LIMIT_MS 20000
#define DRIVE_QUIET_MS 700  /* longer than details wait before they follow */
#define DRIVE_PAUSE_MS 5000 /* a tick comes in it */

/* Writes "mark NAME" behind what was traced so far. */
static bool drive_mark(const char *log, const char *name)
{
    char line[80];
    int fd = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    int len = snprintf(line, sizeof line, "mark %s\n", name);
    bool ok = fd >= 0 && write(fd, line, (size_t)len) == len;
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Does one step; false with a word on stderr when it cannot. */
static bool drive_step(struct pty *pty, const char *log, const char *step)
{
    bool ok = true;
    if (strncmp(step, "wait=", 5) == 0)
        ok = pty_wait_text(pty, step + 5, DRIVE_LIMIT_MS);
    else if (strncmp(step, "type=", 5) == 0)
        pty_type(pty, step + 5);
    else if (strncmp(step, "mark=", 5) == 0)
        ok = drive_mark(log, step + 5);
    else if (strcmp(step, "pause") == 0)
        pty_wait_exit(pty, DRIVE_PAUSE_MS);
    else
        while (!pty_stays_quiet(pty, DRIVE_QUIET_MS))
            ;
    if (!ok)
        fprintf(stderr, "shape: this step failed: %s\n", step);
    return ok;
}

int main(int argc, char **argv)
{
    struct error err;
    char **words = NULL;
    if (argc < 3 || !spawn_split(argv[2], &words, &err))
        return 2;
    struct home *home = home_create();
    struct pty *pty = pty_start(home, home_take(home, words), 24, 80);
    bool ok = true;
    for (int i = 3; i < argc && ok; i++)
        ok = drive_step(pty, argv[1], argv[i]);
    pty_free(pty);
    spawn_argv_free(words);
    home_remove(home);
    return ok ? 0 : 1;
}
