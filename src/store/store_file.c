/* Owns the file of state.db in its folder: where it is, its making and its mode. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "store.h"

void store_take_path(struct store *store, char *path)
{
    char *real = realpath(path, NULL);
    struct stat info;
    store->is_link = real && lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    store->path = mem_copy(store->is_link ? real : path);
    free(real);
    free(path);
}

/* Creates the folder of the file with its parents. */
static bool store_make_folder(const struct store *store, struct error *err)
{
    const char *slash = strrchr(store->path, '/');
    if (!slash || slash == store->path)
        return true;
    char *folder = mem_copy_n(store->path, (size_t)(slash - store->path));
    bool ok = file_make_dirs(folder, err);
    free(folder);
    return ok;
}

/* The file is not opened when it exists: closing a second descriptor would drop SQLite's locks. A link, and
 * what somebody made read-only, keeps its mode. */
bool store_prepare_file(struct store *store, struct error *err)
{
    struct stat info;
    if (!store_make_folder(store, err))
        return false;
    int fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), why = errno;
    if (fd >= 0)
        close(fd);
    if (stat(store->path, &info) != 0)
        return error_set(err, ERROR_IO, "Cannot create %s: %s", store->path, strerror(why));
    if (!S_ISREG(info.st_mode))
        return error_set(err, ERROR_IO, "%s is not a file", store->path);
    if (!(info.st_mode & 0222) || access(store->path, W_OK) != 0)
        return error_set(err, ERROR_IO, "%s cannot be written. Give yourself the right: chmod u+w",
                         store->path);
    if ((info.st_mode & 077) && !store->is_link)
        chmod(store->path, 0600);
    return true;
}
