/* What only this layer calls of steno/work/export_file.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_FILE_PRIVATE_H
#define STENO_WORK_EXPORT_FILE_PRIVATE_H

#include "steno/work/export_file.h"

/* Does what call->captions says; of `io` the progress counts.  A fetch is asked for again as that of a file
 * is; one of more than CAPTION_LIST_BYTES_MAX is ERROR_IO.  Captions of a project that has another version by
 * now are not written: ERROR_CONFLICT, with what is there now in result->project. */
bool export_file_captions(struct connection *connection, const struct call *call,
                          const struct export_file_io *io, struct call_result *result);

#endif
