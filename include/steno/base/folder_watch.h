/* A watch on the folder of a file: a descriptor that is readable once something has happened there. */
#ifndef STENO_BASE_FOLDER_WATCH_H
#define STENO_BASE_FOLDER_WATCH_H

#include <stdint.h>

/* `events` as in inotify(7). -1 where there is no watch: then nothing is heard. Closed by the caller. */
int folder_watch_open(const char *path, uint32_t events);

/* Reads away what has happened. -1 is fine. */
void folder_watch_forget(int fd);

#endif
