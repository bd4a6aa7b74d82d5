/* Owns what stands where files of an export are to be: whether steno wrote it, and whether that was edited.
 * Writes nothing. */
/* SPDX-License-Identifier: MIT */
#include "export_look.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include "steno/base/file.h"
#include "steno/base/hash.h"
#include "steno/base/mem.h"

/* Does the file have the bytes that steno wrote? One of another size is not read. */
static bool export_look_is_same(const char *path, const struct stat *facts, const struct ledger_file *known)
{
    char chunk[16384];
    struct hash hash = {0};
    ssize_t got = 0;
    int fd = facts->st_size == known->size ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
    if (fd < 0)
        return false;
    while ((got = read(fd, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0)
            hash_add(&hash, chunk, (size_t)got);
    }
    close(fd);
    return got == 0 && hash_number(&hash) == known->hash;
}

enum export_found export_look_at(const struct ledger *ledger, int64_t id, int64_t version, const char *path,
                                 int64_t *edited_ms, bool *is_old)
{
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return EXPORT_NEW;
    *edited_ms = (int64_t)facts.st_mtim.tv_sec * 1000 + facts.st_mtim.tv_nsec / 1000000;
    char *real = realpath(path, NULL);
    const struct ledger_file *known = ledger_find(ledger, id, real ? real : path);
    free(real);
    if (!known)
        return EXPORT_FOREIGN;
    const struct exported exported = {.when_ms = known->when_ms, .version = known->version};
    *is_old = known->version >= 0 && known->version != version;
    if (!export_look_is_same(path, &facts, known))
        return EXPORT_EDITED;
    return ledger_age(&exported, version, 0) == LEDGER_CURRENT ? EXPORT_CURRENT : EXPORT_OLD;
}

/* Finds the folder of this one; can files be made there? */
static char *export_look_trouble(const char *path, char **real)
{
    const char *slash = strrchr(path, '/');
    struct stat facts;
    char *folder = slash ? mem_copy_n(path, (size_t)(slash - path) + (slash == path)) : mem_copy("."),
         *why = NULL;
    *real = realpath(folder, NULL);
    if (stat(folder, &facts) != 0)
        why = mem_printf("Cannot export to %s: %s", folder,
                         errno == ENOENT ? "the folder is missing; create it first" : strerror(errno));
    else if (!S_ISDIR(facts.st_mode))
        why = mem_printf("Cannot export to %s: it is not a folder", folder);
    else if (access(folder, W_OK | X_OK) != 0)
        why = mem_printf("Cannot export to %s: %s", folder, strerror(errno));
    free(folder);
    return why;
}

/* The path; {ext}, which only the server's answer fills in, is taken to be as in the last export. */
static char *export_look_path(const char *path, const struct ledger_file *last)
{
    char *home = file_expand_home(path), *open = last ? strstr(home, "{ext}") : NULL;
    char *whole = open
                      ? mem_printf("%.*s%s%s", (int)(open - home), home, last->format, open + strlen("{ext}"))
                      : mem_copy(home);
    free(home);
    return whole;
}

void export_look_run(struct export_look *look)
{
    for (size_t i = 0; i < look->count; i++) {
        struct export_item *item = &look->items[i];
        const struct ledger_file *last = ledger_last(&look->ledger, item->id);
        char *path = export_look_path(item->path, last);
        bool is_old;
        item->bytes = last ? last->size : 0;
        item->file = export_look_at(&look->ledger, item->id, item->version, path, &item->edited_ms, &is_old);
        if (i == 0)
            look->trouble = export_look_trouble(path, &look->folder);
        if (item->file != EXPORT_NEW) { /* its name is known now */
            free(item->path);
            item->path = mem_copy(path);
        }
        free(path);
    }
}
