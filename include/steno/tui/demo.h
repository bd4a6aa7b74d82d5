/* The demo is the screen with a sandbox, that is a private practice server. The user's own config, state and
 * servers are not used.
 *
 * Config and state are in a temporary folder, which the demo removes at the end. If the demo is killed, the
 * next demo removes the folder. STENO_* variables and proxies are removed from the environment before
 * settings are loaded. The sandbox program is in the folder of this program, or where it is installed. The
 * sandbox ends when its standard input closes, and therefore also when this program is killed. */
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
    int to;    /* pipe to the standard input of the sandbox; closing it ends the sandbox */
    int lock;  /* locked descriptor of `dir`: other demos do not remove a locked folder */
    char *dir; /* temporary folder */
    char *url;
};

/* Starts the sandbox. Call before settings are loaded. On failure neither folder nor sandbox is left. */
bool demo_start(struct demo *demo, struct error *err);

/* Logs in to the sandbox, and sets address, account, token, export folder and a fast refresh. */
bool demo_login(struct demo *demo, struct settings *settings, struct error *err);

/* Ends the sandbox and removes the temporary folder. Does nothing for DEMO_NONE. Returns the folder with the
 * exported files, which is in the current folder; NULL: there are no files. */
#define DEMO_NONE                                                                                            \
    {                                                                                                        \
        .pid = -1, .to = -1, .lock = -1                                                                      \
    }
const char *demo_stop(struct demo *demo);

#endif
