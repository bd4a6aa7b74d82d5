/* What pty.c and pty_screen.c share; tests include pty.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_PTY_PRIVATE_H
#define STENO_TESTS_SUPPORT_PTY_PRIVATE_H

#include <vterm.h>

#include "steno/base/mem.h"
#include "support/pty.h"

struct pty {
    pid_t pid;
    int master; /* -1 after a hang-up */
    int held;   /* a slave of our own, so that the last words of the program are not lost with it */
    int exit_code;
    VTerm *vt;
    VTermScreen *screen;
    bool cursor_visible, alternate;
    int slow;   /* bytes that are read a second; 0: all */
    bool blind; /* looking away */
    struct buffer transcript;
    size_t mark;
};

void pty_screen_init(struct pty *pty, int rows, int cols);
void pty_screen_end(struct pty *pty);
void pty_drain(struct pty *pty); /* reads all output that is waiting */

#endif
