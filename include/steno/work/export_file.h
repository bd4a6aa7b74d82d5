/* Writes the reply of an export to a file, and decides which files an export may replace. The operator
 * can agree to replace a file. If the operator has not agreed, a file is replaced if its project has changed
 * since the export, and the file is as steno wrote it (same size, same time of change). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_FILE_H
#define STENO_WORK_EXPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/core/names.h"
#include "steno/core/write.h"

/* Checks which files of a plan exist and can be replaced, and fills in the plan. Also checks the folder. A
 * slow disk can delay this. */
void export_look_run(struct export_plan *plan);

/* Creates the folder, whose parent must exist. A folder that exists already is fine. */
bool export_folder_make(const char *folder, struct error *err);

struct export_file_io {
    /* Writes all bytes; NULL: file_write_all() does. A failure with EINTR becomes ERROR_CANCELLED. */
    bool (*write)(int fd, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* or NULL; `total` -1: unknown */
    void *arg;
    bool is_exact; /* call->path is used unchanged: ~ and {ext} have no meaning */
};

/* Requests the export of the call's project. After a refusal with 404, 409 or 412, reads the project into
 * result->project. If the project is Completed, requests the export once more: just after a transcription, a
 * server can refuse by mistake. Fills result->export_info or result->error. */
bool export_file_fetch(struct connection *connection, const struct call *call, struct export_sink *sink,
                       struct call_result *result);

/* Exports into result->data, at most CAPTION_BYTES_MAX bytes. */
bool export_file_read(struct connection *connection, const struct call *call, struct call_result *result);

/* Exports into the file at call->path. In the path, ~ becomes the home folder and {ext} the format of the
 * reply. The file is written under a temporary name and renamed when complete. A pipe or a device is written
 * to directly. result->path is the file that was written, or the existing file that was kept.
 *
 * If call->replace forbids to replace an existing file, fails with ERROR_EXISTS. If the file was edited and
 * its project has changed too, fails with ERROR_CONFLICT. Both failures come before the request. If the path
 * has {ext}, they come after the reply, which tells the format. */
bool export_file_save(struct connection *connection, const struct call *call, const struct export_file_io *io,
                      struct call_result *result);

#endif
