/* Captions of an export in memory: fetched and checked, written to a file as they are. */
#ifndef STENO_WORK_EXPORT_CAPTIONS_H
#define STENO_WORK_EXPORT_CAPTIONS_H

#include <stdbool.h>

#include "steno/api/connection.h"
#include "steno/core/call.h"
#include "steno/work/export_file.h"

/* Does what call->captions says; of `io` the progress counts.  A fetch is asked for again as that of a file
 * is; one of more than CAPTION_LIST_BYTES_MAX is ERROR_IO.  Captions of a project that has another version by
 * now are not written: ERROR_CONFLICT, with what is there now in result->project. */
bool export_captions_run(struct connection *connection, const struct call *call,
                         const struct export_file_io *io, struct call_result *result);

#endif
