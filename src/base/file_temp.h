/* Files under a temporary name beside their target: ".steno-" and six letters or digits. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_FILE_TEMP_H
#define STENO_BASE_FILE_TEMP_H

#include <stdbool.h>
#include <sys/types.h>

/* The folder of a path, "." for a bare name. Caller frees. */
char *file_folder(const char *path);

/* Creates a file in the folder of `path`, open for reading and writing, under a lock that ends with its last
 * descriptor: what is locked is in use. -1 with errno; its name is the caller's to free. */
int file_temp_open(const char *path, mode_t mode, char **temp_path);

/* Gives an open file that has no name such a one, under that lock; `from`: the path by which the system knows
 * it. False with errno. */
bool file_temp_link(const char *path, const char *from, int fd, char **temp_path);

/* Removes what killed runs left in the folder of `path`: files of this user under such a name that have not
 * changed for so many seconds and that nobody has locked; with 0 those of any age that are not empty. */
void file_temp_remove_old(const char *path, int age_s);

#endif
