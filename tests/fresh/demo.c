/* fresh_demo ROOT COMMAND: runs the demo in a bare system. ROOT is the root folder of the system, COMMAND a
 * command line for its shell. After COMMAND has installed and built what it needs, the console must open on
 * the practice server, show help and quit. Exit 0: all this was seen. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "support/home.h"
#include "support/pty.h"

#define DEMO_INSTALL_MS (30 * 60 * 1000)
#define DEMO_KEY_MS     20000

/* Waits for the console, opens help, closes it, quits. */
static bool demo_is_used(struct pty *pty)
{
    if (!pty_wait_text(pty, "Council meeting", DEMO_INSTALL_MS))
        return false;
    pty_key(pty, "?");
    if (!pty_wait_no_text(pty, "Council meeting", DEMO_KEY_MS) || !pty_wait_text(pty, "Help", DEMO_KEY_MS))
        return false;
    pty_key(pty, "q");
    if (!pty_wait_text(pty, "Council meeting", DEMO_KEY_MS) || !pty_wait_text(pty, "q Quit", DEMO_KEY_MS))
        return false;
    char *screen = pty_screen(pty);
    fputs(screen, stdout);
    free(screen);
    pty_key(pty, "q");
    return pty_wait_exit(pty, DEMO_KEY_MS) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: fresh_demo ROOT COMMAND\n", stderr);
        return 2;
    }
    struct home *home = home_create();
    char *command[] = {"chroot",
                       argv[1],
                       "/usr/bin/env",
                       "-i",
                       "HOME=/root",
                       "TERM=xterm-256color",
                       "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                       "sh",
                       "-c",
                       argv[2],
                       NULL};
    struct pty *pty = pty_start(home, command, 24, 80);
    bool ok = demo_is_used(pty);
    printf("the demo %s\n", ok ? "opened, helped and quit with 0" : "did not open, help and quit");
    pty_free(pty);
    home_remove(home);
    return ok ? 0 : 1;
}
