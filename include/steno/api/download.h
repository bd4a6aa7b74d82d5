/* The export of subtitles: pieces of the file go to a sink as they come. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_DOWNLOAD_H
#define STENO_API_DOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/base/file.h"

/* Where an export goes: called with each piece; false ends the call with ERROR_IO. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1 when unknown; may be NULL */
    void *arg;
    bool completed; /* the project is Completed: 404, 409 and 412 are tried again, five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned, "" when the server sent none; known at the sink's first piece */
};
/* A 2xx reply of JSON is not a file, nor is a web page, unless FileFormatId holds "htm" or it comes as an
 * attachment: ERROR_BAD_REPLY showing it, the sink is not called. So is an answer that brings none (204, 205,
 * an empty one that is not 200) or a part (206), and a text/plain that is nothing but one JSON object with an
 * error in it, unless FileFormatId holds "json". An empty 200 is an empty file. */
bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins the file of an export. A pipe is waited for until somebody reads it, no longer than an operation may
 * take and until connection_cancel: ERROR_TIMEOUT, ERROR_CANCELLED. */
bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err);

#endif
