/* Finds steno's own files, reads files up to a size limit, and writes files whole or not at all. New files
 * get mode 0600, new folders 0700. Only exports follow the umask. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_FILE_H
#define STENO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

/* Returns a copy of a path. If HOME is set, it replaces the ~ in "~" and "~/...". Caller frees. */
char *file_expand_home(const char *path);

/* Returns the path of the file `name` in $XDG_CONFIG_HOME/steno or ~/.config/steno. A relative path in an XDG
 * variable is ignored, as the XDG specification demands. Caller frees. Returns NULL if an absolute path is
 * missing in both the variable and HOME. */
char *file_config_path(const char *name);
char *file_state_dir(void); /* $XDG_STATE_HOME/steno or ~/.local/state/steno; same rules */

/* Creates a folder and its missing parents, mode 0700. */
bool file_make_dirs(const char *path, struct error *err);

/* Reads a whole file of at most buf->max bytes. A missing file is ERROR_NOT_FOUND, every other failure
 * ERROR_IO. A pipe or a device is refused too, because reading it may never end. */
bool file_read(const char *path, struct buffer *buf, struct error *err);

/* Who may read a new file: only its owner, or everybody whom the umask allows. */
enum file_access { FILE_PRIVATE, FILE_SHARED };

/* A file that is being written, under a temporary name in the folder of its target. file_commit syncs the
 * file to the disk and renames it to the target; file_abandon removes the temporary file. If the target is
 * replaced, other hard links to the old file keep the old content. */
struct file_draft {
    int fd; /* write the bytes to this descriptor */
    char *path;
    char *temp_path; /* NULL: the bytes go directly to the target, a pipe or a device */
    unsigned mode;   /* mode of a new file; the umask is applied */
    bool direct, shared;
    bool replace; /* file_commit replaces an existing target; can be set until the call of file_commit */
    bool unread;  /* file_begin failed because the target is a pipe that no program reads */
};
/* If `path` is a symbolic link, the file that the link points to is replaced, not the link. A device or a
 * pipe is written to directly. A shared file gets the mode of the file that it replaces, and also the owner
 * and group if the system allows this. */
bool file_begin(struct file_draft *draft, const char *path, enum file_access access, bool replace,
                struct error *err);
/* Changes the target to another name in the same folder. Call before the first byte is written. If the bytes
 * go directly to a pipe or a device, does nothing. */
void file_retarget(struct file_draft *draft, const char *path);
/* Puts the file in place. If the target exists and `replace` is false, fails with ERROR_EXISTS and keeps the
 * old target. Always frees the draft; after a failure the temporary file is removed. */
bool file_commit(struct file_draft *draft, struct error *err);
void file_abandon(struct file_draft *draft);

/* Removes temporary files of killed programs from the folder of `path`. They belong to this user, are
 * unlocked and have not changed for an hour. file_write calls this function. */
#define FILE_LEFTOVER_AGE_S 3600
void file_remove_leftovers(const char *path);

/* Writes a whole file with mode 0600. Replaces an existing file only when all bytes are written. */
bool file_write(const char *path, const void *data, size_t len, struct error *err);

/* Opens /dev/null for each closed descriptor among 0, 1 and 2. Otherwise a file that is opened later could
 * get our output. Reading from 0 and writing to 1 and 2 still fail. Call this function first. */
void file_hold_standard(void);

/* Writes all bytes to a descriptor. Handles partial writes and EINTR. */
bool file_write_all(int fd, const void *data, size_t len);

#endif
