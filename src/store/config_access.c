/* Owns the question who can change the config. What stands in it is run as programs, so that whoever writes
 * it acts as the user. */
/* SPDX-License-Identifier: MIT */
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "config_private.h"
#include "steno/base/mem.h"

/* Has the group the name of the user, and no other member? Such a one is everybody's own, with a umask of
 * 002. */
static bool access_group_is_private(gid_t gid, uid_t uid)
{
    const struct passwd *user = getpwuid(uid);
    char *name = user ? mem_copy(user->pw_name) : NULL;
    const struct group *group = name ? getgrgid(gid) : NULL;
    bool own = group && strcmp(group->gr_name, name) == 0;
    for (char *const *member = own ? group->gr_mem : NULL; own && *member; member++)
        own = strcmp(*member, name) == 0;
    setpwent();
    while (own && (user = getpwent()))
        own = user->pw_gid != gid || user->pw_uid == uid;
    endpwent();
    free(name);
    return own;
}

/* Refuses a file or folder that others can write. One that is not there is nobody's; a device or pipe is not
 * read. */
static bool access_check(const char *path, struct error *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return true;
    if (info.st_uid != geteuid() && info.st_uid != 0)
        return error_set(
            err, ERROR_USAGE,
            "%s belongs to another user, who could have it run programs; replace it by a copy of your own",
            path);
    bool listed =
        getxattr(path, "system.posix_acl_access", NULL, 0) > 0; /* the group's bits are then those of all */
    bool group = (info.st_mode & S_IWGRP) && (listed || !access_group_is_private(info.st_gid, info.st_uid));
    bool other = info.st_mode & S_IWOTH;
    if (!group && !other)
        return true;
    return error_set(err, ERROR_USAGE,
                     "%s can be written by others, who could have it run programs; run: chmod %s%s-w %s",
                     path, group ? "g" : "", other ? "o" : "", path);
}

/* The folder of a path; caller frees. */
static char *access_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !slash ? mem_copy(".") : mem_copy_n(path, slash > path ? (size_t)(slash - path) : 1);
}

bool config_check_access(const char *path, struct error *err)
{
    char *real = realpath(path, NULL), *folder = access_folder(path),
         *behind = real ? access_folder(real) : NULL;
    bool ok = access_check(folder, err) && (!real || (access_check(behind, err) && access_check(real, err)));
    free(behind);
    free(folder);
    free(real);
    return ok;
}
