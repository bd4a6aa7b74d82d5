/* From a reply to a file with a name, and which files an export may replace: the one way for every front end.
 *
 * Unasked, only a file gives way that is as steno wrote it, by size and time of its last change, and whose
 * project has another version by now.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_FILE_H
#define STENO_WORK_EXPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/core/names.h"
#include "steno/core/write.h"

/* Looks at all files of a question. May wait for a disk. */
void export_look_run(struct export_plan *plan);

/* Makes the folder where its parent is there; one that exists is fine. */
bool export_folder_make(const char *folder, struct error *err);

/* How bytes reach the file, and who hears of it. */
struct export_file_io {
    /* As file_write_all, which NULL stands for; EINTR in errno is ERROR_CANCELLED. */
    bool (*write)(int fd, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1 when unknown; or NULL */
    void *arg;
    bool is_exact; /* call->path is the name as it stands, also with braces in it */
};

/* Asks for the file of the call's project.  A refusal may come just after the end of a job: after 404, 409 or
 * 412 the project is read, into result->project, and the file is asked for again if it is Completed.  Fills
 * result->export_info, or result->error. */
bool export_file_fetch(struct connection *connection, const struct call *call, struct export_sink *sink,
                       struct call_result *result);

/* export_file_fetch() into result->data, of at most CAPTION_BYTES_MAX. */
bool export_file_read(struct connection *connection, const struct call *call, struct call_result *result);

/* export_file_fetch() into the file at call->path, ~ and {ext} filled in, the latter by what arrives: written
 * beside its place and put there when it is whole.  An existing file is ERROR_EXISTS unless call->replace
 * says that it may go, before anything is sent where its name is certain by then; a pipe or device is written
 * to as it is. result->path is the file that was written or is in the way. */
bool export_file_save(struct connection *connection, const struct call *call, const struct export_file_io *io,
                      struct call_result *result);

#endif
