/* The demo: a private sandbox, and nothing of the user's own.
 *
 * Temporary config and state folders, removed at the end; STENO_* variables and
 * proxies are taken out of the environment, so that what is loaded afterwards is
 * sealed.  The sandbox is found beside this program, then where it is installed,
 * and ends when its standard input closes: even when this program is killed.
 */
#ifndef STENO_TUI_DEMO_H
#define STENO_TUI_DEMO_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

#define DEMO_EMAIL "demo@example.org"
#define DEMO_PASSWORD "demo"
#define DEMO_PROJECTS 12

struct demo {
    pid_t pid;
    int to;     /* its standard input: open as long as it shall run */
    char *dir;  /* temporary */
    char *url;
};

/* Before settings are loaded. On failure nothing is left behind. */
bool demo_start(struct demo *demo, struct error *err);

/* Logs in and puts address, token and a fast timer into the loaded settings. */
bool demo_login(struct demo *demo, struct settings *settings, struct error *err);

/* Fills ids[DEMO_PROJECTS] with the projects that the sandbox has. */
void demo_ids(int64_t ids[DEMO_PROJECTS]);

void demo_stop(struct demo *demo);

#endif
