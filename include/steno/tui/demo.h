/* The demo: a private sandbox, and nothing of the user's own.
 *
 * Temporary config and state folders, removed at the end, or by the next demo when this one was killed;
 * STENO_* variables and proxies are taken out of the environment, so that what is loaded afterwards is
 * sealed.  The sandbox is found beside this program, then where it is installed,
 * and ends when its standard input closes: even when this program is killed.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_DEMO_H
#define STENO_TUI_DEMO_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

#define DEMO_EMAIL    "demo@example.org"
#define DEMO_PASSWORD "demo"
#define DEMO_IDS      "1-12" /* the projects that the sandbox has */

struct demo {
    pid_t pid;
    int to;        /* its standard input: open as long as it shall run */
    int lock;      /* the folder, locked while the demo lives: those of killed ones are removed by the next */
    char *dir;     /* temporary */
    char *exports; /* folder of the exports, beside it; it stays if there are files in it */
    char *url;
};

/* Before settings are loaded. On failure nothing is left behind. */
bool demo_start(struct demo *demo, struct error *err);

/* Logs in and puts address, token, export folder and a fast timer into the loaded settings. */
bool demo_login(struct demo *demo, struct settings *settings, struct error *err);

/* Ends the sandbox and removes the folder; a demo that is DEMO_NONE is fine. Returns the folder with the
 * exported files, NULL for none; caller frees. */
#define DEMO_NONE                                                                                            \
    {                                                                                                        \
        .pid = -1, .to = -1, .lock = -1                                                                      \
    }
char *demo_stop(struct demo *demo);

#endif
