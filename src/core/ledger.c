/* Owns what the ledger of exports says of a project and its files. Touches no file and no store. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define CLOCKS_APART_MS 60000 /* the server's may be behind this one */

enum ledger_age ledger_age(const struct exported *exported, int64_t version, int64_t updated_ms)
{
    if (exported->when_ms == 0)
        return LEDGER_NONE;
    bool is_current = exported->version >= 0
                          ? exported->version == version
                          : updated_ms > 0 && updated_ms + CLOCKS_APART_MS <= exported->when_ms;
    return is_current ? LEDGER_CURRENT : LEDGER_OLD;
}

void ledger_add(struct ledger *ledger, const struct ledger_file *file)
{
    if ((ledger->count & (ledger->count - 1)) == 0) /* the room grows at powers of two */
        ledger->files = mem_grow(ledger->files, ledger->count ? ledger->count * 2 : 1, sizeof *ledger->files);
    ledger->files[ledger->count++] = *file;
}

void ledger_add_of(struct ledger *ledger, const struct ledger *from, int64_t id)
{
    for (size_t i = 0; i < from->count; i++) {
        struct ledger_file file = from->files[i];
        if (file.id != id)
            continue;
        file.path = mem_copy(file.path);
        file.format = mem_copy(file.format);
        ledger_add(ledger, &file);
    }
}

const struct ledger_file *ledger_find(const struct ledger *ledger, int64_t id, const char *path)
{
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->files[i].id == id && strcmp(ledger->files[i].path, path) == 0)
            return &ledger->files[i];
    }
    return NULL;
}

const struct ledger_file *ledger_last(const struct ledger *ledger, int64_t id)
{
    const struct ledger_file *last = NULL;
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->files[i].id == id && (!last || ledger->files[i].when_ms > last->when_ms))
            last = &ledger->files[i];
    }
    return last;
}

void ledger_clear(struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++) {
        free(ledger->files[i].path);
        free(ledger->files[i].format);
    }
    free(ledger->files);
    *ledger = (struct ledger){0};
}
