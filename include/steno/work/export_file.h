/* Writes the reply of an export to a file, and decides which files an export may replace. Without the
 * operator's consent, a file is replaced only if it is as steno wrote it (same size, same time of change) and
 * its project changed after the export. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_FILE_H
#define STENO_WORK_EXPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/core/names.h"
#include "steno/core/write.h"

/* Checks for each file of a plan whether it exists and may be replaced, and fills in the result. Also checks
 * the folder. May wait for a disk. */
void export_look_run(struct export_plan *plan);

/* Creates the folder, whose parent must exist. A folder that exists already is fine. */
bool export_folder_make(const char *folder, struct error *err);

struct export_file_io {
    /* Writes all bytes, like file_write_all; NULL: file_write_all is used. A failure with EINTR in errno
     * becomes ERROR_CANCELLED. */
    bool (*write)(int fd, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* NULL: not reported; `total` -1: unknown */
    void *arg;
    bool is_exact; /* call->path is used unchanged: ~ and {ext} have no meaning */
};

/* Requests the export of the call's project. A server may refuse the export with 404, 409 or 412 just after
 * the end of a transcription. After such a refusal, reads the project into result->project, and if it is
 * Completed, requests the export once more. Fills result->export_info or result->error. */
bool export_file_fetch(struct connection *connection, const struct call *call, struct export_sink *sink,
                       struct call_result *result);

/* Exports into result->data, at most CAPTION_BYTES_MAX bytes. */
bool export_file_read(struct connection *connection, const struct call *call, struct call_result *result);

/* Exports into the file at call->path, in which ~ is replaced by the home folder and {ext} by the format of
 * the reply. The file is written under a temporary name and renamed when it is complete. A pipe or a device
 * is written to directly. result->path is the file that was written, or the existing file.
 * If call->replace does not allow an existing file to be replaced, fails with ERROR_EXISTS, or with
 * ERROR_CONFLICT if the file was edited and its project changed too. It fails before any request is made,
 * unless the path has {ext}, because only the reply tells the format. */
bool export_file_save(struct connection *connection, const struct call *call, const struct export_file_io *io,
                      struct call_result *result);

#endif
