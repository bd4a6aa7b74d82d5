/* Files: where ours live, reading with a cap, writing so that a crash loses nothing.
 *
 * Every file that we create is 0600 from its open on, every folder 0700; exports alone follow the umask.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_FILE_H
#define STENO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"

/* The path with a beginning "~/" or a sole "~" made the home of $HOME, where that is set. Caller frees. */
char *file_expand_home(const char *path);

/* NAME in $XDG_CONFIG_HOME/steno or ~/.config/steno; relative XDG values are ignored as the XDG text demands.
 * Caller frees; NULL when neither it nor HOME is set. */
char *file_config_path(const char *name);
char *file_state_dir(void); /* $XDG_STATE_HOME/steno or ~/.local/state/steno, by the same rule */

/* Creates a folder with its parents, 0700. */
bool file_make_dirs(const char *path, struct error *err);

/* Reads a whole file of at most buf->max bytes. A missing file is ERROR_NOT_FOUND, all else ERROR_IO; so is a
 * pipe or a device, which may never end. */
bool file_read(const char *path, struct buffer *buf, struct error *err);

/* Who may read a new file: its owner alone, or whom the umask lets. */
enum file_access { FILE_PRIVATE, FILE_SHARED };

/* A file in the making: written beside its target under a temporary name, put in place whole by file_commit
 * with fsync and a rename, removed by file_abandon. Other hard links to a replaced file keep the old text. */
struct file_draft {
    int fd; /* write here */
    char *path;
    char *temp_path; /* NULL when the target is written to directly */
    unsigned mode;   /* of a new file, by the umask */
    bool direct, shared;
    bool replace; /* an existing target gives way; may be set until file_commit */
    bool unread;  /* file_begin failed because the target is a pipe that nobody reads yet */
};
/* A symbolic link stays and the file behind it is replaced; a device or pipe is written to directly. A shared
 * file that replaces another takes over its mode, and owner and group where the system lets it. */
bool file_begin(struct file_draft *draft, const char *path, enum file_access access, bool replace,
                struct error *err);
/* Another target in the same folder, known before the first byte. What is written to directly stays as it
 * is. */
void file_retarget(struct file_draft *draft, const char *path);
/* Without `replace`, an existing target is ERROR_EXISTS and stays untouched; the draft is removed. */
bool file_commit(struct file_draft *draft, struct error *err);
void file_abandon(struct file_draft *draft);

/* Removes from the folder of `path` what killed runs left: files under a temporary name, of this user, that
 * nobody has locked and that have not changed for an hour. No others. file_write does it by itself. */
#define FILE_LEFTOVER_AGE_S 3600
void file_remove_leftovers(const char *path);

/* Writes a whole private file by the steps above, over an existing one. */
bool file_write(const char *path, const void *data, size_t len, struct error *err);

/* Opens what of the descriptors 0, 1 and 2 is closed, so that no file of ours takes its place and gets its
 * bytes: an empty input, outputs that refuse. Call first. */
void file_hold_standard(void);

/* Writes all bytes to a descriptor, through partial writes and EINTR. */
bool file_write_all(int fd, const void *data, size_t len);

#endif
