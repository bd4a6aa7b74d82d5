/* The command line and the environment of the hook program. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/notify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"

/* Appends a copy to a NULL-ended array. */
static void notify_push(char ***list, char *text)
{
    size_t count = 0;
    while (*list && (*list)[count])
        count++;
    *list = mem_grow(*list, count + 2, sizeof **list);
    (*list)[count] = text;
    (*list)[count + 1] = NULL;
}

bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err)
{
    const char *command = settings_text(settings, SETTING_HOOK);
    *argv = *env = NULL;
    if (!*command)
        return true;
    if (!spawn_split(command, argv, err)) {
        error_prefix(err, "hook");
        *argv = NULL;
        return false;
    }
    char *id = mem_printf("%" PRId64, change->id);
    for (char **word = *argv; *word; word++) {
        char *whole = text_replace(*word, "{id}", id);
        free(*word);
        *word = whole;
    }
    const struct {
        const char *name, *value;
    } rows[] = {
        {"STENO_ID", id},
        {"STENO_FROM", change->from},
        {"STENO_STATE", change->to},
        {"STENO_NAME", change->name},
        {"STENO_PROFILE", settings_text(settings, SETTING_PROFILE)},
        {"STENO_URL", change->url ? change->url : settings_text(settings, SETTING_URL)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        notify_push(env, mem_printf("%s=%s", rows[i].name, rows[i].value));
    free(id);
    return true;
}
