/* A connection to the server. Each of the nine operations is one blocking call.
 *
 * Only one thread at a time can use a connection, but connection_cancel works from any thread. Call
 * api_global_init once before the first thread starts.
 *
 * A read reuses an open TCP connection and is sent up to three times. A write (endpoint.write is true) opens
 * a new TCP connection and is sent once. If its answer is lost, broken, or neither 2xx nor a refusal, the
 * error is ERROR_UNKNOWN_OUTCOME. A login is also sent once. Its errors keep their kind, such as
 * ERROR_TIMEOUT, because it changes no project.
 *
 * The caller frees returned objects. `err` must not be NULL. Its texts never contain a token or password. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CONNECTION_H
#define STENO_API_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/base/error.h"
#include "steno/base/file.h"

struct connection;

void api_global_init(void);

/* Can load libcurl (see http_load), so only one thread at a time is allowed to call this. */
struct connection *connection_new(const struct api_config *config, struct error *err);
void connection_free(struct connection *connection);

/* Sets the token for later calls. NULL removes the token. */
void connection_set_token(struct connection *connection, const char *token);

/* Tells who waits when a read is answered with 429, or with 503 and Retry-After. True: the read fails at
 * once, and the caller waits. False: the connection waits and repeats the read within the time limit. */
void connection_hand_back_waits(struct connection *connection, bool hand_back);

/* Ends a call with ERROR_CANCELLED: the running call, or the next one if no call runs. Any thread can call
 * this. Call connection_cancel_reset before the next use of the connection. */
void connection_cancel(struct connection *connection);
void connection_cancel_reset(struct connection *connection);

/* The connection uses the new token for later calls. The caller saves the token. If the answer contains no
 * token, api_login fails with ERROR_BAD_REPLY. */
struct login *api_login(struct connection *connection, const struct login_request *request,
                        struct error *err);
struct login *api_current_user(struct connection *connection, struct error *err);
struct policy *api_password_settings(struct connection *connection, struct error *err);

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err);

/* Sends one write to a project. Returns true if the write was done. `op` is ENDPOINT_ADD_METADATA,
 * _DELETE_METADATA, _DELETE_TAG or _ENQUEUE. `before` is the last reading of the project, or NULL. *now gets
 * the project from the answer or from a later read, or NULL. The caller frees *now.
 *
 * The outcome is unknown if the answer is lost or broken, or if its status is neither 2xx nor a refusal (such
 * as 400, 409 or 429). api_write then reads the project. The error text begins with what the project shows.
 *
 * A 2xx answer can lack the project. api_write then also reads the project, and returns true if it shows the
 * change. Otherwise the outcome is unknown, because the server can still be at work. */
bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err);

/* True if the server refused a login because consent is missing. Its message then contains "consent" and
 * "data protection" (or "dataprotection"), in any letter case. For status 412, "consent" is enough. */
bool reply_message_wants_consent(const struct error *err);

/* Shown after the first metadata change on a server. It asks the user to check the result, because steno only
 * guesses the format of the request's body. */
extern const char api_metadata_notice[];

/* --- exports --- */

/* Receives the file of an export in pieces. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len);    /* false: the call ends with ERROR_IO */
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* can be NULL; `total` is -1 if unknown */
    void *arg;
    bool completed; /* the project is Completed: a 404, 409 or 412 is retried five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned type of the answer, "": none; set before the first write() */
};
/* Gives the exported file to the sink, piece by piece. Some 2xx answers are no file. They end with
 * ERROR_BAD_REPLY, and the sink gets nothing:
 *    JSON, by its Content-Type
 *    a web page, unless FileFormatId contains "htm" or the page is an attachment
 *    text/plain with one JSON object that has an error message, unless FileFormatId contains "json"
 *    an answer with status 204, 205 or 206 (a part of a file)
 *    an empty answer, unless its status is 200 (the file is empty)
 * For JSON and web pages, the error quotes the answer. */
bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins to write the file of an export. If `path` is a pipe, waits for a reader of the pipe. Without a
 * reader, the error is ERROR_TIMEOUT after timeout_ms, or ERROR_CANCELLED after connection_cancel. */
bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err);

#endif
