/* Writes the reply of an export to a file, and decides which files an export may replace. Every front end
 * uses it.
 *
 * Without a question, an export replaces a file only if the file is as steno wrote it (same size, same time
 * of change) and its project has another version now.
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

/* Looks at the target files of a plan and fills in what it finds there. May wait for a disk. */
void export_look_run(struct export_plan *plan);

/* Creates the folder; its parent must exist. A folder that exists already is fine. */
bool export_folder_make(const char *folder, struct error *err);

/* How to write the bytes and report progress. */
struct export_file_io {
    /* Works like file_write_all; NULL: file_write_all itself. EINTR in errno becomes ERROR_CANCELLED. */
    bool (*write)(int fd, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1: unknown; may be NULL */
    void *arg;
    bool is_exact; /* call->path is used unchanged: ~ and {ext} have no meaning */
};

/* Requests the export of the call's project.  A server may refuse it just after a transcription has ended:
 * after 404, 409 or 412 the project is read into result->project, and if it is Completed the export is
 * requested once more.  Fills result->export_info or result->error. */
bool export_file_fetch(struct connection *connection, const struct call *call, struct export_sink *sink,
                       struct call_result *result);

/* Exports into result->data, at most CAPTION_BYTES_MAX bytes. */
bool export_file_read(struct connection *connection, const struct call *call, struct call_result *result);

/* Exports into the file at call->path. ~ is replaced, and so is {ext}, by the format of the reply. The file
 * is written under a temporary name and renamed when it is complete.  An existing file that call->replace
 * protects is ERROR_EXISTS; if the name does not depend on the reply, nothing is sent then. A pipe or a
 * device is written to directly. result->path is the file that was written, or the existing file. */
bool export_file_save(struct connection *connection, const struct call *call, const struct export_file_io *io,
                      struct call_result *result);

#endif
