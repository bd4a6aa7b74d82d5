/* Owns the functions that stand before the C library's. Without its checks of sizes, which give open another
 * name. */
/* SPDX-License-Identifier: MIT */
#undef _FORTIFY_SOURCE
#include "poor_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

struct poor_system poor;

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (poor.no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    if (!poor.no_linkat)
        return (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
    errno = EPERM;
    return -1;
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    if (!poor.no_links)
        return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
    errno = EINVAL;
    return -1;
}

int link(const char *from, const char *to)
{
    if (!poor.no_links)
        return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (!poor.no_rename)
        return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

uid_t geteuid(void)
{
    return (uid_t)syscall(SYS_geteuid) + poor.another_user;
}
