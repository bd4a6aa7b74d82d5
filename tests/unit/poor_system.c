/* Owns the functions that stand before the C library's. */
/* SPDX-License-Identifier: MIT */
#include "poor_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

struct poor_system poor;

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
