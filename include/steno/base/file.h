/* Files: the paths of our own files, reading with a size limit, writing that survives a crash.
 *
 * Files are created with mode 0600 and folders with 0700. Only exports follow the umask.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_FILE_H
#define STENO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

/* Replaces a leading "~/", or a path that is only "~", by $HOME if that is set. Caller frees. */
char *file_expand_home(const char *path);

/* NAME in $XDG_CONFIG_HOME/steno or ~/.config/steno. A relative path in an XDG variable is ignored, as the
 * XDG specification demands. Caller frees; NULL when neither the variable nor HOME is an absolute path. */
char *file_config_path(const char *name);
char *file_state_dir(void); /* $XDG_STATE_HOME/steno or ~/.local/state/steno, by the same rule */

/* Creates a folder and its missing parents, mode 0700. */
bool file_make_dirs(const char *path, struct error *err);

/* Reads a whole file of at most buf->max bytes. A missing file is ERROR_NOT_FOUND, every other failure
 * ERROR_IO. A pipe or a device is refused too: it may never end. */
bool file_read(const char *path, struct buffer *buf, struct error *err);

/* Who may read a new file: only its owner, or everybody whom the umask allows. */
enum file_access { FILE_PRIVATE, FILE_SHARED };

/* A new file, written under a temporary name in the folder of its target. file_commit puts it in place with
 * fsync and rename; file_abandon removes it. Other hard links to a replaced file keep the old content. */
struct file_draft {
    int fd; /* write here */
    char *path;
    char *temp_path; /* NULL when the target is written to directly */
    unsigned mode;   /* that the umask gives a new file */
    bool direct, shared;
    bool replace; /* may replace an existing target; can be set until file_commit */
    bool unread;  /* file_begin failed: the target is a pipe that no program reads yet */
};
/* A symbolic link is kept, and the file that it points to is replaced. A device or a pipe is written to
 * directly. A shared file takes over the mode of the file it replaces, and if allowed its owner and group. */
bool file_begin(struct file_draft *draft, const char *path, enum file_access access, bool replace,
                struct error *err);
/* Changes the target to another name in the same folder. Call before the first byte is written. Does nothing
 * for a target that is written to directly. */
void file_retarget(struct file_draft *draft, const char *path);
/* Without `replace`, an existing target is ERROR_EXISTS and is not changed. The draft is always removed. */
bool file_commit(struct file_draft *draft, struct error *err);
void file_abandon(struct file_draft *draft);

/* Removes the temporary files that killed runs left in the folder of `path`: only files of this user that are
 * not locked and have not changed for an hour. file_write calls it. */
#define FILE_LEFTOVER_AGE_S 3600
void file_remove_leftovers(const char *path);

/* Writes a whole private file with a draft; replaces an existing file. */
bool file_write(const char *path, const void *data, size_t len, struct error *err);

/* Opens /dev/null on each of the descriptors 0, 1 and 2 that is closed: otherwise a file of ours could get
 * that number and receive output. Reads and writes there fail. Call first. */
void file_hold_standard(void);

/* Writes all bytes to a descriptor; continues after partial writes and EINTR. */
bool file_write_all(int fd, const void *data, size_t len);

#endif
