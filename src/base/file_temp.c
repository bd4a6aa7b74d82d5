/* Owns the temporary names of files in the making: their making, their lock, and the removal of those that a
 * run left when it was killed. */
/* SPDX-License-Identifier: MIT */
#include "file_temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "steno/base/mem.h"

#define TEMP_PREFIX  ".steno-"
#define TEMP_LETTERS 6
#define TEMP_TRIES   100

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? mem_copy_n(path, (size_t)(slash - path + 1)) : mem_copy(".");
}

/* Puts new random letters at the end of a temporary name. */
static bool temp_fill(char *end)
{
    unsigned char random[TEMP_LETTERS];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    for (int i = 0; i < TEMP_LETTERS; i++)
        end[i] = letters[random[i] % (sizeof letters - 1)];
    return true;
}

/* A temporary name in the folder of a path, its letters still to be filled in. Caller frees. */
static char *temp_name(const char *path, char **end)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_printf("%.*s" TEMP_PREFIX "XXXXXX", slash ? (int)(slash - path + 1) : 0, path);
    *end = name + strlen(name) - TEMP_LETTERS;
    return name;
}

int file_temp_open(const char *path, mode_t mode, char **temp_path)
{
    char *end, *name = temp_name(path, &end);
    int fd = -1;
    for (int tries = 0; fd < 0 && tries < TEMP_TRIES && temp_fill(end); tries++) {
        fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, mode);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(name);
        return -1;
    }
    flock(fd, LOCK_EX | LOCK_NB); /* where there are no locks, nobody removes what cannot be locked */
    *temp_path = name;
    return fd;
}

bool file_temp_link(const char *path, const char *from, int fd, char **temp_path)
{
    char *end, *name = temp_name(path, &end);
    bool linked = false;
    flock(fd, LOCK_EX | LOCK_NB);
    for (int tries = 0; !linked && tries < TEMP_TRIES && temp_fill(end); tries++) {
        linked = linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
        if (!linked && errno != EEXIST)
            break;
    }
    if (linked)
        *temp_path = name;
    else
        free(name);
    return linked;
}

/* Is this a name that file_temp_open makes? */
static bool temp_is_name(const char *name)
{
    size_t prefix = sizeof TEMP_PREFIX - 1;
    return strncmp(name, TEMP_PREFIX, prefix) == 0 && strlen(name) == prefix + TEMP_LETTERS &&
           strspn(name + prefix, letters) == TEMP_LETTERS;
}

/* Is it a file of this user that has not changed for so long? One of no age is not empty: it may not be
 * locked yet. */
static bool temp_is_old(const struct stat *facts, int age_s)
{
    return S_ISREG(facts->st_mode) && facts->st_uid == geteuid() &&
           (age_s > 0 ? time(NULL) - facts->st_mtime >= age_s : facts->st_size > 0);
}

/* Opens a file in the way that its mode allows; some file systems lock only what is open for writing. */
static int temp_open_existing(int dir, const char *name)
{
    static const int ways[] = {O_RDWR, O_RDONLY, O_WRONLY};
    int fd = -1;
    for (size_t i = 0; fd < 0 && i < sizeof ways / sizeof ways[0]; i++)
        fd = openat(dir, name, ways[i] | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    return fd;
}

/* Removes a leftover, unless somebody has it in use or it is another file by now. */
static void temp_remove(int dir, const char *name, int age_s)
{
    struct stat seen, locked, now;
    if (fstatat(dir, name, &seen, AT_SYMLINK_NOFOLLOW) != 0 || !temp_is_old(&seen, age_s))
        return;
    int fd = temp_open_existing(dir, name);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &locked) == 0 && temp_is_old(&locked, age_s) &&
        fstatat(dir, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_ino == locked.st_ino &&
        now.st_dev == locked.st_dev)
        unlinkat(dir, name, 0);
    close(fd);
}

void file_temp_remove_old(const char *path, int age_s)
{
    char *folder = file_folder(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir && fd >= 0)
        close(fd);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (temp_is_name(entry->d_name))
            temp_remove(fd, entry->d_name, age_s);
    }
    if (dir)
        closedir(dir);
}
