/* Files: where ours live, reading with a cap, writing so that a crash loses nothing.
 *
 * Every file that we create is 0600 from its open on, every folder 0700.
 */
#ifndef STENO_BASE_FILE_H
#define STENO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/buffer.h"
#include "steno/base/error.h"

/* NAME in $XDG_CONFIG_HOME/steno or ~/.config/steno; relative XDG values are ignored as the XDG text demands.
 * Caller frees; NULL when neither it nor HOME is set. */
char *file_config_path(const char *name);
char *file_state_dir(void); /* $XDG_STATE_HOME/steno or ~/.local/state/steno, by the same rule */

/* Creates a folder with its parents, 0700. */
bool file_make_dirs(const char *path, struct error *err);

/* Reads a whole file of at most buf->max bytes. A missing file is ERROR_NOT_FOUND, all else ERROR_IO. */
bool file_read(const char *path, struct buffer *buf, struct error *err);

/* A file in the making: written beside its target under a temporary name, put in place by file_commit with
 * fsync and rename (or link, when it must not replace an existing file), removed by file_abandon. */
struct file_draft {
    int fd; /* write here */
    char *path;
    char *temp_path; /* NULL when the target is written to directly */
};
/* A symbolic link stays and the file behind it is replaced; a device or pipe is written to directly. */
bool file_begin(struct file_draft *draft, const char *path, struct error *err);
/* Another target in the same folder, known only while writing. What is written to directly stays as it is. */
void file_retarget(struct file_draft *draft, const char *path);
/* overwrite false: an existing target is ERROR_EXISTS and stays untouched; the temporary file is removed. */
bool file_commit(struct file_draft *draft, bool overwrite, struct error *err);
void file_abandon(struct file_draft *draft);

/* Writes a whole file by the steps above. */
bool file_write(const char *path, const void *data, size_t len, struct error *err);

/* Opens what of the descriptors 0, 1 and 2 is closed, so that no file of ours takes its place and gets its
 * bytes: an empty input, outputs that refuse. Call first. */
void file_hold_standard(void);

/* Writes all bytes to a descriptor, through partial writes and EINTR. */
bool file_write_all(int fd, const void *data, size_t len);

#endif
