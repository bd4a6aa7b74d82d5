/* Notices of a change of state: to the hook program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_NOTIFY_H
#define STENO_WORK_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

#define NOTIFY_HOOK_LIMIT_MS 10000

struct notify_change {
    int64_t id;
    const char *from, *to, *name; /* cleaned */
    const char *url;              /* the server's address; NULL: that of the settings */
};

/* The words of the setting, with the id in place of each {id}, and the hook's environment: STENO_ID,
 * STENO_FROM, STENO_STATE, STENO_NAME, STENO_PROFILE and STENO_URL. Both NULL-ended, freed with
 * spawn_argv_free. Texts of the server are no arguments: a program would take one that begins with "-" for an
 * option. False with a sentence on a bad command, true with *argv NULL when no hook is set. */
bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err);

#endif
