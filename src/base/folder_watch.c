/* Owns how the folder of a file is watched. Knows nothing of what its events mean. */
#include "steno/base/folder_watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "steno/base/mem.h"

int folder_watch_open(const char *path, uint32_t events)
{
    const char *slash = strrchr(path, '/');
    int fd = slash ? inotify_init1(IN_CLOEXEC | IN_NONBLOCK) : -1;
    if (fd < 0)
        return -1;
    char *folder = mem_copy_n(path, (size_t)(slash - path) + 1);
    inotify_add_watch(fd, folder, events | IN_ONLYDIR);
    free(folder);
    return fd;
}

void folder_watch_forget(int fd)
{
    char events[4096];
    while (fd >= 0 && read(fd, events, sizeof events) > 0)
        ;
}
