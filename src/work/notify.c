/* Owns how a change of state leaves the program. Sends and runs nothing itself. */
/* SPDX-License-Identifier: MIT */
#include "notify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"

#define NOTIFY_TELLER "hook" /* what tells of a change, among those that claim one */

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

struct store_op *notify_claim(const struct notify_change *change)
{
    struct store_op *op = store_op_new(STORE_CHANGE_CLAIM);
    op->id = change->id;
    op->name = mem_copy(NOTIFY_TELLER);
    op->text = mem_copy(change->to);
    op->number = change->since_ms;
    op->when_ms = change->until_ms;
    return op;
}

bool notify_answers_claim(const struct store_result *result)
{
    return result->kind == STORE_CHANGE_CLAIM && result->name && strcmp(result->name, NOTIFY_TELLER) == 0;
}

bool notify_is_ours(const struct store_result *result)
{
    return !result || !result->ok || result->changes == 1;
}
