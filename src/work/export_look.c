/* Owns what stands where files of an export are to be, and whether it may be replaced unasked. Writes nothing
 * but a folder. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/export_look.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"

int64_t export_look_ns(const struct stat *facts)
{
    return (int64_t)facts->st_mtim.tv_sec * 1000000000 + facts->st_mtim.tv_nsec;
}

enum export_found export_look_at(const struct ledger *ledger, const struct export_seen *seen,
                                 const char *path, bool *is_old)
{
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return EXPORT_NEW;
    char *real = realpath(path, NULL);
    const struct ledger_file *known = ledger_find(ledger, seen->id, real ? real : path);
    free(real);
    if (!known)
        return EXPORT_FOREIGN;
    const struct exported exported = {.when_ms = known->when_ms, .version = known->version};
    *is_old = ledger_age(&exported, seen->version, seen->updated_ms) == LEDGER_OLD;
    if (facts.st_size != known->size || export_look_ns(&facts) != known->written_ns)
        return EXPORT_EDITED;
    return *is_old ? EXPORT_OLD : EXPORT_CURRENT;
}

void export_look_run(struct export_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct export_item *item = &plan->items[i];
        const struct ledger_file *last = ledger_last(&plan->ledger, item->id);
        char *path = file_expand_home(item->path), *open = last ? strstr(path, "{ext}") : NULL;
        bool is_old;
        if (open) { /* which only the server's answer fills in: taken to be as in the last export */
            char *whole =
                mem_printf("%.*s%s%s", (int)(open - path), path, last->format, open + strlen("{ext}"));
            free(path);
            path = whole;
        }
        item->file = export_look_at(
            &plan->ledger, &(struct export_seen){.id = item->id, .version = item->version}, path, &is_old);
        if (i == 0) {
            struct stat facts;
            const char *slash = strrchr(path, '/');
            char *folder = slash ? mem_copy_n(path, (size_t)(slash - path) + (slash == path)) : mem_copy(".");
            if (stat(folder, &facts) != 0)
                plan->trouble =
                    mem_printf("Cannot export to %s: %s", folder,
                               errno == ENOENT ? "the folder is missing; create it first" : strerror(errno));
            else if (!S_ISDIR(facts.st_mode))
                plan->trouble = mem_printf("Cannot export to %s: it is not a folder", folder);
            else if (access(folder, W_OK | X_OK) != 0)
                plan->trouble = mem_printf("Cannot export to %s: %s", folder, strerror(errno));
            free(folder);
        }
        if (item->file != EXPORT_NEW) { /* its name is known now */
            free(item->path);
            item->path = mem_copy(path);
        }
        free(path);
    }
}

bool export_folder_make(const char *folder, struct error *err)
{
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           error_set(err, ERROR_IO, "Cannot create the folder %s: %s", folder, strerror(errno));
}
